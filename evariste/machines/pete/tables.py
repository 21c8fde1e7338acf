# SPDX-License-Identifier: Apache-2.0
"""The tables of cycles in the documents."""

from collections.abc import Iterable

from evariste.ecc.curves import Curve, binary_curves, fields, prime_curves, primes
from evariste.errors import UserError
from evariste.machines.pete.workloads import WORDS
from evariste.tables import Records, markdown, table

NAME = "pete"
DEGREES = tuple(fields())
PRIME_FIELD = {"mul": "multiply", "sqr": "square", "add": "add", "sub": "subtract", "inv": "invert"}
BINARY_FIELD = {"mul": "multiply", "muladd": "multiply and add", "sqr": "square", "inv": "invert"}
CURVE = {"mul.ct": "k P, secret k", "mul.base": "k G, secret k", "mul2.vartime": "u G + v P, public u and v",
         "ecdh": "ECDH", "ecdsa.sign.nonce": "sign, nonce given",
         "ecdsa.sign": "sign (SHA-256, RFC 6979)", "ecdsa.verify": "verify",
         "scalar.mul": "product modulo n", "scalar.inv": "inverse modulo n"}  # fmt: skip
X25519 = {"public": "public key", "agree": "secret"}
PASSES = {"fast": "one pass", "bise": "four passes", "baseline": "core alone"}


def _cycles(records: Records, workload: str) -> int | str:
    found = [r for r in records if (r["machine"], r["workload"]) == (NAME, workload)]
    return found[0]["cycles"] if found else "-"


def _rows(records: Records, names: dict[str, str], what: dict[str, str]) -> list[tuple[object, ...]]:
    """A row for each operation and multiplier that has been measured."""
    rows: list[tuple[object, ...]] = []
    for key, title in what.items():
        for configuration in WORDS:
            found = [_cycles(records, f"{name}.{key}.{configuration}") for name in names]
            if any(isinstance(x, int) for x in found):
                rows.append((title, PASSES[configuration], *found))
    if not rows:
        raise UserError("no record of pete's cycles; `ev bench --machine pete` makes them.")
    return rows


@table("pete.field.prime")
def _(records: Records) -> str:
    names = {f"f{f.name}": "2^255 - 19" if f.label == "25519" else f.name.upper().replace("P", "P-")
             for f in primes().values()}  # fmt: skip
    return markdown(("cycles", "", *names.values()), _rows(records, names, PRIME_FIELD))


@table("pete.field.binary")
def _(records: Records) -> str:
    names = {f"gf2_{m}": f"m = {m}" for m in DEGREES}
    return markdown(("cycles", "", *names.values()), _rows(records, names, BINARY_FIELD))


def _curves(records: Records, some: Iterable[Curve]) -> str:
    names = {c.name: c.nist or c.name for c in some}
    return markdown(("cycles", "", *names.values()), _rows(records, names, CURVE))


@table("pete.curves.prime")
def _(records: Records) -> str:
    return _curves(records, prime_curves().values())


@table("pete.curves.b")
def _(records: Records) -> str:
    return _curves(records, [c for c in binary_curves().values() if not c.koblitz])


@table("pete.curves.k")
def _(records: Records) -> str:
    return _curves(records, [c for c in binary_curves().values() if c.koblitz and c.nist])


@table("pete.x25519")
def _(records: Records) -> str:
    rows = [(title, *(_cycles(records, f"x25519.{what}.{c}") for c in WORDS)) for what, title in X25519.items()]
    return markdown(("cycles", *(PASSES[c] for c in WORDS)), rows)
