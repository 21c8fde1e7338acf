# SPDX-License-Identifier: Apache-2.0
"""Mutants of a block whose registers differ from the original's only while nobody looks at them, by induction.

What is proved of a mutant is found, not given. Runs on random inputs show which bits of the state come to differ, and
which conditions hold in the original whenever they do, or always. A condition is a signal that depends on few bits of
the state alone, or its complement. At first the bits may differ at any time. The prover looks for a cycle in which
an output differs, or behind which another bit does. A condition that such a cycle does not keep is then demanded: of
the difference, or of every state. It has to hold behind each cycle, too. If that asks for more, more is demanded. What
does not hold is given up, and another condition is tried. In the end there is no such cycle, or no condition is left.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

from evariste.errors import UserError
from evariste.verification import abc
from evariste.verification.aig import FALSE, TRUE, Aig, Builder, bits, set_bits
from evariste.verification.mutation import SELECT

SECONDS = 30  # of the prover, for one question
QUESTIONS = 60
NEAR = 256  # assignments like one of the prover's
OUTPUT = "output"  # what can be wrong, besides conditions
SUPPORT = 8  # bits of the state on which a condition depends, at most


# By bits of the state that differ: the conditions that held in each cycle in which they did, as a mask.
Observed = dict[str, int]


class Conditions:
    """The signals of the original that can be conditions. Condition 2 i is that signal i is 1, 2 i + 1 that it is 0."""

    def __init__(self, original: Aig, state: Iterable[str]) -> None:
        known = set(state)
        support: list[frozenset[int] | None] = [frozenset()]
        support += [frozenset([n]) if name in known else None for n, name in enumerate(original.inputs, 1)]
        for a, b in original.gates:
            one, other = support[a >> 1], support[b >> 1]
            both = None if one is None or other is None else one | other
            support.append(both if both is not None and len(both) <= SUPPORT else None)
        self.nodes = [node for node, of in enumerate(support) if of]
        self.graph = Aig(original.inputs, {str(node): 2 * node for node in self.nodes}, original.gates).fixed({})

    def holding(self, state: Mapping[str, int], many: int = 1) -> list[int]:
        """Whether each of them holds, in `many` states at once, one to each bit."""
        value, every = self.graph.value(state, many), (1 << many) - 1
        return [value[str(node)] ^ (every * inverted) for node in self.nodes for inverted in (0, 1)]

    def mask(self, state: Mapping[str, int]) -> int:
        """Those that hold in a state, as a mask."""
        return int("".join(map(str, reversed(self.holding(state)))), 2)

    def literals(self, built: Builder, state: Mapping[str, int], chosen: Iterable[int]) -> dict[int, int]:
        """The literals of chosen conditions, by their numbers, in a state of a graph that grows."""
        numbers = list(chosen)
        if not numbers:
            return {}
        given = {name: state.get(name, FALSE) for name in self.graph.inputs}
        found = built.add(self.graph, given, {str(self.nodes[n // 2]) for n in numbers})
        return {n: found[str(self.nodes[n // 2])] ^ (n & 1) for n in numbers}


@dataclass
class Difference:
    """Bits of the state that may differ. `possible`: conditions that have held whenever they did, as a mask.
    `demanded`: those without which they must not."""

    bits: list[str]
    possible: int
    demanded: list[int] = field(default_factory=list)

    def give_up(self, condition: int) -> None:
        self.possible &= ~(1 << condition)
        self.demanded.remove(condition)


class Induction:
    """Asks of mutants of a graph with a state whether a difference can be seen. `outputs`: those that count. `always`:
    conditions that have held in every state that was reached, as a mask.
    """

    def __init__(self, graph: Aig, state: Mapping[str, str], select: list[str], outputs: list[str]) -> None:
        self.graph, self.state, self.select, self.outputs = graph, state, select, outputs
        self.wanted = [*outputs, *state.values()]
        self.original = self._of(0)
        self.inputs = [name for name in graph.inputs if name not in state and name not in select]
        self.conditions = Conditions(self.original, state)
        self.always = 0

    def _of(self, number: int) -> Aig:
        return self.graph.fixed(bits(SELECT, number, len(self.select)), self.wanted)

    def unseen(self, number: int, observed: Observed) -> bool:
        """Whether no difference of this mutant is ever seen. False, too, if that is not decided. `observed`: bits of
        the state that came to differ, with the conditions that held whenever they did, as a mask.
        """
        mutant = self._of(number)
        masks = dict.fromkeys(observed.values())
        differences = [Difference([bit for bit, m in observed.items() if m == mask], mask & ~self.always)
                       for mask in masks]  # fmt: skip
        kept = Difference([], self.always)
        for _ in range(QUESTIONS):
            question = Question(self, mutant, kept, differences)
            model = question.model()
            if model is None:
                return True
            if not model or not question.demand(model):
                return False
        return False


class Question:
    """One cycle of the original and of a mutant, and one in reset. What may not be is `wrong`: an output that differs,
    or a bit of the state that may not, or a condition that does not hold behind the cycle, by its place and number.
    """

    def __init__(self, of: Induction, mutant: Aig, kept: Difference, differences: list[Difference]) -> None:
        self.of, self.kept, self.differences = of, kept, differences
        self.built = built = Builder([*of.inputs, *of.state])
        self.now = {name: built.literals[name] for name in of.state}
        self.other = dict(self.now)
        for one in differences:
            may = built.every(of.conditions.literals(built, self.now, one.demanded).values())
            for name in one.bits:
                self.other[name] = built.mux(self.now[name], built.variable(f"other {name}"), may)
        sane = built.every(of.conditions.literals(built, self.now, kept.demanded).values())
        here, there = self._cycle(of.original, self.now), self._cycle(mutant, self.other)
        # When the power comes on, both have the same state, any one. Reset follows.
        first, second = (self._cycle(graph, self.now, reset=True) for graph in (of.original, mutant))
        seen = built.some(built.xor(here[name], there[name]) for name in of.outputs)
        self.wrong = {OUTPUT: built.land(built.land(sane, built.literals["rst_ni"]), seen)}
        self.first = {OUTPUT: FALSE}  # what is wrong behind a reset
        self._next(self.wrong, sane, here, there)
        self._next(self.first, TRUE, first, second)

    def _cycle(self, graph: Aig, state: Mapping[str, int], reset: bool = False) -> dict[str, int]:
        given = {name: self.built.literals[name] for name in self.of.inputs} | dict.fromkeys(self.of.select, FALSE)
        return self.built.add(graph, given | state | ({"rst_ni": FALSE} if reset else {}))

    def _next(self, wrong: dict[str, int], start: int, one: Mapping[str, int], two: Mapping[str, int]) -> None:
        built, of = self.built, self.of
        after = {name: one[following] for name, following in of.state.items()}
        unlike = {name: built.xor(one[following], two[following]) for name, following in of.state.items()}
        free = {name for difference in self.differences for name in difference.bits}
        new = built.land(start, built.some(unlike[name] for name in of.state if name not in free))
        wrong[OUTPUT] = built.lor(wrong[OUTPUT], new)
        for place, difference in enumerate(self._all):
            here = built.some(unlike[name] for name in difference.bits) if place else TRUE
            for n, literal in of.conditions.literals(built, after, difference.demanded).items():
                wrong[f"{place} {n}"] = built.land(built.land(start, here), literal ^ 1)

    def model(self) -> dict[str, int] | None:
        """An assignment in which something is wrong; None if there is none, and nothing if that is not decided."""
        bad = self.built.some([*self.wrong.values(), *self.first.values()])
        if bad == FALSE:
            return None
        try:
            return abc.satisfied(self.built.graph({"bad": bad}), "bad", SECONDS)
        except UserError:
            return {}

    def demand(self, model: dict[str, int]) -> bool:
        """Demand a condition that this assignment does not keep, or give up one that it breaks. False if neither can be
        done. Of many assignments like it the condition should exclude as many as possible.
        """
        rng, every, built = Random(0), (1 << NEAR) - 1, self.built
        near = {name: every * bit ^ _few(rng) & ~1 for name, bit in model.items()}
        unlike = {name: built.xor(self.now[name], self.other[name]) for name in self.now}
        some = [TRUE, *(built.some(unlike[name] for name in one.bits) for one in self.differences)]
        outputs = {f"unlike {place}": literal for place, literal in enumerate(some)} | self.wrong
        outputs |= {f"first {name}": literal for name, literal in self.first.items()}
        value = built.graph(outputs | {"bad": built.some(self.wrong.values())}).value(near, NEAR)
        if value["bad"] & 1 and self._demand(value, near):
            return True
        broken = {name for name in self.wrong if value[name] & 1} | {n for n in self.first if value[f"first {n}"] & 1}
        broken -= {OUTPUT}
        for name in broken:
            place, n = map(int, name.split())
            self._all[place].give_up(n)
        return bool(broken)

    def _demand(self, value: Mapping[str, int], near: Mapping[str, int]) -> bool:
        holding = self.of.conditions.holding({name: near[name] for name in self.of.state}, NEAR)
        best, chosen = 0, None
        for place, one in reversed(list(enumerate(self._all))):  # rather of a difference than of every state
            bad = value["bad"] & value[f"unlike {place}"]
            for n in set_bits(one.possible) if bad & 1 else ():
                if not holding[n] & 1 and (score := (bad & ~holding[n]).bit_count()) > best:
                    best, chosen = score, (one, n)
        if chosen:
            chosen[0].demanded.append(chosen[1])
        return chosen is not None

    @property
    def _all(self) -> list[Difference]:
        return [self.kept, *self.differences]


def _few(rng: Random) -> int:
    """A few of the assignments."""
    return rng.getrandbits(NEAR) & rng.getrandbits(NEAR) & rng.getrandbits(NEAR)
