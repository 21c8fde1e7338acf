# SPDX-License-Identifier: Apache-2.0
"""Tables that put pete's cycles beside others: the guide figures of its design, and other people's figures."""

from typing import Any

from evariste.ecc.curves import binary_curves, prime_curves
from evariste.errors import UserError
from evariste.machines.pete.workloads import NAME, WORDS
from evariste.papers.rows import peers
from evariste.tables import Records, markdown, table

# What the design expected, and what is above it: cycles. How often ECDSA, a signature and its verification, does it on
# the core alone, is from `ev run --profile`. Inverses modulo primes go the same way as those modulo orders.
GUIDE: dict[str, tuple[str, dict[str, int], dict[str, int]]] = {
    "scalar.mul.baseline": (
        "product modulo n, core alone",
        {"p192": 1304, "p224": 1730, "p256": 2216, "p384": 4760, "p521": 9290},
        dict.fromkeys(("p192", "p224", "p256", "p384", "p521"), 4),
    ),
    "scalar.mul.fast": (
        "product modulo n, one pass",
        {"p192": 404, "p224": 519, "p256": 648, "p384": 1348, "p521": 2583},
        dict.fromkeys(("p192", "p224", "p256", "p384", "p521"), 4),
    ),
    "scalar.inv.baseline": (
        "inverse modulo n, core alone",
        {"p192": 23790, "p224": 30320, "p256": 35680, "p384": 65460, "p521": 109930},
        dict.fromkeys(("p192", "p224", "p256", "p384", "p521"), 5),
    ),
    "sqr.baseline": (
        "square, core alone",
        {"b163": 344, "b233": 376, "b283": 488, "b409": 576, "b571": 920},
        {"b163": 1609, "b233": 2301, "b283": 2793, "b409": 4025, "b571": 5611},
    ),
}  # fmt: skip


def record_of(records: Records, name: str) -> dict[str, Any]:
    for r in records:
        if (r["machine"], r["workload"]) == (NAME, name):
            return dict(r)
    raise UserError(f"no record of {name}; `ev bench --machine pete` makes it.")


@table("pete.guide")
def _(records: Records) -> str:
    rows = []
    for what, (title, guide, times) in GUIDE.items():
        configuration = what.rpartition(".")[2]
        for name, expected in guide.items():
            task = f"gf2_{name[1:]}.{what}" if what.startswith("sqr") else f"{name}.{what}"
            here = record_of(records, task)["cycles"]
            part = 100 * times[name] * (here - expected) / record_of(records, f"{name}.ecdsa.{configuration}")["cycles"]
            known = prime_curves() | binary_curves()
            rows.append((title, known[name].nist, expected, here, times[name], f"{part:+.1f}"))
    titles = ("", "", "guide, cycles", "here, cycles", "times in ECDSA", "of its cycles, %")
    return markdown(titles, rows)


@table("pete.engines")
def _(records: Records) -> str:
    """Which records are the circuit's, and which are the interpreter's alone."""
    titles = {"fast": "one pass", "bise": "four passes", "baseline": "core alone"}
    mine = [r for r in records if r["machine"] == NAME and r["engine"] in ("rtl", "iss", "lockstep")]
    circuit = {r["workload"] for r in mine if r["engine"] != "iss"}
    rows = []
    for configuration in WORDS:
        names = {r["workload"] for r in mine if r["config"] == configuration
                 and r["workload"].endswith(f".{configuration}")}  # fmt: skip
        for title, some in (
            ("fields", {n for n in names if n.startswith(("fp", "gf2_"))}),
            ("curves", {n for n in names if not n.startswith(("fp", "gf2_", "targhetta"))}),
        ):
            rows.append((f"{title}, {titles[configuration]}", len(some & circuit), len(some - circuit)))
    return markdown(("rows of", "measured on the circuit", "on the interpreter only"), rows)


@table("pete.peers")
def _(records: Records) -> str:
    """Figures of other cores, quoted or counted, beside those of one pass and of the core alone."""
    known = {r["workload"]: r["cycles"] for r in records if r["machine"] == NAME}
    rows = []
    for group in peers().groups:
        if group.workload is None or group.workload.startswith("gf2_"):
            continue
        here = [known.get(f"{group.workload}.{configuration}", 0) for configuration in ("fast", "baseline")]
        if not all(here):
            continue
        for peer in sorted(group.peers, key=lambda p: p.cycles):
            core = "OTBN" if "OTBN" in peer.name else peers().measurement.platform.split(",")[0]
            if peer.standing == "published" and core != "OTBN":
                core = peer.source.rpartition("; ")[2]
            name = peer.name.partition(",")[0] if core == "OTBN" else peer.name
            rows.append((group.quantity, name, core, peer.standing, peer.cycles, *here,
                         f"{here[0] / peer.cycles:.2g}"))  # fmt: skip
    titles = ("task", "software", "core", "figure", "its cycles", "one pass", "core alone", "one pass / its")
    return markdown(titles, rows)
