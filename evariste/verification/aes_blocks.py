# SPDX-License-Identifier: Apache-2.0
"""Proofs of the blocks of rtl/gf/aes, for all operands, against FIPS 197 written plainly: a table for the S-box, from
the inverse in the field and the affine map of 5.1.1, and the other steps byte by byte.

    sbox      both directions, all 256 values
    rounds    SubBytes, ShiftRows, MixColumns, AddRoundKey, and the inverse; with and without the (Inv)MixColumns
    expand    words 4j to 4j+3 of the key schedule (5.2) from the eight before them, for each length of a key
"""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from evariste.gf.field import Field
from evariste.verification import abc, aig, proof, unroll
from evariste.verification.aig import Aig, Builder
from evariste.verification.fixed_field import bits

FOLDER = "rtl/gf/aes"
Byte = list[int]  # literals, bit 0 first
# The steps of aes_expand as aes_pkg numbers them: words of the key, and j modulo its period.
STEPS = {0: (4, 1), 1: (6, 1), 2: (6, 2), 3: (6, 3), 4: (6, 4), 5: (8, 2), 6: (8, 3)}
CONSTANT = 0x1B  # of the polynomial x^8 + x^4 + x^3 + x + 1


@cache
def box() -> tuple[int, ...]:
    """The S-box (5.1.1)."""
    field = Field(0x11B)
    found = []
    for a in range(256):
        b = field.inverse(a) if a else 0
        found.append(0x63 ^ sum((sum(b >> (i + k) % 8 & 1 for k in (0, 4, 5, 6, 7)) & 1) << i for i in range(8)))
    return tuple(found)


@cache
def inverse_box() -> tuple[int, ...]:
    return tuple(box().index(a) for a in range(256))


def block(top: str, sources: Iterable[Path] | None = None) -> Aig:
    """The elaborated block; `sources` are other files than the project's."""
    files = proof.sources(FOLDER) if sources is None else sources
    return unroll.read(proof.graph(top, files, passes=proof.FLAT)).graph


def sbox(sources: Iterable[Path] | None = None) -> str | None:
    """aes_sbox"""
    graph = block("aes_sbox", sources)
    for inverse, table in enumerate((box(), inverse_box())):
        ports = {name: sum((a >> i & 1) << a for a in range(256)) for i, name in enumerate(bits("in_i", 8))}
        found = graph.value(ports | {"inverse_i": (1 << 256) - 1 if inverse else 0}, 256)
        for a in range(256):
            got = sum((found[name] >> a & 1) << i for i, name in enumerate(bits("out_o", 8)))
            if got != table[a]:
                return f"the {'inverse ' * inverse}S-box of {a:#04x} is {got:#04x}, not {table[a]:#04x}."
    return None


def rounds(sources: Iterable[Path] | None = None) -> str | None:
    """aes_round"""
    graph = block("aes_round", sources)
    for inverse in (0, 1):
        for last in (0, 1):
            built = Builder([*bits("state_i", 128), *bits("key_i", 128)])
            state, key = _bytes(built, "state_i", 16), _bytes(built, "key_i", 16)
            table = inverse_box() if inverse else box()
            moved = [_looked_up(built, table, state[_source(i, inverse)]) for i in range(16)]
            if inverse:
                wanted = _sums(built, moved, key)
                wanted = wanted if last else _mixed(built, wanted, (14, 11, 13, 9))
            else:
                wanted = _sums(built, moved if last else _mixed(built, moved, (2, 3, 1, 1)), key)
            wrong = _unlike(built, graph, {"inverse_i": inverse, "last_i": last}, wanted)
            if wrong is not None:
                return f"the {'inverse ' * inverse}round{', the last one,' * last} differs for {wrong}."
    return None


