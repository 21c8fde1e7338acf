# SPDX-License-Identifier: Apache-2.0
"""What tests of accelerators ask: operations of binary fields, multiples of points, vectors of NIST and of RFC 6979,
signatures of openssl.
"""

import hashlib
import random
from pathlib import Path

from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import BinaryCurve, Curve
from verify.ecc import cavs
from verify.ecc import test_fields as fields
from verify.ecc import test_protocols as protocols


def check_field(m: int, target: v.Target) -> None:
    """The operations of GF(2^m) at corners and for random operands."""
    rng, f, n = random.Random(m), fields.fields()[m], (m + 31) // 32
    cases = fields.products(m, [(a, b) for a in fields.corners(m)[:3] for b in fields.corners(m)[-3:]])
    for k in (1, 8, m - 1):
        cases += fields.one_of_each(m, *(rng.getrandbits(m) for _ in range(4)), k)
    for a in (0, 1, (1 << m) - 1, rng.getrandbits(m)):
        inverse = v.words(ref.inverse(a, f), n)
        cases += [(v.field(v.INV, m, a), inverse), (v.field(v.INV_IN_PLACE, m, a), inverse),
                  (v.field(v.HALF_TRACE, m, a), v.words(ref.half_trace(a, f), n))]  # fmt: skip
    answers = v.ask([request for request, _ in cases], target)
    assert [got for _, got in answers] == [expected for _, expected in cases]


