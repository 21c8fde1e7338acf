# SPDX-License-Identifier: Apache-2.0
"""BCH words from and to the bytes that are transmitted, in both orders of bits.

The expected bytes come from the word as a text of bits in order of transmission, and from bchlib, which has its own
idea of both orders.
"""

import random

import pytest

from evariste.codes.hostlib import Bch
from evariste.statuses import number

CODES = [Bch(0x25, 31, 5), Bch(0x25, 31, 2, extended=True), Bch(0x43, 63, 2), Bch(0x89, 100, 3), Bch(0x11D, 255, 4),
         Bch(0x11D, 248, 4), Bch(0x11D, 255, 4, extended=True), Bch(0x11D, 64, 2), Bch(0x211, 300, 4),
         Bch(0x201B, 4200, 8)]  # fmt: skip


def packed(bits: str, lsb_first: bool) -> bytes:
    """Bits in order of transmission as bytes."""
    chunks = [bits[i : i + 8].ljust(8, "0") for i in range(0, len(bits), 8)]
    return bytes(int(chunk[::-1] if lsb_first else chunk, 2) for chunk in chunks)


@pytest.mark.parametrize("lsb_first", [False, True])
@pytest.mark.parametrize("code", CODES, ids=lambda code: f"{code.code.n}-{code.code.k}")
def test_words_and_messages_are_sent_in_order(code: Bch, lsb_first: bool) -> None:
    rng = random.Random(code.code.n)
    k, length = code.code.k, code.length
    for _ in range(8):
        message = f"{rng.getrandbits(k):0{k}b}"
        status, word = code.put("message", packed(message, lsb_first), lsb_first)
        assert (status, f"{word:0{length}b}") == (0, message + "0" * (length - k))
        word = code.encode(int(message, 2))
        bits = f"{word:0{length}b}"
        assert bits.startswith(message)
        assert code.get("word", word, lsb_first) == (0, packed(bits, lsb_first))
        assert code.get("message", word, lsb_first) == (0, packed(message, lsb_first))
        assert code.put("word", packed(bits, lsb_first), lsb_first) == (0, word)


@pytest.mark.parametrize("lsb_first", [False, True])
@pytest.mark.parametrize("code", CODES, ids=lambda code: f"{code.code.n}-{code.code.k}")
def test_a_bit_behind_the_last_is_refused(code: Bch, lsb_first: bool) -> None:
    for part, count in (("word", code.length), ("message", code.code.k)):
        size = -(-count // 8)
        for bit in range(count, 8 * size):
            content = packed("0" * bit + "1", lsb_first)
            assert code.put(part, content, lsb_first) == (number("BAD_SYMBOL"), (1 << code.length) - 1)
        for wrong in (size - 1, size + 1):
            assert code.put(part, bytes(wrong), lsb_first)[0] == number("BAD_LENGTH")
        assert code.get(part, 0, lsb_first, capacity=size - 1)[0] == number("TOO_SMALL")
        assert code.get(part, 0, lsb_first, capacity=size) == (0, bytes(size))


@pytest.mark.parametrize("lsb_first", [False, True])
def test_the_check_bytes_are_those_of_bchlib(lsb_first: bool) -> None:
    import bchlib

    # 512 bytes and 13 of parity. bchlib's swap_bits: the least significant bit first.
    code, coder = Bch(0x201B, 512 * 8 + 104, 8), bchlib.BCH(8, prim_poly=0x201B, swap_bits=lsb_first)
    rng = random.Random(lsb_first)
    for _ in range(5):
        data = rng.randbytes(512)
        status, word = code.put("message", data, lsb_first)
        assert status == 0
        status, sent = code.get("word", code.encode(word >> 104), lsb_first)
        assert (status, sent) == (0, data + bytes(coder.encode(data)))
        received = bytearray(sent)
        for bit in rng.sample(range(8 * len(sent)), 8):
            received[bit // 8] ^= 1 << bit % 8
        status, word = code.put("word", bytes(received), lsb_first)
        assert status == 0
        corrected, word = code.decode(word)
        assert corrected == 8 and code.get("word", word, lsb_first) == (0, sent)
