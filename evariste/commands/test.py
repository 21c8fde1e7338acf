# SPDX-License-Identifier: Apache-2.0
"""`ev test`: run the project's checks in parallel. `--full` adds the long campaigns."""

import os
import sys

import click

from evariste.machines import DEFAULT


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--full", is_flag=True, help="Run the long campaigns too.")
@click.argument("pytest_arguments", nargs=-1, type=click.UNPROCESSED)
def command(full: bool, pytest_arguments: tuple[str, ...]) -> None:
    """Build the simulator and run the tests. PYTEST_ARGUMENTS (paths, -k NAME, -x ...) select among them."""
    from evariste import build
    from evariste.paths import ROOT

    build.sim(DEFAULT)
    workers = [] if {"-n", "--pdb", "-s"} & set(pytest_arguments) else ["-n", str(os.cpu_count() or 1)]
    marker = [] if full else ["-m", "not full"]
    # The tests' own process: pytest's plug-ins and the simulator must not see this one's state.
    arguments = ["-m", "pytest", "-q", *workers, "--dist", "worksteal", *marker, *pytest_arguments]
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, *arguments])
