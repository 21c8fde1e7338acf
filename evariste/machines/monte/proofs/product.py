# SPDX-License-Identifier: Apache-2.0
"""Proofs of the arithmetic unit: rtl/monte/monte_columns.sv and monte_datapath.sv.

products  whole products and squares with words of 4 bits, from the first step to the last word: all odd moduli of one
          and two words (in the digit modes, all that have digits), all operands below the modulus
steps     the list of steps of a product for every number of words, 1 to 18, in each mode: what each column adds is
          what the definition of a Montgomery product by columns says
control   which words are read and written, and when, depends on no word
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache as once
from functools import partial
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np

from evariste.machines.monte import MACHINE
from evariste.paths import ROOT
from evariste.verification import aig, induction, proof
from evariste.verification.aig import Aig, Builder
from evariste.verification.blocks import fields
from evariste.verification.lanes import WORD, Lanes, columns
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design

SPECIFICATION = f"{MACHINE.verify}/formal/product"
INPUTS = (*MACHINE.rtl.packages, "rtl/gf/mac", "rtl/monte", SPECIFICATION)
BITS, WIDE = 4, 8  # of a word; of one in products of one word, too
GENERIC, BY_DIGITS, UPPER_DIGITS = range(3)
MUL, SQR = 1, 2  # of command_e
PACKAGE = (ROOT / "rtl/monte/monte_pkg.sv").read_text()
MOST = 18  # words
WHOLE = 3  # words, at most, of products that are evaluated as a whole
WORDS = 2048  # of 64 products, that are evaluated at once
LATE = 12  # cycles behind the last step


def files(names: tuple[str, ...], changed: tuple[Path, ...] = ()) -> list[Path]:
    return [*(ROOT / path for path in MACHINE.rtl.packages), *proof.sources("rtl/gf/mac"),
            *(ROOT / f"rtl/monte/monte_{name}.sv" for name in names), *proof.sources(SPECIFICATION),
                *changed]  # fmt: skip


# ---- whole products ----

Digit = tuple[int, bool, int]  # word, minus, shift


@dataclass(frozen=True)
class Reduction:
    """How a modulus is reduced. In mode GENERIC all odd moduli are meant."""

    words: int
    mode: int = GENERIC
    sign: bool = False
    digits: tuple[Digit, ...] = ()
    bits: int = BITS  # of a word

    @property
    def moduli(self) -> list[int]:
        """With these digits: p = digits - 1, or 1 - digits if `sign`; only the upper words are digits in mode 2."""
        top = 1 << self.bits * self.words
        if self.mode == GENERIC:
            return list(range(top - 1, 1, -2))  # large ones first, which show most errors
        total = sum((-1 if minus else 1) << self.bits * word + shift for word, minus, shift in self.digits)
        if self.mode == BY_DIGITS:
            found = [1 - total if self.sign else total - 1]
        else:
            found = [total + low for low in range(1, 2**self.bits, 2)]
        return [p for p in found if 1 < p < top and p % 2]


def packed(values: dict[str, int], struct: str = "field_t") -> int:
    """A packed struct of rtl/monte/monte_pkg.sv; its digits are given as one number."""
    number, places = 0, struct_fields(struct)
    for name, value in values.items():
        low, width = places[name]
        assert value >> width == 0, f"{name} = {value} is too long"
        number |= value << low
    return number


@once
def struct_fields(struct: str) -> dict[str, tuple[int, int]]:
    return fields(struct, PACKAGE.replace("digit_t [Digits-1:0] digits", "logic [47:0] digits")
                  .replace("place_t ", "logic [4:0] "))  # fmt: skip


def field_bits(r: Reduction, binary: bool = False) -> dict[str, int]:
    """The bits of field_i without n0."""
    digits = sum(
        (1 << 11 | minus << 10 | shift << 5 | word) << 12 * i for i, (word, minus, shift) in enumerate(r.digits)
    )
    number = packed({"words": r.words, "mode": r.mode, "binary": binary, "sign": r.sign, "digits": digits})
    return aig.bits("field_i", number, sum(width for _, width in struct_fields("field_t").values()))


@once
def unit(words: int, bits: int, changed: tuple[Path, ...] = ()) -> Design:
    """The unit with two operands of these words."""
    return induction.design("monte_product_harness", files(("columns", "datapath"), changed), {"W": bits, "K": words})


def whole(design: Design, r: Reduction, command: int) -> Aig:
    """The result of a product as a graph of a_i, b_i, p and n0, from any state behind reset."""
    length = r.bits * r.words
    known = field_bits(r) | aig.bits("command_i", command, 4)
    n0_low, _ = struct_fields("field_t")["n0"]
    n0 = [f"field_i[{n0_low + i}]" for i in range(r.bits)]
    known = {name: value for name, value in known.items() if name in design.ports and name not in n0}
    design = design.with_constants(known)
    operands = [f"{port}[{i}]" for port in "abp" for i in range(length)] + [f"n0[{i}]" for i in range(r.bits)]
    built = Builder([*operands, *design.state, *(n for n in design.ports if n.startswith("any"))])
    given = built.literals
    state = {name: given[name] for name in design.state}
    fixed: dict[str, int] = dict.fromkeys((n for n in design.ports if not n.startswith("any")), 0)
    fixed |= {n: given[n] for n in design.ports if n.startswith("any")}
    fixed |= known
    fixed |= {name: given[f"n0[{i}]"] for i, name in enumerate(n0)}
    fixed |= {f"{port}_i[{i}]": given[f"{port}[{i}]"] for port in "ab" for i in range(length)}

    def cycle(**ports: int) -> dict[str, int]:
        wide = {"rst_ni": 1}
        for name, value in ports.items():
            wide |= {name: value} if name in fixed or name == "rst_ni" else dict(aig.bits(name, value, 5))
        nonlocal state
        made = built.add(design.graph, {**fixed, **wide, **words, **state})
        state = {name: made[after] for name, after in design.state.items()}
        return made

    words: dict[str, int] = {}
    cycle(rst_ni=0)
    for i in range(r.words):
        words = {f"p_data_i[{j}]": given[f"p[{r.bits * i + j}]"] for j in range(r.bits)}
        cycle(p_we_i=1, p_place_i=i)
    words = {}
    cycle(start_i=1)
    for _ in range(2 * r.words**2 + 4 * r.words + LATE):
        made = cycle()
        if made["final_o"] == 1:
            break
        assert made["final_o"] == 0, "the end of a product depends on its operands"
    else:
        raise AssertionError("a product does not end")
    made = cycle()
    result = {f"r[{i}]": built.mux(made[f"plain_o[{i}]"], made[f"corrected_o[{i}]"], made["choose_o"])
              for i in range(length)}  # fmt: skip
    return built.alone(result)


def wrong_products(r: Reduction, command: int, changed: tuple[Path, ...] = ()) -> str | None:
    """The first product that is not a b / R modulo p: all moduli, all operands below them."""
    graph = whole(unit(r.words, r.bits, changed), r, command)
    foreign = {n for n in graph.inputs if n.partition("[")[0] not in ("a", "b", "p", "n0")}
    if foreign & graph.support():
        return f"a product of {r.words} words depends on {sorted(foreign & graph.support())[0]}."
    for p in r.moduli:
        n0 = -pow(p, -1, 1 << r.bits) % (1 << r.bits)
        known = {
            f"{port}[{i}]": value >> i & 1 for port, value in (("p", p), ("n0", n0)) for i in range(r.bits * r.words)
        }
        known = {name: value for name, value in known.items() if name in graph.inputs}
        if found := _wrong_operands(Lanes(graph.fixed(known)), p, r.bits * r.words, command == SQR):
            return f"{found[0]} times {found[1]} modulo {p}, {r.words} words, mode {r.mode}, is wrong."
    return None


def _wrong_operands(graph: Lanes, p: int, length: int, square: bool) -> tuple[int, int] | None:
    """The first two operands below p with a wrong product. Each lane has a pair of them: a row of all b for each a."""
    inverse = pow(1 << length, -1, p)
    row = -(-p // WORD)
    b = np.arange(row * WORD, dtype=np.uint32)
    rows = 1 if square else max(1, WORDS // row)
    second = [np.tile(bit, rows) for bit in columns(b, length)]
    ones = np.uint64(2**WORD - 1)
    for low in range(0, 1 if square else p, rows):
        a = b[None] if square else np.arange(low, low + rows, dtype=np.uint32)[:, None]
        first = second if square else [np.repeat(np.where(a[:, 0] >> i & 1, ones, np.uint64(0)), row)
                                       for i in range(length)]  # fmt: skip
        given = {f"{port}[{i}]": bit for port, word in (("a", first), ("b", second)) for i, bit in enumerate(word)
                 if f"{port}[{i}]" in graph.inputs}  # fmt: skip
        found = graph.value(given, rows * row)
        right = a * inverse % p * b % p  # below 2^32
        other = np.zeros(rows * row, np.uint64)
        for i, bit in enumerate(columns(right, length)):
            other |= found[f"r[{i}]"] ^ bit
        other &= np.packbits((a < p) & (b < p), bitorder="little").view(np.uint64)
        if other.any():
            wrong = np.unpackbits(other.view(np.uint8), bitorder="little").reshape(rows, -1)
            i, j = np.argwhere(wrong)[0]
            return int(j if square else a[i, 0]), int(j)
    return None


def reductions(words: int) -> Iterator[Reduction]:
    """Every choice of one or two digits that gives a modulus, in both digit modes."""
    all_digits = [
        (word, minus, shift) for word in range(1, words + 1) for minus in (False, True) for shift in range(BITS)
    ]
    for count, mode, sign in product((1, 2), (BY_DIGITS, UPPER_DIGITS), (False, True)):
        for digits in combinations(all_digits, count):
            r = Reduction(words, mode, sign, digits)
            if not (sign and mode == UPPER_DIGITS) and r.moduli and all(word * BITS + shift <= words * BITS
                                                                       for word, _, shift in digits):  # fmt: skip
                yield r


# ---- the order of words ----


def steps(r: Reduction, command: int, *, binary: bool = False, changed: tuple[Path, ...] = ()) -> list[dict[str, int]]:
    """The steps of a product as monte_columns gives them, each with its cycle."""
    design = order(changed)
    ports = field_bits(r, binary) | aig.bits("command_i", command, 4)
    ports = dict.fromkeys(design.ports, 0) | {n: v for n, v in ports.items() if n in design.ports}
    places, found = struct_fields("step_t"), list[dict[str, int]]()
    state = dict.fromkeys(design.state, 0)
    for at in range(4 * MOST**2):
        value = design.graph.value(ports | state | {"rst_ni": int(at > 0), "start_i": int(at == 1)})
        state = {name: value[after] for name, after in design.state.items()}
        number = sum(value[f"step_o[{i}]"] << i for i in range(sum(width for _, width in places.values())))
        step = {name: number >> low & (1 << width) - 1 for name, (low, width) in places.items()}
        if step["valid"]:
            found.append(step | {"cycle": at})
        if value["done_o"]:
            return found
    raise AssertionError("a product does not end")


@once
def order(changed: tuple[Path, ...] = ()) -> Design:
    """monte_columns alone, with all parameters."""
    return induction.design("monte_columns", [f for f in files(("columns",), changed) if "harness" not in f.name],
                            {"DIGITS": 1, "SQR": 1, "DUAL": 1})  # fmt: skip


def broken_rule(all_steps: list[dict[str, int]]) -> str | None:
    """The first step that breaks a rule under which the datapath is proved (formal/step)."""
    by_cycle = {s["cycle"]: s for s in all_steps}
    for at, s in by_cycle.items():
        x, older = by_cycle.get(at - 1), by_cycle.get(at - 2)
        made = [q["place"] for q in (x, older) if q and (q["to_m"] or q["by_n0"])]
        if s["product"] and s["x_m"] and s["x_place"] in made:
            return "a factor is multiplied too early"
        adds_up = x and (x["product"] or x["addend"] or x["first"] or x["clear"])
        if s["by_n0"] and not (s["product"] and older and not adds_up):
            return "a lowest word is multiplied too early"
        if s["by_m"] and not (s["product"] and x and x["by_n0"] and not s["by_n0"]):
            return "a factor does not come from the step before"
        named = [s[place] for place, used in (("x_place", s["product"] and s["x_m"]), ("m_place", s["addend"]),
                 ("y_place", s["product"] and s["y_p"]), ("place", s["to_result"])) if used]  # fmt: skip
        if s["sum"] or max(named, default=0) >= MOST:
            return "a word does not exist"
    return None


def wrong_steps(r: Reduction, command: int, *, binary: bool = False, changed: tuple[Path, ...] = ()) -> str | None:
    """The first column that does not add what the definition says, or one in another order.

    With m_c chosen so that the lowest word of column c < k is 0, a b / R is the sum over columns c of
    (sum of a_j b_(c-j) + sum of m_j p_(c-j)) 2^(32 c), without its lowest k words. A digit of p at word w is m_(c-w).
    """
    k, about = r.words, f"{r.words} words, mode {r.mode}, {'square' if command == SQR else 'product'}"
    at, all_steps = 0, steps(r, command, binary=binary, changed=changed)
    if said := broken_rule(all_steps):
        return f"{about}: {said}."
    for c in range(2 * k):
        wanted: Counter[Any] = Counter()
        for j in range(max(0, c - k + 1), min(c, k - 1) + 1):
            pair = ("ab", *sorted((j, c - j))) if command == SQR else ("ab", j, c - j)
            wanted[pair] += 1
        if command == SQR and binary:
            wanted = Counter(
                {pair: 1 for pair in wanted if pair[1] == pair[2]}
            )  # the others come twice: their sum is 0
        if r.mode == GENERIC:
            wanted.update(("mp", j, c - j) for j in range(max(0, c - k + 1), min(c, k)) if c - j < k)
        else:
            wanted.update(("m", c - word, minus, shift) for word, minus, shift in r.digits if 0 <= c - word < k)
        found: Counter[Any] = Counter()
        ready: set[int] = set()
        first = True
        while at < len(all_steps):
            s = all_steps[at]
            at += 1
            if s["first"] != first or s["clear"] != (first and c == 0) or s["sum"]:
                return f"{about}: column {c} does not begin where it should."
            first = False
            if s["product"] and s["by_n0"]:
                ready.add(s["place"])
                if found != wanted or s["place"] != c or not all_steps[at]["by_m"]:
                    return f"{about}: m_{c} is made of something else than column {c}."
            elif s["product"] and s["by_m"]:
                if s["y_place"] or not s["y_p"]:
                    return f"{about}: column {c} ends with another product than m_{c} p_0."
                found["m p0"] += 1
            elif s["product"] and s["x_m"]:
                found["mp", s["x_place"], s["y_place"]] += 1 if s["y_p"] else MOST
            elif s["product"]:
                pair = (
                    ("ab", *sorted((s["x_place"], s["y_place"])))
                    if command == SQR
                    else ("ab", s["x_place"], s["y_place"])
                )
                found[pair] += 1 + s["twice"]
            if s["addend"]:
                found["m", s["m_place"], bool(s["minus"]), s["shift"]] += 1
            if s["last"]:
                break
        if c < k and r.mode != BY_DIGITS:
            wanted["m p0"] += 1
        if found != wanted:
            return f"{about}: column {c} adds {found - wanted} too much, or lacks {wanted - found}."
        end = (s["to_m"], s["to_result"], s["final_"], s["place"])
        if end != (int(c < k and r.mode == BY_DIGITS), int(c >= k), int(c == 2 * k - 1), c if c < k else c - k):
            return f"{about}: the lowest word of column {c} goes to the wrong place."
    return None if at == len(all_steps) else f"{about}: there are steps behind the last column."


# Digits at words of all kinds: the lowest, neighbours, the last, beyond the last.
def sample(words: int) -> Iterator[Reduction]:
    yield Reduction(words)
    for mode in (BY_DIGITS, UPPER_DIGITS):
        chosen = sorted({1, 2, words // 2, words - 1, words} & set(range(1, words + 1)))
        for count in sorted({0, 1, *(range(5) if words <= 6 else ()), 4}):
            for places in combinations(chosen, count):
                yield Reduction(words, mode, False, tuple((w, bool(w % 2), 31 - w) for w in places))


def wrong_order(words: int, changed: tuple[Path, ...] = ()) -> str | None:
    """Of all modes, products and squares, integers and polynomials."""
    for r, command, binary in product(sample(words), (MUL, SQR), (False, True)):
        if found := wrong_steps(r, command, binary=binary, changed=changed):
            return found
    return None


# ---- control ----

DATA = ("x_i", "y_i", "p_data_i")
CONTROL = ("result_o", "place_o", "final_o")


def wrong_control(changed: tuple[Path, ...] = ()) -> str | None:
    """None, or an output of control on which a word of data or of n0 has an influence, over any number of cycles: by
    the structure of the circuit alone. So the time of a result is that of the steps, which have no input of data.
    """
    chosen = [f for f in files(("datapath",), changed) if "harness" not in f.name]
    design = induction.design("monte_datapath", chosen, {"W": 32, "DIGITS": 1, "DUAL": 1})
    graph, first = design.graph, design.graph.first_gate
    todo = [name for name in graph.outputs if name.partition("[")[0] in CONTROL]
    seen = set(todo)
    while todo:
        literal = graph.outputs[todo.pop()]
        for node in graph.cone([literal]):
            if not 0 < node < first:
                continue
            name = graph.inputs[node - 1]
            low, width = struct_fields("field_t")["n0"]
            port, _, bit = name.partition("[")
            if port in DATA or (port == "field_i" and low <= int(bit[:-1]) < low + width):
                return f"control depends on {name}."
            after = design.state.get(name)
            if after and after not in seen:
                seen.add(after)
                todo.append(after)
    return None


def proofs() -> list[Proof]:
    """By the number of words."""
    found = []
    for command, what in ((MUL, "product"), (SQR, "square")):
        found.append(Proof(f"product.{what}.wide", "arithmetic", f"a {what} of one word of {WIDE} bits is a b / R "
                           "modulo p, generic: all odd moduli, all operands below", "exhaustive",
                           partial(wrong_products, Reduction(1, bits=WIDE), command), INPUTS, None, True,
                           __name__))  # fmt: skip
        for words in range(1, WHOLE + 1):
            found.append(Proof(f"product.{what}.{words}", "arithmetic", f"a {what} of {words} words of 4 bits "
                "is a b / R "
                               "modulo p, generic: all odd moduli, all operands below", "exhaustive",
                               partial(wrong_products, Reduction(words), command), INPUTS, None, True,
                               __name__))  # fmt: skip
            found.append(Proof(f"product.{what}.digits.{words}", "arithmetic", "the same in both digit modes, for all "
                               "moduli with one or two digits", "exhaustive", partial(wrong_digits, words, command),
                               INPUTS, None, True, __name__))  # fmt: skip
    found += [Proof(f"steps.{words}", "arithmetic", f"each column of a product and of a square of {words} words adds "
                    "what the definition says, and its lowest word goes where it should; steps keep to the rules of "
                    "the datapath: integers and polynomials, every mode, digits at all kinds of words", "exhaustive",
                    partial(wrong_order, words), INPUTS, None, words > 2, __name__)
              for words in range(1, MOST + 1)]  # fmt: skip
    found.append(Proof("control", "arithmetic", "which words are read and written, and when, depends on no word of an "
                       "operand, the modulus or n0", "structure", wrong_control, INPUTS, None, True,
                       __name__))  # fmt: skip
    return found


def wrong_digits(words: int, command: int, changed: tuple[Path, ...] = ()) -> str | None:
    """The first wrong product in a digit mode."""
    for r in reductions(words):
        if found := wrong_products(r, command, changed):
            return found
    return None
