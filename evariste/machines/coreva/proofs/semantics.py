# SPDX-License-Identifier: Apache-2.0
"""The specification of the core, in SystemVerilog: decoding, units and slots from isa/coreva/isa.yaml, meaning from the
table formal/semantics.yaml of the machine's tests, one entry for each operation."""

import re
from functools import cache

import yaml

from evariste.isa import load
from evariste.isa.model import Field, Instruction
from evariste.machines.coreva import MACHINE
from evariste.paths import ROOT
from evariste.verification.meanings import accepts, complete, operand_bits

TABLE = ROOT / MACHINE.verify / "formal/semantics.yaml"
ISA = load.machine(MACHINE.name)
SLOTS = ISA.spec.words.bundle
UNITS = {name: number for number, name in enumerate(ISA.spec.units, 1)}
CONSTANTS = ("imm", "amount", "offset", "bit")  # operands that are a number

FRAME = """\
// Generated from isa/coreva/isa.yaml and semantics.yaml. Do not edit.
// SPDX-License-Identifier: Apache-2.0
module coreva_spec
  import coreva_pkg::*;
  import coreva_spec_pkg::*;
#(
{parameters}
) (
    input logic [31:0] word, here, a, b, d, dq, product,
    input logic [15:0] p,
    input logic [63:0] clock,
    output logic [{last}:0] hit,
    output spec_t spec
);
  logic [31:0] imm, y, state, target, rest;
  logic [32:0] t;
  logic write, halves, sets, both, pair, test, test1, moves, file, load, store, sign, branch, through, links, divides;
  logic breaks, multiplies, reads_a, reads_b, reads_d;
  logic [3:0] number, reach;
  logic [2:0] size, unit;
  logic [4:0] rd;
  logic [6:0] bits;
  product_t kind;

  always_comb begin
{decode}
  end

  always_comb begin
    {{imm, y, state, target, rest, t, number, unit, bits, write, halves, sets, both, pair, test, test1}} = '0;
    {{moves, file}} = '0;
    {{load, store, sign, branch, through, links, divides, breaks, multiplies, reads_a, reads_b, reads_d}} = '0;
    kind = X_LOW;
    rd = word[21:17];
    size = 3'd4;
    reach = '1;
    case (1'b1)
{meaning}
      default: ;
    endcase
  end

  assign spec = '{{
      known: hit != '0, unit: unit, reach: reach, write: write, rd: rd, y: y, state: state, halves: halves,
      sets: sets, both: both, pair: pair, number: number, test: test, test1: test1, moves: moves, file: file,
      bits: bits, load: load, store: store, sign: sign, size: size, at: a + imm, data: d, branch: branch,
      through: through, links: links, target: target, divides: divides, rest: rest, multiplies: multiplies,
      kind: kind, breaks: breaks, breakpoint: imm[7:0], imm: imm, reads_a: reads_a, reads_b: reads_b,
      reads_d: reads_d
  }};
endmodule

// Whether an operation is in a slot that does not reach its unit, or two are on one unit.
module coreva_clash
  import coreva_spec_pkg::*;
(
    input spec_t [{slots}-1:0] spec,
    input logic [{slots}-1:0] there,
    output logic clash
);
  always_comb begin
    clash = 1'b0;
    for (int k = 0; k < {slots}; k++) clash |= there[k] & ~spec[k].reach[k];
{clashes}
  end
endmodule
"""


@cache
def table() -> dict[str, str]:
    """The statements of every operation."""
    return {name: str(text) for name, text in yaml.safe_load(TABLE.read_text()).items()}


def operations() -> list[Instruction]:
    """The core's operations. Refused if one has no entry in the table, or if an entry has no operation."""
    found = list(ISA)
    complete(found, table(), TABLE.name, "coreva", "operation")
    return found


def module() -> str:
    """The text of the modules coreva_spec and coreva_clash."""
    found = operations()
    return FRAME.format(
        last=len(found) - 1,
        slots=SLOTS,
        parameters=",\n".join(f"    parameter bit {name} = 1'b0" for name in ISA.extensions),
        decode="\n".join(f"    hit[{i.index}] = {_accepts(i)};" for i in found),
        meaning="\n".join(f"      hit[{i.index}]: begin {_arm(i)} end  // {i.name}" for i in found),
        clashes="\n".join(
            f"    for (int i = 0; i < {SLOTS}; i++) for (int k = 0; k < i; k++)\n"
            f"      clash |= {_inside('i', slots)} & {_inside('k', slots)} & there[i] & there[k] &\n"
            f"          spec[i].unit == 3'd{UNITS[unit]} & spec[k].unit == 3'd{UNITS[unit]};"
            for unit, groups in ISA.spec.units.items() for slots in groups),
    )  # fmt: skip


def slots(insn: Instruction) -> list[int]:
    """The slots in which an operation is legal."""
    spec = insn.spec
    reached = [k for group in ISA.spec.units[spec.runs_on] for k in group] if spec.runs_on else [*range(SLOTS)]
    return sorted(k for k in reached if not spec.slots or k in spec.slots)


def computed(insn: Instruction) -> bool:
    """Whether the arithmetic of a slot computes what an operation is for: not an access, a product, or a branch."""
    text = table()[insn.name]
    return "product" not in text and bool(re.search(r"\b(y|state|test) = |links = 1", text))


def _inside(name: str, slots: list[int]) -> str:
    return "(" + " | ".join(f"{name} == {slot}" for slot in slots) + ")"


def _arm(insn: Instruction) -> str:
    """What one operation sets: facts of the specification, then its statements."""
    text, spec, made = table()[insn.name], insn.spec, []
    for operand, field in insn.fields.items():
        if operand in CONSTANTS:
            made.append(f"imm = {_number(field)};")
        elif operand in ("flag", "pair"):
            made.append(f"number = 4'({_raw(field)});")
        elif operand == "file":
            made.append(f"file = {_raw(field)};")
    if spec.runs_on:
        made.append(f"unit = {UNITS[spec.runs_on]};")
    made.append(f"reach = {sum(1 << k for k in slots(insn))};")
    if re.search(r"\b(y|state) =", text) or "load = 1" in text or "links = 1" in text:
        made.append("write = 1;")
    if "links = 1" in text:
        made.append("rd = 1;")
    if "kind =" in text:
        made.append("multiplies = 1;")
    reads = {"rs1": "a", "rs2": "b", "rd": "d", "value": "d"}
    made += [f"reads_{reads[r]} = 1;" for r in spec.reads if r in reads]
    return " ".join([*made, text])


def _number(field: Field) -> str:
    """The operand, extended to a word."""
    reading = field.reading
    zeros = reading.scale.bit_length() - 1
    above = 32 - field.width - zeros
    parts = [f"{{{above}{{{f'word[{field.bits[0]}]' if reading.signed else chr(49) + chr(39) + 'b0'}}}}}", _raw(field)]
    return "{" + ", ".join([*parts, *([f"{zeros}'d0"] if zeros else [])]) + "}"


def _accepts(insn: Instruction) -> str:
    return " && ".join([*accepts(insn, "word"), *([insn.extension] if insn.extension else [])])


def _raw(field: Field) -> str:
    return operand_bits(field, "word")
