# SPDX-License-Identifier: Apache-2.0
"""The tables and the sentences with numbers in the documents."""

from dataclasses import dataclass
from typing import Any

from evariste.ecc.curves import binary_curves
from evariste.errors import UserError
from evariste.family.cells import silicon
from evariste.machines import PORTABLE
from evariste.machines.vword.convert import needed
from evariste.machines.vword.instance import LEVELS, PAPER, from_parameters, instance
from evariste.machines.vword.size import ALONE, CLOCKED, USUAL, every
from evariste.machines.vword.workloads import CONFIGURATIONS, SPEC, USUAL_DIGIT
from evariste.papers.load import paper
from evariste.parts.mips.proofs.core import RULES
from evariste.parts.mips.proofs.tables import proved_core
from evariste.tables import Records, markdown, table
from evariste.verification.tables import in_lockstep, mutated, proofs_of, rows_of

NAME = "vword"
DEGREES = sorted({parameters["M"] for parameters in CONFIGURATIONS.values()})
DIGITS = sorted({parameters["D"] for parameters in CONFIGURATIONS.values()}, reverse=True)
ROWS = (("product, from rows to a row", "mul_row"), ("square, from a row to a row", "sqr_row"),
        ("inverse, from a row to a row", "inv_row"))  # fmt: skip
WHOLE = (("k P, secret k", "mul.ct"), ("k G, secret k", "mul.base"), ("u G + v P, public", "mul2.vartime"),
         ("validation of a public key", "check"), ("ECDH", "ecdh"), ("ECDSA, sign", "ecdsa.sign"),
         ("ECDSA, sign, nonce given", "ecdsa.sign.nonce"), ("ECDSA, verify", "ecdsa.verify"))  # fmt: skip


def _found(records: Records, workload: str) -> dict[str, Any] | None:
    return next((r for r in records if (r["workload"], r["backend"]) == (workload, NAME)), None)


def _cycles(records: Records, workload: str) -> int | str:
    found = _found(records, workload)
    return found["cycles"] if found else "-"


F283, F163 = "x^283+x^12+x^7+x^5+1", "x^163+x^7+x^6+x^3+1"
BEST, NARROW, FUSED, VRED = "f283_w294", "f283_w32", "f283_w294_fused", "f283_d32"
CHOICE = ("f283_w256", "f283_w294", "f283_w320", "f283_w512")
EXPECTED = {"C in place at -O2": 245, "The best C": 206}  # cycles of C, by the design's model of the pipeline
# Cells of the accelerator with its memory lanes, of a sketch that was synthesised before: look-up tables, flip-flops.
SKETCH = {"f283_w294": (5149, 2348), "f283_d16": (10697, 3137), "f283_d32": (13849, 3137)}
SKETCH_MHZ = 73  # of its f283_w294, placed without a core
C = {"place-O2": "C in place, -O2", "loop-O2": "C, a loop over a copy, -O2"}


def _reduce(records: Records, name: str) -> dict[str, Any]:
    """The record of a named instance, or of a form of C."""
    return records.one(f"vword.reduce.{name}", PORTABLE if name.startswith("c.") else NAME, machine=NAME)


def _moves(records: Records, name: str) -> tuple[int, int]:
    """Cycles of the conversions; 0 where an array is its rows."""
    if not needed(from_parameters(SPEC[name].parameters)):
        return 0, 0
    to, back = (records.one(f"vword.{what}.{name}", NAME, machine=NAME)["cycles"] for what in ("pack", "unpack"))
    return to, back


def _best_c(records: Records) -> dict[str, Any]:
    """The fastest C of all that was compiled."""
    return min(records.like(r"vword\.reduce\.c\."), key=lambda r: r["cycles"])


@table("vword.reduction.first")
def _(records: Records) -> str:
    best, narrow = _reduce(records, BEST), _reduce(records, NARROW)
    return (f"For {F283} a word of {best['params']['word']} bits reduces a product of two elements in {best['cycles']} "
            f"cycles from memory to memory. A word of 32 bits needs {narrow['cycles']}.\n")  # fmt: skip


@table("vword.reduction.best")
def _(records: Records) -> str:
    """The best of the named instances is that of the sweep, as a test says."""
    named = [r for r in records.like(r"vword\.reduce\.f") if r["params"]["level"] == "paper"]
    best: dict[str, tuple[int, int, int]] = {}
    for r in named:
        key = r["cycles"], r["params"]["row"], r["params"]["word"]
        best[r["params"]["polynomial"]] = min(best.get(r["params"]["polynomial"], key), key)
    rows = [(f, word, row, cycles) for f, (cycles, row, word) in sorted(best.items())]
    return markdown(("polynomial", "best word, bits", "row, bits", "cycles"), rows)


