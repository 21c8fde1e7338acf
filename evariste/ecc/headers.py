# SPDX-License-Identifier: Apache-2.0
"""gen/curves/*.h: field and curve constants for the firmware, from isa/fields.yaml and isa/curves.yaml.

The headers of prime fields and curves are made by `prime_headers`.
"""

from __future__ import annotations

from evariste import generated
from evariste.ecc import koblitz, prime_headers
from evariste.ecc import reference as ref
from evariste.ecc.curves import BinaryCurve as Curve
from evariste.ecc.curves import binary_curves, fields
from evariste.ecc.pem import oid
from evariste.ecc.text import FOLDER, limbs, order, table_head

BASE_WIDTH = 6  # window of the base point's table for public scalars
WIDTH = 5  # window for any other point
TEETH = 5  # of the fixed-base comb for secret scalars


def outputs() -> dict[str, str]:
    """The contents of every header, by its path from the repository's root."""
    texts = {f"{FOLDER}/fields.h": _fields(), f"{FOLDER}/tau.h": _tau()}
    for c in binary_curves().values():
        texts[f"{FOLDER}/{c.name}.h"] = _curve(c)
    return texts | prime_headers.outputs()


def stale() -> list[str]:
    return generated.stale(outputs(), (FOLDER,))


def write(paths: list[str]) -> list[str]:
    return generated.write(outputs(), paths)


def _fields() -> str:
    out = table_head(
        "isa/fields.yaml", "Fields: size, modulus without its leading term, trace of each power of x.", "GF2M_FIELDS_H"
    )
    for m, f in fields().items():
        n = (m + 31) // 32
        terms = [t for t in range(m - 1, -1, -1) if f >> t & 1]
        traces = sum(t << i for i, t in enumerate(_power_sums(m, f)))
        out += [
            f"#define GF2_{m}_WORDS {n}",
            f"#define GF2_{m}_OCTETS {(m + 7) // 8}",
            f"#define GF2_{m}_TERMS {{{', '.join(map(str, terms))}}}",
            f"#define GF2_{m}_TRACE {limbs(traces, n)}",
            "",
        ]
    return "\n".join([*out, "#endif", ""])


def _power_sums(m: int, f: int) -> list[int]:
    """Tr(x^i) for i < m: the power sums of the roots of f, by Newton's identities modulo 2."""
    e = [f >> (m - j) & 1 for j in range(m + 1)]
    p = [m & 1]
    for k in range(1, m):
        p.append((sum(e[j] & p[k - j] for j in range(1, k)) + k * e[k]) & 1)
    return p


def _tau() -> str:
    about = "Tau-adic digits: for each odd residue modulo tau^w the digit and the u + v tau it stands for."
    out = table_head("the definition in evariste/ecc/koblitz.py", about, "EC2_TAU_H")
    out += [f"#define EC2_TAU_BLOCK {koblitz.BLOCK}  // digits found before a division by tau^{koblitz.BLOCK}"]
    out += [f"#define EC2_TAU_CHORDS {len(koblitz.chord_window(1, WIDTH).chords)}"]
    for a, mu in ((0, -1), (1, 1)):
        powers = ", ".join(_pair(koblitz.power(mu, i)) for i in range(koblitz.BLOCK))
        t0, t1 = koblitz.power(mu, koblitz.BLOCK)
        out += [
            f"#define EC2_TAU_A{a}_POWERS {{{powers}}}",
            f"#define EC2_TAU_A{a}_CONJUGATE {_pair((t0 + mu * t1, -t1))}  // of tau^{koblitz.BLOCK}",
        ]
        chords = koblitz.chord_window(mu, WIDTH)
        for win in (chords, koblitz.window(mu, BASE_WIDTH)):
            digits = ", ".join(f"{{{d}, {e[0]}, {e[1]}}}" for d in win.digits for e in [win.element(d)])
            out += [f"#define EC2_TAU_A{a}_W{win.w}_T {win.t}", f"#define EC2_TAU_A{a}_W{win.w}_DIGITS {{{digits}}}"]
        rows = ", ".join(f"{{{k}, {plus}, {minus}}}" for k, plus, minus in chords.chords)
        out.append(f"#define EC2_TAU_A{a}_CHORD {{{rows}}}  // k, digit of tau^k + 1, digit of tau^k - 1")
    return "\n".join([*out, "", "#endif", ""])


def _pair(z: koblitz.Z) -> str:
    return f"{{{z[0]}, {z[1]}}}"


