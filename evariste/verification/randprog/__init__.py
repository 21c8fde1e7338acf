# SPDX-License-Identifier: Apache-2.0
"""Random programs: what is the same for every machine.

    writer      recipes and programs; code with labels, that can be written again without some of its instructions;
                what is known while a program is written, and the choice of the next statement
    run         a program on a simulated machine, how it ended, and what it exercised
    lockstep    programs on both engines; a smaller program that still differs

A machine's module `recipes` has RECIPES, the USUAL one, KINDS of runs in lock-step, and `generate`, which makes
the same program of the same seed every time.
"""
