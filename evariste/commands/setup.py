# SPDX-License-Identifier: Apache-2.0
"""`ev setup`: install and build now what the other commands need. `--pin` renews the pinned requirements."""

import subprocess
import sys
from pathlib import Path

import click

from evariste.commands import need_repository
from evariste.machines import DEFAULT


@click.command()
@click.option("--pin", is_flag=True, help="Resolve requirements/*.in anew and write the pinned .txt files.")
def command(pin: bool) -> None:
    """Install the tools (the `ev` script has done so by now) and build the simulator."""
    from evariste import build

    if pin:
        need_repository("ev setup --pin", "it writes its requirements")
        _pin()
        return
    build.sim(DEFAULT)
    click.echo("ev: the tools are installed and the simulator is built.")


def _pin() -> None:
    """Pin every requirement with hashes and without a registry's address. A package has one version in all sets."""
    import tempfile

    from evariste.paths import ROOT

    sets = sorted((ROOT / "requirements").glob("*.in"))
    with tempfile.NamedTemporaryFile(suffix=".txt") as everything:
        _compile(*sets, "--upgrade", "-o", everything.name)
        for path in sets:
            _compile(path, "-c", everything.name, "--generate-hashes", "-o", path.with_suffix(".txt"))


def _compile(*arguments: str | Path) -> None:
    from evariste.errors import UserError
    from evariste.paths import ROOT

    options = ["--universal", "--python-version", "3.11", "-q", "--no-emit-index-url", "--no-header", "--no-annotate"]
    command = [sys.executable, "-m", "uv", "pip", "compile", *options, *arguments]
    if subprocess.run(command, cwd=ROOT).returncode:
        raise UserError("requirements/*.in could not be resolved; the resolver's message is above.")
