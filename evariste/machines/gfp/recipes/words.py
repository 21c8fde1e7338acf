# SPDX-License-Identifier: Apache-2.0
"""Random instruction words in a row: legal ones, ones almost legal, anything. The HardFault handler steps over a fault.

Unlike the programs of `generate`, these have no structure. They go wherever their words lead, some of them in circles,
from any address and with handlers at any address. A run of them needs a bound.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from random import Random

from evariste.isa.model import Instruction
from evariste.machines.gfp.recipes import layout
from evariste.machines.gfp.recipes.assembler import CORE, ISA, Code
from evariste.machines.gfp.recipes.generator import Program
from evariste.verification.randprog.writer import Recipe

VECTORS = 64
COUNT = 40  # words in a row
STALE = "stored over after it was fetched"  # lock-step says so of a difference
# If a store overwrites a word that the RTL has already fetched, either word may execute; the comparison ends there.
RECIPE = Recipe("words", length=COUNT, ends=(), cycles=500, excuse=STALE)
BKPT, UDF, SVC, MRS = b"\x00\xbe", b"\x00\xde", b"\x00\xdf", b"\xef\xf3\x05\x80"  # of IPSR into r0
RETURN = ((0x4770,), (0xB500, 0xBD00))  # bx lr; push {lr}, pop {pc}
ALMOST = (0x2000, 0x0600, 0x3001, 0x4700)  # movs r0, #...; lsls r0, #24; adds r0, #1; bx r0: nearly a return
STEP = (0x9806, 0x3002, 0x9006)  # ldr r0, [sp, #24]; adds r0, #2; str r0, [sp, #24]: the frame's return address
FORGE = (0x9807, 0x3000, 0x9007)  # the same of its xPSR: adds another number to that of the exception
STEP_OVER_FOUR = (STEP[0], STEP[1] + 2, STEP[2])
NEAR_PARTS = 4
NOP = 0xBF00
INTO_RAM = 0x4668  # mov rN, sp


def program(seed: int) -> Program:
    """The words, the handlers, vectors and some data."""
    rng = Random(f"words/{seed}")
    body = [_word(rng) for _ in range(COUNT)]
    step, other = STEP, rng.choice(RETURN)
    if rng.random() < 0.3:  # the fault handler returns to another exception, from which svc may, or may not, be taken
        other_exception = rng.choice((1, 2, 3, 8, 10, 11, 32, rng.randrange(64)))
        step += tuple(h | (h >> 12 == 3) * other_exception for h in FORGE)
        body[:0] = [UDF, SVC, MRS]
    if rng.random() < 0.1:
        other = (ALMOST[0] | rng.choice((0x70, 0xB0, 0xD0, 0xE0)), *ALMOST[1:])
    return Program(seed, RECIPE, *_memory(rng, [*body, BKPT * rng.choice((1, 2))], step, other))


def near(seed: int, insns: Sequence[Instruction] = CORE) -> list[tuple[int, bytes]]:
    """Segments of memory like those of a program, with words of one kind: illegal, but one changed bit or other
    operands away from legal. Four consecutive seeds, the first a multiple of four, cover every bit of each of these
    instructions.
    """
    rng = Random(f"near/{seed // NEAR_PARTS}")
    words = [word for insn in insns for bit in range(8 * insn.size) if (word := _near(rng, insn, 1 << bit))]
    words += [word for insn in insns for change in _excluded(insn) if (word := _near(rng, insn, change))]
    rng.shuffle(words)
    body = [*words[seed % NEAR_PARTS :: NEAR_PARTS], BKPT * 2]
    return _memory(rng, body, STEP_OVER_FOUR, rng.choice(RETURN))[0]


def short(seed: int) -> Iterator[list[tuple[int, bytes]]]:
    """Programs of two short instructions, which are a long one but for one of the bits that say so. Their registers
    point into RAM. Four consecutive seeds, the first a multiple of four, cover all long instructions and bits.
    """
    rng = Random(f"short/{seed // NEAR_PARTS}")
    words = [_legal(rng, insn) ^ 1 << bit for insn in ISA.of_size(4) for bit in range(27, 32)]
    pairs = [word for word in words if not ISA.is_long(word >> 16)]
    for word in pairs[seed % NEAR_PARTS :: NEAR_PARTS]:
        body = [ISA.to_bytes(INTO_RAM | r, 2) for r in range(8)] + [ISA.to_bytes(word, 4), BKPT * 2]
        yield _memory(rng, body, STEP, rng.choice(RETURN))[0]


def _excluded(insn: Instruction) -> Iterator[tuple[int, int]]:
    """Bits of the word that make it illegal: which, and their values."""
    for entry in insn.excluded:
        for raw in product(*map(sorted, entry.values())):
            fields = [insn.fields[name] for name in entry]
            yield sum(f.place(-1) for f in fields), sum(f.place(v) for f, v in zip(fields, raw, strict=True))


def _near(rng: Random, insn: Instruction, change: int | tuple[int, int]) -> bytes:
    """Four bytes: a legal word with bits inverted or replaced, and a nop after it if it is a short one. Nothing if it
    is still legal.
    """
    for _ in range(10):
        word = _legal(rng, insn)
        word = word ^ change if isinstance(change, int) else word & ~change[0] | change[1]
        size = 4 if insn.size == 4 and ISA.is_long(word >> 16) else 2
        if size == insn.size and (size == 4 or not ISA.is_long(word)) and ISA.decode(word, size) is None:
            return ISA.to_bytes(word if size == 4 else word << 16 | NOP, 4)
    return b""


def _legal(rng: Random, insn: Instruction) -> int:
    while True:
        word = insn.match | rng.getrandbits(8 * insn.size) & ~insn.mask
        if (found := ISA.decode(word, insn.size)) is not None and found.insn is insn:
            return word


def _memory(
    rng: Random, body: list[bytes], step: tuple[int, ...], exception: tuple[int, ...]
) -> tuple[list[tuple[int, bytes]], list[Code]]:
    """Segments, and the code in them; `step`: what the HardFault handler does, `exception`: the others."""
    fault = [h.to_bytes(2, "little") for h in (*step, *rng.choice(RETURN))]
    other = [h.to_bytes(2, "little") for h in exception]
    words = (body, fault, other)
    sizes = [sum(map(len, part)) for part in words]
    while True:
        at, fault_at, other_at = places = [_anywhere(rng, size) for size in sizes]
        ends = sorted((a, a + size) for a, size in zip(places, sizes, strict=True))
        if all(end <= start for (_, end), (start, _) in pairwise(ends)):
            break
    codes = [Code(place, place + size + 1) for place, size in zip(places, sizes, strict=True)]
    for code, part in zip(codes, words, strict=True):
        for word in part:
            code.raw(*(int.from_bytes(word[i : i + 2], "little") for i in range(0, len(word), 2)))
    vectors = [layout.RAM + rng.randrange(0x400, 0x1000), at | 1, 0, fault_at | 1, *[other_at | 1] * (VECTORS - 4)]
    data = rng.randbytes(256)
    segments = [
        (layout.RAM + 0x1000, data),
        *((code.base, bytes(code.data)) for code in (codes[0], codes[2], codes[1])),
        (layout.ROM, b"".join(word.to_bytes(4, "little") for word in vectors)),
    ]
    return segments, codes


def _anywhere(rng: Random, length: int) -> int:
    """An even address with room for so many bytes, often at the end of a memory."""
    first, end = rng.choice(((layout.ROM + 4 * VECTORS, layout.ROM_END), (layout.RAM + 0x2000, layout.RAM_END)))
    return rng.choice((rng.randrange(first, end - length), end - length - rng.randrange(64), end - length)) & ~1


def _word(rng: Random) -> bytes:
    kind = rng.randrange(8)
    if kind == 0:
        word = rng.randrange(0xE800)
        return ISA.to_bytes(word, 2)
    insn = rng.choice(CORE)
    word = insn.match | rng.getrandbits(8 * insn.size) & ~insn.mask
    if kind == 1:
        word ^= 1 << rng.randrange(8 * insn.size)
    return ISA.to_bytes(word, insn.size)
