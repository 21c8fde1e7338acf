# SPDX-License-Identifier: Apache-2.0
"""Generator of the unrolled binary-field kernels: problem -> search -> schedule -> register allocation -> assembly.

problem.py      what a kernel computes, as operations whose order is free where the arithmetic allows it
scheduler.cpp   register allocator for the core's rules, and simulated annealing of the order over it
schedules/      the orders found (with the seed and number of steps that found them)
table.py        the list of kernels and their wrapping into functions
files.py        gen/gfp/kernels

python -m evariste.machines.gfp.kernels                        write gen/gfp/kernels
python -m evariste.machines.gfp.kernels list                   cycles of every kernel
python -m evariste.machines.gfp.kernels search gf2_233_mul_k --seed 11 --steps 12000000 --hot 0.7
"""
