# SPDX-License-Identifier: Apache-2.0
"""The tables of doc/ecc.md."""

from evariste.report import Records, markdown, table

FIELD = (
    ("multiply", "gf2_233.mul"), ("multiply and add", "gf2_233.muladd"), ("square", "gf2_233.sqr"),
    ("100 squarings in a row", "gf2_233.sqrn"), ("inverse", "gf2_233.inv"), ("square root", "gf2_233.sqrt"),
    ("half-trace", "gf2_233.half_trace"),
)  # fmt: skip
CURVE = (
    ("k P, secret k, full length, constant time", "k233.mul.ct"),
    ("k G, secret k, constant time", "k233.mul.base"),
    ("k P, public k", "k233.mul.vartime"),
    ("u G + v P, public u and v", "k233.mul2.vartime"),
    ("validation of a public key", "k233.check"),
    ("ECDSA, sign (SHA-256, RFC 6979)", "k233.ecdsa.sign"),
    ("ECDSA, verify", "k233.ecdsa.verify"),
    ("B-233: k P, secret k, constant time", "b233.mul.ct"),
)
PAPER = (
    ("product, row by row, before reduction", "chen2017.table7.mul.product", 462),
    ("product, direct", "chen2017.table7.mul", 599),
    ("product, two-level Karatsuba", "chen2017.table9.mul.karatsuba", 439),
    ("square", "chen2017.table7.sqr", 136),
    ("sum", "chen2017.table9.add", 66),
    ("inverse, direct product", "chen2017.table9.inv.direct", 39972),
    ("inverse, Karatsuba", "chen2017.table9.inv.karatsuba", 38372),
    ("point addition, direct product", "chen2017.table9.point_add.direct", 6742),
    ("point addition, Karatsuba", "chen2017.table9.point_add.karatsuba", 5302),
    ("point doubling, direct product", "chen2017.table9.point_double.direct", 3499),
    ("point doubling, Karatsuba", "chen2017.table9.point_double.karatsuba", 2859),
    ("113-bit scalar, 112 doublings and 56 additions", "chen2017.kp113", 617120),
    ("the same with conversion to affine coordinates", "chen2017.kp113.affine", 774562),
)
# What the costs of the paper make of a scalar of full length: doublings, additions, its supporting functions.
FULL_LENGTH = 232 * 2859 + 116 * 5302 + 774562 - 617120


def _rows(records: Records, rows: tuple[tuple[str, str], ...]) -> str:
    found = [
        (title, records.one(name)["cycles"], records.one(name, "portable")["cycles"], records.one(name)["code_bytes"])
        for title, name in rows
    ]
    return markdown(("", "cycles on the RTL", "without the unit, portable code", "code bytes with the unit"), found)


@table("ecc.field")
def _(records: Records) -> str:
    """GF(2^233): a call as the curve code makes it, arguments, branch and return included."""
    return _rows(records, FIELD)


@table("ecc.curve")
def _(records: Records) -> str:
    """K-233 operations; the code bytes are those of everything the program links for curves over this field."""
    return _rows(records, CURVE)


@table("ecc.paper")
def _(records: Records) -> str:
    """Chen et al. (2017), tables 7 and 9, beside the same method here."""
    full = ("233-bit scalar, 232 doublings and 116 additions, affine (paper: by its costs)", "chen2017.kp233.affine")
    rows = []
    for title, name, printed in (*PAPER, (*full, FULL_LENGTH)):
        record = records.one(name)
        mix = record["mix"] or {}
        shown = "/".join(str(mix.get(k, "")) for k in ("load", "store", "gf", "alu"))
        rows.append((title, printed, record["cycles"], shown))
    return markdown(("", "paper", "here, RTL", "loads/stores/GF/ALU here"), rows)
