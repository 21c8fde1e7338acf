# SPDX-License-Identifier: Apache-2.0
"""Reads the machine code that LLVM 19 has for RV32 after its register coalescer, and selects operations.

What it does not know it refuses with the operation, its line and its function. Which operation of the machine stands
for which of LLVM is the key `selects` of the specification. The rest is here: constants, addresses, branches, calls,
divisions.
"""

import re
from collections import Counter
from collections.abc import Callable

from evariste.errors import UserError
from evariste.isa.model import Machine
from evariste.vliw.code import BARRIER, FIRST, FRAME, STACK, Block, End, Function, Op
from evariste.vliw.debug import Locations
from evariste.vliw.places import Places

_BLOCK = re.compile(r"  bb\.(\d+)\b.*:$")
_REGISTER = re.compile(r"[%$](x?)(\d+)(?::\w+)?(?:\(tied-def \d+\))?$")
_ADDRESS = re.compile(r'(?:target-flags\(([\w-]+)\) )?[@&]("[^"]+"|[\w.$]+)(?: ([+-]) (\d+))?$')
_HIGH = re.compile(r'[%$](x?)(\d+)(?::\w+)? = LUI target-flags\([\w-]+\) [@&](?:"[^"]+"|[\w.$]+)(?: ([+-]) (\d+))?')
_FRAME = re.compile(r"%(stack|fixed-stack)\.(\d+)(?:\.[\w.]+)?$")
_FLAGS = ("nsw ", "nuw ", "exact ", "disjoint ", "frame-setup ", "frame-destroy ", "killed ", "dead ", "renamable ",
          "undef ", "implicit-def ", "implicit ", "def ", "early-clobber ", "nneg ", "samesign ", "nomerge ",
          "unpredictable ", "noconvergent ")  # fmt: skip
_FLOATING = re.compile(r"__(add|sub|mul|div|neg|eq|ne|lt|le|gt|ge|unord)[sdt]f[23]|"
                       r"__(fix|fixuns|float|floatun|extend|trunc)\w*[sdt]f\w*")  # fmt: skip
_SKIPPED = {"ADJCALLSTACKUP", "CFI_INSTRUCTION", "DBG_VALUE", "DBG_VALUE_LIST", "DBG_INSTR_REF", "DBG_PHI",
            "DBG_LABEL", "KILL", "EH_LABEL", "LIFETIME_START", "LIFETIME_END"}  # fmt: skip
_FENCES = {"FENCE", "MEMBARRIER"}  # there is one core, which makes its accesses in order
_FRAME_ADDRESS = "$x8"
_MODULE_ASM = re.compile(r"^  module asm ", re.M)
_BRANCHES = {"BEQ": "eq", "BNE": "ne", "BLT": "lt", "BGE": "ge", "BLTU": "ltu", "BGEU": "geu"}
ALIGNED = 16  # bytes: the stack pointer is a multiple of this
_DIVISIONS = {"DIVU": (False, False), "REMU": (False, True), "DIV": (True, False), "REM": (True, True)}


def selection(machine: Machine) -> dict[str, tuple[str, bool]]:
    """LLVM's operations: ours, and whether it has a constant."""
    constant = {"imm", "amount"}
    return {llvm: (i.name, bool(constant & i.fields.keys())) for i in machine for llvm in i.spec.selects}


