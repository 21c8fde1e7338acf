# SPDX-License-Identifier: Apache-2.0
"""The core on low-cost FPGA boards with open tools: rtl/fpga/<machine>, its program, bitstream and simulation.

boards      which boards, and what of the core goes on each
program     the program as the ROM's image
simulate    the top under Verilator, seen from its serial port
implement   synthesis, place and route, bitstream: size and clock
"""
