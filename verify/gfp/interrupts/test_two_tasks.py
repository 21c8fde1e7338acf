# SPDX-License-Identifier: Apache-2.0
"""Two tasks in two fields, switched at random cycles, compute what they compute alone (sw/apps/two_tasks.c)."""

import random
from functools import cache
from pathlib import Path

import pytest

from evariste import cache as store
from evariste.build import cc
from evariste.isa import load
from evariste.paths import ROOT
from evariste.sim import Machine, Stop
from verify.gfp.interrupts.board import PENDSV

PROGRAM = "sw/apps/two_tasks.c"
CYCLES = 10_000_000
SWITCHING, OTHERS = 8, 16  # external interrupts below these ask for a switch; compute in another field


@cache
def forgetful(*forgotten: str) -> Path:
    """The task switch of sw/rt/gfp without these instructions. It takes the place of the right one, which is weak."""
    left_out = {".weak", *(forgotten or ("gfst", "gfcfg"))}
    lines = (ROOT / "sw/rt/gfp/tasks_switch.S").read_text().partition("    .section .bss")[0].splitlines()
    kept = [line for line in lines if not left_out.intersection(line.split()[:1])]
    assert len(lines) - len(kept) == len(left_out)
    path = store.BUILD / "interrupts" / f"forgetful{'_'.join(forgotten)}.S"
    store.write(path, "\n".join(kept) + "\n")
    return path


@cache
def program(*more: Path) -> Path:
    return cc.compile([PROGRAM, *more])


@cache
def alone() -> list[str]:
    """What the program prints without interrupts, on a core that has none."""
    machine, output = Machine(), []
    machine.load(program())
    machine.host(stdout=output.append)
    assert machine.run().reason == "exit"
    *results, last = b"".join(output).decode().splitlines()
    assert results[0].startswith("decoded 24 of 24 words") and last == "switches 0, others 0"
    return results


def lines(seed: int, busiest: int) -> list[tuple[int, int]]:
    """Pulses on random lines at random cycles."""
    rng, now, changes = random.Random(seed), 2000, []
    while now < CYCLES // 10:
        now += rng.randrange(30, busiest)
        changes.append((now, sum({1 << rng.randrange(OTHERS) for _ in range(rng.choice((1, 1, 2)))})))
        now += rng.randrange(1, 40)
        changes.append((now, 0))
    return changes


def preempted(engine: str, seed: int, period: int, *more: Path, busiest: int = 1500) -> tuple[Stop, list[str]]:
    machine, output = Machine(engine=engine, configuration="interrupts"), []
    machine.load(program(*more))
    machine.host(args=[str(period)], stdout=output.append)
    machine.drive(lines(seed, busiest))
    return machine.run(max_cycles=CYCLES), b"".join(output).decode().splitlines()


@pytest.mark.parametrize("seed", range(6))
def test_preempted_tasks_compute_what_they_compute_alone(seed: int) -> None:
    stop, output = preempted("iss", seed, (977, 2111, 5003)[seed % 3])
    assert stop.reason == "exit", stop.sentence
    assert output[:-1] == alone()
    switches, others = (int(part.split()[1]) for part in output[-1].split(", "))
    assert switches > 150 and others > 60


def test_they_do_so_in_lock_step() -> None:
    stop, output = preempted("lockstep", 100, 3001)
    assert stop.reason == "exit", stop.sentence
    assert output[:-1] == alone()


@pytest.mark.full
@pytest.mark.parametrize("seed", range(200, 240))
def test_they_do_so_in_lock_step_at_many_other_cycles(seed: int) -> None:
    stop, output = preempted("lockstep", seed, 700 + 37 * (seed - 200), busiest=800)
    assert stop.reason == "exit", stop.sentence
    assert output[:-1] == alone()


def test_a_switch_that_forgets_the_field_is_noticed() -> None:
    """A test of the test: without gfst and gfcfg in the switch the tasks disturb one another."""
    wrong = 0
    for seed in range(5):
        stop, output = preempted("iss", seed, 977, forgetful())
        wrong += stop.reason != "exit" or output[:-1] != alone()
    assert wrong >= 4


