# SPDX-License-Identifier: Apache-2.0
"""What proofs, lock-step runs, coverage, mutation, fault campaigns, fuzzing and the checks of the netlist and of
constant time found."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from evariste.errors import UserError
from evariste.isa import machine as specification
from evariste.machines import DEFAULT
from evariste.tables import Records, markdown, table

OUTCOMES = ("masked", "detected", "silent", "hang")  # of a flipped bit


def _some(records: Records, pattern: str, command: str) -> Records:
    found = records.like(pattern)
    if not found:
        raise UserError(f"doc/records holds no record of {pattern}; `{command} --json` makes it.")
    return found


@table("verification.lockstep")
def _(records: Records) -> str:
    return in_lockstep(records, DEFAULT)


def in_lockstep(records: Records, machine: str) -> str:
    """Random programs of a machine on both engines: one row a kind."""
    found = _lockstep_of(records, machine)
    rows = [
        (
            r["workload"].split(".", 1)[1],
            f"{r['params']['recipe']}/{r['params']['first']} to {r['params']['first'] + r['params']['programs'] - 1}",
            r["instructions"],
            int(r["verdict"]["checked"].split()[0]),
        )
        for r in found
    ]
    rows.append(("all", "", sum(row[2] for row in rows), sum(row[3] for row in rows)))
    return markdown(("what ran", "seeds", "instructions", "differences"), rows)


def _lockstep_of(records: Records, machine: str) -> Records:
    found = Records(r for r in records.like(r"lockstep\.") if r["machine"] == machine)
    return _some(found, r"lockstep\.", f"ev lockstep --machine {machine}")


def lockstep_by_configuration(records: Records, machine: str) -> str:
    """Random programs of a machine on both engines: one row a configuration."""
    found, rows = _lockstep_of(records, machine), []
    for name in dict.fromkeys(r["config"] for r in found):
        of = [r for r in found if r["config"] == name]
        rows.append((f"`{name}`", sum(r["params"]["programs"] for r in of), sum(r["instructions"] for r in of),
                     sum(int(r["verdict"]["checked"].split()[0]) for r in of)))  # fmt: skip
    rows.append(("all", *(sum(row[i] for row in rows) for i in (1, 2, 3))))
    return markdown(("configuration", "programs", "instructions", "differences"), rows)


@table("verification.coverage")
def _(records: Records) -> str:
    (isa,) = _some(records, r"coverage\.functional", "ev coverage")
    rows = [(f"instruction set: {kind}", *counts) for kind, counts in isa["kinds"].items()]
    return covered(records, DEFAULT, rows)


def covered(records: Records, machine: str, more: Sequence[tuple[object, ...]] = ()) -> str:
    """The coverage of a machine's RTL, more rows behind it, and what is waived."""
    found = _some(records, r"coverage\.rtl", f"ev coverage --rtl --machine {machine}")
    (rtl,) = (r for r in found if r["machine"] == machine)
    rows = [(f"RTL: {kind}", rtl["hit"][kind], rtl["total"][kind]) for kind in rtl["total"]]
    reasons = [*rtl["waived"].items()]
    return markdown(("points", "hit", "of"), [*rows, *more]) + "\n" + markdown(
        ("waived in the RTL because", "points"), reasons
    )


MUTATED = {
    "mutation.unit": "Galois-field unit",
    "mutation.unit.inverse2": "Galois-field unit of `inverse2`",
    "mutation.unit.tiny": "Galois-field unit of `tiny`",
    "mutation.core": "the rest of the core",
    "mutation.extensions": "the same of the core with extensions",
    "mutation.core.proofs": "the core, against its proofs",
    "mutation.interrupts": "interrupts, against programs and proofs",
    "mutation.interrupts.proofs": "interrupt controller, against its proofs",
}


@table("verification.mutation")
def _(records: Records) -> str:
    rows = [
        (
            MUTATED[r["workload"]],
            r["params"]["mutants"],
            r["equivalent"],
            r.get("unreachable", 0),
            r["killed"],
            len(r["survivors"]),
            f"{r['score']:.2%}",
        )
        for r in _some(records, r"mutation\.", "ev mutate")
        if r["machine"] == records.machine.name
    ]
    heading = ("mutated", "mutants", "no error: equivalent", "no error: state not reached", "killed", "survived",
               "killed of the errors")  # fmt: skip
    return markdown(heading, rows)


def mutated(records: Records, name: str, titles: dict[str, str]) -> str:
    """The campaigns of a machine, and what survives them. `titles`: what each target is."""
    found = {r["workload"].removeprefix("mutation."): r
             for r in _some(records, r"mutation\.", f"ev mutate --machine {name}") if r["machine"] == name}  # fmt: skip
    known = [(title, found[target]) for target, title in titles.items() if target in found]
    rows = [(title, r["params"]["mutants"], r["equivalent"] + r["unreachable"], r["killed"],
             len(r["survivors"]), f"{r['score']:.2%}")
            for title, r in known]  # fmt: skip
    left = [(title, s["mutant"].replace("|", r"\|"), s["reason"] or "not explained yet")
            for title, r in known for s in r["survivors"]]  # fmt: skip
    text = markdown(("mutated", "mutants", "no error", "killed", "survived", "killed of the errors"), rows)
    return f"{text}\n{markdown(('of', 'mutant', 'why it survives'), left)}" if left else text


