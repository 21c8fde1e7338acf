# SPDX-License-Identifier: Apache-2.0
"""Keys and signatures are read strictly: what openssl refuses is refused, each in a sentence that names what it is.

Two judges: the program openssl, and for signatures also the Python package `cryptography`, which has a parser of DER of
its own. (It reads no keys on binary curves any more.)
"""

import base64
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from evariste.ecc import pem, reference
from evariste.ecc.curves import curves
from evariste.ecc.pem import BITS, CONTEXT, INTEGER, OCTETS, OID, SEQUENCE, integer, oid, tlv
from evariste.errors import UserError

C = curves()["k233"]
D = 0x0134567890ABCDEF1234567890ABCDEF1234567890ABCDEF1234567890  # a first octet 1: "unused bits" leaves it
Q = reference.multiply(C, D, reference.generator(C))
assert Q is not None
POINT = pem.point(C, Q)
ALGORITHM = tlv(SEQUENCE, oid(pem.EC_PUBLIC_KEY) + oid(C.oid))
SCALAR = D.to_bytes(29)


def unarmoured(text: str) -> bytes:
    return base64.b64decode("".join(text.splitlines()[1:-1]))


PKCS8 = unarmoured(pem.private_key(C, D, Q))
CURVE = tlv(CONTEXT, oid(C.oid))
SEC1 = tlv(SEQUENCE, integer(1) + tlv(OCTETS, SCALAR) + CURVE + tlv(CONTEXT + 1, tlv(BITS, b"\0" + POINT)))
SPKI = unarmoured(pem.public_key(C, Q))
SMALL = tlv(SEQUENCE, ALGORITHM + tlv(BITS, b"\0" + bytes([2 | 1]) + POINT[1:31]))


def ours(kind: str, der: bytes, folder: Path) -> object:
    """What we read; None when it is refused."""
    file = folder / "key"
    file.write_text(pem._armour(kind, der))
    try:
        return pem.read_public(file) if kind == "PUBLIC KEY" else pem.read_private(file)
    except UserError as refusal:
        assert refusal.message.endswith(".") and "\n" not in refusal.message
        return None


def theirs(kind: str, der: bytes) -> bool:
    """Does the program openssl read it, and find a point on the curve?"""
    command = ["openssl", "pkey", "-noout", "-inform", "DER", *(["-pubin"] if kind == "PUBLIC KEY" else [])]
    return subprocess.run(command, input=der, capture_output=True).returncode == 0


def mutants(der: bytes, rng: random.Random) -> Iterator[bytes]:
    """Changes that a parser may overlook: of a bit, a length, a tag; octets more or fewer."""
    for at in range(min(len(der), 60)):  # the structure is at the front
        yield der[:at] + bytes([der[at] ^ 1 << rng.randrange(8)]) + der[at + 1 :]
        yield der[:at] + bytes([rng.randrange(256)]) + der[at + 1 :]
        yield der[:at] + b"\0" + der[at:]
        yield der[:at] + der[at + 1 :]
    for _ in range(150):
        out = bytearray(der)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(out))
            match rng.randrange(5):
                case 0:
                    out[at] ^= 1 << rng.randrange(8)
                case 1:
                    out[at] = rng.choice([0, 1, 2, 3, 4, 6, 0x30, 0x7F, 0x80, 0x81, 0x82, 0xA0, 0xA1, 0xFF])
                case 2:
                    out.insert(at, rng.choice([0, 0x80, 0x81, 0xFF, rng.randrange(256)]))
                case 3:
                    del out[at]
                case _:
                    out = out[:at] if rng.random() < 0.3 else out + rng.randbytes(rng.randint(1, 4))
            if not out:
                break
        yield bytes(out)


def nodes(der: bytes) -> list[tuple[int, int, int]]:
    """Start, start of the content, end of every element, from the outside in."""
    found: list[tuple[int, int, int]] = []

    def walk(at: int, end: int) -> None:
        while at < end:
            length, start = der[at + 1], at + 2
            if length & 0x80:
                start += length & 0x7F
                length = int.from_bytes(der[at + 2 : start])
            found.append((at, start, start + length))
            if der[at] & 0x20 or (der[at] == OCTETS and length > 60):
                walk(start, start + length)
            at = start + length

    walk(0, len(der))
    return found


