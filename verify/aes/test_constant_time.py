# SPDX-License-Identifier: Apache-2.0
"""Does the time or any address depend on a secret? And would we notice?"""

import pytest
from click.testing import CliRunner

from evariste import machines
from evariste.build import cc
from evariste.commands.ct import command
from evariste.errors import UserError
from evariste.verification import ct

SECRET = 128


def firmware(backend):
    return cc.compile(["sw/apps/aes_ct.c"], backend=backend)


@pytest.mark.parametrize(
    ("bits", "part"), [(128, "block"), (192, "block"), (256, "block"), (128, "ghash"), (128, "compare")]
)
def test_aes_on_the_gf_unit_runs_in_constant_time(bits, part):
    verdict = ct.check(machines.DEFAULT, firmware(machines.NATIVE), runs=200, length=SECRET, args=[str(bits), part])
    assert verdict.passed, verdict.sentence
    assert verdict.runs == 200


@pytest.mark.parametrize("backend", [*machines.NATIVES, *machines.DRIVEN, "portable"])
def test_every_mode_runs_in_constant_time(backend):
    verdict = ct.check(
        machines.DEFAULT, firmware(backend), runs=20, length=SECRET, configuration=machines.default().runs(backend),
        args=["128", "all"],
    )  # fmt: skip
    assert verdict.passed, verdict.sentence


@pytest.mark.full
@pytest.mark.parametrize("bits", [128, 192, 256])
@pytest.mark.parametrize("backend", [*machines.NATIVES, *machines.DRIVEN, "portable"])
def test_every_mode_runs_in_constant_time_over_a_thousand_secrets(backend, bits):
    verdict = ct.check(
        machines.DEFAULT, firmware(backend), length=SECRET, configuration=machines.default().runs(backend),
        args=[str(bits), "all"],
    )  # fmt: skip
    assert verdict.passed, verdict.sentence


def test_aes_runs_in_constant_time_on_the_rtl():
    elf = firmware(machines.NATIVE)
    verdict = ct.check(machines.DEFAULT, elf, runs=3, length=SECRET, engine="rtl", args=["128", "block"])
    assert verdict.passed, verdict.sentence


def test_the_table_backend_is_found_out():
    elf = firmware("table")
    verdict = ct.check(machines.DEFAULT, elf, runs=10, length=SECRET, configuration="baseline", args=["128", "block"])
    assert not verdict.passed
    assert "used address" in verdict.sentence


@pytest.mark.parametrize(
    ("leak", "sentence"), [("branch", "went different ways"), ("address", "used address"), ("none", "constant time")]
)
def test_a_control_that_leaks_is_found_out_and_an_innocent_one_is_not(leak, sentence):
    verdict = ct.check(machines.DEFAULT, cc.compile(["sw/apps/ct_control.c"]), runs=50, args=[leak])
    assert verdict.passed == (leak == "none")
    assert sentence in verdict.sentence


@pytest.mark.parametrize(("leak", "status"), [("none", 0), ("branch", 1)])
def test_the_command_says_so_with_its_exit_status(leak, status):
    elf = cc.compile(["sw/apps/ct_control.c"])
    result = CliRunner().invoke(command, [str(elf), leak, "--runs", "20"])
    assert result.exit_code == status, result.output
    assert "constant time" in result.output


def test_a_program_without_marks_is_refused(tmp_path):
    source = tmp_path / "plain.c"
    source.write_text("int main(void) { return 0; }\n")
    with pytest.raises(UserError, match="ct_begin"):
        ct.check(machines.DEFAULT, cc.compile([source]))


def test_a_file_that_is_not_a_program_is_refused(tmp_path):
    (tmp_path / "x.elf").write_bytes(b"no program")
    with pytest.raises(UserError, match="not an ELF file"):
        ct.check(machines.DEFAULT, tmp_path / "x.elf")
    with pytest.raises(UserError, match="cannot be read"):
        ct.check(machines.DEFAULT, tmp_path / "absent.elf")
