# SPDX-License-Identifier: Apache-2.0
"""Programs of csmith, an independent generator, print the same as on this computer, in each setting of the passes.

A program that runs for long on this computer is left out.
"""

import re
import subprocess
from pathlib import Path

import pytest

from verify.coreva.test_compiler import PASSES, compiled, natively, run

HEADERS = "/usr/include/csmith"
FORM = ("--no-float", "--no-packed-struct", "--no-argc", "--max-funcs", "3", "--max-block-depth", "3",
        "--max-expr-complexity", "5")  # fmt: skip
SOME, ALL = (2, 4, 5), 2000
# csmith.h declares functions of floating point, which nothing calls.
MATH = "double fabs(double); float fabsf(float); double ldexp(double, int); float ldexpf(float, int);\n"


def program(seed: int, folder: Path) -> str:
    """A program. Its words are as long on both: `long` is not, so constants lose their L. csmith leaves a file."""
    command = ["csmith", "--seed", str(seed), *FORM]
    text = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    return re.sub(r"\b(0x[0-9A-F]+|\d+)(U?)L\b", r"\1\2", text)


def compare(seed: int, folder: Path, *passes: str, opt: str = "-O2") -> bool:
    """Whether the program ended on this computer."""
    source = folder / f"csmith{seed}.c"
    source.write_text(program(seed, folder))
    try:
        wanted = natively(source, f"-I{HEADERS}", seconds=2)
    except subprocess.TimeoutExpired:
        return False
    (folder / "include").mkdir(exist_ok=True)
    (folder / "include/math.h").write_text(MATH)
    for name in passes:
        elf = folder / "csmith.elf"
        elf.write_bytes(compiled(source, PASSES[name], "ise", opt, f"-I{folder / 'include'}", f"-I{HEADERS}"))
        assert run(elf, folder) == (wanted, 0), f"program {seed}, {name}, {opt}"
    return True


def test_programs_of_csmith_mean_the_same_as_on_this_computer(tmp_path: Path) -> None:
    assert all(compare(seed, tmp_path, "all") for seed in SOME)


@pytest.mark.full
@pytest.mark.parametrize("opt", ["-O1", "-O2", "-O3", "-Os"])
def test_many_programs_of_csmith_mean_the_same_in_each_setting(opt: str, tmp_path: Path) -> None:
    first = 100 + ALL * ["-O1", "-O2", "-O3", "-Os"].index(opt)
    assert sum([compare(seed, tmp_path, *PASSES, opt=opt) for seed in range(first, first + ALL // 4)]) > ALL // 8