def rebuilt(der: bytes, at: int, change: Callable[[int, bytes], bytes]) -> bytes:
    """The element at `at` replaced by change(tag, content), the lengths around it made right."""

    def walk(start: int, end: int) -> bytes:
        out = b""
        while start < end:
            first, content, last = next(n for n in nodes(der) if n[0] == start)
            tag = der[first]
            inner = any(content <= n[0] < last for n in nodes(der))
            body = walk(content, last) if inner else der[content:last]
            out += change(tag, body) if first == at else tlv(tag, body)
            start = last
        return out

    return walk(0, len(der))


def long_form(tag: int, body: bytes) -> bytes:
    size = (len(body).bit_length() + 7) // 8 + 1
    return bytes([tag, 0x80 | size]) + len(body).to_bytes(size) + body


CRAFTED: dict[str, Callable[[int, bytes], bytes]] = {
    "a length in more octets than it needs": long_form,
    "a length without an end": lambda tag, body: bytes([tag, 0x80]) + body + b"\0\0",
    "an element more inside": lambda tag, body: tlv(tag, body + b"\x05\0"),
    "an element twice": lambda tag, body: 2 * tlv(tag, body),
    "another tag": lambda tag, body: tlv(tag ^ 1, body),
    "no content": lambda tag, body: tlv(tag, b""),
    "a zero in front": lambda tag, body: tlv(tag, b"\0" + body),
    "a content cut short": lambda tag, body: tlv(tag, body[:-1]),
    "left out": lambda tag, body: b"",
    "unused bits": lambda tag, body: tlv(tag, b"\1" + body[1:]),
}


def crafted(der: bytes) -> list[bytes]:
    """Every element changed in every way."""
    return [rebuilt(der, at, change) for at, _, _ in nodes(der) for change in CRAFTED.values()]


KEYS = {"PRIVATE KEY": PKCS8, "EC PRIVATE KEY": SEC1, "PUBLIC KEY": SPKI}


def test_what_we_write_is_read_by_everybody(tmp_path: Path) -> None:
    for kind, der in KEYS.items():
        assert ours(kind, der, tmp_path) and theirs(kind, der)
    assert ours("PUBLIC KEY", SMALL, tmp_path) == (C, b"\3" + POINT[1:31]) and theirs("PUBLIC KEY", SMALL)


@pytest.mark.parametrize("kind", KEYS)
def test_every_element_made_wrong_is_refused(kind: str, tmp_path: Path) -> None:
    der = KEYS[kind]
    accepted = []
    for at, _, _ in nodes(der):
        for what, change in CRAFTED.items():
            made = rebuilt(der, at, change)
            if made != der and ours(kind, made, tmp_path):
                accepted.append((what, at))
    # An integer 0 or 1 with a zero in front is padded, an octet string of another length no scalar; only the public
    # key of a private one may be absent, and its curve where PKCS #8 names it.
    assert {what for what, _ in accepted} <= {"left out"}, accepted
    assert len(accepted) == (kind != "PUBLIC KEY")


@pytest.mark.parametrize("kind", KEYS)
def test_a_key_that_openssl_refuses_is_never_accepted(kind: str, tmp_path: Path) -> None:
    rng = random.Random(kind)
    tried = [*mutants(KEYS[kind], rng), *crafted(KEYS[kind])]
    taken = [der for der in tried if ours(kind, der, tmp_path)]
    for der in set(taken):  # openssl is asked about what we accept
        assert theirs(kind, der), der.hex()
    assert len(tried) > 400 and len(taken) < len(tried) / 4


def signed(tmp_path: Path) -> bytes:
    """A signature by openssl of the file `message`; key and public key beside it."""
    (tmp_path / "message").write_bytes(b"message")
    (tmp_path / "key").write_text(pem.private_key(C, D, Q))
    (tmp_path / "public").write_text(pem.public_key(C, Q))
    return subprocess.run(["openssl", "dgst", "-sha256", "-sign", "key", "message"], cwd=tmp_path, check=True,
                          capture_output=True).stdout  # fmt: skip


