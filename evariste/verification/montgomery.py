# SPDX-License-Identifier: Apache-2.0
"""Proofs of the blocks of rtl/gf/mont, for all operands.

    step        out is (s + q P) / x^D without its rest, s = sum + digit a, q = (s mod x^D) p_inverse mod x^D: each
                output bit, expanded to its polynomial over GF(2), is the one of the definition
    inverse     P p_inverse = 1 mod x^D after a load: for the low bits of every legal P, one by one. With the step it
                follows that the rest is s + s p_inverse P = 0, so that nothing is dropped
    legal       exponents are accepted exactly when they are those of a trinomial or pentanomial
    square      bit k is the sum of the operand's bits i for which x^(2i - R) mod P has bit k
    product     from any state: a start, then a step for each digit, and done_o in the right cycle
"""

from collections.abc import Iterable
from pathlib import Path

from evariste.gf import polynomial
from evariste.verification import abc, aig, proof, unroll
from evariste.verification.aig import Aig, Builder, Monomial
from evariste.verification.fixed_field import bits

FOLDER = "rtl/gf/mont"


def block(top: str, sources: Iterable[Path] | None = None, **parameters: int) -> unroll.Design:
    """The elaborated block; `sources` are other files than the project's."""
    files = proof.sources(FOLDER) if sources is None else sources
    return unroll.read(proof.graph(top, files, parameters, passes=proof.FLAT))


def step(digit: int, width: int, sources: Iterable[Path] | None = None) -> str | None:
    """gf_mont_step"""
    graph = block("gf_mont_step", sources, DIGIT=digit, WIDTH=width).graph
    node = {name: i + 1 for i, name in enumerate(graph.inputs)}

    def port(name: str, count: int) -> list[set[Monomial]]:
        return [{frozenset((node[bit],))} for bit in bits(name, count)]

    a, d = port("a_i", width), port("digit_i", digit)
    p, inverse = port("p_i", width + 1), port("p_inverse_i", digit)
    nothing = set[Monomial]()
    s = [*port("sum_i", width), *(nothing for _ in range(digit))]
    s = [_plus(one, other) for one, other in zip(s, _times(a, d, width + digit), strict=True)]
    q = _times(s[:digit], inverse, digit)
    wanted = [_plus(one, other) for one, other in zip(s, _times(p, q, width + digit), strict=True)]
    found = graph.polynomials()
    for k, name in enumerate(bits("out_o", width)):
        if found[name] != wanted[k + digit]:
            return f"the step of {digit} bits, width {width}: bit {k} differs from its definition."
    return None


def _plus(one: set[Monomial], other: set[Monomial]) -> set[Monomial]:
    return one ^ other


def _times(a: list[set[Monomial]], b: list[set[Monomial]], length: int) -> list[set[Monomial]]:
    """The lowest bits of a product of polynomials in x with such coefficients."""
    sums: list[set[Monomial]] = [set() for _ in range(length)]
    for i, one in enumerate(a):
        for j, other in enumerate(b):
            if i + j < length:
                for left in one:
                    for right in other:
                        sums[i + j] ^= {left | right}
    return sums


def inverse(digit: int, sources: Iterable[Path] | None = None) -> str | None:
    """gf_mont_field: the inverse, by running the block with the low bits of every trinomial and pentanomial, from one
    state of its registers with ones and zeros in turn.
    """
    width = 2 * digit
    design = block("gf_mont_field", sources, DIGIT=digit, WIDTH=width)
    many = [p for p in range(1, 1 << digit, 2) if _sparse(p)]
    ones = (1 << len(many)) - 1
    ports = {"rst_ni": ones, "clear_i": 0} | _columns([_load(p, digit) for p in many])
    state = {name: (ones if i % 2 else 0) for i, name in enumerate(design.state)}
    for cycle in range(digit + 1):
        found = design.graph.value(ports | {"load_i": 0 if cycle else ones} | state, len(many))
        if cycle and found["busy_o"] != ones:
            return f"the inverse of {digit} bits: busy_o is not 1 in cycle {cycle}."
        state = {name: found[after] for name, after in design.state.items()}
    found = design.graph.value(ports | {"load_i": 0} | state, len(many))
    if found["busy_o"]:
        return f"the inverse of {digit} bits: busy_o is 1 after {digit} cycles."
    for place, p in enumerate(many):
        value = sum((found[name] >> place & 1) << i for i, name in enumerate(bits("p_inverse_o", digit)))
        if polynomial.multiply(p, value) & (1 << digit) - 1 != 1:
            return f"the inverse of {digit} bits: {value:#x} is not the inverse of {p:#x}."
    return None


def _sparse(p: int) -> bool:
    """Whether low bits belong to a trinomial or pentanomial whose other terms may be above."""
    return p.bit_count() <= 4


def _load(p: int, digit: int) -> list[int]:
    """Exponents m, k3, k2, k1 of a legal polynomial with these low bits; the others are above the digit."""
    low = [i for i in range(1, digit) if p >> i & 1]
    if len(low) == 3 or len(low) == 2:
        high = [digit + 1 + i for i in range(4 - len(low))]
        return [*reversed(high), *reversed(low)]
    if len(low) == 1:
        return [digit + 1, low[0], 0, 0]
    return [digit + 2, digit + 1, 0, 0]


