# SPDX-License-Identifier: Apache-2.0
"""The tables of level `field` in the documents."""

from typing import Any

from evariste.ecc.curves import binary_curves
from evariste.machines.vword.workloads import CONFIGURATIONS, FULL
from evariste.tables import Records, markdown, table

NAME = "vword"
DEGREES = sorted({parameters["M"] for parameters in CONFIGURATIONS.values()})
DIGITS = sorted({parameters["D"] for parameters in CONFIGURATIONS.values()}, reverse=True)
ROWS = (("product, from rows to a row", "mul_row"), ("square, from a row to a row", "sqr_row"),
        ("inverse, from a row to a row", "inv_row"))  # fmt: skip
WHOLE = (("k P, secret k", "mul.ct"), ("k G, secret k", "mul.base"), ("u G + v P, public", "mul2.vartime"),
         ("validation of a public key", "check"), ("ECDH", "ecdh"), ("ECDSA, sign", "ecdsa.sign"),
         ("ECDSA, verify", "ecdsa.verify"))  # fmt: skip


def _found(records: Records, workload: str) -> dict[str, Any] | None:
    return next((r for r in records if (r["workload"], r["backend"]) == (workload, NAME)), None)


def _cycles(records: Records, workload: str) -> int | str:
    found = _found(records, workload)
    return found["cycles"] if found else "-"


@table("vword.field.operations")
def _(records: Records) -> str:
    """The routines themselves."""
    rows = [(title, f"d = {digit}", *(_cycles(records, f"gf2_{m}.{what}.d{digit}") for m in DEGREES))
            for title, what in ROWS for digit in DIGITS]  # fmt: skip
    return markdown(("cycles", "", *(f"m = {m}" for m in DEGREES)), rows)


@table("vword.field.points")
def _(records: Records) -> str:
    """k P: the routine, and the library's function around it."""
    rows = []
    for c in (c for c in binary_curves().values() if c.degree in DEGREES):
        routine = [_cycles(records, f"{c.name}.point.d{digit}") for digit in DIGITS]
        whole = [_cycles(records, f"{c.name}.mul.ct.d{digit}") for digit in DIGITS]
        found = _found(records, f"{c.name}.point.d{FULL}")
        rows.append((c.nist or c.standard, *routine, *whole, found["code_bytes"] if found else "-"))
    heading = [f"{what}, d = {digit}" for what in ("routine", "`ev_ec_mul`") for digit in DIGITS]
    return markdown(("curve", *heading, "bytes of the routine"), rows)


@table("vword.field.curves")
def _(records: Records) -> str:
    """Whole operations of the library."""
    chosen = [c for c in binary_curves().values() if c.degree in DEGREES]
    rows = [(title, *(_cycles(records, f"{c.name}.{what}.d{FULL}") for c in chosen)) for title, what in WHOLE]
    return markdown((f"cycles, d = {FULL}", *(c.nist or c.standard for c in chosen)), rows)


@table("vword.field.beside")
def _(records: Records) -> str:
    """K-233 on the machines and backends that have a record."""
    rows = []
    for title, what in WHOLE:
        mine, other = _found(records, f"k233.{what}.d{FULL}"), records.one(f"k233.{what}")
        if mine:
            rows.append((title, mine["cycles"], other["cycles"], other["cycles"] / mine["cycles"]))
    machine = records.one("k233.mul.ct")["machine"]
    return markdown(("K-233", f"`{NAME}`, d = {FULL}", f"`{machine}`", "ratio"), rows)
