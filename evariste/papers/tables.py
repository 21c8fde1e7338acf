# SPDX-License-Identifier: Apache-2.0
"""The tables of claims and of the papers' results."""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from evariste import machines
from evariste.machines import PORTABLE
from evariste.papers import WORDS, names
from evariste.papers.formula import Reference, written
from evariste.papers.formula import number as measured
from evariste.papers.load import FOLDER as PAPERS
from evariste.papers.load import Claim, Paper, paper
from evariste.papers.rows import judged, number, peers, printed, ratio, row
from evariste.papers.schema import Peer, PeerGroup
from evariste.rates import channels, energy
from evariste.rates.campaign import rows as points
from evariste.rates.channels import FAMILY
from evariste.silicon.tables import BLOCKS
from evariste.tables import FOLDER, Records, markdown, table

# The work, its workload, and the paper's claim about it.
APPLICATIONS = (
    ("RS(255,239), 8 errors, decode", "rs255_239.decode.e8", "rs.speedup"),
    ("RS(255,239), clean word, decode", "rs255_239.decode.e0", "s32.speedup"),
    ("RS(255,239), encode", "rs255_239.encode", "s31.encoding"),
    ("BCH(31,11), 5 errors, decode", "bch31_11.decode.e5", None),
    ("BCH(63,51), 2 errors, decode", "bch63_51.decode.e2", None),
    ("AES-128, one block, encrypt", "aes128.encrypt", "aes.encrypt-speedup"),
    ("AES-128, one block, decrypt", "aes128.decrypt", "aes.decrypt-speedup"),
    ("GF(2^233), product", "gf2_233.mul", "kara.speedup"),
    ("GF(2^233), square", "gf2_233.sqr", "s334.sqr-speedup"),
    ("GF(2^233), inverse", "gf2_233.inv", "point.inv-speedup-karatsuba"),
    ("K-233, secret scalar", "k233.mul.ct", None),
    ("K-233, public scalar", "k233.mul.vartime", None),
)
MISPRINT = "none: a letter is wrong"
NO_ENERGY = "no energy record yet"
CHANNELS = {"bsc": "binary symmetric", "awgn": "BPSK, hard decisions", "burst": "bursts"}
USEFUL = 0.01  # the share of words that a code may lose and still be useful on a channel
MADE_BY = {
    "sim": "ev bench --sim", "rates": "ev rates --words 4000", "silicon": "ev silicon",
    "fpga": "ev fpga",
    "ct": "ev ct --matrix",
    "agreement": "ev agree",
    "footprint": "ev footprint",
    "taint": "ev ct --matrix --taint",
    "verification": "ev lockstep; ev coverage; ev coverage --rtl; ev mutate TARGET; ev netlist; ev faults; "
                    "python -m verify.MACHINE.csmith",
    "fuzz": "ev fuzz --runs 10000000",
    "layout": "ev silicon layout", "netlists": "ev netlist --machine MACHINE", "slowest": "ev slowest",
    **{f"{machine.name}_proofs": f"ev prove --full --machine {machine.name}" for machine in machines.all()},
    **{name: command for machine in machines.all() for name, command in machine.records.items()},
}  # fmt: skip


def best_public(workload: str) -> tuple[str, int] | None:
    """The fastest public software that was measured for the same work: name and cycles."""
    found = [p for g in peers().groups if g.workload == workload for p in g.peers if p.standing == "measured"]
    best = min(found, key=lambda p: p.cycles, default=None)
    return (best.name, best.cycles) if best else None


def published(workload: str) -> str:
    """The fewest cycles of software that were published, and not measured here, for the same work; and whose."""
    found = [p for g in peers().groups if g.workload == workload for p in g.peers
             if p.standing == "published" and p.language != "hardware"]  # fmt: skip
    least = min(found, key=lambda p: p.cycles, default=None)
    return f"{least.cycles:,}, {least.name}" if least else "-"


def baseline(records: Records, workload: str) -> int | None:
    """Cycles of our portable code on the same core without the unit, if it was measured."""
    wanted = records.machine.name, workload, "portable"
    return next((r["cycles"] for r in records if (r.get("machine"), r["workload"], r["backend"]) == wanted), None)


