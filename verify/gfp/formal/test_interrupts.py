# SPDX-License-Identifier: Apache-2.0
"""The proofs of what joins the interrupt controller to the core hold, and errors put into it refute those that should
see them."""

from pathlib import Path

import pytest

from evariste.machines.gfp.proofs import catalogue, interrupts
from evariste.paths import ROOT
from evariste.verification import abc
from evariste.verification.unroll import Unrolled

PROOFS = [name for name, proof in catalogue().items() if proof.group == "interrupts"]


@pytest.mark.parametrize("name", PROOFS)
def test_it_is_proved(name: str) -> None:
    answer = catalogue()[name].answer()
    assert answer.holds, answer.counterexample


# Rule; file, what stands there, what is put there; the proof that must see it: of the record, or of an output.
ERRORS = [
    (
        "what is entered is decided once its vector is asked for",
        "gfp_interrupts",
        " & ~x_vector_q & ~urgent",
        " & ~urgent",
        "kept",
    ),
    ("... and not a cycle later", "gfp_interrupts", "~vector_i & ~x_vector_q", "~x_vector_q", "kept"),
    (
        "... and not before",
        "gfp_interrupts",
        "(entry_i & x_interrupt_q & ~vector_i & ~x_vector_q & ~urgent)",
        "1'b0",
        "kept",
    ),
    (
        "nothing takes the place of SVCall",
        "gfp_interrupts",
        "entry_i & x_interrupt_q & ~vector_i",
        "entry_i & ~vector_i",
        "kept",
    ),
    ("HardFault stays what is entered", "gfp_interrupts", "~x_vector_q & ~urgent", "~x_vector_q", "kept"),
    (
        "no instruction is interrupted halfway",
        "gfp_interrupts",
        "ready_i & ~x_busy_q & preempts",
        "ready_i & preempts",
        "take",
    ),
    (
        "tail-chaining is in the first cycle of a return",
        "gfp_interrupts",
        "x_returned_q & preempts",
        "x_returned_q & wake",
        "take",
    ),
    (
        "a chained exception returns to a handler that is active",
        "gfp_interrupts",
        "x_chained_q ? thread : psr_i.ipsr == '0",
        "psr_i.ipsr == '0",
        "enter",
    ),
    (
        "HardFault in place of a return finds the frame there",
        "gfp_interrupts",
        "if (derived_o & ~entry_i) x_chained_q <= 1'b1;",
        "",
        "kept",
    ),
    (
        "a frame that fails for NMI locks up",
        "gfp_interrupts",
        "urgent = x_number_q == EXC_HARDFAULT | x_number_q == EXC_NMI",
        "urgent = x_number_q == EXC_HARDFAULT",
        "take",
    ),
    (
        "a return from NMI to HardFault that fails locks up",
        "gfp_interrupts",
        "psr_i.ipsr == EXC_NMI & x_hardfault_q",
        "1'b0",
        "take",
    ),
    (
        "HardFault is over when it is left",
        "gfp_interrupts",
        "exc_return_i & psr_i.ipsr == EXC_HARDFAULT",
        "1'b0",
        "kept",
    ),
    (
        "a fault in NMI locks up",
        "gfp_interrupts",
        "fault_locks_o = psr_i.ipsr == EXC_HARDFAULT | psr_i.ipsr == EXC_NMI",
        "fault_locks_o = psr_i.ipsr == EXC_HARDFAULT",
        "take",
    ),
    ("SEVONPEND is for NMI too", "gfp_nvic", " | (nmi_pending_d & ~nmi_pending_q)", "", "kept"),
    ("an event ends wfe", "gfp_interrupts", "dec_i.wfe & ~event_set", "dec_i.wfe", "sleep"),
    ("PRIMASK does not keep wfi asleep", "gfp_interrupts", "dec_i.wfi & ~wake", "dec_i.wfi & ~preempts", "sleep"),
    (
        "sleep-on-exit is for returns to the thread",
        "gfp_interrupts",
        "sleep_on_exit & rdata_o[5:0] == '0",
        "sleep_on_exit & rdata_o[4:0] == '0",
        "kept",
    ),
    ("what would preempt ends it", "gfp_interrupts", "x_sleep_stall_q & ~wake", "x_sleep_stall_q", "sleep"),
    ("so does a debugger", "gfp_interrupts", "redirected_i | (wake & ~halted_i)", "wake & ~halted_i", "kept"),
    (
        "a halted core does not wake",
        "gfp_interrupts",
        "redirected_i | (wake & ~halted_i)",
        "redirected_i | wake",
        "kept",
    ),
    (
        "frames are not for the System Control Space",
        "gfp_interrupts",
        "run_state_i & addr_i[31:12]",
        "addr_i[31:12]",
        "bus",
    ),
    ("it answers words only", "gfp_interrupts", "x_scs_q ? ~x_scs_word_q : data_err_i", "~x_scs_q & data_err_i", "bus"),
    (
        "it answers in the next cycle, and then alone",
        "gfp_interrupts",
        "x_scs_q ? scs_rdata : data_rdata_i",
        "data_rvalid_i ? data_rdata_i : scs_rdata",
        "bus",
    ),
    (
        "a halfword is not written",
        "gfp_interrupts",
        ".write_i(x_scs_q & x_scs_word_q & x_scs_we_q)",
        ".write_i(x_scs_q & x_scs_we_q)",
        "kept",
    ),
    ("what begins is what was chosen", "gfp_interrupts", ".number_i(x_number_q)", ".number_i(preempting)", "kept"),
]


@pytest.mark.parametrize("error", ERRORS, ids=[error[0] for error in ERRORS])
def test_an_error_is_refuted(error: tuple[str, str, str, str, str], tmp_path: Path) -> None:
    _, name, old, new, proof = error
    text = (ROOT / f"rtl/gfp/{name}.sv").read_text()
    assert text.count(old) == 1, f"{name} has changed; the error no longer fits"
    wrong = tmp_path / f"{name}.sv"
    wrong.write_text(text.replace(old, new))
    found = interrupts.kept(8, (wrong,)) if proof == "kept" else interrupts.output(proof, 8, (wrong,))
    assert found and ("record" in found if proof == "kept" else interrupts.WRONG[proof] in found)


# What may happen in a cycle, with the inputs that say so.
EVENTS = {
    "an instruction ends": ("done_i",),
    "a supervisor call": ("svc_taken_i",),
    "a fault": ("fault_i",),
    "the vector is asked for": ("vector_i",),
    "an exception begins": ("entered_i",),
    "a frame fails": ("frame_failed_i",),
    "... of an entry": (
        "frame_failed_i",
        "entry_i",
    ),
    "a return begins": ("exc_return_i",),
    "a return ends": ("returned_i",),
    "wfi waits": (
        "wfi_i",
        "second_step_i",
        "exec_i",
    ),
    "an access": (
        "access_i",
        "run_state_i",
    ),
    "the debugger leads elsewhere": ("redirected_i",),
}


@pytest.mark.parametrize("event", EVENTS)
def test_what_the_proofs_assume_of_the_core_lets_it_happen(event: str) -> None:
    """A proof of what cannot happen would say nothing. The invariant holds after it, too."""
    cycles = Unrolled(interrupts.harness(8).with_constants({"rst_ni": 1}), 2, {})
    now = cycles.step(interrupts.START, {})
    then = cycles.step(["assume_o", "holds_o"], {}, last=True)
    inputs = [cycles.port(name, 0) for name in EVENTS[event]]
    every = cycles.every([*(now[name] for name in interrupts.START), *then.values(), *inputs])
    assert abc.satisfied(cycles.built.graph({"possible": every}), "possible")