def faulty(records: Records, name: str) -> str:
    """The outcomes of flipped bits in a machine's accelerator, by place."""
    found = [r for r in _some(records, r"faults\.accelerator\.", f"ev faults --machine {name}") if r["machine"] == name]
    rows = [(place, *(counts[o] for o in OUTCOMES)) for r in found
            for place, counts in (*r["registers"].items(), ("all", r["outcomes"]))]  # fmt: skip
    each = " and ".join(str(r["params"]["cycles_each"]) for r in found)
    return f"Faults in each word: {each}.\n\n" + markdown(("bits of", *OUTCOMES), rows)


@table("verification.survivors")
def _(records: Records) -> str:
    rows = [(MUTATED[r["workload"]], s["mutant"].replace("|", r"\|"), s["reason"] or "not explained yet")
            for r in _some(records, r"mutation\.", "ev mutate") if r["machine"] == records.machine.name
            for s in sorted(r["survivors"], key=lambda s: s["mutant"])]  # fmt: skip
    return markdown(("of", "mutant", "why it survives"), rows)


@table("verification.netlist")
def _(records: Records) -> str:
    found = _some(records, r"netlist\.", "ev netlist")
    return markdown(
        ("check", "compared", "found"),
        [(r["workload"].split(".", 1)[1], r["compared"], r["verdict"]["checked"])
         for r in found if r["machine"] == records.machine.name],
    )  # fmt: skip


@table("verification.netlists")
def _(records: Records) -> str:
    found = _some(records, r"netlist\.", "ev netlist --machine MACHINE")
    return markdown(
        ("machine", "configuration", "check", "compared", "found"),
        [(r["machine"], r["config"], r["workload"].split(".")[1], r["compared"], r["verdict"]["checked"])
         for r in sorted(found, key=lambda r: (r["machine"], r["workload"])) if r["machine"] != records.machine.name],
    )  # fmt: skip


@table("verification.faults")
def _(records: Records) -> str:
    rows = []
    for r in _some(records, r"faults\.gf\.", "ev faults"):
        program = r["workload"].split(".")[2]
        blocks: Counter[str] = Counter()
        for register, found in r["registers"].items():
            rows.append((program, register.split(".")[-1], *(found[o] for o in OUTCOMES)))
            blocks.update(found)
        rows.append((program, "all", *(blocks[o] for o in OUTCOMES)))
    return markdown(("program", "register", *OUTCOMES), rows)


def proofs_of(records: Records, group: str, machine: str | None = None) -> Records:
    """The proofs of a group, of this machine if not of the default one."""
    name = machine or records.machine.name
    found = Records(r for r in records.like(r"prove\.") if (r["machine"], r["params"]["group"]) == (name, group))
    if not found:
        command = f"ev prove --full --machine {name} --json doc/records/{name}_proofs.json"
        raise UserError(f"no record of {name}'s proofs of {group}; `{command}` makes it.")
    return found


def proved_instructions(found: Records, when: str = "", prefix: str = "") -> str:
    """How many of them are proved, and which are not. `when`: for what it holds. `prefix`: of the proofs' names."""
    begin = f"prove.{prefix}insn."
    refuted = [r["workload"].removeprefix(begin) for r in found if not r["verdict"]["passed"]]
    longest = max(found, key=lambda r: r["params"]["seconds"])
    name, most = longest["workload"].removeprefix(begin), longest["params"]["seconds"]
    total = sum(r["params"]["seconds"] for r in found)
    text = f"{len(found) - len(refuted)} of {len(found)} instructions are proved{when}, in {total:,.0f} seconds"
    return f"{text}; the longest, `{name}`, took {most:.0f}.{' Refuted: ' + ', '.join(refuted) if refuted else ''}\n"


def rows_of(found: Records) -> str:
    """Proofs as a table."""
    rows = [
        (
            r["workload"].removeprefix("prove."),
            r["params"]["states"],
            r["engine"],
            "any time" if r["params"]["depth"] is None else f"{r['params']['depth']} cycles",
            float(r["params"]["seconds"]),
            "yes" if r["verdict"]["passed"] else "REFUTED",
        )
        for r in found
    ]
    return markdown(("proof", "states that", "engine", "holds for", "seconds", "proved"), rows)


def families_of(records: Records, machine: str) -> str:
    """A machine's proofs, those with the same first word in one row."""
    found = [r for r in records.like(r"prove\.") if r["machine"] == machine]
    if not found:
        raise UserError(f"no record of {machine}'s proofs; `ev prove --full --machine {machine} --json FILE` makes it.")
    rows, families = [], dict[str, list[dict[str, Any]]]()
    for r in found:
        families.setdefault(r["workload"].split(".")[1], []).append(r)
    for name, family in families.items():
        proved = sum(r["verdict"]["passed"] for r in family)
        seconds = sum(r["params"]["seconds"] for r in family)
        engines = ", ".join(sorted({r["engine"] for r in family}))
        rows.append((f"`{name}`", engines, len(family), proved, round(seconds, 1)))
    return markdown(("proofs", "engine", "asked", "proved", "seconds"), rows)