@table("results.summary")
def _(records: Records) -> str:
    """Each application: cycles here, without the unit, of the best public software; the paper's words, and what the
    verdict on them judges; energy."""
    claims = {c.id: (c, v) for c, v in judged("chen2017", records)}
    rows = []
    for title, workload, claim in APPLICATIONS:
        ours, plain = records.one(workload)["cycles"], baseline(records, workload)
        public, said = best_public(workload), "-"
        if claim:
            entry, verdict = claims[claim]
            judged_by = row("chen2017", entry, verdict)["ours"]
            said = _text(f"{printed(entry)}: {verdict.word}" + (f", with {judged_by}" if judged_by else ""))
        against = (f"{plain:,}", f"{plain / ours:.1f}") if plain else ("-", "-")
        others = (f"{public[1]:,}", f"{public[1] / ours:.1f}", public[0]) if public else ("-", "-", "-")
        rows.append((title, ours, *against, said, *others, published(workload), *_energies(records, workload)))
    return markdown(("work", f"`{records.native}`, cycles", "same core without the unit", "speed-up", "the paper says",
                     "best public software", "speed-up over it", "whose", "best published figure", "energy, nJ",
                     "without the unit, nJ", "energy saved"), rows)  # fmt: skip


def _energies(records: Records, workload: str) -> tuple[str, str, str]:
    """Energy with the unit and without, and the ratio; what was not measured on the netlist but estimated has a ~."""
    both = [energy.of_workload(records, workload, backend, records.machine.name)
            for backend in (records.native, PORTABLE)]  # fmt: skip
    texts = [f"{'' if e[1] else '~'}{_short(e[0] / 1000)}" if e else NO_ENERGY for e in both]
    ours, plain = both
    return texts[0], texts[1], f"{plain[0] / ours[0]:.1f}" if ours and plain else "-"


def curves(records: Records) -> list[dict[str, Any]]:
    """The records of error rates, those with the unit."""
    return [r for r in records.like(r"rates\.") if r["backend"] == records.native]


def title_of(code: str) -> str:
    """A code's name as a reader knows it."""
    return FAMILY.get(code, code)


def qualities(kind: str, quality: float) -> str:
    return f"Eb/N0 = {quality:g} dB" if kind == "awgn" else f"{quality:g} of the bits wrong"


def _short(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}" if isinstance(value, int) or value >= 1000 else f"{value:,.4g}"


@table("results.silicon")
def _(records: Records) -> str:
    """The core with its unit and without, and the unit's blocks: cells, gate equivalents and time. The other
    configurations are in doc/silicon.md."""
    machine, made = records.machine, {r["workload"]: r for r in records.like(r"silicon\.") if "buffered_ge" in r}
    cores = [(f"`{name}`: {machine.has(name).about}", f"silicon.core.{name}")
             for name in (machine.configuration, machine.plain)]  # fmt: skip
    blocks = [(title, f"silicon.{name}") for title, name in BLOCKS]
    rows = [(title, _short(made[name]["buffered_cells"]), _short(made[name]["buffered_ge"]), made[name]["delay_ns"])
            for title, name in (*cores, *blocks) if name in made]  # fmt: skip
    return markdown(("part", "cells", "gate equivalents", "longest path, ns"),
                    [(*start, f"{ns:.2f}") for *start, ns in rows])  # fmt: skip


@table("results.limits")
def _(records: Records) -> str:
    """How bad each channel may be before more than USEFUL of the words are lost."""
    found: dict[str, dict[str, tuple[dict[str, Any], str]]] = {}
    for r in curves(records):
        kind = r["params"]["channel"]
        good = [p for p in points(r) if channels.of_words(p["lost"], p["words"])[1] < USEFUL]
        last = (min if kind == "awgn" else max)((p["quality"] for p in good), default=None)
        text = "none of those tried" if last is None else f"{last:g} dB" if kind == "awgn" else f"{last:g}"
        found.setdefault(r["params"]["code"], {})[kind] = (r, text)
    rows = []
    for code, by_channel in found.items():
        shape = next(iter(by_channel.values()))[0]["params"]
        words = sum(sum(r["points"]["words"]) for r, _ in by_channel.values())
        rows.append((title_of(code), f"{shape['n'] * shape['m']:,}", round(shape["k"] / shape["n"], 3), shape["t"],
                     *(by_channel[k][1] if k in by_channel else "-" for k in CHANNELS), words))  # fmt: skip
    rows.sort(key=lambda row: row[0])
    heading = ("code", "bits sent", "rate", "symbols corrected", *CHANNELS.values(), "words decoded")
    return markdown(heading, [(a, b, f"{c:.3f}", *rest) for a, b, c, *rest in rows])