def _lambda(c: Curve, p: ref.Point) -> ref.Point:
    """x and x + y/x."""
    assert p is not None
    return p[0], p[0] ^ ref.mul(p[1], ref.inverse(p[0], c.poly), c.poly)


def _points(c: Curve, name: str, points: list[ref.Point]) -> list[str]:
    """Table of points by x and lambda = x + y/x."""
    words = c.words
    lines = [f"static const uint32_t {name}[{len(points)}][2 * {words}] = {{"]
    for p in (_lambda(c, q) for q in points):
        assert p is not None
        lines.append("    " + limbs(p[0] | p[1] << 32 * words, 2 * words) + ",")
    return [*lines, "};"]


def _curve(c: Curve) -> str:
    up = c.name.upper()
    g = ref.generator(c)
    n, nw = c.words, (c.n.bit_length() + 31) // 32
    title = c.nist or c.standard
    out = table_head("isa/curves.yaml", f"Constants of {title} ({c.standard}, {c.oid}).", f"EC2_{up}_H")
    out += [
        "#include <stdint.h>",
        "",
        f'#define EC2_{up}_NAME "{title}"',
        f"static const uint8_t EC2_{up}_OID[] = {{{', '.join(f'0x{x:02x}' for x in oid(c.oid)[2:])}}};",
        f"#define EC2_{up}_A {c.a}",
        f"#define EC2_{up}_COFACTOR {c.h}",
        f"#define EC2_{up}_ORDER_BITS {c.n.bit_length()}",
        f"#define EC2_{up}_ORDER_WORDS {nw}",
        "",
        f"static const uint32_t EC2_{up}_B[{n}] = {limbs(c.b, n)};",
        f"static const uint32_t EC2_{up}_SQRT_B[{n}] = {limbs(ref.sqrt(c.b, c.poly), n)};",
        f"static const uint32_t EC2_{up}_G[2 * {n}] = {limbs(c.gx | c.gy << 32 * n, 2 * n)};",
        *order(f"EC2_{up}_ORDER", c.n),
    ]
    if c.koblitz:
        mu = 1 if c.a else -1
        red = koblitz.reduction(c)
        base = [
            ref.add(c, ref.multiply(c, u, g), ref.multiply(c, v, _frobenius(c, g)))
            for u, v in koblitz.window(mu, BASE_WIDTH).alpha
        ]
        for label, value in (("D0", red.d0), ("D1", red.d1), ("G0", red.g0), ("G1", red.g1)):
            words = (abs(value).bit_length() + 31) // 32
            out.append(f"static const uint32_t EC2_{up}_{label}[{words}] = {limbs(abs(value), words)};")
            out.append(f"#define EC2_{up}_{label}_WORDS {words}")
            out.append(f"#define EC2_{up}_{label}_SIGN {1 if value >= 0 else -1}")
        out += [f"#define EC2_{up}_DROP_WORDS {red.drop // 32}", f"#define EC2_{up}_SHIFT_WORDS {red.shift // 32}", ""]
        out.append("// alpha_u times the base point, u = 1, 3, ..., by x and lambda")
    else:
        out.append("// u times the base point, u = 1, 3, ..., by x and lambda")
        base = [ref.multiply(c, u, g) for u in range(1, 1 << (BASE_WIDTH - 1), 2)]
    out += _points(c, f"EC2_{up}_BASE", base)
    out += _comb(c, g)
    return "\n".join([*out, "", "#endif", ""])


def _frobenius(c: Curve, p: ref.Point) -> ref.Point:
    assert p is not None
    return ref.sqr(p[0], c.poly), ref.sqr(p[1], c.poly)


def _comb(c: Curve, g: ref.Point) -> list[str]:
    """Entry i: 2^((w-1)d) + sum of +-2^(jd) over j < w-1, + where bit j of i is set, times the base point."""
    d = (c.n.bit_length() + TEETH - 1) // TEETH
    rows = [ref.multiply(c, 1 << (j * d), g) for j in range(TEETH)]
    entries = []
    for i in range(1 << (TEETH - 1)):
        p = rows[-1]
        for j in range(TEETH - 1):
            p = ref.add(c, p, rows[j] if i >> j & 1 else ref.negate(c, rows[j]))
        entries.append(p)
    up = c.name.upper()
    return [
        "",
        f"// Fixed-base comb of {TEETH} teeth, {d} columns, by x and lambda; see evariste/ecc/headers.py.",
        f"#define EC2_{up}_COMB_COLUMNS {d}",
        *_points(c, f"EC2_{up}_COMB", entries),
    ]
