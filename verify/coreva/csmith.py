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

from evariste.cache import keys
from evariste.console import records_option
from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.record import load, put, record
from verify.coreva.shrink import TRIES, shrink
from verify.coreva.test_compiler import PASSES, compiled, front_half, natively, run

HEADERS = "/usr/include/csmith"
FORM = ("--no-float", "--no-packed-struct", "--no-argc", "--max-funcs", "3", "--max-block-depth", "3",
        "--max-expr-complexity", "5")  # fmt: skip
# csmith.h declares functions of floating point, which nothing calls.
MATH = "double fabs(double); float fabsf(float); double ldexp(double, int); float ldexpf(float, int);\n"
SECONDS = 2  # a program that runs for longer on this computer is left out
CONFIGURATION = "ise"
LEVELS = ("-O1", "-O2", "-O3", "-Os")
ALL = 2000
KEPT = ROOT / "verify/coreva/kept"  # programs that were compiled wrongly
SOURCES = ("evariste/vliw", "isa/coreva")


def first(opt: str, programs: int = ALL) -> int:
    """The seed of the first of many programs of a level."""
    return 100 + programs // len(LEVELS) * LEVELS.index(opt)


def program(seed: int, folder: Path) -> str:
    """A program. Its words are as long on both: `long` is not, so constants lose their L. csmith leaves a file."""
    command = ["csmith", "--seed", str(seed), *FORM]
    text = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    return re.sub(r"\b(0x[0-9A-F]+|\d+)(U?)L\b", r"\1\2", text)


class Differs(Exception):
    """A program means something else with these passes."""

    def __init__(self, name: str, passes: str, opt: str) -> None:
        super().__init__(f"{name}, {passes}, {opt}")
        self.passes = passes


def means_the_same(text: str, name: str, folder: Path, *passes: str, opt: str = "-O2") -> bool:
    """Whether the program ended on this computer. It prints the same with each setting, or Differs is raised."""
    source = folder / f"{name}.c"
    source.write_text(text)
    front_half.cache_clear()  # it knows sources by their paths
    try:
        wanted = natively(source, f"-I{HEADERS}", seconds=SECONDS)
    except subprocess.TimeoutExpired:
        return False
    (folder / "include").mkdir(exist_ok=True)
    (folder / "include/math.h").write_text(MATH)
    for setting in passes:
        elf = folder / "csmith.elf"
        headers = f"-I{folder / 'include'}", f"-I{HEADERS}"
        try:
            elf.write_bytes(compiled(source, PASSES[setting], CONFIGURATION, opt, *headers))
            same = run(elf, folder) == (wanted, 0)
        except (AssertionError, UserError) as error:
            raise Differs(name, setting, opt) from error
        if not same:
            raise Differs(name, setting, opt)
    return True


def compare(seed: int, folder: Path, *passes: str, opt: str = "-O2") -> bool:
    return means_the_same(program(seed, folder), f"csmith{seed}", folder, *passes, opt=opt)


def smaller(text: str, folder: Path, passes: str, opt: str, tries: int = TRIES) -> str:
    """A program that differs, made smaller while it does."""

    def differs(candidate: str) -> bool:
        try:
            means_the_same(candidate, "smaller", folder, passes, opt=opt)
        except Differs:
            return True
        except subprocess.CalledProcessError:  # no program
            return False
        return False

    return shrink(text, differs, tries)


def keep(seed: int, folder: Path, found: Differs, opt: str) -> Path:
    """Writes a program that differs among the kept ones, made smaller."""
    small = smaller(program(seed, folder), folder, found.passes, opt)
    KEPT.mkdir(exist_ok=True)
    place = KEPT / f"csmith{seed}{opt}.c"
    place.write_text(f"// Was wrong with {opt}: {found.passes}.\n{small}")
    return place


EVERY = 10  # programs between two records


@click.command()
@click.option("--count", default=ALL // len(LEVELS), show_default=True, help="Programs of each level.")
@click.option("--level", "levels", multiple=True, type=click.Choice(LEVELS), default=LEVELS, help="Of clang.")
@records_option
def main(count: int, levels: tuple[str, ...], json_file: Path | None) -> None:
    """Compare programs with every setting of the passes. What differs is shown, the rest still runs, the status is 1.

    A run goes on behind what the file has, if the compiler has not changed. A program that differs is made smaller and
    kept in verify/coreva/kept.
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
                except Differs as found:
                    params["different"].append(seed)
                    place = keep(seed, Path(folder), found, opt)
                    click.echo(f"program {seed}, {opt}, differs with {found.passes}; it is {place}.", err=True)
                except Exception as error:  # of the compiler
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
    made = keys.digest(keys.tree(*SOURCES), CONFIGURATION)
    params = {"compiler": made, "level": opt, "first": first(opt), "programs": 0, "left_out": 0,
              "settings": [*PASSES], "different": []}  # fmt: skip
    new = record(workload=f"csmith{opt}", engine="iss", machine="coreva", configuration=CONFIGURATION, cycles=None,
                 params=params)  # fmt: skip
    same = ("compiler", "first", "settings")
    for old in load(file) if file else ():
        if old["workload"] == new["workload"] and all(old["params"].get(key) == new["params"][key] for key in same):
            new |= {"params": old["params"], "verdict": old["verdict"]}
    return new


if __name__ == "__main__":
    main()
