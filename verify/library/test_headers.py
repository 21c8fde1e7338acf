# SPDX-License-Identifier: Apache-2.0
"""The public headers: each compiles alone as C and as C++, opens with a program that runs, and is in the umbrella."""

import re
import subprocess
from pathlib import Path

import pytest

from evariste import machines
from evariste.build import cc
from evariste.paths import ROOT
from evariste.sim import Machine

INCLUDE = ROOT / "sw/include"
UMBRELLA = INCLUDE / "evariste.h"
HEADERS = [path.relative_to(INCLUDE).as_posix() for path in sorted(INCLUDE.rglob("*.h"))]
CHECKED = ("-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
DIALECTS = {"c11": ("gcc", "-xc", "-std=c11"), "c++20": ("g++", "-xc++", "-std=c++20")}


def example(text: str) -> str:
    """The program in a header's first comment."""
    lines = [line[2:].removeprefix(" ") for line in text.splitlines() if line.startswith("//")]
    found = re.search(r"^```c\n(.*?)^```$", "\n".join(lines) + "\n", re.MULTILINE | re.DOTALL)
    assert found, "the header's first comment has no fenced program"
    return found[1]


@pytest.mark.parametrize("backend", machines.default().backends)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_header_compiles_alone(dialect: str, backend: str) -> None:
    suffix, *flags = DIALECTS[dialect]
    chain = machines.default().compiler()
    includes = [f"-I{folder}" for folder in cc.include_dirs(backend, chain)]
    compiler = cc.tool(suffix, chain)
    for header in HEADERS:
        source = f"#include <{header}>\n#include <{header}>\n"
        command = [compiler, *flags, *CHECKED, *chain.flags, *includes, "-"]
        done = subprocess.run(command, input=source, text=True, capture_output=True)
        assert done.returncode == 0, f"{header}:\n{done.stderr}"


@pytest.mark.parametrize("backend", machines.default().backends)
@pytest.mark.parametrize("header", HEADERS)
def test_the_example_of_each_header_runs(header: str, backend: str, tmp_path: Path) -> None:
    source = tmp_path / "example.c"
    source.write_text(example((INCLUDE / header).read_text()))
    program = cc.compile([source], backend=backend, extra=["-std=c11", "-Wpedantic", "-Werror"])
    machine = Machine(configuration=machines.default().runs(backend), engine="iss")
    machine.load(program)
    stop = machine.run(max_cycles=200_000_000)
    assert (stop.reason, stop.status) == ("exit", 0), stop.sentence


def test_the_umbrella_includes_every_header() -> None:
    included = set(re.findall(r"^#include <(.+)>$", UMBRELLA.read_text(), re.MULTILINE))
    assert included == {header for header in HEADERS if header != "evariste.h"}
