# SPDX-License-Identifier: Apache-2.0
"""Other people's software and hardware: cycles that were measured or published, from papers/peers.yaml."""

from pathlib import Path

from evariste.errors import UserError
from evariste.isa.load import read
from evariste.papers.load import FOLDER, known_names
from evariste.papers.schema import PeersFile


def peers(path: Path = FOLDER / "peers.yaml") -> PeersFile:
    """The file, refused where an entry stands twice, has no cycles, or a published one no source."""
    content = read(path, PeersFile)
    known = known_names()
    for group in content.groups:
        at = f"papers/{path.name}, {group.quantity}"
        if group.workload is not None and group.workload not in known:
            raise UserError(f"{at}: {group.workload} is no workload and is not announced in papers/planned.yaml.")
        names = [p.name for p in group.peers]
        for peer in group.peers:
            if names.count(peer.name) > 1:
                raise UserError(f"{at}: {peer.name} stands twice.")
            if peer.id and (group.workload is None or [p.id for p in group.peers].count(peer.id) > 1):
                raise UserError(
                    f"{at}, {peer.name}: an id must be the only one of its kind in a group that names a workload."
                )
            if peer.cycles <= 0:
                raise UserError(f"{at}, {peer.name}: {peer.cycles} cycles cannot be; they are positive.")
            if (peer.standing == "published") != bool(peer.source):
                raise UserError(f"{at}, {peer.name}: a published figure names its source, and a measured one has none.")
    return content
