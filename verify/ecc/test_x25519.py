# SPDX-License-Identifier: Apache-2.0
"""X25519 against RFC 7748, Python integers, PyPI `cryptography` and the keys that must be refused."""

import random
import re
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from evariste.ecc import prime
from evariste.ecc import vectors as v
from evariste.ecc.curves import x25519
from evariste.machines import PORTABLE

BACKENDS = (PORTABLE, "host")
each_backend = pytest.mark.parametrize("backend", BACKENDS)
P = x25519().prime.p
BASE = x25519().u.to_bytes(32, "little")


def asked(pairs: list[tuple[bytes, bytes]], backend: str) -> list[tuple[str, bytes]]:
    answers = v.ask([(v.X25519, 0, 0, key + peer) for key, peer in pairs], backend)
    return [(v.statuses()[status], data) for status, data in answers]


def vectors() -> list[tuple[bytes, bytes, bytes]]:
    """Scalar, u-coordinate and result of RFC 7748, 5.2, from PyPI `cryptography-vectors`."""
    import cryptography_vectors

    text = (Path(str(cryptography_vectors.__file__)).parent / "asymmetric/X25519/rfc7748.txt").read_text()
    blocks = [dict(re.findall(r"^(\w+) *[=:] *([0-9a-f]+)$", block, re.M)) for block in re.split(r"\n\s*\n", text)]
    names = ("INPUT_SCALAR", "INPUT_U", "OUTPUT_U")
    whole = [[bytes.fromhex(b[name]) for name in names] for b in blocks if set(names) <= b.keys()]
    return [(k, u, r) for k, u, r in whole]


@each_backend
def test_vectors_of_rfc_7748(backend: str) -> None:
    found = vectors()
    assert len(found) >= 2
    assert asked([(k, u) for k, u, _ in found], backend) == [("ok", r) for _, _, r in found]


@each_backend
def test_the_iteration_of_rfc_7748(backend: str) -> None:
    k = u = BASE
    for _ in range(20 if backend == PORTABLE else 200):
        ((_, r),) = asked([(k, u)], backend)
        assert r == prime.exchange(k, u)
        k, u = r, k


def test_the_reference_reaches_the_result_after_a_thousand_iterations() -> None:
    k = u = BASE
    for i in range(1000):
        k, u = prime.exchange(k, u), k
        if i == 0:
            assert k.hex() == "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"
    assert k.hex() == "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"


@each_backend
def test_secrets_agree_with_python_and_the_package(backend: str) -> None:
    rng = random.Random(25519)
    for _ in range(4):
        a, b = rng.randbytes(32), rng.randbytes(32)
        theirs = X25519PrivateKey.from_private_bytes(b)
        (_, public), (_, secret) = asked([(a, b""), (a, theirs.public_key().public_bytes_raw())], backend)
        assert public == prime.exchange(a, BASE)
        assert secret == theirs.exchange(X25519PublicKey.from_public_bytes(public))


@each_backend
def test_any_number_is_a_public_key_unless_its_point_has_a_small_order(backend: str) -> None:
    rng = random.Random(7748)
    key = rng.randbytes(32)
    eight = 325606250916557431795983626356110631294008115727848805560023387167927233504
    other = 39382357235489614581723060781553021112529911719440698176882885853963445705823
    small = {0, 1, P - 1, P, P + 1, eight, other}
    tried = sorted(small | {2, 9, P - 2, P + 2, P + 18, 2**255 - 1, 2**255 - 2, 2**32 - 1, 2**224, 2**254 + 1})
    for high in (0, 1 << 255):
        peers = [(u | high).to_bytes(32, "little") for u in tried]
        for u, peer, (status, data) in zip(tried, peers, asked([(key, p) for p in peers], backend), strict=True):
            expected = prime.exchange(key, peer)
            assert (status == "small order") == (u in small) == (expected == bytes(32))
            assert data == (b"" if u in small else expected)


@each_backend
def test_scalars_at_their_bounds(backend: str) -> None:
    keys = [bytes(32), b"\xff" * 32, b"\x07" + bytes(31), bytes(31) + b"\x80", bytes(31) + b"\x40", bytes(31) + b"\x7f"]
    peers = [BASE, (2**255 - 1).to_bytes(32, "little"), (3).to_bytes(32, "little")]
    pairs = [(k, u) for k in keys for u in peers]
    assert asked(pairs, backend) == [("ok", prime.exchange(k, u)) for k, u in pairs]
    assert asked([(k, b"") for k in keys], backend) == [("ok", prime.exchange(k, BASE)) for k in keys]


@each_backend
def test_a_public_key_of_another_length_is_refused(backend: str) -> None:
    answers = asked([(bytes(32), bytes(n)) for n in (1, 31, 33, 64)], backend)
    assert {status for status, _ in answers} == {"bad length"}
