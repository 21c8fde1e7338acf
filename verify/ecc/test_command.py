# SPDX-License-Identifier: Apache-2.0
"""`ev ecc` and openssl read each other's files and agree."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from evariste.commands.ecc import command
from evariste.ecc import pem
from evariste.ecc.curves import curves
from evariste.ecc.vectors import HASHES

CURVES = list(curves().values())
each_curve = pytest.mark.parametrize("c", CURVES, ids=[c.name for c in CURVES])


def ev(*arguments: object, status: int = 0) -> str:
    result = CliRunner().invoke(command, [str(a) for a in arguments])
    assert result.exit_code == status, result.output
    return result.output


def openssl(*arguments: object, status: int = 0) -> bytes:
    done = subprocess.run(["openssl", *(str(a) for a in arguments)], capture_output=True)
    assert done.returncode == status, done.stderr.decode()
    return done.stdout


@each_curve
def test_keys_signatures_and_secrets_pass_between_ev_and_openssl(c: object, tmp_path: Path) -> None:
    check_with_openssl(c.standard, tmp_path)


def check_with_openssl(curve: str, t: Path, *options: object) -> None:
    """`options` are given to `ev ecc` where the simulated machine works."""
    (t / "message").write_bytes(b"a message of no importance")
    ev("keygen", "--curve", curve, "-o", t / "a.pem", "--public", t / "a.pub", *options)
    openssl("ec", "-in", t / "a.pem", "-check", "-noout")
    assert openssl("ec", "-in", t / "a.pem", "-pubout") == (t / "a.pub").read_bytes()
    openssl("ecparam", "-name", curve, "-genkey", "-noout", "-out", t / "b.pem")
    openssl("ec", "-in", t / "b.pem", "-pubout", "-out", t / "b.pub")
    # ours signs, openssl verifies; openssl signs, ours verifies
    ev("sign", t / "message", "--key", t / "a.pem", "-o", t / "a.sig", "--hash", "sha384", *options)
    openssl("dgst", "-sha384", "-verify", t / "a.pub", "-signature", t / "a.sig", t / "message")
    openssl("dgst", "-sha256", "-sign", t / "b.pem", "-out", t / "b.sig", t / "message")
    ev("verify", t / "message", "--public", t / "b.pub", "--signature", t / "b.sig", *options)
    ev("verify", t / "a.sig", "--public", t / "b.pub", "--signature", t / "b.sig", *options, status=1)
    # both derive the same secret; ours also reads openssl's own key format
    ev("derive", "--key", t / "a.pem", "--peer", t / "b.pub", "-o", t / "z", *options)
    assert openssl("pkeyutl", "-derive", "-inkey", t / "b.pem", "-peerkey", t / "a.pub") == (t / "z").read_bytes()
    ev("derive", "--key", t / "b.pem", "--peer", t / "a.pub", "-o", t / "y", *options)
    assert (t / "y").read_bytes() == (t / "z").read_bytes()
    assert (t / "a.pem").stat().st_mode & 0o77 == 0


def check_hash(c: object, name: str, t: Path) -> None:
    """With this hash ours signs and openssl verifies, and the other way round."""
    (t / "message").write_bytes(b"a message of no importance")
    ev("keygen", "--curve", c.standard, "-o", t / "a.pem", "--public", t / "a.pub")
    ev("sign", t / "message", "--key", t / "a.pem", "-o", t / "a.sig", "--hash", name)
    openssl("dgst", f"-{name}", "-verify", t / "a.pub", "-signature", t / "a.sig", t / "message")
    openssl("dgst", f"-{name}", "-sign", t / "a.pem", "-out", t / "b.sig", t / "message")
    ev("verify", t / "message", "--public", t / "a.pub", "--signature", t / "b.sig", "--hash", name)
    other = "sha256" if name != "sha256" else "sha512"
    ev("verify", t / "message", "--public", t / "a.pub", "--signature", t / "b.sig", "--hash", other, status=1)


@pytest.mark.full
@pytest.mark.parametrize("name", HASHES)
@each_curve
def test_signatures_with_each_hash_pass_between_ev_and_openssl(c: object, name: str, tmp_path: Path) -> None:
    check_hash(c, name, tmp_path)


def test_x25519_keys_and_secrets_pass_between_ev_and_openssl(tmp_path: Path) -> None:
    t = tmp_path
    ev("keygen", "--curve", "x25519", "-o", t / "a.pem", "--public", t / "a.pub")
    assert openssl("pkey", "-in", t / "a.pem", "-pubout") == (t / "a.pub").read_bytes()
    assert openssl("pkey", "-in", t / "a.pem") == (t / "a.pem").read_bytes()
    openssl("genpkey", "-algorithm", "x25519", "-out", t / "b.pem")
    openssl("pkey", "-in", t / "b.pem", "-pubout", "-out", t / "b.pub")
    ev("derive", "--key", t / "a.pem", "--peer", t / "b.pub", "-o", t / "z")
    assert openssl("pkeyutl", "-derive", "-inkey", t / "b.pem", "-peerkey", t / "a.pub") == (t / "z").read_bytes()
    ev("derive", "--key", t / "b.pem", "--peer", t / "a.pub", "-o", t / "y", "--backend", "portable")
    assert (t / "y").read_bytes() == (t / "z").read_bytes()
    assert (t / "a.pem").stat().st_mode & 0o77 == 0


def test_unusable_files_are_refused_in_a_sentence(tmp_path: Path) -> None:
    t = tmp_path
    ev("keygen", "--curve", "k163", "-o", t / "k.pem", "--public", t / "k.pub")
    ev("keygen", "--curve", "b163", "-o", t / "b.pem", "--public", t / "b.pub")
    (t / "text").write_text("nothing")
    (t / "bad.pem").write_text("-----BEGIN PRIVATE KEY-----\n!!\n-----END PRIVATE KEY-----\n")
    (t / "short.pem").write_text("-----BEGIN PRIVATE KEY-----\nMIGEAgEA\n-----END PRIVATE KEY-----\n")
    openssl("ecparam", "-name", "secp256k1", "-genkey", "-noout", "-out", t / "p.pem")
    ev("keygen", "--curve", "x25519", "-o", t / "x.pem", "--public", t / "x.pub")
    (t / "zero.pub").write_text(pem.x25519_public(bytes(32)))
    (t / "short.pub").write_text(pem.x25519_public(bytes(31)))
    cases = [
        (("keygen", "--curve", "k234", "-o", t / "x"), "There is no curve 'k234'"),
        (("keygen", "--curve", "k233", "-o", t / "no" / "x"), "cannot be written"),
        (("sign", t / "text", "--key", t / "text", "-o", t / "x"), "holds no PEM block"),
        (("sign", t / "text", "--key", t / "absent", "-o", t / "x"), "cannot be read"),
        (("sign", t / "absent", "--key", t / "k.pem", "-o", t / "x"), "cannot be read"),
        (("sign", t / "text", "--key", t / "bad.pem", "-o", t / "x"), "not base 64"),
        (("sign", t / "text", "--key", t / "short.pem", "-o", t / "x"), "cut short"),
        (("sign", t / "text", "--key", t / "p.pem", "-o", t / "x"), "a curve that is not here"),
        (("sign", t / "text", "--key", t / "x.pem", "-o", t / "x"), "is an X25519 key"),
        (("derive", "--key", t / "x.pem", "--peer", t / "k.pub", "-o", t / "x"), "is an X25519 key"),
        (("derive", "--key", t / "k.pem", "--peer", t / "x.pub", "-o", t / "x"), "is an X25519 key"),
        (("derive", "--key", t / "x.pem", "--peer", t / "x.pub", "--cofactor", "-o", t / "x"), "no other form"),
        (("derive", "--key", t / "x.pem", "--peer", t / "zero.pub", "-o", t / "x"), "small order"),
        (("derive", "--key", t / "x.pem", "--peer", t / "short.pub", "-o", t / "x"), "must have 32"),
        (("derive", "--key", t / "k.pem", "--peer", t / "b.pub", "-o", t / "x"), "is a key on k163"),
        (("verify", t / "text", "--public", t / "k.pub", "--signature", t / "text"), "not a key or signature"),
    ]
    for arguments, sentence in cases:
        assert sentence in ev(*arguments, status=2), arguments
