# SPDX-License-Identifier: Apache-2.0
"""The tables of cycles in the documents."""

from typing import Any

from evariste.errors import UserError
from evariste.machines.billie import inversion
from evariste.machines.billie.foretold import FORETOLD
from evariste.machines.billie.silicon import FIELDS, GATED
from evariste.machines.billie.workloads import CONFIGURATIONS, CORE, NAME, USUAL
from evariste.parts.mips.foretold import missed
from evariste.silicon.whole import whole
from evariste.tables import Records, markdown, table
from evariste.verification.tables import families_of, faulty, lockstep_by_configuration, mutated

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

MUTATED = {"units": "multiplier, squarer, mover", "queue": "queue", "dispatch": "dispatcher, stations, registers"}


def _cycles(records: Records) -> dict[str, int]:
    found = {r["workload"]: r["cycles"] for r in records if (r["machine"], r["backend"]) == (NAME, NAME)}
    if not found:
        raise UserError("no record of billie's cycles; `ev bench --machine billie` makes them.")
    return found


def _row(found: dict[str, int], name: str, digit: int) -> list[Any]:
    """The cycles of a workload in each field; {m} in its name is the degree."""
    return [found.get(f"{name.format(m=m)}.{CONFIGURATIONS.get((m, digit))}", "-") for m in DEGREES]


@table("billie.curves")
def _(records: Records) -> str:
    found = _cycles(records)
    rows: list[tuple[object, ...]] = [
        (about, f"{letter.upper()} curve", *_row(found, f"{letter}{{m}}.{key}", USUAL))
        for key, about in ABOUT.items() for letter in "bk"
    ]  # fmt: skip
    rows += [(about, "", *_row(found, f"gf2_{{m}}.{key}", USUAL)) for key, about in FIELD.items()]
    return markdown((f"cycles, D = {USUAL}", "", *(f"m = {m}" for m in DEGREES)), rows)


@table("billie.inversion")
def _(records: Records) -> str:
    found = _cycles(records)
    rows: list[tuple[object, ...]] = []
    for letter in "bk":
        both = [_row(found, f"{letter}{{m}}.mul.ct{who}", USUAL) for who in ("", f".{CORE}")]
        about = f"k P, {letter.upper()} curve"
        rows += [(about, f"{who} inverts", *cycles) for who, cycles in zip(("accelerator", "core"), both, strict=True)]
        rows.append((about, "times", *(f"{core / unit:.2f}" for unit, core in zip(*both, strict=True))))
    return markdown((f"cycles, D = {USUAL}", "", *(f"m = {m}" for m in DEGREES)), rows)


@table("billie.digits")
def _(records: Records) -> str:
    found = _cycles(records)
    names = {"gf2_{m}.inv": "inverse, as a call", "b{m}.mul.ct": "k P, B curve", "k{m}.mul.ct": "k P, K curve"}
    rows: list[tuple[object, ...]] = [
        ("inverse, in registers", digit,
         *(inversion.cycles(m, digit) if (m, digit) in CONFIGURATIONS else "-" for m in DEGREES))
        for digit in DIGITS
    ]  # fmt: skip
    rows += [(about, digit, *_row(found, name, digit)) for name, about in names.items() for digit in DIGITS]
    return markdown(("cycles", "D", *(f"m = {m}" for m in DEGREES)), rows)


@table("billie.foretold")
def _(records: Records) -> str:
    return missed(_cycles(records), FORETOLD)


@table("billie.lockstep")
def _(records: Records) -> str:
    return lockstep_by_configuration(records, NAME)


@table("billie.mutation")
def _(records: Records) -> str:
    return mutated(records, NAME, MUTATED)


@table("billie.faults")
def _(records: Records) -> str:
    return faulty(records, NAME)


@table("billie.proofs")
def _(records: Records) -> str:
    return families_of(records, NAME)


def _signed(records: Records, name: str) -> dict[str, Any]:
    """The energy of a signature in a configuration."""
    task = f"b{name[1:4]}.ecdsa.sign.nonce.{name}"
    return records.one(f"{NAME}.silicon.energy.{task}", NAME, machine=NAME)


@table("billie.gating")
def _(records: Records) -> str:
    """What signing in each field would save without dynamic energy at rest, and what gates save."""
    rows = []
    for name in FIELDS:
        spent = _signed(records, name)
        run = records.one(spent["workload"].partition(".energy.")[2], NAME, machine=NAME)
        idle = 1 - run["params"]["counts"]["accelerator works"] / run["cycles"]
        part = _part(spent)
        totals = sum(whole(spent)), spent["logic_pj"], part
        other = _signed(records, GATED) if name[:4] == GATED[:4] else None
        gates = ["-"] * 4
        if other is not None:
            gates = [f"{100 * (part - _part(other)) / total:.1f}" for total in totals]
            gates.append(f"{100 * (1 - sum(whole(other)) / totals[0]):.1f}")
        rows.append((name[1:4], *(f"{100 * idle * part / total:.1f}" for total in totals), *gates))
    those = "circuit and memories", "circuit", "accelerator"
    columns = [f"{way}, of {total}" for way in ("at rest none", "gates") for total in those]
    return markdown(("m", *columns, "gates, with the core, of circuit and memories"), rows)


def _part(record: dict[str, Any]) -> float:
    """pJ of the accelerator."""
    return sum(pj for of, pj in record["split_pj"].items() if of != "core")
