# SPDX-License-Identifier: Apache-2.0
"""Does the wheel, installed alone, do what a checkout does?"""

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.cli import Commands
from evariste.commands import REPOSITORY
from evariste.paths import ROOT
from verify.repo.tracked import files, under

pytestmark = pytest.mark.package


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the tracked files alone, with what is installed here."""
    source = tmp_path_factory.mktemp("source")
    for name in files():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    build = [
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "-w",
        source / "dist",
        source,
    ]
    done = subprocess.run([sys.executable, *map(str, build)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return next((source / "dist").glob("evariste-*.whl"))


@pytest.fixture(scope="module")
def ev(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment with the wheel, which finds what it depends on here."""
    folder = tmp_path_factory.mktemp("tools")
    venv.create(folder)
    site = next(folder.glob("lib/python*/site-packages"))
    install = ["-m", "pip", "-q", "--python", str(folder), "install", "--no-deps", "--no-index", str(wheel)]
    # Not where this Python finds the package: pip would think that it is installed.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([sys.executable, *install], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (site / "others.pth").write_text(str(next(Path(sys.prefix).glob("lib/python*/site-packages"))))
    return folder / "bin" / "ev"


def run(ev: Path, cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    environment = {"PATH": path, "HOME": str(cache), "XDG_CACHE_HOME": str(cache)}
    return subprocess.run([ev, *arguments], cwd=cache, env=environment, capture_output=True, text=True)


def test_it_carries_what_the_commands_build_from(wheel: Path) -> None:
    carried = set(zipfile.ZipFile(wheel).namelist())
    wanted = under("isa/", "gen/", "sw/", "sim/", "rtl/", "papers/", "doc/")
    assert len(wanted) > 300
    assert {f"evariste/house/{name}" for name in wanted if not Path(name).name.startswith(".")} <= carried
    assert set(under("evariste/")) <= carried
    assert not [name for name in carried if "verify" in Path(name).parts or name.endswith(".pyc")]


def test_the_tools_work_from_the_wheel(ev: Path, tmp_path: Path) -> None:
    assert run(ev, tmp_path, "field", "0x11d").stdout.startswith("polynomial   0x11d")
    program = tmp_path / "program.elf"
    cc.compile(["sw/apps/demo_rs.c"], program)
    said = run(ev, tmp_path, "disasm", str(program))
    assert "gfmul" in said.stdout, said.stderr
    claims = run(ev, tmp_path, "claims")
    assert "chen2017" in claims.stdout, claims.stderr
    assert run(ev, tmp_path, "field", "0x11").returncode == 2


def test_what_works_on_the_repository_says_so_in_one_sentence(ev: Path, tmp_path: Path) -> None:
    tries = [[name] for name in REPOSITORY]
    tries += [["prove", "--list", "lane"], ["test", "-k", "x"], ["mutate", "core"], ["report"], ["report", "--check"]]
    for arguments in [*tries, ["setup", "--pin"]]:
        done = run(ev, tmp_path, *arguments)
        assert (done.returncode, done.stdout) == (2, ""), arguments
        assert len(done.stderr.splitlines()) == 1, done.stderr
        assert f"`ev {arguments[0]}" in done.stderr and "works in a clone of the repository only" in done.stderr


def test_every_command_explains_itself_from_the_wheel(ev: Path, tmp_path: Path) -> None:
    names = Commands().list_commands(None)  # type: ignore[arg-type]
    assert set(REPOSITORY) < set(names)
    for name in names:
        done = run(ev, tmp_path, name, "--help")
        assert (done.returncode, done.stderr) == (0, ""), name
        assert done.stdout.startswith(f"Usage: ev {name} "), done.stdout


def test_what_the_other_commands_read_of_the_house_is_in_the_wheel() -> None:
    """A command that is not refused finds its files: each path below ROOT that the package names is carried."""
    named = {}
    for name in under("evariste/"):
        if name.endswith(".py"):
            for first in re.findall(r'\bROOT / f?"([^"/{]+)', (ROOT / name).read_text()):
                named.setdefault(first, []).append(name)
    assert len(named) > 5
    carried = set(re.search(r"HOUSE = \((.*?)\)", (ROOT / "setup.py").read_text())[1].replace('"', "").split(", "))
    behind = {"README.md": "evariste/tables.py", "requirements": "evariste/commands/setup.py",
              "verify": "evariste/commands/test.py"}  # fmt: skip
    for place in named.keys() - carried:
        assert all(name.startswith(behind.get(place, ())) for name in named[place]), (place, named[place])


@pytest.mark.full
def test_a_program_is_built_and_run_from_the_wheel(ev: Path, tmp_path: Path) -> None:
    (tmp_path / "hello.c").write_text('#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n')
    assert run(ev, tmp_path, "cc", "hello.c", "-o", "hello.elf").returncode == 0
    done = run(ev, tmp_path, "run", "hello.elf")
    assert (done.returncode, done.stdout) == (0, "hello\n"), done.stderr
    assert (tmp_path / "evariste").is_dir()
