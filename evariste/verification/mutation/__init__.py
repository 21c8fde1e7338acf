# SPDX-License-Identifier: Apache-2.0
"""Mutation: the share of small errors in the RTL that the checks notice.

mutants     the errors, chosen and put in by Yosys; all of them in one netlist
unit, core, interrupts    what is mutated, and the runs that should notice
equivalence, invariant    proofs that a mutant is no error: from any state; from any that the machine gets to
harness, proofs    mutants of the core in the design of its proofs, and which of them the proofs refute
campaign    all of it, with a record
"""
