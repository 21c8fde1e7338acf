# SPDX-License-Identifier: Apache-2.0
"""The tables of cycles in the documents."""

from evariste.errors import UserError
from evariste.machines.billie.workloads import CONFIGURATIONS, FULL, NAME
from evariste.tables import Records, markdown, table
from evariste.verification.tables import families_of

DEGREES = tuple(dict.fromkeys(m for m, _ in CONFIGURATIONS))
DIGITS = tuple(dict.fromkeys(d for _, d in CONFIGURATIONS))
ABOUT = {
    "mul.ct": "k P, secret k",
    "mul.base": "k G, secret k",
    "mul2.vartime": "u G + v P",
    "ecdh": "ECDH",
    "ecdsa.sign": "sign",
    "ecdsa.sign.nonce": "sign, nonce given",
    "ecdsa.verify": "verify",
}
FIELD = {"mul": "product, operands in memory", "sqr": "square, operand in memory"}


def _cycles(records: Records) -> dict[str, int]:
    found = {r["workload"]: r["cycles"] for r in records if (r["machine"], r["backend"]) == (NAME, NAME)}
    if not found:
        raise UserError("no record of billie's cycles; `ev bench --machine billie` makes them.")
    return found


def _row(found: dict[str, int], name: str, digit: int) -> list[object]:
    """The cycles of a workload in each field; {m} in its name is the degree."""
    return [found.get(f"{name.format(m=m)}.{CONFIGURATIONS.get((m, digit))}", "-") for m in DEGREES]


@table("billie.curves")
def _(records: Records) -> str:
    found = _cycles(records)
    rows: list[tuple[object, ...]] = [
        (about, f"{letter.upper()} curve", *_row(found, f"{letter}{{m}}.{key}", FULL))
        for key, about in ABOUT.items() for letter in "bk"
    ]  # fmt: skip
    rows += [(about, "", *_row(found, f"gf2_{{m}}.{key}", FULL)) for key, about in FIELD.items()]
    return markdown((f"cycles, D = {FULL}", "", *(f"m = {m}" for m in DEGREES)), rows)


@table("billie.digits")
def _(records: Records) -> str:
    found = _cycles(records)
    names = {"gf2_{m}.inv": "inverse", "b{m}.mul.ct": "k P, B curve", "k{m}.mul.ct": "k P, K curve"}
    rows: list[tuple[object, ...]] = [
        (about, digit, *_row(found, name, digit)) for name, about in names.items() for digit in DIGITS
    ]
    return markdown(("cycles", "D", *(f"m = {m}" for m in DEGREES)), rows)


@table("billie.proofs")
def _(records: Records) -> str:
    return families_of(records, NAME)
