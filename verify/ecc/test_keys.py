# SPDX-License-Identifier: Apache-2.0
"""Keys and signatures in DER and PEM, read and written in C: openssl's bytes for each curve, and nothing but them.

`openssl` is asked about all that we accept of a changed encoding. Where we refuse more, the law's name says so.
"""

import base64
import hashlib
import hmac
import random
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from evariste.ecc import pem
from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import Curve, curves
from evariste.machines import NATIVE
from verify.ecc import test_der as made

CURVES = list(curves().values())
HOST = "host"  # the portable code
BACKENDS = (NATIVE, HOST)
C, D = made.C, made.D
KINDS = range(3)
each_curve = pytest.mark.parametrize("c", CURVES, ids=[c.name for c in CURVES])


def run(folder: Path, *arguments: str) -> bytes:
    done = subprocess.run(["openssl", *arguments], cwd=folder, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def from_openssl(c: Curve, folder: Path) -> dict[str, bytes]:
    """A key that openssl has made, in each form."""
    run(folder, "ecparam", "-name", c.standard, "-genkey", "-noout", "-out", "key")
    public = ("ec", "-in", "key", "-pubout", "-outform", "DER", "-conv_form")
    return {
        "pkcs8": run(folder, "pkcs8", "-topk8", "-nocrypt", "-in", "key", "-outform", "DER"),
        "sec1": run(folder, "ec", "-in", "key", "-outform", "DER"),
        "spki": run(folder, *public, "uncompressed"),
        "compressed": run(folder, *public, "compressed"),
    }


def read(kind: int, der: bytes) -> v.Request:
    return v.KEY_READ, kind, 0, der


def write(c: Curve, scalar: bytes, kind: int) -> v.Request:
    return v.on(c, v.KEY_WRITE, scalar, argument=kind)


def asked(requests: list[v.Request], backend: str = HOST) -> list[tuple[str, bytes]]:
    return [(v.statuses()[status], data) for status, data in v.ask(requests, backend)]


@each_curve
@pytest.mark.parametrize("backend", BACKENDS)
def test_keys_of_openssl_are_read_and_the_same_bytes_written(c: Curve, backend: str, tmp_path: Path) -> None:
    der = from_openssl(c, tmp_path)
    kinds = {"pkcs8": 0, "sec1": 1, "spki": 2, "compressed": 2}
    answers = dict(zip(der, asked([read(kinds[form], der[form]) for form in der], backend), strict=True))
    assert {status for status, _ in answers.values()} == {"ok"}
    assert {data[0] for _, data in answers.values()} == {v.curve_index(c)}
    scalar, point = answers["pkcs8"][1][1:], answers["spki"][1][1:]
    assert answers["sec1"][1][1:] == scalar and answers["compressed"][1][1:] == point
    assert der["spki"].endswith(point) and scalar in der["sec1"]
    written = asked(
        [write(c, scalar, 0 | v.WITH_PUBLIC), write(c, scalar, 1 | v.WITH_PUBLIC), write(c, scalar, 2),
         write(c, scalar, 2 | v.COMPRESSED), write(c, scalar, 0), write(c, scalar, 1)], backend
    )  # fmt: skip
    assert [data for _, data in written[:4]] == list(der.values())
    for form, (_, data) in zip((0, 1), written[4:], strict=True):  # without the public key
        assert asked([read(form, data)], backend) == [("ok", bytes([v.curve_index(c)]) + scalar)]
        command = ["openssl", "ec", "-inform", "DER", "-noout", "-text"]
        assert subprocess.run(command, input=data, capture_output=True).returncode == 0


def good_keys() -> list[bytes]:
    assert made.KEYS.keys() == set(v.KINDS)
    return [made.KEYS[label] for label in v.KINDS]


def judged(kind: int, changed: list[bytes]) -> list[bytes]:
    """What we accept. openssl accepts it too, and the same key is in it: each value has one encoding."""
    right = asked([read(kind, good_keys()[kind])])[0]
    answers = asked([read(kind, der) for der in changed])
    taken = [(der, data) for der, (status, data) in zip(changed, answers, strict=True) if status == "ok"]
    for der, data in taken:
        assert made.theirs(v.KINDS[kind], der), der.hex()
        assert data != right[1] or der in equivalents(kind), der.hex()
    return [der for der, _ in taken]


def equivalents(kind: int) -> set[bytes]:
    """Encodings of the same key: parts that may be absent, and a point in the shorter form."""
    scalar = made.SCALAR
    compact = bytes([2 | ref.mul(made.Q[1], ref.inverse(made.Q[0], C.poly), C.poly) & 1]) + made.POINT[1 : 1 + C.octets]
    found = [{good_keys()[kind]}, {made.SMALL}]
    for point in (b"", made.POINT, compact):
        parts = [pem.tlv(pem.CONTEXT + 1, pem.tlv(pem.BITS, b"\0" + point))] if point else [b""]
        for curve in (b"", made.CURVE):
            inner = pem.tlv(pem.SEQUENCE, pem.integer(1) + pem.tlv(pem.OCTETS, scalar) + curve + parts[0])
            outer = pem.tlv(pem.SEQUENCE, pem.integer(0) + made.ALGORITHM + pem.tlv(pem.OCTETS, inner))
            found.append({inner, outer})
    return set().union(*found)


@pytest.mark.parametrize("kind", KINDS, ids=v.KINDS)
def test_every_truncation_of_a_key_is_refused(kind: int) -> None:
    der = good_keys()[kind]
    cut = [der[:length] for length in range(len(der))]
    assert {status for status, _ in asked([read(kind, d) for d in cut])} == {"bad encoding"}
    longer = [der + bytes([more]) for more in (0, 1, 0x30, 0xFF)]
    assert {status for status, _ in asked([read(kind, d) for d in longer])} == {"bad encoding"}


def octets_changed(kind: int, to: Callable[[int], Iterable[int]]) -> list[bytes]:
    der = good_keys()[kind]
    return [der[:at] + bytes([x]) + der[at + 1 :] for at, old in enumerate(der) for x in set(to(old)) - {old}]


# openssl takes a scalar with another one's public key beside it: we are stricter. A changed public key leaves the curve
# or its group.


@pytest.mark.parametrize("kind", KINDS, ids=v.KINDS)
def test_a_change_of_any_octet_of_a_key_is_refused(kind: int) -> None:
    changed = octets_changed(kind, lambda old: [0, 1, 0x7F, 0x80, 0xFF, *(old ^ 1 << i for i in range(8))])
    assert judged(kind, changed) == []


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS, ids=v.KINDS)
def test_every_change_of_any_octet_of_a_key_is_refused(kind: int) -> None:
    assert judged(kind, octets_changed(kind, lambda _: range(256))) == []


