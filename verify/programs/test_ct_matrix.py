# SPDX-License-Identifier: Apache-2.0
"""The library is constant in time whatever compiler builds it; `ev ct --matrix` says for which that was seen."""

import os
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from evariste import machines
from evariste.build import cc, compilers
from evariste.build.compilers import Compiler
from evariste.commands.ct import command
from evariste.errors import UserError
from evariste.machines import NATIVE
from evariste.verification import ct
from evariste.verification.ct import AES, ECC, HASH, PARTS, Cell, Part
from verify.needs import needs, require

CONTROL = "sw/apps/ct_control.c"
SAMPLE = [p for p in PARTS if p.program == HASH or p.arguments in (("128", "all"), ("k163", "ecdh"), ("k163", "sign"))]


def newest(family: str) -> Compiler:
    return [c for c in compilers.found() if c.is_of(family)][-1]


@pytest.mark.parametrize(
    ("family", "flags", "backend"),
    [
        ("GCC", ("-O3", "-flto"), NATIVE),
        ("GCC", ("-Os", "-flto"), "portable"),
        *(("GCC", ("-O2",), backend) for backend in machines.default().driven),
        pytest.param("clang", ("-O2",), NATIVE, marks=needs("clang")),
    ],
)
def test_a_sample_of_the_matrix_is_constant_in_time(family: str, flags: tuple[str, ...], backend: str) -> None:
    found = ct.check_cell(Cell(machines.DEFAULT, newest(family), flags, backend), SAMPLE)
    assert not found.leaks, found.sentence
    assert found.parts == len(SAMPLE) == 4


@pytest.mark.full
@pytest.mark.parametrize(
    ("family", "flags", "backend"), [*product(compilers.FAMILIES, ct.FLAGS, machines.default().constant_time)]
)
def test_the_whole_matrix_is_constant_in_time(family: str, flags: tuple[str, ...], backend: str) -> None:
    require(family)
    cells, reasons = ct.cells(machines.DEFAULT, [c for c in compilers.found() if c.is_of(family)], [flags], [backend])
    for cell in cells:
        found = ct.check_cell(cell)
        assert not found.leaks, found.sentence
    if not cells:
        pytest.skip(" ".join(reasons))


OTHERS = [m.name for m in machines.all() if m.toolchain and m.name != machines.DEFAULT]


@pytest.mark.parametrize("machine", [OTHERS[0], *(pytest.param(m, marks=pytest.mark.full) for m in OTHERS[1:])])
@pytest.mark.parametrize("family", [pytest.param("clang", marks=needs("clang"))])
def test_another_compiler_builds_for_every_machine_too(machine: str, family: str) -> None:
    """One short comparison, on the machine's own backend."""
    known = machines.named(machine)
    compiler = [c for c in compilers.found(known.toolchain) if c.is_of(family)][-1]
    found = ct.check_cell(Cell(machine, compiler, ("-Os",), known.native), [Part(ECC, ("k163", "keygen"), 2, 80)])
    assert not found.leaks, found.sentence


@pytest.mark.full
@pytest.mark.parametrize(("machine", "flags"), [*product(OTHERS, ct.FLAGS)])
def test_the_whole_matrix_of_every_machine_is_constant_in_time(machine: str, flags: tuple[str, ...]) -> None:
    known = machines.named(machine)
    cells, _ = ct.cells(machine, compilers.found(known.toolchain), [flags], known.constant_time)
    for cell in cells:
        found = ct.check_cell(cell)
        assert not found.leaks, found.sentence


@pytest.mark.full
@pytest.mark.parametrize("level", ("-O0", *ct.LEVELS))
@pytest.mark.parametrize("family", compilers.FAMILIES)
def test_the_library_compiles_without_a_warning(family: str, level: str, tmp_path: Path) -> None:
    require(family)
    for backend in machines.default().backends:
        folder = tmp_path / backend
        folder.mkdir()
        flags = (level, "-Werror", *cc.HOUSE[".c"])
        assert compilers.build(newest(family), flags, backend, {HASH: ("-std=gnu17", "-Wno-pedantic")}, folder)


