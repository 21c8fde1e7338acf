# SPDX-License-Identifier: Apache-2.0
"""Requests to sw/apps/ecc_vectors.c: run on the simulator (either backend) or natively (the portable code)."""

from __future__ import annotations

import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache as once
from pathlib import Path

from evariste import cache, machines
from evariste.build import cc
from evariste.cache import keys
from evariste.ecc.curves import BinaryCurve, Curve, Prime, PrimeCurve, curves, primes
from evariste.ecc.prime_headers import BLOCKS, comb_entries
from evariste.machines import DEFAULT
from evariste.paths import ROOT
from evariste.statuses import NAMES

PROGRAM = "sw/apps/ecc_vectors.c"
FIELDS = (163, 233, 239, 283, 409, 571)
HASHES = ("sha224", "sha256", "sha384", "sha512")
ADD, MUL, SQR, SQRN, REDUCE, INV, SQRT, HALF_TRACE, TRACE, MULADD, SUMSQR, MULSQR, SUMSQR2, LADDER, LADDERB = range(
    1, 16
)
SUB, CANONICAL, ADD_OVER_A, SUB_OVER_B = range(22, 26)  # of prime fields
SQRN3 = 26  # of binary fields
MUL_OVER_A, MUL_OVER_B, SQR_IN_PLACE, MUL_SAME, INV_IN_PLACE, MULADD_OVER_C = range(16, 22)
# On words; then on octets, through the public headers.
(
    DECODE, ENCODE, CHECK_PUBLIC, CHECK_SCALAR, POINT_MUL, BASE_MUL, MUL_VARTIME, MUL2_VARTIME, SCALAR_MUL,
    SCALAR_INVERSE, SCALAR_ADD, FROM_RANDOM, FROM_DIGEST, SIGN_NONCE,
) = range(32, 46)  # fmt: skip
(
    KEYGEN, PUBLIC, POINT, ECDH, ECDH_COFACTOR, SIGN, SIGN_DER, VERIFY, VERIFY_DER, TO_DER, FROM_DER, KEY_WRITE,
) = range(48, 60)  # fmt: skip
HASH, HMAC, KEY_READ, PEM_DECODE, PEM_ENCODE, X25519 = range(64, 70)
KINDS = ("PRIVATE KEY", "EC PRIVATE KEY", "PUBLIC KEY")  # of keys in DER
WITH_PUBLIC, COMPRESSED = 16, 32  # how a key is written

Request = tuple[int, int, int, bytes]  # operation, field or curve, argument, payload


def words(value: int, count: int) -> bytes:
    return value.to_bytes(4 * count, "little")


def number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def curve_index(c: Curve) -> int:
    return list(curves()).index(c.name)


def field(op: int, m: int, *operands: int, argument: int = 0) -> Request:
    n = (m + 31) // 32
    return op, FIELDS.index(m), argument, b"".join(words(a, n) for a in operands)


def prime_field(op: int, prime: Prime, *operands: int) -> Request:
    return op, len(FIELDS) + list(primes()).index(prime.name), 0, b"".join(words(a, prime.words) for a in operands)


def on(c: Curve, op: int, *parts: bytes, argument: int = 0) -> Request:
    return op, curve_index(c), argument, b"".join(parts)


