# SPDX-License-Identifier: Apache-2.0
"""Mutants of a block that no state which is reached tells from the original, by property-directed reachability
(Bradley: SAT-based model checking without unrolling, 2011; Een, Mishchenko, Brayton: Efficient implementation of
property directed reachability, 2011), as ABC's `pdr` has it.

Original and mutant run side by side, with the same inputs. When the power comes on, both have the same state, any one,
and are reset. A reset may come again in any cycle; what they show in it does not count. A bit of the state that is not
known to differ is there once. That it is the same in both is a part of what is proved: neither an output may differ,
nor what such a bit becomes. If the prover finds that it does, each gets its own.
"""

import re
import resource
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from evariste.errors import UserError
from evariste.verification import abc
from evariste.verification.aig import TRUE, Aig, Builder

SECONDS = 120  # of the prover, for one mutant
# The inputs that take the place of others, from the original's outputs, all as literals of a graph.
Allowed = Callable[[Builder, Mapping[str, int], Mapping[str, int]], dict[str, int]]
WAYS = ("", "-nc")  # options: each is the faster one for some questions
BEHIND = "behind reset"


def never_told(original: Aig, mutant: Aig, state: Mapping[str, str], seen: Mapping[str, Sequence[str]],
               allowed: Allowed | None = None, apart: Collection[str] = (), seconds: int = SECONDS
               ) -> bool:  # fmt: skip
    """Whether no state that is reached tells a mutant from the original. False, too, if that is not decided in this
    processor time. Both are graphs of one cycle with the same ports. `state`: the registers, with the outputs that are
    their next values. `seen`: the outputs that count, each while the ports that it has are 1. `allowed`: the inputs
    that there can be. `apart`: registers that are known to differ. Others join them if the prover finds that they do.
    """
    found, begin = set(apart), _processor_time()
    while (left := seconds - int(_processor_time() - begin)) > 0:
        more = Both(original, mutant, state, seen, allowed, found).unlike(left)
        if not more:
            return more is not None
        found |= more
    return False


def _processor_time() -> float:
    """Of the processes that this one has waited for, in seconds."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


class Both:
    """The original and a mutant. Of the registers `apart` each has its own."""

    def __init__(self, original: Aig, mutant: Aig, state: Mapping[str, str], seen: Mapping[str, Sequence[str]],
                 allowed: Allowed | None, apart: Collection[str]) -> None:  # fmt: skip
        self.state = state
        self.built = built = Builder([name for name in original.inputs if name not in state])
        begins = {name: built.variable(f"begin {name}") for name in state}
        behind = built.variable(BEHIND)
        one = {name: built.mux(begin, built.variable(name), behind) for name, begin in begins.items()}
        two = {name: built.mux(begins[name], built.variable(f"other {name}"), behind)
               for name in state if name in apart}  # fmt: skip
        runs = built.land(built.literals["rst_ni"], behind)
        given = {**built.literals, "rst_ni": runs}
        if allowed:
            given |= allowed(built, given, built.add(original, given | one, seen))
        here, there = built.add(original, given | one), built.add(mutant, given | one | two)
        self.registers = {BEHIND: TRUE} | {name: here[after] for name, after in state.items()}  # their next values
        self.registers |= {f"other {name}": there[state[name]] for name in two}
        shown = [built.every([runs, built.xor(here[name], there[name]), *((given | here)[n] for n in those)])
                 for name, those in seen.items()]  # fmt: skip
        self.parts = {f"unlike {name}": built.xor(here[state[name]], there[state[name]])
                      for name in state if name not in apart}  # fmt: skip
        self.parts["shown"] = built.some(shown)

    def unlike(self, seconds: int) -> set[str] | None:
        """Registers that are not the same in both in some state that is reached; none if there are none, and no output
        ever differs. None if one does, or if it is not decided in this processor time.
        """
        following = {f"next {name}": after for name, after in self.registers.items()}
        with tempfile.TemporaryDirectory() as place:
            folder, bad = Path(place), self.built.some(self.parts.values())
            graph = self.built.graph({"bad": bad} | following)
            graph.write(folder / "both.aig", dict(zip(self.registers, following, strict=True)))
            for options in WAYS:
                script = f"read both.aig; strash; pdr {options}; write_cex -n run"
                with suppress(abc.OutOfTime):
                    said = abc.run(script, folder, max(1, seconds // len(WAYS)), processor=True)
                    if "Property proved" in said:
                        return set()
                    if "asserted in frame" in said:
                        return self._told(self._inputs((folder / "run").read_text()), following)
                    raise UserError(f"the prover gave no answer: {said.strip()[-300:]}")
        return None

    def _inputs(self, text: str) -> list[dict[str, int]]:
        """The inputs of each cycle of a run, as ABC writes it."""
        names = [name for name in self.built.literals if name not in self.registers]
        cycles = [dict[str, int]() for _ in range(int(re.findall(r"LENGTH: (\d+)", text)[0]))]
        for number, cycle, value in re.findall(r"^pi(\d+)@(\d+)=(\d)", text, re.MULTILINE):
            cycles[int(cycle)][names[int(number)]] = int(value)
        return cycles

    def _told(self, cycles: list[dict[str, int]], following: dict[str, int]) -> set[str] | None:
        """The registers that are unlike behind a run; None if an output is in it."""
        graph, state = self.built.graph(self.parts | following), dict.fromkeys(self.registers, 0)
        for inputs in cycles:
            value = graph.value(inputs | state)
            state = {name: value[f"next {name}"] for name in self.registers}
        unlike = {name for name in self.state if value.get(f"unlike {name}")}
        if not unlike and not value["shown"]:
            raise UserError("the prover gave a wrong counterexample; this is an error of the prover.")
        return None if value["shown"] else unlike
