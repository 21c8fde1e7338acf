# SPDX-License-Identifier: Apache-2.0
"""Constrained-random programs for the machine `gfp`, driven by isa/gfp/isa.yaml.

`generate(seed, recipe)` always gives the same `Program` for the same arguments: a memory image that starts at the reset
vector, calls a random tree of functions in ROM and RAM, and ends in `bkpt #0`. Every program terminates by
construction: loops have counters, calls form a tree, and the HardFault handler steps over the fault.

    layout      where things stand in a program's memory
    assembler   instructions, labels, literal pools
    generator   what is known while a program is written: registers, stack, cost; the choice of the next statement
    arithmetic, memory, control, system, galois, hazards, faults     the statements, one module per kind
    runtime     vectors, exception handlers, start and end of a program
    recipe      which kinds of behaviour a program may have
    program     `generate`; elf, listing: a program as a file and as text
    run         a program on a simulated machine, and how it ended
    oracle      the independent machine that programs are held against
    coverage    what programs exercise of the instruction set
"""

from evariste.verification.randprog.program import RECIPES, Program, Recipe, generate

__all__ = ["RECIPES", "Program", "Recipe", "generate"]
