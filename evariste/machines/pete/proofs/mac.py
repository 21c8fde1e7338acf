# SPDX-License-Identifier: Apache-2.0
"""Proofs of rtl/gf/mac/gf_mac32.sv, as Yosys elaborates it, for 1, 2 and 4 passes.

    polynomials  after its passes a product of polynomials is right for all operands, from any state: each output bit
                 is expanded to its polynomial over GF(2) in the operands' bits, and this form is unique
    sum          the accumulator's sum is right for all operands in each mode, at its full width

A product of integers is not proved. `samples` compares random ones with Python's integers.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

from evariste.verification import abc, aig, proof
from evariste.verification.aig import FALSE, TRUE, Aig, Builder
from evariste.verification.proof import Proof

FOLDERS = ("rtl/gf/mac",)
TOP, PASSES = "gf_mac32", (1, 2, 4)
WORD, WIDE, SUM = 32, 64, 96
EDGES = (0, 1, 2, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFF0000, 0xFFFFFFFE, 0xFFFFFFFF)
MODES = {"product": (0, 0), "twice": (0, 1), "addend": (1, 0)}  # addend_only_i, double_i


def design(passes: int, files: Iterable[Path] | None = None) -> tuple[Aig, dict[str, str]]:
    """One cycle of the block, and its state."""
    files = proof.sources(*FOLDERS) if files is None else files
    return aig.read_state(proof.graph(TOP, files, {"PASSES": passes}, passes=proof.FLAT))


def products(made: tuple[Aig, dict[str, str]], passes: int, *, polynomial: bool, signed: bool) -> Aig:
    """What product_o is behind all passes, as a graph of the operands and of the state before."""
    graph, state = made
    operands = [f"{port}[{i}]" for port in ("a_i", "b_i") for i in range(WORD)]
    built = Builder([*operands, *state])
    now = {name: built.literals[name] for name in state}
    mode = {"step_i": TRUE, "polynomial_i": TRUE if polynomial else FALSE, "signed_i": TRUE if signed else FALSE}

    def cycle(at: int, outputs: list[str]) -> dict[str, int]:
        numbered = {f"pass_i[{i}]": at >> i & 1 for i in range(2)}
        given = dict.fromkeys(graph.inputs, FALSE) | mode | numbered | now
        return built.add(graph, given | {name: built.literals[name] for name in operands}, outputs)

    for at in range(passes):
        after = cycle(at, list(state.values()))
        now = {name: after[next_name] for name, next_name in state.items()}
    return built.graph(cycle(0, [f"product_o[{i}]" for i in range(WIDE)]))


def wrong_polynomials(passes: int, made: tuple[Aig, dict[str, str]] | None = None) -> str | None:
    """The first bit of a product of polynomials that is not the sum of a_i b_j with i + j = k."""
    graph = products(made or design(passes), passes, polynomial=True, signed=False)
    node = {name: i + 1 for i, name in enumerate(graph.inputs)}
    found = graph.polynomials()
    for k in range(WIDE):
        terms = [(i, k - i) for i in range(WORD) if 0 <= k - i < WORD]
        defined = frozenset(frozenset([node[f"a_i[{i}]"], node[f"b_i[{j}]"]]) for i, j in terms)
        if found[f"product_o[{k}]"] != defined:
            return f"{passes} passes: bit {k} of a product of polynomials is not as defined."
    return None


def named(built: Builder, port: str, bits: list[int]) -> Aig:
    """A graph with these bits as a port, in the order of names, as `Aig.fixed` gives them."""
    return built.graph(dict(sorted((f"{port}[{k}]", bit) for k, bit in enumerate(bits))))


def add(built: Builder, a: list[int], b: list[int], carry: int = FALSE) -> list[int]:
    """A sum, bit by bit."""
    total = []
    for x, y in zip(a, b, strict=True):
        either = built.xor(x, y)
        total.append(built.xor(either, carry))
        carry = built.lor(built.land(x, y), built.land(either, carry))
    return total


def wrong_sum(made: tuple[Aig, dict[str, str]] | None = None) -> str | None:
    """The first mode in which the accumulator's sum is not as defined. The product is any."""
    graph, _ = made or design(1)
    held = {f"product_o[{k}]": graph.outputs[f"product_o[{k}]"] for k in range(WIDE)}
    outputs = [f"sum_o[{k}]" for k in range(SUM)]
    for (name, (only, double)), polynomial in product(MODES.items(), (0, 1)):
        values = {"addend_only_i": only, "double_i": double, "sum_polynomial_i": polynomial}
        one, built = graph.fixed(values, outputs), Builder(graph.inputs)
        bits = built.add(Aig(graph.inputs, held, graph.gates), built.literals)
        term = [bits[f"product_o[{k}]"] for k in range(WIDE)]
        if name == "twice":
            term = [FALSE, *term]
        if name == "addend":
            term = [built.literals[f"addend_i[{k}]"] for k in range(WORD + 1)]
        term += [FALSE] * (SUM - len(term))
        acc = [built.literals[f"acc_i[{k}]"] for k in range(SUM)]
        total = [built.xor(x, y) for x, y in zip(acc, term, strict=True)] if polynomial else add(built, acc, term)
        (found,) = abc.differences([(one, named(built, "sum_o", total))], 600)
        if found is not None:
            return f"the sum with {name}{', polynomials' * polynomial} is wrong."
    return None


def samples(passes: int, count: int, seed: int = 1) -> Iterator[tuple[int, int, int, int]]:
    """Random whole words: both operands, the product here, and Python's. Half of them are signed."""
    rng, made = Random(f"{passes} {seed}"), design(passes)
    for signed in (False, True):
        graph = products(made, passes, polynomial=False, signed=signed)
        pairs = [tuple(rng.choice((rng.choice(EDGES), rng.getrandbits(WORD))) for _ in range(2)) for _ in range(count)]
        state = {name: rng.getrandbits(count) for name in graph.inputs if "_i[" not in name}
        given = {f"{port}[{k}]": sum((pair[at] >> k & 1) << n for n, pair in enumerate(pairs))
                 for at, port in enumerate(("a_i", "b_i")) for k in range(WORD)}  # fmt: skip
        out = graph.value(state | given, count)
        for n, (a, b) in enumerate(pairs):
            here = sum((out[f"product_o[{k}]"] >> n & 1) << k for k in range(WIDE))
            x, y = ((v ^ 1 << 31) - (1 << 31) if signed else v for v in (a, b))
            yield a, b, here, x * y & 2**WIDE - 1


def proofs() -> list[Proof]:
    """For each number of passes."""
    found = []
    for passes in PASSES:
        times = f"in {passes} pass{'es' * (passes > 1)}"
        found.append(Proof(f"mac.polynomials.{passes}", "multiplier", "a product of polynomials is right for all "
                           f"operands, {times}, from any state", "polynomials", partial(wrong_polynomials, passes),
                           FOLDERS, passes, code=__name__))  # fmt: skip
    states = ("the sum of 96 bits is right for all operands: with a product, with twice a product, with an addend, of "
              "integers and of polynomials")  # fmt: skip
    found.append(Proof("mac.sum", "multiplier", states, "&cec", wrong_sum, FOLDERS, code=__name__))
    return found
