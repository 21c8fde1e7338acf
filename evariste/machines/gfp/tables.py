# SPDX-License-Identifier: Apache-2.0
"""Tables of what only this machine has: the steps of an AES round, and the software of Chen et al. 2017."""

from evariste.tables import Records, markdown, table

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
# The paper's costs for a scalar of full length: doublings, additions, its supporting functions.
FULL_LENGTH = 232 * 2859 + 116 * 5302 + 774562 - 617120


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


@table("aes.steps")
def _(records: Records) -> str:
    """What a round is made of, in the manner of Fig. 10 of the ISCA paper."""
    rows = []
    for title, forward, backward in (
        ("SubBytes", "sub_bytes", "inv_sub_bytes"),
        ("ShiftRows", "shift_rows", "inv_shift_rows"),
        ("MixColumns", "mix_columns", "inv_mix_columns"),
        ("AddRoundKey", "add_round_key", "add_round_key"),
    ):
        rows.append((title, *(records.one(f"aes_step.{step}")["cycles"] for step in (forward, backward))))
    expand = records.one("aes128.expand")["cycles"]
    rows.append(("key expansion, all ten rounds", expand, expand))
    return markdown((f"{records.native}, cycles for the whole state", "encryption", "decryption"), rows)