def _columns(values: list[list[int]]) -> dict[str, int]:
    """The port exponents_i, with one bit for each list of exponents."""
    found = {}
    for i, name in enumerate(bits("exponents_i", 128)):
        found[name] = sum((v[i // 32] >> i % 32 & 1) << place for place, v in enumerate(values))
    return found


def legal(width: int, sources: Iterable[Path] | None = None) -> str | None:
    """gf_mont_field: which exponents are accepted. The definition counts the exponents that are below the next one."""
    graph = block("gf_mont_field", sources, DIGIT=8, WIDTH=width).graph
    built = Builder(graph.inputs)
    given = built.literals
    accepted = built.add(graph, given, ["legal_o"])["legal_o"]
    m, k3, k2, k1 = ([given[f"exponents_i[{32 * k + i}]"] for i in range(32)] for k in range(4))
    zero = [aig.FALSE] * 32
    long = [aig.TRUE if width + 1 >> i & 1 else aig.FALSE for i in range(32)]
    falling = [_below(built, k3, m), _below(built, m, long), _below(built, zero, k3)]
    five = built.every([_below(built, zero, k1), _below(built, k1, k2), _below(built, k2, k3)])
    three = built.every([_same(built, k1, zero), _same(built, k2, zero)])
    wanted = built.every([*falling, built.lor(five, three)])
    model = abc.satisfied(built.alone({"bad": built.xor(accepted, wanted)}), "bad")
    if model is None:
        return None
    values = [sum(model.get(f"exponents_i[{32 * k + i}]", 0) << i for i in range(32)) for k in range(4)]
    return f"the exponents {values} are accepted or refused wrongly for a width of {width}."


def _below(built: Builder, a: list[int], b: list[int]) -> int:
    """a < b, from the lowest bit up."""
    less = aig.FALSE
    for one, other in zip(a, b, strict=True):
        less = built.mux(less, other, built.xor(one, other))
    return less


def _same(built: Builder, a: list[int], b: list[int]) -> int:
    return built.every([built.xor(one, other) ^ 1 for one, other in zip(a, b, strict=True)])


def square(f: int, r: int, sources: Iterable[Path] | None = None) -> str | None:
    """gf_mont_square for this polynomial and R = x^r."""
    m, *middle = (i for i in reversed(range(1, f.bit_length())) if f >> i & 1)
    k3, k2, k1 = middle if len(middle) == 3 else (*middle, 0, 0)
    graph = block("gf_mont_square", sources, M=m, K3=k3, K2=k2, K1=k1, R=r).graph
    x_inverse = (f ^ 1) >> 1  # x times this is f + 1
    scale = polynomial.power(x_inverse, r, f)
    wanted: list[set[int]] = [set() for _ in range(m)]
    for i in range(m):
        column = polynomial.remainder(polynomial.multiply(polynomial.remainder(1 << 2 * i, f), scale), f)
        for k in range(m):
            if column >> k & 1:
                wanted[k].add(i)
    return _linear(graph, wanted, f"the Montgomery square modulo {polynomial.text(f)}, R = x^{r}")


def _linear(graph: Aig, wanted: list[set[int]], what: str) -> str | None:
    node = {name: i + 1 for i, name in enumerate(graph.inputs)}
    operand = bits("a_i", len(wanted))
    found = graph.polynomials()
    for k, name in enumerate(bits("out_o", len(wanted))):
        if found[name] != {frozenset((node[operand[i]],)) for i in wanted[k]}:
            return f"{what}: bit {k} differs from its definition."
    return None


def product(digit: int, width: int, digits: int, sources: Iterable[Path] | None = None) -> str | None:
    """gf_mont: after a start in any state, the steps of this many digits. The graph of the unrolled circuit is compared
    with that of the step, put after itself."""
    design = block("gf_mont", sources, DIGIT=digit, WIDTH=width)
    one = block("gf_mont_step", sources, DIGIT=digit, WIDTH=width).graph
    built = Builder(design.graph.inputs)
    given = built.literals
    fixed = {"clk_i": 0, "rst_ni": 1}
    fixed |= {name: digits >> i & 1 for i, name in enumerate(_counter(design, "digits_i"))}
    state = {name: given[name] for name in design.state}
    for cycle in range(digits + 1):
        made = built.add(design.graph, {**given, **fixed, "start_i": int(cycle == 0), **state})
        if cycle and (made["done_o"], made["busy_o"]) != ((1, 0) if cycle == digits else (0, 1)):
            return f"the product of {digits} digits: done_o or busy_o is wrong in cycle {cycle}."
        if cycle == digits:
            break
        state = {name: made[after] for name, after in design.state.items()}
        # Later operands on the ports are others: the product must not depend on them.
        given = given | {name: built.variable(f"{name} later {cycle}") for name in (*bits("a_i", width),
                                                                                 *bits("b_i", width))}  # fmt: skip
    first = built.literals
    ports = {name: first[name] for name in (*bits("p_i", width + 1), *bits("p_inverse_i", digit), *bits("a_i", width))}
    total = dict.fromkeys(bits("sum_i", width), 0)
    b = bits("b_i", width)
    for i in range(digits):
        digit_ = {name: first[b[digit * i + j]] for j, name in enumerate(bits("digit_i", digit))}
        after = built.add(one, {**ports, **total, **digit_})
        total = {name: after[out] for name, out in zip(bits("sum_i", width), bits("out_o", width), strict=True)}
    for got, wanted in zip(bits("product_o", width), total.values(), strict=True):
        if made[got] != wanted and abc.never(built, built.xor(made[got], wanted), 60) is not True:
            return f"the product of {digits} digits: {got} is not that of the steps."
    return None


def _counter(design: unroll.Design, port: str) -> list[str]:
    return [name for name in design.graph.inputs if name.partition("[")[0] == port]
