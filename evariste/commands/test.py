# SPDX-License-Identifier: Apache-2.0
"""`ev test`: run the project's checks in parallel. `--full` adds the long campaigns."""

import os
import sys
from itertools import pairwise

import click

from evariste import machines
from evariste.errors import UserError

PATTERNS = ("-k", "-m")  # the word after one of these is no machine


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--full", is_flag=True, help="Run the long campaigns too.")
@click.argument("pytest_arguments", nargs=-1, type=click.UNPROCESSED)
def command(full: bool, pytest_arguments: tuple[str, ...]) -> None:
    """Build the simulator and run the tests. PYTEST_ARGUMENTS (paths, -k NAME, -x ...) select among them.

    The name of a machine stands for its own tests, which are in its folder of verify/.
    """
    from evariste import build
    from evariste.paths import ROOT

    words, built = [], set()
    for before, word in pairwise(("", *pytest_arguments)):
        if word in machines.names() and before not in PATTERNS:
            built.add(word)
            word = own_tests(machines.named(word))
        elif "/" in word and not (word.startswith("-") or before.startswith("-")):
            there(word)
        words.append(word)
    for name in sorted(built) or [machines.DEFAULT]:
        build.sim(name)
    workers = [] if {"-n", "--pdb", "-s"} & set(words) else ["-n", str(os.cpu_count() or 1)]
    marker = [] if full else ["-m", "not full"]
    # The tests' own process: pytest's plug-ins and the simulator must not see this one's state.
    arguments = ["-m", "pytest", "-q", *workers, "--dist", "worksteal", *marker, *words]
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, *arguments])


def there(word: str) -> None:
    """Refuses a file or folder that does not exist; with several workers pytest only says that no tests ran."""
    from evariste.paths import ROOT

    if not (ROOT / word.split("::")[0]).exists():
        raise UserError(f"There is no {word.split('::')[0]}.")


def own_tests(machine: machines.MachineDef) -> str:
    """The folder of a machine's tests."""
    if not machine.verify:
        raise UserError(f"The machine '{machine.name}' has no tests of its own.")
    return machine.verify
