# SPDX-License-Identifier: Apache-2.0
"""`--machine`: on every command that has a machine, and refused in a sentence where the machine lacks something."""

import importlib
import os
import pkgutil
import re
from collections.abc import Iterator

import click
import pytest

from evariste import build, commands, machines
from evariste.errors import UserError
from evariste.machines import Configuration, MachineDef, Part, Rtl
from evariste.paths import ROOT

# Commands without a machine, or with all of them.
WITHOUT = {
    "agree": "all machines are asked",
    "bench": "its --machine names several",
    "claims": "the papers'",
    "code list": "codes and standards",
    "doc": "the book has all machines",
    "field": "arithmetic",
    "gen": "all machines",
    "lint": "all machines",
    "release": "all machines",
    "report": "the records name their machines",
    "setup": "the tools of all machines",
    "test": "all machines, or those that are named",
}
# Arguments for which a command needs what the machine lacks, and what it says then.
LACKING = {
    "code show rs": "runs no C programs",
    "coverage": "has no bins of coverage",
    "coverage --rtl": "has no runs that measure the coverage of its RTL",
    "ct --matrix": "runs no C programs",
    f"decode rs {__file__} -": "has no backend of the library",
    "demo": "runs no C programs",
    f"encode rs {__file__} -": "has no backend of the library",
    "faults": "has no model to put faults into",
    "fpga": "has no boards",
    "fuzz": "has no targets to fuzz",
    "lockstep": "has no random programs",
    "mutate core": "has no RTL to mutate",
    "netlist": "has no silicon designs",
    "prove": "has no proofs",
    "prove --list": "has no proofs",
    "rates": "has no backend of the library",
    "replay timed/1": "has no random programs",
    f"run {__file__}": "has no simulator",
    "silicon": "has no silicon designs",
    "silicon layout": "has no silicon designs",
    "slowest": "runs no C programs",
}


def every() -> Iterator[tuple[str, click.Command]]:
    """Each command, and each subcommand of a group, by its words."""
    for module in pkgutil.iter_modules(commands.__path__):
        command = importlib.import_module(f"evariste.commands.{module.name}").command
        if isinstance(command, click.Group):
            yield from ((f"{module.name} {name}", sub) for name, sub in command.commands.items())
        else:
            yield module.name, command


COMMANDS = dict(every())


def run(words: str, *more: str) -> None:
    """Run a command as `ev` does. What it refuses is raised."""
    name, *arguments = words.split()
    command = importlib.import_module(f"evariste.commands.{name}").command
    command.main([*arguments, *more], standalone_mode=False)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> MachineDef:
    """A machine that has nothing but a core."""
    rtl = Rtl(folders=(), generated="", packages=(), core="plain_core")
    machine = MachineDef("plain", "", "full", rtl, {"plain": Part("", (), "", 0)}, {}, "")
    known, there = machines.named, machines.names()
    monkeypatch.setattr(machines, "_configurations", lambda name: {"full": Configuration("", {}, (), False, {})})
    monkeypatch.setattr(machines, "named", lambda name: machine if name == "plain" else known(name))
    monkeypatch.setattr(machines, "names", lambda: [*there, "plain"])
    return machine


def test_every_command_with_a_machine_takes_the_option() -> None:
    default = {
        name for name, command in COMMANDS.items()
        if any("--machine" in p.opts and p.default == machines.DEFAULT for p in command.params)
    }  # fmt: skip
    assert {name for name in COMMANDS if name not in WITHOUT and name.split()[0] not in WITHOUT} == default


@pytest.mark.parametrize("words", LACKING)
def test_an_unknown_machine_is_named_in_a_sentence(words: str) -> None:
    with pytest.raises(UserError, match=r"^There is no machine 'nonsense'; there are [\w, ]+\.$"):
        run(words, "--machine", "nonsense")


@pytest.mark.parametrize("words", LACKING)
def test_what_a_machine_lacks_is_said_in_a_sentence(words: str, plain: MachineDef) -> None:
    with pytest.raises(UserError, match=rf"^The machine '{plain.name}' {LACKING[words]}\.$"):
        run(words, "--machine", plain.name)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("mutate nonsense", "there are unit, unit.inverse2, unit.tiny, core, extensions, interrupts."),
        ("mutate unit --against proofs", "those of the unit are not."),
        ("faults --part nonsense", "There is no part 'nonsense'; there are gf, core."),
    ],
)
def test_what_the_default_machine_lacks_is_said_too(words: str, said: str) -> None:
    with pytest.raises(UserError) as refusal:
        run(words)
    assert str(refusal.value).endswith(said)


def test_the_name_of_a_machine_stands_for_its_own_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(build, "sim", lambda _: None)
    monkeypatch.setattr(os, "chdir", lambda _: None)
    monkeypatch.setattr(os, "execv", lambda _, words: started.extend(words))
    machine = machines.default()
    run("test", machine.name, "-k", machine.name)
    assert started[-3:] == [machine.verify, "-k", machine.name]


@pytest.mark.parametrize("words", [("verify/nothing",), ("-n", "2", "verify/repo/test_none.py::test_it")])
def test_a_path_that_does_not_exist_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(UserError, match=rf"^There is no {words[-1].split('::')[0]}\.$"):
        run("test", *words)


def test_a_machine_without_tests_is_refused(plain: MachineDef) -> None:
    with pytest.raises(UserError, match=rf"^The machine '{plain.name}' has no tests of its own\.$"):
        run("test", plain.name)


def test_the_page_on_machines_lists_every_module() -> None:
    page = (ROOT / "doc/adding-a-machine.md").read_text()
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == [*machines.MODULES]


@pytest.mark.parametrize("machine", machines.names())
def test_every_module_of_a_machine_has_the_names_that_are_asked_for(machine: str) -> None:
    for name, module in machines.MODULES.items():
        try:
            found = machines.named(machine).module(name)
        except UserError:
            continue  # the machine lacks it
        assert not [wanted for wanted in module.names if not hasattr(found, wanted)], name
