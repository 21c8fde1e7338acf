# SPDX-License-Identifier: Apache-2.0
"""Programs of csmith, an independent generator, on coreva and on this computer.

`python -m verify.coreva.csmith --json FILE` runs many of them with every setting of the passes and makes records.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from evariste.console import records_option
from evariste.record import load, put, record
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


EVERY = 10  # programs between two records


@click.command()
@click.option("--count", default=ALL // len(LEVELS), show_default=True, help="Programs of each level.")
@click.option("--level", "levels", multiple=True, type=click.Choice(LEVELS), default=LEVELS, help="Of clang.")
@records_option
def main(count: int, levels: tuple[str, ...], json_file: Path | None) -> None:
    """Compare programs with every setting of the passes. What differs is shown, the rest still runs, the status is 1.

    A run of the same commit goes on behind what the file has.
    """
    differ = False
    for opt in levels:
        made = done(opt, json_file)
        params = made["params"]
        begin = params["programs"]
        for seed in range(params["first"] + begin, params["first"] + count):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    params["left_out"] += not compare(seed, Path(folder), *PASSES, opt=opt)
                except Exception as error:  # of the compiler, too
                    params["different"].append(seed)
                    click.echo(f"program {seed}, {opt}: {type(error).__name__}: {error}", err=True)
            params["programs"] = seed - params["first"] + 1
            made["verdict"] = {"passed": not params["different"], "checked": f"{len(params['different'])} differences"}
            if json_file and (params["programs"] % EVERY == 0 or params["programs"] == count):
                put(json_file, [made])
        click.echo(f"{opt}: {params['programs']} programs ({begin} before), {params['left_out']} of them left out, "
                   f"{made['verdict']['checked']}.")  # fmt: skip
        differ |= not made["verdict"]["passed"]
    sys.exit(differ)


def done(opt: str, file: Path | None) -> dict[str, Any]:
    """The record of a level so far."""
    params = {"level": opt, "first": first(opt), "programs": 0, "left_out": 0, "settings": [*PASSES], "different": []}
    new = record(workload=f"csmith{opt}", engine="iss", machine="coreva", configuration=CONFIGURATION, cycles=None,
                 params=params)  # fmt: skip
    alike = ("workload", "versions")
    return next((r for r in load(file) if all(r[key] == new[key] for key in alike)), new) if file else new


if __name__ == "__main__":
    main()
