# SPDX-License-Identifier: Apache-2.0
"""Dependencies point one way: isa -> gen -> {rtl, sw, sim} -> verify -> bench -> report.

Machines never include one another, rtl/gf knows no machine, the reference arithmetic and the simulator share no code,
and the workload library knows no machine outside its low-level folders.
"""

import ast
import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath

import pytest

from evariste import machines
from evariste.yosys import system_sources
from verify.repo.tracked import files, text, under

MACHINES = tuple(machines.names())

# What a Python package of the house may import of the others. A package not named here is not restricted.
FOUNDATION = {"errors", "paths", "cache", "generated", "machines"}
PYTHON: dict[str, set[str]] = {
    "errors": set(),
    "paths": set(),
    "generated": {"paths"},
    "cache": {"errors", "paths"},
    # The definitions; what else is in a machine's folder is not restricted.
    "machines": {"errors", "paths", "isa", "parts"},
    "parts": {"machines"},  # what several machines have in common
    "gf": set(),
    "isa": {"gf"} | FOUNDATION,
    "build": FOUNDATION,
    "record": FOUNDATION,
    "sim": {"build", "isa", "record"} | FOUNDATION,  # record to measure its own speed
}
NOBODY_IMPORTS = {"commands", "report"}  # but commands and the report itself
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
SV_NAME = re.compile(r"^\s*(?:import\s+(\w+)::|(\w+)\s*(?:#\s*\(|\w+\s*\())|\b(\w+_pkg)::", re.MULTILINE)


def imports(source: str) -> Iterator[str]:
    """The modules that a Python file imports, also inside functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def house_packages(source: str) -> set[str]:
    """The packages of evariste that a Python file imports."""
    return {m.split(".")[1] for m in imports(source) if m.startswith("evariste.")} & packages()


def packages() -> set[str]:
    return {PurePosixPath(p).parts[1].removesuffix(".py") for p in under("evariste/", suffixes=(".py",))}


def package(path: str) -> str:
    return PurePosixPath(path).parts[1].removesuffix(".py")


def in_machine(path: str) -> bool:
    """True for the modules of a machine, or of a part that machines have in common, beside its definition."""
    place = PurePosixPath(path)
    return place.parts[1] in ("machines", "parts") and place.parts[3:] not in ((), ("__init__.py",))


# Modules that name a machine, or the instruction set of one, for another reason than to know it.
EXAMPLES = {
    "evariste/bench/peer_list.py": "other people's software in words",
    "evariste/isa/__init__.py": "an example in words",
    "evariste/isa/disasm.py": "an example in words",
    "evariste/report/figures.py": "measurements of other people's software",
    "evariste/silicon/tables.py": "a table for documents",
    "evariste/sim/unicorn_baseline.py": "the simulator that ours is compared with",
}
NAMED = re.compile(r"gfp|\barm\b|armv6|thumb|cortex|" + "|".join(rf"\b{m}\b" for m in MACHINES), re.IGNORECASE)


def test_only_a_machines_own_folder_names_it() -> None:
    own = tuple(f"evariste/machines/{m}/" for m in MACHINES)
    paths = [path for path in under("evariste/", suffixes=(".py",)) if not path.startswith(own)]
    naming = {path for path in paths if NAMED.search(text(path))}
    assert naming == EXAMPLES.keys()


@pytest.mark.parametrize("machine", MACHINES)
def test_python_in_a_machines_folder_names_no_other(machine: str) -> None:
    """Also in strings and comments: the folder of another machine may be deleted."""
    for folder in (f"evariste/machines/{machine}/", f"verify/{machine}/"):
        for path in under(folder, suffixes=(".py",)):
            assert others_named(text(path), machine) == set(), path


def others_named(source: str, machine: str) -> set[str]:
    """The other machines that a text names, also as the beginning of a longer name."""
    others = "|".join(m for m in MACHINES if m != machine)
    return set(re.findall(rf"(?<![a-zA-Z\d])({others})(?![a-zA-Z\d])", source))


@pytest.mark.parametrize("name", PYTHON)
def test_python_packages_import_only_what_is_before_them(name: str) -> None:
    own = [p for p in under("evariste/", suffixes=(".py",)) if package(p) == name and not in_machine(p)]
    for path in own:
        assert house_packages(text(path)) <= PYTHON[name] | {name}, path


def test_nothing_depends_on_commands_and_report() -> None:
    for path in under("evariste/", suffixes=(".py",)):
        if package(path) not in NOBODY_IMPORTS | {"cli", "__main__"}:
            assert not house_packages(text(path)) & NOBODY_IMPORTS, path


def test_nothing_outside_verify_imports_verify() -> None:
    for path in under("evariste/", suffixes=(".py",)):
        assert not any(m == "verify" or m.startswith("verify.") for m in imports(text(path))), path


def cycle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that import one another in a circle; none when there is no such circle."""
    left = {name: {n for n in found if n in graph and n != name} for name, found in graph.items()}
    while free := [name for name, found in left.items() if not found]:
        left = {name: found.difference(free) for name, found in left.items() if name not in free}
    path = sorted(left)[:1]
    while path and path[-1] not in path[:-1]:
        path.append(min(left[path[-1]]))
    return path[path.index(path[-1]) :] if path else []


def test_no_modules_of_the_package_import_one_another_in_a_circle() -> None:
    """Also inside functions: a circle that an import at run time hides is still a circle for the reader."""
    sources = {p.removesuffix(".py").removesuffix("/__init__").replace("/", "."): text(p)
               for p in under("evariste/", suffixes=(".py",))}  # fmt: skip
    graph = {name: set(modules_named(source, sources.keys())) for name, source in sources.items()}
    assert len(graph) > 150 and not cycle(graph), " imports ".join(cycle(graph))


