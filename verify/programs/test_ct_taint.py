# SPDX-License-Identifier: Apache-2.0
"""`ev ct --taint` finds each way in which a secret can show, and nothing in the library."""

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from evariste import machines
from evariste.build import cc, compilers
from evariste.commands.ct import command
from evariste.errors import UserError
from evariste.verification import ct, ct_notes, ct_taint
from evariste.verification.ct import Cell
from verify.programs.test_ct_matrix import SAMPLE, newest

CONTROL = "sw/apps/ct_control.c"


def followed(how: str, **options) -> ct_taint.Verdict:
    elf = cc.compile([CONTROL], extra=["-g"])
    return ct_taint.check(machines.DEFAULT, elf, random.Random(1).randbytes(64), args=[how], **options)


@pytest.mark.parametrize(
    ("how", "kind", "where"),
    [
        ("branch", "branch", "main (sw/apps/ct_control.c:"),
        ("address", "address", "main (sw/apps/ct_control.c:"),
        ("exit", "branch", "equal_until_the_first_difference (sw/apps/ct_control.c:"),
        ("rare", "branch", "main (sw/apps/ct_control.c:"),
        ("division", "branch", "__udivsi3"),
        ("stack", "stack", "copy_on_the_stack (sw/apps/ct_control.c:"),
    ],
)
def test_each_control_that_leaks_is_found_with_its_function_and_line(how: str, kind: str, where: str) -> None:
    found = followed(how, stack=kind == "stack")
    assert [leak.kind for leak in found.leaks] == [kind]
    assert where in found.leaks[0].where
    assert "of the secret at sw/apps/ct_control.c:" in found.sentence
    assert not found.passed


@pytest.mark.parametrize("how", ["hidden", "wiped", "public", "none"])
def test_a_control_that_does_not_leak_is_not_found(how: str) -> None:
    # The compiler itself saves registers on the stack, which no program can clear: then --stack is too strict.
    found = followed(how, stack=how in ("public", "none"))
    assert found.passed, found.sentence
    assert found.instructions > 400 and found.secret_bytes == 80


def test_what_becomes_public_is_listed_with_its_place() -> None:
    (one,) = followed("public").declassified
    assert one.function == "main" and one.place.startswith("sw/apps/ct_control.c:")
    assert one.sentence == f"{one.place} (main) makes 1 byte public, in 1 call"
    assert not followed("none").declassified


def test_a_rare_branch_is_found_only_by_following_the_secret() -> None:
    assert ct.check(machines.DEFAULT, cc.compile([CONTROL]), runs=100, args=["rare"]).passed
    assert not followed("rare").passed


@pytest.mark.parametrize("how", ["hidden", "wiped", "none"])
def test_comparing_runs_does_not_find_a_control_that_does_not_leak(how: str) -> None:
    found = ct.check(machines.DEFAULT, cc.compile([CONTROL], extra=["-g"]), runs=50, args=[how])
    assert found.passed, found.sentence


@pytest.mark.parametrize("how", ["branch", "address", "exit", "division", "stack"])
def test_comparing_runs_finds_the_other_controls(how: str) -> None:
    found = ct.check(machines.DEFAULT, cc.compile([CONTROL], extra=["-g"]), runs=50, args=[how])
    assert not found.passed
    assert ("NOT clean" in found.sentence and "copy_on_the_stack" in found.sentence) == (how == "stack")


def test_all_findings_of_a_run_can_be_had() -> None:
    found = followed("division", limit=100)
    assert len(found.leaks) > 10
    assert len({leak.pc for leak in found.leaks}) == len(found.leaks)


@pytest.mark.parametrize("engine", ["rtl", "lockstep"])
def test_secrets_are_followed_on_the_rtl_too(engine: str) -> None:
    assert followed("rare", engine=engine) == followed("rare")


@pytest.mark.parametrize("backend", machines.default().followed)
def test_a_sample_of_the_library_does_not_depend_on_its_secrets(backend: str) -> None:
    found = ct.check_cell(Cell(machines.DEFAULT, newest("GCC"), ("-O2",), backend), SAMPLE, taint=True)
    assert not found.leaks, found.sentence
    assert "independent of secrets in 4 parts" in found.sentence
    assert {d.function for d in found.declassified} >= {"ev_aes_compare_tags", "ev_ec_check_scalar"}


