# SPDX-License-Identifier: Apache-2.0
"""`ev setup`: make everything the other commands need, now; `--pin` renews the pinned requirements."""

import subprocess
import sys

import click


@click.command()
@click.option("--pin", is_flag=True, help="Resolve requirements/*.in anew and write the pinned .txt files.")
def command(pin: bool) -> None:
    """Install the tools (the `ev` script has done so by now) and build the simulator."""
    from evariste import build

    if pin:
        _pin()
        return
    build.sim()
    click.echo("ev: the tools are installed and the simulator is built.")


def _pin() -> None:
    """Pin every requirement with hashes and without a registry's address."""
    from evariste.errors import Refusal
    from evariste.paths import ROOT

    for name in ("run", "test"):
        pins = ["--universal", "--python-version", "3.11", "--upgrade", "--generate-hashes"]
        quiet = ["-q", "--no-emit-index-url", "--no-header", "--no-annotate"]
        files = [f"requirements/{name}.in", "-o", f"requirements/{name}.txt"]
        compiled = subprocess.run([sys.executable, "-m", "uv", "pip", "compile", *pins, *quiet, *files], cwd=ROOT)
        if compiled.returncode:
            raise Refusal(f"requirements/{name}.in could not be resolved; the resolver's message is above.")