@pytest.mark.parametrize("kind", KINDS, ids=v.KINDS)
def test_a_key_that_openssl_refuses_is_never_accepted(kind: int) -> None:
    rng = random.Random(kind)
    changed = [*made.mutants(good_keys()[kind], rng), *made.crafted(good_keys()[kind])]
    taken = judged(kind, changed)
    assert len(changed) > 400 and len(set(taken)) < 4


@pytest.mark.parametrize("kind", KINDS, ids=v.KINDS)
def test_c_and_python_read_the_same_keys(kind: int, tmp_path: Path) -> None:
    """Except one that has another key's point beside its scalar: only C compares them."""
    rng = random.Random(10 + kind)
    tried = [good_keys()[kind], *made.mutants(good_keys()[kind], rng), *made.crafted(good_keys()[kind])]
    for der, (status, _) in zip(tried, asked([read(kind, d) for d in tried]), strict=True):
        python = made.ours(v.KINDS[kind], der, tmp_path) is not None
        assert python == (status == "ok") or status in ("key mismatch", "scalar zero", "small order", "wrong subgroup",
                                                        "scalar too large"), der.hex()  # fmt: skip


def test_the_public_key_beside_a_scalar_must_be_its_own() -> None:
    other = pem.point(C, ref.multiply(C, 5, ref.generator(C)) or (0, 0))
    inner = pem.integer(1) + pem.tlv(pem.OCTETS, made.SCALAR) + made.CURVE
    der = pem.tlv(pem.SEQUENCE, inner + pem.tlv(pem.CONTEXT + 1, pem.tlv(pem.BITS, b"\0" + other)))
    assert made.theirs("EC PRIVATE KEY", der)  # openssl does not look
    assert asked([read(1, der)])[0][0] == "key mismatch"


