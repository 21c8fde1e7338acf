# SPDX-License-Identifier: Apache-2.0
"""The first screen's table: what the machine does and what the same core without its unit needs."""

from evariste.report import Records, markdown, table

ROWS = (
    ("RS(255,239), 8 symbol errors, decode, mean", "rs255_239.decode.e8", "portable"),
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
        found = (records.one(workload), records.one(workload, backend))
        with_unit, without = (round(r["spread"]["mean"]) if "mean" in title else r["cycles"] for r in found)
        rows.append((title, with_unit, without, without / with_unit))
    return markdown(("cycles on the RTL", "with the unit", "without, portable code", "ratio"), rows)


@table("readme.slowest")
def _(records: Records) -> str:
    """The slowest word of the first row that random words and a search found."""
    found = records.one("slowest.rs255_239.e8")
    spread, searched = found["spread"], found["searched"]
    return (
        f"The slowest word with 8 errors takes {found['cycles']:,} cycles: {spread['runs']:,} random words and "
        f"a search over {searched['words']:,} words ([how](doc/codes.md#how-slow)).\n"
    )
