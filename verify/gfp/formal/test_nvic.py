# SPDX-License-Identifier: Apache-2.0
"""The proofs of the interrupt controller hold, and errors put into it refute those that should see them."""

from pathlib import Path

import pytest

from evariste.machines.gfp.proofs import catalogue, nvic
from evariste.paths import ROOT

PROOFS = [name for name, proof in catalogue().items() if proof.group == "nvic"]


@pytest.mark.parametrize("name", PROOFS)
def test_it_is_proved(name: str) -> None:
    answer = catalogue()[name].answer()
    assert answer.holds, answer.counterexample


# Rule; file, what stands there, what is put there; the proof that must see it: of the record, or of an output.
ERRORS = [
    ("SEVONPEND is for NMI too", "gfp_nvic", " | (nmi_pending_d & ~nmi_pending_q)", "", "kept"),
    ("SEVONPEND is for what becomes pending", "gfp_nvic", "(pending_d & ~pending_q)", "pending_d", "kept"),
    ("a return sets the event", "gfp_nvic", "sev_i | enter_i | leave_i |", "sev_i | enter_i |", "kept"),
    ("PRIMASK does not hold back NMI", "gfp_nvic", "take_o = nmi_preempts |",
     "take_o = nmi_preempts & ~primask_i |", "preempt"),
    ("PRIMASK does not keep the core asleep", "gfp_nvic", "wake_o = nmi_preempts | preempts",
     "wake_o = take_o", "wake"),
    ("an equal priority does not preempt", "gfp_nvic", "4'b1111 >> (2'd3 - level)",
     "4'b0111 >> (2'd3 - level)", "preempt"),
    ("of equals the lowest number is first", "gfp_nvic", "for (int s = int'(Sources) - 1; s >= 0; s--)",
     "for (int s = 0; s < int'(Sources); s++)", "preempt"),
    ("HardFault is preempted by NMI alone", "gfp_nvic", "& ~urgent;\n  assign take_o", ";\n  assign take_o", "preempt"),
    ("SVCall is held back by its own priority", "gfp_nvic", "above(x_level_q, svc_priority_q)",
     "above(x_level_q, 2'd0)", "preempt"),
    ("a return ends the most urgent", "gfp_nvic", "x_level_q & (x_level_q - 4'd1)",
     "x_level_q & {1'b0, x_level_q[3:1]}", "kept"),
    ("NMI takes no level away", "gfp_nvic", "else if (leave_i & ~urgent)", "else if (leave_i)", "kept"),
    ("a level is not pending while it is handled", "gfp_nvic", "irq_i & (~line_q | ~active_d)", "irq_i", "kept"),
    ("an edge is pending even then", "gfp_nvic", "irq_i & (~line_q | ~active_d)", "irq_i & ~active_d", "kept"),
    ("the same for NMI", "gfp_nvic", "nmi_i & (~nmi_line_q | ~nmi_active)", "nmi_i & ~nmi_active", "kept"),
    ("entering ends pending", "gfp_nvic", "    clear = entering;", "    clear = '0;", "kept"),
    ("a halted core's cycles do not count", "gfp_nvic", "end else if (run_i) begin", "end else begin", "kept"),
    ("ICSR shows the most urgent", "gfp_nvic", "nmi_pending_q ? EXC_NMI : best_number,", "best_number,", "read"),
    ("other addresses read as zero", "gfp_nvic", "at(addr_i, CCR_ADDR)", "(addr_i[11:5] == CCR_ADDR[11:5])", "read"),
    ("SysTick ticks at one", "gfp_systick", "current_q == 24'd1", "current_q == 24'd0", "kept"),
    ("a store to the value is no tick", "gfp_systick", " & ~write_current;", ";", "kept"),
    ("the flag is cleared as it is read", "gfp_systick", "else if (write_current | (read_i &",
     "else if (write_current | (1'b0 &", "kept"),
    ("SysTick can wake when it will tick", "gfp_systick", "(current_q != '0 | reload_q != '0)",
     "current_q != '0", "wake"),
]  # fmt: skip


@pytest.mark.parametrize("error", ERRORS, ids=[error[0] for error in ERRORS])
def test_an_error_is_refuted(error: tuple[str, str, str, str, str], tmp_path: Path) -> None:
    _, name, old, new, proof = error
    text = (ROOT / f"rtl/gfp/{name}.sv").read_text()
    assert text.count(old) == 1, f"{name} has changed; the error no longer fits"
    wrong = tmp_path / f"{name}.sv"
    wrong.write_text(text.replace(old, new))
    found = nvic.kept(8, (wrong,)) if proof == "kept" else nvic.output(proof, 8, (wrong,))
    assert found and ("record" in found if proof == "kept" else nvic.WRONG[proof] in found)
