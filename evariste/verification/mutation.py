# SPDX-License-Identifier: Apache-2.0
"""Mutation: the share of small errors in the RTL that the checks notice.

Mutants of a flattened design are chosen and put in by Yosys' `mutate`. All are in one netlist; its input `mutant`
selects one by its number, and 0 selects none. Runs on all of them at once kill most. Proofs show that others are no
errors. What is left survives.
"""

import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import yaml

from evariste import yosys
from evariste.machines import MachineDef
from evariste.paths import ROOT
from evariste.verification.aig import Builder
from evariste.verification.equivalence import Comparison
from evariste.verification.gates import TO_GATES, Netlist, read

SELECT = "mutant"  # the input
_MUTATE = re.compile(r"mutate -mode (\w+).* -cell (\S+) -port (\S+) -portbit (\d+)(?: -ctrlbit (\d+))?")
_SOURCE = re.compile(r"-src ((?:rtl|gen)/\S+?):(\d+)\.(\d+)(?:-(\d+)\.(\d+))?(?=\s|$)")
_REGISTER = re.compile(r"\$driver\$(?:\w+\.)*(\w+)$")
LONGEST = 90  # of the source that is shown
Item = TypeVar("Item")


@dataclass(frozen=True)
class Mutant:
    """`mode`: inv (inverted), const0, const1, cnot0 and cnot1 (inverted where bit `control` of the port is 0, 1).
    `text`: the expression in `file` that the cell computes, or its register. `line`: the line of the expression. So a
    mutant keeps its name when code around it moves.
    """

    number: int
    mode: str
    cell: str
    port: str
    bit: int
    control: int | None
    file: str
    text: str
    line: str

    def __str__(self) -> str:
        what = {"inv": "inverted", "const0": "stuck at 0", "const1": "stuck at 1"}.get(self.mode)
        what = what or f"inverted where bit {self.control} is {self.mode[-1]}"
        place = "" if self.text == self.line else f" in `{self.line}`"
        return f"{self.file}: `{self.text}`{place}, bit {self.bit} of {self.port} {what}"


@dataclass(frozen=True)
class Sample:
    """Mutants: so many, which the seed chooses. Of them one share of several, which have them all and none twice."""

    count: int
    seed: int = 1
    share: int = 0  # from 0
    shares: int = 1

    def of(self, chosen: Sequence[Item]) -> list[Item]:
        """This share of what the seed has chosen."""
        return [*chosen[self.share :: self.shares]]

    def number(self, mutant: int) -> int:
        """The number among all, from 1, of a mutant with this number in the share."""
        return (mutant - 1) * self.shares + self.share + 1


def choose(elaborate: Sequence[str], selection: str, sample: Sample, folder: Path) -> list[str]:
    """Commands of Yosys, one mutant each. `selection` names the cells. Clock pins are not logic, so their mutants are
    left out.
    """
    count, seed = sample.count, sample.seed
    listed = folder / "chosen.txt"
    yosys.run(*elaborate, f"select {selection}", f"mutate -list {count + count // 20 + 20} -seed {seed} -o {listed}")
    commands = [line for line in listed.read_text().splitlines() if " -port CLK " not in line]
    return sample.of(commands[:count])


def put_in(commands: Sequence[str], folder: Path) -> str:
    """The pass that puts these mutants into a design."""
    width = len(commands).bit_length()
    script = folder / "mutate.ys"
    script.write_text(
        "".join(
            f"mutate -ctrl {SELECT} {width} {number} {command.removeprefix('mutate ')}\n"
            for number, command in enumerate(commands, 1)
        )
    )
    return f"tee -q -o {folder}/log script {script}"


def build(elaborate: Sequence[str], selection: str, sample: Sample, top: str) -> tuple[Netlist, list[Mutant]]:
    """The netlist with all mutants, and what each of them is."""
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        folder = Path(name)
        commands = choose(elaborate, selection, sample, folder)
        path = folder / "mutated.json"
        yosys.run(*elaborate, put_in(commands, folder), *TO_GATES, f"write_json {path}")
        return read(path, top, [SELECT]), [parsed(n, c) for n, c in enumerate(commands, 1)]


def parsed(number: int, command: str) -> Mutant:
    found = _MUTATE.match(command)
    assert found, command
    mode, cell, port, bit, control = found.groups()
    file, text, line = "", "", ""
    if sources := _SOURCE.findall(command):
        file, *span = sources[-1]
        first, *rest = (int(n or 0) for n in span)
        text, line = _excerpt(file, first, *rest), _short(_lines(file)[first - 1])
    if register := _REGISTER.search(cell):
        text = line = register[1]
    return Mutant(number, mode, cell, port, int(bit), int(control) if control else None, file, text, line)


@cache
def _lines(file: str) -> list[str]:
    return (ROOT / file).read_text().splitlines()


def _excerpt(file: str, line: int, column: int, last: int, end: int) -> str:
    """The source from one place to another, in one line. The whole line if there is no second place."""
    lines = _lines(file)[line - 1 : last or line]
    if last:
        lines[-1] = lines[-1][: end - 1]
    lines[0] = lines[0][column - 1 :]
    return _short(" ".join(lines))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


# ---- a campaign ----

Say = Callable[[str], object]


