# SPDX-License-Identifier: Apache-2.0
"""The campaign: words through a channel and the firmware's decoder, in portions that are counted once.

A portion is a few thousand words of one code, channel and quality. Its seed, and so its result, follows from these and
its number. Results are kept in .build/rates under a digest of the portion and of decoder and simulator as built. So an
interrupted campaign continues where it stopped, on this computer or on another cluster.
"""

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass
from typing import Any

import numpy as np

from evariste import machines
from evariste.cache.keys import Store, code, digest
from evariste.codes import jobs, named
from evariste.codes.reference import Bch, ReedSolomon
from evariste.errors import UserError
from evariste.rates import channels

KEPT = Store("rates")
# What is imported and changes no count, or is in the key by what it makes.
NOT = tuple(f"evariste.{name}" for name in ("bench", "build", "cache", "cc", "isa", "keys", "record", "store"))
PORTION = 2000  # words
SENT = 16  # different codewords in a portion
COUNTS = ("words", "lost", "undetected", "surprises", "bits", "bit_errors", "bit_errors_squared", "cycles")


@dataclass(frozen=True)
class Portion:
    """Some words of one point of a curve; `made_by` is the digest of the decoder and the simulator."""

    code: str
    channel: str
    quality: float
    number: int
    words: int
    backend: str
    made_by: str
    machine: str


@functools.cache
def made_by(backend: str, machine: str) -> str:
    """A digest of the decoder's program and of the interpreter, as built here."""
    from evariste import build
    from evariste.build import cc

    program = cc.compile([jobs.SOURCE], backend=backend, machine=machine).read_bytes()
    parameters = machines.named(machine).has(machines.named(machine).runs(backend)).parameters
    return digest(program, build.identity(machine), parameters, code(__name__, without=NOT))


def portions(code: str, channel: str, quality: float, words: int, backend: str, machine: str) -> list[Portion]:
    """The portions of one point: as many as its words fill, the last one smaller."""
    sizes = [min(PORTION, words - i) for i in range(0, words, PORTION)]
    made = made_by(backend, machine)
    return [Portion(code, channel, quality, i, size, backend, made, machine) for i, size in enumerate(sizes)]


