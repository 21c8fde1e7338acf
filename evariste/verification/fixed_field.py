# SPDX-License-Identifier: Apache-2.0
"""Proofs of the blocks of rtl/gf/fixed, for any field and any size: GF(2)[x] / f with f fixed at synthesis.

Each output bit of the circuit, as Yosys elaborates it, is expanded to its polynomial over GF(2) in the operands' bits.
That form is unique, so equality with the definition holds for all operands. The definition comes from x^i mod f, found
by long division.

    remainder   bit k is the sum of the operand's bits i for which x^i mod f has bit k
    square      bit k is the sum of the operand's bits i for which x^(2i) mod f has bit k
    product     from any state: a start, then ceil(m / d) cycles. Bit k is the sum of a_i b_j for which x^(i+j) mod f
                has bit k; busy_o is 1 in exactly these cycles, and product_o then stays until the next start
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from evariste.gf import polynomial
from evariste.verification import aig, proof, unroll
from evariste.verification.aig import Aig, Builder, Monomial, set_bits

FOLDER = "rtl/gf/fixed"
Powers = list[int]


def terms(f: int) -> dict[str, int]:
    """The parameters of a block for this polynomial; it must have three or five terms, the constant among them."""
    found = [i for i in range(f.bit_length() - 1, -1, -1) if f >> i & 1]
    assert found[-1] == 0 and len(found) in (3, 5), f"{polynomial.text(f)} has no circuit"
    middle = [*found[1:-1], 0, 0]
    return {"M": found[0], "T1": middle[0], "T2": middle[1], "T3": middle[2]}


def block(top: str, f: int, sources: Iterable[Path] | None = None, **parameters: int) -> unroll.Design:
    """The elaborated block for this polynomial; `sources` are other files than the project's."""
    files = proof.sources(FOLDER) if sources is None else sources
    return unroll.read(proof.graph(top, files, terms(f) | parameters, passes=proof.FLAT))


@cache
def powers(f: int, count: int) -> Powers:
    """x^i mod f for i < count."""
    return [polynomial.remainder(1 << i, f) for i in range(count)]


def remainder(f: int, n: int, sources: Iterable[Path] | None = None) -> str | None:
    """gf_fixed_reduce of n bits."""
    return _linear(block("gf_fixed_reduce", f, sources, N=n).graph, f, list(range(n)), f"the remainder of {n} bits")


def square(f: int, sources: Iterable[Path] | None = None) -> str | None:
    """gf_fixed_square"""
    exponents = [2 * i for i in range(f.bit_length() - 1)]
    return _linear(block("gf_fixed_square", f, sources).graph, f, exponents, "the square")


def product(f: int, d: int, sources: Iterable[Path] | None = None) -> str | None:
    """gf_digit_mul with digits of d bits."""
    m, cycles = f.bit_length() - 1, -(-(f.bit_length() - 1) // d)
    design = block("gf_digit_mul", f, sources, D=d)
    result = bits("product_o", m)
    built = Builder(design.graph.inputs)
    given = built.literals
    state = {name: given[name] for name in design.state}
    busy = []
    for cycle in range(cycles + 2):
        ports = {**given, "clk_i": 0, "rst_ni": 1, "start_i": int(cycle == 0)}
        made = built.add(design.graph, {**ports, **state})
        busy.append(made["busy_o"])
        if cycle <= cycles:
            state = {name: made[after] for name, after in design.state.items()}
        if cycle == cycles + 1:
            held = {name: made[after] for name, after in design.state.items()}
            if held != state:
                return f"the multiplier modulo {polynomial.text(f)}, d = {d}: the product does not stay."
    if busy[1:] != [aig.TRUE] * cycles + [aig.FALSE]:
        return f"the multiplier modulo {polynomial.text(f)}, d = {d}: busy_o is not 1 in exactly {cycles} cycles."
    graph = built.alone({name: made[name] for name in result})
    a, b = (bits(port, m) for port in ("a_i", "b_i"))
    node = {name: i + 1 for i, name in enumerate(graph.inputs)}
    foreign = node.keys() - {*a, *b}
    if foreign:
        return f"the product modulo {polynomial.text(f)}, d = {d}, depends on {sorted(foreign)[0]}."
    wanted: list[set[Monomial]] = [set() for _ in range(m)]
    for i in range(m):
        for j in range(m):
            power, pair = powers(f, 2 * m - 1)[i + j], frozenset((node.get(a[i], -1), node.get(b[j], -1)))
            for k in set_bits(power):
                wanted[k].add(pair)
    return _compare(graph, result, wanted, f"the product modulo {polynomial.text(f)}, d = {d}")


def _linear(graph: Aig, f: int, exponents: list[int], what: str) -> str | None:
    """Input bit i stands for x^exponents[i]."""
    m = f.bit_length() - 1
    node = {name: i + 1 for i, name in enumerate(graph.inputs)}
    wanted: list[set[Monomial]] = [set() for _ in range(m)]
    for i, name in enumerate(bits("a_i", len(exponents))):
        for k in set_bits(powers(f, exponents[-1] + 1)[exponents[i]]):
            wanted[k].add(frozenset((node[name],)))
    return _compare(graph, bits("out_o", m), wanted, f"{what} modulo {polynomial.text(f)}")


def _compare(graph: Aig, outputs: list[str], wanted: list[set[Monomial]], what: str) -> str | None:
    found = graph.polynomials()
    for k, name in enumerate(outputs):
        wrong = found[name] ^ wanted[k]
        if wrong:
            named = " ".join(graph.inputs[n - 1] for n in sorted(min(wrong, key=sorted))) or "1"
            return f"{what}: bit {k} differs from its definition in {len(wrong)} terms, among them {named}."
    return None


def bits(port: str, width: int) -> list[str]:
    """The names of a port's bits."""
    return [port] if width == 1 else [f"{port}[{i}]" for i in range(width)]
