# SPDX-License-Identifier: Apache-2.0
"""The sets of requirements: each command's sets bring what its code imports, and pin one version of everything."""

import ast
import importlib.metadata
import re
import sys
from collections.abc import Iterator
from functools import cache

from evariste.paths import ROOT

SETS = ROOT / "requirements"
OWN = {"_sim", "_gates", "evariste", "verify"}
ORACLES = {"cryptography"}  # imported when a workload runs; `ev claims` asks for the workloads' names alone


def needs() -> dict[str, list[str]]:
    lines = (SETS / "commands.txt").read_text().splitlines()
    return {name: sets.split() for name, sets in (line.split(":") for line in lines)}


def pins(name: str) -> dict[str, str]:
    path = SETS / f"{name}.txt"
    text = path.read_text() if path.exists() else ""
    return {found[1].lower().replace("_", "-"): found[2] for found in re.finditer(r"^([\w.-]+)==([^ ;]+)", text, re.M)}


MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in (ROOT / "evariste").rglob("*.py")
}


@cache
def imported(module: str, whole: bool) -> set[str]:
    """The names that a module imports: wherever in its text, or only those that come with importing it."""
    tree = ast.parse(MODULES[module].read_text())
    names: set[str] = set()
    for node in ast.walk(tree) if whole else tree.body:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & MODULES.keys()
            names |= inner or {node.module}
    if module == "evariste.bench" and whole:  # found by name when they run
        names |= {name for name in MODULES if name.startswith("evariste.workloads.")}
    if module == "evariste.machines" and whole:
        names |= {name for name in MODULES if re.fullmatch(r"evariste\.machines\.\w+", name)}
    return names


def foreign(module: str) -> Iterator[str]:
    """The packages of others that the module imports, or what it imports. Of a package on the way to one of its modules
    only the imports at its top count."""
    seen, todo = set(), [(module, True)]
    while todo:
        name, whole = todo.pop()
        if (name, whole) in seen:
            continue
        seen.add((name, whole))
        if name in MODULES:
            todo += [(n, True) for n in imported(name, whole)]
            todo += [(name.rpartition(".")[0], False)] if "." in name else []
        elif (top := name.split(".")[0]) not in sys.stdlib_module_names and top not in OWN:
            yield top


def test_what_a_command_imports_is_in_its_sets() -> None:
    distributions = importlib.metadata.packages_distributions()
    commands = [name for name in MODULES if name.startswith("evariste.commands.")]
    assert len(commands) > 20
    for module in commands:
        command = module.rpartition(".")[2]
        there = {p for s in ["run", *needs().get(command, [])] for p in pins(s)}
        for top in set(foreign(module)) - (ORACLES if command == "claims" else set()):
            brought = {d.lower().replace("_", "-") for d in distributions.get(top, [top])}
            assert brought & there, f"ev {command} imports {top}, which none of its sets brings"


def test_every_set_and_command_that_is_named_exists() -> None:
    for command, sets in needs().items():
        assert command.startswith("--machine ") or f"evariste.commands.{command}" in MODULES, command
        for name in sets:
            assert (SETS / f"{name}.txt").exists() or (SETS / f"debian-{name}.txt").exists(), name


def test_the_tests_need_every_set() -> None:
    sets = {path.stem.removeprefix("debian-") for path in SETS.glob("*.txt")} - {"commands", "run"}
    assert set(needs()["test"]) == set(needs()["setup"]) == sets


def test_a_package_has_one_version_in_all_sets() -> None:
    versions: dict[str, set[str]] = {}
    for path in SETS.glob("*.in"):
        assert path.with_suffix(".txt").exists(), path
        for name, version in pins(path.stem).items():
            versions.setdefault(name, set()).add(version)
    assert len(versions) > 50
    assert not {name: found for name, found in versions.items() if len(found) > 1}
