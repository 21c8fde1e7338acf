# SPDX-License-Identifier: Apache-2.0
"""What a delivered bit costs: cycles, and energy where a record of the silicon evaluation gives it.

Every word is decoded, lost or not, so the cost of lost words counts for the bits that arrive: cycles of all words /
message bits of the words that were not lost. The energy is only the processor's. `delivered`, the message bits that
arrive for each bit sent, accounts for the radio's cost of check bits and of sending again.
"""

import functools
from collections.abc import Iterable
from typing import Any

from evariste.codes.named import find
from evariste.codes.reference import ReedSolomon

PREFIX = "silicon.energy."
MEAN = "silicon.cycle"


def _of(records: Iterable[dict[str, Any]], backend: str, machine: str) -> list[dict[str, Any]]:
    return [r for r in records if r.get("backend") == backend and r.get("machine", machine) == machine]


def per_cycle(records: Iterable[dict[str, Any]], backend: str, machine: str) -> dict[str, float]:
    """Picojoules a cycle of each workload whose energy was measured, by the workload's name; under MEAN their mean."""
    records = _of(records, backend, machine)
    cycles = {r["workload"]: r["cycles"] for r in records}
    found = {}
    for r in records:
        if r.get("energy_pj"):
            if r["workload"] == MEAN:
                found[MEAN] = r["energy_pj"]
            elif r["workload"].startswith(PREFIX):
                name = r["workload"].removeprefix(PREFIX)
                found[name] = r["energy_pj"] / (r["cycles"] or cycles[name])
    return found


def of_workload(records: Iterable[dict[str, Any]], name: str, backend: str, machine: str) -> tuple[float, bool] | None:
    """Picojoules of a workload, and whether they were measured or are its cycles times the mean of those that were."""
    records = _of(records, backend, machine)
    known = per_cycle(records, backend, machine)
    cycles = next((r["cycles"] for r in records if r["workload"] == name), None)
    if not cycles or not (name in known or MEAN in known):
        return None
    return cycles * known.get(name, known.get(MEAN, 0.0)), name in known


@functools.cache
def _kind(code: str) -> str:
    """How the names of the workloads begin that decode codes of this kind."""
    return "rs" if isinstance(find(code), ReedSolomon) else "bch"


def of_decoder(records: Iterable[dict[str, Any]], code: str, backend: str, machine: str) -> float | None:
    """Picojoules a cycle while a code of this kind is decoded: the mean of the measured decoders of its kind."""
    known = [pj for name, pj in per_cycle(records, backend, machine).items()
             if name.startswith(_kind(code)) and ".decode" in name]  # fmt: skip
    return sum(known) / len(known) if known else None


def cycles_per_bit(row: dict[str, Any], message_bits: int) -> float | None:
    """Decoding cycles for each message bit of a word that was not lost; None when all were."""
    arrived = (row["words"] - row["lost"]) * message_bits
    return row["cycles"] / arrived if arrived else None


def delivered(row: dict[str, Any], rate: float) -> float:
    """Message bits of words that were not lost for each bit sent."""
    return (1 - row["lost"] / row["words"]) * rate
