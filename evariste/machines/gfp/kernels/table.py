# SPDX-License-Identifier: Apache-2.0
"""The list of kernels, how each is wrapped into a function, and where its schedule is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evariste.machines.gfp import CHAIN
from evariste.machines.gfp.kernels import emit, paper
from evariste.machines.gfp.kernels.problem import (
    BASE,
    Core,
    Field,
    Problem,
    ladder_double,
    multiply,
    multiply_add,
    multiply_square,
    multiply_twice,
    reduction,
    square,
    square_step,
    square_sum,
)

SCHEDULES = Path(__file__).resolve().parent / "schedules"
FAST = Core("fast", multiply_add=True)
UNROLL = {BASE: 4, FAST: 8}  # turns of the n-fold squaring per pass of its loop, a power of two


@dataclass(frozen=True)
class Kernel:
    name: str
    about: str
    problem: Callable[[], Problem]
    field: Field
    loop: bool = False
    core: Core = BASE

    @property
    def path(self) -> str:
        """Its name in the lists, and the place of its files below a folder."""
        return f"{self.core.name}/{self.name}".lstrip("/")

    @property
    def schedule_file(self) -> Path:
        return SCHEDULES / f"{self.path}.txt"

    def schedule(self) -> str:
        """Order, hints and registers found by the search; empty when there is none yet."""
        if not self.schedule_file.exists():
            return ""
        return "".join(line for line in self.schedule_file.open() if not line.startswith("#"))


@cache
def fields() -> dict[int, Field]:
    """The binary fields of isa/fields.yaml by degree."""
    from evariste.isa import load

    return {f.degree: Field(f.name, f.degree, tuple(f.terms)) for f in load.fields().binary}


# Of Karatsuba, for each core: what ends with the fewest cycles.
LEVELS = {
    BASE: {163: 1, 233: 1, 239: 1, 283: 1, 409: 1, 571: 2},
    FAST: {163: 0, 233: 0, 239: 0, 283: 0, 409: 0, 571: 0},
}


@cache
def kernels() -> dict[str, Kernel]:
    """All kernels by path: those of the base instructions, and for each extended core those that it has of its own."""
    found = [kernel for core in LEVELS for m, f in fields().items() for kernel in _of_field(core, m, f)]
    return {k.path: k for k in found + _of_the_paper()}


def _of_field(core: Core, m: int, f: Field) -> list[Kernel]:
    """The kernels of GF(2^m)."""
    levels = LEVELS[core][m]
    name = f"GF(2^{m})"
    about = "X, Z of the point at r1, or at r2 if r3 = 1"
    made = [
        ("mul", f"r0 = r1 * r2 in {name}", lambda: multiply(core, f, levels)),
        ("muladd", f"r0 = r1 * r2 + r3 in {name}", lambda: multiply_add(core, f, levels)),
        ("sqr", f"r0 = r1^2 in {name}", lambda: square(core, f)),
        ("reduce", f"r0 = r1 (twice as long) modulo the polynomial of {name}", lambda: reduction(core, f)),
        ("sumsqr", f"r0 = (r1 + r2)^2 in {name}", lambda: square_sum(core, f, 1)),
        ("ladder", f"r0 = {about}, then (X + Z)^4, in {name}", lambda: ladder_double(core, f, True)),
        ("ladderb", f"r0 = squares of {about}, in {name}", lambda: ladder_double(core, f, False)),
    ]
    if core.multiply_add:
        made.append(("mul2", f"r0 = r1 * r2 + r3 * r4 in {name}", lambda: multiply_twice(core, f)))
    if m <= 283:
        made += [
            ("mulsqr", f"r0 = (r1 * r2)^2 in {name}", lambda: multiply_square(core, f, levels)),
            ("sumsqr2", f"r0 = (r1 + r2)^4 in {name}", lambda: square_sum(core, f, 2)),
            ("sqrn", f"r0 = r1^(2^r2) in {name}, r2 > 0", lambda: square_step(core, f)),
        ]
    return [Kernel(f"gf2_{m}_{what}_k", about, problem, f, what == "sqrn", core) for what, about, problem in made]


def _of_the_paper() -> list[Kernel]:
    """The kernels of Chen et al., on the base instructions."""
    f = fields()[233]
    by = "as Chen et al. describe it"
    return [
        Kernel(
            "chen_rearrange_k", f"r0 = bits 233 and up of the words 7..14 at r1, {by}", lambda: paper.rearrange(f), f
        ),
        Kernel("chen_reduce_k", f"r0 = r1 folded with r2 by shifts, {by}", lambda: paper.reduce_by_shifts(f), f),
        Kernel("chen_fold_k", f"r0 = the product at r1 rearranged and reduced, {by}", lambda: paper.fold(f), f),
        Kernel("chen_sqr_k", f"r0 = r1^2, {by}", lambda: paper.square(f), f),
        Kernel("chen_sqr_high_k", f"r0 = upper half of r1^2 (r1: words 3..7), {by}", lambda: paper.square_high(f), f),
        Kernel("chen_sqr_low_k", f"r0 = r1^2 given its upper half at r2, {by}", lambda: paper.square_low(f), f),
        Kernel("chen_mul_karatsuba_k", "r0 = r1 * r2 by Karatsuba on two levels", lambda: multiply(BASE, f, 2), f),
    ]


def product_assembly() -> str:
    """The row-wise product of the paper, on its caller's frame."""
    about = [
        "c = a * b, row by row with c in memory, as in Chen et al., ISCA 2017, Table 7. The frame at sp holds c (16",
        "words at 0), a (8 words at 64) and b (8 words at 96). Changes r0-r11. Takes 466 cycles, plus 2 to return.",
    ]
    return (
        "/* Generated by `ev gen kernels` from evariste/machines/gfp/kernels/paper.py. Do not edit. */\n"
        "/* SPDX-License-Identifier: Apache-2.0 */\n"
        + CHAIN.macros
        + CHAIN.directives
        + emit.function("chen_product_k", about, paper.product_lines())
    )


