# SPDX-License-Identifier: Apache-2.0
"""The specification of the core, in SystemVerilog: decoding and operands from isa/gfp/isa.yaml, meaning from the table
verify/gfp/formal/core/semantics.yaml, one entry per instruction."""

from functools import cache

import yaml

from evariste.isa import machine
from evariste.isa.model import Instruction
from evariste.machines.gfp import VERIFY
from evariste.paths import ROOT
from evariste.verification.meanings import accepts, complete, operand_bits

TABLE = ROOT / VERIFY / "formal/core/semantics.yaml"
OPERANDS = {"rd": 4, "rn": 4, "rm": 4, "rh": 4, "cond": 4, "list": 16, "imm": 32}

FRAME = """\
// Generated from isa/gfp/isa.yaml and semantics.yaml. Do not edit.
// SPDX-License-Identifier: Apache-2.0
module gfp_spec
  import gfp_spec_pkg::*;
  import gfp_isa_pkg::*;
#(
{parameters}
) (
    input logic [31:0] insn,  // first halfword in 31:16
    input logic [31:0] address,
    input logic [15:0][31:0] regs,  // 13 MSP, 15 PSP
    input logic [3:0] nzcv,
    input logic primask, spsel, thumb_i,
    input logic [5:0] ipsr,
    input logic [31:0] product, lo,
    output logic [{last}:0] hit,
    output spec_t spec
);
  logic [15:0] w16;
  logic [31:0] w32, pc, sp, next, d, n, m, imm, y, target, start, back, a, b;
  logic [3:0] rd, rn, rm, rh, cond, base, fault, cycles, taken;
  logic [15:0] list;
  logic [2:0] size;
  logic f_n, f_z, c, v, thumb, primask_next, spsel_next, write, nz, high, stack_write, stack_psp, jump, exchange;
  logic load, store, several, pair, signed_, binary, multiply, call;
  logic accumulate, second;
  gf_pkg::gf_op_e op;

  assign w16 = insn[31:16];
  assign w32 = insn;
  assign spec.wide = w16 >= 16'he800;
  assign pc = address + 32'd4;
  assign next = address + (spec.wide ? 32'd4 : 32'd2);
  assign sp = spsel ? regs[15] : regs[13];

  function automatic logic [31:0] value(logic [3:0] number);
    return number == 4'd15 ? pc : number == 4'd13 ? sp : regs[number];
  endfunction

  always_comb begin
{decode}
  end

  always_comb begin
    {{rd, rn, rm, rh, cond, list, imm, cycles, taken}} = '0;
    case (1'b1)
{operands}
      default: ;
    endcase
  end
  assign d = value(rd0);
  assign n = value(rn);
  assign m = value(rm);

  always_comb begin
    {{y, target, start, back, a, b, base, fault}} = '0;
    {{write, nz, high, stack_write, stack_psp, jump, exchange, load, store, several, pair, signed_}} = '0;
    {{binary, multiply, call, accumulate, second}} = '0;
    rd = rd0;
    size = 3'd4;
    op = gf_pkg::GF_IDLE;
    {{f_n, f_z, c, v}} = nzcv;
    {{thumb, primask_next, spsel_next}} = {{thumb_i, primask, spsel}};
    case (1'b1)
{meaning}
      default: fault = CAUSE_ILLEGAL_INSTRUCTION;
    endcase
    if (nz) {{f_n, f_z}} = {{y[31], y == '0}};
    if (write && rd == 4'd13) y[1:0] = '0;
  end

  assign spec.known = hit != '0;
  assign {{spec.cycles, spec.taken}} = {{cycles, taken}};
  assign {{spec.write, spec.high, spec.stack_write, spec.stack_psp}} = {{write, high, stack_write, stack_psp}};
  assign {{spec.rd, spec.rh, spec.y}} = {{rd, rh, y}};
  assign {{spec.n, spec.z, spec.c, spec.v, spec.thumb}} = {{f_n, f_z, c, v, thumb}};
  assign {{spec.primask, spec.spsel}} = {{primask_next, spsel_next}};
  assign {{spec.jump, spec.exchange, spec.target}} = {{jump, exchange, target}};
  assign {{spec.load, spec.store, spec.several, spec.pair, spec.signed_}} = {{load, store, several, pair, signed_}};
  assign {{spec.size, spec.list, spec.base, spec.start, spec.back}} = {{size, list, base, start, back}};
  assign spec.op = op;
  assign {{spec.binary, spec.multiply, spec.a, spec.b}} = {{binary, multiply, a, b}};
  assign {{spec.fault, spec.call, spec.accumulate, spec.second}} = {{fault, call, accumulate, second}};
endmodule
"""