@pytest.mark.parametrize("engine", ["iss", "rtl"])
def test_the_field_costs_a_switch_what_the_manual_says(engine: str) -> None:
    """From the first instruction of the switch to its return, with and without the field: gfst and gfcfg are all."""
    took = []
    for more in ((), (forgetful(),)):
        machine = Machine(engine=engine, configuration="interrupts")
        machine.load(program(*more))
        machine.host(args=["3001"])
        record = machine.record(45_000)
        inside = record[(record["flags"] & 63 == PENDSV) & (record["trap"] == 0)]
        first = inside["pc"].min()
        begins = inside["cycle"][inside["pc"] == first]
        ends = record["cycle"][(record["pc"] == inside["pc"].max() + 2)]
        took.append({int(ends[ends > begin].min() - begin) for begin in begins if (ends > begin).any()})
    isa = load.machine("gfp")
    assert len(took[0]) == len(took[1]) == 1
    assert took[0].pop() - took[1].pop() == isa.by_name["gfst"].spec.cycles + isa.by_name["gfcfg"].spec.cycles


# Two tasks compute in second fields of their own, and a third one waits for them. Prints how often a result was wrong.
SECOND_FIELDS = """
#include <stdio.h>

#include "gfp.h"
#include "nvic.h"
#include "tasks.h"

typedef struct { const gf_field_t *field; uint32_t top; } work_t;   // top: x^8 modulo the polynomial, in each lane

enum { ROUNDS = 3000, STACK_WORDS = 256 };
static task_t tasks[3];
static uint32_t stacks[2][STACK_WORDS];
static volatile uint32_t wrong, switches;

static void compute(void *argument) {
    const work_t *const work = argument;
    uint32_t x = 0x01020304;
    gf_cfg_b(work->field);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t high = 0x80808080;
        __asm__ volatile("" : "+r"(high));   // a product in each round
        wrong += gf_mul_b(high, 0x02020202) != work->top || gf_mul_b(gf_inv_b(x), x) != 0x01010101;
        x = gf_mul_b(x, 0x03030303);
    }
}

void SysTick_Handler(void) {
    switches++;
    PendSV_Request();
}

int main(void) {
    static work_t work[2] = {{&GF_FIELD_0x11b, 0x1b1b1b1b}, {&GF_FIELD_0x11d, 0x1d1d1d1d}};
    tasks_begin(&tasks[0]);
    for (unsigned i = 0; i < 2; i++) task_add(&tasks[i + 1], stacks[i], STACK_WORDS, compute, &work[i]);
    NVIC_SetPriority(PendSV_IRQn, 3);
    if (SysTick_Config(331) != 0) return 2;
    while (!tasks[1].ended || !tasks[2].ended) __WFI();
    SysTick_Stop();
    printf("wrong %lu, switches %lu\\n", (unsigned long)wrong, (unsigned long)switches);
    return 0;
}
"""


def in_second_fields(engine: str, folder: Path, *more: Path) -> tuple[int, int]:
    """Wrong results, and switches, of that program on a core with two field registers."""
    source, output = folder / "second_fields.c", list[bytes]()
    source.write_text(SECOND_FIELDS)
    machine = Machine(engine=engine, configuration="interrupts_fast")
    machine.load(cc.compile([source, *more], backend="gfp_fast"))
    machine.host(stdout=output.append)
    stop = machine.run(max_cycles=CYCLES)
    assert stop.reason == "exit", stop.sentence
    wrong, switches = (int(part.split()[1]) for part in b"".join(output).decode().split(", "))
    return wrong, switches


@pytest.mark.parametrize("engine", ["iss", "lockstep"])
def test_each_task_has_its_second_field_on_a_core_with_two(engine: str, tmp_path: Path) -> None:
    wrong, switches = in_second_fields(engine, tmp_path)
    assert wrong == 0 and switches > 100


def test_a_switch_that_forgets_the_second_field_is_noticed(tmp_path: Path) -> None:
    assert in_second_fields("iss", tmp_path, forgetful("gfstb", "gfcfgb"))[0] > 100


def test_preempted_tasks_run_on_a_core_with_extensions() -> None:
    """The same program with the backend for extensions: AES has its second field there."""
    output = list[bytes]()
    machine = Machine(engine="lockstep", configuration="interrupts_fast")
    machine.load(cc.compile([PROGRAM], backend="gfp_fast"))
    machine.host(args=["3001"], stdout=output.append)
    machine.drive(lines(300, 1500))
    stop = machine.run(max_cycles=CYCLES)
    assert stop.reason == "exit", stop.sentence
    assert b"".join(output).decode().splitlines()[:-1] == alone()