def _codewords(code: jobs.Code, rng: np.random.Generator) -> np.ndarray:
    """SENT codewords as they are stored, a row of bytes each, encoded by the definition."""
    rows = []
    for _ in range(SENT):
        if isinstance(code, ReedSolomon):
            rows.append(bytes(code.encode([int(s) for s in rng.integers(0, 1 << code.field.m, code.k)])))
        else:
            word = code.encode(int.from_bytes(rng.bytes(code.k // 8 + 1), "little") >> (8 - code.k % 8))
            rows.append(word.to_bytes(jobs.word_bytes(code), "little"))
    return np.frombuffer(b"".join(rows), np.uint8).reshape(SENT, -1)


def _noise(code: jobs.Code, channel: channels.Chain, words: int, rng: np.random.Generator) -> tuple[np.ndarray, Any]:
    """The errors that the channel adds to stored words, and the number of wrong symbols in each."""
    shape = channels.shape(code)
    noise = np.zeros((words, jobs.word_bytes(code)), np.uint8)
    word, bit = np.divmod(channels.flipped(channel, words * shape.bits, rng), shape.bits)
    symbol, place = (bit // shape.m, bit % shape.m) if shape.m > 1 else (bit // 8, bit % 8)
    np.bitwise_xor.at(noise, (word, symbol), (1 << place).astype(np.uint8))
    wrong = np.count_nonzero(noise, axis=1) if shape.m > 1 else np.bincount(word, minlength=words)
    return noise, wrong


def message_mask(code: jobs.Code) -> np.ndarray:
    """The bits of a stored word that are message."""
    mask = np.zeros(jobs.word_bytes(code), np.uint8)
    if isinstance(code, Bch):
        bits = ((1 << code.k) - 1) << (code.length - code.k)
        return np.frombuffer(bits.to_bytes(mask.size, "little"), np.uint8)
    mask[: code.k] = (1 << code.field.m) - 1
    return mask


def run(portion: Portion) -> dict[str, int]:
    """Encode, spoil, decode, count. A surprise is a word that was lost with few errors, or kept with too many."""
    if made_by(portion.backend, portion.machine) != portion.made_by:
        raise UserError(
            "a worker has another firmware or simulator than the campaign: give it the same commit and tools."
        )
    code = named.find(portion.code)
    shape = channels.shape(code)
    seed = digest(portion.code, portion.channel, portion.quality, portion.number)
    rng = np.random.default_rng(int(seed, 16))
    sent = np.resize(_codewords(code, rng), (portion.words, jobs.word_bytes(code)))
    channel = channels.chain(portion.channel, portion.quality, shape.rate)
    noise, wrong = _noise(code, channel, portion.words, rng)
    plan = jobs.Jobs()
    plan.make(code)
    plan.decode(code, [word.tobytes() for word in sent ^ noise])
    results, cycles = jobs.run(plan, "iss", portion.backend, portion.machine)
    status = np.array([s for s, _ in results[1]])
    decoded = np.frombuffer(b"".join(w for _, w in results[1]), np.uint8).reshape(sent.shape)
    left = (decoded ^ sent) & message_mask(code)
    good = ~left.any(axis=1) & (status >= 0)
    bits = np.bitwise_count(left).sum(axis=1, dtype=np.int64)
    counts = (portion.words, np.sum(~good), np.sum(~good & (status >= 0)), np.sum(good != (wrong <= shape.t)),
              portion.words * shape.k * shape.m, bits.sum(), (bits * bits).sum(), cycles[-1])  # fmt: skip
    return dict(zip(COUNTS, map(int, counts), strict=True))


def campaign(
    wanted: Sequence[Portion], processes: int | None = None, dask: str | None = None, kept: Store = KEPT
) -> Iterator[tuple[Portion, dict[str, int]]]:
    """Every portion with its counts, once: first those that are kept, then the others as they become ready.

    A refused portion ends the campaign; what was finished is kept.
    """
    from evariste.bench.pool import each

    keys = {portion: digest(*astuple(portion)) for portion in wanted}
    missing = []
    for portion, key in keys.items():
        if (counts := kept.get(key)) is None:
            missing.append(portion)
        else:
            yield portion, counts
    for portion, counts in each(run, missing, processes, dask):
        if isinstance(counts, UserError):
            raise counts
        kept.put(keys[portion], counts)
        yield portion, counts


def records(done: Iterable[tuple[Portion, dict[str, int]]]) -> list[dict[str, Any]]:
    """A record for each code and channel, with its points by quality.

    `cycles` is the mean decoding of the point whose words take longest; the verdict is that no word was a surprise.
    """
    from evariste.record import record

    curves: dict[tuple[str, str, str, str], dict[float, dict[str, int]]] = {}
    for portion, counts in done:
        points = curves.setdefault((portion.code, portion.channel, portion.backend, portion.machine), {})
        total = points.setdefault(portion.quality, dict.fromkeys(COUNTS, 0))
        for name in COUNTS:
            total[name] += counts[name]
    made = []
    for (text, kind, backend, machine), points in sorted(curves.items()):
        shape = channels.shape(named.find(text))
        ordered = sorted(points.items())
        rows = [
            {"quality": q, **c, "theory": channels.word_error_rate(shape, channels.chain(kind, q, shape.rate))}
            for q, c in ordered
        ]
        columns = {name: [row[name] for row in rows] for name in rows[0]}
        result = record(
            workload=f"rates.{text}.{kind}", engine="iss", machine=machine,
            configuration=machines.named(machine).runs(backend), backend=backend,
            cycles=max(round(row["cycles"] / row["words"]) for row in rows),
            params={"code": text, "channel": kind, **asdict(shape)},
            passed=not any(row["surprises"] for row in rows),
            checked="a word was lost exactly when more symbols were wrong than the code corrects",
        )  # fmt: skip
        made.append(result | {"points": columns})
    return made


def rows(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The points of a record, one dictionary each, by quality."""
    columns = record["points"]
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
