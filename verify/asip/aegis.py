# SPDX-License-Identifier: Apache-2.0
"""AEGIS-128L written from section 2 of draft-irtf-cfrg-aegis-aead, with a round of AES written from FIPS 197. It shares
nothing with the coprocessor, its interpreter and its program."""

C0 = bytes.fromhex("000101020305080d1522375990e97962")
C1 = bytes.fromhex("db3d18556dc22ff12011314273b528dd")


def times(a: int, b: int) -> int:
    """The product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1."""
    total = 0
    for i in range(8):
        if b >> i & 1:
            total ^= a << i
    for i in range(14, 7, -1):
        if total >> i & 1:
            total ^= 0x11B << i - 8
    return total


def _substituted(a: int) -> int:
    inverse = next((b for b in range(256) if times(a, b) == 1), 0)
    total = inverse ^ 0x63
    for k in range(4, 8):
        total ^= (inverse >> k | inverse << 8 - k) & 0xFF
    return total


SBOX = [_substituted(a) for a in range(256)]


def xor(*blocks: bytes) -> bytes:
    total = 0
    for block in blocks:
        total ^= int.from_bytes(block, "big")
    return total.to_bytes(16, "big")


def last_round(state: bytes, key: bytes) -> bytes:
    """ShiftRows(SubBytes(state)) + key. Byte 4 c + r is in row r and column c."""
    return xor(bytes(SBOX[state[4 * ((c + r) % 4) + r]] for c in range(4) for r in range(4)), key)


def aes_round(state: bytes, key: bytes) -> bytes:
    shifted = last_round(state, bytes(16))
    mixed = bytearray()
    for c in range(4):
        column = shifted[4 * c : 4 * c + 4]
        mixed += bytes(times(column[r], 2) ^ times(column[(r + 1) % 4], 3) ^ column[(r + 2) % 4] ^ column[(r + 3) % 4]
                       for r in range(4))  # fmt: skip
    return xor(bytes(mixed), key)


def update(s: list[bytes], m0: bytes, m1: bytes) -> list[bytes]:
    taken = {0: m0, 4: m1}
    return [aes_round(s[i - 1], xor(s[i], taken.get(i, bytes(16)))) for i in range(8)]


def encrypt(key: bytes, nonce: bytes, data: bytes, message: bytes) -> tuple[bytes, bytes]:
    """What is sent, and the tag of 128 bits."""
    s = [xor(key, nonce), C1, C0, C1, xor(key, nonce), xor(key, C0), xor(key, C1), xor(key, C0)]
    for _ in range(10):
        s = update(s, nonce, key)
    for block in _blocks(data):
        s = update(s, block[:16], block[16:])
    sent = b""
    for block in _blocks(message):
        z0 = xor(s[6], s[1], bytes(a & b for a, b in zip(s[2], s[3], strict=True)))
        z1 = xor(s[2], s[5], bytes(a & b for a, b in zip(s[6], s[7], strict=True)))
        sent += xor(block[:16], z0) + xor(block[16:], z1)
        s = update(s, block[:16], block[16:])
    lengths = (8 * len(data)).to_bytes(8, "little") + (8 * len(message)).to_bytes(8, "little")
    t = xor(s[2], lengths)
    for _ in range(7):
        s = update(s, t, t)
    return sent[: len(message)], xor(*s[:7])


def _blocks(text: bytes) -> list[bytes]:
    return [text[i : i + 32].ljust(32, b"\0") for i in range(0, len(text), 32)]
