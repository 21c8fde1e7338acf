# SPDX-License-Identifier: Apache-2.0
"""The example of a task of one's own, sw/asip/examples/aegis.s, on vectors of draft-irtf-cfrg-aegis-aead, and beside
AEGIS-128L written from the draft."""

import random

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from evariste.machines.asip import assembler
from evariste.machines.asip.host import Host
from evariste.paths import ROOT
from verify.asip import aegis

SOURCE = ROOT / "sw/asip/examples/aegis.s"
KEY = bytes.fromhex("10010000000000000000000000000000")
NONCE = bytes.fromhex("10000200000000000000000000000000")
# Additional data, message, what is sent, tag: test vectors 1 and 3 for AEGIS-128L.
VECTORS = [
    ("", "00" * 16, "c1c0e58bd913006feba00f4b3cc3594e", "abe0ece80c24868a226a35d16bdae37a"),
    ("0001020304050607", bytes(range(32)).hex(), "79d94593d8c2119d7e8fd9b8fc77845c5c077a05b2528b6ac54b563aed8efe84",
     "cc6f3372f6aa1bb82388d695c3962d9a"),
]  # fmt: skip


def loaded(engine: str) -> Host:
    host = Host("loadable", engine=engine)
    host.load(assembler.assemble({SOURCE.name: SOURCE.read_text(encoding="utf-8")}).words)
    return host


def seal(host: Host, key: bytes, data: bytes, message: bytes, nonce: bytes = NONCE) -> tuple[bytes, bytes]:
    def filled(text: bytes) -> bytes:
        return text + bytes(-len(text) % 32)

    lengths = (8 * len(data)).to_bytes(8, "little") + (8 * len(message)).to_bytes(8, "little")
    words = aegis.C0 + aegis.C1 + key + nonce + filled(data) + filled(message) + lengths
    done = host.task("aes_key128", words, count=len(filled(message)) // 32, flags=bool(data))
    assert not done.error
    return done.bytes[: len(message)], done.bytes[-16:]


@pytest.mark.parametrize(("data", "message", "sent", "tag"), VECTORS)
def test_the_vectors_of_aegis(data: str, message: str, sent: str, tag: str) -> None:
    host = loaded("lockstep")
    assert tuple(part.hex() for part in aegis.encrypt(KEY, NONCE, bytes.fromhex(data), bytes.fromhex(message))) == (
        sent, tag)  # fmt: skip
    found = seal(host, KEY, bytes.fromhex(data), bytes.fromhex(message))
    assert tuple(part.hex() for part in found) == (sent, tag)
    assert seal(host, bytes(16), bytes.fromhex(data), bytes.fromhex(message)) != found


def test_messages_at_random_are_those_of_the_draft() -> None:
    """Full and partial blocks, with and without one block of additional data."""
    rng, host = random.Random(1), loaded("iss")
    for length in (1, 15, 16, 17, 31, 32, 33, 100, 160):
        key, nonce, message = rng.randbytes(16), rng.randbytes(16), rng.randbytes(length)
        data = rng.randbytes(rng.randrange(33))
        assert seal(host, key, data, message, nonce) == aegis.encrypt(key, nonce, data, message)


def test_the_round_of_the_reference_is_that_of_aes() -> None:
    """Ten rounds with the key schedule of FIPS 197 are AES-128 of an independent library."""
    rng = random.Random(2)
    key, block = rng.randbytes(16), rng.randbytes(16)
    words, constant = [key[i : i + 4] for i in range(0, 16, 4)], 1
    for i in range(4, 44):
        word = words[-1]
        if i % 4 == 0:
            word = bytes(aegis.SBOX[b] for b in (*word[1:], word[0]))
            word, constant = bytes([word[0] ^ constant, *word[1:]]), aegis.times(constant, 2)
        words.append(bytes(a ^ b for a, b in zip(words[i - 4], word, strict=True)))
    keys = [b"".join(words[i : i + 4]) for i in range(0, 44, 4)]
    state = aegis.xor(block, keys[0])
    for one in keys[1:10]:
        state = aegis.aes_round(state, one)
    cipher = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    assert aegis.last_round(state, keys[10]) == cipher.update(block) + cipher.finalize()
