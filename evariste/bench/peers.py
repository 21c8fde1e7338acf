# SPDX-License-Identifier: Apache-2.0
"""Other people's elliptic curves on our machines, by their own functions: `ev bench --peer NAME=FOLDER`.

The folder is the user's copy of the software; nothing of it is in this project. A record names its version, as Git or
the software itself says it. Outputs are checked as those of our own workloads.
"""

import hashlib
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evariste.bench import Case, Output, Workload
from evariste.bench.runner import run
from evariste.ecc import reference as ref
from evariste.ecc.curves import Curve, curve
from evariste.errors import UserError
from evariste.machines import PORTABLE
from evariste.paths import ROOT
from evariste.workloads import ecc

APPS = "sw/apps/peers"
WHAT = ("public", "ecdh", "sign", "verify")
LEVEL = "-O3"


@dataclass(frozen=True)
class Peer:
    """A library: patterns of its sources and its folders of headers, both in the user's copy; the name of each curve
    in C, by ours; words for the compiler; and the file in which it says its version itself, if it does.
    """

    app: str
    sources: tuple[str, ...]
    includes: tuple[str, ...]
    curves: dict[str, str]
    flags: tuple[str, ...] = ()
    says: tuple[str, str] | None = None


PEERS = {
    "micro-ecc": Peer(
        "micro_ecc.c", ("uECC.c",), (".",), {p: f"uECC_sec{p}r1" for p in ("p192", "p224", "p256")},
        ("-DuECC_OPTIMIZATION_LEVEL=3", "-DuECC_SQUARE_FUNC=1"),
    ),
    "BearSSL": Peer(
        "bearssl.c",
        ("src/int/i15_*.c", "src/int/i3*.c", "src/ec/*_m15.c", "src/ec/*_m31.c", "src/ec/ec_*_i15.c",
         "src/ec/ec_*_i31.c", "src/ec/ec_sec*.c", "src/ec/ec_curve25519.c", "src/ec/ec_default.c",
         "src/ec/ecdsa_i*_bits.c", "src/ec/ecdsa_i*_raw.c", "src/ec/ecdsa_default_*_raw.c", "src/codec/dec32be.c",
         "src/codec/enc32be.c", "src/codec/ccopy.c", "src/hash/sha2small.c", "src/mac/hmac.c", "src/rand/hmac_drbg.c"),
        ("inc", "src"), {p: f"BR_EC_sec{p}r1" for p in ("p256", "p384", "p521")},
    ),
    "mbedTLS": Peer(
        "mbedtls.c",
        tuple(f"library/{name}.c" for name in (
            "asn1parse", "asn1write", "bignum", "bignum_core", "constant_time", "ecdh", "ecdsa", "ecp", "ecp_curves",
            "platform_util")),
        ("include", "library"), {p: f"MBEDTLS_ECP_DP_SEC{p.upper()}R1" for p in ("p256", "p384")},
        (f'-DMBEDTLS_CONFIG_FILE="{ROOT / APPS}/mbedtls_options.h"',),
        ("include/mbedtls/build_info.h", r'MBEDTLS_VERSION_STRING\s+"([\d.]+)"'),
    ),
}  # fmt: skip


def named(words: tuple[str, ...]) -> dict[str, Path]:
    """The folders of NAME=FOLDER."""
    found = {}
    for word in words:
        name, _, folder = word.partition("=")
        if name not in PEERS or not folder:
            raise UserError(f"--peer takes NAME=FOLDER with the name {', '.join(PEERS)}, not '{word}'.")
        found[name] = Path(folder).resolve()
        list(_sources(name, found[name]))
    return found


def _sources(name: str, folder: Path) -> Iterator[Path]:
    for pattern in PEERS[name].sources:
        paths = sorted(folder.glob(pattern))
        if not paths:
            raise UserError(f"{folder} is no copy of {name}: it has no {pattern}.")
        yield from paths


def version(name: str, folder: Path) -> str:
    """What the software says of itself, else the commit of its repository, else "unknown"."""
    if says := PEERS[name].says:
        found = re.search(says[1], (folder / says[0]).read_text())
        return found[1] if found else "unknown"
    if not (folder / ".git").exists():
        return "unknown"
    done = subprocess.run(["git", "-C", folder, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def workloads(name: str, folder: Path) -> list[Workload]:
    """Its operations: `peer.micro-ecc.p256.sign`."""

    def builder(c: Curve, what: str) -> Callable[[str, str], Case]:
        return lambda backend, engine: case(name, folder, c, what)

    return [Workload(f"peer.{name}.{label}.{what}", builder(curve(label), what), own=(PORTABLE,))
            for label in PEERS[name].curves for what in WHAT]  # fmt: skip


def case(name: str, folder: Path, c: Curve, what: str) -> Case:
    """The program of an operation, and its check."""
    peer, rng = PEERS[name], random.Random(c.name)
    k, other, nonce = (rng.randrange(1, c.n) for _ in range(3))
    g, digest = ref.generator(c), hashlib.sha256(b"evariste").digest()
    known = ref.multiply(c, k if what == "verify" else other, g)
    assert known is not None
    r, s = ecc.sign(c, k, nonce, digest)

    def octets(*numbers: int) -> bytes:
        return b"".join(x.to_bytes(c.octets) for x in numbers)

    def check(out: Output) -> tuple[bool, str]:
        said = out.files["out"]
        numbers = tuple(int.from_bytes(said[i : i + c.octets]) for i in (0, c.octets))
        match what:
            case "public":
                return numbers == ref.multiply(c, k, g), "equal to the reference on Python integers"
            case "ecdh":
                shared = ref.multiply(c, k, known)
                return shared is not None and said == octets(shared[0]), "equal to the reference on Python integers"
            case "sign":
                return ecc.verifies(c, ref.multiply(c, k, g), numbers, digest), "verified by the definition"
        return len(said) == 1, "a signature made by the definition is accepted"

    flags = (LEVEL, "-w", *peer.flags)
    return Case(
        sources=[f"{APPS}/{peer.app}", *map(str, _sources(name, folder))], label="curve", check=check,
        files={"in": octets(k, *known) + digest + octets(r, s)},
        defines={"CURVE": peer.curves[c.name], "BYTES": c.octets, f"WHAT_{what}": 1},
        extra=[*flags, f"-I{ROOT / APPS}", *(f"-I{folder / i}" for i in peer.includes)],
        params={"curve": c.name, "peer": name, "version": version(name, folder),
                "flags": " ".join(f for f in flags if str(ROOT) not in f and f != "-w")},
    )  # fmt: skip


def measured(folders: dict[str, Path], machines: tuple[str, ...], tick: Callable[[str], Any]) -> list[dict[str, Any]]:
    """The records of all operations on each machine."""
    records = []
    for name, folder in folders.items():
        for workload in workloads(name, folder):
            for machine in machines:
                records.append(run(workload, machine, PORTABLE, "iss"))
                tick(f"{workload.name} {machine}")
    return records