@dataclass
class Result:
    """`equivalent`: proved to behave like the original from any state. `unreachable`: proved from any reachable state.
    `unproved`: survivors for which no proof decides whether they are errors; they count as survivors.
    """

    target: str
    configuration: str | None  # None: the mutated design is no configuration of the machine
    sample: Sample
    total: int = 0  # mutants that there are
    killed: dict[int, str] = field(default_factory=dict)
    equivalent: list[Mutant] = field(default_factory=list)
    unreachable: list[Mutant] = field(default_factory=list)
    survivors: list[Mutant] = field(default_factory=list)
    unproved: int = 0
    work: int = 0  # clocks, or operations of the unit

    @property
    def score(self) -> float:
        """The killed share of the mutants, without those proved to be no errors."""
        return len(self.killed) / max(1, self.total - len(self.equivalent) - len(self.unreachable))


class Subject(Protocol):
    """What is mutated, as a module says it: the passes that read the design, which cells, the top; the runs on mutants;
    and a literal that is true where two of them differ.
    """

    ELABORATE: Sequence[str]
    SELECTION: str
    TOP: str
    Hunt: Callable[[Netlist], Any]

    def observe(self, netlist: Netlist, graph: Builder, one: dict[int, int], other: dict[int, int]) -> int: ...


# What proofs say of mutants that no run kills and that are not equivalent: True: no error in any state that is reached;
# a text: an error that this refutes; None: not decided.
Judged = Mapping[int, bool | str | None]
Judge = Callable[[Result, Comparison, list[Mutant]], Judged]


def run(
    result: Result, subject: Subject, before: Iterable[Any], after: Iterable[Any], judge: Judge | None = None,
    say: Say = print, unrolled: Callable[[Netlist], Netlist] = lambda netlist: netlist,
) -> Result:  # fmt: skip
    """Mutate the subject. The runs `before` come before the proofs, those `after` come after them, on the survivors.
    `judge` then has the last word. `unrolled`: what runs and proofs see of the netlist.
    """
    netlist, made = build(subject.ELABORATE, subject.SELECTION, result.sample, subject.TOP)
    netlist = unrolled(netlist)
    known = {m.number: m for m in made}
    result.total = len(made)
    hunt = subject.Hunt(netlist)

    def hunted(runs: Iterable[Any], alive: list[int]) -> list[int]:
        for one in told(runs, lambda done: say(f"{done} runs; {len(result.killed)} of {len(made)} mutants killed")):
            if not alive:
                break
            found = hunt.kill(one, alive)
            result.killed |= found
            alive = [n for n in alive if n not in found]
        return alive

    alive = hunted(before, list(known))
    say(f"{len(result.killed)} of {len(made)} mutants killed; proving which of the other {len(alive)} are none")
    comparison = Comparison(netlist, netlist.ports[SELECT], lambda *three: subject.observe(netlist, *three))
    tell = partial(_compared, say)
    proved = {n: comparison.soon_equivalent(n) for n in told(alive, tell)}
    alive = hunted(after, [n for n in alive if not proved[n]])
    proved |= {n: comparison.equivalent(n) for n in told(alive, tell)}
    result.equivalent = [known[n] for n, found in proved.items() if found]
    alive = [n for n in alive if not proved[n]]
    judged = judge(result, comparison, [known[n] for n in alive]) if judge and alive else {}
    for n in alive:
        match judged.get(n, proved[n]):
            case True:
                result.unreachable.append(known[n])
            case str(what):
                result.killed[n] = f"proof: {what}"
            case found:
                result.survivors.append(known[n])
                result.unproved += found is None
    result.work = hunt.work
    none = len(result.equivalent) + len(result.unreachable)
    say(f"{len(result.killed)} killed, {none} proved to be no error, {len(result.survivors)} left")
    return result


def told(items: Iterable[Item], say: Callable[[int], object], seconds: float = 30) -> Iterator[Item]:
    """The items. Work on them that is longer than so many seconds says how many are done, and again each time."""
    since = time.monotonic()
    for done, item in enumerate(items):
        if time.monotonic() - since > seconds:
            say(done)
            since = time.monotonic()
        yield item


def _compared(say: Say, done: int) -> None:
    say(f"{done} mutants compared with the original")


def reason(mutant: Mutant | str, reasons: Path) -> str | None:
    """Why a mutant, or one of this name, survives, from a list of patterns and reasons."""
    for entry in yaml.safe_load(reasons.read_text()):
        if re.search(entry["mutant"], str(mutant)):
            return str(entry["reason"])
    return None


def record(machine: MachineDef, result: Result, reasons: Path, needed: float) -> dict[str, Any]:
    """The campaign as a record. It passes if the score is `needed` at least."""
    from evariste.record import record as a_record

    survivors = [{"mutant": str(m), "reason": reason(m, reasons)} for m in result.survivors]
    return a_record(
        workload=f"mutation.{result.target}", engine="gates",
        machine=machine.name, configuration=result.configuration, cycles=None, backend=None,
        params={"mutants": result.total, "seed": result.sample.seed},
        passed=result.score >= needed,
        checked=f"{result.score:.2%} of the mutants that are errors killed",
    ) | {
        "killed": len(result.killed), "equivalent": len(result.equivalent), "unreachable": len(result.unreachable),
        "survivors": survivors, "unproved": result.unproved, "score": result.score, "work": result.work,
        "killed_by": dict(Counter(result.killed.values())),
    }  # fmt: skip
