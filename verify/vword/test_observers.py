# SPDX-License-Identifier: Apache-2.0
"""What looks at a run or a program: constant time, profile, trace, listing. A call is seen through its delay slot."""

import re
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.machines import PORTABLE, named
from evariste.sim import Machine, disassemble
from evariste.verification import ct

SUM = Path(__file__).parent / "sum.c"
CALLS = """\
volatile int seen;
__attribute__((noinline)) int leaf(int x) { return x * 3; }
__attribute__((noinline)) int twice(int x) { return leaf(x) + leaf(x + 1); }
int main(void) {
    int (*volatile by_address)(int) = leaf;
    for (int i = 0; i < 5; i++) seen += twice(i);
    for (int i = 0; i < 4; i++) seen += by_address(i);
    return 0;
}
"""


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("calls") / "calls.c"
    source.write_text(CALLS)
    return cc.compile([source], machine="vword", backend=PORTABLE)


@pytest.mark.parametrize("leak", [False, True])
def test_a_time_that_depends_on_a_secret_is_found(leak: bool) -> None:
    program = cc.compile([SUM], machine="vword", backend=PORTABLE, defines={"LEAK": None} if leak else {})
    verdict = ct.check("vword", program, runs=20)
    assert verdict.passed != leak


def test_a_profile_counts_calls_and_every_cycle(calls: Path) -> None:
    machine = Machine("vword")
    machine.load(calls)
    machine.watch(profile=True)
    stop = machine.run()
    rows = {name: (count, own, inclusive) for name, count, own, inclusive in machine.profile()}
    assert rows["main"][0] == 1 and rows["twice"][0] == 5 and rows["leaf"][0] == 14
    assert rows["main"][2] == sum(rows[name][1] for name in ("main", "twice", "leaf"))
    assert sum(own for _, own, _ in rows.values()) == stop.cycles


def test_a_trace_has_each_instruction_with_what_it_wrote(calls: Path, tmp_path: Path) -> None:
    machine = Machine("vword")
    machine.load(calls)
    machine.watch(trace=tmp_path / "trace.txt")
    stop = machine.run()
    machine.close_trace()
    lines = (tmp_path / "trace.txt").read_text().splitlines()
    assert len(lines) == stop.instructions
    assert re.fullmatch(r" +4  bfc00000  \w{8}  lui \$t0, \d+ +r8=\w{8}  ; _start", lines[0])
    assert any("sw $" in line and re.search(r"\[80\w{6}\]=\w{8}", line) for line in lines)


def test_a_listing_and_the_simulator_write_an_instruction_alike(calls: Path) -> None:
    program = named("vword").module("text").program(calls)
    assert {"main", "twice", "leaf", "_start"} <= program.functions()
    count = 0
    for _, lines in program.lines():
        for line in lines:
            if line.note != "illegal":
                shown = re.sub(r" <.*>", "", line.text)
                assert disassemble(int.from_bytes(line.raw, "little"), line.address, "vword") == shown
                count += 1
    assert count > 500
