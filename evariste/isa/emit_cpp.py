# SPDX-License-Identifier: Apache-2.0
"""gen/<machine>/<machine>_isa.hpp: the simulator's instruction table, decoder and memory map."""

from evariste.isa.model import Field, Machine
from evariste.isa.schema import SocSpec

_HEAD = """\
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace evariste::{machine} {{
"""

_OPERANDS = """\
// Values as the assembler writes them: offsets in bytes, lists as 16-bit masks of r0..pc. A field that the
// instruction does not have is 0.
struct Operands {
  uint8_t rd = 0, rn = 0, rm = 0, rh = 0;
  uint8_t cond = 0;
  uint16_t list = 0;
  int32_t imm = 0;
};

struct Info {
  const char *name;
  const char *syntax;
  uint8_t size;          // bytes
  uint8_t cycles;        // when control falls through
  uint8_t taken;         // when the instruction writes the program counter; 0: it never does
  uint8_t per_register;  // added for each transferred register
  Klass klass;
};
"""

_DECODE = """\
// First halfword of a 32-bit instruction.
constexpr bool is_wide(uint16_t hw0) { return hw0 >= 0xE800; }

namespace detail {

constexpr Insn match16(uint32_t w) {
%(match16)s
  return Insn::illegal;
}

struct Table16 {
  std::array<Insn, 65536> insn{};
  constexpr Table16() {
    for (uint32_t w = 0; w < 0xE800; ++w) insn[w] = match16(w);
  }
};
inline constexpr Table16 table16{};

constexpr uint32_t bit(uint32_t w, unsigned from, unsigned to) { return (w >> from & 1u) << to; }

}  // namespace detail

// A 16-bit instruction; the first halfword of a 32-bit instruction gives Insn::illegal.
constexpr Insn decode16(uint16_t hw) { return detail::table16.insn[hw]; }

// A 32-bit instruction from its two halfwords.
constexpr Insn decode32(uint16_t hw0, uint16_t hw1) {
  const uint32_t w = uint32_t{hw0} << 16 | hw1;
%(match32)s
  return Insn::illegal;
}

// The operands of a word that was decoded as `insn`; 32-bit words are hw0 << 16 | hw1.
constexpr Operands operands(Insn insn, uint32_t w) {
  Operands o;
  switch (insn) {
%(operands)s
    default:
      break;
  }
  return o;
}
"""


def emit(machine: Machine, soc: SocSpec, header: str) -> str:
    out = [f"// {header}", "// SPDX-License-Identifier: Apache-2.0", _HEAD.format(machine=machine.name)]
    spec = machine.spec
    out.append(_enum("Klass", spec.classes))
    out.append(_enum("Insn", ["illegal", *(i.name for i in machine)]))
    galois = " ".join(f"X({i.name})" for i in machine if i.group == "galois")
    name = f"{machine.name.upper()}_GALOIS"
    out.append(f"// X of each instruction of the Galois-field unit.\n#define {name}(X) {galois}\n")
    out.append(f"inline constexpr size_t kInsnCount = {len(machine.instructions) + 1};\n")
    out.append(_OPERANDS)
    rows = ['    {"illegal", "illegal", 2, 1, 0, 0, Klass::other},']
    for i in machine:
        s = i.spec
        rows.append(
            f'    {{"{i.name}", "{s.syntax}", {i.size}, {s.cycles}, {s.taken}, {s.per_register}, Klass::{s.class_}}},'
        )
    out.append("inline constexpr Info info[kInsnCount] = {\n" + "\n".join(rows) + "\n};\n")
    out.append("constexpr const Info &info_of(Insn insn) { return info[static_cast<size_t>(insn)]; }\n")
    out.append(
        _DECODE
        % {
            "match16": "\n".join(_match(i, "  ") for i in machine.of_size(2)),
            "match32": "\n".join(_match(i, "  ") for i in machine.of_size(4)),
            "operands": _operand_cases(machine),
        }
    )
    out.append("// Timing, in cycles.")
    t = spec.timing
    for name in t.__struct_fields__:
        out.append(f"inline constexpr unsigned {_camel(name)} = {getattr(t, name)};")
    out.append("\n// Exception numbers.")
    out += [f"inline constexpr unsigned kExc{_camel(e.name)[1:]} = {e.number};" for e in spec.exceptions]
    out.append("\n// Causes of a fault.")
    out.append("enum class Cause : uint8_t {\n" + "\n".join(f"  {c.name} = {c.code}," for c in spec.causes) + "\n};\n")
    out.append("constexpr const char *cause_text(Cause cause) {\n  switch (cause) {")
    for c in spec.causes:
        out.append(f'    case Cause::{c.name}:\n      return "{c.about}";')
    out.append('  }\n  return "unknown";\n}\n')
    out.append("// Special registers (SYSm of mrs and msr).")
    out += [f"inline constexpr uint8_t kSys{n.capitalize()} = {k};" for k, n in spec.special_registers.items()]
    out.append("\n// Memory map.")
    for m in soc.memories:
        out.append(f"inline constexpr uint32_t k{m.name.capitalize()}Base = 0x{m.base:08x};")
        out.append(f"inline constexpr uint32_t k{m.name.capitalize()}Size = 0x{m.size:08x};")
    for p in soc.peripherals:
        out += [f"inline constexpr uint32_t {_camel(r.name)} = 0x{p.base + r.offset:08x};" for r in p.registers]
    out.append(f"\n}}  // namespace evariste::{machine.name}\n")
    return "\n".join(out)


