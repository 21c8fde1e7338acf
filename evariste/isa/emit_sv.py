# SPDX-License-Identifier: Apache-2.0
"""gen/<machine>/<machine>_isa_pkg.sv: for the RTL decoder, patterns and a recogniser per instruction."""

from collections.abc import Iterable

from evariste.isa.model import Field, Instruction, Machine
from evariste.isa.schema import OpcodeSpec, SocSpec


def emit(machine: Machine, soc: SocSpec, header: str) -> str:
    out = [f"// {header}", "// SPDX-License-Identifier: Apache-2.0", ""]
    out += [
        f"package {machine.name}_isa_pkg;",
        "",
        "  // The package holds all facts of the specification. A design may leave some of them unused.",
        "  // verilator lint_off UNUSEDPARAM",
        "",
    ]
    out += ["  // Fixed bits of each instruction: (w & MASK) == MATCH. Only is_<name>(w) checks exclusions."]
    for insn in machine:
        bits = 8 * insn.size
        for what, value in (("MASK", insn.mask), ("MATCH", insn.match)):
            out.append(f"  localparam logic [{bits - 1}:0] {insn.name.upper()}_{what} = {bits}'h{value:0{bits // 4}x};")
    out += ["", "  // The same fixed bits as patterns for casez, again without exclusions."]
    for insn in machine:
        bits = 8 * insn.size
        out.append(f"  localparam logic [{bits - 1}:0] OPC_{insn.name.upper()} = {bits}'b{_pattern(insn)};")
    for group in machine.spec.groups:
        if group.opcode is not None:
            out += ["", f"  // {group.opcode.about}", *_opcodes(machine, group.name, group.opcode)]
    if machine.spec.exceptions or machine.spec.causes:
        out += ["", "  // Exception numbers and causes of faults."]
    width = machine.spec.exception_bits or _bits(e.number for e in machine.spec.exceptions)
    for e in machine.spec.exceptions:
        out.append(f"  localparam logic [{width - 1}:0] EXC_{e.name.upper()} = {width}'d{e.number};")
    width = _bits(c.code for c in machine.spec.causes)
    for c in machine.spec.causes:
        out.append(f"  localparam logic [{width - 1}:0] CAUSE_{c.name.upper()} = {width}'d{c.code};")
    for name, file in machine.spec.registers.items():
        if file.constants is not None:
            out += ["", f"  // {file.constants.about}"]
            for number, register in machine.register_names(name).items():
                constant = f"{file.constants.systemverilog}_{register.upper()}"
                out.append(f"  localparam logic [7:0] {constant} = 8'd{number};")
    out += ["", "  // Memory map."]
    for m in soc.memories:
        out.append(f"  localparam logic [31:0] {m.name.upper()}_BASE = 32'h{m.base:08x};")
        out.append(f"  localparam int unsigned {m.name.upper()}_SIZE = 32'h{m.size:08x};")
    for p in soc.peripherals:
        for r in p.registers:
            out.append(f"  localparam logic [31:0] {r.name.upper()}_ADDR = 32'h{p.base + r.offset:08x};")
    out += ["", "  // verilator lint_on UNUSEDPARAM"]
    if machine.spec.words.long:
        out += ["", *_is_wide(machine.spec.words.long)]
    for insn in machine:
        out += ["", *_recogniser(insn)]
    out += ["", f"endpackage : {machine.name}_isa_pkg", ""]
    return "\n".join(out)


def _pattern(insn: Instruction) -> str:
    """The bits of an encoding, with `?` for don't-care bits, in groups of four."""
    bits = [str(insn.match >> i & 1) if insn.mask >> i & 1 else "?" for i in reversed(range(8 * insn.size))]
    return "_".join("".join(bits[i : i + 4]) for i in range(0, len(bits), 4))


def _bits(numbers: Iterable[int]) -> int:
    """Bits that hold each of the numbers."""
    return max([1, *(number.bit_length() for number in numbers)])


def _opcodes(machine: Machine, group: str, opcode: OpcodeSpec) -> list[str]:
    width = opcode.high - opcode.low + 1
    return [
        f"  localparam logic [{width - 1}:0] {opcode.name}_{insn.name.upper()} = "
        f"{width}'h{insn.match >> opcode.low & (1 << width) - 1:0{(width + 3) // 4}x};"
        for insn in machine
        if insn.group == group
    ]


def _is_wide(prefixes: list[str]) -> list[str]:
    """A function of the bits that say whether a first unit begins a long word."""
    width, lowest = len(prefixes[0]), min(prefixes)
    upper = width // 2
    every = {f"{i:0{width}b}" for i in range(int(lowest, 2), 1 << width)}
    if every == {*prefixes} and lowest[:upper] == "1" * upper:  # the highest values: one comparison
        ones, rest = f"{upper}'b{lowest[:upper]}", f"{width - upper}'d{int(lowest[upper:], 2) - 1}"
        test = f"top[{width - 1}:{width - upper}] == {ones} && top[{width - upper - 1}:0] > {rest}"
    else:
        listed = ", ".join(f"{width}'b{p}" for p in prefixes)
        test = f"top inside {{{listed}}}"
    return [
        "  // Does this unit begin a long instruction? `top` holds its highest bits.",
        f"  function automatic logic is_wide(logic [{width - 1}:0] top);",
        f"    return {test};",
        "  endfunction",
    ]


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
