# SPDX-License-Identifier: Apache-2.0
"""Proofs of the accelerators for GF(2^233), coreva_field and coreva_elements, as Yosys elaborates them.

Each asks from outside: after a reset, and with any contents of the registers, operands are stored word by word, and the
result is loaded word by word. Every bit that is loaded is expanded to its polynomial over GF(2) in the operands' bits.
That form is unique, so equality with the definition holds for all operands. wait_o is as long as it should be.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path

from evariste.gf import polynomial
from evariste.paths import ROOT
from evariste.verification import aig, proof, unroll
from evariste.verification.aig import Builder, Monomial
from evariste.verification.proof import Proof

F = 1 << 233 | 1 << 74 | 1
M, WORD, WORDS = 233, 32, 8
D, OTHERS = 32, (8, 16, 64)  # bits of a product in a cycle
CYCLES = -(-M // D)
RTL = ("gen/coreva/coreva_isa_pkg.sv", "rtl/coreva/coreva_pkg.sv", "rtl/coreva/coreva_field_step.sv",
       "rtl/gf/fixed/gf_fixed_reduce.sv", "rtl/gf/fixed/gf_fixed_square.sv")  # fmt: skip
PASSES = (*proof.FLAT[:3], "memory", *proof.FLAT[3:])
A, B, PRODUCT, SQUARE_A, SQUARE, IN_PLACE, COMMAND = (
    0x00, 0x20, 0x40, 0x60, 0x80, 0x9C, 0x100,
)  # fmt: skip

Wanted = list[set[Monomial]]


@cache
def _powers() -> list[int]:
    return [polynomial.remainder(1 << i, F) for i in range(2 * M)]


def files(top: str) -> list[str]:
    """What an accelerator is made of, from the root."""
    return [*RTL, f"rtl/coreva/{top}.sv"]


class Unit:
    """The block, cycle by cycle. Operands are numbered: `bit(n, i)` is bit i of operand n."""

    def __init__(self, top: str, sources: Iterable[Path] | None = None, **parameters: int) -> None:
        sources = [ROOT / path for path in files(top)] if sources is None else sources
        self.design = unroll.read(proof.graph(top, sources, {"D": D, **parameters}, passes=PASSES))
        operands = [f"op{n}[{i}]" for n in range(2) for i in range(WORD * WORDS)]
        self.built = Builder([*operands, *self.design.state])
        self.state = {name: self.built.literals[name] for name in self.design.state}
        self.cycle(reset=True)

    def cycle(self, at: int = 0, *, write: bool = False, data: list[int] | int = 0, req: bool = False,
              reset: bool = False) -> dict[str, int]:  # fmt: skip
        """One cycle; what the outputs are in it."""
        given = dict.fromkeys(self.design.graph.inputs, aig.FALSE)
        given["rst_ni"] = aig.FALSE if reset else aig.TRUE
        for name, on in (("req_i", req), ("we_i", write)):
            given[name] = aig.TRUE if on else aig.FALSE
        for i in range(10):  # of the word's address
            given[f"addr_i[{i}]"] = aig.TRUE if at >> i + 2 & 1 else aig.FALSE
        bits = [aig.TRUE if data >> i & 1 else aig.FALSE for i in range(WORD)] if isinstance(data, int) else data
        given |= {f"wdata_i[{i}]": bit for i, bit in enumerate(bits)}
        made = self.built.add(self.design.graph, given | self.state)
        self.state = {name: made[after] for name, after in self.design.state.items()}
        return made

    def waits(self, cycles: int) -> bool:
        """wait_o is 1 for so many cycles, and then 0."""
        said = [self.cycle()["wait_o"] for _ in range(cycles)]
        before = dict(self.state)
        free = self.cycle()["wait_o"]
        self.state = before  # the access may come in this cycle
        return said == [aig.TRUE] * cycles and free == aig.FALSE

    def store(self, at: int, operand: int) -> None:
        """An operand, to the eight words from here on."""
        for word in range(WORDS):
            bits = [self.built.literals[f"op{operand}[{WORD * word + i}]"] for i in range(WORD)]
            made = self.cycle(at + 4 * word, write=True, data=bits, req=True)
            assert made["err_o"] == made["wait_o"] == aig.FALSE

    def order(self, at: int, data: int = 0) -> None:
        """A store of a constant."""
        assert self.cycle(at, write=True, data=data, req=True)["err_o"] == aig.FALSE

    def load(self, at: int) -> list[int]:
        """The bits of eight words. A word comes in the cycle behind its request."""
        found: list[int] = []
        for word in range(WORDS + 1):
            made = self.cycle(at + 4 * word if word < WORDS else at, req=word < WORDS)
            found += [made[f"rdata_o[{i}]"] for i in range(WORD)] if word else []
        return found

    def unlike(self, found: list[int], wanted: Wanted, what: str) -> str | None:
        """The first bit that is not as defined."""
        graph = self.built.alone({f"out[{k}]": bit for k, bit in enumerate(found)})
        place = {name: i + 1 for i, name in enumerate(graph.inputs)}
        numbers = {(n, i): place.get(f"op{n}[{i}]", -1 - i - n * WORD * WORDS) for n in range(2) for i in range(M)}
        polynomials = graph.polynomials()
        for k in range(WORD * WORDS):
            terms = wanted[k] if k < M else set()
            defined = {frozenset(numbers[part] for part in term) for term in terms}  # type: ignore[index]
            if polynomials[f"out[{k}]"] != defined:
                return f"{what}: bit {k} is not as defined."
        return None


def _bilinear() -> Wanted:
    wanted: list[set[frozenset]] = [set() for _ in range(M)]  # type: ignore[type-arg]
    for i in range(M):
        for j in range(M):
            for k in _bits(_powers()[i + j]):
                wanted[k] ^= {frozenset(((0, i), (1, j)))}
    return wanted


def _linear(*images: tuple[int, int]) -> Wanted:
    """The sum of operands to the power 2^n, given as (operand, n)."""
    wanted: list[set[frozenset]] = [set() for _ in range(M)]  # type: ignore[type-arg]
    for operand, n in images:
        for i in range(M):
            power = 1 << i
            for _ in range(n):
                power = polynomial.remainder(polynomial.multiply(power, power), F)
            for k in _bits(power):
                wanted[k] ^= {frozenset(((operand, i),))}
    return wanted


def _bits(value: int) -> list[int]:
    return [k for k in range(value.bit_length()) if value >> k & 1]


def product(sources: Iterable[Path] | None = None, digit: int = D) -> str | None:
    """MUL233 and FF233."""
    unit = Unit("coreva_field", sources, MUL=1, SQU=1, D=digit)
    unit.store(A, 0)
    unit.store(B, 1)
    if not unit.waits(-(-M // digit) - 1):
        return "A product does not wait as long as it should."
    return unit.unlike(unit.load(PRODUCT), _bilinear(), "a product")


def square(sources: Iterable[Path] | None = None) -> str | None:
    """SQU233 and FF233: a square, and the square of a square in place."""
    unit = Unit("coreva_field", sources, MUL=1, SQU=1)
    unit.store(SQUARE_A, 0)
    if not unit.waits(0):
        return "A square waits."
    wrong = unit.unlike(unit.load(SQUARE), _linear((0, 1)), "a square")
    unit.order(IN_PLACE)
    return wrong or unit.unlike(unit.load(SQUARE), _linear((0, 2)), "a square in place")


def commands(sources: Iterable[Path] | None = None) -> str | None:
    """X233: each command, with the operands in E0 and E1."""
    asked = {
        "a product": (1 << 28 | 1 << 8 | 2, CYCLES, {2: _bilinear()}),
        "a product in place": (1 << 28 | 1 << 8, CYCLES, {0: _bilinear()}),
        "three squares": (2 << 28 | 3 << 16 | 5, 3, {5: _linear((0, 3))}),
        "no square": (2 << 28 | 5, 1, {5: _linear((0, 0))}),
        "a sum": (3 << 28 | 1 << 8 | 7, 1, {7: _linear((0, 0), (1, 0))}),
        "clearing": (3 << 28, 1, {0: _linear()}),
        "an exchange": (4 << 28 | 1 << 16 | 1 << 4, 1, {0: _linear((1, 0)), 1: _linear((0, 0))}),
        "no exchange": (4 << 28 | 1 << 4, 1, {0: _linear((0, 0)), 1: _linear((1, 0))}),
    }
    for what, (word, cycles, results) in asked.items():
        unit = Unit("coreva_elements", sources)
        unit.store(0, 0)
        unit.store(32, 1)
        unit.order(COMMAND, word)
        if not unit.waits(cycles - 1):
            return f"X233, {what}: it does not wait as long as it should."
        for element, wanted in results.items():
            if wrong := unit.unlike(unit.load(32 * element), wanted, f"X233, {what}"):
                return wrong
    return None


def proofs() -> list[Proof]:
    """By name."""
    inputs = ("rtl/coreva", "rtl/gf/fixed", "gen/coreva/coreva_isa_pkg.sv")
    asked: dict[str, tuple[Callable[[], str | None], str]] = {
        "field.product": (product, "a product of the accelerator is right for all operands, and in time"),
        **{f"field.product.d{digit}": (partial(product, digit=digit), f"so is one with {digit} bits in a cycle")
           for digit in OTHERS},
        "field.square": (square, "so is a square, and one in place"),
        "field.commands": (commands, "so is each command of the accelerator with elements"),
    }  # fmt: skip
    return [Proof(name, "field", states, "polynomials", partial(ask), inputs) for name, (ask, states) in asked.items()]
