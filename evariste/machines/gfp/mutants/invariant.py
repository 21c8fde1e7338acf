# SPDX-License-Identifier: Apache-2.0
"""Mutants of the core that differ from the original only in states which the core never reaches: they are no errors.

The invariant is a list of facts, proved by induction. They are about the core without interrupts, with a debugger that
does anything, on a bus that answers in any cycle after a grant, with anything.
"""

from collections.abc import Callable
from functools import cached_property

from evariste.errors import UserError
from evariste.machines.gfp.soc import ANSWERS
from evariste.verification import abc
from evariste.verification.aig import FALSE, TRUE, Builder
from evariste.verification.equivalence import Comparison
from evariste.verification.gates import Netlist

RESET_STATE, RUN, ENTRY, RETURN, LOCKUP = range(5)  # state_e of rtl/gfp/gfp_pkg.sv
SECONDS = 120


class State:
    """The signals of one cycle, as literals."""

    def __init__(self, netlist: Netlist, graph: Builder, values: dict[int, int]) -> None:
        self.netlist, self.graph, self.values = netlist, graph, values

    def __call__(self, name: str, bit: int = 0) -> int:
        node = self.netlist.wires.get(f"{name}[{bit}]")
        if node is None:
            raise UserError(f"the core has no signal {name}[{bit}], which these facts name.")
        return self.values[node]

    def is_(self, name: str, bits: int, value: int) -> int:
        return self.all(*(self(name, i) ^ (value >> i & 1 ^ 1) for i in range(bits)))

    def all(self, *literals: int) -> int:
        return self.graph.every(literals)

    def any(self, *literals: int) -> int:
        return self.graph.some(literals)

    def state(self, value: int) -> int:
        return self.is_("u_core.u_control.x_state_q", 3, value)

    @property
    def started(self) -> int:
        return self("u_core.u_debug.x_started_q")

    @property
    def accesses(self) -> int:
        """The instruction at hand, or a sequence, is one of data accesses."""
        return self("u_core.u_lsu.active_i")

    @property
    def waits(self) -> int:
        """A data access is under way."""
        return self("u_core.u_lsu.x_pending_q")


def _answers(s: State) -> int:
    """The assumption about the bus: an answer belongs to an outstanding access."""
    fetches = s("u_core.u_fetch.f_pending_q")
    return s.all(s.any(s("data_rvalid_q") ^ 1, s.waits), s.any(s("instr_rvalid_q") ^ 1, fetches))


def _untouched(s: State) -> int:
    nothing = [s(f"u_core.u_fetch.f_{name}_q") ^ 1 for name in ("error", "pending", "stuck")]
    return s.all(*nothing, *(s("u_core.u_fetch.f_count_q", i) ^ 1 for i in range(3)), s.started ^ 1)


def _goes_on(s: State) -> int:
    halted = s("u_core.u_debug.x_halted_q")
    return s.all(s("u_core.f_valid"), s("u_core.u_control.early") ^ 1, s("u_core.u_debug.bkpt_i") ^ 1, halted ^ 1)


def _place(s: State, word: int) -> int:
    """This word is awaited, and the next one comes next."""
    places = ("u_core.u_lsu.x_data_beat_q", word), ("u_core.u_lsu.x_beat_q", word + 1)
    return s.all(*(s.is_(name, 4, value) for name, value in places))


def _kept(s: State) -> int:
    """For a return, for the exception that replaces it if the frame cannot be loaded, and if that fails too."""
    chained = s.all(s.state(ENTRY), s("u_core.entry_chained"))
    failed = s.all(s.state(LOCKUP), s("u_core.u_retire.return_failed_q"))
    return s.any(s.any(s.state(RETURN), chained, failed) ^ 1, s("u_core.u_retire.return_pc_q") ^ 1)


FACTS: dict[str, Callable[[State], int]] = {
    "the state is one that has a name": lambda s: s.any(s("u_core.u_control.x_state_q", 2) ^ 1, s.state(LOCKUP)),
    "an instruction that has begun is there, and runs":
        lambda s: s.any(s.all(s.started, s.state(RUN)) ^ 1, _goes_on(s)),
    "an access of an instruction belongs to one that has begun":
        lambda s: s.any(s.all(s.waits, s.state(RUN)) ^ 1, s.all(s.started, s.accesses)),
    "with an access under way it is not the first that is asked for":
        lambda s: s.any(s.waits ^ 1, s.is_("u_core.u_lsu.x_beat_q", 4, 0) ^ 1),
    "in a second cycle an instruction without accesses has begun":
        lambda s: s.any(s.is_("u_core.u_control.x_step_q", 4, 0),
                        s.all(s.started, s.state(RUN), s.accesses ^ 1, s("u_core.misaligned") ^ 1)),
    "before the first instruction nothing is fetched": lambda s: s.any(s.state(RESET_STATE) ^ 1, _untouched(s)),
    "of the reset sequence the second word is the last":
        lambda s: s.any(s.all(s.state(RESET_STATE), s.waits) ^ 1, *(_place(s, word) for word in (0, 1))),
    "in lockup nothing is accessed": lambda s: s.any(s.state(LOCKUP) ^ 1, s.waits ^ 1),
    "the core halts where instructions run": lambda s: s.any(s("u_core.u_debug.x_halted_q") ^ 1, s.state(RUN)),
    "an unwanted answer is one under way":
        lambda s: s.any(s("u_core.u_fetch.f_kill_q") ^ 1, s("u_core.u_fetch.f_pending_q")),
    "an exception return is an instruction at an even address": _kept,
}  # fmt: skip


class Invariant:
    """The facts, proved for this netlist, and questions under them."""

    def __init__(self, netlist: Netlist, comparison: Comparison) -> None:
        self.netlist, self.comparison = netlist, comparison

    @cached_property
    def holds(self) -> int:
        """A literal that is true in all reachable states. Refused if it is not."""
        graph, original = self.comparison.graph, self.comparison.original
        now = State(self.netlist, graph, original)
        reset = original[self.netlist.ports["rst_ni"][0]]
        assumed = now.all(_answers(now), *(fact(now) for fact in FACTS.values()))
        following = {q: original[d] for d, q in self.netlist.flops.tolist()}
        for name in ANSWERS:  # these may come later
            following[self.netlist.names[f"{name}[0]"]] = graph.variable()
        after = State(self.netlist, graph, self._evaluated(following))
        for sentence, fact in FACTS.items():
            broken = now.all(_answers(after), fact(after) ^ 1)
            for start in (reset ^ 1, now.all(reset, assumed)):  # in reset; out of it, from any such state
                if abc.never(graph, graph.land(start, broken), SECONDS) is not True:
                    raise UserError(f"it is not proved any more that {sentence} ({__name__}).")
        return now.all(reset, assumed)

    def _evaluated(self, values: dict[int, int]) -> dict[int, int]:
        """All nodes of the next cycle, with given flip-flops and new inputs."""
        driven = set(self.netlist.gates[:, 4].tolist())
        found = {0: FALSE, 1: TRUE} | values
        select = set(self.comparison.select)
        for n in range(2, self.netlist.nodes):
            if n not in driven and n not in values:
                found[n] = FALSE if n in select else self.comparison.graph.variable()
        for row in self.comparison.rows:
            self.comparison.compute(found, row)
        return found

    def equivalent(self, number: int) -> bool | None:
        """Whether the mutant can never differ. Only the first reset counts."""
        return self.comparison.equivalent(number, self.holds)
