# SPDX-License-Identifier: Apache-2.0
"""Do CMake and make build the library from the same files as `ev cc`, and refuse a backend that is not there?

That a project of one's own builds with either and runs is tried by following doc/firmware.md (verify/report).
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.paths import ROOT

TOOLCHAIN = "set(CMAKE_SYSTEM_NAME Generic)\nset(CMAKE_C_COMPILER {gcc})\n" \
            "set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)\n"  # fmt: skip


def expected(backend: str) -> set[Path]:
    """The library's files, without the run-time's."""
    return {p for p in cc.library_sources(backend) if ROOT / "sw/rt" not in p.parents}


def make(folder: Path, backend: str) -> subprocess.CompletedProcess[str]:
    (folder / "Makefile").write_text(f"include {ROOT}/sw/library.mk\nlist:\n\t@printf '%s\\n' $(EVARISTE_SOURCES)\n")
    return subprocess.run(
        ["make", "-s", "list", f"EVARISTE_BACKEND={backend}"], cwd=folder, capture_output=True, text=True
    )


def cmake(folder: Path, backend: str) -> subprocess.CompletedProcess[str]:
    chain = folder / "chain.cmake"
    chain.write_text(TOOLCHAIN.format(gcc=cc.tool("gcc")))
    options = ("CMAKE_EXPORT_COMPILE_COMMANDS=ON", f"CMAKE_TOOLCHAIN_FILE={chain}", f"EVARISTE_BACKEND={backend}")
    tool = Path(sys.executable).parent / "cmake"
    return run([tool, "-S", ROOT / "sw", "-B", "build", *(f"-D{option}" for option in options)], folder)


def run(command: list[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize("backend", cc.backends())
def test_make_takes_the_same_files(backend: str, tmp_path: Path) -> None:
    done = make(tmp_path, backend)
    assert done.returncode == 0, done.stderr
    assert {Path(line) for line in done.stdout.splitlines()} == expected(backend)


@pytest.mark.parametrize("backend", cc.backends())
def test_cmake_takes_the_same_files(backend: str, tmp_path: Path) -> None:
    done = cmake(tmp_path, backend)
    assert done.returncode == 0, done.stderr
    built = json.loads((tmp_path / "build/compile_commands.json").read_text())
    assert {Path(c["file"]) for c in built if "evariste_library" in c["command"]} == expected(backend)


@pytest.mark.parametrize("build", [make, cmake])
def test_a_backend_that_is_not_there_is_refused(build, tmp_path: Path) -> None:
    done = build(tmp_path, "nothing")
    assert done.returncode != 0 and "There is no backend 'nothing'" in done.stderr
