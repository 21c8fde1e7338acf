# SPDX-License-Identifier: Apache-2.0
"""The work that machines are compared by: workloads of the library, by subject.

The names of a subject are patterns among the workloads of some families, so that a new code or curve comes by itself.
"""

import fnmatch
import functools
from collections.abc import Iterable
from dataclasses import dataclass

from evariste.bench import registry
from evariste.errors import UserError


@dataclass(frozen=True)
class Subject:
    """Tasks of one kind: patterns of names, among the workloads of these families."""

    name: str
    title: str
    families: tuple[str, ...]
    patterns: tuple[str, ...]


_CURVE = ("*.mul.ct", "*.mul.base", "*.mul2.vartime", "*.ecdh", "*.ecdsa.sign", "*.ecdsa.sign.nonce", "*.ecdsa.verify")
SUBJECTS = (
    Subject("codes", "Error-correcting codes", ("codes",), ("*.encode", "*.decode*")),
    Subject("ciphers", "AES, its modes, GHASH", ("aes",),
            ("aes*", "*128.block", "*128.encrypt_block", "*128.decrypt_block", "ghash.*")),
    Subject("hashes", "SHA-2, HMAC, CRC", ("hashes", "crc"), ("*",)),
    Subject("binary_fields", "Binary fields", ("binary_curves",), ("gf2_*.mul", "gf2_*.sqr", "gf2_*.inv")),
    Subject("prime_fields", "Prime fields", ("prime_curves",), ("fp*.mul", "fp*.sqr", "fp*.inv")),
    Subject("binary_curves", "Binary curves", ("binary_curves",), _CURVE),
    Subject("prime_curves", "Prime curves", ("prime_curves",), (*_CURVE, "x25519.*")),
)  # fmt: skip

# One task for each use, with a title for readers: the tables and plots that show only some show these.
HEADLINE = {
    "rs255_239.decode.e8": "RS(255,239), decode, 8 errors",
    "rs255_239.encode": "RS(255,239), encode",
    "bch63_51.decode.e2": "BCH(63,51), decode, 2 errors",
    "aes128.encrypt": "AES-128, one block",
    "gcm128.block": "AES-128-GCM, a block more",
    "sha256.block": "SHA-256, a block more",
    "gf2_233.mul": "product in GF(2^233)",
    "k233.mul.ct": "K-233, k P for a secret k",
    "b233.mul.ct": "B-233, k P for a secret k",
    "b571.mul.ct": "B-571, k P for a secret k",
    "fp256.mul": "product in the field of P-256",
    "p256.mul.ct": "P-256, k P for a secret k",
    "p256.ecdsa.sign": "P-256, ECDSA, sign",
    "p256.ecdsa.verify": "P-256, ECDSA, verify",
    "x25519.agree": "X25519",
}


# And those of the first screen.
FIRST = ("rs255_239.decode.e8", "bch63_51.decode.e2", "aes128.encrypt", "gcm128.block", "sha256.block", "k233.mul.ct",
         "b571.mul.ct", "p256.mul.ct", "p256.ecdsa.sign", "x25519.agree")  # fmt: skip

_workloads = functools.cache(registry)


@functools.cache
def tasks(subject: str = "") -> tuple[str, ...]:
    """The names of a subject's tasks, or of all, in the order of subjects and of the curves' sizes."""
    known = _workloads()
    found: list[str] = []
    for s in SUBJECTS:
        if subject in ("", s.name):
            mine = [n for n, w in known.items() if w.family in s.families]
            found += [n for n in mine if any(fnmatch.fnmatch(n, p) for p in s.patterns)]
    return tuple(dict.fromkeys(found))


def chosen(patterns: Iterable[str] = ()) -> list[str]:
    """The tasks with a name of these shell patterns, or all. A pattern without a task is refused."""
    patterns = list(patterns)
    for pattern in patterns:
        if not fnmatch.filter(tasks(), pattern):
            raise UserError(f"no task is called {pattern}; `ev bench --machine all --list` shows the names.")
    return [t for t in tasks() if not patterns or any(fnmatch.fnmatch(t, p) for p in patterns)]


def family_of(task: str) -> str:
    """The family of workloads that a task belongs to."""
    return _workloads()[task].family
