# SPDX-License-Identifier: Apache-2.0
"""Mutants of a block whose registers differ from the original's only while nobody looks at them, by induction.

What is proved of a mutant is found, not given. A condition is a signal that depends on few bits of the state alone, or
its complement. Runs on random inputs show which bits of the state come to differ, and which conditions hold in the
original whenever they do, or always.

Of those that always held, the ones are given up that do not hold behind a reset, or behind a cycle before which all
held, until none is left to give up (Flanagan, Leino: Houdini, an annotation assistant for ESC/Java, 2001). The rest is
invariant.

The bits of a mutant may differ at any time at first. The prover looks for a cycle in which an output differs, or behind
which another bit does. A condition that the state does not keep before is then demanded of the difference, so it has
to hold behind each cycle as well. One that does not is given up, and another is tried. In the end there is no such
cycle, and the mutant is no error; or no condition is left.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from random import Random

from evariste.errors import UserError
from evariste.verification import abc
from evariste.verification.aig import FALSE, TRUE, Aig, Builder, bits, set_bits
from evariste.verification.mutation import SELECT

SOON, SECONDS = 5, 60  # of the prover, for one question: as it is, and when it looks for what is equal
DEMANDS = 20  # of conditions, from which on a proof is given up
MANY = 256  # assignments like one of the prover's
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

    def masks(self, state: Mapping[str, int], many: int = 1) -> list[int]:
        """Those that hold in each of the states, as a mask."""
        holding = [f"{held:0{many}b}" for held in reversed(self.holding(state, many))]
        return [int("".join(column), 2) for column in zip(*holding, strict=True)][::-1]

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
    """Bits of the state that may differ only while the `demanded` conditions hold, by their numbers. `possible`: more
    that can be demanded. No bits: what holds always.
    """

    bits: list[str]
    possible: set[int]
    demanded: set[int]


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

    @cached_property
    def invariant(self) -> list[int]:
        """Those of `always` that are proved."""
        kept = Difference([], set(), set(set_bits(self.always)))
        return sorted(kept.demanded) if Pair(self, self.original, (), ()).proved([kept]) else []

    def unseen(self, number: int, observed: Observed) -> bool:
        """Whether no difference of this mutant is ever seen. False, too, if that is not decided. `observed`: bits of
        the state that came to differ, with the conditions that held whenever they did, as a mask.
        """
        pair = Pair(self, self._of(number), observed, self.invariant)
        known = sum(1 << n for n in self.invariant)
        together = _grouped(observed, lambda _: 0)
        by_conditions = _grouped(observed, observed.__getitem__)
        ways = [together, by_conditions] if len(by_conditions) > 1 else [together]
        return any(pair.proved([Difference(names, set(set_bits(held & ~known)), set()) for names, held in way])
                   for way in ways)  # fmt: skip


def _grouped(observed: Observed, group: Callable[[str], int]) -> list[tuple[list[str], int]]:
    """Groups of bits, with the conditions that hold whenever some bit of the group differs."""
    found = dict[int, tuple[list[str], int]]()
    for bit, held in observed.items():
        bits, mask = found.get(group(bit), ([], -1))
        found[group(bit)] = [*bits, bit], mask & held
    return list(found.values())


class Pair:
    """The original and a mutant. Bits of `observed` may differ. `known`: conditions that hold always."""

    def __init__(self, of: Induction, mutant: Aig, observed: Iterable[str], known: Iterable[int]) -> None:
        self.of, self.mutant, self.known = of, mutant, known
        self.built = built = Builder([*of.inputs, *of.state])
        self.now = {name: built.literals[name] for name in of.state}
        self.others = {name: built.variable(f"other {name}") for name in observed}
        self.unlike = {name: built.xor(self.now[name], other) for name, other in self.others.items()}
        self.here = self.cycle(of.original, self.now)
        # When the power comes on, both have the same state, any one. Reset follows.
        self.first = Behind(self, *(self.cycle(graph, self.now, reset=True) for graph in (of.original, mutant)))

    def cycle(self, graph: Aig, state: Mapping[str, int], reset: bool = False) -> dict[str, int]:
        """The outputs and the next state."""
        given = {name: self.built.literals[name] for name in self.of.inputs} | dict.fromkeys(self.of.select, FALSE)
        return self.built.add(graph, given | state | ({"rst_ni": FALSE} if reset else {}))

    def proved(self, differences: list[Difference]) -> bool:
        """Demands conditions of the differences and gives up others. Whether those demanded in the end are proved, and
        nothing else is seen. False, too, if it takes many conditions."""
        while sum(len(one.demanded) for one in differences if one.bits) < DEMANDS:
            question = Question(self, differences)
            model = question.model()
            if model is None:
                return True
            if not model or not question.change(model):
                return False
        return False


class Behind:
    """The state of the original behind a cycle, and where that of the mutant is another."""

    def __init__(self, pair: Pair, one: Mapping[str, int], two: Mapping[str, int]) -> None:
        self.state = {name: one[following] for name, following in pair.of.state.items()}
        self.unlike = {name: pair.built.xor(one[following], two[following])
                       for name, following in pair.of.state.items()}  # fmt: skip


class Question:
    """What is wrong with such a pair: an output that differs, or a bit of the state that may not, or a condition that
    does not hold behind the cycle, by the number of the difference and its own; behind a cycle that begins in a state
    that may be (`wrong`), or in reset (`first`).

    A bit of the mutant is another only where what is demanded holds. So the prover sees what both have in common.
    """

    def __init__(self, pair: Pair, differences: list[Difference]) -> None:
        self.of, self.built, self.differences = pair.of, pair.built, differences
        built, other = self.built, dict(pair.now)
        self.unlike = list[int]()
        for one in differences:
            may = self._holding(pair.now, one.demanded)
            other |= {name: built.mux(pair.now[name], pair.others[name], may) for name in one.bits}
            self.unlike.append(self._some(one, pair.unlike))
        self.sane = self._holding(pair.now, [*pair.known, *(n for d in differences if not d.bits for n in d.demanded)])
        there = pair.cycle(pair.mutant, other)
        self.wrong, self.first = self._behind(Behind(pair, pair.here, there)), self._behind(pair.first)
        seen = built.some(built.xor(pair.here[name], there[name]) for name in self.of.outputs)
        self.wrong[OUTPUT] = built.lor(self.wrong[OUTPUT], built.land(built.literals["rst_ni"], seen))
        self.any = built.some(self.wrong.values())
        self.bad = built.lor(built.land(self.sane, self.any), built.some(self.first.values()))

    def _holding(self, state: Mapping[str, int], conditions: Iterable[int]) -> int:
        return self.built.every(self.of.conditions.literals(self.built, state, sorted(conditions)).values())

    def _some(self, one: Difference, unlike: Mapping[str, int]) -> int:
        return self.built.some(unlike[name] for name in one.bits) if one.bits else TRUE

    def _behind(self, behind: Behind) -> dict[str, int]:
        built = self.built
        free = {name for one in self.differences for name in one.bits}
        wrong = {OUTPUT: built.some(literal for name, literal in behind.unlike.items() if name not in free)}
        for place, one in enumerate(self.differences):
            here = self._some(one, behind.unlike)
            for n, literal in self.of.conditions.literals(built, behind.state, sorted(one.demanded)).items():
                wrong[f"{place} {n}"] = built.land(here, literal ^ 1)
        return wrong

    def model(self) -> dict[str, int] | None:
        """An assignment in which something is wrong; None if there is none, and nothing if that is not decided."""
        if self.bad == FALSE:
            return None
        graph = self.built.graph({"bad": self.bad})
        for seconds, swept in ((SOON, False), (SECONDS, True)):
            with suppress(UserError):
                return abc.satisfied(graph, "bad", seconds, swept)
        return {}

    def change(self, model: dict[str, int]) -> bool:
        """Demands a condition that such an assignment does not keep, or gives up those that do not hold behind it.
        False if neither can be done.
        """
        outputs = {f"unlike {place}": some for place, some in enumerate(self.unlike)} | self.wrong
        outputs |= {f"first {name}": literal for name, literal in self.first.items()}
        outputs |= {"any": self.any, "sane": self.sane}
        graph = self.built.graph(outputs)
        return self._demand(graph, _far(model)) or self._give_up(graph, _near(model, self.of.inputs))

    def _demand(self, graph: Aig, far: dict[str, int]) -> bool:
        """Demands the condition that excludes the most of such assignments, whether they are reached or not; of those
        that exclude as many, the one that holds the most often.
        """
        if not any(one.possible for one in self.differences):
            return False
        best, chosen = (0, 0), None
        value = graph.value(far, MANY)
        holding = self.of.conditions.holding({name: far[name] for name in self.of.state}, MANY)
        if not value["any"] & value["sane"] & 1:
            return False
        for place, one in enumerate(self.differences):
            bad = value["any"] & value[f"unlike {place}"]
            for n in sorted(one.possible) if bad & 1 else ():
                score = (bad & ~holding[n]).bit_count(), holding[n].bit_count()
                if not holding[n] & 1 and score > best:
                    best, chosen = score, (one, n)
        if chosen:
            chosen[0].possible.remove(chosen[1])
            chosen[0].demanded.add(chosen[1])
        return chosen is not None

    def _give_up(self, graph: Aig, near: dict[str, int]) -> bool:
        broken = False
        value = graph.value(near, MANY)
        for place, one in enumerate(self.differences):
            names = {n: f"{place} {n}" for n in one.demanded}
            kept = {n for n, name in names.items() if not value[name] & value["sane"] | value[f"first {name}"]}
            broken |= kept != one.demanded
            one.demanded = kept
        return broken


def _far(model: dict[str, int]) -> dict[str, int]:
    """Assignments like this one, which is the first: each bit is another in an eighth of them."""
    rng, every = Random(0), (1 << MANY) - 1
    return {name: every * bit ^ rng.getrandbits(MANY) & rng.getrandbits(MANY) & rng.getrandbits(MANY) & ~1
            for name, bit in model.items()}  # fmt: skip


def _near(model: dict[str, int], inputs: Iterable[str]) -> dict[str, int]:
    """Assignments like this one, which is the first: half with other inputs, half with a few other bits as well."""
    rng, every = Random(0), (1 << MANY) - 1
    near = {name: every * bit for name, bit in model.items()}
    for name in inputs:
        if name != "rst_ni":
            near[name] ^= rng.getrandbits(MANY) & ~1
    names = sorted(near)
    for lane in range(MANY // 2, MANY):
        for name in rng.sample(names, rng.randrange(1, 6)):
            near[name] ^= 1 << lane
    return near