def test_each_other_kind_of_key_has_its_own_status(tmp_path: Path) -> None:
    run(tmp_path, "ecparam", "-name", "sect233k1", "-genkey", "-noout", "-out", "key")
    run(tmp_path, "ecparam", "-name", "secp256k1", "-genkey", "-noout", "-out", "prime")
    run(tmp_path, "genpkey", "-algorithm", "ed25519", "-out", "ed25519")
    run(tmp_path, "ec", "-in", "key", "-param_enc", "explicit", "-out", "explicit")
    der, topk8 = ("-outform", "DER"), ("pkcs8", "-topk8", "-in", "key")
    cases = [
        (0, "encrypted", [*topk8, "-passout", "pass:secret", *der]),
        (0, "explicit curve", ["pkcs8", "-topk8", "-nocrypt", "-in", "explicit", *der]),
        (1, "explicit curve", ["ec", "-in", "key", "-param_enc", "explicit", *der]),
        (2, "explicit curve", ["ec", "-in", "key", "-pubout", "-param_enc", "explicit", *der]),
        (2, "hybrid point", ["ec", "-in", "key", "-pubout", "-conv_form", "hybrid", *der]),
        (1, "hybrid point", ["ec", "-in", "key", "-conv_form", "hybrid", *der]),
        (0, "bad algorithm", ["pkey", "-in", "ed25519", *der]),
        (2, "bad algorithm", ["pkey", "-in", "ed25519", "-pubout", *der]),
        (0, "unknown curve", ["pkcs8", "-topk8", "-nocrypt", "-in", "prime", *der]),
        (1, "unknown curve", ["ec", "-in", "prime", *der]),
        (2, "unknown curve", ["ec", "-in", "prime", "-pubout", *der]),
    ]  # fmt: skip
    answers = asked([read(kind, run(tmp_path, *arguments)) for kind, _, arguments in cases])
    assert [status for status, _ in answers] == [expected for _, expected, _ in cases]
    inner = pem.integer(1) + pem.tlv(pem.OCTETS, made.SCALAR)
    other = pem.tlv(pem.CONTEXT, pem.oid(curves()["b233"].oid))

    def pkcs8(version: int, key: bytes, more: bytes = b"") -> bytes:
        octets = pem.tlv(pem.OCTETS, pem.tlv(pem.SEQUENCE, key))
        return pem.tlv(pem.SEQUENCE, pem.integer(version) + made.ALGORITHM + octets + more)

    crafted = [
        (0, "curve mismatch", pkcs8(0, inner + other)),
        (0, "bad version", pkcs8(1, inner)),
        (0, "bad version", pkcs8(0, pem.integer(2) + inner[3:])),
        (0, "bad encoding", pkcs8(0, inner, pem.tlv(pem.CONTEXT, b""))),  # attributes: openssl takes them
        (1, "unknown curve", pem.tlv(pem.SEQUENCE, inner)),
        (0, "scalar zero", pkcs8(0, pem.integer(1) + pem.tlv(pem.OCTETS, bytes(29)))),
        (0, "scalar too large", pkcs8(0, pem.integer(1) + pem.tlv(pem.OCTETS, C.n.to_bytes(29)))),
        (0, "bad length", pkcs8(0, pem.integer(1) + pem.tlv(pem.OCTETS, made.SCALAR[1:]))),
        (0, "bad length", pkcs8(0, pem.integer(1) + pem.tlv(pem.OCTETS, b"\0" + made.SCALAR))),
    ]
    assert made.theirs("PRIVATE KEY", crafted[3][2])
    assert [s for s, _ in asked([read(kind, d) for kind, _, d in crafted])] == [expected for _, expected, _ in crafted]


@each_curve
@pytest.mark.parametrize("backend", BACKENDS)
def test_signatures_go_from_raw_to_der_and_back(c: Curve, backend: str) -> None:
    rng = random.Random(c.name)
    half = (c.n.bit_length() + 7) // 8
    numbers = [1, 127, 128, 255, 256, c.n - 1, 1 << (c.n.bit_length() - 1), *(rng.randrange(1, c.n) for _ in range(4))]
    pairs = [(r, s) for r in numbers for s in (1, c.n - 1, rng.choice(numbers))]
    raw = [v.raw(c, r, s) for r, s in pairs]
    der = [pem.signature(r, s) for r, s in pairs]
    assert asked([v.on(c, v.TO_DER, x) for x in raw], backend) == [("ok", x) for x in der]
    assert asked([v.on(c, v.FROM_DER, x) for x in der], backend) == [("ok", x) for x in raw]
    wrong = [(0, 1), (1, 0), (c.n, 1), (1, c.n), (1 << 8 * half, 1), (1, 1 << 8 * half + 20)]
    answers = asked([v.on(c, v.FROM_DER, pem.signature(r, s)) for r, s in wrong], backend)
    assert [status for status, _ in answers] == ["bad signature"] * len(wrong)


