# SPDX-License-Identifier: Apache-2.0
"""gdb-multiarch, on a script, does with the interpreter and with the RTL what its user expects."""

import re

import pytest

from verify.gfp.gdb.tools import ROOT, gdb, running

ENGINES = ("iss", "rtl")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_session_from_load_to_exit(engine: str) -> None:
    """Load, breakpoint, backtrace through newlib, step, next, finish, registers, memory, exit status."""
    with running("x", "again", options=("--engine", engine)) as run:
        said = gdb(
            run,
            "load", "monitor reset", "compare-sections .text", "break compare", "continue", "backtrace",
            "delete", "break middle", "continue", "backtrace 2", "step", "step", "info frame", "finish", "next",
            "set $kept = $r4", "set $r4 = 0x12345678",
            "info registers r4", "set $r4 = $kept", "print table", "set var table[3] = 41",
            "print table", "x/2xw &table[2]", "print $_exitcode", "delete", "continue", "print $_exitcode",
        )  # fmt: skip
        status, out, err = run.end()
    assert "Loading section .text" in said and "matched" in said
    trace = re.search(r"#0 +compare \(.*\n#1 .* in qsort \(.*\n#2 .* in main \(argc=3, argv=", said)
    assert trace, said
    assert re.search(r"#0 +middle \(x=x@entry=0\).*\n#1 .* in main \(argc=3", said)
    assert re.search(r"middle \(x=x@entry=0\) at .*\n24\t.*\nValue returned is \$1 = 2\n", said), "leaf is finished"
    assert "r4             0x12345678" in said
    assert "= {10, 20, 30, 40}" in said and "= {10, 20, 30, 41}" in said
    assert re.search(r"<table\+8>:\s+0x0000001e\s+0x00000029", said)
    assert "= void" in said and "exited with code 015]" in said and "= 13" in said
    assert (status, out, err) == (13, "sum 141, smallest 1, again\n", "")


@pytest.mark.parametrize("engine", ENGINES)
def test_watchpoints(engine: str) -> None:
    """Written, read, either; a condition; the values before and after."""
    with running(options=("--engine", engine)) as run:
        said = gdb(
            run,
            "break main", "continue", "watch counter", "continue", "delete 2", "rwatch table[1]", "continue",
            "delete 3", "awatch counter", "continue", "continue", "delete 4", "watch counter if counter > 9",
            "continue", "backtrace 2", "delete", "continue",
        )  # fmt: skip
        assert run.end()[0] == 12
    assert re.search(r"Hardware watchpoint 2: counter\n\nOld value = 0\nNew value = 1\nleaf \(x=", said), said
    assert re.search(r"Hardware read watchpoint 3: table\[1\]\n\nValue = 20\n", said)
    assert re.search(r"Hardware access \(read/write\) watchpoint 4: counter\n\nValue = 3\n", said)
    assert re.search(r"watchpoint 4: counter\n\nOld value = 3\nNew value = 6\n", said)
    assert re.search(r"watchpoint 5: counter\n\nOld value = 6\nNew value = 10\n.*\n.*\n#0 +leaf \(x=", said)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_field_is_seen_and_set(engine: str) -> None:
    with running(options=("--engine", engine)) as run:
        said = gdb(
            run,
            "break field", "continue", "next", "next", "print/x $gf_field", "print $gf_m", "next", "print/x product",
            "next", "print/x $gf_field", "print $gf_m",
            "set $gf_field = 0x0202020202020307", "print/x $gf_field", "set $gf_m = 3", "print/x $gf_field",
            "set $gf_m = 9", "print $gf_m", "info registers gf_field gf_m", "kill",
        )  # fmt: skip
        status, _, err = run.end()
    values = re.findall(r"\$\d+ = (0x\w+|\d+)", said)
    assert int(values[0], 16) & 0xFF == 0x1D and int(values[0], 16) >> 56 == 8 and values[1] == "8", said
    assert values[2] == "0x8f8f8f8f", "as 0x53 * 0xca modulo 0x11d"
    assert int(values[3], 16) & 0xFFFFFF == 0x0C0603 and values[4] == "4"
    assert values[5:7] == ["0x202020202020307", "0x302020202020307"]
    assert "Could not write register" in said and values[-1] == "3"
    assert status == 1 and re.search(r"ended by the debugger after [\d,]+ cycles\.$", err.strip())


@pytest.mark.parametrize("engine", ENGINES)
def test_ctrl_c_stops_a_running_program(engine: str) -> None:
    """The interrupt goes to GDB, as from a keyboard; the program is changed and ends by itself."""
    interrupt = "python import threading, os, signal; threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()"
    with running("spin", options=("--engine", engine)) as run:
        said = gdb(run, interrupt, "continue", "backtrace", "print counter > 10", "set var stay = 0", "continue")
        assert run.end()[0] == 3
    assert "received signal SIGINT" in said and re.search(r"#0 .*main \(", said) and "$1 = 1" in said


def test_the_session_that_the_manual_shows() -> None:
    page = (ROOT / "doc" / "debugging.md").read_text()
    commands = re.findall(r"^    \(gdb\) (.*?)(?:\s+#.*)?$", page, re.MULTILINE)
    with running() as run:
        said = gdb(run, *commands)
        assert run.end()[0] == 12
    assert len(commands) > 12 and "in qsort (" in said and "New value = 1" in said
    assert "$gf_m" in page and re.search(r"\$\d+ = 8\n", said) and " cycles, " in said
    assert "exited with code 014]" in said


def test_a_fault_is_shown_where_it_happened() -> None:
    with running("fault") as run:
        said = gdb(run, "continue", "backtrace", "detach")
        status, _, err = run.end()
    assert "bus error" in said and "0x60000000" in said and "SIGSEGV" in said
    assert re.search(r"HardFault_Handler.*\n#1 +<signal handler called>\n#2 .*main \(", said), said
    assert status == 1 and "bus error" in err, "and it ends so without a debugger"


def test_a_program_is_run_again_in_extended_mode() -> None:
    with running() as run:
        said = gdb(
            run,
            "break middle", "continue", "run", "delete", "continue", "run second time", "kill", "run",
            "info registers pc",
            remote="extended-remote",
        )  # fmt: skip
        status, out, _ = run.end()
    assert said.count("Breakpoint 1, middle") == 2 and said.count("exited with code 014]") >= 1, said
    assert status == 1 and out.startswith("sum 140, smallest 1, no more\n")


def test_lockstep_compares_on_while_it_is_debugged() -> None:
    with running(options=("--engine", "lockstep")) as run:
        said = gdb(run, "break leaf", "continue", "watch counter", "continue", "set $r0 = 5", "delete", "continue")
        status, out, err = run.end()
    assert "New value = 1" in said and status in range(64) and out.startswith("sum ") and err == ""
