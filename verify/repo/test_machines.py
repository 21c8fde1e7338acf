# SPDX-License-Identifier: Apache-2.0
"""A machine can be added and removed: it is its folders, and doc/adding-a-machine.md names all of them.

Without these folders the rest is generated, linted, built, and its tests are collected. With the folders back, the
repository is what it was, and the commands of the page work.
"""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from evariste import machines
from evariste.paths import BUILD, ROOT
from verify.repo.tracked import files

PAGE = (ROOT / "doc/adding-a-machine.md").read_text()
SAMPLE = {machines.DEFAULT, machines.names()[-1]}  # the machine that most depends on, and one other
TABLE = re.findall(r"^\| \d+\. `([\w/]+)/<m>/`", PAGE, re.M)


def rooms(machine: str) -> set[str]:
    """The folders that have one of this machine."""
    return {path.partition(f"/{machine}/")[0] for path in files() if f"/{machine}/" in path}


def written(machine: str) -> set[str]:
    """Those whose contents nothing generates."""
    return {room for room in rooms(machine) if room.split("/")[0] != "gen"}


def replica(folder: Path) -> Path:
    """A copy of the repository. It shares the build folder, so that what is the same is not built again."""
    for name in files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    BUILD.mkdir(exist_ok=True)
    (folder / ".build").symlink_to(BUILD)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """What is in the copy, by path."""
    found = (path for path in folder.rglob("*") if path.is_file() and not {".build", "__pycache__"} & {*path.parts})
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True)


def ev(folder: Path, *arguments: str) -> str:
    """What a command of the copy prints; its exit status is 0."""
    done = python(folder, "-m", "evariste", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def remove(folder: Path, machine: str) -> None:
    for room in rooms(machine):
        shutil.rmtree(folder / room / machine)


def put_back(folder: Path, machine: str) -> None:
    """The folders that somebody writes."""
    for room in written(machine):
        for name in (path for path in files() if path.startswith(f"{room}/{machine}/")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


@cache
def commands() -> list[list[str]]:
    """The commands of the page, in its order."""
    return [line.split("#")[0].split() for line in re.findall(r"^    \./ev (\S.*)$", PAGE, re.M)]


def test_the_page_names_the_folders_of_every_machine() -> None:
    assert set[str]().union(*map(written, machines.names())) == {*TABLE}


# Tests of the records of all machines.
OF_ALL = ("verify/family/test_agreement.py::test_the_records_are_of_all_machines_that_have_a_task",
          "verify/report/test_records.py")  # fmt: skip


@pytest.mark.parametrize(
    "machine", [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.full) for name in machines.names()]
)
def test_the_rest_stands_without_a_machine(machine: str, tmp_path: Path) -> None:
    """All that is left is generated, linted and built; random programs run; the tests are collected."""
    folder = replica(tmp_path)
    remove(folder, machine)
    ev(folder, "gen")
    assert not (folder / "gen" / machine).exists()
    ev(folder, "lint")
    for other in {m.name for m in machines.all() if m.rtl.system} - {machine}:
        assert "on lockstep" in ev(folder, "replay", "3", "--machine", other)
    claims = python(folder, "-c", "from evariste.papers.load import names, paper; print(*map(paper, names()))")
    assert claims.returncode == 0, claims.stderr
    collected = python(folder, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "--assert=plain")
    assert collected.returncode == 0, collected.stdout
    assert "verify/codes/" in collected.stdout and f"verify/{machine}/" not in collected.stdout
    if machine != machines.DEFAULT:  # which comparisons of machines are recorded under
        ran = python(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not full", *OF_ALL)
        assert ran.returncode == 0, ran.stdout


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy in which the page was followed, after the page's machine had gone."""
    folder = replica(tmp_path_factory.mktemp("copy"))
    machine = next(words[words.index("--machine") + 1] for words in commands() if "--machine" in words)
    remove(folder, machine)
    ev(folder, "gen")
    put_back(folder, machine)
    for words in commands():
        ev(folder, *words)
    return folder


def test_a_machine_that_comes_back_makes_the_repository_what_it_was(added: Path) -> None:
    assert contents(added) == {path: (ROOT / path).read_bytes() for path in files()}


def test_a_cycle_count_that_the_circuit_does_not_keep_is_a_difference(added: Path) -> None:
    ((name, path),) = re.findall(r"`(\w+)` of `([\w/.]+)` one cycle more", PAGE)
    facts = added / path
    right = facts.read_text()
    wrong = re.sub(rf"({name}: {{cycles: )(\d+)", lambda found: f"{found[1]}{int(found[2]) + 1}", right)
    assert wrong != right
    facts.write_text(wrong)
    ev(added, "gen", "isa")
    words = next(words for words in commands() if "--machine" in words)
    for seed in range(20):
        done = python(added, "-m", "evariste", words[0], str(seed), *words[2:])
        if done.returncode:
            break
    assert done.returncode == 1 and "cycle" in done.stderr, done.stdout + done.stderr
    small = re.search(r"Made smaller: (\d+) of (\d+) instructions differ alike\.", done.stderr)
    assert small and 0 < int(small[1]) < int(small[2]) / 4, done.stderr
    (listing,) = re.findall(r"(\S+\.txt)\.", done.stderr)
    assert Path(listing).is_file()
