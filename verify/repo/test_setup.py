# SPDX-License-Identifier: Apache-2.0
"""The `ev` script on machines that have nothing yet, with stand-ins for Debian's tools."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from evariste.paths import INSTALLED, ROOT

pytestmark = pytest.mark.skipif(INSTALLED, reason="the script belongs to a checkout")

NOTHING_INSTALLED = {"dpkg-query": "exit 1", "apt-cache": "echo '  Candidate: 1.0'", "sudo": 'shift; exec "$@"'}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The parts of the project that the script reads, where nothing has been built."""
    root = tmp_path / "project"
    shutil.copytree(ROOT / "requirements", root / "requirements")
    (root / "evariste/commands").mkdir(parents=True)
    shutil.copy(ROOT / "ev", root)
    shutil.copy(ROOT / "evariste/outline.py", root / "evariste")
    for path in (ROOT / "evariste/commands").glob("*.py"):
        shutil.copy(path, root / "evariste/commands")
    return root


def ev(root: Path, *arguments: str, tools: Mapping[str, str], **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script with these shell texts in place of the tools they are named after, and no Python to build on."""
    fakes = root / "fakes"
    fakes.mkdir(exist_ok=True)
    for name, text in tools.items():
        (fakes / name).write_text(f"#!/bin/sh\n{text}\n")
        (fakes / name).chmod(0o755)
    environment = {"PATH": f"{fakes}:{os.environ['PATH']}", "EV_PYTHON": "no-such-python", **environment}
    kept = {k: v for k, v in os.environ.items() if k not in {"EV_NO_INSTALL", "EV_APT_WAIT"}}
    return subprocess.run([root / "ev", *arguments], env=kept | environment, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("arguments", [[], ["--help"], ["bench", "--help"], ["code", "-h"], ["test", "-h"]])
def test_help_installs_nothing(checkout: Path, arguments: list[str]) -> None:
    done = ev(checkout, *arguments, tools={"apt-get": f"touch {checkout}/called"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Usage: ev")
    assert not (checkout / ".build").exists() and not (checkout / "called").exists()


def test_there_is_help_while_another_ev_installs(checkout: Path) -> None:
    python = checkout / ".build/venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\necho 'No module named click' >&2\nexit 1\n")  # an environment without its packages
    python.chmod(0o755)
    done = ev(checkout, "test", "--help", tools={})
    assert done.returncode == 0 and done.stdout.startswith("Usage: ev test"), done.stderr


def test_help_lists_a_groups_commands_and_a_commands_options(checkout: Path) -> None:
    assert "  keygen " in ev(checkout, "ecc", "--help", tools={}).stdout
    assert "  --compare " in ev(checkout, "bench", "--help", tools={}).stdout


def test_a_link_to_the_script_is_the_script(checkout: Path, tmp_path: Path) -> None:
    link = tmp_path / "bin" / "ev"
    link.parent.mkdir()
    link.symlink_to(checkout / "ev")
    done = subprocess.run([link, "--help"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.startswith("Usage: ev"), done.stderr


def test_help_behind_two_dashes_is_the_programs(checkout: Path) -> None:
    done = ev(checkout, "run", "x.elf", "--", "--help", tools=NOTHING_INSTALLED | {"apt-get": "exit 1"})
    assert done.returncode == 1 and "apt-get update failed" in done.stderr


@pytest.mark.parametrize("words", [["--machine", "vword"], ["--machine=vword"]])
def test_a_machines_own_packages_come_with_the_machine(checkout: Path, words: list[str]) -> None:
    tools = NOTHING_INSTALLED | {"apt-get": f'echo "$@" >>{checkout}/calls'}
    ev(checkout, "cc", "x.c", tools=tools)
    assert "mipsel" not in (checkout / "calls").read_text()
    ev(checkout, "cc", "x.c", *words, tools=tools)
    assert "gcc-mipsel-linux-gnu" in (checkout / "calls").read_text()


def test_it_waits_for_the_lock_of_apt_and_says_for_whom(checkout: Path) -> None:
    held = "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 4711 (unattended-upgr)"
    count = f"echo x >>{checkout}/calls; [ $(wc -l <{checkout}/calls) -gt 2 ] || {{ echo '{held}' >&2; exit 100; }}"
    done = ev(checkout, "run", "x.elf", tools=NOTHING_INSTALLED | {"apt-get": count})
    assert done.stderr.count("waiting for 4711 (unattended-upgr), which holds apt's lock") == 1
    assert "Python 3.11 or newer" in done.stderr  # it went on: both calls of apt succeeded in the end
    assert len((checkout / "calls").read_text().split()) == 4


def test_it_does_not_wait_for_ever(checkout: Path) -> None:
    held = "echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (x)' >&2; exit 100"
    done = ev(checkout, "run", "x.elf", tools=NOTHING_INSTALLED | {"apt-get": held}, EV_APT_WAIT="0")
    assert done.returncode == 1 and "apt-get update failed" in done.stderr


def test_a_package_that_debian_no_longer_has_is_named_and_left_out(checkout: Path) -> None:
    unknown = 'case $2 in qflow*) echo "  Candidate: (none)" ;; *) echo "  Candidate: 1" ;; esac'
    tools = NOTHING_INSTALLED | {"apt-cache": unknown, "apt-get": f'echo "$@" >>{checkout}/calls'}
    done = ev(checkout, "silicon", tools=tools)
    assert "apt does not know the Debian package qflow; what needs it is skipped." in done.stderr
    installed = (checkout / "calls").read_text().splitlines()[-1].split()
    assert "opensta" in installed and "qflow" not in installed and "qflow-tech-osu018" not in installed


def test_a_package_that_nothing_works_without_is_not_left_out(checkout: Path) -> None:
    unknown = 'case $2 in gcc-*) echo "  Candidate: (none)" ;; *) echo "  Candidate: 1" ;; esac'
    done = ev(checkout, "demo", tools=NOTHING_INSTALLED | {"apt-cache": unknown, "apt-get": ""})
    assert done.returncode == 1
    assert "the Debian package gcc-arm-none-eabi is needed, and apt does not know it." in done.stderr


def test_a_command_installs_what_it_uses_and_no_more(checkout: Path) -> None:
    for command, wanted, unwanted in [
        ("bench", "g++", {"chromium", "qflow", "iverilog", "clang", "nextpnr-ice40"}),
        ("prove", "g++", {"chromium", "qflow", "iverilog", "clang", "nextpnr-ice40"}),
        ("report", "g++", {"chromium", "qflow", "iverilog", "clang", "nextpnr-ice40"}),
        ("fuzz", "clang", {"chromium", "qflow", "iverilog", "nextpnr-ice40"}),
        ("test", "chromium", set()),
    ]:
        calls = checkout / "calls"
        calls.unlink(missing_ok=True)
        ev(checkout, command, tools=NOTHING_INSTALLED | {"apt-get": f'echo "$@" >>{calls}'})
        installed = calls.read_text().splitlines()[-1].split()
        assert wanted in installed and not unwanted & set(installed), command


def test_without_the_right_to_install_it_says_what_is_missing(checkout: Path) -> None:
    done = ev(checkout, "demo", tools=NOTHING_INSTALLED, EV_NO_INSTALL="1")
    assert done.returncode == 1 and "gcc-arm-none-eabi" in done.stderr and "no right to install" in done.stderr
