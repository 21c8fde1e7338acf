# SPDX-License-Identifier: Apache-2.0
"""ECDSA and ECDH against NIST's vectors, RFC 6979 and the openssl command; hashes against hashlib."""

import hashlib
import hmac
import random
import subprocess
from pathlib import Path

import pytest

from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import BinaryCurve, Curve, PrimeCurve, curves, prime_curves
from evariste.machines import NATIVE, PORTABLE
from verify.ecc import cavs
from verify.ecc.test_curves import outside

CURVES = list(curves().values())
NIST = [c for c in CURVES if c.nist]
BACKENDS = (NATIVE, "host")
EDITIONS = ("186-2", "186-3")
each_backend = pytest.mark.parametrize("backend", BACKENDS)
each_edition = pytest.mark.parametrize("edition", EDITIONS)
each_nist_curve = pytest.mark.parametrize("c", NIST, ids=[c.name for c in NIST])
each_curve = pytest.mark.parametrize("c", CURVES, ids=[c.name for c in CURVES])


def of_curve(edition: str, name: str, c: Curve) -> list[tuple[str, cavs.Entry]]:
    found = [(digest, entry) for curve, digest, entry in cavs.cavs(edition, name) if curve == c]
    assert found
    return found


def some(entries: list[tuple[str, cavs.Entry]], c: Curve, backend: str) -> list[tuple[str, cavs.Entry]]:
    """All entries, or a part where the simulator would take minutes: prime curves on the machine."""
    is_slow = isinstance(c, PrimeCurve) and backend == NATIVE
    return entries[:: 7 if len(entries) > 30 else 2] if is_slow else entries


def digest_of(name: str, entry: cavs.Entry) -> bytes:
    return hashlib.new(name, bytes.fromhex(entry["Msg"])).digest()


def hexed(c: Curve, entry: cavs.Entry, *names: str) -> list[bytes]:
    return [v.scalar(c, int(entry[n], 16)) for n in names]


def public(c: Curve, entry: cavs.Entry) -> bytes:
    return v.encoded(c, (int(entry["Qx"], 16), int(entry["Qy"], 16)))


@each_backend
@each_edition
@each_nist_curve
def test_nist_signatures_with_given_nonces(c: Curve, edition: str, backend: str) -> None:
    check_signatures(c, some(of_curve(edition, "SigGen.txt", c), c, backend), backend)


def check_signatures(c: Curve, entries: list[tuple[str, cavs.Entry]], backend: str | v.Target) -> None:
    requests = [v.on(c, v.SIGN_NONCE, *hexed(c, e, "d", "k"), digest_of(h, e)) for h, e in entries]
    for (_, entry), (status, data) in zip(entries, v.ask(requests, backend), strict=True):
        assert (status, v.two(c, data)) == (0, (int(entry["R"], 16), int(entry["S"], 16)))
    print(f"{len(entries)} signatures")


@each_backend
@each_edition
@each_nist_curve
def test_nist_verdicts_on_signatures(c: Curve, edition: str, backend: str) -> None:
    check_verdicts(c, some(of_curve(edition, "SigVer.rsp", c), c, backend), backend)


def check_verdicts(c: Curve, entries: list[tuple[str, cavs.Entry]], backend: str | v.Target) -> None:
    requests = [
        v.verify(c, v.VERIFY, public(c, e), digest_of(h, e), v.raw(c, int(e["R"], 16), int(e["S"], 16)))
        for h, e in entries
    ]
    verdicts = [status == 0 for status, _ in v.ask(requests, backend)]
    assert verdicts == [e["Result"].startswith("P") for _, e in entries]
    assert not all(verdicts) and any(verdicts)
    print(f"{len(entries)} verdicts, {verdicts.count(False)} of them bad")


@pytest.mark.full
@each_edition
@pytest.mark.parametrize("c", prime_curves().values(), ids=prime_curves())
def test_all_nist_vectors_of_prime_curves_on_the_machine(c: Curve, edition: str) -> None:
    check_signatures(c, of_curve(edition, "SigGen.txt", c), PORTABLE)
    check_verdicts(c, of_curve(edition, "SigVer.rsp", c), PORTABLE)


@each_backend
@each_edition
@each_nist_curve
def test_nist_key_pairs_and_verdicts_on_public_keys(c: Curve, edition: str, backend: str) -> None:
    check_keys(c, edition, backend)


