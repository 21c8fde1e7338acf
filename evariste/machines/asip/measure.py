# SPDX-License-Identifier: Apache-2.0
"""Records of the tasks: cycles, with streams that always have words and room. Every output is
checked against the package `cryptography` or against the reference arithmetic of curves."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes

from evariste import machines
from evariste.ecc import reference
from evariste.ecc.curves import BinaryCurve, binary_curves
from evariste.machines.asip import driver
from evariste.machines.asip.assembler import NAME, image
from evariste.machines.asip.host import Host, Result
from evariste.machines.asip.modes import AES
from evariste.record import put, record

Work = Callable[[bytes], object]
SAME = ("ecc", "loadable")  # configurations whose curves take the cycles of `full`


def _fitting() -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, configuration in machines.named(NAME).configurations.items():
        has = configuration.parameters
        if has["ECC"] and name not in SAME:
            yield name, tuple(c.name for c in binary_curves().values() if c.degree <= has["WIDTH"])


CURVES = dict(_fitting())  # those that are measured on each configuration: all that it can compute
FIELD, BLOCKS = "field arithmetic bit by bit", "the package cryptography"
VALIDATED = 3  # flags of point_multiply
STEADY = 512  # blocks; the difference to twice as many is what a block takes


def records(configurations: tuple[str, ...], engine: str = "iss") -> Iterator[dict[str, Any]]:
    """All records of these configurations."""
    for one in _records(configurations, engine):
        yield {**one, "engine": engine}


def _records(configurations: tuple[str, ...], engine: str) -> Iterator[dict[str, Any]]:
    if "full" in configurations:
        yield _record("size", "full", 0, code_bytes=4 * len(image().words), checked="the assembler")
        yield from blocks(engine)
    for configuration in configurations:
        for curve in CURVES[configuration]:
            yield from points(configuration, binary_curves()[curve], engine)


def blocks(engine: str) -> Iterator[dict[str, Any]]:
    """Keys, single blocks, and the cycles of a block of a long message."""
    rng, host = random.Random(1), Host(engine=engine)
    for bits in (128, 192, 256):
        key, iv, block = rng.randbytes(bits // 8), rng.randbytes(16), rng.randbytes(16)
        aes = AES(host, key)
        yield _record(f"aes{bits}.key", "full", aes.cycles, checked="by the blocks")
        sent = _cipher(key, modes.ECB()).encryptor().update(block)
        for name, taken, wanted in (("encrypt", block, sent), ("decrypt", sent, block)):
            done = host.task(f"aes_{name}", taken)
            yield _record(f"aes{bits}.{name}", "full", done.cycles, passed=done.bytes == wanted)
        for name, (ours, theirs) in _modes(aes, key, iv).items():
            yield _steady(aes, f"aes{bits}.{name}", ours, theirs)


def _cipher(key: bytes, mode: modes.Mode) -> "Cipher[modes.Mode]":
    return Cipher(algorithms.AES(key), mode)


def _modes(aes: AES, key: bytes, iv: bytes) -> dict[str, tuple[Work, Work]]:
    """For each mode and direction, our result and theirs, of a message."""
    nonce = iv[:12]

    def sealed(how: Any, data: bytes, aad: bytes = b"") -> tuple[bytes, bytes]:
        whole = how(key).encrypt(nonce, data, aad)
        return whole[:-16], whole[-16:]

    def sent(mode: modes.Mode, data: bytes) -> bytes:
        return _cipher(key, mode).encryptor().update(data)

    def opened(how: Any, data: bytes) -> tuple[bytes, bytes]:
        return data, sealed(how, data)[1]

    ecb, cbc, ctr = modes.ECB(), modes.CBC(iv), modes.CTR(iv)
    ccm, gcm, ocb = aead.AESCCM, aead.AESGCM, aead.AESOCB3
    return {
        "ecb.encrypt": (aes.ecb, lambda d: sent(ecb, d)),
        "ecb.decrypt": (lambda d: aes.ecb(sent(ecb, d), True), lambda d: d),
        "cbc.encrypt": (lambda d: aes.cbc(iv, d), lambda d: sent(cbc, d)),
        "cbc.decrypt": (lambda d: aes.cbc(iv, sent(cbc, d), True), lambda d: d),
        "ctr": (lambda d: aes.ctr(iv, d), lambda d: sent(ctr, d)),
        "ccm.encrypt": (lambda d: aes.ccm(nonce, d, b"", 16), lambda d: sealed(ccm, d)),
        "ccm.decrypt": (lambda d: aes.ccm(nonce, sealed(ccm, d)[0], b"", 16, True), lambda d: opened(ccm, d)),
        "gcm.encrypt": (lambda d: aes.gcm(nonce, d), lambda d: sealed(gcm, d)),
        "gcm.decrypt": (lambda d: aes.gcm(nonce, sealed(gcm, d)[0], b"", True), lambda d: opened(gcm, d)),
        "ocb.encrypt": (lambda d: aes.ocb(nonce, d), lambda d: sealed(ocb, d)),
        "ocb.decrypt": (lambda d: aes.ocb(nonce, sealed(ocb, d)[0], b"", 16, True), lambda d: opened(ocb, d)),
        "ghash": (lambda d: aes.gcm(nonce, b"", d), lambda d: sealed(gcm, b"", d)),
    }


def _steady(aes: AES, name: str, ours: Work, theirs: Work) -> dict[str, Any]:
    """The cycles of STEADY blocks of a longer message."""
    spent, right = [], True
    for blocks_ in (STEADY, 2 * STEADY):
        data = random.Random(blocks_).randbytes(16 * blocks_)
        before = aes.cycles
        right &= ours(data) == theirs(data)
        spent.append(aes.cycles - before)
    return _record(f"{name}.steady", "full", spent[1] - spent[0], params={"blocks": STEADY}, passed=right)


def points(configuration: str, curve: BinaryCurve, engine: str = "iss") -> Iterator[dict[str, Any]]:
    """The tasks of a curve."""
    rng, host = random.Random(curve.name), Host(configuration, engine=engine)
    point = (curve.gx, curve.gy)
    other = reference.multiply(curve, rng.randrange(1, curve.n), point)
    a, b = rng.getrandbits(curve.degree), rng.getrandbits(curve.degree)
    k = rng.randrange(1, curve.n)
    product = reference.multiply(curve, k, point)
    assert isinstance(other, tuple) and isinstance(product, tuple)
    bits, random_ = curve.n.bit_length(), rng.randrange(1, 1 << curve.degree)

    def made(name: str, result: Result, wanted: tuple[int, ...] | None) -> dict[str, Any]:
        right = not result.error and tuple(result.numbers(host.words)) == (wanted or ())
        return _record(f"{curve.name}.{name}", configuration, result.cycles, passed=right, checked=FIELD)

    numbers = driver.numbers
    yield made("curve", driver.load(host, curve), ())
    yield made("product", host.task("field_multiply", numbers(host, a, b)), (reference.mul(a, b, curve.poly),))
    yield made("inverse", host.task("field_invert", numbers(host, a)), (reference.inverse(a, curve.poly),))
    yield made("add", host.task("point_add", numbers(host, *point, *other)), reference.add(curve, point, other))
    yield made("double", host.task("point_double", numbers(host, *other)), reference.add(curve, other, other))
    yield made("validate", host.task("point_validate", numbers(host, *other)), ())
    yield made("multiply", driver.multiply(host, k, point, bits, random_), product)
    yield made("multiply.validated", driver.multiply(host, k, point, bits, random_, VALIDATED), product)


def _record(name: str, configuration: str, cycles: int, passed: bool = True, checked: str = BLOCKS,
            params: dict[str, Any] | None = None, code_bytes: int | None = None) -> dict[str, Any]:  # fmt: skip
    return record(workload=f"{NAME}.{configuration}.{name}", engine="iss", machine=NAME, configuration=configuration,
                  cycles=cycles, passed=passed, checked=checked, params=params,
                  code_bytes=code_bytes)  # fmt: skip


def write(path: Path | None, configurations: tuple[str, ...], engine: str, told: Callable[[str], object]) -> None:
    """Tells the records, and puts them into a file one after the other, so that an interrupted run loses nothing."""
    for one in records(configurations or tuple(CURVES), engine):
        told(f"{one['workload']}: {one['cycles']} cycles, {'right' if one['verdict']['passed'] else 'WRONG'}")
        if path:
            put(path, [one])
