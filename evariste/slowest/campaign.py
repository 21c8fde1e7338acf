# SPDX-License-Identifier: Apache-2.0
"""Decodes the words of a case on the interpreter, in portions that count once, and keeps the slowest word.

A portion is random words, or one climb: patterns of one kind, then the slowest of them with small changes, for some
generations. For the short BCH codes it is a part of all words with different syndromes; all of them are decoded. A
portion's result follows from its case, kind and number. Results are kept in .build/slowest under a digest of these and
of decoder and simulator as built.

In a record, `cycles` are those of the slowest word found, random or searched for, and `slowest` is that word.
"""

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from evariste import machines
from evariste.cache.keys import Store, code, digest
from evariste.codes import timed
from evariste.errors import UserError
from evariste.slowest import patterns
from evariste.slowest.patterns import CASES, Case

KEPT = Store("slowest")
# What is imported and changes no count, or is in the key by what it makes.
NOT = tuple(f"evariste.{name}" for name in ("build", "cache", "cc", "isa", "keys", "record", "store"))
PORTION = 4000  # random words
SENT = 16  # different codewords in a portion
POPULATION, BEST, GENERATIONS = 600, 40, 25  # of a climb
RANDOM, SEARCH, ALL = "random", "search", "all"


@dataclass(frozen=True)
class Portion:
    """Words of one case; `made_by` is the digest of the decoder and the simulator."""

    case: str
    kind: str
    number: int
    words: int
    made_by: str
    machine: str
    backend: str


@functools.cache
def made_by(machine: str, backend: str) -> str:
    """A digest of the decoders' programs, of the interpreter as built here, and of the code that makes the words."""
    from evariste import build

    programs = [path.read_bytes() for path in timed.programs(backend, machine)]
    parameters = machines.named(machine).has(machines.named(machine).runs(backend)).parameters
    return digest(*programs, build.identity(machine), parameters, code(__name__, without=NOT))


def portions(case: Case, words: int, climbs: int, machine: str, backend: str) -> list[Portion]:
    """The portions of a case: random words and climbs, or every word."""
    made, where = made_by(machine, backend), (machine, backend)
    if case.short in timed.CHECKS:
        total = 1 << timed.CHECKS[case.short]
        return [Portion(case.name, ALL, i, min(total, 1 << 16), made, *where) for i in range(-(-total >> 16))]
    sizes = [min(PORTION, words - i) for i in range(0, words, PORTION)]
    found = [Portion(case.name, RANDOM, i, size, made, *where) for i, size in enumerate(sizes)]
    if not case.short:
        found += [Portion(case.name, SEARCH, i, POPULATION * GENERATIONS, made, *where) for i in range(climbs)]
    return found


def run(portion: Portion) -> dict[str, Any]:
    """The portion's cycles, how many words took each, its slowest word, and how many words were not decoded right."""
    if made_by(portion.machine, portion.backend) != portion.made_by:
        raise UserError(
            "a worker has another firmware or simulator than the campaign: give it the same commit and tools."
        )
    case = CASES[portion.case]
    rng = np.random.default_rng(int(digest(portion.case, portion.kind, portion.number), 16))
    if case.short:
        return _short(case, portion, rng)
    if portion.kind == RANDOM:
        batch = patterns.random(case, portion.words, rng)
        cycles, wrong = decode(case, batch, rng, portion.machine, portion.backend)
        return _result(cycles, wrong, _word(case, batch, int(cycles.argmax())))
    return _climb(case, portion, rng)


def _climb(case: Case, portion: Portion, rng: np.random.Generator) -> dict[str, Any]:
    batch = patterns.STARTS[portion.number % len(patterns.STARTS)](case, POPULATION, rng)
    cycles, wrong = decode(case, batch, rng, portion.machine, portion.backend)
    every = [cycles]
    for _ in range(GENERATIONS - 1):
        best = np.argsort(-cycles, kind="stable")[:BEST]
        parents = np.resize(best, POPULATION - BEST)
        tried = patterns.changed(case, (batch[0][parents], batch[1][parents]), rng)
        taken, failed = decode(case, tried, rng, portion.machine, portion.backend)
        every.append(taken)
        wrong += failed
        batch = (np.vstack([batch[0][best], tried[0]]), np.vstack([batch[1][best], tried[1]]))
        cycles = np.concatenate([cycles[best], taken])
    return _result(np.concatenate(every), wrong, _word(case, batch, int(cycles.argmax())))


def _word(case: Case, batch: patterns.Batch, row: int) -> dict[str, Any]:
    places, values = (part[row].tolist() for part in batch)
    return {"places": places, "values": values}


def _result(cycles: np.ndarray, wrong: int, word: dict[str, Any]) -> dict[str, Any]:
    taken, counts = np.unique(cycles, return_counts=True)
    return {"cycles": taken.tolist(), "counts": counts.tolist(), "wrong": wrong, "slowest": word}


@functools.cache
def _codewords(case: Case) -> np.ndarray:
    rng = np.random.default_rng(1)
    code = case.rs
    rows = [code.encode(rng.integers(0, 1 << code.field.m, code.k).tolist()) for _ in range(SENT)]
    return np.array(rows, np.uint8)


