# SPDX-License-Identifier: Apache-2.0
"""The modes against another implementation: any lengths, pieces, alignments; what is refused; what a forgery yields."""

import random

import pytest
from cryptography.hazmat.decrepit.ciphers.modes import CFB, CFB8, OFB
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM, AESOCB3
from cryptography.hazmat.primitives.cmac import CMAC

from evariste.aes import Job, Mode, Result, run
from evariste.machines import DRIVEN, NATIVE, NATIVES

BACKENDS = (*NATIVES, *DRIVEN, "portable", "table")
LENGTHS = (0, 1, 15, 16, 17, 31, 32, 33, 48, 64, 65, 80, 127, 128, 300)
PIECES = (0, 1, 3, 16, 20, 32, 48)
STREAMS = {Mode.CTR: modes.CTR, Mode.CFB128: CFB, Mode.CFB8: CFB8, Mode.OFB: OFB}
BLOCKS = {Mode.ECB: lambda iv: modes.ECB(), Mode.CBC: modes.CBC}


def encrypt(key, mode, data):
    cipher = Cipher(algorithms.AES(key), mode).encryptor()
    return cipher.update(data) + cipher.finalize()


def check(jobs, expected, backend):
    for job, result, (data, tag) in zip(jobs, run(jobs, backend), expected, strict=True):
        assert (result.status, result.data, result.tag) == ("OK", data, tag), job


@pytest.mark.parametrize("backend", BACKENDS)
def test_plain_modes_agree_in_any_pieces_and_at_any_alignment(backend):
    rng = random.Random(1)
    jobs, expected = [], []
    for _ in range(150 if backend == NATIVE else 40):
        key, iv, length = rng.randbytes(rng.choice((16, 24, 32))), rng.randbytes(16), rng.choice(LENGTHS)
        if rng.random() < 0.3:
            iv = b"\xff" * 15 + bytes([rng.randrange(0xF8, 0x100)])  # the counter carries into every byte
        plain = rng.randbytes(length)
        offset = rng.randrange(4)
        for mode, make in (STREAMS | BLOCKS).items():
            piece, text = rng.choice(PIECES), plain
            if mode in BLOCKS:
                piece, text = piece // 16 * 16, plain[: length // 16 * 16]
            cipher = encrypt(key, make(iv), text)
            for source, result, decrypt in ((text, cipher, False), (cipher, text, True)):
                jobs.append(Job(mode, key, source, iv, decrypt=decrypt, piece=piece, offset=offset))
                expected.append((result, b""))
    check(jobs, expected, backend)


