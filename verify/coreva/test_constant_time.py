# SPDX-License-Identifier: Apache-2.0
"""Does the time or any address of compiled code depend on a secret? And would we notice?"""

from pathlib import Path

import pytest

from evariste.build import cc
from evariste.machines.coreva import MACHINE
from evariste.paths import ROOT
from evariste.verification import ct
from evariste.verification.ct import ECC, Part
from verify.ecc import test_stack as stack

SAMPLE = [Part(ECC, ("k233", "mul"), 2, 80)]
WORD = ROOT / "sw/apps/coreva/word.c"
# A product of two secret words, by the function MEASURED of that program.
SECRET_WORDS = f"""
#define main not_main
#include "{WORD}"
#undef main
#include "ct.h"
int main(void) {{
    FILE *f = fopen("secret.bin", "rb");
    if (f == NULL || fread(in, 8, 1, f) != 1) return 1;
    ct_begin();
    out[0] = MEASURED(in[0], in[1]);
    ct_end();
    return fclose(f);
}}
"""
CONFIGURATIONS = ("base", "ise", "clmul", "mul233", "squ233", "ff233")


def test_aes_runs_in_constant_time() -> None:
    elf = cc.compile(["sw/apps/aes_ct.c"], machine="coreva")
    verdict = ct.check("coreva", elf, runs=20, length=128, configuration="base", args=["128", "block"])
    assert verdict.passed, verdict.sentence


@pytest.mark.parametrize(
    ("curve", "configuration"),
    [
        ("b233", "x"),
        pytest.param("k233", "x", marks=pytest.mark.full),
        *(pytest.param(curve, c, marks=pytest.mark.full) for curve in ("k233", "b233") for c in CONFIGURATIONS),
    ],
)
def test_a_secret_multiple_of_a_point_takes_constant_time(curve: str, configuration: str) -> None:
    """With the kernels that the configuration has."""
    elf = cc.compile(["sw/apps/ecc_ct.c"], machine="coreva", extra=[f"-mcpu={configuration}"])
    verdict = ct.check("coreva", elf, runs=10, length=80, configuration=configuration, args=[curve, "mul"])
    assert verdict.passed, verdict.sentence


@pytest.mark.parametrize("leak", ["branch", "address"])
def test_a_leak_is_found_behind_guards_too(leak: str) -> None:
    elf = cc.compile(["sw/apps/ct_control.c"], machine="coreva")
    verdict = ct.check("coreva", elf, runs=20, length=64, configuration="base", args=[leak])
    assert not verdict.passed and "NOT constant time" in verdict.sentence


# int pick(const int *table, int secret, int guard): r10 = table[secret] if the guard is not zero, else r10 = secret.
PICK = """
    .section .text.pick
    .globl pick
    .type pick, @function
pick:
    slli r11, r11, 2
    cmp.ne p1, r12, r0 ;;
    add r13, r10, r11 ;;
    addi r10, r11, 0 ;;
    [p1] lw r10, 0(r13) ;;
    nop ;;
    nop ;;
    jr r1 ;;
    nop ;;
    .size pick, . - pick
"""
GUARDED = """
#include <stdio.h>
#include "ct.h"
int pick(const int *table, int secret, int guard);
static unsigned char in[64];
static const int table[16] = {1};
int main(int argc, char **argv) {
    FILE *f = fopen("secret.bin", "rb");
    if (f == NULL || fread(in, sizeof in, 1, f) != 1) return 1;
    volatile int off = 0;
    ct_begin();
    pick(table, ADDRESS, GUARD);
    ct_end();
    return fclose(f);
}
"""


@pytest.mark.parametrize(("address", "guard", "constant"), [
    ("in[0] & 15", "off", True), ("in[0] & 15", "off + 1", False), ("3", "in[0] & 1", False), ("3", "off + 1", True),
])  # fmt: skip
def test_an_access_counts_where_its_guard_is_on(address: str, guard: str, constant: bool, tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text(GUARDED)
    (tmp_path / "pick.s").write_text(PICK)
    defines = {"ADDRESS": address, "GUARD": guard}
    elf = cc.compile([tmp_path / "main.c", tmp_path / "pick.s"], machine="coreva", defines=defines)
    verdict = ct.check("coreva", elf, runs=20, length=64, configuration="base")
    assert verdict.passed == constant, verdict.sentence


def test_the_matrix_has_every_configuration_and_a_sample_of_it_is_constant_in_time() -> None:
    """Built for size, with the short product, whose words are multiplied by a kernel."""
    cells = {c.configuration: c for c in ct.built_cells(MACHINE.name, [("-Os",)], [MACHINE.native])}
    assert set(cells) == set(MACHINE.simulated)
    found = ct.check_cell(cells["ise"], SAMPLE)
    assert not found.leaks, found.sentence
    (record,) = ct.records([found])
    assert (record["config"], record["verdict"]["passed"]) == ("ise", True) and record["workload"].endswith(".on.ise")


@pytest.mark.full
@pytest.mark.parametrize("flags", ct.LEVELS)
@pytest.mark.parametrize("configuration", MACHINE.simulated)
def test_the_whole_matrix_is_constant_in_time(configuration: str, flags: str) -> None:
    for cell in ct.built_cells(MACHINE.name, [(flags,)], [MACHINE.native]):
        if cell.configuration == configuration:
            found = ct.check_cell(cell)
            assert not found.leaks, found.sentence


@pytest.mark.parametrize(("function", "configuration"), [
    ("paper", "base"), ("ev_coreva_word_integer", "base"), ("ev_coreva_word_guarded", "ise"),
])  # fmt: skip
def test_the_papers_product_of_words_is_refuted_and_ours_is_not(
    function: str, configuration: str, tmp_path: Path
) -> None:
    """Its table is addressed by bits of an operand."""
    source = tmp_path / "words.c"
    source.write_text(SECRET_WORDS)
    defines = {"MEASURED": function} | ({"PAPER": 1} if function == "paper" else {})
    elf = cc.compile([source], machine="coreva", defines=defines, extra=[f"-mcpu={configuration}"])
    verdict = ct.check("coreva", elf, runs=20, length=8, configuration=configuration)
    assert verdict.passed == (function != "paper"), verdict.sentence
    assert verdict.passed or "used address" in verdict.sentence


SMALL = {"-O1": {"to_octets"}}  # uses so little of the stack that half of it is zeros


@pytest.mark.parametrize(
    ("curve", "backend", "opt"),
    [
        ("B-233", "coreva", "-O2"),
        *(pytest.param(curve, backend, opt, marks=pytest.mark.full)
          for curve, backend in (("B-233", "coreva"), ("K-163", "portable"), ("P-256", "portable"))
          for opt in ("-O1", "-O2", "-O3", "-Os")),
    ],
)  # fmt: skip
def test_the_stack_holds_no_secret_afterwards(curve: str, backend: str, opt: str) -> None:
    found = stack.left(curve, backend, opt, "coreva")
    assert found and not stack.secrets(found)
    shallow = {name for name, (used, zeros, _) in found.items() if zeros < used // 2}
    assert shallow == set(stack.COPIES) - SMALL.get(opt, set())
