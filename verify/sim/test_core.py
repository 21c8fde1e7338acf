# SPDX-License-Identifier: Apache-2.0
"""The simulator's core with a machine that is not gfp (fake/machine.cpp): bundles of four operations, a register of
640 bits, neither programs nor interrupts."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from evariste import build
from evariste.paths import ROOT

SOURCE = Path(__file__).parent / "fake" / "machine.cpp"
BUNDLE = "0x00000003 00000004 00000005"
# The parameter WRONG, and what lock-step then says of the third event; nothing: the engines agree.
WRONG: dict[str, tuple[int, str | None]] = {
    "nothing": (0, None),
    "the top word of a wide register": (1, "  v0           rtl 0x00000018"),
    "the slot of a write": (2, "  g0           rtl 0x00000021 (slot 3)  iss 0x00000021 (slot 1)"),
    "a word": (
        3,
        "  instruction  rtl 0x00000003 00000004 00000005 00000006  iss 0x00000003 00000004 00000005 00000007",
    ),
    "the number of operations": (4, "  instruction  rtl 0x00000003 00000004 00000005 00000006  iss 0x00000003 "),
    "flags": (5, "  flags        rtl 0x00000003  iss 0x00000004"),
    "the cycle": (6, "  cycle        rtl 6  iss 7"),
    "a store": (7, "  writes       rtl [0x0000100c] = 0x00000003  iss [0x0000100c] = 0x00000004"),
    "a write that is not told": (8, "  v0           rtl 0x00000018"),
    "a write that is not told, of the same value": (9, None),
    "what no event tells": (10, "  hidden       rtl 0x00000000  iss 0x00000001"),
    "what no event tells, in memory": (11, "  [0x00001005] rtl 0x00  iss 0x06"),
}


@pytest.fixture(scope="module")
def fake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fake machine's shared object; it is its own RTL."""
    build.sim()
    made = tmp_path_factory.mktemp("fake") / "fake.so"
    compiler = [*([ccache] if (ccache := shutil.which("ccache")) else []), *os.environ.get("CXX", "c++").split()]
    flags = ["-std=c++20", "-O1", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'sim'}"]
    subprocess.run([*compiler, *flags, "-o", made, SOURCE], check=True)
    return made


def session(fake: Path, engine: str, wrong: int = 0) -> Any:
    import _sim

    machine = _sim.Machine(str(fake), [("WRONG", wrong)])
    made = _sim.Session(machine, engine, str(fake), "", "", (0, 0), 1, ("", "", []))
    made.reset()
    return made


def run(session: Any) -> tuple[str, str]:
    assert session.run(2**64 - 1, 2**64 - 1, 10.0) == "stopped"
    reason, _, sentence = session.stop()
    return reason, sentence


@pytest.mark.parametrize(("wrong", "said"), WRONG.values(), ids=WRONG)
def test_lock_step_tells_what_differs(fake: Path, wrong: int, said: str | None) -> None:
    reason, sentence = run(session(fake, "lockstep", wrong))
    if said is None:
        assert reason == "loop", sentence
    else:
        assert reason == "difference" and f"\n{said}" in sentence
        differing = [line for line in sentence.splitlines() if "  iss " in line]
        assert len(differing) == 1, sentence


def test_the_history_of_a_difference_shows_whole_bundles(fake: Path) -> None:
    _, sentence = run(session(fake, "lockstep", 5))
    assert sentence.startswith("the engines differ after 0x00001020: op3 || op4 || op5 || op6")
    assert "2  0x00001000  op1 || op2 || op3 || op4" in sentence


def test_a_trace_shows_operations_and_wide_values(fake: Path, tmp_path: Path) -> None:
    made = session(fake, "iss")
    assert made.trace_to(str(tmp_path / "trace")) == 0
    made.watch()
    run(made)
    assert made.flush_trace()
    first = (tmp_path / "trace").read_text().splitlines()[0].split()
    assert first[:9] == ["2", "00001000", "00000001", "00000002", "00000003", "00000004", "op1", "||", "op2"]
    value = "".join(f"{1 << i % 8:08x}" for i in reversed(range(20)))
    assert first[-5:] == ["g0=00000007", "g0=0000000b", "g1=00000000", f"v0={value}", "[00001004]=00000001"]


def test_counts_are_by_the_machines_classes(fake: Path) -> None:
    made = session(fake, "iss")
    run(made)
    assert made.mix() == [15, 5] and made.instructions() == 20


def test_wide_registers_are_numbers(fake: Path) -> None:
    made = session(fake, "iss")
    value = int.from_bytes(bytes(range(80)), "little")
    assert made.write_register(4, value) and made.read_register(4) == value
    with pytest.raises(OverflowError):
        made.write_register(4, 1 << 640)


def test_the_debugger_knows_the_machines_registers(fake: Path) -> None:
    import _sim

    made = session(fake, "iss")
    value = bytes(range(80))
    made.write_register(4, int.from_bytes(value, "little"))
    server = _sim.GdbServer(made, b"", "fake")

    def ask(body: str) -> str:
        packet = f"${body}#{sum(body.encode()) & 255:02x}"
        assert server.receive(packet.encode())
        return server.take().decode().lstrip("+").removeprefix("$").split("#")[0]

    assert ask("p4") == value.hex() and ask("p6") == "E03"
    assert len(ask("g")) == 2 * (4 * 4 + 80 + 36)
    description = ask("qXfer:features:read:target.xml:0,4000")
    assert '<vector id="v640" type="uint32" count="20"/>' in description
    assert '<reg name="v1" bitsize="288" type="v288"/>' in description and "hidden" not in description


def test_a_parameter_that_the_machine_does_not_know_is_refused(fake: Path) -> None:
    import _sim

    with pytest.raises(ValueError, match="LANES"):
        _sim.Machine(str(fake), [("LANES", 4)])