def verified(tmp_path: Path, der: bytes) -> bool:
    (tmp_path / "sig").write_bytes(der)
    command = ["openssl", "dgst", "-sha256", "-verify", "public", "-signature", "sig", "message"]
    return subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == 0


def read_signature(der: bytes) -> tuple[int, int] | None:
    try:
        return pem.read_signature(der, "signature")
    except UserError:
        return None


def test_a_signature_is_read_as_the_package_reads_it(tmp_path: Path) -> None:
    rng = random.Random(5)
    refused = taken = 0
    for _ in range(12):
        good = signed(tmp_path)
        assert verified(tmp_path, good)
        for der in [good, *mutants(good, rng), *crafted(good)]:
            try:
                expected = decode_dss_signature(der)
            except ValueError:
                expected = None
            assert read_signature(der) == (expected if expected is None or min(expected) >= 0 else None), der.hex()
            taken, refused = taken + (expected is not None), refused + (expected is None)
    assert taken > 300 and refused > 2000


def test_a_signature_that_openssl_refuses_is_never_taken_for_the_right_one(tmp_path: Path) -> None:
    good = signed(tmp_path)
    right = read_signature(good)
    for number, der in enumerate([*crafted(good), *mutants(good, random.Random(6))]):
        same = read_signature(der) == right
        assert same == (der == good), der.hex()
        if number < 120 or same:  # a process each
            assert verified(tmp_path, der) == same, der.hex()


SENTENCES = {
    "padded integer": (tlv(SEQUENCE, tlv(INTEGER, b"\0\5") + integer(5)), "more octets than it needs"),
    "padded negative integer": (tlv(SEQUENCE, tlv(INTEGER, b"\xff\x85") + integer(5)), "more octets than it needs"),
    "negative integer": (tlv(SEQUENCE, tlv(INTEGER, b"\x85") + integer(5)), "negative"),
    "empty integer": (tlv(SEQUENCE, tlv(INTEGER, b"") + integer(5)), "no octets"),
    "long length": (long_form(SEQUENCE, integer(5) + integer(5)), "shortest form"),
    "indefinite length": (b"\x30\x80" + integer(5) + integer(5) + b"\0\0", "shortest form"),
    "octets behind": (pem.signature(5, 5) + b"\0", "behind its last element"),
    "a third integer": (tlv(SEQUENCE, 3 * integer(5)), "behind its last element"),
    "one integer": (tlv(SEQUENCE, integer(5)), "no integer"),
    "cut": (pem.signature(5, 5)[:-1], "cut short"),
    "nothing": (b"", "no sequence"),
    "a length of nothing": (b"\x30", "cut short"),
    "a length beyond": (b"\x30\x84\xff\xff\xff\xff", "cut short"),
    "a length cut": (b"\x30\x84\xff", "cut short"),
}


@pytest.mark.parametrize("what", SENTENCES)
def test_a_wrong_signature_file_says_what_is_wrong(what: str) -> None:
    der, sentence = SENTENCES[what]
    with pytest.raises(UserError, match=sentence):
        pem.read_signature(der, "signature")


def made(tmp_path: Path, *arguments: str) -> str:
    subprocess.run(["openssl", *arguments], cwd=tmp_path, check=True, capture_output=True)
    return (tmp_path / "out").read_text()


