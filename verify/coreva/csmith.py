# SPDX-License-Identifier: Apache-2.0
"""Programs of csmith, an independent generator, on coreva and on this computer.

`python -m verify.coreva.csmith --json FILE` runs many of them with every setting of the passes and makes records.
"""

import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from evariste.bench import pool
from evariste.cache import keys
from evariste.console import jobs_option, records_option
from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.record import load, put, record
from verify.coreva.shrink import TRIES, shrink
from verify.coreva.test_compiler import PASSES, Endless, Source, natively, run

HEADERS = "/usr/include/csmith"
FORM = ("--no-float", "--no-packed-struct", "--no-argc", "--max-funcs", "3", "--max-block-depth", "3",
        "--max-expr-complexity", "5")  # fmt: skip
# csmith.h declares functions of floating point, which nothing calls.
MATH = "double fabs(double); float fabsf(float); double ldexp(double, int); float ldexpf(float, int);\n"
SECONDS = 2  # a program that runs for longer on this computer is left out
# So is one that takes more of its processor's time than this and does not end within the limit of cycles. In less, no
# computer does the operations of so many cycles.
SHORT = 0.2
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
    try:
        wanted = natively(source, f"-I{HEADERS}", seconds=SECONDS)
        took = seconds_of(source)
    except subprocess.TimeoutExpired:
        return False
    (folder / "include").mkdir(exist_ok=True)
    (folder / "include/math.h").write_text(MATH)
    made = Source(source, CONFIGURATION, opt, f"-I{folder / 'include'}", f"-I{HEADERS}")
    right = set[bytes]()  # two settings may give one program
    for setting in passes:
        try:
            program = made.compiled(PASSES[setting])
            same = program in right or printed(program, folder) == (wanted, 0)
        except (AssertionError, UserError) as error:
            if isinstance(error, Endless) and took > SHORT:
                return False
            raise Differs(name, setting, opt) from error
        if not same:
            raise Differs(name, setting, opt)
        right.add(program)
    return True


def seconds_of(source: Path) -> float:
    """The processor's time that the program takes, which `natively` has made."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([source.with_suffix(".native")], capture_output=True, timeout=SECONDS)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


def printed(program: bytes, folder: Path) -> tuple[str, int]:
    """What an executable prints, and its status."""
    elf = folder / "csmith.elf"
    elf.write_bytes(program)
    return run(elf, folder)


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


EVERY = 10  # programs of a batch, after which there is a record


@dataclass(frozen=True)
class Batch:
    """Consecutive programs of a level."""

    opt: str
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Found:
    """What a batch came to."""

    left_out: int
    different: list[int]
    said: list[str]


def judged(batch: Batch) -> Found:
    """Compares the programs of a batch. What differs is made smaller and kept."""
    left_out, different, said = 0, list[int](), list[str]()
    for seed in batch.seeds:
        with tempfile.TemporaryDirectory() as folder:
            try:
                left_out += not compare(seed, Path(folder), *PASSES, opt=batch.opt)
                continue
            except Differs as found:
                place = keep(seed, Path(folder), found, batch.opt)
                said.append(f"program {seed}, {batch.opt}, differs with {found.passes}; it is {place}.")
            except Exception as error:  # of the compiler
                said.append(f"program {seed}, {batch.opt}: {type(error).__name__}: {error}")
        different.append(seed)
    return Found(left_out, different, said)


def in_order(batches: list[Batch], processes: int | None) -> Iterator[tuple[Batch, Found]]:
    """Each batch with what it came to, after those before it: a record says of all programs up to one."""
    ready: dict[Batch, Found] = {}
    waiting = iter(batches)
    following = next(waiting, None)
    for batch, found in pool.each(judged, batches, processes):
        ready[batch] = found
        while following in ready:
            yield following, ready.pop(following)
            following = next(waiting, None)


@click.command()
@click.option("--count", default=ALL // len(LEVELS), show_default=True, help="Programs of each level.")
@click.option("--level", "levels", multiple=True, type=click.Choice(LEVELS), default=LEVELS, help="Of clang.")
@jobs_option
@records_option
def main(count: int, levels: tuple[str, ...], processes: int | None, json_file: Path | None) -> None:
    """Compare programs with every setting of the passes. What differs is shown, the rest still runs, the status is 1.

    A run goes on behind what the file has, if the compiler has not changed. A program that differs is made smaller and
    kept in verify/coreva/kept.
    """
    differ = False
    for opt in levels:
        made = done(opt, json_file)
        params = made["params"]
        begin, end = params["first"] + params["programs"], params["first"] + count
        batches = [Batch(opt, tuple(range(at, min(at + EVERY, end)))) for at in range(begin, end, EVERY)]
        for batch, found in in_order(batches, processes):
            params["programs"] += len(batch.seeds)
            params["left_out"] += found.left_out
            params["different"] += found.different
            made["verdict"] = {"passed": not params["different"], "checked": f"{len(params['different'])} differences"}
            for sentence in found.said:
                click.echo(sentence, err=True)
            if json_file:
                put(json_file, [made])
        click.echo(f"{opt}: {params['programs']} programs ({begin - params['first']} before), {params['left_out']} of "
                   f"them left out, {made['verdict']['checked']}.")  # fmt: skip
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