def _camel(name: str) -> str:
    return "k" + "".join(part.capitalize() for part in name.split("_"))


def _enum(name: str, items: list[str]) -> str:
    return f"enum class {name} : uint8_t {{\n" + "\n".join(f"  {i}," for i in items) + "\n};\n"


def _match(insn, indent: str) -> str:
    digits = 2 * insn.size
    test = f"(w & 0x{insn.mask:0{digits}x}u) == 0x{insn.match:0{digits}x}u"
    for entry in insn.excluded:
        inner = " && ".join(_inside(insn.fields[o], values) for o, values in entry.items())
        test += f" &&\n{indent}    !({inner})"
    return f"{indent}if ({test}) return Insn::{insn.name};"


def _inside(field: Field, values: frozenset[int]) -> str:
    raw = _raw(field)
    every = frozenset(range(1 << field.width))
    if len(values) > len(every - values):
        return "!(" + " || ".join(f"({raw}) == {v}u" for v in sorted(every - values)) + ")"
    return "(" + " || ".join(f"({raw}) == {v}u" for v in sorted(values)) + ")"


def _raw(field: Field) -> str:
    """The field's bits as a C++ expression of the word w: one shift and mask for each run of adjacent bits."""
    runs: list[list[int]] = []
    for bit in field.bits:
        if runs and runs[-1][-1] == bit + 1:
            runs[-1].append(bit)
        else:
            runs.append([bit])
    terms, below = [], field.width
    for run in runs:
        below -= len(run)
        term = f"w >> {run[-1]}" if run[-1] else "w"
        term = f"({term} & 0x{(1 << len(run)) - 1:x}u)"
        terms.append(f"{term} << {below}" if below else term)
    return " | ".join(terms)


def _value(field: Field) -> str:
    """The operand's value as a C++ expression."""
    raw = _raw(field)
    match field.kind:
        case "x2":
            return f"({raw}) * 2"
        case "x4" | "pc_x4":
            return f"({raw}) * 4"
        case "shift":
            return f"((({raw}) + 31u) & 31u) + 1u"
        case "signed_x2":
            return f"static_cast<int32_t>(({raw}) << {32 - field.width}) >> {31 - field.width}"
        case "branch24":
            return "branch"
        case "push":
            return f"({raw} & 0xFFu) | detail::bit(w, 8, 14)"
        case "pop":
            return f"({raw} & 0xFFu) | detail::bit(w, 8, 15)"
    return raw


def _operand_cases(machine: Machine) -> str:
    """One case per shape of operands, shared by all instructions of that shape."""
    shapes: dict[tuple[Field, ...], list[str]] = {}
    for insn in machine:
        if insn.fields:
            shapes.setdefault(tuple(insn.fields.values()), []).append(insn.name)
    out = []
    for shape, names in shapes.items():
        out += [f"    case Insn::{n}:" for n in names]
        out[-1] += " {" if any(f.kind == "branch24" for f in shape) else ""
        for f in shape:
            if f.kind == "branch24":
                out.append("      const uint32_t s = w >> 26 & 1u;")
                out.append(
                    "      const uint32_t branch = s * 0xFF000000u | ((w >> 13 & 1u) ^ s ^ 1u) << 23 |\n"
                    "                              ((w >> 11 & 1u) ^ s ^ 1u) << 22 | (w >> 16 & 0x3FFu) << 12 |\n"
                    "                              (w & 0x7FFu) << 1;"
                )
            kind = {"imm": "int32_t", "list": "uint16_t"}.get(f.operand, "uint8_t")
            out.append(f"      o.{f.operand} = static_cast<{kind}>({_value(f)});")
        out.append("      break;")
        if any(f.kind == "branch24" for f in shape):
            out.append("    }")
    return "\n".join(out)
