# SPDX-License-Identifier: Apache-2.0
"""The prover: ABC, as the wheel of pyosys carries it.

`&cec` (SAT sweeping) compares two graphs, `sat` decides one output. A counterexample is checked here by evaluation.
Questions that may stay open have the answer None: `iprove` for one literal, and for the OR of many outputs.
"""

import re
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import util
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit
from signal import SIGKILL, SIGXCPU
from typing import Any

from evariste.errors import UserError
from evariste.verification.aig import FALSE, TRUE, Aig, Builder

CONFLICTS = 1000  # of each question of a sweep

_INPUT = re.compile(r"INPUT: a = (\d+)'h([0-9A-F]+)\.")


@cache
def binary() -> Path:
    """The `yosys-abc` of pyosys."""
    spec = util.find_spec("pyosys")
    if spec is None or not spec.submodule_search_locations:
        raise UserError("proofs need the Python package pyosys; `./ev setup` installs it.")
    return Path(spec.submodule_search_locations[0]) / "yosys-abc"


class OutOfTime(UserError):
    """The prover did not end in time."""


def run(script: str, folder: Path, seconds: int, *, processor: bool = False) -> str:
    """ABC's output for a script. Refused if the script does not end in time. With `processor`, only the time that it
    computes counts, so a busy machine does not change the answer.
    """

    def limit() -> None:
        setrlimit(RLIMIT_CPU, (seconds, seconds + 1))

    try:
        bound: dict[str, Any] = {"preexec_fn": limit} if processor else {"timeout": seconds}
        done = subprocess.run([binary(), "-q", script], cwd=folder, capture_output=True, text=True, **bound)
        late = processor and done.returncode in (-SIGXCPU, -SIGKILL)
    except subprocess.TimeoutExpired:
        late = True
    if late:
        raise OutOfTime(f"the prover did not end within {seconds} seconds.")
    return done.stdout + done.stderr


def differences(pairs: Sequence[tuple[Aig, Aig]], seconds: int = 300) -> list[dict[str, int] | None]:
    """For each pair of graphs with the same ports: None if they are equal for every input, else an input for which they
    differ.
    """
    with tempfile.TemporaryDirectory() as place:
        folder, script = Path(place), []
        for i, (one, other) in enumerate(pairs):
            if one.inputs != other.inputs or list(one.outputs) != list(other.outputs):
                raise UserError("two designs with different ports cannot be compared.")
            one.write(folder / f"{i}a.aig")
            other.write(folder / f"{i}b.aig")
            script += [f"&r {i}a.aig", f"&cec {i}b.aig", f"echo end-{i}"]
        (folder / "script").write_text("\n".join(script) + "\n")
        answers = re.split(r"^end-\d+\s*$", run("source script", folder, seconds), flags=re.MULTILINE)
    if len(answers) != len(pairs) + 1:
        raise UserError(f"the prover gave no answer: {_end(answers[-1])}")
    return [_difference(one, other, answer) for (one, other), answer in zip(pairs, answers, strict=False)]


def _difference(one: Aig, other: Aig, answer: str) -> dict[str, int] | None:
    """What ABC said about a pair."""
    if "Networks are equivalent" in answer:
        return None
    found = _INPUT.search(answer)
    if "NOT EQUIVALENT" not in answer or not found:
        raise UserError(f"the prover could not decide: {_end(answer)}")
    value = int(found[2], 16)
    inputs = {name: value >> k & 1 for k, name in enumerate(one.inputs)}
    if one.value(inputs) == other.value(inputs):
        raise UserError("the prover gave a wrong counterexample; this is an error of the prover.")
    return inputs