def test_other_kinds_of_keys_are_called_by_their_names(tmp_path: Path) -> None:
    made(tmp_path, "ecparam", "-name", "sect233k1", "-genkey", "-out", "out")
    assert "EC PARAMETERS" in (tmp_path / "out").read_text()
    assert pem.read_private(tmp_path / "out")[0] == C  # behind a block with the parameters
    (tmp_path / "key").write_text((tmp_path / "out").read_text())
    cases = [
        (pem.read_private, "by explicit parameters", ["ec", "-in", "key", "-param_enc", "explicit", "-out", "out"]),
        (pem.read_private, "by explicit parameters",
         ["pkey", "-in", "key", "-ec_param_enc", "explicit", "-out", "out"]),
        (pem.read_public, "by explicit parameters",
         ["ec", "-in", "key", "-pubout", "-param_enc", "explicit", "-out", "out"]),
        (pem.read_public, "hybrid form", ["ec", "-in", "key", "-pubout", "-conv_form", "hybrid", "-out", "out"]),
        (pem.read_private, "hybrid form", ["ec", "-in", "key", "-conv_form", "hybrid", "-out", "out"]),
        (pem.read_private, "an encrypted key",
         ["pkcs8", "-topk8", "-in", "key", "-passout", "pass:secret", "-out", "out"]),
        (pem.read_private, "an encrypted key",
         ["ec", "-in", "key", "-aes128", "-passout", "pass:secret", "-out", "out"]),
        (pem.read_public, "a certificate", ["req", "-x509", "-key", "key", "-subj", "/CN=x", "-out", "out"]),
        (pem.read_private, "not an elliptic-curve key", ["genpkey", "-algorithm", "ed25519", "-out", "out"]),
        (pem.read_private, "an RSA key", ["genrsa", "-traditional", "-out", "out", "1024"]),
        (pem.read_public, "no PEM block named PUBLIC KEY", ["ec", "-in", "key", "-out", "out"]),
    ]  # fmt: skip
    for read, sentence, arguments in cases:
        made(tmp_path, *arguments)
        with pytest.raises(UserError, match=sentence):
            read(tmp_path / "out")


@pytest.mark.parametrize(
    ("point", "sentence"),
    [
        (b"\0", "infinity"),
        (b"", "form or its length"),
        (POINT[:-1], "form or its length"),
        (b"\5" + POINT[1:], "form or its length"),
        (POINT[:-1] + bytes([POINT[-1] ^ 1]), "not a point on k233"),
        (b"\4" + b"\xff" + POINT[2:], "not a point on k233"),
        (b"\3" + bytes(30), "not a point on k233"),
        (b"\2" + b"\xff" * 30, "not a point on k233"),
    ],
)
def test_what_is_no_point_is_refused(point: bytes, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(pem._armour("PUBLIC KEY", tlv(SEQUENCE, ALGORITHM + tlv(BITS, b"\0" + point))))
    with pytest.raises(UserError, match=sentence):
        pem.read_public(tmp_path / "key")


def test_other_versions_curves_and_scalars_are_refused(tmp_path: Path) -> None:
    other = curves()["b233"]
    inner = integer(1) + tlv(OCTETS, SCALAR)

    def pkcs8(version: int, key: bytes, more: bytes = b"") -> bytes:
        return integer(version) + ALGORITHM + tlv(OCTETS, tlv(SEQUENCE, key)) + more

    cases = [
        ("PRIVATE KEY", pkcs8(1, inner), "version 1, not 0"),
        ("PRIVATE KEY", pkcs8(0, integer(2) + inner[3:]), "version 2, not 1"),
        ("PRIVATE KEY", pkcs8(0, inner + tlv(CONTEXT, oid(other.oid))), "two curves"),
        ("PRIVATE KEY", pkcs8(0, inner, tlv(CONTEXT, b"")), "behind its last"),
        ("EC PRIVATE KEY", inner, "does not name its curve"),
        ("EC PRIVATE KEY", integer(1) + tlv(OCTETS, b"\0" + SCALAR) + tlv(CONTEXT, oid(C.oid)), "scalar of 30 octets"),
        ("EC PRIVATE KEY", integer(1) + tlv(OCTETS, SCALAR[1:]) + tlv(CONTEXT, oid(C.oid)), "scalar of 28 octets"),
        ("EC PRIVATE KEY", inner + tlv(CONTEXT, tlv(OID, b"\x2b\x81\x04\x00\x80\x1a")), "not here"),
    ]  # fmt: skip
    for kind, body, sentence in cases:
        (tmp_path / "key").write_text(pem._armour(kind, tlv(SEQUENCE, body)))
        with pytest.raises(UserError, match=sentence):
            pem.read_private(tmp_path / "key")


def test_a_block_inside_a_line_or_with_a_broken_armour_is_none(tmp_path: Path) -> None:
    good = pem.private_key(C, D, Q)
    for text in (" " + good, good.replace("\n", " "), good.replace("END PRIVATE", "END PUBLIC"), good[:-20]):
        (tmp_path / "key").write_text(text)
        with pytest.raises(UserError, match="no PEM block"):
            pem.read_private(tmp_path / "key")