@pytest.mark.parametrize(
    ("how", "constant"),
    [("branch", False), ("none", True), *(pytest.param(*other, marks=pytest.mark.full) for other in
                                          (("address", False), ("hidden", True)))],
)  # fmt: skip
def test_the_matrix_finds_out_a_control_that_leaks_and_no_other(how: str, constant: bool) -> None:
    found = ct.check_cell(Cell(machines.DEFAULT, newest("GCC"), ("-O2",), NATIVE), [Part(CONTROL, (how,), 20, 64)])
    assert bool(found.leaks) != constant, found.sentence
    assert ("NOT constant time" in found.sentence) != constant


@needs("GCC 14")
def test_a_mask_that_the_compiler_sees_through_becomes_a_branch() -> None:
    cell = Cell(machines.DEFAULT, newest("GCC 14"), ("-O2",), NATIVE)
    found = ct.check_cell(cell, [Part(CONTROL, ("mask",), 20, 64)])
    assert "went different ways" in found.sentence and "select_by_a_plain_mask" in found.sentence


def test_every_algorithm_that_handles_secrets_has_a_part() -> None:
    said = {p.name for p in PARTS}
    assert {"aes 128 all", "aes 192 all", "aes 256 all", "hash"} <= said
    assert {what for p in PARTS if p.program == ECC for what in p.arguments[1:]} == {
        "mul", "base", "ecdh", "sign", "keygen", "rfc6979", "x25519", "inverse"}  # fmt: skip
    parts = {p.arguments[1] for p in PARTS if p.program == AES}
    assert parts == {"all"}  # block, GHASH, comparison, padding, tags, modes: sw/apps/aes_ct.c


def test_what_is_absent_is_named_in_one_line() -> None:
    here = Compiler("gcc", "gcc", "12.2.1", True)
    assert compilers.absent([here]).startswith("Not on this machine: GCC 13, GCC 14, clang (")
    others = [Compiler("gcc", "gcc", v, True) for v in ("13.3.1", "14.2.1")] + [Compiler("c", "clang", "19.1.7", False)]
    assert compilers.absent([here, *others]) == ""


def test_a_compiler_named_in_the_environment_is_found_and_a_wrong_one_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    link = tmp_path / "my-gcc"
    link.write_text(f'#!/bin/sh\nexec {cc.tool("gcc")} "$@"\n')
    link.chmod(0o755)
    monkeypatch.setenv(compilers.VARIABLE, str(link))
    assert str(link) in [c.path for c in compilers.found()]
    monkeypatch.setenv(compilers.VARIABLE, os.pathsep.join([str(link), "no-such-gcc"]))
    with pytest.raises(UserError, match="There is no compiler no-such-gcc"):
        compilers.found()
    with pytest.raises(UserError, match="does not compile for this machine"):
        compilers.named("false")


def test_a_bare_compiler_is_not_asked_for_link_time_optimisation() -> None:
    bare = Compiler("gcc", "gcc", "13.2.1", False)
    cells, reasons = ct.cells(machines.DEFAULT, [bare], [("-O2",), ("-O2", "-flto")], [NATIVE])
    assert [c.flags for c in cells] == [("-O2",)]
    assert reasons == ["Not with GCC 13.2.1: link-time optimisation needs a compiler with a C library."]


def test_the_command_checks_one_build_and_writes_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ct, "PARTS", (Part(HASH, (), 2, 128),))
    monkeypatch.setattr(ct.check_cell, "__defaults__", (ct.PARTS,))
    arguments = ["--matrix", "--compiler", cc.tool("gcc"), "--flags", "-O1 -fno-inline", "--backend", NATIVE, "-j", "1"]
    done = CliRunner().invoke(command, [*arguments, "--json", str(tmp_path / "ct.json")])
    assert done.exit_code == 0, done.output
    assert f"-O1 -fno-inline, {NATIVE}: constant time in 1 parts" in done.output
    assert '"-O1 -fno-inline"' in (tmp_path / "ct.json").read_text()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Which program?"),
        ([__file__, "--matrix"], "it takes no program"),
        (["--matrix", "--compiler", "no-such-gcc"], "There is no compiler no-such-gcc"),
        (["--matrix", "--flags", "-O9x"], "cannot be built"),
        (["--matrix", "--json", "no/such/folder/ct.json"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(arguments: list[str], sentence: str) -> None:
    done = CliRunner().invoke(command, arguments)
    assert done.exit_code != 0
    assert sentence in str(done.exception.message if isinstance(done.exception, UserError) else done.output)