@table("vword.reduction.longer")
def _(records: Records) -> str:
    short, long = (instance(F163, word, PAPER).reduction.operations for word in (319, 320))
    return ("* A word so long that only a few bits of a product are above it may be worse again: for "
            f"{F163}, 319 bits need {short} operations and 320 bits {long}.\n")  # fmt: skip


@table("vword.reduction.words")
def _(records: Records) -> str:
    """The named instances without field arithmetic."""
    made = {n: from_parameters(c.parameters) for n, c in SPEC.items() if c.parameters.get("LEVEL") == PAPER}
    rows = []
    for name, i in sorted(made.items(), key=lambda item: (-item[1].polynomial.degree, item[1].word)):
        plain, fused = (_found(records, f"vword.reduce.{name}{level}") for level in ("", "_fused"))
        if plain is None:
            continue
        rows.append((str(i.polynomial.degree), i.word, i.row, plain["params"]["operations"], plain["cycles"],
                     fused["cycles"] if fused else "-", *_moves(records, name)))  # fmt: skip
    return markdown(("degree", "word", "row", "operations", "cycles, `paper`", "cycles, `fused`", "words to rows",
                     "rows to words"), rows)  # fmt: skip


@table("vword.reduction.choice")
def _(records: Records) -> str:
    """294 or 320, or a word as long as its row."""
    rows = []
    for name in CHOICE:
        r, moves = _reduce(records, name), _moves(records, name)
        rows.append((r["params"]["word"], r["params"]["row"], r["cycles"], *moves, r["cycles"] + sum(moves)))
    return markdown(("word", "row", "reduction, cycles", "32-bit words to rows", "rows to 32-bit words", "all"), rows)


@table("vword.reduction.baselines")
def _(records: Records) -> str:
    """32-bit code on the core alone, against the accelerator."""
    best = _best_c(records)
    chosen = [(title, _reduce(records, f"c.{name}")) for name, title in C.items()]
    chosen.append((f"the best C: {best['params']['form']}, {best['params']['option']}", best))
    chosen.append(("words of 32 bits, level `paper`", _reduce(records, NARROW)))
    against = [_reduce(records, name)["cycles"] for name in (BEST, FUSED, VRED)]
    rows = [(title, r["cycles"], *(r["cycles"] / cycles for cycles in against)) for title, r in chosen]
    heading = [f"times {what} ({c} cycles)" for what, c in zip(("`paper`", "`fused`", "`vred`"), against, strict=True)]
    iwasaki = paper("iwasaki").claims
    gain, loss = (float(iwasaki[name].value) for name in ("abs.speedup", "abs.clock-loss"))
    cycles = gain / (1 - loss / 100)
    said = (f"The paper reports a gain of {gain:g} in time, with a clock that is {loss:g} % lower. This is a gain of "
            f"{cycles:.1f} in cycles, if both are of the same word. Its C is not public.\n")  # fmt: skip
    return f"{markdown(('x^283+..., 32-bit code', 'cycles', *heading), rows)}\n{said}\n{_expected(chosen, against)}"


def _expected(chosen: list[tuple[str, dict[str, Any]]], against: list[int]) -> str:
    """How the gains compare with those that the design expected."""
    said = []
    for (what, expected), (_, found) in zip(EXPECTED.items(), (chosen[0], chosen[2]), strict=True):
        wanted, got = ([f"{c / cycles:.1f}" for cycles in against[:2]] for c in (expected, found["cycles"]))
        said.append(f"{what} takes {found['cycles']} cycles and not {expected}: gains of {' and '.join(got)} at "
                    f"levels `paper` and `fused`, not {' and '.join(wanted)}.")  # fmt: skip
    return ("The design expected larger gains, from slower C. The accelerator takes the cycles that it was designed "
            f"for. {' '.join(said)}\n")  # fmt: skip


@table("vword.speed")
def _(records: Records) -> str:
    """Of the simulator: millions a second of CPU time."""
    from evariste.sim.speed import shown

    found = {(r["program"], r["config"], r["engine"]): r for r in records.like(r"sim\.") if r["machine"] == NAME}
    if not found:
        raise UserError("no record of the speed; `ev bench --sim --machine vword --json doc/records/vword_sim.json` "
                        "makes it.")  # fmt: skip
    engines = ("iss", "rtl", "lockstep")
    rows = [(f"`{program}`", f"`{configuration}`", *(shown(found[program, configuration, e]) for e in engines))
            for program, configuration in dict.fromkeys(key[:2] for key in found)]  # fmt: skip
    hosts = sorted({r["params"]["host"] for r in found.values()})
    heading = ("millions a second", "configuration", "iss, instructions", "rtl, cycles", "lockstep, cycles")
    return f"{markdown(heading, rows)}\nMeasured on: {'; '.join(hosts)}.\n"


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
        found = _found(records, f"{c.name}.point.d{USUAL_DIGIT}")
        rows.append((c.nist or c.standard, *routine, *whole, found["code_bytes"] if found else "-"))
    heading = [f"{what}, d = {digit}" for what in ("routine", "`ev_ec_mul`") for digit in DIGITS]
    return markdown(("curve", *heading, "bytes of the routine"), rows)


