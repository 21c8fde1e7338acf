# SPDX-License-Identifier: Apache-2.0
"""Reed-Solomon codes as constants: gen/codes/<backend>/rs_rom_<name>.c, a part of `ev gen`.

The tables are computed here from the definition of the code. A test compares them with what ev_rs_init makes.
"""

from struct import pack, unpack

from evariste.codes.named import CODES
from evariste.codes.reference import ReedSolomon
from evariste.machines import PORTABLE
from evariste.paths import ROOT

# The C name, and the named code it is.
ROM = {"rs255_239": "paper-rs", "rs204_188": "dvb", "rs255_223_ccsds": "ccsds-16", "rs255_239_ccsds": "ccsds-8",
       "rs63_55": "uwb"}  # fmt: skip
# The backends with tables of their own, in front of those that all have.
OWN = tuple(sorted(path.parent.name for path in ROOT.glob("sw/low/*/rs_tables.h")))
BACKENDS = (*OWN, PORTABLE)

# As in rs_tables.h and evariste/backend/codes.h.
FOLDED, BODY, MASK, MATRIX, SEARCH, FORNEY, HALF, PLACE, PASSES = 0, 1, 2, 3, 4, 5, 6, 8, 9
MATRIX_LIMIT = 64
VALUE_AT = (4, 0, 8)  # where ev_rs_syndromes_fold has X0, X1, X2
CONTROL_TAIL, CONTROL_SIX, CONTROL_END = 29, 30, 31


def splat(element: int) -> int:
    """An element in all four lanes."""
    return element * 0x01010101


def lanes(elements: list[int]) -> int:
    """A word from four elements, lane 0 first."""
    return int.from_bytes(bytes(elements), "little")


def one_pass(code: ReedSolomon, first: int, stride: int, size: int, start: int) -> list[int]:
    """The steps root^4 of `size` syndromes from `first`, every `stride`, then the lane weights root^(start - lane)."""
    exponents = [code.step * (code.first_root + first + stride * i) for i in range(size)]
    alpha = code.field.alpha
    weights = [lanes([alpha(e * (start - lane)) for lane in range(4)]) for e in exponents]
    return [splat(alpha(4 * e)) for e in exponents] + weights


def folded_passes(code: ReedSolomon) -> list[int]:
    """The tables of ev_rs_syndromes_fold: passes of five or six syndromes from each class modulo 3."""
    tail = (code.checks % 4 > 0) << CONTROL_TAIL
    words = [splat(code.field.alpha(85)), code.checks & ~3 | (code.checks + 3 & ~3) << 8 | tail]
    for residue in range(3):
        count, done = len(range(residue, code.checks, 3)), 0
        while done < count:
            rest = count - done
            size = 5 if rest in (5, 10) or rest < 5 else 6
            if rest < size:  # some syndromes once more
                done = count - size
            first = residue + 3 * done
            third = code.step * (code.first_root + first) % code.field.order % 3
            words[-1] |= (size == 6) << CONTROL_SIX
            words += [VALUE_AT[third], *one_pass(code, first, 3, size, code.n), first]
            done += size
    words[-1] |= 1 << CONTROL_END
    return words


def direct_passes(code: ReedSolomon, body: int) -> list[int]:
    """The tables of ev_rs_syndromes_direct: the number of passes, then passes of five syndromes, filled with zeros."""
    firsts = range(0, code.checks, 5)
    words = [len(firsts)]
    for first in firsts:
        size = min(5, code.checks - first)
        made = one_pass(code, first, 1, size, code.n - 1 - 4 * body)
        words += [*made[:size], *[0] * (5 - size), *made[size:], *[0] * (5 - size)]
    return words