def check_keys(c: Curve, edition: str, backend: str | v.Target) -> None:
    pairs = of_curve(edition, "KeyPair.rsp", c)
    pairs = [(h, e) for h, e in pairs if "d" in e]
    answers = v.ask([v.on(c, v.PUBLIC, v.octets(c, int(e["d"], 16))) for _, e in pairs], backend)
    assert [data for _, data in answers] == [public(c, e) for _, e in pairs]
    keys = of_curve(edition, "PKV.rsp", c)
    too_long = [e for _, e in keys if max(int(e["Qx"], 16), int(e["Qy"], 16)) >> 8 * c.octets]
    assert all(e["Result"].startswith("F") for e in too_long)  # they do not fit the octets of a point
    keys = [(h, e) for h, e in keys if e not in too_long]
    assert keys
    answers = v.ask([v.on(c, v.POINT, public(c, e)) for _, e in keys], backend)
    assert [status == 0 for status, _ in answers] == [e["Result"].startswith("P") for _, e in keys]
    print(f"{len(pairs)} key pairs, {len(keys)} public keys")


@each_backend
def test_nist_secrets_agreed_on_and_public_keys_refused(backend: str) -> None:
    entries = list(cavs.agreements())
    assert {c.nist for c, _ in entries} == {"P-192", "P-224", "P-256", "P-384", "P-521"}
    if backend == NATIVE:
        entries = entries[::11]
    peers = [v.encoded(c, (int(e["QsCAVSx"], 16), int(e["QsCAVSy"], 16))) for c, e in entries]
    requests = [
        v.on(c, v.ECDH, v.octets(c, int(e["dsIUT"], 16)), q) for (c, e), q in zip(entries, peers, strict=True)
    ]
    right = 0
    for (c, entry), (status, z) in zip(entries, v.ask(requests, backend), strict=True):
        if status:  # the file calls every key that we refuse wrong
            assert entry["Result"].startswith("F"), entry
        elif entry["Result"].startswith("P"):
            assert z == int(entry["Z"], 16).to_bytes(c.octets), entry
            right += 1
    assert right > len(entries) // 2
    print(f"{right} secrets of {len(entries)}")


@each_backend
def test_deterministic_signatures_of_rfc_6979(backend: str) -> None:
    entries = [e for e in cavs.rfc6979() if e[1] != "sha1"]
    if backend == NATIVE:
        prime = [e for e in entries if isinstance(e[0], PrimeCurve)]
        entries = [e for e in entries if e not in prime] + prime[::3]
    assert {e[0].nist for e in entries} >= {"K-163", "P-192", "P-224", "P-256", "P-384", "P-521"}
    sign = [
        v.sign(c, v.SIGN_DER, d, hashlib.new(h, m.encode()).digest(), h) for c, h, d, m, _, _ in entries
    ]
    for (_, _, _, _, der, right), (status, data) in zip(entries, v.ask(sign, backend), strict=True):
        assert status == 0
        assert (data == bytes.fromhex(der)) == right
    print(f"{len(entries)} signatures")


@each_backend
@each_curve
def test_what_is_signed_verifies_and_what_is_changed_does_not(c: Curve, backend: str) -> None:
    rng = random.Random(c.name)
    for name in v.HASHES[1:2] if isinstance(c, PrimeCurve) and backend == NATIVE else v.HASHES:
        digest = hashlib.new(name, rng.randbytes(50)).digest()
        d = rng.randrange(1, c.n)
        (status, sig), (_, q) = v.ask([v.sign(c, v.SIGN, d, digest, name), v.on(c, v.PUBLIC, v.octets(c, d))], backend)
        assert status == 0
        r, s = v.big(sig)
        other = bytes([digest[0] ^ 0x80]) + digest[1:]
        tries = [
            (sig, digest, "ok"),
            (sig, other, "bad signature"),
            (v.raw(c, s, r), digest, "bad signature"),
            (v.raw(c, 0, s), digest, "bad signature"),
            (v.raw(c, r, 0), digest, "bad signature"),
            (v.raw(c, c.n, s), digest, "bad signature"),
            (v.raw(c, r, c.n), digest, "bad signature"),
            (v.raw(c, r, c.n - s), digest, "ok"),  # ECDSA's own malleability
            (sig[:-1], digest, "bad length"),
            (sig + b"\0", digest, "bad length"),
        ]
        answers = v.ask([v.verify(c, v.VERIFY, q, h, s) for s, h, _ in tries], backend)
        assert [v.statuses()[status] for status, _ in answers] == [expected for _, _, expected in tries]


