# SPDX-License-Identifier: Apache-2.0
"""Workloads of SHA-2 and HMAC: one more block of a long message, and a call for 64 bytes. The oracles are Python's."""

import hashlib
import hmac

from evariste.bench import Case, Output, workload
from evariste.workloads import drawn

HASHES = ("sha224", "sha256", "sha384", "sha512")
LENGTH = 1280


def _case(hash_name: str, keyed: bool, call: bool) -> Case:
    rng = drawn(hash_name)
    key, data = rng.randbytes(32), rng.randbytes(LENGTH)
    block = hashlib.new(hash_name).block_size
    message = data[: 64 if call else 8 * block]
    expected = hmac.digest(key, message, hash_name) if keyed else hashlib.new(hash_name, message).digest()
    label = f"{'hmac_' if keyed else ''}{hash_name}{'_call' if call else ''}"
    params = {"bytes": 64, "call": True} if call else {"bytes": block, "call": False}

    def check(out: Output) -> tuple[bool, str]:
        return out.files["out"] == expected, f"Python's {'hmac' if keyed else 'hashlib'}"

    return Case(sources=["sw/apps/hash_bench.c"], label=label, check=check, args=[label],
                symbols=["ev_hmac*", "ev_hash*", "ev_sha*", "compress*"], files={"key": key, "in": data},
                params=params if call else {**params, "measured": "(8 blocks - 4 blocks) / 4"})  # fmt: skip


def _register(hash_name: str, keyed: bool, call: bool) -> None:
    name = f"{'hmac_' if keyed else ''}{hash_name}.{'call' if call else 'block'}"

    @workload(name, "hashes")
    def _(backend: str, engine: str) -> Case:
        return _case(hash_name, keyed, call)


for _name in HASHES:
    _register(_name, False, False)
    _register(_name, False, True)
    _register(_name, True, True)
