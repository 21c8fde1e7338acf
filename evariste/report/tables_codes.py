# SPDX-License-Identifier: Apache-2.0
"""Tables of doc/codes.md: the codes by name, cycles and bytes, kernel by kernel against public code."""

from typing import Any

from evariste.report import Records, markdown, table

SPEED = (
    ("RS(255,239), decode, 8 errors", "rs255_239.decode.e8"),
    ("RS(255,239), decode, 4 errors", "rs255_239.decode.e4"),
    ("RS(255,239), decode, 1 error", "rs255_239.decode.e1"),
    ("RS(255,239), decode, clean", "rs255_239.decode.e0"),
    ("RS(255,239), encode", "rs255_239.encode"),
    ("RS(255,239), tables made at run time", "rs255_239.setup"),
    ("RS(255,223), decode, 16 errors", "rs255_223.decode.e16"),
    ("RS(255,223), encode", "rs255_223.encode"),
    ("RS(204,188), decode, 8 errors", "rs204_188.decode.e8"),
    ("BCH(31,11), decode, 5 errors", "bch31_11.decode.e5"),
    ("BCH(31,11), decode, clean", "bch31_11.decode.e0"),
    ("BCH(63,51), decode, 2 errors", "bch63_51.decode.e2"),
    ("BCH(63,51), decode, clean", "bch63_51.decode.e0"),
    ("BCH(63,51), 4 words at once, 2 errors each", "bch63_51.decode_4_words.e2"),
)
KERNELS = (
    ("syndromes", "rs255_239.kernel.syndromes"),
    ("error locator (Berlekamp-Massey)", "rs255_239.kernel.locator"),
    ("roots (Chien)", "rs255_239.kernel.roots"),
    ("values (Forney)", "rs255_239.kernel.values"),
)
TOTALS = (
    ("RS(255,239), 8 errors", "rs255_239.decode.e8"),
    ("RS(255,239), clean", "rs255_239.decode.e0"),
    ("RS(255,239), encode", "rs255_239.encode"),
    ("BCH(31,11), 5 errors", "bch31_11.decode.e5"),
    ("BCH(63,51), 2 errors", "bch63_51.decode.e2"),
)
# Best public code's share of each kernel in one word of 8 errors: papers/peers.yaml, the note of the decoder.
PEER_KERNELS = {"syndromes": "syndromes", "locator": "Berlekamp-Massey", "roots": "Chien", "values": "Forney"}


def _mean(record: dict[str, Any]) -> int:
    return round(record["spread"]["mean"])


@table("codes.named")
def _(records: Records) -> str:
    """The named codes; facts, not measurements, from evariste.codes.named."""
    from evariste.codes.named import CODES, reach, shape

    rows = [(f"`{name}`", shape(e.code), f"{reach(e.code)} errors", e.standard, e.note) for name, e in CODES.items()]
    return markdown(("name", "code", "corrects", "standard", "note"), rows)


@table("codes.speed")
def _(records: Records) -> str:
    """Cycles of the slowest and of the mean word with and without the unit; bytes of code and tables with it."""
    rows = []
    for title, workload in SPEED:
        fast, slow = records.one(workload), records.one(workload, "portable")
        rows.append((title, _mean(fast), fast["cycles"], _mean(slow), slow["cycles"], _mean(slow) / _mean(fast),
                     fast["code_bytes"], fast["data_bytes"]))  # fmt: skip
    return markdown(("", "gfp, mean", "gfp, slowest of these", "portable, mean", "portable, slowest of these",
                     "ratio of means", "gfp code bytes", "gfp table bytes"), rows)  # fmt: skip


@table("codes.setup")
def _(records: Records) -> str:
    """What rs_init takes, where a constant in ROM takes nothing."""
    fast, slow = records.one("rs255_239.setup")["cycles"], records.one("rs255_239.setup", "portable")["cycles"]
    return markdown(("cycles of `rs_init`", "gfp", "portable"), [("RS(255,239)", fast, slow)])


def _words(case: str) -> str:
    """The words of a case of `ev slowest`, for a reader."""
    from evariste.codes.named import CODES as NAMED
    from evariste.codes.named import shape
    from evariste.slowest.cases import CASES

    c = CASES[case]
    parts = [f"{n} {what}{'s' if n > 1 else ''}" for n, what in ((c.errors, "error"), (c.erasures, "erasure")) if n]
    if c.short:
        parts = ["every syndrome"] if c.short != 4 else ["4 words at once"]
    elif not c.correctable:
        parts.append("beyond correction")
    return f"{shape(NAMED[c.code].code)}, {', '.join(parts)}"


@table("codes.slowest")
def _(records: Records) -> str:
    """Cycles with the unit: random words, and the slowest that a search found."""
    rows = []
    for r in sorted((r for r in records if r["workload"].startswith("slowest.")), key=lambda r: _place(r["workload"])):
        spread, searched = r["spread"], r["searched"]
        rows.append((_words(r["params"]["case"]), spread["runs"], round(spread["mean"]), spread["p999"], spread["max"],
                     searched["words"] or "-", searched["max"] or "-", f"**{r['cycles']:,}**"))  # fmt: skip
    return markdown(("", "random words", "mean", "99.9 %", "slowest", "words searched", "slowest", "slowest of all"),
                    rows)  # fmt: skip


def _place(workload: str) -> int:
    from evariste.slowest.cases import CASES

    return list(CASES).index(workload.removeprefix("slowest."))


@table("codes.kernels")
def _(records: Records) -> str:
    """Speed-ups in the manner of the ISCA 2017 paper's figure 9: per kernel and in all."""
    peers = _peers()
    rows: list[tuple[object, ...]] = []
    share = _shares(peers["rs255_239.decode.e8"][2])
    for title, workload in KERNELS:
        fast, slow = _mean(records.one(workload)), _mean(records.one(workload, "portable"))
        peer = share[PEER_KERNELS[workload.rsplit(".", 1)[1]]]
        rows.append((f"RS(255,239): {title}", fast, slow, slow / fast, peer, peer / fast))
    for title, workload in TOTALS:
        fast, slow = _mean(records.one(workload)), _mean(records.one(workload, "portable"))
        peer = peers[workload][1]
        rows.append((f"**{title}**", fast, slow, slow / fast, peer, peer / fast))
    return markdown(("", "gfp", "our portable C", "speed-up", "best public C", "speed-up"), rows)


def _peers() -> dict[str, tuple[str, int, str]]:
    """The best public code per workload: name, cycles, note."""
    import yaml

    from evariste.paths import ROOT

    found = {}
    for entry in yaml.safe_load((ROOT / "papers/peers.yaml").read_text())["groups"]:
        if "workload" not in entry:
            continue
        best = min((p for p in entry["peers"] if p["standing"] == "measured"), key=lambda p: p["cycles"], default=None)
        if best:
            found[entry["workload"]] = (best["name"], best["cycles"], best.get("note", ""))
    return found


def _shares(note: str) -> dict[str, int]:
    """'...: syndromes 75,321, Berlekamp-Massey 10,126, ...' as numbers."""
    import re

    return {name: int(count.replace(",", "")) for name, count in re.findall(r"([A-Za-z-]+) (\d[\d,]*\d)", note)}