def der_private(c: Curve, d: int, folder: Path) -> Path:
    """An openssl key file for the scalar d, made by openssl from its ASN.1 description."""
    octets = d.to_bytes((c.n.bit_length() + 7) // 8, "big").hex()
    text = f"asn1=SEQUENCE:k\n[k]\nversion=INTEGER:1\nd=FORMAT:HEX,OCT:{octets}\n"
    text += f"p=EXP:0,OID:{c.standard}\n"
    (folder / "a.cnf").write_text(text)
    run("openssl", "asn1parse", "-genconf", folder / "a.cnf", "-noout", "-out", folder / "k.der")
    run("openssl", "ec", "-inform", "DER", "-in", folder / "k.der", "-out", folder / "k.pem")
    return folder / "k.pem"


def run(*arguments: object) -> bytes:
    done = subprocess.run([str(a) for a in arguments], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def openssl_public(key: Path) -> bytes:
    """The uncompressed point at the end of a DER public key."""
    return run("openssl", "ec", "-in", key, "-pubout", "-outform", "DER", "-conv_form", "uncompressed")


@each_backend
@each_curve
def test_ecdh_with_openssl_in_both_directions(c: Curve, backend: str, tmp_path: Path) -> None:
    rng = random.Random(c.name)
    d = rng.randrange(1, c.n)
    ours = der_private(c, d, tmp_path)
    theirs = tmp_path / "theirs.pem"
    run("openssl", "ecparam", "-name", c.standard, "-genkey", "-noout", "-out", theirs)
    run("openssl", "ec", "-in", theirs, "-pubout", "-out", tmp_path / "theirs.pub")
    run("openssl", "ec", "-in", ours, "-pubout", "-out", tmp_path / "ours.pub")
    peer = openssl_public(theirs)[-(1 + 2 * c.octets) :]
    # our public key from our scalar is openssl's, and both sides agree on the secret
    (_, q), (status, z), (_, cofactor) = v.ask(
        [v.on(c, v.PUBLIC, v.octets(c, d)), v.on(c, v.ECDH, v.octets(c, d), peer),
         v.on(c, v.ECDH_COFACTOR, v.octets(c, d), peer)], backend
    )  # fmt: skip
    assert openssl_public(ours)[-(1 + 2 * c.octets) :] == q
    assert status == 0
    assert z == run("openssl", "pkeyutl", "-derive", "-inkey", theirs, "-peerkey", tmp_path / "ours.pub")
    assert z == run("openssl", "pkeyutl", "-derive", "-inkey", ours, "-peerkey", tmp_path / "theirs.pub")
    mode = ("-pkeyopt", "ecdh_cofactor_mode:1")
    assert cofactor == run("openssl", "pkeyutl", "-derive", "-inkey", ours, "-peerkey", tmp_path / "theirs.pub", *mode)


@each_curve
def test_ecdh_refuses_bad_peers_and_bad_scalars(c: Curve) -> None:
    g = ref.generator(c)
    d = v.octets(c, 5)
    cases = [
        (d, b"\x00", "infinity"),
        (d, v.encoded(c, (g[0], g[1] ^ 1)), "not on curve"),
        (d, v.encoded(c, (outside(c, g[0]), g[1])), "out of field"),
        (v.octets(c, 0), v.encoded(c, g), "scalar zero"),
        (v.octets(c, c.n), v.encoded(c, g), "scalar too large"),
        (v.octets(c, c.n + 1), v.encoded(c, g), "scalar too large"),
    ]
    if isinstance(c, BinaryCurve):
        two = (0, ref.sqrt(c.b, c.poly))
        cases += [(d, v.encoded(c, two), "small order"), (d, v.encoded(c, ref.add(c, g, two) or g), "wrong subgroup")]
    if c.h == 4:
        cases.append((d, v.encoded(c, (1, 1)), "small order"))
    for op in (v.ECDH, v.ECDH_COFACTOR):
        answers = v.ask([v.on(c, op, scalar, peer) for scalar, peer, _ in cases])
        assert [v.statuses()[status] for status, _ in answers] == [expected for _, _, expected in cases]


@each_backend
@each_curve
def test_key_generation_maps_random_octets_to_a_valid_pair(c: Curve, backend: str) -> None:
    rng = random.Random(c.name)
    length = (c.n.bit_length() + 7) // 8 + 8
    draws = [bytes(length), b"\xff" * length, rng.randbytes(length)]
    for data, (status, answer) in zip(draws, v.ask([v.on(c, v.KEYGEN, r) for r in draws], backend), strict=True):
        d = int.from_bytes(data, "big") % (c.n - 1) + 1
        assert status == 0
        q = ref.multiply(c, d, ref.generator(c))
        assert q is not None
        assert answer == v.octets(c, d) + v.encoded(c, q)


@each_backend
def test_hashes_and_hmac_agree_with_hashlib_at_every_length_around_a_block(backend: str) -> None:
    rng = random.Random(1)
    requests, expected = [], []
    for index, name in enumerate(v.HASHES):
        for length in [*range(0, 70), *range(100, 140), 255, 256, 257, 1000]:
            data = rng.randbytes(length)
            requests.append((v.HASH, index, 0, data))
            expected.append(hashlib.new(name, data).digest())
        for key in (0, 1, 20, 63, 64, 65, 127, 128, 129, 200):
            secret, data = rng.randbytes(key), rng.randbytes(77)
            requests.append((v.HMAC, index, key, secret + data))
            expected.append(hmac.new(secret, data, name).digest())
    assert [data for _, data in v.ask(requests, backend)] == expected
