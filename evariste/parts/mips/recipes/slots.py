# SPDX-License-Identifier: Apache-2.0
"""Instructions in delay slots: every kind. What they need is prepared before the branch.

The names of those that raise an exception begin with `faulting`: the handler returns behind the slot, so that the
branch has not happened.
"""

from collections.abc import Callable

from evariste.parts.mips.recipes import arithmetic, faults, layout, memory, system
from evariste.parts.mips.recipes.generator import Generator, Slot


def nothing(g: Generator) -> Slot:
    return lambda: g.put("nop")


def alu(g: Generator) -> Slot:
    return lambda: arithmetic.alu(g)


def held(g: Generator, base: int, put: Callable[[], object]) -> Slot:
    """The instruction, if its register still has the value at the slot that it has now; else nothing."""
    value = g.known[base]

    def at_the_slot() -> None:
        if g.known.get(base) == value:
            put()
        else:
            g.put("nop")

    return at_the_slot


def load(g: Generator) -> Slot:
    name = g.rng.choice([*memory.LOADS])
    base, imm = g.pointer(layout.READABLE, memory.LOADS[name])

    def put() -> None:
        rt = g.write()
        g.put(name, rt=rt, rs=base, imm=imm)
        g.wrote(rt)

    return held(g, base, put)


def store(g: Generator) -> Slot:
    name = g.rng.choice([*memory.STORES])
    base, imm = g.pointer(layout.WRITABLE, memory.STORES[name])
    return held(g, base, lambda: g.put(name, rt=g.read(), rs=base, imm=imm))


def multiply(g: Generator) -> Slot:
    name = g.rng.choice((*arithmetic.MULTIPLY, *arithmetic.TO_UNIT))
    return lambda: arithmetic.start(g, (name,))


def divide(g: Generator) -> Slot:
    name, by = g.rng.choice(arithmetic.DIVIDE), g.dest()
    g.set(by, g.value() | 1)
    return held(g, by, lambda: g.put(name, rs=g.read(), rt=by))


def finish(g: Generator) -> Slot:
    return lambda: arithmetic.finish(g)


def move_from(g: Generator) -> Slot:
    return lambda: system.read(g)


def move_to(g: Generator) -> Slot:
    return lambda: g.put("mtc0", rt=g.read(), cd=system.EPC)


def faulting_trap(g: Generator) -> Slot:
    """A trap or an addition, which may raise an exception or not."""
    return lambda: faults.maybe(g)


def faulting_call(g: Generator) -> Slot:
    return lambda: faults.request(g)


def faulting_word(g: Generator) -> Slot:
    return lambda: faults.put_illegal(g)


def faulting_branch(g: Generator) -> Slot:
    return lambda: faults.put_branch(g)


def faulting_access(g: Generator) -> Slot:
    put = faults.prepared(g)
    return held(g, g.recent[0], put)


def faulting_jump_back(g: Generator) -> Slot:
    """eret, which is no instruction in a delay slot."""
    return lambda: faults.put_eret(g)


SLOTS: dict[Callable[[Generator], Slot], float] = {
    nothing: 1, alu: 4, load: 2, store: 2, multiply: 1, divide: 0.3, finish: 1, move_from: 0.5, move_to: 0.3,
}  # fmt: skip
FAULTING: dict[Callable[[Generator], Slot], float] = {
    faulting_trap: 1, faulting_call: 0.3, faulting_word: 0.3, faulting_branch: 0.3, faulting_access: 0.4,
    faulting_jump_back: 0.1,
}  # fmt: skip
