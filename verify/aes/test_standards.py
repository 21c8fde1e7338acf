# SPDX-License-Identifier: Apache-2.0
"""FIPS 197's own examples, NIST's Monte Carlo tests, and the iterated test of RFC 7253."""

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESOCB3

from evariste.aes import Job, Mode, run
from evariste.machines import DRIVEN, NATIVE, NATIVES

BACKENDS = (*NATIVES, *DRIVEN, "portable", "table")

# FIPS 197, Appendix B, and Appendix C.1 to C.3: key, plaintext, ciphertext.
FIPS_197 = [
    ("2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734", "3925841d02dc09fbdc118597196a0b32"),
    ("000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff", "69c4e0d86a7b0430d8cdb78070b4c55a"),
    (
        "000102030405060708090a0b0c0d0e0f1011121314151617",
        "00112233445566778899aabbccddeeff",
        "dda97ca4864cdfe06eaf70a0ec0d7191",
    ),
    (
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "00112233445566778899aabbccddeeff",
        "8ea2b7ca516745bfeafc49904b496089",
    ),
]


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_examples_of_fips_197_hold_in_both_directions(backend):
    jobs, expected = [], []
    for key, plain, cipher in ((bytes.fromhex(text) for text in example) for example in FIPS_197):
        for offset in range(4):
            jobs.append(Job(Mode.ECB, key, plain, offset=offset))
            jobs.append(Job(Mode.ECB, key, cipher, decrypt=True, offset=offset))
            expected += [cipher, plain]
    assert [result.data for result in run(jobs, backend)] == expected


@pytest.mark.parametrize("engine", ["rtl", "lockstep"])
def test_the_examples_of_fips_197_hold_on_the_rtl(engine):
    jobs = [Job(Mode.ECB, bytes.fromhex(key), bytes.fromhex(plain)) for key, plain, _ in FIPS_197]
    jobs += [Job(Mode.ECB, bytes.fromhex(k), bytes.fromhex(c), decrypt=True) for k, _, c in FIPS_197]
    expected = [bytes.fromhex(e[2]) for e in FIPS_197] + [bytes.fromhex(e[1]) for e in FIPS_197]
    assert [result.data for result in run(jobs, engine=engine)] == expected


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def reference(mode, decrypt, key, text, iv, rounds=1000):
    """AESAVS 6.4.1 and 6.4.2, the inner loop, by another implementation: the last two results."""
    cipher = Cipher(algorithms.AES(key), modes.ECB())
    step = (cipher.decryptor() if decrypt else cipher.encryptor()).update
    results = [iv]
    chain = iv
    for n in range(rounds):
        if mode == Mode.ECB_MCT:
            results.append(text := step(text))
            continue
        result = xor(step(text), chain) if decrypt else step(xor(text, chain))
        chain = text if decrypt else result
        results.append(result)
        text = iv if n == 0 else results[-2]
    return results[-1], results[-2]


def monte_carlo(mode, decrypt, key, text, iv, outer, backend):
    """The outer loop on the firmware: each key comes from what the last one produced."""
    for _ in range(outer):
        (result,) = run([Job(mode, key, text + bytes(16), iv, decrypt=decrypt, repeats=1000)], backend)
        last, before = result.data[:16], result.data[16:32]
        assert (last, before) == reference(mode, decrypt, key, text, iv)
        key = xor(key, (before + last)[32 - len(key) :])
        text, iv = (last, iv) if mode == Mode.ECB_MCT else (before, last)
    return last


@pytest.mark.parametrize("key_length", [16, 24, 32])
@pytest.mark.parametrize("decrypt", [False, True], ids=["encrypt", "decrypt"])
@pytest.mark.parametrize("mode", [Mode.ECB_MCT, Mode.CBC_MCT], ids=["ecb", "cbc"])
def test_the_monte_carlo_test_follows_the_reference(mode, decrypt, key_length):
    monte_carlo(mode, decrypt, bytes(range(key_length)), bytes(range(16)), bytes(range(100, 116)), 3, NATIVE)


@pytest.mark.full
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("key_length", [16, 24, 32])
@pytest.mark.parametrize("decrypt", [False, True], ids=["encrypt", "decrypt"])
@pytest.mark.parametrize("mode", [Mode.ECB_MCT, Mode.CBC_MCT], ids=["ecb", "cbc"])
def test_all_hundred_rounds_of_the_monte_carlo_test_follow_the_reference(mode, decrypt, key_length, backend):
    monte_carlo(mode, decrypt, bytes(range(key_length)), bytes(range(16)), bytes(range(100, 116)), 100, backend)


def test_the_monte_carlo_test_gives_the_published_value():
    """NIST's ECBMCT128.rsp, count 0."""
    key, plain = "139a35422f1d61de3c91787fe0507afd", "b9145a768b7dc489a096b546f43b231f"
    last = monte_carlo(Mode.ECB_MCT, False, bytes.fromhex(key), bytes.fromhex(plain), bytes(16), 1, NATIVE)
    assert last.hex() == "d7c3ffac9031238650901e157364c386"


# RFC 7253, Appendix A: key bits, tag bits, result.
ITERATED = [
    (128, 128, "67E944D23256C5E0B6C61FA22FDF1EA2"),
    (192, 128, "F673F2C3E7174AAE7BAE986CA9F29E17"),
    (256, 128, "D90EB8E9C977C88B79DD793D7FFA161C"),
    (128, 96, "77A3D8E73589158D25D01209"),
    (192, 96, "05D56EAD2752C86BE6932C5E"),
    (256, 96, "5458359AC23B0CBA9E6330DD"),
    (128, 64, "192C9B7BD90BA06A"),
    (192, 64, "0066BC6E0EF34E24"),
    (256, 64, "7D4EA5D445501CBE"),
]


@pytest.mark.parametrize(("key_bits", "tag_bits", "expected"), ITERATED)
def test_the_iterated_test_of_rfc_7253_ends_as_printed(key_bits, tag_bits, expected):
    key, tag = bytes(key_bits // 8 - 1) + bytes([tag_bits]), tag_bits // 8

    def seal(number, aad, text):
        return Job(Mode.OCB, key, text, number.to_bytes(12, "big"), aad, tag_length=tag)

    jobs = []
    for i in range(128):
        jobs += [seal(3 * i + 1, bytes(i), bytes(i)), seal(3 * i + 2, b"", bytes(i)), seal(3 * i + 3, bytes(i), b"")]
    text = b"".join(result.data + result.tag for result in run(jobs))
    assert len(text) == 128 * 127 + 384 * tag
    (result,) = run([seal(385, text, b"")])
    assert (result.status, result.tag.hex().upper()) == ("OK", expected)


def test_the_iterated_message_is_what_another_implementation_makes():
    key = bytes(15) + bytes([128])
    jobs, expected = [], []
    for i in range(0, 128, 7):
        jobs.append(Job(Mode.OCB, key, bytes(i), (3 * i + 1).to_bytes(12, "big"), bytes(i), tag_length=16))
        expected.append(AESOCB3(key).encrypt((3 * i + 1).to_bytes(12, "big"), bytes(i), bytes(i)))
    assert [result.data + result.tag for result in run(jobs)] == expected