def modules_named(source: str, known: Collection[str]) -> Iterator[str]:
    """The modules that a file imports: `from a import b` is a.b where there is such a module, else a."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from (name if name in known else node.module for name in inner)


def test_simulator_includes_itself_and_gen() -> None:
    for path in under("sim/", suffixes=(".cpp", ".hpp", ".inc", ".def")):
        for name in INCLUDE.findall(text(path)):
            assert not name.startswith(("..", "sw/")), f"{path} includes {name}"


OF_A_MACHINE = re.compile(
    rf"\b({'|'.join(MACHINES)}|mips|arm|thumb|cortex|xpsr|msp|psp|primask|bkpt|hardfault)\b", re.IGNORECASE
)


def test_the_simulators_core_names_no_machine() -> None:
    """What a machine is stands in the machine's folder."""
    for path in under("sim/core/", "sim/bindings/", suffixes=(".cpp", ".hpp")):
        assert not OF_A_MACHINE.findall(text(path)), path
        assert not [n for n in INCLUDE.findall(text(path)) if other_machine("", n)], path


def test_reference_arithmetic_and_simulator_share_no_code() -> None:
    """Both would then have the same error, and a comparison would pass."""
    for path in under("sim/"):
        assert not re.search(r"evariste[/.]gf\b", text(path)), path
    for path in under("evariste/gf/", suffixes=(".py",)):
        assert not house_packages(text(path)) - {"gf"}, path


def other_machine(machine: str, name: str) -> bool:
    """True when a file or module name belongs to another machine than this one."""
    words = set(re.split(r"[/_.]", name))
    return any(other in words for other in MACHINES if other != machine)


@pytest.mark.parametrize("machine", MACHINES)
def test_machines_never_include_one_another(machine: str) -> None:
    for path in files():
        if machine not in PurePosixPath(path).parts[:-1] or Path(path).suffix not in {
            ".cpp",
            ".hpp",
            ".h",
            ".c",
            ".S",
            ".sv",
        }:
            continue
        names = INCLUDE.findall(text(path)) + [n for groups in SV_NAME.findall(text(path)) for n in groups if n]
        assert not [n for n in names if other_machine(machine, n)], path


def test_field_arithmetic_in_rtl_knows_no_machine() -> None:
    for path in under("rtl/gf/", suffixes=(".sv",)):
        names = {n for groups in SV_NAME.findall(text(path)) for n in groups if n}
        assert not [n for n in names if other_machine("", n) or n.startswith("soc_")], path


def test_core_does_not_know_the_system_around_it() -> None:
    for machine in MACHINES:
        for path in under(f"rtl/{machine}/", suffixes=(".sv",)):
            names = {n for groups in SV_NAME.findall(text(path)) for n in groups if n}
            assert not [n for n in names if n.startswith("soc_") or n.endswith("_soc")], path


@pytest.mark.parametrize("machine", [m for m in machines.all() if m.rtl.system], ids=lambda m: m.name)
def test_a_system_is_read_with_the_packages_that_it_imports_and_no_others(machine: machines.MachineDef) -> None:
    sources = system_sources(machine.rtl)
    packages = {PurePosixPath(path).stem for path in sources if path.endswith("_pkg.sv")}
    imported = {name for path in sources for name in re.findall(r"\b(\w+_pkg)::", text(path))}
    assert imported == packages


def test_workload_library_is_free_of_machines() -> None:
    """sw/lib is portable C: what a machine does better is in sw/low/<backend>, behind the same interface."""
    sources = under("sw/lib/", "sw/low/portable/", suffixes=(".c", ".h", ".S"))
    assert sources
    for path in sources:
        names = INCLUDE.findall(text(path))
        assert not [n for n in names if n.startswith(("low/", "..")) or other_machine("", n)], path
        assert not re.search(r"\b(?:__)?asm\b", text(path)), path


def test_generated_files_depend_on_isa_alone() -> None:
    for path in under("gen/", suffixes=(".h", ".hpp", ".sv")):
        places = [PurePosixPath(os.path.normpath(PurePosixPath(path).parent / n)) for n in INCLUDE.findall(text(path))]
        outside = [p for p in places if str(p) in files() and p.parts[0] != "gen"]
        assert not outside, path


def test_the_readers_of_sources_see_what_is_there() -> None:
    """A test of the test: the patterns above find an include, an instance, an import of each form."""
    assert INCLUDE.findall('#include "gfp.h"\n # include <x/y.h>') == ["gfp.h", "x/y.h"]
    found = {
        n
        for g in SV_NAME.findall("  import gfp_isa_pkg::*;\n  gfp_alu u_alu (\n  soc_rom #(.A(1)) u (")
        for n in g
        if n
    }
    assert {"gfp_isa_pkg", "gfp_alu", "soc_rom"} <= found
    assert house_packages("def f():\n    from evariste import sim\n    import evariste.gf.lanes\n") == {"sim", "gf"}
    assert set(modules_named("from a import b, f\nimport c", {"a", "a.b", "c"})) == {"a", "a.b", "c"}
    assert cycle({"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": set()}) == ["a", "b", "c", "a"]
    assert not cycle({"a": {"b", "a"}, "b": {"c"}})
    assert others_named('run("pete_sim", x.monte)', "gfp") == {"pete", "monte"}
    assert not others_named("gfpx pete", "pete")
    assert other_machine("gfp", "pete_alu") and other_machine("", "gfp.h") and not other_machine("gfp", "gfp_alu")