def decode(
    case: Case, batch: patterns.Batch, rng: np.random.Generator, machine: str, backend: str
) -> tuple[np.ndarray, int]:
    """Cycles of each word, and how many were not decoded right."""
    places, values = batch
    sent = _codewords(case)[rng.integers(0, SENT, len(places))]
    received = sent.copy()
    added = np.take_along_axis(received, places, axis=1) ^ values.astype(np.uint8)
    np.put_along_axis(received, places, added, axis=1)
    erased = places[:, : case.erasures] if case.erasures else None
    status, cycles, words = timed.decode(case.rs, received, erased, backend, machine=machine)
    changed = (words != received).sum(axis=1)
    if case.correctable:
        right = (words == sent).all(axis=1) & (status == changed)
    else:  # untouched, or another codeword within reach
        right = np.where(status < 0, changed == 0, (status == changed) & (changed <= case.rs.checks // 2))
    return cycles, int(np.sum(~right))


def word_cycles(case: Case, word: dict[str, Any], machine: str, backend: str, engine: str = "iss") -> int:
    """The cycles of a pattern on the zero codeword."""
    if case.short:
        words = np.array(word["words"], np.uint64)
        return int(timed.decode_short(case.short, words, engine, backend, machine)[1][0])
    received = np.zeros((1, case.rs.n), np.uint8)
    received[0, word["places"]] = word["values"]
    erased = np.array([word["places"][: case.erasures]]) if case.erasures else None
    status, cycles, words = timed.decode(case.rs, received, erased, backend, engine, machine)
    if case.correctable and (words.any() or status[0] != np.count_nonzero(word["values"])):
        raise UserError(f"{case.name}: the slowest word was not corrected.")
    return int(cycles[0])


def _short(case: Case, portion: Portion, rng: np.random.Generator) -> dict[str, Any]:
    """Every word of check bits alone, one for each set of syndromes; or random ones, four at a time."""
    if portion.kind == ALL:
        words = np.arange(portion.number << 16, (portion.number << 16) + portion.words, dtype=np.uint64)
    else:
        words = np.zeros(4 * portion.words, np.uint64)
        for _ in range(case.errors):
            words ^= np.uint64(1) << rng.integers(0, case.bch.n, len(words)).astype(np.uint64)
    status, cycles, decoded = timed.decode_short(case.short, words, backend=portion.backend, machine=portion.machine)
    weight, changed = np.bitwise_count(words), np.bitwise_count(words ^ decoded)
    within = (decoded == 0) & (status == weight)
    beyond = np.where(status < 0, changed == 0, (changed == status) & (changed <= case.errors))
    wrong = int(np.sum(~np.where(weight <= case.errors, within, beyond)))
    lanes, row = len(words) // len(cycles), int(cycles.argmax())
    return _result(cycles, wrong, {"words": words[lanes * row : lanes * row + lanes].tolist()})


def campaign(
    wanted: Sequence[Portion], processes: int | None = None, dask: str | None = None, kept: Store = KEPT
) -> Iterator[tuple[Portion, dict[str, Any]]]:
    """Every portion with its result, once: first those that are kept, then the others as they become ready."""
    from evariste.bench.pool import each

    keys = {portion: digest(*astuple(portion)) for portion in wanted}
    missing = []
    for portion, key in keys.items():
        if (result := kept.get(key)) is None:
            missing.append(portion)
        else:
            yield portion, result
    for portion, result in each(run, missing, processes, dask):
        if isinstance(result, UserError):
            raise result
        kept.put(keys[portion], result)
        yield portion, result


def records(done: Iterable[tuple[Portion, dict[str, Any]]]) -> list[dict[str, Any]]:
    """A record for each case, in the order of CASES."""
    by_case: dict[str, list[tuple[Portion, dict[str, Any]]]] = {}
    for portion, result in done:
        by_case.setdefault(portion.case, []).append((portion, result))
    return [_record(name, by_case[name]) for name in CASES if name in by_case]


def _record(name: str, parts: list[tuple[Portion, dict[str, Any]]]) -> dict[str, Any]:
    from evariste.record import record

    case, machine, backend = CASES[name], machines.named(parts[0][0].machine), parts[0][0].backend
    parts = sorted(parts, key=lambda part: (part[0].kind, part[0].number))
    taken, searched = (_total(parts, searching) for searching in (False, True))
    slowest, found = max(parts, key=lambda part: part[1]["cycles"][-1])
    cycles, bound = found["cycles"][-1], machine.bounds.get(name) if backend == machine.native else None
    wrong = sum(result["wrong"] for _, result in parts)
    made = record(
        workload=f"slowest.{name}", engine="iss",
        machine=machine.name, configuration=machine.runs(backend), backend=backend, cycles=cycles,
        params={"case": name, "code": case.code, "errors": case.errors, "erasures": case.erasures, "bound": bound},
        passed=wrong == 0 and (bound is None or cycles <= bound),
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
