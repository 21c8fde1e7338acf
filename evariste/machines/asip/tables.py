# SPDX-License-Identifier: Apache-2.0
"""The tables of doc/asip.md: tasks, the words of the program, cycles."""

import re
from collections import Counter
from typing import Any

from evariste import machines
from evariste.errors import UserError
from evariste.isa import load
from evariste.isa.schema import TaskSpec
from evariste.machines.asip import silicon
from evariste.machines.asip.assembler import NAME
from evariste.papers.load import paper
from evariste.silicon.scaling import to_65
from evariste.tables import Records, markdown, table
from evariste.verification.tables import OUTCOMES, covered, mutated, proofs_of, rows_of

STEADY = {
    "ecb.encrypt": "ECB encrypt",
    "ecb.decrypt": "ECB decrypt",
    "cbc.encrypt": "CBC encrypt",
    "cbc.decrypt": "CBC decrypt",
    "ctr": "CTR",
    "ccm.encrypt": "CCM encrypt",
    "ccm.decrypt": "CCM decrypt",
    "ghash": "GHASH",
    "gcm.encrypt": "GCM encrypt",
    "gcm.decrypt": "GCM decrypt",
    "ocb.encrypt": "OCB3 encrypt",
    "ocb.decrypt": "OCB3 decrypt",
}
POINTS = {
    "multiply": "k P",
    "multiply.validated": "k P, validated, result checked",
    "validate": "validate P",
    "add": "P + Q",
    "double": "2 P",
    "inverse": "1/a",
    "product": "a b",
    "curve": "load the curve",
}
ENGINES = {"rtl": "circuit", "iss": "interpreter"}
KEYS = (128, 192, 256)
HOSTED = {
    "ecb128.encrypt_block": "ECB encrypt, a block",
    "ecb128.decrypt_block": "ECB decrypt, a block",
    "cbc128.encrypt_block": "CBC encrypt, a block",
    "cbc128.decrypt_block": "CBC decrypt, a block",
    "ctr128.block": "CTR, a block",
    "cmac128.block": "CMAC, a block",
    "ccm128.block": "CCM, a block",
    "gcm128.block": "GCM, a block",
    "ocb128.block": "OCB3, a block",
    "aes128.encrypt": "one block, a call",
    "k163.mul.ct": "K-163, k P for a secret k",
    "b163.mul.ct": "B-163, k P for a secret k",
    "k233.mul.ct": "K-233, k P for a secret k",
    "b233.mul.ct": "B-233, k P for a secret k",
    "k239.mul.ct": "K-239, k P for a secret k",
    "k233.check": "K-233, is a point on the curve and in the subgroup",
    "k233.ecdh": "K-233, ECDH",
    "b233.ecdh": "B-233, ECDH",
    "b233.ecdsa.sign": "B-233, ECDSA, sign",
    "b233.ecdsa.verify": "B-233, ECDSA, verify",
}


def _record(records: Records, configuration: str, name: str) -> dict[str, Any]:
    found = [r for r in records if r["workload"] == f"{NAME}.{configuration}.{name}"]
    if not found:
        raise UserError(f"doc/records holds no record of {name} on {configuration}; `ev {NAME} measure` makes it.")
    return found[0]


@table("asip.tasks")
def _(records: Records) -> str:
    rows = [("`zeroise`", 0, "everything becomes zero, as after reset", "", "", "", "")]
    rows += [(f"`{t.name}`", i, t.about, t.takes, t.gives, _count(t), ", ".join(t.needs))
             for i, t in enumerate(load.tasks(NAME).tasks, 1)]  # fmt: skip
    return markdown(("task", "number", "", "takes, words", "gives, words", "count", "needs"), rows)


def _count(task: TaskSpec) -> str:
    bounds = {c.name: c.about for c in load.tasks(NAME).counts}
    return task.counted and (task.counted if task.count == "free" else f"{task.counted}, {bounds[task.count]}")


