# SPDX-License-Identifier: Apache-2.0
"""`ev test`: run the project's checks in parallel. `--full` adds the long campaigns.

With `--full` each room of verify/ (a folder) runs by itself. A room that passed at a commit is kept in .build/tests, so
that a run that was stopped continues with the rooms that are left.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise

import click

from evariste import machines
from evariste.errors import UserError

PATTERNS = ("-k", "-m")  # the word after one of these is no machine
FLAGS = ("-x", "-q", "-v", "-vv", "-s", "--lf", "--ff", "--sw", "--pdb")  # the word after one of these is no value
NOTHING = 5  # pytest's status if it found no test


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--full", is_flag=True, help="Run the long campaigns too, room by room; goes on where a run stopped.")
@click.option("--fresh", is_flag=True, help="With --full: also the rooms that have passed at this commit.")
@click.argument("pytest_arguments", nargs=-1, type=click.UNPROCESSED)
def command(full: bool, fresh: bool, pytest_arguments: tuple[str, ...]) -> None:
    """Build the simulator and run the tests. PYTEST_ARGUMENTS (paths, -k NAME, -x ...) select among them.

    The name of a machine stands for its own tests, which are in its folder of verify/.
    """
    from evariste import build
    from evariste.paths import ROOT

    if fresh and not full:
        raise UserError("--fresh goes with --full, which keeps what has passed.")
    words, built = [], set()
    for before, word in pairwise(("", *pytest_arguments)):
        if word in machines.names() and before not in PATTERNS:
            built.add(word)
            word = own_tests(machines.named(word))
        elif not (word.startswith("-") or (before.startswith("-") and before not in FLAGS)):
            there(word)
        words.append(word)
    for name in sorted(built) or [machines.DEFAULT]:
        build.sim(name)
    workers = [] if {"-n", "--pdb", "-s"} & set(words) else ["-n", str(os.cpu_count() or 1)]
    # The tests' own process: pytest's plug-ins and the simulator must not see this one's state.
    arguments = [sys.executable, "-m", "pytest", "-q", *workers, "--dist", "worksteal"]
    os.chdir(ROOT)
    if full:
        sys.exit(by_room(arguments, words, fresh))
    os.execv(sys.executable, [*arguments, "-m", "not full", *words])


def by_room(pytest: Sequence[str], words: Sequence[str], fresh: bool) -> int:
    """Run the rooms among the words, or all, one after the other, but for those that have passed at this commit with
    the same other words. The status is 1 if a room fails; the others still run. So it is if none has a test that the
    other words select.
    """
    from evariste import record
    from evariste.cache.keys import Store, digest

    kept, commit, failed, tested = Store("tests"), record.commit(), [], False
    chosen = [w for before, w in pairwise(("", *words)) if "/" in w and not (w.startswith("-") or before in PATTERNS)]
    others = [w for w in words if w not in chosen]
    known = not commit.endswith("-dirty") and commit != "unknown"  # what ran
    for room in chosen or rooms():
        key = digest(commit, room, others)
        if known and not fresh and kept.get(key):
            click.echo(f"{room} has passed at {commit}; --fresh runs it again.")
            tested = True
            continue
        click.echo(f"{room}:")
        status = subprocess.run([*pytest, *others, room]).returncode
        tested |= status != NOTHING
        if status == 0 and known:
            kept.put(key, room)
        if status not in (0, NOTHING):
            failed.append(room)
    if failed:
        click.echo(f"failed: {', '.join(failed)}", err=True)
    if not tested:
        click.echo(f"ev: no test ran: none is selected by {' '.join(others) or 'what was named'}.", err=True)
    return int(bool(failed) or not tested)


def rooms() -> list[str]:
    """The folders of verify/ with tests."""
    from evariste.paths import ROOT

    return sorted(f"verify/{p.name}" for p in (ROOT / "verify").iterdir() if p.is_dir() and any(p.rglob("test_*.py")))


def there(word: str) -> None:
    """Refuses a file or folder that does not exist; with several workers pytest only says that no tests ran."""
    from evariste.paths import ROOT

    path = word.split("::")[0]
    if not (ROOT / path).exists():
        what = "" if "/" in path else f" There are the machines {', '.join(machines.names())}, and folders of verify/."
        raise UserError(f"There is no {path}.{what}")


def own_tests(machine: machines.MachineDef) -> str:
    """The folder of a machine's tests."""
    if not machine.verify:
        raise UserError(f"The machine '{machine.name}' has no tests of its own.")
    return machine.verify