class Reader:
    """One module."""

    def __init__(self, text: str, machine: Machine, name: str) -> None:
        self.name, self.machine, self.table = name, machine, selection(machine)
        self.text, self.locations, self.places = text, Locations(text), Places(text)
        if _MODULE_ASM.search(text.partition("\n---\n")[0]):
            raise UserError(f"{name}: asm outside of functions is not supported; put it into a .s file.")

    def functions(self) -> list[Function]:
        found = []
        for document in re.split(r"^---\n", self.text, flags=re.M)[1:]:
            if name := re.search(r"^name: +(\S+)", document, re.M):
                found.append(self._function(name[1].strip("'\""), document))
        return found

    def _refuse(self, what: str) -> UserError:
        at = f"{self.place[0]}, line {self.place[1]}" if self.place else self.name
        return UserError(f"{at}, function {self.function.name}: {what}.")

    def _unknown_address(self, text: str) -> UserError:
        what = "of a label" if "blockaddress" in text else f"'{text}'"
        return self._refuse(f"the address {what} is not supported")

    def _function(self, name: str, document: str) -> Function:
        head, _, body = document.partition("\nbody:")
        self.function = function = Function(name, line=self.locations.function(name))
        self.pointers = self.places.function(name)
        self.place = function.line  # of the last operation that has one
        for entry in re.finditer(r"^  - \{ id: (\d+)([^}]*)\}", _part(head, "stack"), re.M | re.S):
            size, align = _key(entry[2], "size", 0), _key(entry[2], "alignment", 1)
            if "variable-sized" in entry[2]:
                function.dynamic = True
                continue
            if align > ALIGNED:
                raise self._refuse(f"an object of its frame is aligned to {align} bytes; {ALIGNED} are supported")
            function.objects[f"stack.{entry[1]}"] = size, align
            if local := _key(entry[2], "local-offset", 0):
                function.local[f"stack.{entry[1]}"] = local
        for entry in re.finditer(r"^  - \{ id: (\d+)([^}]*)\}", _part(head, "fixedStack"), re.M | re.S):
            function.fixed[f"fixed.{entry[1]}"] = _key(entry[2], "offset", 0)
        numbers = [int(n) for n in re.findall(r"%(\d+)", body)]
        function.next_register = 64 + max(numbers, default=0) + 1
        self.constants: dict[int, int] = {}  # of registers with one definition
        self.addresses, self.defined = _addends(body), _definitions(body)
        block = None
        previous = None
        for line in body.splitlines()[1:]:
            if found := _BLOCK.match(line):
                previous, block = block, Block(int(found[1]))
                if previous is not None and previous.end.kind == "none" and not self.ended:
                    previous.end = End("br", target=block.number)
                elif previous is not None and previous.end.kind == "cond" and previous.end.target < 0:
                    previous.end.target = block.number
                function.blocks[block.number], self.ended = block, False
            elif block is not None and line.startswith("    "):
                text = line.strip()
                if text and not text.startswith((";", "successors:", "liveins:")):
                    self._line(text, block)
        return function

    def _line(self, line: str, block: Block) -> None:
        text, place = self.locations.taken(line)
        self.place = place or self.place
        text, _, memory = text.partition(" :: ")
        defs, equals, rest = text.partition(" = ")
        if not equals or not defs.startswith(("%", "$", "dead ", "early-clobber ", "renamable ", "undef ")):
            defs, rest = "", text
        while rest.startswith(_FLAGS):
            rest = rest[rest.index(" ") + 1 :]
        opcode, _, rest = rest.partition(" ")
        operands = [_bare(o) for o in _split(rest)]
        before, end = len(block.ops), block.end
        if _FRAME_ADDRESS in operands:
            operands = self._frame_address(opcode, operands, block)
        self._operation(opcode, [_bare(d) for d in _split(defs)], operands, rest, memory, block)
        for made in (*block.ops[before:], *([block.end] if block.end is not end else [])):
            made.line = place
        for op in block.ops[before:]:
            op.constant, op.place = "invariant load" in memory, self.pointers.place(memory)

    def _frame_address(self, opcode: str, operands: list[str], block: Block) -> list[str]:
        """The operands, with a register for the address of the frame: the stack pointer as the function got it."""
        if opcode in self.table and self.machine.by_name[self.table[opcode][0]].spec.runs_on == "memory":
            raise self._refuse("the frame of a caller is not known")
        register, name = self.function.register(), "fixed.frame"
        self.function.fixed[name] = 0
        block.ops.append(Op("addi", register, [FRAME if self.function.dynamic else STACK], frame=name))
        return [f"%{register - FIRST}" if o == _FRAME_ADDRESS else o for o in operands]

    def _reg(self, text: str) -> int:
        found = _REGISTER.match(text)
        if found is None:
            raise self._refuse(f"the operand {text[:40]} is not a register")
        return int(found[2]) if found[1] else 64 + int(found[2])

    def _operation(
        self, opcode: str, defs: list[str], operands: list[str], rest: str, memory: str, block: Block
    ) -> None:
        dest = self._reg(defs[0]) if defs and defs[0] else 0
        volatile = "volatile" in memory
        add: Callable[[Op], None] = block.ops.append
        if opcode in _SKIPPED:
            return
        if opcode == "COPY":
            add(Op("copy", dest, [self._reg(operands[0])]))
        elif opcode == "IMPLICIT_DEF":
            add(Op("undefined", dest))
        elif opcode == "LUI":
            if found := _ADDRESS.match(operands[0]):
                add(Op("address", dest, symbol=found[2].strip('"'), imm=_addend(found)))
            elif re.fullmatch(r"-?\d+", operands[0]):
                value = int(operands[0]) << 12 & 0xFFFFFFFF
                if self.defined[dest] == 1:
                    self.constants[dest] = value
                add(Op("const", dest, imm=value))
            else:
                raise self._unknown_address(operands[0])
        elif opcode == "PseudoMovAddr":
            found = _ADDRESS.match(operands[0])
            if found is None:
                raise self._unknown_address(operands[0])
            add(Op("address", dest, symbol=found[2].strip('"'), imm=_addend(found)))
        elif opcode == "ADJCALLSTACKDOWN":
            self.function.outgoing = max(self.function.outgoing, int(operands[0]))
            if self.function.dynamic and self.function.outgoing:
                raise self._refuse("arrays of variable length beside arguments on the stack are not supported")
        elif opcode in ("PseudoCALL", "PseudoCALLIndirect", "PseudoTAIL", "PseudoTAILIndirect"):
            self._call(opcode, operands, rest, block)
        elif opcode == "PseudoRET":
            block.end = End("ret", uses=_implicit(rest, self._reg)[0])
            self.ended = True
        elif opcode == "PseudoBR":
            target = int(operands[0].removeprefix("%bb.").split(".")[0])
            if block.end.kind == "cond":
                block.end.target = target
            else:
                block.end = End("br", target=target)
            self.ended = True
        elif opcode in _BRANCHES:
            if block.end.kind == "cond":
                raise self._refuse("a block has two conditional branches")
            sources = [self._reg(o) for o in operands[:2]]
            target = int(operands[2].removeprefix("%bb.").split(".")[0])
            block.end = End("cond", holds=target, compare=_BRANCHES[opcode], sources=sources)
        elif opcode in _DIVISIONS:
            self._division(dest, self._reg(operands[0]), self._reg(operands[1]), *_DIVISIONS[opcode], add)
        elif opcode == "MULHSU":
            self._mixed_product(dest, self._reg(operands[0]), self._reg(operands[1]), add)
        elif opcode == "ORC_B":
            self._spread_bytes(dest, self._reg(operands[0]), add)
        elif opcode == "INLINEASM":
            self._assembly(rest, add)
        elif opcode in _FENCES:
            add(Op(BARRIER, volatile=True))
        elif opcode in ("UNIMP", "EBREAK"):
            add(Op("trap", imm=2))
        elif opcode in self.table:
            self._plain(opcode, dest, operands, volatile, add)
        else:
            raise self._refuse(_unknown(opcode, rest))

    def _plain(self, opcode: str, dest: int, operands: list[str], volatile: bool, add: Callable[[Op], None]) -> None:
        name, constant = self.table[opcode]
        op = Op(name, dest, volatile=volatile)
        for text in operands:
            if found := _FRAME.match(text):
                op.frame = f"{'fixed' if found[1] == 'fixed-stack' else 'stack'}.{found[2]}"
                op.sources.append(FRAME if self.function.dynamic else STACK)
            elif found := _ADDRESS.match(text):
                addend = self.addresses.get(op.sources[-1])
                if "lo" not in (found[1] or "") or addend is None:
                    raise self._refuse(f"{opcode} has an address as its operand")
                # The register has the whole address, with the addend of its high part.
                op.imm = _addend(found) - addend
            elif text.startswith(("%", "$")):
                op.sources.append(self._reg(text))
            elif constant and re.fullmatch(r"-?\d+", text):
                op.imm = int(text)
            else:
                raise self._refuse(f"{opcode} has the unknown operand {text[:40]}")
        if name == "addi" and not op.frame and op.sources[0] in self.constants:
            add(Op("const", dest, imm=self.constants[op.sources[0]] + op.imm & 0xFFFFFFFF))
        elif name == "addi" and not op.frame and op.sources[0] == 0:
            add(Op("const", dest, imm=op.imm & 0xFFFFFFFF))
        elif name == "addi" and not op.frame and op.imm == 0:
            add(Op("copy", dest, op.sources))
        else:
            add(op)

    def _call(self, opcode: str, operands: list[str], rest: str, block: Block) -> None:
        uses, defs = _implicit(rest, self._reg)
        through = opcode.endswith("Indirect")
        sources = [self._reg(operands[0])] if through else []
        found = None if through else _ADDRESS.match(operands[0])
        symbol = found[2].strip('"') if found else ""
        if _FLOATING.fullmatch(symbol):
            raise self._refuse("floating point is not supported")
        if not through and not symbol:
            raise self._refuse(f"a call of {operands[0][:40]} is unknown")
        if opcode.startswith("PseudoTAIL"):
            block.end = End("tail_through" if through else "tail", sources=sources, symbol=symbol, uses=uses)
            self.ended = True
        else:
            name = "call_through" if through else "call"
            block.ops.append(Op(name, sources=sources, symbol=symbol, uses=uses, defs=defs))

    def _mixed_product(self, dest: int, a: int, b: int, add: Callable[[Op], None]) -> None:
        """The high word of a signed number times an unsigned one: that of unsigned ones, less b where a is negative."""
        high, sign, less = (self.function.register() for _ in range(3))
        add(Op("mulhu", high, [a, b]))
        add(Op("srai", sign, [a], 31))
        add(Op("and_reg", less, [sign, b]))
        add(Op("sub", dest, [high, less]))

    def _spread_bytes(self, dest: int, a: int, add: Callable[[Op], None]) -> None:
        """Each byte becomes 0xff if it is not 0. A sum brings whether it is into its highest bit."""
        low, carry, high, up, down = (self.function.register() for _ in range(5))
        most, top = self.function.register(), self.function.register()
        add(Op("const", most, imm=0x7F7F7F7F))
        add(Op("and_reg", low, [a, most]))
        add(Op("add", carry, [low, most]))
        add(Op("or_reg", high, [carry, a]))
        add(Op("andn", top, [high, most]))
        add(Op("slli", up, [top], 1))
        add(Op("srli", down, [top], 7))
        add(Op("sub", dest, [up, down]))

    def _division(self, dest: int, a: int, b: int, signed: bool, rest: bool, add: Callable[[Op], None]) -> None:
        """32 division steps. Signed operands become positive, and the result gets its sign back."""
        new = self.function.register
        signs = [0, 0]
        if signed:
            magnitudes = []
            for i, value in enumerate((a, b)):
                sign, flipped, positive = new(), new(), new()
                add(Op("srai", sign, [value], 31))
                add(Op("xor_reg", flipped, [value, sign]))
                add(Op("sub", positive, [flipped, sign]))
                signs[i] = sign
                magnitudes.append(positive)
            a, b = magnitudes
        remainder, quotient = new(), new()
        add(Op("const", remainder, imm=0))
        add(Op("divi", sources=[a]))
        for _ in range(32):
            add(Op("divs", remainder, [remainder, b]))
        add(Op("divq", quotient))
        result = remainder if rest else quotient
        if signed:
            sign, flipped, value = signs[0], new(), new()
            if not rest:
                sign = new()
                add(Op("xor_reg", sign, signs[:]))
            add(Op("xor_reg", flipped, [result, sign]))
            add(Op("sub", value, [flipped, sign]))
            result = value
        add(Op("copy", dest, [result]))

    def _assembly(self, rest: str, add: Callable[[Op], None]) -> None:
        """An asm statement without text, or a nop: what it gives is what it takes. If it says that it changes memory,
        no access moves over it.
        """
        found = re.match(r'&"?([^",]*)', rest)
        if found is None or found[1].strip() not in ("", "nop"):
            raise self._refuse("asm statements with text are not supported; put them into a .s file")
        operands, tied = _split(rest), dict[int, str]()
        if " mayload" in rest or " maystore" in rest:
            add(Op(BARRIER, volatile=True))
        for text in operands:
            if pair := re.search(r"([%$]\w+)(?::\w+)?\(tied-def (\d+)\)", text):
                tied[int(pair[2])] = pair[1]
        for i, text in enumerate(operands):
            defined = re.match(r"(?:early-clobber )?def (?:early-clobber )?([%$]\w+)", text)
            if defined and i not in tied:
                add(Op("undefined", self._reg(defined[1])))
            elif defined and tied[i] != defined[1]:
                add(Op("copy", self._reg(defined[1]), [self._reg(tied[i])]))