@table("asip.aes")
def _(records: Records) -> str:
    rows: list[tuple[object, ...]] = []
    for key, title in (("key", "key expansion"), ("encrypt", "one block, encrypt"), ("decrypt", "one block, decrypt")):
        rows.append((title, *(_record(records, "full", f"aes{bits}.{key}")["cycles"] for bits in KEYS)))
    for name, title in STEADY.items():
        found = [_record(records, "full", f"aes{bits}.{name}.steady") for bits in KEYS]
        rows.append((title, *(_trimmed(r["cycles"] / r["params"]["blocks"]) for r in found)))
    return markdown(("cycles", *(f"AES-{bits}" for bits in KEYS)), rows)


def _trimmed(cycles: float) -> int | float:
    return int(cycles) if cycles == int(cycles) else round(cycles, 2)


@table("asip.points")
def _(records: Records) -> str:
    there = [r for r in records if r["machine"] == NAME and r["workload"].endswith(".multiply")
             and r["engine"] != "netlist"]  # fmt: skip
    places = sorted((r["config"], r["workload"].split(".")[2]) for r in there)
    order = [*machines.named(NAME).configurations]
    rows = []
    for configuration, curve in sorted(places, key=lambda p: (order.index(p[0]), p[1][1:], p[1])):
        found = [_record(records, configuration, f"{curve}.{name}") for name in POINTS]
        engines = ", ".join(sorted({ENGINES[r["engine"]] for r in found}))
        rows.append((f"`{configuration}`", f"{curve[0].upper()}-{curve[1:]}", *(r["cycles"] for r in found), engines))
    return markdown(("configuration", "curve", *POINTS.values(), "by"), rows)


@table("asip.host")
def _(records: Records) -> str:
    rows = []
    for name, title in HOSTED.items():
        driven = records.one(name, NAME)["cycles"]
        alone = next((r["cycles"] for r in records if (r["workload"], r["backend"]) == (name, records.native)), None)
        rows.append((title, alone or "-", driven, f"{alone / driven:.1f}" if alone else "-"))
    return markdown(("cycles on the RTL", "the host alone", "with the coprocessor", "ratio"), rows)


@table("proofs.asip")
def _(records: Records) -> str:
    return rows_of(proofs_of(records, NAME, NAME))


@table("asip.program")
def _(records: Records) -> str:
    words = _record(records, "full", "size")["code_bytes"] // 4
    return f"The program of all {len(load.tasks(NAME).tasks)} tasks has {words} words.\n"


MUTATED = {f"{NAME}.host": "the host's side", f"{NAME}.fifos": "both FIFOs",
           f"{NAME}.multiplier": "the multiplier and the field register",
           f"{NAME}.squares": "two square networks", f"{NAME}.aes": "round and key expansion of AES",
           f"{NAME}.logic": "the wide logic", f"{NAME}.pipeline": "the pipeline"}  # fmt: skip
PLACES = {"w": "w0 to w7", "product": "the product under way", "m_k": "the scalar in the data memory",
          "m_": "field, curve and point in the data memory", "c": "counters", "flags": "flags"}  # fmt: skip


def _some(records: Records, pattern: str, command: str) -> Records:
    found = Records(r for r in records.like(pattern) if r["machine"] == NAME)
    if not found:
        raise UserError(f"doc/records holds no record of {pattern} of {NAME}; `{command}` makes it.")
    return found


@table("asip.mutation")
def _(records: Records) -> str:
    return mutated(records, NAME, MUTATED)


@table("asip.coverage")
def _(records: Records) -> str:
    return covered(records, NAME)


# Gate equivalents that the design set as goals: the configuration, its part, the goal. No part: the whole.
GOALS = {
    "round unit of AES": ("full", "AES round", 7_900),
    "key expansion": ("full", "key expansion", 2_200),
    "multiplier, digits of 8 bits": ("small", "multiplier", 19_300),
    "multiplier, digits of 16 bits": ("full", "multiplier", 33_600),
    "multiplier, digits of 32 bits": ("fast", "multiplier", 62_500),
    "squares of 163, 233 and 239": ("full", "squares", 2_700),
    "all of `full`": ("full", "", 100_000),
}