def check_multiples(c: BinaryCurve, target: v.Target) -> None:
    """k P and k G for random and for extreme k."""
    rng, g = random.Random(c.name), ref.generator(c)
    p = ref.multiply(c, rng.randrange(1, c.n), g)
    assert p is not None
    # The comb meets its own entries for n - 2 e.
    scalars = [1, 2, 3, c.n - 1, c.n - 2, c.n - 62, c.n // 2, c.n // 2 + 1, *(rng.randrange(1, c.n) for _ in range(2))]
    for what, base in ((v.POINT_MUL, p), (v.BASE_MUL, g)):
        given = () if what == v.BASE_MUL else (v.point(c, p),)
        answers = v.ask([v.on(c, what, v.scalar(c, k), *given) for k in scalars], target)
        assert answers == [(0, v.point(c, ref.multiply(c, k, base))) for k in scalars]


def check_last_column(c: BinaryCurve, target: v.Target) -> None:
    """k G where the comb's last column adds an entry to itself or to its negative, for every entry."""
    g, columns = ref.generator(c), -(-c.n.bit_length() // 5)
    steps = [sum((1 if entry >> tooth & 1 else -1) << tooth * columns for tooth in range(4)) for entry in range(16)]
    entries = [(step + (1 << 4 * columns)) % c.n for step in steps]
    scalars = [k for e in entries for k in (e, c.n - e, 2 * e % c.n, (c.n - 2 * e) % c.n)]
    answers = v.ask([v.on(c, v.BASE_MUL, v.scalar(c, k)) for k in scalars], target)
    assert answers == [(0, v.point(c, ref.multiply(c, k, g))) for k in scalars]


def check_nist(c: Curve, target: v.Target) -> None:
    """NIST's vectors of keys and signatures."""
    for edition in protocols.EDITIONS:
        protocols.test_nist_signatures_with_given_nonces(c, edition, target)
        protocols.test_nist_verdicts_on_signatures(c, edition, target)
        protocols.test_nist_key_pairs_and_verdicts_on_public_keys(c, edition, target)


def check_two_multiples(c: BinaryCurve, target: v.Target) -> None:
    """u G + k P on this backend, for any two points and for those that are equal, opposite or nowhere."""
    rng, g = random.Random(c.name), ref.generator(c)
    minus = ref.multiply(c, c.n - 1, g)
    p = ref.multiply(c, rng.randrange(1, c.n), g)
    assert p is not None and minus is not None
    u, k = rng.randrange(1, c.n), rng.randrange(1, c.n)
    cases = [(u, k, p), (0, k, p), (u, 0, p), (u, u, g), (u, u, minus), (u, c.n - u, g), (u, c.n - u, minus), (0, 0, p)]
    asked = [v.on(c, v.MUL2_VARTIME, v.scalar(c, a), v.scalar(c, b), v.point(c, q)) for a, b, q in cases]
    for (a, b, q), (status, got) in zip(cases, v.ask(asked, target), strict=True):
        total = ref.add(c, ref.multiply(c, a, g), ref.multiply(c, b, q))
        assert v.statuses()[status] == ("ok" if total else "infinity")
        assert total is None or got == v.point(c, total)


def check_rfc6979(c: Curve, target: v.Target) -> None:
    """The deterministic signatures of the RFC."""
    entries = [e for e in cavs.rfc6979() if e[0] == c and e[1] != "sha1"]
    assert entries
    sign = [v.sign(c, v.SIGN_DER, d, hashlib.new(h, m.encode()).digest(), h) for _, h, d, m, _, _ in entries]
    for (*_, der, right), (status, data) in zip(entries, v.ask(sign, target), strict=True):
        assert status == 0
        assert (data == bytes.fromhex(der)) == right


def check_agreements(c: Curve, target: v.Target) -> None:
    """NIST's secrets of a prime curve, and the public keys that have to be refused."""
    entries = [e for curve, e in cavs.agreements() if curve == c]
    assert entries
    peers = [v.encoded(c, (int(e["QsCAVSx"], 16), int(e["QsCAVSy"], 16))) for e in entries]
    asked = [v.on(c, v.ECDH, v.octets(c, int(e["dsIUT"], 16)), q) for e, q in zip(entries, peers, strict=True)]
    right = 0
    for entry, (status, z) in zip(entries, v.ask(asked, target), strict=True):
        if status:
            assert entry["Result"].startswith("F"), entry
        elif entry["Result"].startswith("P"):
            assert z == int(entry["Z"], 16).to_bytes(c.octets), entry
            right += 1
    assert right > len(entries) // 2


def check_openssl_signatures(c: Curve, target: v.Target, folder: Path) -> None:
    """Openssl accepts a signature of ours, and we one of openssl's, but not for another digest."""
    rng = random.Random(c.name)
    d, text = rng.randrange(1, c.n), b"The length of the name was eleven."
    key = protocols.der_private(c, d, folder)
    digest = hashlib.sha256(text).digest()
    (folder / "text").write_bytes(text)
    (status, ours), (_, q) = v.ask([v.sign(c, v.SIGN_DER, d, digest), v.on(c, v.PUBLIC, v.octets(c, d))], target)
    assert status == 0
    (folder / "ours").write_bytes(ours)
    said = protocols.run("openssl", "dgst", "-sha256", "-prverify", key, "-signature", folder / "ours", folder / "text")
    assert b"Verified OK" in said
    protocols.run("openssl", "dgst", "-sha256", "-sign", key, "-out", folder / "theirs", folder / "text")
    theirs = (folder / "theirs").read_bytes()
    tries = [(theirs, digest), (theirs, bytes(32))]
    answers = v.ask([v.verify(c, v.VERIFY_DER, q, z, signature) for signature, z in tries], target)
    assert [v.statuses()[status] for status, _ in answers] == ["ok", "bad signature"]


def check_circuit(c: Curve, target: v.Target) -> None:
    """The circuit, in lock-step: a multiple of a point, a public key, a signature of RFC 6979 and its verdict, a
    verdict on a changed digest, a shared secret."""
    rng, g = random.Random(c.name), ref.generator(c)
    _, h, d, m, der, right = next(e for e in cavs.rfc6979() if e[0] == c and e[1] == "sha256" and e[-1])
    digest, signature = hashlib.new(h, m.encode()).digest(), bytes.fromhex(der)
    k, peer = rng.randrange(1, c.n), ref.multiply(c, rng.randrange(1, c.n), g)
    mine, shared = ref.multiply(c, d, g), ref.multiply(c, d, peer)
    assert right and peer and mine and shared
    public = v.encoded(c, mine)
    asked = [v.on(c, v.POINT_MUL, v.scalar(c, k), v.point(c, peer)), v.on(c, v.PUBLIC, v.octets(c, d)),
             v.sign(c, v.SIGN_DER, d, digest, h), v.verify(c, v.VERIFY_DER, public, digest, signature),
             v.verify(c, v.VERIFY_DER, public, bytes(32), signature),
             v.on(c, v.ECDH, v.octets(c, d), v.encoded(c, peer))]  # fmt: skip
    answers = [(v.statuses()[status], data) for status, data in v.ask(asked, target, engine="lockstep")]
    times_k = ref.multiply(c, k, peer)
    assert times_k
    assert answers[:3] == [("ok", v.point(c, times_k)), ("ok", public), ("ok", signature)]
    assert [status for status, _ in answers[3:5]] == ["ok", "bad signature"]
    assert answers[5] == ("ok", shared[0].to_bytes(c.octets))