def expand(sources: Iterable[Path] | None = None) -> str | None:
    """aes_expand"""
    graph = block("aes_expand", sources)
    for step, (length, j) in STEPS.items():
        ports = {"recent_i": 128, "older_i": 128, "constant_i": 8}
        built = Builder([name for port, width in ports.items() for name in bits(port, width)])
        recent, older = _words(built, "recent_i", 4), _words(built, "older_i", 4)
        words = {4 * j - 8 + i: word for i, word in enumerate([*older, *recent])}
        constant = [built.literals[name] for name in bits("constant_i", 8)]
        first = 4 * j
        if step == 1:  # the rest of the key
            words |= {4 + i: word for i, word in enumerate(older[2:])}
            first = 6
        for i in range(first, 4 * j + 4):
            words[i] = _sums(built, words[i - length], _temporary(built, i, length, words[i - 1], constant))
        wanted = [byte for i in range(4 * j, 4 * j + 4) for byte in words[i]]
        wrong = _unlike(built, graph, {name: step >> i & 1 for i, name in enumerate(bits("step_i", 3))}, wanted)
        if wrong is not None:
            return f"round key {j} of a key of {length} words differs for {wrong}."
    return None


def _temporary(built: Builder, i: int, length: int, word: list[Byte], constant: Byte) -> list[Byte]:
    """What is added to word i - Nk, figure 11 of the standard."""
    if i % length == 0:
        rotated = [_looked_up(built, box(), byte) for byte in (*word[1:], word[0])]
        return [*_sums(built, rotated[:1], [constant]), *rotated[1:]]
    if length == 8 and i % length == 4:
        return [_looked_up(built, box(), byte) for byte in word]
    return word


def _bytes(built: Builder, port: str, count: int) -> list[Byte]:
    names = bits(port, 8 * count)
    return [[built.literals[name] for name in names[8 * i : 8 * i + 8]] for i in range(count)]


def _words(built: Builder, port: str, count: int) -> list[list[Byte]]:
    every = _bytes(built, port, 4 * count)
    return [every[4 * i : 4 * i + 4] for i in range(count)]


def _source(i: int, inverse: int) -> int:
    """The byte that ShiftRows, or its inverse, brings to place i: row i mod 4 moves by as many columns."""
    row, column = i % 4, i // 4
    return row + 4 * ((column - row if inverse else column + row) % 4)


def _looked_up(built: Builder, table: tuple[int, ...], a: Byte) -> Byte:
    """A table as a tree of multiplexers."""
    return [_tree(built, [entry >> i & 1 for entry in table], a) for i in range(8)]


def _tree(built: Builder, values: list[int], select: Byte) -> int:
    for bit in select:
        values = [built.mux(one, other, bit) for one, other in zip(values[::2], values[1::2], strict=True)]
    return values[0]


def _sums(built: Builder, a: list[Byte], b: list[Byte]) -> list[Byte]:
    return [[built.xor(x, y) for x, y in zip(one, other, strict=True)] for one, other in zip(a, b, strict=True)]


def _mixed(built: Builder, state: list[Byte], row: tuple[int, ...]) -> list[Byte]:
    """The columns times a matrix: byte i of a column is the sum of row[k] times byte i + k."""
    found = []
    for i in range(16):
        total = [aig.FALSE] * 8
        for k, factor in enumerate(row):
            product = _times(built, state[i // 4 * 4 + (i + k) % 4], factor)
            total = [built.xor(one, other) for one, other in zip(total, product, strict=True)]
        found.append(total)
    return found


def _times(built: Builder, a: Byte, factor: int) -> Byte:
    total = [aig.FALSE] * 8
    while factor:
        if factor & 1:
            total = [built.xor(one, other) for one, other in zip(total, a, strict=True)]
        a = [built.xor(low, a[7]) if CONSTANT >> i & 1 else low for i, low in enumerate([aig.FALSE, *a[:7]])]
        factor >>= 1
    return total


def _unlike(built: Builder, graph: Aig, fixed: dict[str, int], wanted: Iterable[Byte]) -> dict[str, str] | None:
    """An input for which the block differs from these bytes."""
    made = built.add(graph, {**built.literals, **fixed})
    names = bits("out_o", 128)
    ours = built.graph({name: made[name] for name in names})
    plain = built.graph(dict(zip(names, (bit for byte in wanted for bit in byte), strict=True)))
    (found,) = abc.differences([(ours, plain)])
    return None if found is None else dict(_shown(found))


def _shown(found: dict[str, int]) -> Iterator[tuple[str, str]]:
    for port in dict.fromkeys(name.partition("[")[0] for name in found):
        yield port, f"{sum(found.get(name, 0) << i for i, name in enumerate(bits(port, 128))):#x}"