def body(kernel: Kernel) -> emit.Body:
    return emit.allocate(kernel.problem(), kernel.schedule())


def assembly(kernel: Kernel) -> str:
    """The whole .S file."""
    b = body(kernel)
    source = f"isa/fields.yaml and {emit.shown(kernel.schedule_file)}"
    about = [
        f"{kernel.about}. Operands are addresses of little-endian words. The result may overwrite one of them.",
        "Changes r0-r12, lr and the flags. Takes "
        f"{b.cycles} cycles" + (" per squaring." if kernel.loop else ", plus 6 to save lr and to return."),
    ]
    return (
        f"/* Generated by `ev gen kernels` from {source}. Do not edit. */\n"
        "/* SPDX-License-Identifier: Apache-2.0 */\n"
        + CHAIN.macros
        + (repeated(kernel, b, about) if kernel.loop else CHAIN.directives)
        + ("" if kernel.loop else emit.function(kernel.name, about, emit.straight(b)))
    )


def repeated(kernel: Kernel, b: emit.Body, about: list[str]) -> str:
    """The n-fold squaring: operand into registers, UNROLL turns a pass entered in the middle, result to memory. What is
    around the turns has two forms. The backend's header says which one its cores can run.
    """
    if b.moves:
        raise ValueError(f"{kernel.name}: a word does not return to its register; search again.")
    name, turns = kernel.name, UNROLL[kernel.core]
    home = registers(kernel.problem(), kernel.schedule())[: kernel.field.words]
    (high, high_end), (low, low_end) = (form(name, b, home, turns) for form in (_every_register, _low_registers))
    out = ["#if EV_GFROR", *high, "#else", *low, "#endif", ".balign 4", f".L{name}_entry:"]
    out += [f".word .L{name}_{turns - 1 - k} + 1" for k in range(turns)]
    for k in range(turns):
        out += [f".L{name}_{k}:", *b.lines]
    return (
        "#include <evariste/backend/extensions.h>\n"
        f"{CHAIN.directives}#if EV_GFROR\n{three(kernel)}#endif\n"
        + emit.function(name, about, [*out, "#if EV_GFROR", *high_end, "#else", *low_end, "#endif"])
    )


