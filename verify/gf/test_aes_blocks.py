# SPDX-License-Identifier: Apache-2.0
"""The blocks of rtl/gf/aes: blocks of all key lengths against the package `cryptography`, proofs for all operands, and
errors that each proof must find.
"""

import random
from functools import cache
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from evariste.paths import ROOT
from evariste.verification import aes_blocks, proof
from evariste.verification.aig import Aig, bits, number

# The steps of aes_pkg for round key j of a key of 4, 6 and 8 words, by the remainder of j.
STEPS = {4: [0], 6: [3, 4, 2], 8: [5, 6]}


@cache
def block(top: str) -> Aig:
    return aes_blocks.block(top)


def run(top: str, **ports: tuple[int, int]) -> int:
    """What a block gives for these values; with each is its width."""
    given = {name: value for port, (value, width) in ports.items() for name, value in bits(port, value, width).items()}
    return number("out_o", block(top).value(given), 128)


def round_keys(key: bytes) -> list[int]:
    """The key schedule by aes_expand."""
    words, whole = len(key) // 4, int.from_bytes(key, "little")
    low = (1 << 128) - 1
    keys = [whole & low] if words < 8 else [whole & low, whole >> 128]
    constant = 1
    while len(keys) < words + 7:
        j = len(keys)
        step = 1 if words == 6 and j == 1 else STEPS[words][j % len(STEPS[words])]
        older = keys[j - 2] if j > 1 else whole >> 128 << 64  # the rest of the key
        special = next((i for i in range(4 * j, 4 * j + 4) if i % words == 0), None)
        made = run("aes_expand", step_i=(step, 3), constant_i=(constant, 8), recent_i=(keys[j - 1], 128),
                   older_i=(older, 128))  # fmt: skip
        keys.append(made)
        if special is not None:
            constant = constant << 1 ^ (0x11B if constant & 0x80 else 0)
    return keys


@pytest.mark.parametrize("length", [16, 24, 32])
def test_blocks_are_right_both_ways(length: int) -> None:
    chance = random.Random(length)
    key, text = chance.randbytes(length), chance.randbytes(16)
    keys, sent = round_keys(key), Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(text)
    for inverse, order, taken, wanted in ((0, keys, text, sent), (1, keys[::-1], sent, text)):
        state = int.from_bytes(taken, "little") ^ order[0]
        for i, one in enumerate(order[1:], 1):
            last = int(i == len(order) - 1)
            state = run("aes_round", inverse_i=(inverse, 1), last_i=(last, 1), state_i=(state, 128), key_i=(one, 128))
        assert state.to_bytes(16, "little") == wanted


def test_the_table_is_that_of_the_standard() -> None:
    """Three entries of figure 7 of FIPS 197, and that it is a permutation."""
    assert [aes_blocks.box()[a] for a in (0x00, 0x53, 0xFF)] == [0x63, 0xED, 0x16]
    assert sorted(aes_blocks.box()) == [*range(256)]


def test_the_s_box_is_right_for_every_value_both_ways() -> None:
    assert aes_blocks.sbox() is None


@pytest.mark.full
def test_rounds_are_proved_for_all_operands() -> None:
    assert aes_blocks.rounds() is None


@pytest.mark.full
def test_key_expansion_is_proved_for_all_operands() -> None:
    assert aes_blocks.expand() is None


def with_error(folder: Path, file: str, old: str, new: str) -> list[Path]:
    """The blocks with one thing changed."""
    text = (ROOT / aes_blocks.FOLDER / file).read_text()
    assert text.count(old) == 1
    wrong = folder / file
    wrong.write_text(text.replace(old, new))
    return [wrong if path.name == file else path for path in proof.sources(aes_blocks.FOLDER)]


@pytest.mark.parametrize(("what", "file", "old", "new", "complaint"), [
    ("sbox", "aes_sbox.sv", "InverseAffine = 8'h33", "InverseAffine = 8'h32", "the inverse S-box of 0x00"),
    ("sbox", "aes_sbox.sv", "4'd10)", "4'd11)", "the S-box of"),
    *(pytest.param(*case, marks=pytest.mark.full) for case in (
        ("rounds", "aes_round.sv", "i+16-4*(i%4)", "i+16-4*((i+1)%4)", "the inverse round differs for"),
        ("rounds", "aes_round.sv", ": mixed ^ key_i", ": mixed", "the round differs for"),
        ("expand", "aes_expand.sv", "first ? older[3] :", "first ? older[2] :", "round key 1 of a key of 6 words"),
        ("expand", "aes_expand.sv", "step_i == EXPAND_256_PLAIN;", "1'b0;", "round key 3 of a key of 8 words"))),
])  # fmt: skip
def test_an_error_refutes_the_proof(
    what: str, file: str, old: str, new: str, complaint: str, tmp_path: Path
) -> None:
    assert complaint in (getattr(aes_blocks, what)(with_error(tmp_path, file, old, new)) or "")