@table("vword.field.curves")
def _(records: Records) -> str:
    """Whole operations of the library."""
    chosen = [c for c in binary_curves().values() if c.degree in DEGREES]
    rows = [(title, *(_cycles(records, f"{c.name}.{what}.d{USUAL_DIGIT}") for c in chosen)) for title, what in WHOLE]
    return markdown((f"cycles, d = {USUAL_DIGIT}", *(c.nist or c.standard for c in chosen)), rows)


@table("vword.field.beside")
def _(records: Records) -> str:
    """K-233 here and on the default machine: cycles, and the area of the configurations that were measured."""
    routine, other = _found(records, f"k233.point.d{USUAL_DIGIT}"), records.one("k233.mul.ct")
    assert routine
    netlists = silicon(records)
    gates = [round(netlists[f"{r['machine']}.{r['config']}"].ge) for r in (routine, other)]
    rows: list[tuple[object, ...]] = [("k P, secret k, the routine alone", routine["cycles"], other["cycles"],
                                       other["cycles"] / routine["cycles"])]  # fmt: skip
    for title, what in WHOLE:
        mine, theirs = _found(records, f"k233.{what}.d{USUAL_DIGIT}"), records.one(f"k233.{what}")
        if mine:
            rows.append((title, mine["cycles"], theirs["cycles"], theirs["cycles"] / mine["cycles"]))
    rows.append(("area, gate equivalents", *gates, f"{gates[1] / gates[0]:.2f}"))
    text = markdown(("K-233", f"`{NAME}`, d = {USUAL_DIGIT}", f"`{other['machine']}`", "ratio"), rows)
    return (f"{text}\nThe routine takes {other['cycles'] / routine['cycles']:.1f} times fewer cycles, on "
            f"{gates[0] / gates[1]:.1f} times the area: `{routine['config']}` of `{routine['machine']}` against "
            f"`{other['config']}` of `{other['machine']}`.\n")  # fmt: skip


NONE = ("-", "-")
SAME = 0.02  # how much two netlists of one circuit differ at most, by what the optimizer finds


ADDED = ("tables of the accelerator", "flip-flops of it", "tables, over the core alone", "flip-flops, likewise")


def _sizes(records: Records, what: str) -> dict[str, dict[str, Any]]:
    """What was counted (cells), or placed and routed (size): parameters of the records, by name."""
    found = records.like(rf"vword\.{what}\.")
    return {r["workload"].removeprefix(f"vword.{what}."): r["params"] for r in found}


def _added(name: str, found: dict[str, dict[str, Any]]) -> tuple[int | str, ...]:
    """As ADDED says: what an instance has more than the core alone."""
    if name == ALONE:
        return (*NONE, *NONE)
    used, alone = found[name]["used"], found[ALONE]["used"]
    more = (used[kind] - alone[kind] for kind in ("luts", "ffs"))
    return (*more, *(f"{used[kind] / alone[kind]:.2f}" for kind in ("luts", "ffs")))


@table("vword.cells")
def _(records: Records) -> str:
    """The netlists of the core alone, and with each instance."""
    found = _sizes(records, "cells")
    kinds = ("luts", "ffs", "lut_rams", "brams")
    rows = [(f"`{name}`", *(found[name]["used"][kind] for kind in kinds), *_added(name, found))
            for name in every() if name in found]  # fmt: skip
    return markdown(("configuration", "look-up tables", "flip-flops", "LUT RAMs", "block RAMs", *ADDED), rows)


@table("vword.size")
def _(records: Records) -> str:
    """The core alone, and with the named instances, placed and routed."""
    found, rows = _sizes(records, "size"), []
    for name in (n for n in USUAL if n in found):
        p = found[name]
        used = (p["used"][kind] for kind in ("luts", "ffs", "brams"))
        rows.append((f"`{name}`", *used, f"{p['fmax_mhz']:.1f}", *_added(name, found)))
    text = markdown(("configuration", "look-up tables", "flip-flops", "block RAMs", "MHz", *ADDED), rows)
    return f"{text}\n{said}\n" if (said := _earlier(records)) else text


