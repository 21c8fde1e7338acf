# SPDX-License-Identifier: Apache-2.0
"""The tables of doc/peers.md: other people's software on our plain cores, beside our portable code there and beside
each machine.
"""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from evariste import machines
from evariste.bench.peer_list import CONSTANT, PEERS, PUBLIC, Program
from evariste.family.cells import best, complete
from evariste.family.links import NO_HOST
from evariste.family.tasks import SUBJECTS, family_of
from evariste.machines import PORTABLE, MachineDef
from evariste.papers.rows import ratio
from evariste.record import ENGINES, nearest
from evariste.tables import Records, markdown, table

GAP = "-"
SHOWN = ("rs255_239.decode.e8", "rs255_239.encode", "rs255_223.decode.e16", "aes128.encrypt", "aes128.decrypt",
         "cbc128.decrypt_block", "ctr128.block", "gcm128.block", "sha256.block", "b163.mul.ct", "k233.mul.vartime",
         "b233.mul.ct", "b283.mul.ct", "p192.ecdh", "p256.mul.base", "p256.ecdh", "p256.ecdsa.sign",
         "p256.ecdsa.sign.nonce", "p256.ecdsa.verify", "x25519.agree")  # fmt: skip


@dataclass(frozen=True)
class Theirs:
    """A task by a peer's program on a machine's plain core."""

    task: str
    machine: str
    peer: str
    variant: str
    record: dict[str, Any]

    @property
    def cycles(self) -> int:
        return int(self.record["cycles"])

    @property
    def program(self) -> Program | None:
        """The entry in the list of peers; None if it has left the list."""
        programs = PEERS[self.peer].programs if self.peer in PEERS else ()
        return next((p for p in programs if p.variant == self.variant and self.task in p.tasks), None)

    @property
    def timing(self) -> str:
        """How its time depends on secrets, as its authors claim."""
        return self.program.timing if self.program and not self.task.endswith("verify") else PUBLIC

    @property
    def title(self) -> str:
        return f"{self.peer} {self.variant}".strip()


def theirs(records: Iterable[dict[str, Any]]) -> list[Theirs]:
    """All that is recorded of peers on machines that are there."""
    there = set(machines.names())
    return [Theirs(r["params"]["task"], r["machine"], r["params"]["peer"], r["params"]["variant"], r)
            for r in records if r["workload"].startswith("peer.") and r["machine"] in there and "task" in r["params"]
            and r["verdict"]["passed"]]  # fmt: skip


def ours(records: Iterable[dict[str, Any]], task: str, machine: MachineDef, backend: str = PORTABLE) -> int | None:
    """Cycles of our own code with this backend on the machine's plain core."""
    core = machine.runs(PORTABLE)
    found = [r for r in records if r["workload"] in (task, f"{task}.{core}") and r["backend"] == backend
             and (r.get("machine"), r.get("config")) == (machine.name, core) and r["engine"] in ENGINES
             and r["cycles"]]  # fmt: skip
    return min(found, key=lambda r: nearest(r["engine"]))["cycles"] if found else None


def with_tables(records: Records, task: str, machine: MachineDef) -> int | None:
    """The same for our code that has tables indexed by secrets, on machines that have such a backend."""
    leaky = [
        b for b in machine.backends if b not in machine.constant_time and machine.runs(b) == machine.runs(PORTABLE)
    ]
    return next((n for b in leaky if (n := ours(records, task, machine, b)) is not None), None)


def cores(found: Iterable[Theirs]) -> list[MachineDef]:
    """The machines on which peers were measured."""
    named = {t.machine for t in found}
    return [m for m in machines.all() if m.name in named]


def _ratio(one: int | None, other: int | None) -> str:
    """One number as a multiple of another; bold if it is the larger."""
    if one is None or other is None:
        return GAP
    text = ratio(one / other)
    return f"**{text}**" if one > other else text


def _by_program(found: Iterable[Theirs]) -> dict[tuple[str, str], dict[str, Theirs]]:
    """By task and title, what each machine took."""
    rows: dict[tuple[str, str], dict[str, Theirs]] = {}
    for t in found:
        rows.setdefault((t.task, t.title), {})[t.machine] = t
    return rows


def _tasks_of(name: str) -> list[str]:
    """The tasks of peers in a subject."""
    families = next(s.families for s in SUBJECTS if s.name == name)
    known = dict.fromkeys(t for peer in PEERS.values() for program in peer.programs for t in program.tasks)
    return [task for task in known if family_of(task) in families]


