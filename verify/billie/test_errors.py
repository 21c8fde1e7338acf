# SPDX-License-Identifier: Apache-2.0
"""Each error: the accelerator names it, stores nothing, ignores what follows, and works again when it is cleared.

Circuit and interpreter in lock-step agree on it, and on the cycle of each. Bus errors: test_bus.py.
"""

from collections.abc import Callable

import pytest

from evariste.ecc import reference as ref
from evariste.ecc.curves import fields
from evariste.isa import machine
from evariste.machines.billie.recipes.accelerator import degree, words
from evariste.parts.mips.recipes.commands import BASE, CONFIG, COUNT, FLAG, INDEX, SLOTS, STATUS, STRIDE, TABLE
from evariste.parts.mips.recipes.layout import RAM, RAM_END
from verify import accelerated
from verify.billie.programs import Code, put, slots_of

CONFIGURATION = "f163_d8"
M = degree(CONFIGURATION)
WORDS = words(M)
NAMES = machine("billie").spec.registers["error"].names
A, B, LATER, BEYOND = range(4)  # slots
ELEMENTS = {A: 7, B: 8, LATER: 9, BEYOND: 1 << M}


def unassigned(code: Code) -> None:
    code.raw(0x4BFFFFFF)


def behind(control: int, value: int, command: str = "gst") -> Callable[[Code], None]:
    """A register, then a command."""

    def put_(code: Code) -> None:
        code.set(control, value)
        if command == "gst":
            code.put("gst", first=1, slot=B)
        else:
            code.put(command, dest=1, slot=0)
            code.put("gst", first=1, slot=B)

    return put_


def no_squaring(code: Code) -> None:
    code.put("gsqr", dest=1, first=1, times=0)
    code.put("gst", first=1, slot=B)


def beyond_the_degree(code: Code) -> None:
    code.put("gld", dest=1, slot=BEYOND)
    code.put("gst", first=1, slot=B)


CASES: list[tuple[str, str, Callable[[Code], None]]] = [
    ("an unassigned command", "command", unassigned),
    ("no squaring", "squarings", no_squaring),
    ("a stride below the words", "config", behind(CONFIG, WORDS - 1 << 9)),
    ("no entries", "config", behind(COUNT, 0)),
    ("too many entries", "config", behind(COUNT, 65)),
    ("a base that is not aligned", "alignment", behind(BASE, SLOTS + 2)),
    ("a table that is not aligned", "alignment", behind(TABLE, SLOTS + 1)),
    ("slots behind RAM", "range", behind(BASE, RAM_END)),
    ("slots before RAM", "range", behind(BASE, RAM - 0x1000)),
    ("a slot that is partly behind RAM", "range", behind(BASE, RAM_END - 4 * WORDS + 4 - 4 * STRIDE * B)),
    ("a table behind RAM", "range", behind(TABLE, RAM_END - 4, "gtsel")),
    ("an index beyond the table", "index", behind(INDEX, 5, "gtsel")),
    ("an index of many bits", "index", behind(INDEX, 1 << 20, "gtsel")),
    ("a bit beyond the degree", "element", beyond_the_degree),
]


@pytest.mark.parametrize(("name", "what"), [pytest.param(name, what, id=about) for about, name, what in CASES])
@pytest.mark.parametrize("engine", ["iss", "lockstep"])
def test_an_error_stores_nothing_and_can_be_cleared(engine: str, name: str, what: Callable[[Code], None]) -> None:
    code = Code()
    code.put("gld", dest=1, slot=A)
    code.wait()
    what(code)
    code.put("gst", first=1, slot=LATER)
    code.wait(3)
    code.put("cfc2", rt=5, control=STATUS)
    code.clear_error()
    code.set(BASE, SLOTS)
    code.put("gld", dest=2, slot=A)
    code.put("gmul", dest=2, first=2, other=2)
    code.put("gst", first=2, slot=5)
    code.wait(4)
    core = accelerated.simulator("billie", CONFIGURATION, engine)
    put(core, M, [*ELEMENTS.values()], [])
    accelerated.execute(core, code.finish())
    assert NAMES[core.regs[3] & 15] == name and core.regs[4] & 15 == 0
    assert core.regs[5] == core.regs[3] & 15, "nothing is left"
    assert slots_of(core, M, range(4)) == list(ELEMENTS.values())
    assert slots_of(core, M, range(5, 6)) == [0b10101]


def test_loads_and_stores_before_an_error_have_ended() -> None:
    code = Code()
    code.put("gld", dest=1, slot=A)
    code.put("gmul", dest=2, first=1, other=1)
    code.put("gst", first=2, slot=B)
    unassigned(code)
    code.put("gst", first=2, slot=LATER)
    code.wait(3)
    core = accelerated.simulator("billie", CONFIGURATION)
    put(core, M, [*ELEMENTS.values()], [])
    accelerated.execute(core, code.finish())
    assert NAMES[core.regs[3] & 15] == "command"
    assert slots_of(core, M, range(3)) == [7, 0b10101, 9]


def test_the_first_error_is_kept() -> None:
    code = Code()
    code.set(COUNT, 0)
    code.set(BASE, SLOTS + 1)
    unassigned(code)
    code.wait(3)
    code.put("cfc2", rt=4, control=FLAG)
    core = accelerated.simulator("billie", CONFIGURATION)
    put(core, M, [*ELEMENTS.values()], [])
    accelerated.execute(core, code.finish())
    assert NAMES[core.regs[3] & 15] == "config"


def test_a_register_keeps_the_last_result_that_came_before_its_next_writer() -> None:
    """That one has an error. The result comes before it is dispatched, in the same cycle, or later."""
    kept = list[bool]()
    for times in range(1, 12):
        code = Code()
        code.put("gld", dest=1, slot=A)
        code.wait()
        code.put("gsqr", dest=2, first=1, times=times)
        code.put("gld", dest=2, slot=BEYOND)
        code.wait()
        code.clear_error()
        code.put("gst", first=2, slot=LATER)
        code.wait()
        core = accelerated.simulator("billie", CONFIGURATION, "lockstep")
        put(core, M, [*ELEMENTS.values()], [])
        accelerated.execute(core, code.finish())
        (left,) = slots_of(core, M, range(LATER, LATER + 1))
        square = ELEMENTS[A]
        for _ in range(times):
            square = ref.sqr(square, fields()[M])
        assert left in (square, 0)
        kept.append(left == square)
    assert kept == sorted(kept, reverse=True) and len({*kept}) == 2
