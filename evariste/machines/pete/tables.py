# SPDX-License-Identifier: Apache-2.0
"""The tables of cycles in the documents."""

from evariste.ecc.curves import fields, prime_curves, primes
from evariste.errors import UserError
from evariste.machines.pete.workloads import WORDS
from evariste.tables import Records, markdown, table

NAME = "pete"
DEGREES = tuple(fields())
PRIME_FIELD = {"mul": "multiply", "sqr": "square", "add": "add", "sub": "subtract", "inv": "invert"}
BINARY_FIELD = {"mul": "multiply", "sqr": "square"}
CURVE = {"mul.ct": "k P, secret k", "ecdsa.sign.nonce": "sign, nonce given"}
PASSES = {"fast": "one pass", "bise": "four passes", "baseline": "`baseline`, portable"}


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


@table("pete.curves.prime")
def _(records: Records) -> str:
    names = {c.name: c.nist or c.name for c in prime_curves().values()}
    return markdown(("cycles", "", *names.values()), _rows(records, names, CURVE))
