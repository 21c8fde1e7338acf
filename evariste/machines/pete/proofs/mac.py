# SPDX-License-Identifier: Apache-2.0
"""Proofs of rtl/gf/mac/gf_mac32.sv, as Yosys elaborates it, for 1, 2 and 4 passes.

    polynomials  after its passes a product of polynomials is right for all operands, from any state: each output bit
                 is expanded to its polynomial over GF(2) in the operands' bits, and this form is unique
    integers     a product of integers is the sum of what its slices give, for all operands and from any state, and each
                 slice has the word and its own byte; the slices' products are cut out: any that a slice can give
    slice        a slice multiplies: with all operands, for a word of 8 bits and its sign
    sum          the accumulator's sum is right for all operands in each mode, at its full width

Those of integers are proved of the block without polynomials (DUAL = 0), too: their names end with `.single`.

A slice of the full width is one operator of the language. So what is not proved is that Yosys elaborates this operator
alike at both widths. `samples` compares random products of the full width with Python's integers.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from random import Random

from evariste.verification import abc, aig, proof
from evariste.verification.aig import FALSE, TRUE, Aig, Builder
from evariste.verification.proof import Proof

FOLDERS = ("rtl/gf/mac",)
TOP, PASSES = "gf_mac32", (1, 2, 4)
WORD, WIDE, SUM = 32, 64, 96
EDGES = (0, 1, 2, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFF0000, 0xFFFFFFFE, 0xFFFFFFFF)
BYTE, SLICE = 8, 42
SMALL = 9  # bits of a word, its sign included, for which the slice is tried with all operands
CUT = (*proof.FLAT[:3], "expose -cut w:*u_slice.product_o", "opt_clean", *proof.FLAT[3:])
KINDS = (("", "", True), (".single", ", without polynomials", False))  # of the block: end of a name, what is said, DUAL
MODES = {"product": (0, 0), "twice": (0, 1), "addend": (1, 0)}  # addend_only_i, double_i


def design(passes: int, dual: bool = True, steps: Sequence[str] = proof.FLAT) -> tuple[Aig, dict[str, str]]:
    """One cycle of the block, and its state."""
    given = {"PASSES": passes, "DUAL": int(dual)}
    return aig.read_state(proof.graph(TOP, proof.sources(*FOLDERS), given, passes=steps))


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


def wrong_sum(made: tuple[Aig, dict[str, str]] | None = None, dual: bool = True) -> str | None:
    """The first mode in which the accumulator's sum is not as defined. The product is any."""
    graph, _ = made or design(1, dual)
    held = {f"product_o[{k}]": graph.outputs[f"product_o[{k}]"] for k in range(WIDE)}
    outputs = [f"sum_o[{k}]" for k in range(SUM)]
    for (name, (only, double)), polynomial in product(MODES.items(), (0, 1) if dual else (0,)):
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


def cut(passes: int, dual: bool = True) -> tuple[Aig, dict[str, str]]:
    """One cycle of the block, in which the slices' products are inputs; what the slices make of theirs are outputs."""
    return design(passes, dual, CUT)