def test_a_signature_is_read_as_the_package_reads_it() -> None:
    rng = random.Random(6)
    taken = refused = 0
    for _ in range(6):
        good = pem.signature(rng.randrange(1, C.n), rng.randrange(1, C.n))
        cut = [good[:n] for n in range(len(good))]
        octets = [good[:at] + bytes([x]) + good[at + 1 :] for at in range(8) for x in range(256)]
        tried = [good, *cut, *octets, *made.mutants(good, rng), *made.crafted(good)]
        for der, (status, data) in zip(tried, asked([v.on(C, v.FROM_DER, d) for d in tried]), strict=True):
            try:
                expected = decode_dss_signature(der)
            except ValueError:
                expected = None
            if status == "ok":
                assert expected == v.big(data), der.hex()
            else:  # the package takes any numbers: negative ones, and those that no signature on this curve has
                assert (status == "bad signature") == (expected is not None and min(expected) >= 0), der.hex()
                assert status != "bad signature" or not all(0 < x < C.n for x in expected or (1,)), der.hex()
            taken, refused = taken + (status == "ok"), refused + (status != "ok")
    assert taken > 200 and refused > 5000


def rfc6979(c: Curve, d: int, digest: bytes, name: str, extra: bytes) -> int:
    """RFC 6979, 3.2, with the additional data of 3.6, by the text."""
    octets, bits = (c.n.bit_length() + 7) // 8, c.n.bit_length()

    def number(data: bytes) -> int:
        return int.from_bytes(data) >> max(0, 8 * len(data) - bits)

    size = hashlib.new(name).digest_size
    data = d.to_bytes(octets) + (number(digest) % c.n).to_bytes(octets) + extra
    key, value = bytes(size), b"\1" * size
    for step in (b"\0", b"\1"):
        key = hmac.digest(key, value + step + data, name)
        value = hmac.digest(key, value, name)
    while True:
        t = b""
        while len(t) < octets:
            value = hmac.digest(key, value, name)
            t += value
        k = number(t[:octets])
        if 0 < k < c.n:
            return k
        key = hmac.digest(key, value + b"\0", name)
        value = hmac.digest(key, value, name)


@each_curve
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_nonce_is_hedged_as_rfc_6979_says(c: Curve, backend: str) -> None:
    rng = random.Random(c.name)
    d = rng.randrange(1, c.n)
    cases = [(name, rng.randbytes(size), rng.randbytes(extra))
             for name, size, extra in (("sha256", 32, 0), ("sha256", 32, 32), ("sha224", 20, 1), ("sha512", 1, 16),
                                       ("sha384", 64, 300))]  # fmt: skip
    requests = [v.sign(c, v.SIGN, d, digest, name, extra) for name, digest, extra in cases]
    for (name, digest, extra), (status, data) in zip(cases, asked(requests, backend), strict=True):
        k = rfc6979(c, d, digest, name, extra)
        kg = v.ask([v.on(c, v.BASE_MUL, v.scalar(c, k))], HOST)[0][1]
        z = int.from_bytes(digest) >> max(0, 8 * len(digest) - c.n.bit_length())
        r = v.two(c, kg)[0] % c.n
        assert (status, data) == ("ok", v.raw(c, r, (z + r * d) * pow(k, -1, c.n) % c.n))


def text(label: str, der: bytes, op: int = v.PEM_ENCODE) -> v.Request:
    return op, 0, len(label), label.encode() + der


