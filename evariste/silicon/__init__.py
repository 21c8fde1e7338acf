# SPDX-License-Identifier: Apache-2.0
"""The silicon evaluation: area, time and energy of the RTL in a cell library, by open tools.

liberty, expression   the cell library and its Boolean functions
synth, designs        netlists by Yosys, and which there are
circuit               a netlist as gates in order, with its wires; as Verilog for the simulators
delays, sta           longest paths: from the tables, and by OpenSTA
firmware, activity    firmware on a netlist by Verilator, and how often each net changes
replay, replayed      a run of the RTL on a netlist, and its energy; recording reads the RTL's signals
glitches              the same with delays, by Icarus
power                 energy from changes
memories, scaling     what published figures say of memories, and of other processes
measure, areas        what is measured, and as which records
"""