@table("asip.goals")
def _(records: Records) -> str:
    """Areas beside the goals."""
    rows: list[tuple[object, ...]] = []
    for title, (configuration, part, goal) in GOALS.items():
        found = list(records.like(rf"{NAME}\.silicon\.{configuration}$"))
        if not found:
            rows.append((title, goal, "not measured", "-"))
            continue
        here = found[0]["parts"][part]["ge"] if part else found[0]["buffered_ge"]
        rows.append((title, goal, round(here), f"{here / goal:.2f}"))
    return markdown(("gates (GE)", "goal", "here", "here / goal"), rows)


@table("asip.faults")
def _(records: Records) -> str:
    rows: list[tuple[object, ...]] = []
    for r in _some(records, r"faults\.", f"ev faults --machine {NAME}"):
        curve, places = r["workload"].rpartition(".")[2], dict[str, Counter[str]]()
        for register, found in r["registers"].items():
            place = next(title for start, title in PLACES.items() if register.startswith(start))
            places.setdefault(place, Counter()).update(found)
        named = f"{curve[0].upper()}-{curve[1:]}"
        rows += [(named, title, *(places[title][o] for o in OUTCOMES)) for title in PLACES.values()]
        rows.append((named, "all", *(r["outcomes"][o] for o in OUTCOMES)))
    return markdown(("ladder", "bits of", *OUTCOMES), rows)


@table("asip.lockstep")
def _(records: Records) -> str:
    found = _some(records, rf"{NAME}\.lockstep\.", f"ev {NAME} lockstep")
    rows = [(r["workload"].rpartition(".")[2], f"`{r['config']}`", r["params"]["seeds"], r["instructions"],
             r["params"]["steps"], int(r["verdict"]["checked"].split()[0])) for r in found]  # fmt: skip
    rows.append(("all", "", *(sum(int(r[i]) for r in rows) for i in range(2, 6))))
    return markdown(("what ran", "configuration", "seeds", "instructions", "steps", "differences"), rows)


PAPERS = {"aes128.key": "expand", "aes128.encrypt": "encrypt", "aes128.decrypt": "decrypt", "b233.multiply": "point"}


@table("asip.scaled")
def _(records: Records) -> str:
    """Energy beside the paper's, as a range at its process."""
    rows = []
    for task, row in PAPERS.items():
        [r] = [r for r in records.like(rf"asip\.silicon\.energy\.{re.escape(task)}") if r["config"] == silicon.MEASURED]
        low, high = (r["logic_pj"] / 1000 * factor for factor in to_65(r["params"]["volts"]))
        claim = paper("wang").claims[f"t2.{row}.energy"]
        rows.append((f"`{task}`", r["logic_pj"] / 1000, f"{low:,.1f} to {high:,.1f}", claim.number or 0.0,
                     f"{(claim.number or 0.0) / high:.1f} to {(claim.number or 0.0) / low:.1f}"))  # fmt: skip
    return markdown(("task", "nJ, 180 nm, 1.8 V", "estimate for 65 nm, 1.2 V, nJ", "paper, 65 nm, nJ",
                     "paper / estimate"), rows)  # fmt: skip


@table("asip.hosted")
def _(records: Records) -> str:
    """Energy of programs on the host, by the coprocessor and by the host alone."""
    rows = []
    for name in silicon.HOSTED:
        by = {backend: r for backend in (NAME, silicon.HOST)
              for r in records.like(rf"asip\.silicon\.host\.{re.escape(name)}\.{backend}$")}  # fmt: skip
        alone = by[silicon.HOST]["energy_pj"]
        for backend, r in by.items():
            parts = [r["parts_pj"].get(part) for part in ("host", "coprocessor")]
            still, memory = sum(r["still_pj"].values()), r["memory_pj"]
            rows.append((f"`{name}`", f"`{backend}`", r["cycles"], *("-" if pj is None else pj / 1000 for pj in parts),
                         memory / 1000, r["energy_pj"] / 1000, (still + memory) / 1000,
                         f"{alone / r['energy_pj']:.1f}" if backend == NAME else "-"))  # fmt: skip
    return markdown(("program", "backend", "cycles", "host, nJ", "coprocessor, nJ", "memories, nJ", "together, nJ",
                     "without glitches", "host alone / with the coprocessor"), rows)  # fmt: skip