def best(records: Records, kind: str, quality: float) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """Of the family: the record that delivers most bits per bit sent, and the useful one that costs least per bit."""
    most, least = None, None
    for r in curves(records):
        p = next((p for p in points(r) if p["quality"] == quality), None)
        if r["params"]["code"] not in FAMILY or r["params"]["channel"] != kind or p is None:
            continue
        shape = r["params"]
        got = energy.delivered(p, shape["k"] / shape["n"])
        cost = energy.cycles_per_bit(p, shape["k"] * shape["m"])
        pj = energy.of_decoder(records, shape["code"], r["backend"], r["machine"])
        entry = {"code": shape["code"], "delivered": got, "cycles": cost, "pj": pj and cost and pj * cost}
        if most is None or got > most["delivered"]:
            most = entry
        weight = "pj" if pj else "cycles"
        if p["lost"] <= USEFUL * p["words"] and cost and (least is None or entry[weight] < least[weight]):
            least = entry
    return most, least


@table("results.best")
def _(records: Records) -> str:
    """The best code of the two families for each quality of each channel, by two measures."""
    rows = []
    for kind, title in CHANNELS.items():
        for quality in sorted({p["quality"] for r in curves(records) if r["params"]["channel"] == kind
                               for p in points(r)}):  # fmt: skip
            most, least = best(records, kind, quality)
            if most is None:
                continue
            cost = least or {"code": "none", "cycles": None, "pj": None}
            rows.append((f"{title}, {qualities(kind, quality)}",
                         title_of(most["code"]) if most["delivered"] else "none", f"{most['delivered']:.3f}",
                         title_of(cost["code"]), f"{cost['cycles']:.2f}" if cost["cycles"] else "-",
                         (f"{cost['pj']:.1f}" if cost["pj"] else NO_ENERGY) if cost["cycles"] else "-"))  # fmt: skip
    return markdown(("channel", "delivers most", "message bits delivered for each bit sent",
                     "costs the processor least", "cycles for each delivered bit",
                     "pJ for each delivered bit"), rows)  # fmt: skip


@table("results.sources")
def _(records: Records) -> str:
    """Each file of records: what made it, with which tools, and the command that makes it again."""
    rows = []
    for path in sorted(FOLDER.glob("*.json")):
        content = json.loads(path.read_text())
        versions = [r["versions"] for r in content if r.get("versions")]
        gcc = ", ".join(sorted({v["gcc"] for v in versions if v.get("gcc")})) or "-"
        commands = MADE_BY.get(path.stem, "").split("; ")
        again = ", ".join(f"`{c} --json doc/records/{path.name}`" if c else "`ev report --measure`" for c in commands)
        rows.append((path.name, len(content), ", ".join(sorted({str(r["engine"]) for r in content})),
                     gcc, again))  # fmt: skip
    files = len(list(PAPERS.rglob("*.yaml")))
    return markdown(("records", "how many", "engine", "gcc", "again"), rows) + (
        f"\nThe papers' figures and other people's software are in {files} files of `papers/`.\n"
    )


def _text(value: str) -> str:
    """Text that Markdown leaves as it is, inside a table."""
    for character in "\\|*<>":
        value = value.replace(character, f"\\{character}")
    return " ".join(value.split())


@table("claims.summary")
def _(records: Records) -> str:
    rows = []
    for name in names():
        pairs = judged(name, records)
        counts = [sum(v.word == word for _, v in pairs) for word in WORDS]
        rows.append((name, f"claims/{name}.md", [len(pairs), *counts]))
    rows.append(("all", "claims.md", [sum(numbers) for numbers in zip(*(n for *_, n in rows), strict=True)]))
    return markdown(["paper", "claims", *WORDS],
                    [[f"[{name}]({page})", *(f"[{n:,}]({page})" for n in numbers)]
                     for name, page, numbers in rows])  # fmt: skip


def _measured(name: str) -> Callable[[Records], str]:
    """The claims of a paper that a record answers."""

    def write(records: Records) -> str:
        pairs = [(c, v) for c, v in judged(name, records) if c.answer.measured]
        rows = []
        for claim, verdict in pairs:
            if verdict.ours is None:
                continue
            entry = row(name, claim, verdict)
            rows.append(
                [_text(claim.place), _text(claim.quantity), _text(entry["printed"]), entry["ours"], entry["ratio"],
                 verdict.word, _text(verdict.why)]
            )  # fmt: skip
        waiting = len(pairs) - len(rows)
        rest = f"\n{waiting} more claims wait for records that do not exist yet.\n" if waiting else ""
        if not rows:
            return f"No claim of this paper is answered by a measurement yet.\n{rest}"
        return markdown(["where", "what", "paper", "here", "ratio", "verdict", "remark"], rows) + rest

    return write


