# SPDX-License-Identifier: Apache-2.0
"""gen/<machine>/<machine>_isa_pkg.sv: for the RTL decoder, patterns and a recogniser per instruction."""

from evariste.isa.model import Field, Instruction, Machine
from evariste.isa.schema import SocSpec


def emit(machine: Machine, soc: SocSpec, header: str) -> str:
    out = [f"// {header}", "// SPDX-License-Identifier: Apache-2.0", ""]
    out += [
        f"package {machine.name}_isa_pkg;",
        "",
        "  // The package offers every fact of the specification; a design uses those it needs.",
        "  // verilator lint_off UNUSEDPARAM",
        "",
    ]
    out += ["  // Instruction words: a word w is the instruction when (w & MASK) == MATCH and is_<name>(w)."]
    for insn in machine:
        bits = 8 * insn.size
        for what, value in (("MASK", insn.mask), ("MATCH", insn.match)):
            out.append(f"  localparam logic [{bits - 1}:0] {insn.name.upper()}_{what} = {bits}'h{value:0{bits // 4}x};")
    out += ["", "  // The same as patterns for casez. An exclusion is not in a pattern: is_<name>(w) knows it."]
    for insn in machine:
        bits = 8 * insn.size
        out.append(f"  localparam logic [{bits - 1}:0] OPC_{insn.name.upper()} = {bits}'b{_pattern(insn)};")
    out += ["", "  // Bits 25:16 of the Galois-field instructions."]
    for insn in machine:
        if insn.group == "galois":
            out.append(f"  localparam logic [9:0] GFOP_{insn.name.upper()} = 10'h{insn.match >> 16 & 0x3FF:03x};")
    out += ["", "  // Exception numbers (IPSR) and causes of faults."]
    for e in machine.spec.exceptions:
        out.append(f"  localparam logic [5:0] EXC_{e.name.upper()} = 6'd{e.number};")
    for c in machine.spec.causes:
        out.append(f"  localparam logic [3:0] CAUSE_{c.name.upper()} = 4'd{c.code};")
    out += ["", "  // Special registers (SYSm of mrs and msr)."]
    for number, name in machine.spec.special_registers.items():
        out.append(f"  localparam logic [7:0] SYSM_{name.upper()} = 8'd{number};")
    out += ["", "  // Memory map."]
    for m in soc.memories:
        out.append(f"  localparam logic [31:0] {m.name.upper()}_BASE = 32'h{m.base:08x};")
        out.append(f"  localparam int unsigned {m.name.upper()}_SIZE = 32'h{m.size:08x};")
    for p in soc.peripherals:
        for r in p.registers:
            out.append(f"  localparam logic [31:0] {r.name.upper()}_ADDR = 32'h{p.base + r.offset:08x};")
    out += ["", "  // verilator lint_on UNUSEDPARAM"]
    out += ["", "  // First halfword of a 32-bit instruction."]
    out += [
        "  function automatic logic is_wide(logic [4:0] top);",
        "    return top[4:3] == 2'b11 && top[2:0] > 3'd4;",
        "  endfunction",
    ]
    for insn in machine:
        out += ["", *_recogniser(insn)]
    out += ["", f"endpackage : {machine.name}_isa_pkg", ""]
    return "\n".join(out)


def _pattern(insn: Instruction) -> str:
    """The bits of an encoding, `?` for those that may be either, in groups of four."""
    bits = [str(insn.match >> i & 1) if insn.mask >> i & 1 else "?" for i in reversed(range(8 * insn.size))]
    return "_".join("".join(bits[i : i + 4]) for i in range(0, len(bits), 4))


def _recogniser(insn: Instruction) -> list[str]:
    name, bits = insn.name.upper(), 8 * insn.size
    terms = [f"(w & {name}_MASK) == {name}_MATCH"] + [_allowed(insn, entry) for entry in insn.excluded]
    lines = [f"  // {insn.spec.syntax}", f"  function automatic logic is_{insn.name}(logic [{bits - 1}:0] w);"]
    if len(terms) == 1:
        return [*lines, f"    return {terms[0]};", "  endfunction"]
    return [
        *lines,
        "    logic hit;",
        f"    hit = {terms[0]};",
        *(f"    if ({t}) hit = 1'b0;" for t in terms[1:]),
        "    return hit;",
        "  endfunction",
    ]


def _allowed(insn: Instruction, entry: dict[str, frozenset[int]]) -> str:
    """The condition under which an exclusion applies."""
    return " && ".join(_inside(insn.fields[o], values) for o, values in entry.items())


def _inside(field: Field, values: frozenset[int]) -> str:
    where = _slices(field)
    every = frozenset(range(1 << field.width))
    few, sign = (values, "") if len(values) <= len(every - values) else (every - values, "!")
    items = []
    for low, high in _ranges(sorted(few)):
        a, b = f"{field.width}'d{low}", f"{field.width}'d{high}"
        items.append(a if low == high else f"[{a} : {b}]")
    if len(items) == 1 and ":" not in items[0]:
        return f"{where} {'!=' if sign else '=='} {items[0]}"
    test = f"{where} inside {{{', '.join(items)}}}"
    return f"!({test})" if sign else f"({test})"


def _slices(field: Field) -> str:
    parts = []
    for low, high in _ranges(sorted(field.bits)):
        parts.insert(0, f"w[{high}:{low}]" if high > low else f"w[{low}]")
    return parts[0] if len(parts) == 1 else "{" + ", ".join(parts) + "}"


def _ranges(values: list[int]) -> list[tuple[int, int]]:
    """Runs of consecutive values."""
    runs: list[tuple[int, int]] = []
    for v in values:
        if runs and runs[-1][1] == v - 1:
            runs[-1] = (runs[-1][0], v)
        else:
            runs.append((v, v))
    return runs
