# SPDX-License-Identifier: Apache-2.0
"""The modes of AES on the coprocessor, against the package `cryptography`."""

import random

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext, aead, algorithms
from cryptography.hazmat.primitives.ciphers import modes as theirs
from cryptography.hazmat.primitives.cmac import CMAC

from evariste.machines.asip.host import Host
from evariste.machines.asip.modes import AES

LENGTHS = (0, 1, 15, 16, 17, 48, 100, 256)
KEYS = (16, 24, 32)


def done(context: CipherContext, data: bytes) -> bytes:
    return context.update(data) + context.finalize()


@pytest.fixture(scope="module")
def host() -> Host:
    return Host()


@pytest.fixture(params=KEYS)
def key(request: pytest.FixtureRequest) -> bytes:
    return random.Random(request.param).randbytes(request.param)


@pytest.mark.parametrize("length", [n for n in LENGTHS if n % 16 == 0])
def test_whole_blocks(host: Host, key: bytes, length: int) -> None:
    rng = random.Random(length)
    ours, data, iv = AES(host, key), rng.randbytes(length), rng.randbytes(16)
    for mode, encrypt in ((theirs.ECB(), ours.ecb), (theirs.CBC(iv), lambda d, back=False: ours.cbc(iv, d, back))):
        sent = done(Cipher(algorithms.AES(key), mode).encryptor(), data)
        assert encrypt(data) == sent
        assert encrypt(sent, True) == data


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("counter", [bytes(16), bytes(12) + b"\xff" * 3 + b"\xfe", b"\xff" * 16])
def test_counters_run_over(host: Host, key: bytes, length: int, counter: bytes) -> None:
    data = random.Random(length).randbytes(length)
    sent = done(Cipher(algorithms.AES(key), theirs.CTR(counter)).encryptor(), data)
    assert AES(host, key).ctr(counter, data) == sent


@pytest.mark.parametrize("length", LENGTHS)
def test_cmac(host: Host, key: bytes, length: int) -> None:
    data, tag = random.Random(length).randbytes(length), CMAC(algorithms.AES(key))
    tag.update(data)
    assert AES(host, key).cmac(data) == tag.finalize()


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("extra", [0, 5, 16, 40])
def test_authenticated_modes(host: Host, key: bytes, length: int, extra: int) -> None:
    rng = random.Random(length * 100 + extra)
    ours, data, aad = AES(host, key), rng.randbytes(length), rng.randbytes(extra)
    for name, theirs_, nonce in (("gcm", aead.AESGCM, 12), ("gcm", aead.AESGCM, 8), ("gcm", aead.AESGCM, 16),
                                 ("ocb", aead.AESOCB3, 12), ("ocb", aead.AESOCB3, 15)):  # fmt: skip
        iv = rng.randbytes(nonce)
        sent = theirs_(key).encrypt(iv, data, aad)
        mode = getattr(ours, name)
        assert mode(iv, data, aad) == (sent[:-16], sent[-16:])
        assert mode(iv, sent[:-16], aad, decrypt=True) == (data, sent[-16:])
    for nonce, tag in ((7, 16), (13, 4), (11, 10)):
        iv = rng.randbytes(nonce)
        sent = aead.AESCCM(key, tag).encrypt(iv, data, aad)
        assert ours.ccm(iv, data, aad, tag) == (sent[:-tag], sent[-tag:])
        assert ours.ccm(iv, sent[:-tag], aad, tag, decrypt=True) == (data, sent[-tag:])


def test_an_offset_from_memory(host: Host) -> None:
    """OCB keeps L_8 to L_15 in memory; block 256 is the first that needs one."""
    key, iv = bytes(16), bytes(12)
    data = random.Random(1).randbytes(16 * 1030 + 3)
    sent = aead.AESOCB3(key).encrypt(iv, data, data[: 16 * 513])
    ours = AES(host, key)
    assert ours.ocb(iv, data, data[: 16 * 513]) == (sent[:-16], sent[-16:])
    assert ours.ocb(iv, sent[:-16], data[: 16 * 513], decrypt=True) == (data, sent[-16:])


@pytest.mark.parametrize(
    ("length", "tag"),
    [(16, "67E944D23256C5E0B6C61FA22FDF1EA2"), (24, "F673F2C3E7174AAE7BAE986CA9F29E17"),
     (32, "D90EB8E9C977C88B79DD793D7FFA161C")],
)  # fmt: skip
def test_the_iterated_test_of_rfc_7253(host: Host, length: int, tag: str) -> None:
    """Appendix A: all lengths up to 127 bytes, by one tag."""
    ours, text = AES(host, bytes(length - 1) + b"\x80"), b""
    for i in range(128):
        s = bytes(i)
        for n, (aad, data) in enumerate(((s, s), (b"", s), (s, b""))):
            nonce = (3 * i + 1 + n).to_bytes(12, "big")
            text += b"".join(ours.ocb(nonce, data, aad))
    assert b"".join(ours.ocb((385).to_bytes(12, "big"), b"", text)).hex().upper() == tag
