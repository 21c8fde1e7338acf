# SPDX-License-Identifier: Apache-2.0
"""The C side of gen/: intrinsics, assembler macros, memory map, linker memory, field descriptors."""

from evariste.gf.lanes import descriptor
from evariste.isa.model import Instruction, Machine
from evariste.isa.schema import FieldsSpec, SocSpec

_REGISTERS = {f"r{i}": i for i in range(13)} | {"sb": 9, "sl": 10, "fp": 11, "ip": 12, "lr": 14, "r14": 14}


def _macro_lines(machine: Machine) -> list[str]:
    """Assembler source of the macros: one macro per Galois-field instruction.

    One assembler run may see it twice (two C files under -flto). The second time drops the macros and defines them
    again; skipping their definitions would not do, since gas reads conditions even in what it skips.
    """
    galois = [i for i in machine if i.group == "galois"]
    lines = [".ifdef .Lgf_macros", *(f".purgem {name}" for name in ["gf_reg", *(i.name for i in galois)]), ".endif"]
    lines.append(".equ .Lgf_macros, 1")
    for name, number in _REGISTERS.items():
        lines += [f".equ .Lgf_{name}, {number}", f".equ .Lgf_{name.upper()}, {number}"]
    lines += [
        ".macro gf_reg name",
        ".ifndef .Lgf_\\name",
        '.error "\\name cannot be an operand of a Galois-field instruction (r0 to r12 and lr can)"',
        ".endif",
        ".endm",
    ]
    for insn in galois:
        lines += _macro(insn)
    return lines


def _macro(insn: Instruction) -> list[str]:
    order = [o for o in ("rh", "rd", "rn", "rm") if o in insn.fields]
    if insn.name in ("gfcfg", "gfst"):
        # The bracketed operand arrives as one word; .irpc drops the brackets by choosing among the registers.
        lines = [f".macro {insn.name} at:vararg", ".set .Lgf_found, 0"]
        lines += [".irp reg, " + ", ".join([*_REGISTERS, *(r.upper() for r in _REGISTERS)])]
        lines += [
            ".ifc \\at, [\\reg]",
            f".inst.w 0x{insn.match:08x} | .Lgf_\\reg << {insn.fields['rn'].bits[-1]}",
            ".set .Lgf_found, 1",
            ".endif",
            ".endr",
            ".if .Lgf_found == 0",
            f'.error "{insn.name} takes a register in brackets, [r0] to [r12] or [lr]"',
            ".endif",
            ".endm",
        ]
        return lines
    word = " | ".join([f"0x{insn.match:08x}", *(f".Lgf_\\{o} << {insn.fields[o].bits[-1]}" for o in order)])
    lines = [f".macro {insn.name} " + ", ".join(f"{o}:req" for o in order)]
    lines += [f"gf_reg \\{o}" for o in order]
    return [*lines, f".inst.w {word}", ".endm"]


def asm_header(machine: Machine, header: str) -> str:
    lines = [
        f"/* {header} */",
        "/* SPDX-License-Identifier: Apache-2.0 */",
        "/* The Galois-field instructions for assembler files: #include this file in a .S file. */",
        "#ifndef GFP_ASM_H",
        "#define GFP_ASM_H",
        ".syntax unified",
        *_macro_lines(machine),
        "#endif",
    ]
    return "\n".join(lines) + "\n"


_INTRINSICS = """\
#include <stdint.h>

#include "../fields.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the compiler is told about the field register. gf_cfg claims to change all memory. The intrinsics that
 * use the field claim to read the word at sp, so they stay on their side of every gf_cfg and of every call that
 * may contain one. They are otherwise pure: equal ones are merged, unused ones dropped. The claim costs
 * nothing, save at times a `mov` before a loop, since sp holds a valid address anyway. (`volatile` would keep the
 * order too, but makes gcc count loops with one or two more instructions a turn.) */
__extension__ register const uint32_t *gf_field_token __asm__("sp");
#define GF_FIELD_READ "m"(*gf_field_token)

/* Makes `field` the field of gf_mul, gf_sq, gf_inv and gf_pow. 3 cycles. */
static inline void gf_cfg(const gf_field_t *field) { __asm__ volatile("gfcfg [%0]" : : "r"(field) : "memory"); }

/* Stores the field register, for gf_cfg to load again. 3 cycles. */
static inline void gf_store(gf_field_t *field) {
  __asm__ volatile("gfst [%1]" : "=m"(*field) : "r"(field), GF_FIELD_READ);
}

/* Four products, one per byte. 1 cycle. */
static inline uint32_t gf_mul(uint32_t a, uint32_t b) {
  uint32_t d;
  __asm__("gfmul %0, %1, %2" : "=r"(d) : "r"(a), "r"(b), GF_FIELD_READ);
  return d;
}

/* Four inverses; that of 0 is 0. 1 cycle. */
static inline uint32_t gf_inv(uint32_t a) {
  uint32_t d;
  __asm__("gfinv %0, %1" : "=r"(d) : "r"(a), GF_FIELD_READ);
  return d;
}

/* Four squares. 1 cycle. */
static inline uint32_t gf_sq(uint32_t a) {
  uint32_t d;
  __asm__("gfsq %0, %1" : "=r"(d) : "r"(a), GF_FIELD_READ);
  return d;
}

/* In each byte, the sum of a^(2^i) over the set bits i of e. 1 cycle. */
static inline uint32_t gf_pow(uint32_t a, uint32_t e) {
  uint32_t d;
  __asm__("gfpow %0, %1, %2" : "=r"(d) : "r"(a), "r"(e), GF_FIELD_READ);
  return d;
}

/* Four sums: a ^ b, from any registers to any register. 1 cycle. Independent of the field. */
static inline uint32_t gf_add(uint32_t a, uint32_t b) {
  uint32_t d;
  __asm__("gfadd %0, %1, %2" : "=r"(d) : "r"(a), "r"(b));
  return d;
}

/* The 64-bit carry-less product. 1 cycle. Independent of the field. */
static inline uint64_t gf_mul32(uint32_t a, uint32_t b) {
  uint32_t high, low;
  __asm__("gfmul32 %0, %1, %2, %3" : "=r"(high), "=r"(low) : "r"(a), "r"(b));
  return (uint64_t)high << 32 | low;
}

/* Its low word alone. 1 cycle, one register. */
static inline uint32_t gf_mul32_lo(uint32_t a, uint32_t b) {
  uint32_t low;
  __asm__("gfmul32 %0, %0, %1, %2" : "=r"(low) : "r"(a), "r"(b));
  return low;
}

#ifdef __cplusplus
}
#endif
"""