def _unknown(opcode: str, rest: str) -> str:
    """Why there is no operation for one of LLVM's."""
    if opcode.startswith(("F", "PseudoF")) or "FPR" in rest:
        return "floating point is not supported"
    if "TPRel" in opcode or "TLS" in opcode:
        return "variables of a thread (_Thread_local) are not supported; there is one thread"
    return f"unknown operation {opcode}"


def _definitions(body: str) -> Counter[int]:
    """How often each register is written, by its number here."""
    found = Counter[int]()
    for line in body.splitlines():
        left, equals, _ = line.partition(" = ")
        if equals:
            found.update(64 + int(n) for n in re.findall(r"%(\d+)", left))
        found.update(64 + int(n) for n in re.findall(r"\bdef (?:early-clobber )?%(\d+)", line))
    return found


def _addends(body: str) -> dict[int, int]:
    """Of each register with the high part of an address: its addend, if there is one only. Its definition may be in a
    block behind those that use it.
    """
    found: dict[int, set[int]] = {}
    for machine, number, sign, digits in _HIGH.findall(body):
        found.setdefault(int(number) + (0 if machine else 64), set()).add(int(f"{sign}{digits}" or 0))
    return {register: addends.pop() for register, addends in found.items() if len(addends) == 1}


def _part(head: str, key: str) -> str:
    found = re.search(rf"^{key}:\n((?:  .*\n?)*)", head, re.M)
    return found[1] if found else ""


def _key(text: str, key: str, default: int) -> int:
    found = re.search(rf"\b{key}: (-?\d+)", text)
    return int(found[1]) if found else default


def _split(text: str) -> list[str]:
    """At the commas outside of brackets and quotes."""
    return [part.strip() for part in re.findall(r'(?:"[^"]*"|\([^)]*\)|[^,])+', text)]


def _bare(text: str) -> str:
    while text.startswith(_FLAGS):
        text = text[text.index(" ") + 1 :]
    return text


def _addend(found: re.Match[str]) -> int:
    return int(f"{found[3]}{found[4]}") if found[3] else 0


def _implicit(rest: str, register: Callable[[str], int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The registers with arguments and with results of a call."""
    uses = re.findall(r"implicit (?:killed |undef )*(\$x\d+)", rest)
    defs = re.findall(r"implicit-def (?:dead )?(\$x\d+)", rest)
    kept = (1, 2)
    return (tuple(r for u in uses if (r := register(u)) not in kept),
            tuple(r for d in defs if (r := register(d)) not in kept))  # fmt: skip