def matrix(code: ReedSolomon) -> list[int]:
    """The encoder's matrix in blocks of 16 columns.

    Row i is the polynomial of degree < checks that is 1 at root i and 0 at the others, highest coefficient first, times
    root_i^punctured.
    """
    field, checks = code.field, code.checks
    rows, columns = -(-checks // 4) * 4, -(-checks // 16) * 16
    content = [[0] * columns for _ in range(rows)]
    for row, root in enumerate(code.roots):
        quotient = [1]
        for coefficient in code.generator[1:checks]:
            quotient.append(field.mul(quotient[-1], root) ^ coefficient)
        scale = field.alpha(code.punctured * field.log[root] - field.log[field.value(quotient, root)])
        content[row][:checks] = [field.mul(scale, q) for q in quotient]
    return [lanes(line[at : at + 4]) for block in range(0, columns, 16) for line in content
            for at in range(block, block + 16, 4)]  # fmt: skip


def cubes(code: ReedSolomon) -> list[int]:
    """The cubes of all elements in the Gray-code order of ev_rs_search8."""
    field = code.field
    return [lanes([field.mul(x, field.mul(x, x)) for x in range(4 * (i ^ i >> 1), 4 * (i ^ i >> 1) + 4)])
            for i in range(64)]  # fmt: skip


def half(code: ReedSolomon) -> bytes:
    """The factors of c^(2^i) in a solution of y^2 + y = c: sums of theta^(2^j), j < i, where theta has trace 1."""
    field = code.field

    def conjugates(x: int) -> list[int]:
        return [field.alpha(field.log[x] << i) for i in range(field.m)]

    def sum_of(elements: list[int]) -> int:
        total = 0
        for element in elements:
            total ^= element
        return total

    theta = next(1 << bit for bit in range(field.m) if sum_of(conjugates(1 << bit)) == 1)
    return bytes(sum_of(conjugates(theta)[:i]) for i in range(field.m)).ljust(8, b"\0")


def positions(code: ReedSolomon) -> bytes:
    """The position p of each element beta^-p; the order for 0."""
    field, inverse = code.field, pow(code.step, -1, code.field.order)
    return bytes([field.order, *(-field.log[x] * inverse % field.order for x in range(1, field.order + 1))])


def low_tables(code: ReedSolomon) -> list[int]:
    """What ev_rs_low_init of the native backend makes (rs_tables.h)."""
    field, body = code.field, (code.n - 1) // 4
    folded = field.m == 8 and code.n >= 150 and code.checks >= 15
    words = [0] * PASSES
    words[FOLDED] = (2 if code.n == 255 else 1) if folded else 0
    words[BODY], words[MASK] = body, 0xFFFFFFFF >> 8 * (4 * body + 4 - code.n)
    words[FORNEY] = (1 - code.first_root) % field.order
    words[HALF : HALF + 2] = unpack("<2I", half(code))
    room = PASSES + 2 + 42 * ((code.checks + 17) // 18)
    words += folded_passes(code) if folded else direct_passes(code, body)
    if code.checks <= MATRIX_LIMIT:
        words[MATRIX] = len(words)
        words += matrix(code)
        room += 16 * -(-code.checks // 4) * -(-code.checks // 16)
    if field.m == 8:
        words[SEARCH] = len(words)
        words += cubes(code)
        room += 64
    words += [0] * (room - len(words))
    words[PLACE] = room
    place = positions(code)
    return words + list(unpack(f"<{len(place) // 4}I", place))


def shared_tables(code: ReedSolomon) -> tuple[bytes, bytes, bytes]:
    """log, exp (gf_table.h) and the generator's logarithms, coefficient of x^0 first."""
    field = code.field
    log = pack(f"<{1 << field.m}H", 2 * field.order, *(field.log[x] for x in range(1, field.order + 1)))
    exp = bytes(field.exp * 2).ljust(4 << field.m, b"\0")
    generator = pack(f"<{code.checks}H", *(field.log[c] for c in code.generator[:0:-1]))
    return log, exp, generator


def _code(name: str) -> ReedSolomon:
    code = CODES[ROM[name]].code
    assert isinstance(code, ReedSolomon)
    return code


def words(name: str, backend: str) -> list[int]:
    """The table memory of one code for one backend: the backend's own tables, log, exp, the generator."""
    low = low_tables(_code(name)) if backend in OWN else []
    rest = b"".join(shared_tables(_code(name)))
    size = -(-len(rest) // 4)
    return low + list(unpack(f"<{size}I", rest.ljust(4 * size, b"\0")))


def text(name: str, backend: str) -> str:
    """The C source of one code for one backend."""
    code, table = _code(name), words(name, backend)
    field = code.field
    log, exp, generator = shared_tables(code)
    at_log = 2 * (len(table) - -(-len(log + exp + generator) // 4))
    at_generator = at_log + (len(log) + len(exp)) // 2
    lines = [", ".join(f"0x{w:08x}" for w in table[i : i + 8]) for i in range(0, len(table), 8)]
    columns = [field.alpha(field.m + j) if j + 1 < field.m else 0 for j in range(7)]
    descriptor = unpack("<2I", bytes([*columns, field.m]))
    return f"""\
// Generated by `ev gen codes` from evariste/codes/named.py. Do not edit.
// SPDX-License-Identifier: Apache-2.0
// ev_{name} of rs_rom.h is what ev_rs_init makes from polynomial {code.polynomial:#x}, n = {code.n}, k = {code.k},
// first root {code.first_root} and step {code.step}.

#include <evariste/rs_rom.h>

static const uint32_t ev_{name}_tables[{len(table)}] = {{
    {("," + chr(10) + "    ").join(lines)}}};

const ev_rs_code_t ev_{name} = {{
    {{{", ".join(f"0x{word:08x}" for word in descriptor)}}},
    (const uint8_t *)ev_{name}_tables + {2 * at_log + len(log)},
    (const uint16_t *)ev_{name}_tables + {at_log},
    (const uint16_t *)ev_{name}_tables + {at_generator},
    {f"ev_{name}_tables + 0" if at_log else "0"},
    {code.polynomial:#x},
    {field.m}, {field.order},
    {code.n}, {code.k}, {code.checks},
    {code.punctured},
    {code.first_root}, {code.step},
    EV_RS_WORK_BYTES({code.checks})}};
"""