def of_subject(name: str, records: Records) -> str:
    """Every peer for every task of a subject."""
    found = theirs(records)
    there, rows = cores(found), []
    order = _tasks_of(name)
    grouped = _by_program(t for t in found if t.task in order)
    for (task, title), row in sorted(grouped.items(), key=lambda item: order.index(item[0][0])):
        first = next(iter(row.values()))
        cells: list[object] = []
        for m in there:
            their, own = row[m.name].cycles if m.name in row else None, ours(records, task, m)
            cells += [their or GAP, own or GAP, _ratio(own, their)]
        size = row.get(there[0].name, first).record
        rows.append((f"`{task}`", title, first.timing, *cells, size["code_bytes"],
                     size["data_bytes"]))  # fmt: skip
    titles = [text for m in there for text in (f"its cycles on `{m.name}`", "ours", "ours / its")]
    return markdown(("task", "software", "time and secrets", *titles, "its code, bytes", "its data, bytes"), rows)


for _name in ("codes", "ciphers", "hashes", "binary_curves", "prime_curves"):
    table(f"peers.{_name}")(partial(of_subject, _name))


@table("peers.shown")
def shown(records: Records) -> str:
    """For each shown task the fastest peer, and the fastest that claims constant time, beside our code on the same core
    and each machine.
    """
    found, fewest = theirs(records), best(records)
    there, rows = cores(found), []
    for task in SHOWN:
        mine = [t for t in found if t.task == task]
        for group in (mine, [t for t in mine if t.timing == CONSTANT]):
            if not group or (group is not mine and _fastest(group).title == _fastest(mine).title):
                continue
            first = _fastest(group)
            cells: list[object] = []
            for m in there:
                same = [t for t in mine if t.machine == m.name and t.title == first.title]
                their = same[0].cycles if same else None
                cells += [their or GAP, _ratio(ours(records, task, m), their)]
            row = fewest.get(task.replace("mul.vartime", "mul.ct"), {})
            own = {t.machine: t.cycles for t in mine if t.title == first.title}
            rows.append((f"`{task}`", first.title, first.timing, *cells,
                         *(_ratio(row[m.name].cycles if m.name in row else None, own.get(m.name, first.cycles))
                           for m in machines.all())))  # fmt: skip
    titles = [text for m in there for text in (f"its cycles on `{m.name}`", "ours there / its")]
    return markdown(("task", "software", "time and secrets", *titles,
                     *(f"`{m.name}`{'' if complete(m.name) else NO_HOST} / it" for m in machines.all())),
                    rows)  # fmt: skip


def _fastest(group: list[Theirs]) -> Theirs:
    return min(group, key=lambda t: t.cycles)


@table("peers.faster")
def faster(records: Records) -> str:
    """Where a peer takes fewer cycles than our portable code on the same core."""
    rows = []
    for t in sorted(theirs(records), key=lambda t: (t.timing != CONSTANT, t.task, t.machine, t.cycles)):
        machine = machines.named(t.machine)
        own, other = ours(records, t.task, machine), with_tables(records, t.task, machine)
        if own is not None and own > t.cycles:
            rows.append((f"`{t.task}`", f"`{t.machine}`", t.title, t.timing, t.cycles, own,
                         f"{own / t.cycles:.2f}", f"{other:,}" if other else GAP,
                         _ratio(other, t.cycles)))  # fmt: skip
    return markdown(("task", "core of", "software", "time and secrets", "its cycles", "ours, constant time",
                     "ours / its", "ours with tables", "ours with tables / its"), rows)  # fmt: skip


@table("peers.software")
def _(records: Records) -> str:
    """What was compiled, how, and what it is."""
    found: dict[tuple[str, str, str], list[Theirs]] = {}
    for t in theirs(records):
        if t.program is not None:
            found.setdefault((t.title, t.program.driver, t.program.remark), []).append(t)
    rows = []
    for (title, driver, remark), group in sorted(found.items()):
        records_of = [t.record for t in group]
        rows.append((title, ", ".join(sorted({r["params"]["version"] for r in records_of})), f"`{driver}`",
                     group[0].timing, remark,
                     ", ".join(sorted({f"`{r['params']['flags']}`" for r in records_of})),
                     ", ".join(sorted({r["versions"]["gcc"] for r in records_of}))))  # fmt: skip
    return markdown(("software", "version", "our driver", "time and secrets", "what it is", "flags", "gcc"), rows)


@table("peers.configure")
def _(records: Records) -> str:
    """What the user runs once in a copy that cannot be compiled as it is."""
    parts = [f"In the folder of {name}:\n\n{textwrap.indent(peer.configure.rstrip(), '    ')}\n\n"
             for name, peer in PEERS.items() if peer.configure]  # fmt: skip
    return "\n" + "".join(parts)