def slice_ports(passes: int) -> list[str]:
    """The slices' products, from the lowest byte of a pass up."""
    return [f"gen_slice[{i}].u_slice.product_o" for i in range(4 // passes)]


def wrong_integers(passes: int, made: tuple[Aig, dict[str, str]] | None = None, dual: bool = True) -> str | None:
    """A product of integers is the sum of its slices' products in their places, and each slice has its operands."""
    graph, state = made or cut(passes, dual)
    slices = slice_ports(passes)
    count = len(slices)
    operands = [f"{port}[{i}]" for port in ("a_i", "b_i") for i in range(WORD)]
    parts = [[f"part{k}[{i}]" for i in range(SLICE)] for k in range(4)]
    built = Builder([*operands, "signed_i", *state, *(name for part in parts for name in part)])
    literals, now = built.literals, {name: built.literals[name] for name in state}
    given = dict.fromkeys(graph.inputs, FALSE) | {name: literals[name] for name in (*operands, "signed_i")}
    seen: dict[str, int] = {}
    for at in range(passes + 1):
        inputs = given | now | {"step_i": TRUE} | {f"pass_i[{i}]": at % passes >> i & 1 for i in range(2)}
        for port, part in zip(slices, parts[count * (at % passes) :], strict=False):
            inputs |= {f"{port}.i[{i}]": literals[name] for i, name in enumerate(part)}
        if at == passes:
            break
        outputs = [f"{port}[{i}]" for port in slices for i in range(SLICE)]
        after = built.add(graph, inputs, [*state.values(), *outputs])
        seen |= {f"{count * at + j}[{i}]": after[f"{port}[{i}]"] for j, port in enumerate(slices) for i in range(SLICE)}
        now = {name: after[next_name] for name, next_name in state.items()}
    ends = built.add(graph, inputs, [f"product_o[{i}]" for i in range(WIDE)])

    # The slices' operands.
    alone = aig.read(proof.graph("gf_mac_slice", proof.sources(*FOLDERS)))
    word = [literals[f"a_i[{i}]"] for i in range(WORD)]
    word.append(built.land(literals["signed_i"], word[-1]))
    right: dict[str, int] = {}
    for k in range(4):
        its = {f"a_i[{i}]": bit for i, bit in enumerate(word)}
        its |= {f"digit_i[{i}]": literals[f"b_i[{BYTE * k + i}]"] for i in range(BYTE)}
        its["signed_i"] = literals["signed_i"] if k == 3 else FALSE
        its = built.add(alone, its, [f"product_o[{i}]" for i in range(SLICE)])
        right |= {f"{k}[{i}]": its[f"product_o[{i}]"] for i in range(SLICE)}
    names = sorted(right)
    here, there = (built.graph({name: bits[name] for name in names}) for bits in (seen, right))
    if abc.differences([(here, there)], 600) != [None]:
        return f"{passes} passes: a slice has other operands than its byte and the word."

    # The sum, for what a slice of any operands can give: -255 2^32 to 255 (2^32 - 1).
    total, possible = [FALSE] * WIDE, []
    for k, part in enumerate(parts):
        bits = [literals[name] for name in part]
        total = add(built, total, ([FALSE] * (BYTE * k) + bits + bits[-1:] * WIDE)[:WIDE])
        possible += [within(built, bits)]
    other = built.some(built.xor(total[i], ends[f"product_o[{i}]"]) for i in range(WIDE))
    found = abc.satisfied(built.graph({"bad": built.every([*possible, other])}), "bad")
    return None if found is None else f"{passes} passes: a product is not the sum of its slices."


def within(built: Builder, bits: list[int]) -> int:
    """-255 2^32 <= x <= 255 (2^32 - 1), for the signed number of these bits."""
    lowest, highest = 255 << WORD, -(255 * (2**WORD - 1))
    above = add(built, bits, [lowest >> i & 1 for i in range(SLICE)])[-1] ^ 1
    below = add(built, bits, [(highest - 1) >> i & 1 for i in range(SLICE)])[-1]
    sign = bits[-1]
    return built.every([built.lor(sign ^ 1, above), built.lor(sign, below)])


def wrong_slice(graph: Aig | None = None) -> str | None:
    """A product of a word of SMALL bits and a byte: all of them."""
    graph = graph or aig.read(proof.graph("gf_mac_slice", proof.sources(*FOLDERS), {"WIDTH": SMALL}))
    cases = list(product(range(1 << SMALL), range(1 << BYTE), (0, 1)))
    ports = {"a_i": (0, SMALL), "digit_i": (1, BYTE), "signed_i": (2, 1)}
    given = {}
    for port, (at, bits) in ports.items():
        for k in range(bits):
            name = port if bits == 1 else f"{port}[{k}]"
            given[name] = int("".join(str(case[at] >> k & 1) for case in reversed(cases)), 2)
    out = graph.value(given, len(cases))
    found = [f"{out[f'product_o[{k}]']:0{len(cases)}b}"[::-1] for k in range(SMALL + BYTE + 1)]
    for n, (a, digit, signed) in enumerate(cases):
        x = (a ^ 1 << SMALL - 1) - (1 << SMALL - 1)
        y = digit - (digit >> 7 << 8) * signed
        if sum(int(bits[n]) << k for k, bits in enumerate(found)) != x * y % (1 << SMALL + BYTE + 1):
            return f"{x} times {y} is wrong in a slice of {SMALL} bits."
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
        for end, also, dual in KINDS:
            found.append(Proof(f"mac.integers.{passes}{end}", "multiplier", "a product of integers is the sum of what "
                               f"its slices give, and each has its operands, {times}, from any state{also}", "sat",
                               partial(wrong_integers, passes, dual=dual), FOLDERS, passes,
                               code=__name__))  # fmt: skip
    found.append(Proof("mac.slice", "multiplier", f"a slice of {SMALL} bits multiplies, with all operands",
                       "exhaustive", wrong_slice, FOLDERS, code=__name__))  # fmt: skip
    for (end, also, dual), fields in zip(KINDS, ("of integers and of polynomials", "of integers"), strict=True):
        states = ("the sum of 96 bits is right for all operands: with a product, with twice a product, with an addend, "
                  f"{fields}{also}")  # fmt: skip
        found.append(Proof(f"mac.sum{end}", "multiplier", states, "&cec", partial(wrong_sum, dual=dual), FOLDERS,
                           code=__name__))  # fmt: skip
    return found