@pytest.mark.parametrize("backend", [*BACKENDS, HOST])
def test_pem_is_written_as_openssl_writes_it_and_read_back(backend: str, tmp_path: Path) -> None:
    rng = random.Random(4)
    data = [rng.randbytes(n) for n in (1, 2, 3, 46, 47, 48, 49, 95, 96, 97, 300)] + [bytes(range(256))]
    texts = [answer for _, answer in asked([text("PUBLIC KEY", der) for der in data], backend)]
    assert texts == [pem._armour("PUBLIC KEY", der).encode() for der in data]
    around = [t + b"and more" for t in texts] + [b"first\n" + t for t in texts] + [t[:-1] for t in texts]
    around += [t.replace(b"\n", b"\r\n") for t in texts]
    answers = asked([text("PUBLIC KEY", t, v.PEM_DECODE) for t in texts + around], backend)
    assert answers == [("ok", der) for der in 5 * data]
    run(tmp_path, "ecparam", "-name", C.standard, "-genkey", "-out", "key")  # a block with the parameters is first
    key = (tmp_path / "key").read_bytes()
    ((status, der),) = asked([text("EC PRIVATE KEY", key, v.PEM_DECODE)], backend)
    assert (status, der) == ("ok", run(tmp_path, "ec", "-in", "key", "-outform", "DER"))


PEM = pem._armour("PUBLIC KEY", made.SPKI).encode()


def decoded(changed: bytes) -> bytes | None:
    """What `openssl` reads of a text."""
    done = subprocess.run(["openssl", "asn1parse", "-noout", "-out", "/dev/stdout"], input=changed, capture_output=True)
    return done.stdout if done.returncode == 0 else None


def test_every_change_of_a_pem_text_is_refused_or_read_as_openssl_reads_it() -> None:
    changed = [PEM[:n] for n in range(len(PEM))]
    for at, old in enumerate(PEM):
        others = {0, 9, 10, 13, 32, *b"+/=-:AZaz09_.", old ^ 1, old ^ 0x20, old | 0x80} - {old}
        changed += [PEM[:at] + bytes([x]) + PEM[at + 1 :] for x in others]
    answers = asked([text("PUBLIC KEY", t, v.PEM_DECODE) for t in changed])
    taken = [(t, der) for t, (status, der) in zip(changed, answers, strict=True) if status == "ok"]
    assert {status for status, _ in answers} <= {"ok", "bad encoding", "bad label", "encrypted"}
    for t, der in taken:
        # One text for each DER: only the end of the last line may be missing.
        assert t == PEM[:-1] or t == pem._armour("PUBLIC KEY", der).encode(), t
        assert der == base64.b64decode("".join(t.decode().splitlines()[1:-1]), validate=True)
    for t, der in taken[:: len(taken) // 20]:
        assert decoded(t) in (der, None), t  # None: it is no DER any more
    assert len(taken) > 500 and len(answers) - len(taken) > 2000


def test_a_pem_text_that_is_not_well_formed_is_refused() -> None:
    body = PEM.split(b"\n")
    begin, first, end = body[0], body[1], b"-----END PUBLIC KEY-----\n"
    cases = {
        b"": "bad label",
        b"\n" + begin: "bad encoding",
        begin + b"\n" + end: "bad encoding",
        begin + b"\n\nMAA=\n" + end: "bad encoding",
        begin + b" \nMAA=\n" + end: "bad label",
        b" " + PEM: "bad label",
        begin + b"\nMAA=\n": "bad encoding",
        begin + b"\nMAA=\n-----END PRIVATE KEY-----\n": "bad encoding",
        begin + b"\nMAA=" + end: "bad encoding",
        begin + b"\nMAA\n" + end: "bad encoding",
        begin + b"\nMAB=\n" + end: "bad encoding",
        begin + b"\nMB==\n" + end: "bad encoding",
        begin + b"\nM===\n" + end: "bad encoding",
        begin + b"\nMAA=MAA=\n" + end: "bad encoding",
        begin + b"\nMAAA\nMAAA\n" + end: "bad encoding",
        begin + b"\n" + first[:63] + b"\n" + first[63:] + b"AAA\n" + end: "bad encoding",
        begin + b"\n" + first + b"AAAA\n" + end: "bad encoding",
        begin + b"\nMAA=\n\n" + end: "bad encoding",
        begin + b"\nMA A\n" + end: "bad encoding",
        begin + b"\nProc-Type: 4,ENCRYPTED\n\nMAA=\n" + end: "encrypted",
        PEM.replace(b"PUBLIC", b"ENCRYPTED PRIVATE"): "encrypted",
        begin + b"\nMAA=\r" + end: "bad encoding",
    }
    answers = asked([text("PUBLIC KEY", t, v.PEM_DECODE) for t in cases])
    assert {t: status for t, (status, _) in zip(cases, answers, strict=True)} == cases
