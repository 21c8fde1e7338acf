# SPDX-License-Identifier: Apache-2.0
"""Errors in the circuit that programs in lock-step must find: at least one in each file of rtl/coreva.

A copy of the tree has all errors that a configuration can show, and the environment's COREVA_WRONG selects one. So one
model is built for a configuration, not for an error. Run in the copy as a program, this module prints what finds each.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from evariste.machines.coreva import MACHINE
from evariste.paths import ROOT
from evariste.verification.randprog import lockstep, run

PROGRAMS = 500  # at most, as many as in the record of lock-step
SELECTED = "COREVA_WRONG"
NONE = "no error"

# What is wrong: file, what is there, what is put there while WRONG, and the kind of programs that must find it.
ERRORS = {
    "a carry between halfwords": (
        "coreva_alu", "17'(op_i.halves ? op_i.sub", "17'(op_i.halves & ~WRONG ? op_i.sub", "clmul"),
    "a signed compare of words without a sign": (
        "coreva_alu", "op_i.is_signed & (a_i[31] ^", "op_i.is_signed & ~WRONG & (a_i[31] ^", "clmul"),
    "a mask": ("coreva_alu", "32'h0f0f0f0f", "(WRONG ? 32'h0f0f0f1f : 32'h0f0f0f0f)", "clmul"),
    "a distance from the bundle": ("coreva_bundle", "30'(k);", "30'(WRONG ? 0 : k);", "clmul"),
    "an access in an upper slot": ("coreva_bundle", "k > 1 & needs[k].memory", "k > 1 & ~WRONG & needs[k].memory",
                                   "clmul, wild"),
    "no wait for a flag": ("coreva_core", "d_wait &= r_valid_q &", "d_wait &= ~WRONG & r_valid_q &", "clmul"),
    "a branch without its delay bundle": (
        "coreva_core", "d_valid_q <= f_valid & ~r_taken;", "d_valid_q <= f_valid & ~r_taken & ~(d_taken & WRONG);",
        "clmul"),
    "a store of a bundle with a fault": ("coreva_core", "& x_cause_q == CAUSE_NONE;\n  assign data_we_o",
                                         "& (x_cause_q == CAUSE_NONE | WRONG);\n  assign data_we_o", "clmul, wild"),
    "results of a bundle with a fault": ("coreva_core", "x_result[k].en & {2{x_commit}}",
                                         "x_result[k].en & {2{x_commit | WRONG}}", "clmul, wild"),
    "flags of a bundle with a fault": ("coreva_core", ".x_commit_i(x_commit)",
                                       ".x_commit_i(x_commit | (x_valid_q & WRONG))", "clmul, wild"),
    "a misaligned target": ("coreva_core", "r_taken & r_a[0][1:0] != '0", "r_taken & ~WRONG & r_a[0][1:0] != '0",
                            "clmul, wild"),
    "the address of a misaligned target": ("coreva_core", "x_cause_q == CAUSE_MISALIGNED ? x_a_q[0]",
                                           "x_cause_q == CAUSE_MISALIGNED & ~WRONG ? x_a_q[0]", "clmul, wild"),
    "a word that is not there": ("coreva_fetch", "f_err_o   = code_err_i[pc_q[3:2]+2'(k)];",
                                 "f_err_o   = code_err_i[pc_q[3:2]+2'(k)] & ~WRONG;", "clmul, wild"),
    "the zeros of zero": ("coreva_count", "if (zeros[5]) zeros", "if (zeros[5] & ~WRONG) zeros", "clmul"),
    "zeros for the sign": ("coreva_decode", "OPC_SRA:      begin r3 = 1; d.alu = ALU_SHIFT; d.mode = ShiftSign;",
                           "OPC_SRA:      begin r3 = 1; d.alu = ALU_SHIFT; d.mode = WRONG ? '0 : ShiftSign;", "clmul"),
    "a word that is no operation": ("coreva_decode", "default:      legal = 0;", "default:      legal = WRONG;",
                                    "clmul, wild"),
    "a bit of the quotient": ("coreva_divide", "dq_q[30:0], ~below}", "dq_q[30:0], ~below ^ WRONG}", "clmul"),
    "a remainder below zero": ("coreva_divide", "value_o = below ?", "value_o = below & ~WRONG ?", "clmul"),
    "a guard of words for halfwords": ("coreva_execute", "if (x_op_i[k].halves & x_op_i[k].guard",
                                       "if (x_op_i[k].halves & ~WRONG & x_op_i[k].guard", "clmul"),
    "a product of another slot": ("coreva_execute", ".x_a_i(x_a_i[upper_product?u+2",
                                  ".x_a_i(x_a_i[upper_product & ~WRONG?u+2", "clmul"),
    "a row of code": ("coreva_fetch", "28'(2'(b) < next[3:2])", "28'(!WRONG && 2'(b) < next[3:2])", "clmul"),
    "a bundle of four without a stop bit": (
        "coreva_fetch", "f_count_o != 3'd4 | f_words_o[3][31]", "f_count_o != 3'd4 | f_words_o[3][31] | WRONG",
        "clmul, wild"),
    "a flag of another slot": ("coreva_flags", "flags_d[i] = x_holds_i[k][0];",
                               "flags_d[i] = x_holds_i[WRONG ? 0 : k][0];", "clmul"),
    "a result on its way that is passed over": ("coreva_forward", "if (m_i[k].en[half] &",
                                                "if (~(WRONG & k == 3) & m_i[k].en[half] &", "clmul"),
    "no wait for a load": ("coreva_interlock", "(x_late_i[j] | ~FORWARD)", "((x_late_i[j] & ~WRONG) | ~FORWARD)",
                           "clmul"),
    "a wait for what is there": ("coreva_interlock", "if (~FORWARD & needs", "if ((~FORWARD | WRONG) & needs", "clmul"),
    "no wait for the register file": ("coreva_interlock", " | needs[k][i] == w_rd_i[j])",
                                      " | (needs[k][i] == w_rd_i[j] & ~WRONG))", "interlock"),
    "the sign of a byte": ("coreva_lsu", "m_sign_q & moved[7]", "m_sign_q & moved[7] & ~WRONG", "clmul"),
    "the lane of a halfword": ("coreva_lsu", "x_addr_o[1] ? 4'b1100", "x_addr_o[1] & ~WRONG ? 4'b1100", "clmul"),
    "the partner of a flag": ("coreva_pkg", "flag - 4'd7;", "flag - (WRONG ? 4'd6 : 4'd7);", "clmul"),
    "the sign of a product": ("coreva_product", "x_signed = x_op_i == X_HIGH;", "x_signed = x_op_i == X_HIGH & ~WRONG;",
                              "clmul"),
    "a carry into the upper product": ("coreva_product", "{m_upper, m_sum[15:0]}",
                                       "{WRONG ? m_sum[31:16] : m_upper, m_sum[15:0]}", "clmul"),
    "a product without carries, turned round": ("coreva_product", "if (x_b_i[i])", "if (x_b_i[WRONG ? 31 - i : i])",
                                                "clmul"),
    "a third port that only one slot has": ("coreva_read", "r_op_i[u+2].third ?", "r_op_i[u+2].third & ~WRONG ?",
                                            "clmul"),
    "a constant without its sign": ("coreva_read", "32'($signed(r_op_i[k].imm))",
                                    "(WRONG ? 32'(r_op_i[k].imm) : 32'($signed(r_op_i[k].imm)))", "clmul"),
    "a halfword with the other one's enable": ("coreva_regfile", "if (write_i[k].en[half])",
                                               "if (write_i[k].en[WRONG ? 0 : half])", "clmul"),
    "a port that reads another one's register": ("coreva_regfile", "regs_q[number_i[i]]",
                                                 "regs_q[number_i[WRONG & i == 3 ? 4 : i]]", "clmul"),
    "the address of a fault": ("coreva_retire", "addressed ? x_addr_i", "addressed & ~WRONG ? x_addr_i", "clmul"),
    "the bundle that is next": ("coreva_retire", "m_q.cause != CAUSE_NONE ?", "m_q.cause != CAUSE_NONE | WRONG ?",
                                "clmul"),
    "the cycle of a bundle": ("coreva_retire", "m_q.cycle <= cycle_i;", "m_q.cycle <= cycle_i + 64'(WRONG);", "clmul"),
    "the first cycle of a bundle": ("coreva_retire", "m_q.first <= x_first_i;", "m_q.first <= x_first_i + 64'(WRONG);",
                                    "clmul"),
    "the data of a store": ("coreva_retire", "<= x_store_data_i;", "<= x_store_data_i ^ 32'(WRONG);", "clmul"),
    "a rotation that is a shift": ("coreva_shifter", "above = rotate_i ?", "above = rotate_i & ~WRONG ?", "clmul"),
    "a shift to the left of the wrong bits": ("coreva_shifter", "left_i ? moved[W-1-i]",
                                              "left_i & ~(WRONG & i == 0) ? moved[W-1-i]", "clmul"),
    "an accelerator that is not waited for": ("coreva_top", "at_field ? ~busy :", "at_field ? ~busy | WRONG :",
                                              "ff233"),
    "a byte of an accelerator": ("coreva_top", "unknown | ~&data_be_o", "unknown | (~&data_be_o & ~WRONG)", "ff233"),
    "a product that ends a step early": ("coreva_field", "left_q <= Bits'(Digits);",
                                         "left_q <= Bits'(Digits) - Bits'(WRONG);", "ff233"),
    "a square in place of the operand": ("coreva_field", "square_r_q ? r_q", "square_r_q & ~WRONG ? r_q", "ff233"),
    "the bits of a digit, turned round": ("coreva_field_step", "<< j;", "<< (WRONG ? D - 1 - j : j);", "ff233"),
    "a sum that is no sum": ("coreva_elements", "OpAdd: value = a ^ b;", "OpAdd: value = WRONG ? a | b : a ^ b;", "x"),
    "an exchange that copies": ("coreva_elements", "e_q[ra_q] <= e_q[rd_q];", "e_q[ra_q] <= WRONG ? a : e_q[rd_q];",
                                "x"),
}  # fmt: skip


def configuration(kind: str) -> str:
    return kind.partition(",")[0]


CONFIGURATIONS = sorted({configuration(kind) for *_, kind in ERRORS.values()})


def of_configuration(name: str) -> dict[str, str]:
    """The errors that a configuration shows, each with the kind of programs."""
    return {error: kind for error, (*_, kind) in ERRORS.items() if configuration(kind) == name}


def texts(name: str) -> dict[str, str]:
    """The circuit with the errors of a configuration, by file."""
    made = {path.stem: path.read_text() for path in (ROOT / "rtl/coreva").glob("*.sv")}
    for number, error in enumerate(of_configuration(name), 1):
        file, old, new, _ = ERRORS[error]
        made[file] = changed(made[file], old, new.replace("WRONG", f"(coreva_pkg::wrong == {number})"))
    made["coreva_pkg"] = changed(made["coreva_pkg"], "package coreva_pkg;", "package coreva_pkg;\n  int wrong;")
    return made


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"The circuit has changed: '{old}' is not there once, so its error no longer fits."
    return text.replace(old, new)


def copy(place: Path, name: str) -> None:
    """Makes this tree again, with the errors of a configuration in its circuit."""
    for entry in ROOT.iterdir():
        if entry.name in ("evariste", "rtl", "sim"):
            shutil.copytree(entry, place / entry.name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (place / entry.name).symlink_to(entry)
    for file, text in texts(name).items():
        (place / f"rtl/coreva/{file}.sv").write_text(text)
    model = place / "sim/coreva/rtl"
    top = model / "coreva_sim.sv"
    top.write_text(changed(top.read_text(), ");\n\n  debug_t  debug;",
                           ');\n  import "DPI-C" function int selected_error();\n'
                           "  initial coreva_pkg::wrong = selected_error();\n\n  debug_t  debug;"))  # fmt: skip
    with (model / "engine.cpp").open("a") as engine:
        engine.write(f'\n#include <cstdlib>\nextern "C" int selected_error() {{\n'
                     f'  return std::atoi(std::getenv("{SELECTED}"));\n}}\n')  # fmt: skip


def found(place: Path, name: str) -> dict[str, str]:
    """What lock-step says of each error of a configuration; nothing where it sees none."""
    copy(place, name)
    command = [sys.executable, "-m", __name__, name]
    done = subprocess.run(command, cwd=place, env={**os.environ, "PYTHONPATH": str(place)}, check=True,
                          capture_output=True, text=True)  # fmt: skip
    told: dict[str, str] = json.loads(done.stdout)
    return told


def first_difference(kind: str) -> str:
    """Of the first program that differs."""
    for seed in range(PROGRAMS):
        if differences := lockstep.measure(MACHINE, kind, seed, 1).differences:
            return differences[0]
    return ""


def main(name: str) -> None:
    lockstep.smaller = lambda *about: ""
    told = {}
    for number, (error, kind) in enumerate({NONE: name, **of_configuration(name)}.items()):
        os.environ[SELECTED] = str(number)
        run.machine.cache_clear()  # the next one has the error
        told[error] = first_difference(kind)
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1])
