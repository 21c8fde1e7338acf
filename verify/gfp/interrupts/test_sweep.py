# SPDX-License-Identifier: Apache-2.0
"""Every word of the System Control Space, every bit of SysTick's counter, and SEVONPEND with every line."""

import pytest

from evariste.isa import load
from verify.gfp.interrupts.board import DATA, ENGINES, run, words

pytestmark = pytest.mark.parametrize("engine", ENGINES)

SPACE = next(p for p in load.soc("gfp").peripherals if p.name == "scs")
COUNT = 1024  # words of the System Control Space
LISTED = {r.offset // 4 for r in SPACE.registers} | {load_at // 4 for load_at in range(0x400, 0x420, 4)}
# Register, what is stored, what it reads as: before the sweep and after it.
KEPT = {
    "SYST_CSR": (2, 6), "SYST_RVR": (0x00ABCDEF, 0x00ABCDEF), "NVIC_ISER": (0xA5C35A3C, 0xA5C35A3C),
    "NVIC_ISPR": (0x5A3CA5C7, 0x5A3CA5C7), "NVIC_IPR0": (0x4080C040, 0x4080C040),
    "NVIC_IPR0 + 4": (0xC0408080, 0xC0408080), "NVIC_IPR0 + 28": (0x80C04080, 0x80C04080), "SCR": (0x14, 0x14),
    "SHPR2": (0x80000000, 0x80000000), "SHPR3": (0x40C00000, 0x40C00000),
}  # fmt: skip
OTHERS = {"SYST_CALIB": 0xC0000000, "NVIC_ICER": 0xA5C35A3C, "NVIC_ICPR": 0x5A3CA5C7, "CPUID": 0xC0000, "CCR": 0x208}


def offset(name: str) -> int:
    base, _, more = name.partition(" + ")
    return next(r.offset for r in SPACE.registers if r.name == base.lower()) + int(more or 0)


def gaps() -> list[tuple[int, int]]:
    """The words without a register: first and number, together."""
    found: list[tuple[int, int]] = []
    for word in range(COUNT):
        if word in LISTED:
            continue
        first, number = found[-1] if found and sum(found[-1]) == word else (word, 0)
        found = [*(found[:-1] if number else found), (first, number + 1)]
    return found


def test_stores_where_no_register_is_do_nothing_and_loads_give_zero(engine: str) -> None:
    text = "start:\n cpsid i\n"
    text += "".join(f" put {value:#x}, GFP_{name}\n" for name, (value, _) in KEPT.items())
    text += " ldr r1, =0xffffffff\n"
    for first, number in gaps():
        text += (
            f" ldr r0, ={SPACE.base + 4 * first:#x}\n ldr r2, ={number}\n1: stm r0!, {{r1}}\n subs r2, #1\n bne 1b\n"
        )
    text += f" ldr r0, ={SPACE.base:#x}\n ldr r1, ={DATA:#x}\n ldr r2, ={COUNT}\n"
    text += "1: ldm r0!, {r3}\n stm r1!, {r3}\n subs r2, #1\n bne 1b\n bkpt #0\n"
    machine, stop = run(engine, text)
    assert stop.sentence.startswith("breakpoint 0 "), stop.sentence
    expected = {offset(name) // 4: value for name, (_, value) in KEPT.items()}
    expected |= {offset(name) // 4: value for name, value in OTHERS.items()}
    found = {word: value for word, value in enumerate(words(machine, COUNT)) if value}
    icsr = found.pop(offset("ICSR") // 4)
    assert found == expected
    assert icsr == 1 << 22 | 18 << 12


def counter(first: int) -> str:
    """SysTick counts down from there: its value, whether it wrapped, and what is pending, a few cycles later."""
    return f"""
  put {first:#x}, GFP_SYST_RVR
  put 0, GFP_SYST_CVR
  put 7, GFP_SYST_CSR
  get r2, GFP_SYST_CVR
  stm r7!, {{r2}}
  get r2, GFP_SYST_CVR
  stm r7!, {{r2}}
  get r2, GFP_SYST_CSR
  stm r7!, {{r2}}
  get r2, GFP_ICSR
  stm r7!, {{r2}}
  put 4, GFP_SYST_CSR
  put (1 << 25), GFP_ICSR
"""


def test_systick_counts_with_all_of_its_bits(engine: str) -> None:
    starts = [*(1 << bit for bit in range(5, 24)), *(0xFFFFFF ^ 1 << bit for bit in range(24)),
              *((1 << bit) + 3 for bit in range(5, 24)), *((1 << bit) + 14 for bit in range(5, 24))]  # fmt: skip
    text = f"start:\n cpsid i\n ldr r7, ={DATA:#x}\n" + "\n b 9f\n.pool\n9:".join(counter(n) for n in starts)
    machine, _ = run(engine, text + " bkpt #0\n")
    for i, first in enumerate(starts):
        early, late, status, pending = words(machine, 4, DATA + 16 * i)
        assert 0 < early < first and early - late in range(4, 8), hex(first)
        assert status == 7 and not pending, hex(first)


def test_sevonpend_is_for_what_was_not_pending(engine: str) -> None:
    """Of each line: it becomes pending, and wfe goes on; it is made pending again, and wfe waits for SysTick."""
    text = f"start:\n cpsid i\n put 400, GFP_SYST_RVR\n put 0x10, GFP_SCR\n ldr r7, ={DATA:#x}\n"
    for line in range(32):
        text += f"""
  sev
  wfe
  put 0, GFP_SYST_CVR
  put 7, GFP_SYST_CSR
  put (1 << {line}), GFP_NVIC_ISPR
  wfe
  get r2, GFP_SYST_CVR
  stm r7!, {{r2}}
  put (1 << {line}), GFP_NVIC_ISPR
  wfe
  get r2, GFP_ICSR
  stm r7!, {{r2}}
  put 4, GFP_SYST_CSR
  put (1 << 25), GFP_ICSR
  b 1f
  .pool
1:
"""
    machine, _ = run(engine, text + " bkpt #0\n")
    found = words(machine, 64)
    assert min(found[::2]) > 300
    assert all(value >> 26 & 1 for value in found[1::2])