@cache
def table() -> dict[str, str]:
    """The statements of every instruction."""
    return yaml.safe_load(TABLE.read_text())


def instructions() -> list[Instruction]:
    """The machine's instructions. Refused if one has no entry in the table, or if an entry has no instruction."""
    found = list(machine("gfp"))
    complete(found, table(), TABLE.name, "gfp", "instruction")
    return found


def module() -> str:
    """The text of the module gfp_spec."""
    found = instructions()
    lines = FRAME.format(
        last=len(found) - 1,
        parameters=",\n".join(f"    parameter int unsigned {name} = 0" for name in machine("gfp").extensions),
        decode="\n".join(f"    hit[{i.index}] = {_accepts(i)};" for i in found),
        operands="\n".join(f"      hit[{i.index}]: begin {_operands(i)} end" for i in found),
        meaning="\n".join(f"      hit[{i.index}]: {_meaning(i)}  // {i.name}" for i in found),
    )  # fmt: skip
    # rd0: the operand; rd: the register written, which may be another.
    return lines.replace("{rd, rn, rm, rh, cond", "{rd0, rn, rm, rh, cond").replace("[3:0] rd, rn", "[3:0] rd, rd0, rn")


def _meaning(insn: Instruction) -> str:
    """Its statements. On a core that lacks it, it is illegal."""
    lacking = f"if ({insn.extension} == 0) fault = CAUSE_ILLEGAL_INSTRUCTION; else " if insn.extension else ""
    return f"{lacking}begin {' '.join(table()[insn.name].split())} end"


def _accepts(insn: Instruction) -> str:
    return " && ".join(accepts(insn, "w16", 16) if insn.size == 2 else accepts(insn, "w32"))


def _operands(insn: Instruction) -> str:
    word = "w16" if insn.size == 2 else "w32"
    made = []
    for operand, field in insn.fields.items():
        raw, width = operand_bits(field, word), OPERANDS[operand]
        name = "rd0" if operand == "rd" else operand
        top = f"{word}[{field.bits[0]}]"
        match field.kind:
            case "x2":
                text = f"{width}'({{{raw}, 1'b0}})"
            case "x4" | "pc_x4":
                text = f"{width}'({{{raw}, 2'b0}})"
            case "shift":
                text = f"{raw} == '0 ? 32 : {width}'({raw})"
            case "signed_x2":
                text = f"{{{{{31 - field.width}{{{top}}}}}, {raw}, 1'b0}}"
            case "branch24":  # S:imm10:J1:J2:imm11 in the word; I = not (J xor S)
                s, j1, j2 = (f"{word}[{bit}]" for bit in (26, 13, 11))
                text = f"{{{{8{{{s}}}}}, !({j1} ^ {s}), !({j2} ^ {s}), {word}[25:16], {word}[10:0], 1'b0}}"
            case "push":
                text = f"{{1'b0, {word}[8], 6'd0, {word}[7:0]}}"
            case "pop":
                text = f"{{{word}[8], 7'd0, {word}[7:0]}}"
            case _:
                text = f"{width}'({raw})"
        made.append(f"{name} = {text};")
    spec = insn.spec
    made.append(f"cycles = 4'd{spec.cycles}; taken = 4'd{max(spec.taken - 1, 0)};")
    return " ".join(made)