def satisfied(graph: Aig, output: str, seconds: int = 1200, swept: bool = False) -> dict[str, int] | None:
    """An assignment that makes an output 1, or None when there is none, within this processor time. `swept`: what is
    equal in the graph is sought first, which helps if two circuits have much in common.
    """
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        small = graph if list(graph.outputs) == [output] else graph.fixed({}, [output])
        small.write(folder / "question.aig")
        read = f"&r question.aig; &fraig -y -C {CONFLICTS}; &put" if swept else "read question.aig"
        said = run(f"{read}; strash; sat; write_cex -n model", folder, seconds, processor=True)
        if "UNSATISFIABLE" in said:
            return None
        if "SATISFIABLE" not in said:
            raise UserError(f"the prover could not decide: {_end(said)}")
        pairs = (line.split("=") for line in (folder / "model").read_text().split() if line.startswith("pi"))
        model = {graph.inputs[int(name[2:])]: int(value) for name, value in pairs}
    if not small.value(model)[output]:
        raise UserError("the prover gave a wrong counterexample; this is an error of the prover.")
    return model


def possible(built: Builder, literal: int, seconds: int = 1200) -> bool:
    """Whether a literal can be 1, by Glucose, within this processor time. It says so of one that never is sooner than
    `satisfied`."""
    if literal < 2:
        return literal == TRUE
    with tempfile.TemporaryDirectory() as place:
        built.alone({"bad": literal}).write(Path(place) / "question.aig")
        said = run("&r question.aig; &glucose", Path(place), seconds, processor=True)
    if "SATISFIABLE" not in said:
        raise UserError(f"the prover could not decide: {_end(said)}")
    return "UNSATISFIABLE" not in said


def assignment(built: Builder, literal: int, seconds: int = 1200) -> dict[str, int] | None:
    """Values of the inputs that make a literal 1, or None when there are none."""
    if not possible(built, literal, seconds):
        return None
    return satisfied(built.graph({"bad": literal}), "bad")


def never(built: Builder, literal: int, seconds: int) -> bool | None:
    """Whether a literal is false for all values of the inputs. None if it is not decided in this processor time."""
    if literal < 2:
        return literal == FALSE
    with tempfile.TemporaryDirectory() as place:
        built.alone({"bad": literal}).write(Path(place) / "question.aig")
        return _none(Path(place) / "question.aig", seconds)


def constant(graph: Aig, seconds: int) -> bool | None:
    """Whether all outputs are false for all values of the inputs. None if it is not decided in time.

    A sweep with a bound on each question proves at once what two circuits of one design have in common, which is all of
    it, or nearly all, if a netlist is right. Whether one of the others can be true is asked then. It is not asked of
    `&cec -m`, which takes a graph for equal if its first output is the constant 0.
    """
    if not graph.outputs:
        return True
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        graph.write(folder / "question.aig")
        with suppress(OutOfTime):
            run(f"&r question.aig; &fraig -y -C {CONFLICTS}; &w swept.aig", folder, seconds, processor=True)
        swept = folder / "swept.aig"
        if not swept.exists():
            return _none(folder / "question.aig", seconds)
        return _false(swept, len(graph.outputs)) or _none(swept, seconds)


def _false(aig: Path, outputs: int) -> bool:
    """Whether all outputs of a graph are the constant 0."""
    lines = aig.read_bytes().split(b"\n", 1 + outputs)
    return lines[0].split()[4] == str(outputs).encode() and set(lines[1:-1]) == {b"0"}


def _none(aig: Path, seconds: int) -> bool | None:
    """Whether no output of a graph can be true. None if it is not decided in this processor time."""
    try:
        said = run(f"read_aiger {aig.name}; orpos; strash; iprove", aig.parent, seconds, processor=True)
    except OutOfTime:
        return None
    if "SATISFIABLE" in said.replace("UNSATISFIABLE", ""):
        return False
    if "UNSATISFIABLE" in said:
        return True
    if "UNDECIDED" in said:
        return None
    raise UserError(f"the prover gave no answer: {_end(said)}")


def _end(said: str) -> str:
    return said.strip()[-300:] or "it said nothing"
