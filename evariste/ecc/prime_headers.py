# SPDX-License-Identifier: Apache-2.0
"""gen/curves/primes.h and gen/curves/p*.h: constants of the prime fields and of the curves over them.

A reduction folds the upper words of a product into the lower ones. It is generated as a list of terms for each word of
the result, which C and assembly both expand.
"""

from __future__ import annotations

from evariste.ecc import reference as ref
from evariste.ecc.curves import Prime, PrimeCurve, prime_curves, primes, x25519
from evariste.ecc.text import FOLDER, limbs, order, table_head

TEETH = 5  # of the fixed-base comb for secret scalars
BLOCKS = 2  # tables of the comb
BASE_WIDTH = 6  # window of the base point's table for public scalars


def outputs() -> dict[str, str]:
    texts = {f"{FOLDER}/primes.h": _primes()}
    for c in prime_curves().values():
        texts[f"{FOLDER}/{c.name}.h"] = _curve(c)
    return texts


def folds(prime: Prime) -> list[list[int]] | None:
    """For each word j of the result the factors of the words of a product, if all exponents are multiples of 32."""
    if any(exponent % 32 for exponent, _ in prime.terms):
        return None
    n = prime.words
    rows = [[int(i == j) for i in range(2 * n)] for j in range(2 * n)]  # row j: 2^(32 j) by words
    for j in range(2 * n - 1, n - 1, -1):  # 2^(32 j) is the sum of the lower terms, shifted
        for i in range(2 * n):
            factor = rows[i][j]
            if not factor:
                continue
            rows[i][j] = 0
            for exponent, sign in prime.terms[1:]:
                rows[i][j - n + exponent // 32] -= sign * factor
    return [[rows[i][j] for i in range(2 * n)] for j in range(n)]


def top_bounds(prime: Prime) -> tuple[int, int]:
    """The least and the largest word above the result after the first fold."""
    rows = folds(prime)
    assert rows is not None
    low = high = 0
    for row in rows:
        low = (low + sum(f for f in row if f < 0) * 0xFFFFFFFF) >> 32
        high = (high + sum(f for f in row if f > 0) * 0xFFFFFFFF) >> 32
    return low, high


def bias_of(prime: Prime) -> int:
    """The multiple of the prime that makes a folded product positive."""
    low, _ = top_bounds(prime)
    return 1 - low if low < 0 else 0


def _biased(bias: int, prime: Prime, word: int) -> str:
    """What a multiple of the prime adds to a word of the result, but for its leading term."""
    for exponent, sign in prime.terms[1:]:
        if bias and exponent == 32 * word:
            return f"{'PLUS' if sign > 0 else 'MINUS'}_BIAS({bias * abs(sign)})"
    return ""


def _terms(row: list[int]) -> str:
    out = []
    for i, factor in enumerate(row):
        if factor:
            out.append(f"{'PLUS' if factor > 0 else 'MINUS'}{abs(factor) if abs(factor) > 1 else ''}({i})")
    return " ".join(out)


def _continued(lines: list[str]) -> list[str]:
    """The lines of a macro's body."""
    return [f"    {line} \\" for line in lines[:-1]] + [f"    {lines[-1]}"]


def _primes() -> str:
    about = "Prime fields: the modulus of their elements, the prime, and the reduction of a product."
    out = table_head("isa/primes.yaml", about, "FP_PRIMES_H")
    for f in primes().values():
        name, n = f"FP_{f.label}", f.words
        # modulo 2^255 - 19 numbers are kept below twice the prime, so that words are full
        m = 2 * f.p if f.p.bit_length() % 32 == 31 else f.p
        out += [
            f"#define {name}_WORDS {n}",
            f"#define {name}_BITS {f.p.bit_length()}",
            f"#define {name}_MODULUS {limbs(m, n)}",
            f"#define {name}_PRIME {limbs(f.p, n)}",
            f"#define {name}_INVERSE 0x{pow(f.p, -1, 1 << 32):08x}u  // 1/p mod 2^32",
        ]
        rows = folds(f)
        if rows is None:
            out.append("")
            continue
        low, high = top_bounds(f)
        top = [0] * n
        for exponent, sign in f.terms[1:]:
            top[exponent // 32] -= sign
        bias = bias_of(f)
        columns = [
            " ".join(filter(None, [_terms(row), _biased(bias, f, j), f"NEXT({j})"])) for j, row in enumerate(rows)
        ]
        if bias:
            columns[-1] += f" TOP_BIAS({bias})"
        tops = [
            " ".join(filter(None, [f"WORD({j})", ("", "ADD", "SUB")[top[j]], f"NEXT({j})"]))
            for j in range(n)
        ]
        out += [
            f"// The words of a product that make each word of the result. What is left above it is {low} .. {high},",
            f"// with the bias of {bias} p {low + bias} .. {high + bias}.",
            f"#define {name}_FOLD(PLUS, PLUS2, PLUS3, MINUS, MINUS2, NEXT, PLUS_BIAS, MINUS_BIAS, TOP_BIAS) \\",
            *_continued(columns),
            f"// The same for one word t above the top: t 2^{32 * n} mod p.",
            f"#define {name}_TOP(WORD, ADD, SUB, NEXT) \\",
            *_continued(tops),
            "",
        ]
    c = x25519()
    out += [f"#define X25519_A24 {(c.a - 2) // 4}", f"#define X25519_BASE {c.u}", ""]
    return "\n".join([*out, "#endif", ""])


def base_multiples(c: PrimeCurve, width: int = BASE_WIDTH) -> list[ref.Point]:
    """The odd multiples of the base point that digits of so many bits select."""
    g = ref.generator(c)
    return [ref.multiply(c, u, g) for u in range(1, 1 << (width - 1), 2)]


def _points(c: PrimeCurve, name: str, points: list[ref.Point]) -> list[str]:
    lines = [f"static const uint32_t {name}[{len(points)}][2 * {c.words}] = {{"]
    for p in points:
        assert p is not None
        lines.append("    " + limbs(p[0] | p[1] << 32 * c.words, 2 * c.words) + ",")
    return [*lines, "};"]


def comb_entries(c: PrimeCurve, block: int, blocks: int = BLOCKS) -> list[int]:
    """What entry i of a block multiplies the base point by: for each tooth but the last + where bit j of i is set."""
    d = comb_columns(c, blocks)
    last = 1 << ((TEETH - 1) * blocks + block) * d
    return [
        last + sum((1 if i >> j & 1 else -1) << (j * blocks + block) * d for j in range(TEETH - 1))
        for i in range(1 << (TEETH - 1))
    ]


def comb_columns(c: PrimeCurve, blocks: int = BLOCKS) -> int:
    return -(-c.n.bit_length() // (TEETH * blocks))


def _curve(c: PrimeCurve) -> str:
    up = f"ECP_{c.name.upper()}"
    g = ref.generator(c)
    n, nw = c.words, (c.n.bit_length() + 31) // 32
    from evariste.ecc.pem import oid

    out = table_head("isa/curves.yaml", f"Constants of {c.nist} ({c.standard}, {c.oid}).", f"{up}_H")
    out += [
        "#include <stdint.h>",
        "",
        f'#define {up}_NAME "{c.nist}"',
        f"static const uint8_t {up}_OID[] = {{{', '.join(f'0x{x:02x}' for x in oid(c.oid)[2:])}}};",
        f"#define {up}_ORDER_BITS {c.n.bit_length()}",
        f"#define {up}_ORDER_WORDS {nw}",
        "",
        f"static const uint32_t {up}_B[{n}] = {limbs(c.b, n)};",
        f"static const uint32_t {up}_G[2 * {n}] = {limbs(c.gx | c.gy << 32 * n, 2 * n)};",
        *order(f"{up}_ORDER", c.n),
        "// u times the base point, u = 1, 3, ...",
        *_points(c, f"{up}_BASE", base_multiples(c)),
        "",
        f"// Fixed-base comb of {TEETH} teeth in {BLOCKS} blocks, {comb_columns(c)} columns; see "
        "evariste/ecc/prime_headers.py.",
        f"#define {up}_COMB_COLUMNS {comb_columns(c)}",
        *_points(c, f"{up}_COMB", [ref.multiply(c, k, g) for b in range(BLOCKS) for k in comb_entries(c, b)]),
    ]
    return "\n".join([*out, "", "#endif", ""])