def scalar(c: Curve, k: int) -> bytes:
    return words(k, (c.n.bit_length() + 31) // 32)


def octets(c: Curve, k: int) -> bytes:
    """A scalar as the public headers take it."""
    return k.to_bytes((c.n.bit_length() + 7) // 8)


def encoded(c: Curve, p: tuple[int, int]) -> bytes:
    """A point, uncompressed, as the public headers take it."""
    return b"\x04" + p[0].to_bytes(c.octets) + p[1].to_bytes(c.octets)


def raw(c: Curve, r: int, s: int) -> bytes:
    """A signature as the public headers take it."""
    return octets(c, r) + octets(c, s)


def big(data: bytes) -> tuple[int, int]:
    """A signature out of raw octets, or a point out of its coordinates' octets."""
    h = len(data) // 2
    return int.from_bytes(data[:h]), int.from_bytes(data[h:])


def sign(c: Curve, op: int, d: int, digest: bytes, hash_name: str = "sha256", extra: bytes = b"") -> Request:
    return on(c, op, octets(c, d), digest, extra, argument=HASHES.index(hash_name) | len(digest) << 8)


def verify(c: Curve, op: int, point: bytes, digest: bytes, signature: bytes) -> Request:
    return on(c, op, point, digest, signature, argument=len(digest) << 8)


def statuses() -> list[str]:
    """What a status octet means, in small letters."""
    return [name.replace("_", " ").lower() for name in NAMES]


def point(c: Curve, p: tuple[int, int]) -> bytes:
    return words(p[0], c.words) + words(p[1], c.words)


def two(c: Curve, data: bytes) -> tuple[int, int]:
    """A point or a signature out of an answer."""
    h = len(data) // 2
    return number(data[:h]), number(data[h:])


def pack(requests: Iterable[Request]) -> bytes:
    return b"".join(struct.pack("<BBHI", op, which, arg, len(load)) + load for op, which, arg, load in requests)


def unpack(data: bytes) -> list[tuple[int, bytes]]:
    answers, at = [], 0
    while at < len(data):
        status, _, n = struct.unpack_from("<BBH", data, at)
        answers.append((status, data[at + 4 : at + 4 + n]))
        at += 4 + n
    return answers


@dataclass(frozen=True)
class Target:
    """A backend on a configuration of a machine. `flags` are words for the compiler that choose the configuration.
    `engine` is that of the simulator, if the question names none.
    """

    machine: str
    configuration: str
    backend: str
    flags: tuple[str, ...] = ()
    engine: str = "iss"


def ask(
    requests: Sequence[Request], backend: str | Target | None = None, engine: str | None = None, machine: str = DEFAULT
) -> list[tuple[int, bytes]]:
    """The answers, in order. Backend "host" is the portable code built for this computer. A backend that is named alone
    runs on the configuration that it is measured on.
    """
    with tempfile.TemporaryDirectory(prefix="evariste-") as folder:
        (Path(folder) / "in").write_bytes(pack(requests))
        if backend == "host":
            done = subprocess.run([host_program(), "in", "out"], cwd=folder, capture_output=True, text=True)
            said, failed = done.stdout, done.returncode != 0
        else:
            known = machines.named(machine)
            name = backend or known.native
            target = name if isinstance(name, Target) else Target(machine, known.runs(name), name)
            said, failed = _simulate(folder, target, engine or target.engine)
        if failed:
            raise RuntimeError(said)
        answers = unpack((Path(folder) / "out").read_bytes())
    if len(answers) != len(requests):
        raise RuntimeError(f"{len(requests)} requests, {len(answers)} answers")
    return answers


def _simulate(folder: str, target: Target, engine: str) -> tuple[str, bool]:
    from evariste.sim import Machine

    said: list[bytes] = []
    core = Machine(target.machine, target.configuration, engine)
    core.load(str(cc.compile([PROGRAM], backend=target.backend, extra=target.flags, machine=target.machine)))
    core.host(root=folder, args=["in", "out"], stdout=said.append)
    stop = core.run()
    return b"".join(said).decode() + stop.sentence, stop.reason != "exit" or stop.status != 0


@once
def host_program() -> Path:
    """ecc_vectors with the portable backend for this computer, rebuilt when a source changes."""
    sources = [
        ROOT / PROGRAM,
        *sorted((ROOT / "sw/lib").glob("*.c")),
        *(p for start in ("ec", "gf2m", "fp_", "wipe") for p in sorted((ROOT / "sw/low/portable").glob(f"{start}*.c"))),
    ]
    stems = ("curve", "der", "ec", "fp_", "gf2m", "hash", "hmac", "key_der", "pem", "sha", "status", "wipe", "x25519")
    sources = [s for s in sources if s.stem.startswith(stems)]
    headers = [
        *sorted((ROOT / "sw/include").rglob("*.h")),
        *sorted((ROOT / "sw/lib").glob("*.h")),
        *sorted((ROOT / "sw/low/portable").glob("*.h")),
        *sorted((ROOT / "gen/curves").glob("*.h")),
    ]
    compiler = shutil.which("cc") or "gcc"
    flags = ["-O2", "-std=c11", "-Wall", "-Wextra"]
    key = keys.digest(keys.tree(*sources, *headers), flags, keys.compiler(compiler))

    def make(folder: Path) -> None:
        includes = [f"-I{d}" for d in cc.library_includes("portable")]
        subprocess.run([compiler, *flags, *includes, "-o", folder / "ecc_vectors", *sources], check=True)

    return cache.built("host", "ecc_vectors", key, make, "building the curves for this computer", 5) / "ecc_vectors"


def comb_exceptions(c: Curve) -> Iterator[int]:
    """Scalars for which additions of the comb's last column meet their own summand, or make infinity."""
    if isinstance(c, PrimeCurve):
        one, two = ([s * e for e in comb_entries(c, block) for s in (1, -1)] for block in range(BLOCKS))
        for i, e in enumerate(two):
            yield e % c.n  # the sum is infinity before this entry is added
            yield 2 * e % c.n
            yield (e + 2 * one[i]) % c.n
        return
    assert isinstance(c, BinaryCurve)
    columns = (c.n.bit_length() + 4) // 5
    for i in range(16):
        t = (1 << 4 * columns) + sum((1 if i >> j & 1 else -1) << (j * columns) for j in range(4))
        yield 2 * t % c.n
        yield -2 * t % c.n