@table("proofs.arithmetic")
def _(records: Records) -> str:
    return rows_of(proofs_of(records, "arithmetic"))


@table("proofs.core")
def _(records: Records) -> str:
    return rows_of(proofs_of(records, "core"))


@table("proofs.nvic")
def _(records: Records) -> str:
    return rows_of(proofs_of(records, "nvic"))


@table("proofs.interrupts")
def _(records: Records) -> str:
    return rows_of(proofs_of(records, "interrupts"))


@table("proofs.instructions")
def _(records: Records) -> str:
    extensions = {i.name for i in specification(records.machine.name) if i.extension}
    found = proofs_of(records, "instruction")
    lacking = sum(r["workload"].removeprefix("prove.insn.") in extensions for r in found)
    return (
        f"{proved_instructions(found, ', for any time')}\n{lacking} of them belong to extensions. The default core "
        "lacks them, so the proofs say that they fault there.\n"
    )


@table("fuzz.targets")
def _(records: Records) -> str:
    """One row a target, and their sum."""
    runs = list(records.like(r"fuzz\."))
    if not runs:
        raise UserError("no record of fuzzing; `ev fuzz --runs 10000000 --json doc/records/fuzz.json` makes it.")
    rows = [
        (
            f"`{r['workload'].removeprefix('fuzz.')}`", r["params"]["about"], r["engine"], r["params"]["executions"],
            r["params"]["seconds"], r["params"]["edges"], "none" if r["verdict"]["passed"] else r["verdict"]["checked"],
        )
        for r in runs
    ]  # fmt: skip
    total = sum(r["params"]["executions"] for r in runs)
    rows.append(("all", "", "", total, sum(r["params"]["seconds"] for r in runs), "", ""))
    heading = ("target", "what is fuzzed", "fuzzer", "executions", "seconds", "branches reached", "findings")
    return markdown(heading, rows)


@table("ct.compilers")
def _(records: Records) -> str:
    """One row a compiler and backend: what comparing traces found, and what following secrets found. Nothing follows
    them into a coprocessor.
    """
    compared, followed = (_by_build(records, check) for check in ("ct", "taint"))
    if not compared or not followed:
        raise UserError("no record of compilers; `ev ct --matrix --json doc/records/ct.json`, with and without "
                        "--taint, makes them.")  # fmt: skip
    if {build for build in compared if build[1] not in records.machine.driven} != followed.keys():
        raise UserError("doc/records: `ev ct --matrix` ran with other builds than with --taint.")
    rows = [
        (
            compiler, f"`{backend}`", ", ".join(f"`{f}`" for f in flags),
            "constant time" if compared[build] else "**not constant time**",
            "–" if build not in followed else "none" if followed[build] else "**found**",
        )
        for build in compared
        for compiler, backend, flags in [build]
    ]  # fmt: skip
    return markdown(("compiler", "backend", "flags", "traces", "dependence on a secret"), rows)


def _by_build(records: Records, check: str) -> dict[tuple[str, str, tuple[str, ...]], bool]:
    """Whether each compiler, backend and flags passed."""
    return {(r["params"]["compiler"], r["backend"], tuple(r["params"]["flags"])): r["verdict"]["passed"]
            for r in records.like(rf"{check}\.") if r["machine"] == records.machine.name}  # fmt: skip


@table("ct.machines")
def _(records: Records) -> str:
    """The other machines: one row a compiler and backend, with the configurations that the backend was seen on."""
    compared, followed = (
        {key: list(group) for key, group in groupby(sorted(_elsewhere(records, check), key=_place), _place)}
        for check in ("ct", "taint")
    )
    if not compared:
        raise UserError("no record of other machines; `ev ct --matrix --machine NAME --json FILE` makes them.")
    rows = [
        (
            f"`{machine}`", compiler, f"`{backend}`", ", ".join(f"`{c}`" for c in sorted({r["config"] for r in found})),
            ", ".join(f"`{f}`" for f in found[0]["params"]["flags"]),
            "constant time" if _passed(found) else "**not constant time**",
            "–" if key not in followed else "none" if _passed(followed[key]) else "**found**",
        )
        for key, found in compared.items()
        for machine, compiler, backend in [key]
    ]  # fmt: skip
    header = ("machine", "compiler", "backend", "configurations", "flags", "traces", "dependence on a secret")
    return markdown(header, rows)


def _elsewhere(records: Records, check: str) -> Records:
    return Records(r for r in records.like(rf"{check}\.") if r["machine"] != records.machine.name)


def _place(r: dict[str, Any]) -> tuple[str, str, str]:
    return (r["machine"], r["params"]["compiler"], r["backend"])


def _passed(found: Iterable[dict[str, Any]]) -> bool:
    return all(r["verdict"]["passed"] for r in found)
