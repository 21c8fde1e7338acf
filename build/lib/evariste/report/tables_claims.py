# SPDX-License-Identifier: Apache-2.0
"""Tables of what the papers claim: counts, measured claims, errata, full lists, and other people's software."""

from collections.abc import Callable

from evariste.papers import WORDS, names
from evariste.papers.peers import peers
from evariste.papers.rows import judged, number, row
from evariste.papers.schema import Peer, PeerGroup
from evariste.report import Records, markdown, table


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
        rows.append([f"[{name}](claims/{name}.md)", len(pairs), *counts])
    rows.append(["all", *(sum(r[i] for r in rows) for i in range(1, len(WORDS) + 2))])
    return markdown(["paper", "claims", *WORDS], rows)


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


def _errata(name: str) -> Callable[[Records], str]:
    """The printed figures of a paper that contradict the paper itself or what is known."""

    def write(records: Records) -> str:
        del records
        rows = [
            [_text(c.place), _text(c.quantity), _text(number(c.value)), _text(number(c.erratum.corrected)),
             _text(c.erratum.because)]
            for c, _ in judged(name) if c.erratum
        ]  # fmt: skip
        return markdown(["where", "what", "printed", "should be", "because"], rows) if rows else "None was found.\n"

    return write


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
        ours = _cycles(records, group.workload, "gfp")
        ratio = f"{peer.cycles / ours:.1f}" if ours else ""
        remark = "; ".join(filter(None, (peer.source, peer.note)))
        return [_text(group.quantity), _text(peer.name), peer.language, peer.version, peer.standing, peer.cycles,
                f"{ours:,}" if ours else "", ratio, _text(remark)]  # fmt: skip

    rows = [line(group, peer) for group in peers().groups for peer in group.peers]
    heading = ["work", "whose", "language", "version", "standing", "cycles", "`gfp` here", "ratio", "remark"]
    return markdown(heading, rows)
