# SPDX-License-Identifier: Apache-2.0
"""Other people's software and hardware: cycles that were measured or published, from papers/peers.yaml."""

from pathlib import Path
from typing import Literal

from evariste.errors import Refusal
from evariste.isa.load import read
from evariste.papers.load import FOLDER, known_names
from evariste.papers.schema import Strict


class Peer(Strict):
    """One program or design. `version` is "unknown" when none was recorded, "none" where there is none."""

    name: str
    version: str
    language: str
    cycles: int
    standing: Literal["measured", "published"]
    source: str = ""
    note: str = ""


class PeerGroup(Strict):
    """Those that do the same; `workload` is the one here that does it too, where there is one."""

    quantity: str
    peers: list[Peer]
    workload: str | None = None


class Measurement(Strict):
    """How the measured entries were obtained."""

    platform: str
    compiler: str
    flags: str
    checked: str
    validation: str


class Peers(Strict):
    measurement: Measurement
    groups: list[PeerGroup]


def peers(path: Path = FOLDER / "peers.yaml") -> Peers:
    """The file, refused where an entry stands twice, has no cycles, or a published one no source."""
    content = read(path, Peers)
    known = known_names()
    for group in content.groups:
        at = f"papers/{path.name}, {group.quantity}"
        if group.workload is not None and group.workload not in known:
            raise Refusal(f"{at}: {group.workload} is no workload and is not announced in papers/planned.yaml.")
        names = [p.name for p in group.peers]
        for peer in group.peers:
            if names.count(peer.name) > 1:
                raise Refusal(f"{at}: {peer.name} stands twice.")
            if peer.cycles <= 0:
                raise Refusal(f"{at}, {peer.name}: {peer.cycles} cycles cannot be; they are positive.")
            if (peer.standing == "published") != bool(peer.source):
                raise Refusal(f"{at}, {peer.name}: a published figure names its source, and a measured one has none.")
    return content
