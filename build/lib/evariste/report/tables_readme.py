# SPDX-License-Identifier: Apache-2.0
"""The first screen's table: what the machine does and what the same core without its unit needs."""

from evariste.report import Records, markdown, table

ROWS = (
    ("RS(255,239), 8 symbol errors, decode", "rs255_239.decode.e8", "portable"),
    ("RS(255,239), encode", "rs255_239.encode", "portable"),
    ("BCH(31,11), 5 bit errors, decode", "bch31_11.decode.e5", "portable"),
    ("AES-128, one block, encrypt, constant time", "aes128.encrypt", "portable"),
    ("GF(2^233) product, reduced", "gf2_233.mul", "portable"),
    ("K-233, secret scalar, constant time", "k233.mul.ct", "portable"),
)


@table("readme.headline")
def _(records: Records) -> str:
    """Cycles on the RTL with the unit, and on the same core without it running our portable code."""
    rows = []
    for title, workload, backend in ROWS:
        with_unit, without = records.one(workload)["cycles"], records.one(workload, backend)["cycles"]
        rows.append((title, with_unit, without, without / with_unit))
    return markdown(("cycles on the RTL", "with the unit", "without, portable code", "ratio"), rows)
