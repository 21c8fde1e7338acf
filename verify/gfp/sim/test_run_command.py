# SPDX-License-Identifier: Apache-2.0
"""`ev run` when it is interrupted, cannot write, or nobody reads what it prints."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from evariste.paths import ROOT
from verify.gfp.sim.tools import ENGINES, EV_RUN, ev_run, prepare, program, sentence


@contextmanager
def started(*arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    """`ev run` on a program that says when it is ready, at that point; it does not outlive the test.

    A shell starts what runs in the background with interrupts ignored, and that is inherited: it is taken back.
    """
    prepare(*arguments)
    child = subprocess.Popen(
        [*EV_RUN, *map(str, arguments)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL, text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    try:
        assert child.stdout and child.stdout.readline() == "ready\n"
        yield child
    finally:
        child.kill()
        child.wait()


@pytest.mark.parametrize("engine", ENGINES)
def test_an_interrupt_ends_the_run_in_a_sentence(engine: str, tmp_path: Path) -> None:
    with started(program("forever.c"), "--engine", engine, "--files", tmp_path) as child:
        child.send_signal(signal.SIGINT)
        began = time.monotonic()
        _, errors = child.communicate(timeout=60)
    assert time.monotonic() - began < 5  # a tenth of a second on an idle machine
    assert child.returncode == 1
    said = sentence(errors)
    assert "interrupted after" in said and "main" in said
    assert (tmp_path / "written.txt").read_text() == "whole\n"


def test_an_interrupted_trace_is_whole_to_its_last_line(tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    with started(program("forever.c"), "--trace", trace) as child:
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=60)
    assert child.returncode == 1 and sentence(errors)
    with trace.open("rb") as file:
        file.seek(-400, os.SEEK_END)
        tail = file.read()
    assert tail.endswith(b"\n") and b"main" in tail.splitlines()[-1]


@pytest.mark.parametrize("option", ("--trace", "--stats", "--wave"))
@pytest.mark.parametrize("where", ("missing/file", "."))
def test_a_file_that_cannot_be_written_is_refused(option: str, where: str, tmp_path: Path) -> None:
    engine = "rtl" if option == "--wave" else "iss"
    done = ev_run(program("region.S"), "--engine", engine, option, tmp_path / where)
    assert done.returncode == 2 and done.stdout == "", done
    said = done.stderr.splitlines()[-1]
    assert str(tmp_path) in done.stderr and said.endswith("."), done.stderr
    assert "Traceback" not in done.stderr


def test_the_folder_for_files_must_be_one(tmp_path: Path) -> None:
    done = ev_run(program("region.S"), "--files", tmp_path / "missing")
    assert done.returncode == 2 and str(tmp_path / "missing") in sentence(done.stderr)


@pytest.mark.parametrize("engine", ("iss", "rtl"))
def test_a_reader_that_stops_reading_ends_the_run_quietly(engine: str) -> None:
    with started(program("forever.c"), "--engine", engine, "--", "print") as child:
        assert child.stdout and child.stderr
        child.stdout.close()
        assert child.wait(timeout=60) != 0
        assert "Traceback" not in child.stderr.read()


@pytest.mark.parametrize("engine", ("rtl", "lockstep"))
def test_wait_states_cost_cycles_and_change_nothing_else(engine: str, tmp_path: Path) -> None:
    found = []
    for waits in ("0,0", "64,0", "0,64"):
        stats = tmp_path / f"{waits}.json"
        done = ev_run(program("calls.c", "calls_asm.S"), "--engine", engine, "--waits", waits, "--stats", stats)
        record = json.loads(stats.read_text())
        found.append((done.stdout, done.returncode, record["instructions"]))
        assert record["params"].get("waits", [0, 0]) == [int(part) for part in waits.split(",")]
        if waits == "0,0":
            least = record["cycles"]
        else:
            assert record["cycles"] > least
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--waits", "3,3"], "Waveforms and wait states are the RTL's: use --engine rtl or lockstep."),
        (["--waits", "3", "--engine", "rtl"], "is not two numbers of 0 to 255"),
        (["--waits", "3,256", "--engine", "rtl"], "is not two numbers of 0 to 255"),
        (["--waits", "3,-1", "--engine", "rtl"], "is not two numbers of 0 to 255"),
    ],
)
def test_wait_states_that_cannot_be_are_refused(options: list[str], reason: str) -> None:
    done = ev_run(program("calls.c", "calls_asm.S"), *options)
    assert done.returncode == 2 and reason in sentence(done.stderr)
