# SPDX-License-Identifier: Apache-2.0
"""doc/adding-a-machine.md, followed in a copy of the repository, gives a machine that works.

A machine can go again: without its folders, the rest is still generated, linted, built, and its tests are collected.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from evariste import machines
from evariste.paths import BUILD, ROOT
from verify.repo.tracked import files

PAGE = ROOT / "doc/adding-a-machine.md"
TREE, PROGRAMS = "verify/toy/tree/", "verify/toy/programs.py"


def replica(folder: Path) -> Path:
    """A copy of the repository. It shares the build folder, so that what is the same is not built again."""
    for name in files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    BUILD.mkdir(exist_ok=True)
    (folder / ".build").symlink_to(BUILD)
    return folder


def commands() -> list[str]:
    """The lines of the page that begin a command, without what is said of them."""
    lines = re.findall(r"^    (\S.*)$", PAGE.read_text(), re.M)
    return [line.split("#")[0].strip() for line in lines]


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True)


def ev(folder: Path, *arguments: str) -> str:
    """What a command of the copy prints; its exit status is 0."""
    done = python(folder, "-m", "evariste", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def lint(folder: Path, top: str) -> subprocess.CompletedProcess[str]:
    """Verilator's lint of a top in the copy, as `ev lint` does it."""
    script = (
        "import subprocess, sys\nfrom evariste.commands.lint import TOPS, elaboration\n"
        f"found = [elaboration(*top).command for top in TOPS if top[0] == {top!r}]\n"
        "sys.exit(not found or any(subprocess.run(command).returncode for command in found))"
    )
    return python(folder, "-c", script)


def random_programs(folder: Path, count: int) -> str:
    done = python(folder, PROGRAMS, str(count))
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository after the page."""
    folder = replica(tmp_path_factory.mktemp("copy"))
    for command in commands():
        program, *arguments = command.split()
        if program == "./ev":
            ev(folder, *arguments)
        else:
            subprocess.run(command, shell=True, cwd=folder, check=True)
    return folder


def test_the_page_names_what_the_toy_has() -> None:
    there = {path.removeprefix(TREE).split("/")[0] for path in files() if path.startswith(TREE)}
    named = re.findall(r"^\| \d\. `(\w+)[\w/]*/<m>/`", PAGE.read_text(), re.M)
    assert there == {*named}


def test_its_files_are_generated(copy: Path) -> None:
    made = {path.name for path in (copy / "gen/toy").iterdir()}
    assert made == {"toy_isa_pkg.sv", "toy_isa.hpp", "toy_soc.h", "memory.ld", "disasm.json", "isa.md"}
    ev(copy, "gen", "isa", "--check")


def test_other_projects_get_its_files_too(copy: Path) -> None:
    ev(copy, "gen", "lists")
    assert (copy / "rtl/toy.f").read_text().splitlines()[2:] == ["../gen/toy/toy_isa_pkg.sv", "toy/toy_core.sv"]
    assert "toplevel: toy_core" in (copy / "evariste_toy.core").read_text()
    assert (copy / "evariste.core").read_text() == (ROOT / "evariste.core").read_text()


def test_its_circuit_is_clean(copy: Path) -> None:
    done = lint(copy, "toy_core")
    assert done.returncode == 0, done.stdout + done.stderr


def test_both_engines_do_the_same_in_random_programs(copy: Path) -> None:
    said = random_programs(copy, 300)
    ends = dict(pair.split("=") for pair in said.split())
    assert ends.keys() == {"loop", "fault"}, said
    assert int(ends["fault"]) > 20


def test_commands_find_its_random_programs(copy: Path) -> None:
    assert "mixed/3 on lockstep" in ev(copy, "replay", "3", "--machine", "toy")
    assert "li r7" in ev(copy, "replay", "mixed/3", "--machine", "toy", "--disasm")
    assert "seeds 0 to 9" in ev(copy, "lockstep", "--machine", "toy", "--programs", "10")


def test_a_cycle_count_that_the_circuit_does_not_keep_is_a_difference(copy: Path) -> None:
    facts = copy / "isa/toy/isa.yaml"
    text = facts.read_text()
    try:
        facts.write_text(text.replace("class: load\n        cycles: 2", "class: load\n        cycles: 3"))
        ev(copy, "gen", "isa")
        said = random_programs(copy, 20)
        assert "cycle" in said and "difference=1" in said
        small = re.search(r"Made smaller: (\d+) of (\d+) instructions differ alike\. It is (\S+)\.$", said, re.M)
        assert small and int(small[1]) == 1 < int(small[2])
        assert "ld r" in Path(small[3]).read_text()
        seed = re.findall(r"^program (\d+):", said, re.M)[0]
        for words in (["replay", seed], ["lockstep", "--first", seed, "--programs", "1"]):
            done = python(copy, "-m", "evariste", *words, "--machine", "toy")
            assert done.returncode == 1 and "Made smaller: 1 of" in done.stderr
    finally:
        facts.write_text(text)
        ev(copy, "gen", "isa")


def remove(folder: Path, machine: str) -> None:
    """The folders of a machine, and files that carry its name in folders of several."""
    rooms = [path for path in folder.iterdir() if path.is_dir() and not path.is_symlink()]
    own = [path for room in rooms for path in room.rglob(machine)]
    for path in own:
        if path.is_dir():
            shutil.rmtree(path)
        elif path.is_file():
            path.unlink()


def test_without_the_toy_the_repository_is_as_it_was(tmp_path: Path) -> None:
    folder = replica(tmp_path)
    shutil.copytree(folder / TREE, folder, dirs_exist_ok=True)
    ev(folder, "gen", "isa")
    remove(folder / "verify", "toy")
    remove(folder, "toy")
    ev(folder, "gen", "isa", "--check")
    there = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file() and ".build" not in p.parts}
    assert {p for p in there if "__pycache__" not in p} == {p for p in files() if not p.startswith("verify/toy/")}


@pytest.mark.parametrize("machine", machines.names())
def test_the_rest_stands_without_a_machine(machine: str, tmp_path: Path) -> None:
    """All that is left is generated, linted and built; the toy runs; the tests are collected."""
    folder = replica(tmp_path)
    shutil.copytree(folder / TREE, folder, dirs_exist_ok=True)
    remove(folder, machine)
    assert not list(folder.glob(f"*/{machine}"))
    ev(folder, "gen")
    assert not (folder / "gen" / machine).exists()
    ev(folder, "lint")
    assert "loop=" in random_programs(folder, 20)
    claims = python(folder, "-c", "from evariste.papers.load import names, paper; print(*map(paper, names()))")
    assert claims.returncode == 0, claims.stderr
    collected = python(folder, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider")
    assert collected.returncode == 0, collected.stdout
    assert "verify/codes/" in collected.stdout and f"verify/{machine}/" not in collected.stdout
