# SPDX-License-Identifier: Apache-2.0
"""The specification of the core, in SystemVerilog: decoding from isa/, meaning from tables called semantics.yaml, with
one entry per instruction."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from evariste.isa import machine
from evariste.isa.model import Instruction
from evariste.verification.meanings import accepts, complete

COPROCESSORS = {0x11: 1, 0x12: 2, 0x13: 3, 0x31: 1, 0x32: 2, 0x35: 1, 0x36: 2, 0x39: 1, 0x3A: 2, 0x3D: 1, 0x3E: 2}

FRAME = """\
// Generated from isa/{isa}/isa.yaml and semantics.yaml. Do not edit.
// SPDX-License-Identifier: Apache-2.0
module mips_spec
  import mips_spec_pkg::*;
{package}
(
    input logic [31:0] insn,
    input logic [31:0] pc, after,
    input logic [31:0] a, b, hi, lo, product, cp0,
    output logic [{last}:0] hit,
    output spec_t spec
);
  logic [31:0] imm, uimm, link, region, y, target;
  logic [4:0] rs, rt, rd, rd_field;
  logic sum, overflows, write, branch, taken, likely, eret, load, store, sign, left, right, ll, sc;
  logic multiply, divide, signed_, mthi, mtlo, mtc0, fault;
  logic add, twice, polynomial, addend, shift, push, keep;
  logic [2:0] size;
  logic [3:0] cause;

  assign {{rs, rt, rd_field}} = insn[25:11];
  assign uimm = {{16'd0, insn[15:0]}};
  assign link = after + 32'd4;
  assign region = {{after[31:28], insn[25:0], 2'b00}};

  always_comb begin
    hit = '0;
{decode}
  end

  always_comb begin
    {{y, target, cause, sum, overflows, write, branch, taken, likely, eret}} = '0;
    {{load, store, sign, left, right, ll, sc, multiply, divide, signed_, mthi, mtlo, mtc0, fault}} = '0;
    {{add, twice, polynomial, addend, shift, push, keep}} = '0;
    imm = {{{{16{{insn[15]}}}}, insn[15:0]}};
    if (insn[31:26] == '0) imm = {{27'd0, insn[10:6]}};
    target = after + {{{{14{{insn[15]}}}}, insn[15:0], 2'b00}};
    rd = rd_field;
    size = 3'd4;
    case (1'b1)
{meaning}
      default: ;
    endcase
    if (overflows & sum != y[31]) {{fault, cause}} = {{1'b1, CAUSE_OVERFLOW}};
  end

  always_comb begin
    {{spec.usable, spec.unit}} = {{1'b1, 2'd0}};
    case (insn[31:26])
{coprocessors}
      default: ;
    endcase
  end
  assign spec.known = hit != '0;
  assign {{spec.write, spec.rd, spec.y}} = {{write, rd, y}};
  assign {{spec.branch, spec.taken, spec.likely, spec.eret, spec.target}} = {{branch, taken, likely, eret, target}};
  assign {{spec.load, spec.store, spec.sign, spec.left, spec.right, spec.ll, spec.sc}} =
      {{load, store, sign, left, right, ll, sc}};
  assign {{spec.size, spec.at, spec.number}} = {{size, a + imm, insn[15:11]}};
  assign {{spec.multiply, spec.divide, spec.signed_, spec.mthi, spec.mtlo, spec.mtc0}} =
      {{multiply, divide, signed_, mthi, mtlo, mtc0}};
  assign {{spec.add, spec.twice, spec.polynomial, spec.addend, spec.shift, spec.push, spec.keep}} =
      {{add, twice, polynomial, addend, shift, push, keep}};
  assign {{spec.fault, spec.cause}} = {{fault, cause}};
endmodule
"""


@dataclass(frozen=True)
class Semantics:
    """Instructions of the machine `isa`, with the extensions that it has, and the files that say what they do."""

    isa: str
    tables: tuple[Path, ...]
    extensions: tuple[str, ...] = ()

    def table(self) -> dict[str, str]:
        """The statements of every instruction."""
        found = {name: text for path in self.tables for name, text in yaml.safe_load(path.read_text()).items()}
        return {name: text or ";" for name, text in found.items()}

    def instructions(self) -> list[Instruction]:
        """Those that the core has. Refused if one has no entry in a table, or if an entry has no instruction."""
        known, found = self.table(), list(machine(self.isa))
        complete(found, known, self.tables[-1].name, self.isa, "instruction")
        return [i for i in found if not i.extension or i.extension in self.extensions]

    @property
    def last(self) -> int:
        """The highest number of an instruction."""
        return len(list(machine(self.isa))) - 1

    def module(self) -> str:
        """The text of the module mips_spec."""
        found, table = self.instructions(), self.table()
        return FRAME.format(
            isa=self.isa, last=self.last,
            package="".join(f"  import {name}_isa_pkg::*;\n" for name in dict.fromkeys(("mips", self.isa))).rstrip(),
            decode="\n".join(f"    hit[{i.index}] = {' && '.join(accepts(i, 'insn'))};" for i in found),
            meaning="\n".join(f"      hit[{i.index}]: begin {table[i.name]} end  // {i.name}" for i in found),
            coprocessors="\n".join(f"      6'd{opcode}: {{spec.usable, spec.unit}} = {{1'b0, 2'd{unit}}};"
                                   for opcode, unit in COPROCESSORS.items()),
        )  # fmt: skip