def intrinsics(machine: Machine, header: str) -> str:
    out = [
        f"/* {header} */",
        "/* SPDX-License-Identifier: Apache-2.0 */",
        "/* The Galois-field instructions for C, C++ and assembler files. */",
        "#ifdef __ASSEMBLER__",
        '#include "gfp_asm.h"',
        "#else",
        "#ifndef GFP_H",
        "#define GFP_H",
        "",
        "/* clang-format off */",
        "__asm__(",
    ]
    for line in _macro_lines(machine):
        escaped = line.replace("\\", "\\\\").replace('"', '\\"')
        out.append(f'    "{escaped}\\n"')
    out += [");", "/* clang-format on */", "", _INTRINSICS, "#endif", "#endif"]
    return "\n".join(out) + "\n"


def soc_header(soc: SocSpec, header: str) -> str:
    out = [
        f"/* {header} */",
        "/* SPDX-License-Identifier: Apache-2.0 */",
        "/* Memory map, for C and assembler files. */",
        "#ifndef GFP_SOC_H",
        "#define GFP_SOC_H",
        "",
    ]
    for m in soc.memories:
        out += [
            f"/* {m.about} */",
            f"#define GFP_{m.name.upper()}_BASE 0x{m.base:08x}",
            f"#define GFP_{m.name.upper()}_SIZE 0x{m.size:08x}",
            "",
        ]
    for p in soc.peripherals:
        out.append(f"/* {p.about} */")
        for r in p.registers:
            out += [f"/* {r.about} */", f"#define GFP_{r.name.upper()} 0x{p.base + r.offset:08x}"]
        out.append("")
    out += [
        "#ifndef __ASSEMBLER__",
        "#include <stdint.h>",
        "/* A register by its address, as in GFP_REGISTER(GFP_CYCLE_LO). */",
        "#define GFP_REGISTER(address) (*(volatile uint32_t *)(address))",
        "#endif",
        "",
        "#endif",
    ]
    return "\n".join(out) + "\n"


def linker_memory(soc: SocSpec, header: str) -> str:
    out = [f"/* {header} */", "/* SPDX-License-Identifier: Apache-2.0 */", "MEMORY", "{"]
    for m in soc.memories:
        out.append(f"  {m.name.upper()} ({m.access}) : ORIGIN = 0x{m.base:08x}, LENGTH = 0x{m.size:08x}")
    return "\n".join([*out, "}"]) + "\n"


_FIELDS_HEAD = """\
/* Descriptors for gf_cfg: byte j = x^(m+j) mod the polynomial, byte 7 = m, the degree. */
#ifndef EVARISTE_FIELDS_H
#define EVARISTE_FIELDS_H

#include <stdint.h>

#if defined(__GNUC__)
#define GF_FIELD_UNUSED __attribute__((unused))
#else
#define GF_FIELD_UNUSED
#endif

typedef union gf_field {
  struct {
    uint8_t column[7]; /* x^(m+j) mod the polynomial; 0 for j > m - 2 */
    uint8_t degree;    /* m, 2 to 8 */
  } part;
  uint8_t byte[8];
  uint32_t word[2]; /* gives the descriptor its alignment */
} gf_field_t;
"""


def fields_header(fields: FieldsSpec, header: str) -> str:
    out = [f"/* {header} */", "/* SPDX-License-Identifier: Apache-2.0 */", _FIELDS_HEAD]
    for f in fields.small:
        kind = "primitive" if f.primitive else f"x has order {f.order}"
        out.append(_field(f"GF_FIELD_0x{f.poly:x}", f.poly, f"degree {f.degree}, {kind}"))
    for r in fields.rings:
        out.append(_field(f"GF_RING_{r.name.upper()}", r.poly, r.about))
    return "\n".join([*out, "", "#endif"]) + "\n"


def _field(name: str, poly: int, about: str) -> str:
    data = descriptor(poly)
    columns = ", ".join(f"0x{b:02x}" for b in data[:7])
    return f"/* {about} */\nstatic const gf_field_t {name} GF_FIELD_UNUSED = {{{{{{{columns}}}, {data[7]}}}}};"