def _earlier(records: Records) -> str:
    """What was placed of another netlist than the one that was counted: a sentence, or nothing."""
    placed, counted = _sizes(records, "size"), _sizes(records, "cells")
    both = {name: (placed[name]["cells"]["LUT4"], counted[name]["used"]["luts"]) for name in placed if name in counted}
    other = [f"`{name}` ({there:,} tables in its netlist, and {now:,} now)" for name, (there, now) in both.items()
             if abs(there - now) > SAME * now]  # fmt: skip
    return f"Placed before the accelerator was changed: {', '.join(other)}." if other else ""


@table("vword.sketch")
def _(records: Records) -> str:
    """Cells of the accelerator against the sketch that was its goal."""
    found, placed = _sizes(records, "cells"), _sizes(records, "size")
    rows = []
    for name, goals in SKETCH.items():
        mine = [found[name]["used"][kind] - found[ALONE]["used"][kind] for kind in ("luts", "ffs")]
        rows.append((f"`{name}`", goals[0], mine[0], f"{mine[0] / goals[0]:.2f}", goals[1], mine[1],
                     f"{mine[1] / goals[1]:.2f}"))
    text = markdown(("accelerator of", "tables, goal", "tables", "ratio", "flip-flops, goal", "flip-flops", "ratio"),
                    rows)  # fmt: skip
    whole, core = (placed[name]["fmax_mhz"] for name in (BEST, ALONE))
    return (f"{text}\nThe sketch of `{BEST}` was placed without a core, and had {SKETCH_MHZ} MHz. With the core it has "
            f"{whole:.1f} MHz. The core alone has {core:.1f} MHz.\n")  # fmt: skip


@dataclass(frozen=True)
class Clock:
    """What was placed and routed of a word at level paper, and the reduction there."""

    word: int
    row: int
    luts: int
    ffs: int
    mhz: float
    router: str  # of nextpnr
    cycles: int

    @property
    def ns(self) -> float:
        return 1000 * self.cycles / self.mhz


def clocks(records: Records) -> list[Clock]:
    """The words that have a record, for the first polynomial."""
    found = [p for p in _sizes(records, "size").values() if p.get("polynomial") == F283 and p["level"] == LEVELS[PAPER]]
    return [Clock(p["word"], p["row"], p["used"]["luts"], p["used"]["ffs"], p["fmax_mhz"],
                  p.get("router", "router2"), instance(F283, p["word"], PAPER).program.cycles)
            for p in sorted(found, key=lambda p: p["word"])]  # fmt: skip


def alone(records: Records) -> float | None:
    """MHz of the core without an accelerator."""
    found = _sizes(records, "size").get(ALONE)
    return found["fmax_mhz"] if found else None


@table("vword.clock")
def _(records: Records) -> str:
    """Clock and time over the word, and what happens where the memory becomes wider."""
    found, base = clocks(records), alone(records)
    rows = [(c.word, c.row, c.luts, c.ffs, c.router, f"{c.mhz:.1f}", c.cycles, round(c.ns)) for c in found]
    heading = ("word", "row", "look-up tables", "flip-flops", "router", "MHz", "cycles of a reduction", "ns")
    best, at = min(found, key=lambda c: c.ns), {c.word: c for c in found}
    said = [f"The least time is that of words of {best.word} bits."]
    if base is not None:
        said.append(f"The core alone has {base:.1f} MHz.")
    for c in found:
        if (after := at.get(c.word + 1)) and after.row > c.row:
            change = 100 * (after.mhz / c.mhz - 1)
            said.append(f"From {c.word} to {after.word} bits, where the memory becomes wider, the clock changes by "
                        f"{change:+.1f} %.")  # fmt: skip
    waiting = [str(word) for word in CLOCKED if word not in at]
    if before := _earlier(records):
        said.append(before)
    if waiting:
        said.append(f"Not placed yet: words of {', '.join(waiting)} bits.")
    return f"{markdown(heading, rows)}\n{' '.join(said)}\n"


@table("vword.lockstep")
def _(records: Records) -> str:
    """Of the core."""
    return in_lockstep(records, NAME)


@table("vword.mutation")
def _(records: Records) -> str:
    return mutated(records, NAME, {"core": "the core `mips`", "accelerator": "the accelerator"})


@table("proofs.vword")
def _(records: Records) -> str:
    """Of the accelerator."""
    return rows_of(proofs_of(records, "accelerator", NAME))


@table("proofs.mips")
def _(records: Records) -> str:
    """What is proved of the core, and which rules of its invariant are open."""
    return proved_core(records, NAME, RULES)
