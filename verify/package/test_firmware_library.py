# SPDX-License-Identifier: Apache-2.0
"""Do CMake and make build the library from the same files as `ev cc`, and refuse a backend that is not there?

That a project of one's own builds with either and runs is tried by following doc/firmware.md (verify/report).
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from evariste import machines
from evariste.build import cc
from evariste.paths import ROOT

pytestmark = pytest.mark.package

CMAKE = Path(sys.executable).parent / "cmake"
TOOLCHAIN = "set(CMAKE_SYSTEM_NAME Generic)\nset(CMAKE_C_COMPILER {gcc})\n" \
            "set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)\n"  # fmt: skip

PROJECT = f"""
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C CXX)
set(CMAKE_C_STANDARD 11)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
add_compile_options(-Wall -Wextra -Wpedantic)
find_package(evariste REQUIRED)
configure_file({ROOT}/verify/package/program.c program.cc COPYONLY)
add_executable(c11 {ROOT}/verify/package/program.c)
add_executable(cxx20 ${{CMAKE_CURRENT_BINARY_DIR}}/program.cc)
target_link_libraries(c11 evariste::library)
target_link_libraries(cxx20 evariste::library)
"""


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
    return run([CMAKE, "-S", ROOT / "sw", "-B", "build", *(f"-D{option}" for option in options)], folder)


def run(command: list[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize("backend", machines.default().backends)
def test_make_takes_the_same_files(backend: str, tmp_path: Path) -> None:
    done = make(tmp_path, backend)
    assert done.returncode == 0, done.stderr
    assert {Path(line) for line in done.stdout.splitlines()} == expected(backend)


@pytest.mark.parametrize("backend", machines.default().backends)
def test_cmake_takes_the_same_files(backend: str, tmp_path: Path) -> None:
    done = cmake(tmp_path, backend)
    assert done.returncode == 0, done.stderr
    built = json.loads((tmp_path / "build/compile_commands.json").read_text())
    assert {Path(c["file"]) for c in built if "evariste_library" in c["command"]} == expected(backend)


@pytest.mark.parametrize("build", [make, cmake])
def test_a_backend_that_is_not_there_is_refused(build, tmp_path: Path) -> None:
    done = build(tmp_path, "nothing")
    assert done.returncode != 0 and "There is no backend 'nothing'" in done.stderr


def test_a_project_in_c_and_in_cxx_uses_the_installed_package(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    package = tmp_path / "package"
    for command in (
        [CMAKE, "-S", ROOT / "sw", "-B", "library", "-DCMAKE_BUILD_TYPE=Debug"],
        [CMAKE, "--build", "library", "-j2"],
        [CMAKE, "--install", "library", "--prefix", package],
        [CMAKE, "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={package}"],
        [CMAKE, "--build", "build"],
        ["build/c11"],
        ["build/cxx20"],
    ):
        done = run(command, tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
    headers = {p.relative_to(package / "include").as_posix() for p in (package / "include").rglob("*.h")}
    public = {p.relative_to(ROOT / "sw/include").as_posix() for p in (ROOT / "sw/include").rglob("*.h")}
    assert headers - public == {"evariste/backend/aes.h", "evariste/backend/codes.h"} and public < headers


def test_make_shows_a_program_the_public_headers_only(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text(f"include {ROOT}/sw/library.mk\nlist:\n\t@echo $(EVARISTE_INCLUDES)\n")
    done = run(["make", "-s", "list", "EVARISTE_BACKEND=table"], tmp_path)
    assert done.stdout.split() == [f"-I{ROOT}/sw/include", "-Ibuild/evariste/table/include"], done.stderr
    shown = tmp_path / "build/evariste/table/include/evariste/backend"
    assert {p.name for p in shown.iterdir()} == {"aes.h", "codes.h"}
    assert (shown / "aes.h").read_text() == (ROOT / "sw/low/table/evariste/backend/aes.h").read_text()
