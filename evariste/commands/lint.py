# SPDX-License-Identifier: Apache-2.0
"""`ev lint`: check the style of every language with that language's own tool.

A check that passed is not run again until a file that it reads, its tool or its options change (.build/lint).
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import click

from evariste import machines, verilator
from evariste.cache import keys
from evariste.paths import ROOT


def _generated(machine: machines.MachineDef) -> tuple[str, ...]:
    """The folders of a machine's generated packages."""
    return tuple(
        dict.fromkeys(
            str(Path(p).parent) for p in (machine.rtl.generated, *machine.rtl.packages) if p.startswith("gen/")
        )
    )


# Elaborated separately by Verilator at -Wall: the top module, its parameters, the folders of its modules. Where there
# is no system, what other projects instantiate is elaborated in every configuration.
TOPS = (
    *((m.rtl.system, c.flags, (*_generated(m), *(f"rtl/{f}" for f in m.rtl.folders), "rtl/soc"))
      for m in machines.all() if m.rtl.system for name, c in m.configurations.items()
      if m.simulated.get(name) != ""),
    *((top, [], folders) for m in machines.all() for top, folders in m.rtl.lint),
    *((top, c.flags, folders) for m in machines.all() for top, folders in m.rtl.lint
      for c in m.configurations.values() if top == m.rtl.top and not m.rtl.system),
    *(("icache", [f"-GBYTES={kb << 10}", f"-GWAYS={ways}"], ("rtl/cache",)) for kb in (1, 2, 4, 8) for ways in (1, 2)),
    ("gf_unit", [], ("rtl/gf",)),
    *((block, [], ("rtl/gf/fixed",)) for block in ("gf_fixed_square", "gf_digit_mul")),
    *((block, sizes, ("rtl/gf/mont",)) for block in ("gf_mont", "gf_mont_field")
      for sizes in ([], ["-GDIGIT=8", "-GWIDTH=384"], ["-GDIGIT=64", "-GWIDTH=640"])),
    ("gf_mont_square", [], ("rtl/gf/mont",)),
    *((block, [], ("rtl/gf/aes",)) for block in ("aes_round", "aes_expand")),
)  # fmt: skip
VERDICTS = keys.Store("lint")


@dataclass(frozen=True)
class Check:
    """One run of a tool: its name in messages, the command, and every file and folder that its verdict follows from."""

    name: str
    command: list[str | Path]
    reads: tuple[str | Path, ...]
    environment: Callable[[], Mapping[str, str]] = os.environ.copy

    def key(self) -> str:
        """The name under which its verdict is kept."""
        return keys.digest(keys.tool(self.command[0]), [str(word) for word in self.command], keys.tree(*self.reads))

    @property
    def passed(self) -> bool:
        """Whether it has passed with the same files, tool and options."""
        return VERDICTS.get(self.key()) is not None

    def passes(self) -> bool:
        """Run the tool from the root. Print its output if it fails."""
        before = self.key()
        done = subprocess.run([str(word) for word in self.command], cwd=ROOT, capture_output=True, text=True,
                              env=self.environment())  # fmt: skip
        if done.returncode:
            click.echo(f"--- {self.name}\n{done.stdout}{done.stderr}", err=True)
            return False
        if self.key() == before:  # else a file changed meanwhile
            VERDICTS.put(before, self.name)
        return True


@click.command()
@click.option("--fix", is_flag=True, help="Reformat what a formatter can, and check then.")
def command(fix: bool) -> None:
    """Check Python, C++, SystemVerilog and the generated files; end with status 1 if anything is out of style.

    What passed before is not checked again until one of its files changes.
    """
    if fix:
        for formatter in formatters():
            subprocess.run([str(word) for word in formatter], cwd=ROOT, capture_output=True)
    every = checks()
    left = [check for check in every if not check.passed]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = [check.name for check, passed in zip(left, pool.map(Check.passes, left), strict=True) if not passed]
    if failed:
        raise click.ClickException(f"{', '.join(failed)} found something; see above.")
    click.echo(f"ev: {len(every)} checks, nothing to remark; {len(every) - len(left)} had passed before.")


TOOLS = Path(sys.executable).parent
RUFF: tuple[str | Path, ...] = (TOOLS / "ruff", "check", "evariste", "verify", "doc")
CLANG_FORMAT: tuple[str | Path, ...] = (TOOLS / "clang-format", "--style=file:sim/.clang-format")
VERIBLE = TOOLS / "verible-verilog-format"


def formatters() -> list[list[str | Path]]:
    """The commands that reformat."""
    return [[*RUFF, "--fix"], [*CLANG_FORMAT, "-i", *_cpp()], [VERIBLE, "--inplace", *_rtl()]]


def checks() -> list[Check]:
    """Every check of the repository as it is now."""
    rtl, cpp = _rtl(), _cpp()
    return [
        Check("ruff", [*RUFF], ("evariste", "verify", "doc", "pyproject.toml")),
        Check("clang-format", [*CLANG_FORMAT, "--dry-run", "-Werror", *cpp], ("sim/.clang-format", *cpp)),
        *(Check(f"{VERIBLE.name} {path.name}", [VERIBLE, "--verify", path], (path,)) for path in rtl),
        Check("verible-verilog-lint", [TOOLS / "verible-verilog-lint", "--rules_config_search", *rtl],
              (".rules.verible_lint", *rtl)),
        *(elaboration(*top) for top in TOPS),
        Check("ev gen --check", [sys.executable, "-m", "evariste", "gen", "--check"],
              ("evariste", "gen", "isa", "requirements", "rtl", "sw", *_found(".", "*.core"))),
    ]  # fmt: skip


def _rtl() -> list[Path]:
    return [*_found("gen", "**/*.sv"), *_found("rtl", "**/*.sv")]


def _cpp() -> list[Path]:
    return sorted(p for room in ("sim", "verify") for suffix in ("cpp", "hpp") for p in _found(room, f"**/*.{suffix}"))


def _found(folder: str, pattern: str) -> list[Path]:
    """The files of a folder that match, from the root: a verdict holds for the same files elsewhere, too."""
    return sorted(path.relative_to(ROOT) for path in (ROOT / folder).glob(pattern) if path.is_file())


def elaboration(top: str, parameters: list[str], folders: Iterable[str]) -> Check:
    """Verilator's lint of one top module, with every module found by its file's name."""
    packages = [path for folder in folders for path in _found(folder, "*_pkg.sv")]
    search = [argument for folder in folders for argument in ("-y", folder)]
    source = _found("rtl", f"**/{top}.sv")[0]
    there = [path for folder in folders for path in _found(folder, "*")]
    flags = ["--lint-only", "-Wall", "--quiet", "--top-module", top, *parameters, *search]
    command = [verilator.program(), *flags, *packages, source]
    return Check(f"verilator {' '.join([top, *parameters])}", command, (source, *there), verilator.environment)
