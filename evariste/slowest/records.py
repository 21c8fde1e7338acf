# SPDX-License-Identifier: Apache-2.0
"""Records of the slowest words: `cycles` of the slowest found, random or searched for, and `slowest`, that word."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from evariste import machines
from evariste.slowest.campaign import ALL, SEARCH, Portion
from evariste.slowest.cases import CASES


def records(done: Iterable[tuple[Portion, dict[str, Any]]]) -> list[dict[str, Any]]:
    """A record for each case, in the order of CASES."""
    by_case: dict[str, list[tuple[Portion, dict[str, Any]]]] = {}
    for portion, result in done:
        by_case.setdefault(portion.case, []).append((portion, result))
    return [_record(name, by_case[name]) for name in CASES if name in by_case]


def _record(name: str, parts: list[tuple[Portion, dict[str, Any]]]) -> dict[str, Any]:
    from evariste.record import record

    case, machine = CASES[name], machines.named(parts[0][0].machine)
    parts = sorted(parts, key=lambda part: (part[0].kind, part[0].number))
    taken, searched = (_total(parts, searching) for searching in (False, True))
    slowest, found = max(parts, key=lambda part: part[1]["cycles"][-1])
    cycles = found["cycles"][-1]
    wrong = sum(result["wrong"] for _, result in parts)
    made = record(
        workload=f"slowest.{name}", engine="iss",
        machine=machine.name, configuration=machine.runs(machine.native), backend=machine.native, cycles=cycles,
        params={"case": name, "code": case.code, "errors": case.errors, "erasures": case.erasures, "bound": case.bound},
        passed=wrong == 0 and (case.bound is None or cycles <= case.bound),
        checked="no word took longer than the bound, and each was decoded as its code promises",
    )  # fmt: skip
    runs = taken.total()
    made["spread"] = {
        "runs": runs,
        "every_syndrome": slowest.kind == ALL,
        "mean": sum(c * n for c, n in taken.items()) / runs if runs else None,
        "p999": _quantile(taken, 0.999),
        "max": max(taken, default=None),
    }
    made["searched"] = {"words": searched.total(), "max": max(searched, default=None)}
    made["slowest"] = {"kind": slowest.kind, "number": slowest.number, **found["slowest"]}
    return made


def _total(parts: list[tuple[Portion, dict[str, Any]]], searching: bool) -> Counter[int]:
    """How many words took each number of cycles."""
    total: Counter[int] = Counter()
    for portion, result in parts:
        if (portion.kind == SEARCH) == searching:
            total.update(dict(zip(result["cycles"], result["counts"], strict=True)))
    return total


def _quantile(taken: Counter[int], share: float) -> int | None:
    """The least number of cycles that this share of the words does not exceed."""
    left = share * taken.total()
    for cycles in sorted(taken):
        left -= taken[cycles]
        if left <= 0:
            return cycles
    return None
