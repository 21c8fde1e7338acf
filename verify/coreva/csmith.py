# SPDX-License-Identifier: Apache-2.0
"""Programs of csmith, an independent generator, on coreva and on this computer.

`python -m verify.coreva.csmith --json FILE` runs many of them with every setting of the passes and makes records.
"""

import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import click

from evariste.console import records_option
from evariste.record import put, record
from verify.coreva.test_compiler import PASSES, compiled, natively, run

HEADERS = "/usr/include/csmith"
FORM = ("--no-float", "--no-packed-struct", "--no-argc", "--max-funcs", "3", "--max-block-depth", "3",
        "--max-expr-complexity", "5")  # fmt: skip
# csmith.h declares functions of floating point, which nothing calls.
MATH = "double fabs(double); float fabsf(float); double ldexp(double, int); float ldexpf(float, int);\n"
SECONDS = 2  # a program that runs for longer on this computer is left out
CONFIGURATION = "ise"
LEVELS = ("-O1", "-O2", "-O3", "-Os")
ALL = 2000


def first(opt: str, programs: int = ALL) -> int:
    """The seed of the first of many programs of a level."""
    return 100 + programs // len(LEVELS) * LEVELS.index(opt)


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
        wanted = natively(source, f"-I{HEADERS}", seconds=SECONDS)
    except subprocess.TimeoutExpired:
        return False
    (folder / "include").mkdir(exist_ok=True)
    (folder / "include/math.h").write_text(MATH)
    for name in passes:
        elf = folder / "csmith.elf"
        elf.write_bytes(compiled(source, PASSES[name], CONFIGURATION, opt, f"-I{folder / 'include'}", f"-I{HEADERS}"))
        assert run(elf, folder) == (wanted, 0), f"program {seed}, {name}, {opt}"
    return True


@click.command()
@click.option("--count", default=ALL // len(LEVELS), show_default=True, help="Programs of each level.")
@click.option("--level", "levels", multiple=True, type=click.Choice(LEVELS), default=LEVELS, help="Of clang.")
@records_option
def main(count: int, levels: tuple[str, ...], json_file: Path | None) -> None:
    """Compare programs with every setting of the passes. What differs is shown, and the rest still runs."""
    for opt in levels:
        ended = Counter[bool]()
        different = []
        for seed in range(first(opt), first(opt) + count):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    ended[compare(seed, Path(folder), *PASSES, opt=opt)] += 1
                except Exception as error:  # of the compiler, too
                    different.append(seed)
                    click.echo(f"program {seed}, {opt}: {type(error).__name__}: {error}", err=True)
        checked = f"{len(different)} differences"
        params = {"level": opt, "first": first(opt), "programs": count, "left_out": ended[False],
                  "settings": list(PASSES), "different": different}  # fmt: skip
        click.echo(f"{opt}: {count} programs, {ended[False]} of them left out, {checked}.")
        if json_file:
            put(json_file, [record(
                workload=f"csmith{opt}", engine="iss", machine="coreva", configuration=CONFIGURATION, cycles=None,
                params=params, passed=not different, checked=checked)])  # fmt: skip


if __name__ == "__main__":
    main()
