# SPDX-License-Identifier: Apache-2.0
"""The reference that the firmware is tested against agrees with independent packages and the standards' vectors."""

import random
from collections.abc import Iterable

import galois
import pytest
from reedsolo import RSCodec

from evariste.codes import reference
from evariste.codes.named import CODES
from evariste.codes.reference import Bch, ReedSolomon

RS = {name: entry.code for name, entry in CODES.items() if isinstance(entry.code, ReedSolomon)}
BCH = {name: entry.code for name, entry in CODES.items() if isinstance(entry.code, Bch)}


def monic(exponents: Iterable[int], modulus: int) -> list[int]:
    """The polynomial with the roots x^e modulo `modulus`, highest coefficient first. Elements are galois's polynomials
    over GF(2): its own fields would be compiled, each for itself.
    """
    field, product = galois.Poly.Int(modulus), [galois.Poly.One()]
    for e in exponents:
        root = pow(galois.Poly.Int(2), e, field)
        shifted, scaled = [*product, galois.Poly.Zero()], [galois.Poly.Zero(), *(c * root % field for c in product)]
        product = [a + b for a, b in zip(shifted, scaled, strict=True)]
    return [int(c) for c in product]


@pytest.mark.parametrize("name", RS)
def test_generators_of_reed_solomon_codes_are_those_of_galois(name: str) -> None:
    code = RS[name]
    exponents = [code.step * (code.first_root + i) for i in range(code.checks)]
    assert code.generator == monic(exponents, code.polynomial)


@pytest.mark.parametrize("name", RS)
def test_words_of_reed_solomon_codes_are_those_of_reedsolo(name: str) -> None:
    code = RS[name]
    rng = random.Random(name)
    coder = RSCodec(code.checks, nsize=code.field.order, fcr=code.first_root, prim=code.polynomial,
                    generator=code.field.alpha(code.step), c_exp=code.field.m)  # fmt: skip
    for _ in range(20):
        message = bytes(rng.randint(0, code.field.order) for _ in range(code.k))
        assert code.encode(message) == list(coder.encode(message))[: code.n]


@pytest.mark.parametrize("name", BCH)
def test_generators_of_bch_codes_are_those_of_galois(name: str) -> None:
    code = BCH[name]
    order = 2**code.field.m - 1
    conjugates = {i << k for i in range(1, 2 * code.t + 1) for k in range(code.field.m)}
    coefficients = monic(sorted({e % order for e in conjugates}), code.polynomial)
    assert {*coefficients} <= {0, 1} and code.generator == int("".join(map(str, coefficients)), 2)


def test_words_of_the_nand_code_are_those_of_bchlib() -> None:
    import bchlib

    code = BCH["nand-8"]
    coder = bchlib.BCH(code.t, prim_poly=code.polynomial)
    rng = random.Random(8)
    for _ in range(10):
        data = rng.randbytes(512)
        word = code.encode(int.from_bytes(data))
        assert (word & (1 << 104) - 1).to_bytes(13) == bytes(coder.encode(data))


def test_the_ultra_wideband_generator_is_the_standards() -> None:
    # IEEE 802.15.4-2011, 14.3.3.1: x^8 + 55x^7 + 61x^6 + 37x^5 + 48x^4 + 47x^3 + 20x^2 + 6x + 22
    assert RS["uwb"].generator == [1, 55, 61, 37, 48, 47, 20, 6, 22]


def test_the_body_area_generator_is_the_standards() -> None:
    # IEEE 802.15.6-2012: g(x) = 1 + x^3 + x^4 + x^5 + x^8 + x^10 + x^12
    assert BCH["wban"].generator == sum(1 << i for i in (0, 3, 4, 5, 8, 10, 12))


def test_a_qr_symbol_has_the_standards_check_words() -> None:
    # ISO/IEC 18004, the worked example: "01234567" in version 1-M.
    data = bytes.fromhex("10200C566180EC11EC11EC11EC11EC11")
    assert bytes(RS["qr-1m"].encode(data))[16:].hex() == "a524d4c1ed36c7872c55"


def test_a_data_matrix_symbol_has_the_standards_check_words() -> None:
    # ISO/IEC 16022, the worked example: "123456" in a 10 x 10 symbol.
    assert RS["datamatrix-10"].encode([142, 164, 186])[3:] == [114, 25, 5, 88, 102]


@pytest.mark.parametrize("word", [0x7CD215D8, 0x7A89C197])
def test_the_pager_synchronisation_and_idle_words_are_codewords(word: int) -> None:
    # ITU-R M.584-2: both are words of the code.
    assert BCH["pocsag"].is_codeword(word)


def test_the_dual_basis_tables_are_the_standards() -> None:
    # CCSDS 131.0-B, the rows of the two transformation matrices.
    dual, back = reference.tables()
    assert [dual[1 << i] for i in range(8)] == [0x7B, 0xAF, 0x99, 0xFA, 0x86, 0xEC, 0xEF, 0x8D]
    assert [back[1 << i] for i in range(8)] == [0xCC, 0xAC, 0x79, 0xF0, 0xFD, 0x2E, 0x42, 0xC5]
    assert all(back[dual[u]] == u for u in range(256))