@pytest.mark.parametrize("backend", BACKENDS)
def test_authenticated_modes_agree_in_any_pieces_and_at_any_alignment(backend):
    rng = random.Random(2)
    jobs, expected = [], []

    def both(mode, key, iv, aad, plain, sealed, piece):
        cipher, tag = sealed[: len(plain)], sealed[len(plain) :]
        offset = rng.randrange(4)
        jobs.append(Job(mode, key, plain, iv, aad, tag_length=len(tag), piece=piece, offset=offset))
        jobs.append(Job(mode, key, cipher, iv, aad, tag, decrypt=True, piece=piece, offset=offset))
        expected.extend([(cipher, tag), (plain, tag)])

    for _ in range(100 if backend == NATIVE else 25):
        key, plain = rng.randbytes(rng.choice((16, 24, 32))), rng.randbytes(rng.choice(LENGTHS))
        aad = rng.randbytes(rng.choice((0, 1, 13, 14, 16, 30, 65, 200)))
        piece = rng.choice(PIECES)
        iv = rng.randbytes(rng.randrange(7, 14))
        tag_length = rng.choice((4, 6, 8, 10, 12, 14, 16))
        both(Mode.CCM, key, iv, aad, plain, AESCCM(key, tag_length).encrypt(iv, plain, aad), piece)
        iv = rng.randbytes(rng.choice((8, 12, 12, 13, 16, 20, 64, 128)))
        both(Mode.GCM, key, iv, aad, plain, AESGCM(key).encrypt(iv, plain, aad), piece)
        iv = rng.randbytes(rng.randrange(12, 16))
        both(Mode.OCB, key, iv, aad, plain, AESOCB3(key).encrypt(iv, plain, aad), piece // 16 * 16)
        mac = CMAC(algorithms.AES(key))
        mac.update(plain)
        tag = mac.finalize()
        jobs.append(Job(Mode.CMAC, key, plain, tag_length=16, piece=piece, offset=rng.randrange(4)))
        jobs.append(Job(Mode.CMAC, key, plain, tag=tag[:9], decrypt=True, piece=piece))
        expected.extend([(b"", tag), (b"", tag[:9])])
    check(jobs, expected, backend)


def test_long_additional_data_of_ccm_has_its_long_length_code():
    key, iv, aad, plain = bytes(16), bytes(13), bytes(65300), b"text"
    sealed = AESCCM(key, 8).encrypt(iv, plain, aad)
    check([Job(Mode.CCM, key, plain, iv, aad, tag_length=8)], [(sealed[:4], sealed[4:])], NATIVE)


def test_long_messages_of_ocb_use_high_multiples():
    key, iv, plain = bytes(range(16)), bytes(12), random.Random(3).randbytes(40000)
    sealed = AESOCB3(key).encrypt(iv, plain, b"")
    check([Job(Mode.OCB, key, plain, iv, tag_length=16)], [(sealed[:-16], sealed[-16:])], NATIVE)


def test_gmac_is_gcm_of_no_message():
    key, iv, message = bytes(range(16)), bytes(12), random.Random(4).randbytes(1000)
    tag = AESGCM(key).encrypt(iv, b"", message)
    check([Job(Mode.GCM, key, b"", iv, message, tag_length=16)], [(b"", tag)], NATIVE)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("mode", [Mode.CCM, Mode.GCM, Mode.OCB], ids=["ccm", "gcm", "ocb"])
def test_any_changed_bit_is_noticed_and_the_output_is_cleared(mode, backend):
    rng = random.Random(5)
    key, iv, aad, plain = rng.randbytes(16), rng.randbytes(12), rng.randbytes(20), rng.randbytes(50)
    (sealed,) = run([Job(mode, key, plain, iv, aad, tag_length=16)], backend)
    jobs = []
    for field, length in (("data", 50), ("aad", 20), ("iv", 12), ("tag", 16)):
        parts = {"data": sealed.data, "aad": aad, "iv": iv, "tag": sealed.tag}
        for bit in sorted(rng.sample(range(8 * length), 12)):
            changed = bytearray(parts[field])
            changed[bit // 8] ^= 1 << bit % 8
            jobs.append(Job(mode, key, decrypt=True, **(parts | {field: bytes(changed)})))
    results = run(jobs, backend)
    assert {(result.status, result.data) for result in results} == {("BAD_TAG", bytes(50))}


def test_a_changed_tag_of_cmac_is_noticed():
    job = Job(Mode.CMAC, bytes(16), b"message", tag=bytes(16), decrypt=True)
    assert run([job])[0].status == "BAD_TAG"


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_a_mode_does_not_have_is_refused_and_nothing_changes(backend):
    key, data = bytes(16), bytes(range(20))
    refused = [
        (Job(Mode.ECB, bytes(15), data), "BAD_KEY_LENGTH"),
        (Job(Mode.ECB, b"", data), "BAD_KEY_LENGTH"),
        (Job(Mode.ECB, bytes(31), data), "BAD_KEY_LENGTH"),
        (Job(Mode.GCM, bytes(17), data, bytes(12), tag_length=16), "BAD_KEY_LENGTH"),
        (Job(Mode.OCB, bytes(8), data, bytes(12), tag_length=16), "BAD_KEY_LENGTH"),
        (Job(Mode.ECB, key, data), "BAD_LENGTH"),
        (Job(Mode.CBC, key, data, bytes(16)), "BAD_LENGTH"),
        (Job(Mode.CBC, key, data, bytes(16), decrypt=True), "BAD_LENGTH"),
        (Job(Mode.CMAC, key, data, tag_length=0), "BAD_TAG_LENGTH"),
        (Job(Mode.CCM, key, data, bytes(6), tag_length=8), "BAD_NONCE_LENGTH"),
        (Job(Mode.CCM, key, data, bytes(14), tag_length=8), "BAD_NONCE_LENGTH"),
        (Job(Mode.CCM, key, data, bytes(13), tag_length=2), "BAD_TAG_LENGTH"),
        (Job(Mode.CCM, key, data, bytes(13), tag_length=5), "BAD_TAG_LENGTH"),
        (Job(Mode.CCM, key, bytes(65536), bytes(13), tag_length=8), "BAD_LENGTH"),
        (Job(Mode.GCM, key, data, b"", tag_length=16), "BAD_NONCE_LENGTH"),
        (Job(Mode.GCM, key, data, bytes(12), tag_length=11), "BAD_TAG_LENGTH"),
        (Job(Mode.OCB, key, data, b"", tag_length=16), "BAD_NONCE_LENGTH"),
        (Job(Mode.OCB, key, data, bytes(16), tag_length=16), "BAD_NONCE_LENGTH"),
        (Job(Mode.OCB, key, data, bytes(12), tag_length=0), "BAD_TAG_LENGTH"),
        (Job(Mode.OCB, key, data, bytes(12), tag_length=16, piece=6), "BAD_ORDER"),
    ]
    for (job, status), result in zip(refused, run([job for job, _ in refused], backend), strict=True):
        assert result.status == status, job
        if status != "BAD_ORDER" and job.mode != Mode.CMAC:
            assert result.data == job.data, job


def test_ccm_star_encrypts_without_a_tag():
    """IEEE 802.15.4, security level 4: the keystream is that of CCM."""
    key, iv, plain = bytes(range(16)), bytes(13), b"a message of 802.15.4"
    (result,) = run([Job(Mode.CCM, key, plain, iv, tag_length=0)])
    assert result == Result("OK", AESCCM(key).encrypt(iv, plain, b"")[: len(plain)], b"")


def test_the_bluetooth_example_comes_out():
    """Bluetooth Core, volume 6, part C, 1.2: LL_START_ENC_RSP1, AES-CCM with a nonce of 13 bytes and a tag of 4."""
    key, nonce = bytes.fromhex("99ad1b5226a37e3e058e3b8e27c2c666"), bytes.fromhex("000000008024abdcbabebaafde")
    (result,) = run([Job(Mode.CCM, key, b"\x06", nonce, b"\x03", tag_length=4)])
    assert (result.data + result.tag).hex() == "9fcda7f448"