def _low_registers(name: str, b: emit.Body, home: list[int], turns: int) -> tuple[list[str], list[str]]:
    """Before the turns and after them, for a core that loads and stores r0 to r7."""
    shift = turns.bit_length() - 1
    c = 3  # r3 holds no word between turns
    out = ["push {r0, lr}", f"sub sp, #{4 * b.slots + 8}"]
    at = 4 * b.slots  # counter, then entry address
    out += ["subs r2, #1", f"lsrs r3, r2, #{shift}", "adds r3, #1", f"str r3, [sp, #{at}]"]
    out += [
        f"lsls r2, r2, #{32 - shift}",
        f"lsrs r2, r2, #{30 - shift}",
        f"adr r3, .L{name}_entry",
        "ldr r2, [r3, r2]",
        f"str r2, [sp, #{at + 4}]",
    ]
    for word, r in sorted(enumerate(home), key=lambda e: (e[1] < 8, e[1] == 1)):  # high ones first, the pointer's last
        out += [f"ldr r{c}, [r1, #{4 * word}]", f"mov {reg(r)}, r{c}"] if r >= 8 else [f"ldr r{r}, [r1, #{4 * word}]"]
    out += [f"ldr r{c}, [sp, #{at + 4}]", f"mov pc, r{c}"]
    end = [f"ldr r{c}, [sp, #{at}]", f"subs r{c}, #1", f"beq .L{name}_done", f"str r{c}, [sp, #{at}]", f"b .L{name}_0"]
    end += [f".L{name}_done:", f"ldr r{c}, [sp, #{at + 8}]"]
    for word, r in sorted(enumerate(home), key=lambda e: e[1] >= 8):
        if r < 8:
            end.append(f"str {reg(r)}, [r{c}, #{4 * word}]")
        else:
            end += [f"mov r0, {reg(r)}", f"str r0, [r{c}, #{4 * word}]"]  # r0 is stored or was none of the words
    return out, [*end, f"add sp, #{4 * b.slots + 12}", "pop {pc}"]


def _every_register(name: str, b: emit.Body, home: list[int], turns: int) -> tuple[list[str], list[str]]:
    """The same for a core that loads and stores every register. The other entry, of `three`, repeats it.

    The frame, above the spill slots: passes left, passes - 1, address of the first turn, address of the element,
    elements left, lr.
    """
    shift, frame = turns.bit_length() - 1, 4 * b.slots
    left, passes, entry, element, elements = (f"[sp, #{frame + 4 * i}]" for i in range(5))
    out = ["movs r3, #1", f".L{name}_start:", "push {r0, r3, lr}", "subs r2, #1", f"lsls r3, r2, #{32 - shift}"]
    out += [f"lsrs r3, r3, #{30 - shift}", f"lsrs r2, r2, #{shift}", f"adr r0, .L{name}_entry", "ldr r3, [r0, r3]"]
    out += ["movs r0, r2", "push {r0, r2, r3}", *([f"sub sp, #{frame}"] if frame else []), f".L{name}_element:"]
    for word, r in sorted(enumerate(home), key=lambda e: e[1] == 1):  # the pointer's last
        out.append(f"ldr r{r}, [r1, #{4 * word}]" if r < 8 else f"gfldr {reg(r)}, r1, {4 * word}")
    out += ["mov pc, r3"]
    end = [f"ldr r3, {left}", "subs r3, #1", f"blo .L{name}_done", f"str r3, {left}", f"b .L{name}_0"]
    end += [f".L{name}_done:", f"ldr r3, {element}"]
    for word, r in enumerate(home):
        end.append(f"str r{r}, [r3, #{4 * word}]" if r < 8 else f"gfstr {reg(r)}, r3, {4 * word}")
    end += [f"ldr r2, {elements}", "subs r2, #1", f"bne .L{name}_next", f"add sp, #{frame + 20}", "pop {pc}"]
    end += [f".L{name}_next:", f"str r2, {elements}", f"adds r3, #{4 * len(home)}", f"str r3, {element}", "movs r1, r3"]
    return out, [*end, f"ldr r2, {passes}", f"str r2, {left}", f"ldr r3, {entry}", f"b .L{name}_element"]


def three(kernel: Kernel) -> str:
    """Another entry of the n-fold squaring, before it: three elements, one behind the other, in place."""
    about = [
        "Another entry of the function that follows: squares r2 times, in place, each of the three elements at r0.",
        "They lie one behind the other. Changes the same.",
    ]
    lines = ["movs r1, r0", "movs r3, #3", f"b .L{kernel.name}_start"]
    return emit.function(kernel.name.replace("sqrn", "sqrn3"), about, lines, section=kernel.name)


def reg(r: int) -> str:
    return "lr" if r == 14 else f"r{r}"


def registers(p: Problem, schedule: str) -> list[int]:
    for line in schedule.splitlines():
        if line.startswith("registers "):
            return [int(x) for x in line.split()[1:]]
    return [p.vars[a][1] for a, _ in p.pins]
