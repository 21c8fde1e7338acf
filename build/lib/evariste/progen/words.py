# SPDX-License-Identifier: Apache-2.0
"""Random instruction words in a row: legal ones, ones almost legal, anything. The HardFault handler steps over a fault.

Unlike the programs of `generate`, these know nothing of what they do: they go wherever their words lead, some of them
in circles, from any address and with handlers at any address. A run of them needs a bound.
"""

from random import Random

from evariste.isa.model import to_bytes
from evariste.progen import layout
from evariste.progen.assembler import ISA

VECTORS = 64
COUNT = 40  # words in a row
BKPT = b"\x00\xbe"
RETURN = ((0x4770,), (0xB500, 0xBD00))  # bx lr; push {lr}, pop {pc}
STEP = (0x9806, 0x3002, 0x9006)  # ldr r0, [sp, #24]; adds r0, #2; str r0, [sp, #24]: the frame's return address


def soup(seed: int) -> list[tuple[int, bytes]]:
    """Segments of memory: vectors, the words, the handlers, and some data."""
    rng = Random(f"words/{seed}")
    body = b"".join(_word(rng) for _ in range(COUNT)) + BKPT * 2
    fault = b"".join(h.to_bytes(2, "little") for h in (*STEP, *rng.choice(RETURN)))
    other = b"".join(h.to_bytes(2, "little") for h in rng.choice(RETURN))
    at, fault_at, other_at = (_anywhere(rng, len(code)) for code in (body, fault, other))
    vectors = [layout.RAM + rng.randrange(0x400, 0x1000), at | 1, 0, fault_at | 1, *[other_at | 1] * (VECTORS - 4)]
    return [
        (layout.RAM + 0x1000, rng.randbytes(256)),
        (at, body),
        (other_at, other),
        (fault_at, fault),
        (layout.ROM, b"".join(word.to_bytes(4, "little") for word in vectors)),
    ]


def _anywhere(rng: Random, length: int) -> int:
    """An even address with room for so many bytes, often at the end of a memory."""
    first, end = rng.choice(((layout.ROM + 4 * VECTORS, layout.ROM_END), (layout.RAM + 0x2000, layout.RAM_END)))
    return rng.choice((rng.randrange(first, end - length), end - length - rng.randrange(64))) & ~1


def _word(rng: Random) -> bytes:
    kind = rng.randrange(8)
    if kind == 0:
        word = rng.randrange(0xE800)
        return to_bytes(word, 2)
    insn = rng.choice(list(ISA))
    word = insn.match | rng.getrandbits(8 * insn.size) & ~insn.mask
    if kind == 1:
        word ^= 1 << rng.randrange(8 * insn.size)
    return to_bytes(word, insn.size)