def _worked(whole: Paper, text: str, record: Callable[[Reference], float] = lambda _: 0.0) -> str:
    """A formula with the numbers in it."""
    return written(text, whole.head.machine, lambda r: number(record(r)),
                   lambda name: number(whole.claims[name].best or 0.0))  # fmt: skip


def _arithmetic(whole: Paper, claim: Claim) -> str:
    """The claim's check with the paper's own numbers in it, and what it gives.

    A check that is another figure of the paper names its place, or is worked out in turn.
    """
    if claim.check is None:
        return ""
    if alone := re.fullmatch(r"\{([\w.-]+)\}", claim.check.strip()):
        other = whole.claims[alone[1]]
        return _arithmetic(whole, other) or f"{other.place}: {number(other.best or 0.0)}"
    return f"{_worked(whole, claim.check)} = {number(float(f'{whole.computed(claim):.7g}'))}"


def _errata(name: str) -> Callable[[Records], str]:
    """The printed figures of a paper that contradict the paper itself or what is known."""

    def write(records: Records) -> str:
        whole = paper(name)
        rows = [
            [_text(c.place), _text(c.quantity), _text(number(c.value)), _text(number(c.erratum.corrected)),
             _text(c.erratum.because),
             _text("; ".join(filter(None, (_arithmetic(whole, c), *shown(whole, c, records)))) or MISPRINT)]
            for c in whole.claims.values() if c.erratum
        ]  # fmt: skip
        if not rows:
            return "None was found.\n"
        return markdown(["where", "what", "printed", "should be", "because", "arithmetic"], rows)

    return write


def shown(whole: Paper, claim: Claim, records: Iterable[dict[str, Any]]) -> list[str]:
    """The equations that show an erratum, with the numbers of claims and of our records in them."""
    if not (claim.erratum and claim.erratum.shown):
        return []
    said = _worked(whole, claim.erratum.shown, lambda reference: measured(records, reference))
    return [part.strip() for part in said.split(";")]


def _all(name: str) -> Callable[[Records], str]:
    """Every claim of a paper."""

    def write(records: Records) -> str:
        rows = []
        for claim, verdict in judged(name, records):
            entry = row(name, claim, verdict)
            rows.append(
                [f"`{claim.id}`", _text(claim.place), _text(claim.quantity), _text(claim.conditions),
                 _text(entry["printed"]), entry["ours"], entry["ratio"], verdict.word, _text(verdict.why)]
            )  # fmt: skip
        heading = ["claim", "where", "what", "conditions", "paper", "here", "ratio", "verdict", "why"]
        return markdown(heading, rows)

    return write


for _name in names():
    table(f"claims.{_name}")(_measured(_name))
    table(f"claims.{_name}.errata")(_errata(_name))
    table(f"claims.{_name}.all")(_all(_name))


def _cycles(records: Records, workload: str | None, backend: str) -> int | None:
    """Cycles of a workload on the RTL, or on whichever engine measured it."""
    found = [r for r in records if r["workload"] == workload and r.get("backend") == backend]
    found.sort(key=lambda r: r["engine"] != "rtl")
    return found[0]["cycles"] if found else None


@table("claims.peers")
def _(records: Records) -> str:
    """Public software that was measured, beside this project's cycles for the same work."""

    def line(group: PeerGroup, peer: Peer) -> list[object]:
        ours = _cycles(records, group.workload, records.native)
        times = peer.cycles / ours if ours else None
        said = "" if times is None else f"{times:.1f}" if times >= 1 else ratio(times)
        remark = "; ".join(filter(None, (peer.source, peer.note)))
        return [_text(group.quantity), _text(peer.name), peer.language, peer.version, peer.standing, peer.cycles,
                f"{ours:,}" if ours else "", said, _text(remark)]  # fmt: skip

    rows = [line(group, peer) for group in peers().groups for peer in group.peers]
    heading = ["work", "whose", "language", "version", "standing", "cycles", f"`{records.native}` here", "ratio",
               "remark"]  # fmt: skip
    return markdown(heading, rows)