@pytest.mark.parametrize("backend", machines.default().driven)
def test_secrets_of_a_coprocessor_are_not_followed_and_a_sentence_says_so(backend: str) -> None:
    with pytest.raises(UserError, match=f"^The backend '{backend}' gives its secrets to a coprocessor, where nothing"):
        command.main(["--matrix", "--taint", "--backend", backend], standalone_mode=False)


@pytest.mark.full
@pytest.mark.parametrize("family", compilers.FAMILIES)
@pytest.mark.parametrize("backend", machines.default().followed)
def test_the_library_does_not_depend_on_its_secrets_under_any_compiler(family: str, backend: str) -> None:
    built, _ = ct.cells(machines.DEFAULT, [c for c in compilers.found() if c.is_of(family)], ct.FLAGS, [backend])
    if not built:
        pytest.skip(f"{family} is not on this machine")
    for cell in built:
        found = ct.check_cell(cell, taint=True)
        assert not found.leaks, found.sentence


def test_the_backend_with_tables_is_found_by_its_addresses() -> None:
    elf = cc.compile(["sw/apps/aes_ct.c"], backend="table", extra=["-g"])
    found = ct_taint.check(machines.DEFAULT, elf, random.Random(1).randbytes(128), "baseline", args=["128", "block"])
    assert [leak.kind for leak in found.leaks] == ["address"]
    assert "sw/low/table/aes_" in found.sentence


def test_a_build_without_the_library_s_notes_is_found_where_it_makes_secrets_public() -> None:
    elf = cc.compile(["sw/apps/ecc_ct.c"])
    found = ct_taint.check(machines.DEFAULT, elf, random.Random(1).randbytes(80), args=["k163", "mul"])
    assert [leak.kind for leak in found.leaks] == ["branch"] and "ev_ec_mul" in found.leaks[0].where


def test_a_program_that_declares_no_secret_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "plain.c"
    source.write_text('#include "ct.h"\nint main(void) { ct_begin(); ct_end(); return 0; }\n')
    with pytest.raises(UserError, match="declares nothing secret"):
        ct_taint.check(machines.DEFAULT, cc.compile([source]), b"")


def test_a_note_that_is_cut_or_unknown_is_refused() -> None:
    with pytest.raises(UserError, match="ends within a note"):
        list(ct_notes._notes(b"\x10\0\0\0secret\0r0\0"))
    odd = ct_notes.Marks(0, 0, (ct_notes.Note(16, "secret", "r77", "", ""),))
    with pytest.raises(UserError, match="cannot be read"):
        odd.rows(["r0", "r1"])


def test_the_command_says_what_it_finds_with_its_exit_status() -> None:
    elf = str(cc.compile([CONTROL], extra=["-g"]))
    done = CliRunner().invoke(command, [elf, "public", "--taint"])
    assert done.exit_code == 0 and "makes 1 byte public" in done.output
    done = CliRunner().invoke(command, [elf, "division", "--taint", "--findings", "3"])
    assert done.exit_code == 1 and done.output.count("__udivsi3") == 3
    done = CliRunner().invoke(command, [elf, "stack", "--taint", "--stack"])
    assert done.exit_code == 1 and "left on the stack" in done.output
    done = CliRunner().invoke(command, [elf, "none", "--stack"])
    assert isinstance(done.exception, SystemExit) and done.exit_code == 2


def test_every_declassification_of_the_library_is_used_by_some_part() -> None:
    """A mark that makes nothing public would only hide a later mistake."""
    written = {
        (str(path.relative_to(ct_notes.ROOT)), number)
        for path in sorted((ct_notes.ROOT / "sw/lib").glob("*.[ch]"))
        if path.name != "secret.h"
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if "EV_DECLASSIFY" in line
    }
    found = ct.check_cell(Cell(machines.DEFAULT, newest("GCC"), ("-O2",), machines.NATIVE), taint=True)
    used = {(place, int(line)) for place, _, line in (d.place.rpartition(":") for d in found.declassified)}
    assert used == written
    explained = (ct_notes.ROOT / "doc/constant-time.md").read_text()
    assert not [d.function for d in found.declassified if f"`{d.function}`" not in explained]
