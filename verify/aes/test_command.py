# SPDX-License-Identifier: Apache-2.0
"""Does `ev aes` understand, and is it understood by, the `openssl` command?"""

import random
import subprocess

import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM, AESOCB3

from evariste.commands.aes import command

KEY = {128: "2b7e151628aed2a6abf7158809cf4f3c", 192: "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b"}
KEY[256] = "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"
IV = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
LENGTHS = (0, 1, 16, 16383, 16384, 40000)


def ev(*args, fails=False):
    result = CliRunner().invoke(command, [str(a) for a in args])
    assert (result.exit_code != 0) == fails, result.output
    return result.output


def openssl(*args):
    return subprocess.run(["openssl", *map(str, args)], check=True, capture_output=True).stdout


@pytest.mark.parametrize("bits", [128, 192, 256])
@pytest.mark.parametrize("mode", ["ecb", "cbc", "ctr", "cfb", "cfb8", "ofb"])
def test_openssl_decrypts_what_we_encrypt_and_we_what_it_encrypts(mode, bits, tmp_path):
    rng = random.Random(bits)
    lengths = LENGTHS if bits == 128 else LENGTHS[:3]
    for length in [n for n in lengths if mode != "cfb8" or n < 17000]:
        plain, ours, theirs, back = (tmp_path / name for name in ("plain", "ours", "theirs", "back"))
        plain.write_bytes(rng.randbytes(length))
        iv = [] if mode == "ecb" else ["-iv", IV]
        our_iv = [] if mode == "ecb" else ["--iv", IV]
        ev("encrypt", mode, plain, ours, "--key", KEY[bits], *our_iv)
        openssl("enc", f"-aes-{bits}-{mode}", "-K", KEY[bits], *iv, "-in", plain, "-out", theirs)
        assert ours.read_bytes() == theirs.read_bytes()
        openssl("enc", "-d", f"-aes-{bits}-{mode}", "-K", KEY[bits], *iv, "-in", ours, "-out", back)
        assert back.read_bytes() == plain.read_bytes()
        ev("decrypt", mode, theirs, back, "--key", KEY[bits], *our_iv)
        assert back.read_bytes() == plain.read_bytes()


@pytest.mark.parametrize("bits", [128, 256])
def test_openssl_computes_the_same_tags(bits, tmp_path):
    message, tag = tmp_path / "message", tmp_path / "tag"
    message.write_bytes(random.Random(7).randbytes(1000))
    ev("tag", "cmac", message, tag, "--key", KEY[bits])
    theirs = openssl("mac", "-cipher", f"AES-{bits}-CBC", "-macopt", f"hexkey:{KEY[bits]}", "-in", message, "CMAC")
    assert tag.read_bytes() == bytes.fromhex(theirs.decode())
    ev("tag", "gmac", message, tag, "--key", KEY[bits], "--iv", IV[:24])
    theirs = openssl("mac", "-cipher", f"AES-{bits}-GCM", "-macopt", f"hexkey:{KEY[bits]}", "-macopt",
                     f"hexiv:{IV[:24]}", "-in", message, "GMAC")  # fmt: skip
    assert tag.read_bytes() == bytes.fromhex(theirs.decode())


@pytest.mark.parametrize(
    ("mode", "cipher", "iv"), [("ccm", AESCCM, IV[:26]), ("gcm", AESGCM, IV[:24]), ("ocb", AESOCB3, IV[:24])]
)
def test_authenticated_files_open_with_another_implementation_and_a_forged_one_not_at_all(mode, cipher, iv, tmp_path):
    plain, sealed, aad, back = (tmp_path / name for name in ("plain", "sealed", "aad", "back"))
    plain.write_bytes(random.Random(8).randbytes(40000))
    aad.write_bytes(b"additional data")
    options = ["--key", KEY[128], "--iv", iv, "--aad", aad]
    ev("encrypt", mode, plain, sealed, *options)
    other = cipher(bytes.fromhex(KEY[128])).encrypt(bytes.fromhex(iv), plain.read_bytes(), aad.read_bytes())
    assert sealed.read_bytes() == other
    ev("decrypt", mode, sealed, back, *options)
    assert back.read_bytes() == plain.read_bytes()
    back.unlink()
    sealed.write_bytes(other[:100] + bytes([other[100] ^ 1]) + other[101:])
    assert "not authentic" in ev("decrypt", mode, sealed, back, *options, fails=True)
    assert not back.exists()


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["encrypt", "ecb", "--key", "00"], "16, 24 or 32"),
        (["encrypt", "ecb", "--key", "zz"], "hexadecimal"),
        (["encrypt", "cbc", "--key", KEY[128], "--iv", "00"], "wants 16 bytes"),
        (["encrypt", "ecb", "--key", KEY[128], "--no-pad"], "whole number of blocks"),
        (["encrypt", "ccm", "--key", KEY[128], "--iv", IV], "7 to 13 bytes"),
        (["encrypt", "gcm", "--key", KEY[128], "--iv", IV, "--tag-bytes", "3"], "no tag of this length"),
        (["decrypt", "cbc", "--key", KEY[128], "--iv", IV], "whole number of blocks"),
        (["tag", "cbc", "--key", KEY[128]], "cannot tag"),
        (["encrypt", "cmac", "--key", KEY[128]], "ev aes tag"),
    ],
)
def test_a_mistake_is_answered_with_a_sentence(args, sentence, tmp_path):
    source = tmp_path / "source"
    source.write_bytes(bytes(17))
    assert sentence in ev(*args[:2], source, tmp_path / "target", *args[2:], fails=True)
    assert not (tmp_path / "target").exists()


def test_a_missing_file_is_answered_with_a_sentence(tmp_path):
    output = ev("encrypt", "ecb", tmp_path / "absent", tmp_path / "target", "--key", KEY[128], fails=True)
    assert "cannot be read" in output
