# SPDX-License-Identifier: Apache-2.0
"""Workloads of the error-correcting codes: encoders, and whole decoders from syndromes to the corrected word.

The cycles of a record are those of the slowest word; its spread has the mean.
"""

import random
import struct
from collections.abc import Callable, Sequence

from evariste.bench import Case, Output, workload
from evariste.codes import jobs
from evariste.codes.reference import Bch, ReedSolomon
from evariste.workloads import drawn

WORDS = 32
RS = ReedSolomon(0x11D, 255, 239)
CCSDS = ReedSolomon(0x187, 255, 223, 112, 11)
DVB = ReedSolomon(0x11D, 204, 188)
# Of two lengths, and those above, one family: the same field and the same parity.
SHORTENED = {f"rs{n}_{n - 16}": ReedSolomon(0x11D, n, n - 16) for n in (64, 128)}
REED_SOLOMON = {"rs255_239": RS, "rs255_223": CCSDS, "rs204_188": DVB, **SHORTENED}
# These have no decoder of their own, as the short codes have: ev_bch_decode takes any.
BCH = {f"bch{n}_{n - 16}": Bch(0x11D, n, 2) for n in (63, 127, 255)}
ROM = {RS: (0, "ev_rs255_239_tables"), DVB: (1, "ev_rs204_188_tables"), CCSDS: (2, "ev_rs255_223_ccsds_tables")}
RS_DECODE = ["ev_rs_decode", "ev_rs_low_*", "ev_rs_syndromes_*", "ev_rs_berlekamp_massey8",
             "ev_rs_berlekamp_massey16", "ev_rs_search8*", "ev_rs_chien20", "ev_rs_forney8", "ev_rs_multiply*",
             "ev_gf_values20", "chien*", "solve*", "massey*", "any_locator*", "locator_with_erasures*",
             "roots_with_erasures*", "within*", "values4*", "scaled8*", "any_values*", "check_symbols*",
             "correct_symbols*", "list_erasures*", "apply_some*", "list_corrections*", "has_high_bit*",
             "shift_syndromes*"]  # fmt: skip
BCH_DECODE = ["ev_bch_decode", "ev_bch_low_*", "correct*", "has_high_bit*", "list_corrections*", "ev_rs_low_start",
              "ev_rs_low_berlekamp_massey", "ev_rs_low_chien", "massey*", "chien*", "ev_rs_state_arrays"]  # fmt: skip
RS_ENCODE = ["ev_rs_encode", "ev_rs_low_parity", "ev_rs_low_syndromes", "ev_rs_syndromes_*", "ev_rs_matrix_product"]


def encoded(code: ReedSolomon, count: int = WORDS) -> list[bytes]:
    """Words of random messages, encoded by reedsolo."""
    from reedsolo import RSCodec

    rng = drawn(1)
    coder = RSCodec(code.checks, nsize=code.n, fcr=code.first_root, prim=code.polynomial,
                    generator=code.field.alpha(code.step))  # fmt: skip
    return [bytes(coder.encode(rng.randbytes(code.k))) for _ in range(count)]


def damaged(words: Sequence[bytes], errors: int) -> list[bytes]:
    """The same words with so many wrong symbols each."""
    rng = drawn(errors)
    return [_damage(word, errors, rng) for word in words]


def _damage(word: bytes, errors: int, rng: random.Random, values: int = 256) -> bytes:
    received = bytearray(word)
    for place in rng.sample(range(len(word)), errors):
        received[place] ^= rng.randrange(1, values)
    return bytes(received)


def _job_case(build: Callable[[jobs.Jobs], None], label: str, expected: Sequence[tuple[int, bytes]], oracle: str,
             symbols: list[str], params: dict[str, object]) -> Case:  # fmt: skip
    plan = jobs.Jobs()
    build(plan)

    def check(out: Output) -> tuple[bool, str]:
        results = plan.results(out.files["results"])
        flat = [answer for job in results for answer in job]
        return flat[-len(expected) :] == list(expected), oracle

    return Case(sources=[jobs.SOURCE], label=label, check=check, symbols=symbols, args=["jobs", "results"],
                files={"jobs": bytes(plan.content)}, params=params)  # fmt: skip


def _rs_decode(code: ReedSolomon, errors: int) -> Case:
    words = encoded(code)

    def build(plan: jobs.Jobs) -> None:
        choose(plan, code)
        for word in damaged(words, errors):  # a job each, so that each is measured
            plan.decode(code, [word])

    return _job_case(build, "decode", [(errors, word) for word in words], "words encoded by reedsolo came back",
                    [*RS_DECODE, *_tables(code)], _params(code) | {"errors": errors})  # fmt: skip


def _rs_encode(code: ReedSolomon) -> Case:
    words = encoded(code)

    def build(plan: jobs.Jobs) -> None:
        choose(plan, code)
        for word in words:
            plan.encode(code, [word[: code.k]])

    return _job_case(build, "encode", [(0, word) for word in words], "equal to reedsolo's encoding",
                    [*RS_ENCODE, *_tables(code)], _params(code))  # fmt: skip


def choose(plan: jobs.Jobs, code: ReedSolomon) -> None:
    """Makes a code the current one: with its tables in ROM, if the library has them."""
    if code in ROM:
        plan.rom(ROM[code][0])
    else:
        plan.make(code)


def _tables(code: ReedSolomon) -> tuple[str, ...]:
    return (ROM[code][1],) if code in ROM else ()


def _bch_decode(code: Bch, errors: int) -> Case:
    """By the decoder for all codes."""
    rng = drawn(errors)
    sent = [code.encode(rng.getrandbits(code.k)) for _ in range(WORDS)]

    def build(plan: jobs.Jobs) -> None:
        plan.make(code)
        for word in sent:
            received = word ^ sum(1 << place for place in rng.sample(range(code.n), errors))
            plan.decode(code, [stored(code, received)])

    return _job_case(build, "decode", [(errors, stored(code, word)) for word in sent],
                    "words encoded by the definition came back", BCH_DECODE,
                    {"n": code.n, "k": code.k, "t": code.t, "polynomial": code.polynomial, "errors": errors,
                     "words": WORDS})  # fmt: skip


def stored(code: Bch, word: int) -> bytes:
    """A word as the library stores it: bit p of the number is position p."""
    return word.to_bytes(jobs.word_bytes(code), "little")


def _params(code: ReedSolomon) -> dict[str, object]:
    return {"n": code.n, "k": code.k, "polynomial": code.polynomial, "first_root": code.first_root, "words": WORDS}


def _short(name: int, code: Bch, errors: int, symbols: list[str]) -> Case:
    """A short BCH code: words by the definition (evariste.codes.reference)."""
    rng = drawn(errors)
    form = "<Q" if name == 63 else "<I"
    sent = [code.encode(rng.getrandbits(code.k)) for _ in range(8 * WORDS)]
    received = []
    for word in sent:
        for place in rng.sample(range(code.n), errors):
            word ^= 1 << place
        received.append(word)
    expected = b"".join(struct.pack("<i", errors) + struct.pack(form, word) for word in sent)

    def check(out: Output) -> tuple[bool, str]:
        return out.files["out"] == expected, "words encoded by the definition came back"

    return Case(sources=["sw/apps/bench_bch_short.c"], label="decode", check=check, symbols=symbols,
                args=[str(name), "in", "out"], files={"in": b"".join(struct.pack(form, w) for w in received)},
                params={"n": code.n, "k": code.k, "t": code.t, "polynomial": code.polynomial, "errors": errors,
                        "words": len(sent)})  # fmt: skip


@workload("rs255_239.decode.e8", "codes")
def _(backend: str, engine: str) -> Case:
    return _rs_decode(RS, 8)


@workload("rs255_239.decode.e4", "codes")
def _(backend: str, engine: str) -> Case:
    return _rs_decode(RS, 4)


@workload("rs255_239.decode.e1", "codes")
def _(backend: str, engine: str) -> Case:
    return _rs_decode(RS, 1)


@workload("rs255_239.decode.e0", "codes")
def _(backend: str, engine: str) -> Case:
    return _rs_decode(RS, 0)


@workload("rs255_239.encode", "codes")
def _(backend: str, engine: str) -> Case:
    return _rs_encode(RS)


@workload("rs255_239.setup", "codes")
def _(backend: str, engine: str) -> Case:
    plan = jobs.Jobs()
    plan.make(RS)

    def check(out: Output) -> tuple[bool, str]:
        return plan.results(out.files["results"]) == [[(0, b"")]], "the code was accepted"

    symbols = ["ev_rs_init", "ev_rs_low_init", "ev_rs_low_logarithms", "ev_rs_low_generator", "ev_rs_generator",
               "ev_rs_powers", "ev_rs_divide16", "matrix*", "pass*", "folded_passes*", "direct_passes*",
               "ev_gf_*init"]  # fmt: skip
    return Case(sources=[jobs.SOURCE], label="setup", check=check, symbols=symbols, args=["jobs", "results"],
                files={"jobs": bytes(plan.content)}, params=_params(RS))  # fmt: skip


@workload("rs255_223.decode.e16", "codes")
def _(backend: str, engine: str) -> Case:
    return _rs_decode(CCSDS, 16)


@workload("rs255_223.encode", "codes")
def _(backend: str, engine: str) -> Case:
    return _rs_encode(CCSDS)


@workload("rs204_188.decode.e8", "codes")
def _(backend: str, engine: str) -> Case:
    return _rs_decode(DVB, 8)


for _name, _code in SHORTENED.items():
    workload(f"{_name}.decode.e8", "codes")(lambda backend, engine, code=_code: _rs_decode(code, 8))
for _name, _code in {"rs204_188": DVB, **SHORTENED}.items():
    workload(f"{_name}.encode", "codes")(lambda backend, engine, code=_code: _rs_encode(code))
for _name, _bch in BCH.items():
    workload(f"{_name}.decode.e2", "codes")(lambda backend, engine, code=_bch: _bch_decode(code, 2))


@workload("bch31_11.decode.e5", "codes")
def _(backend: str, engine: str) -> Case:
    return _short(31, Bch(0x25, 31, 5), 5, ["ev_bch31_11_*"])


@workload("bch31_11.decode.e0", "codes")
def _(backend: str, engine: str) -> Case:
    return _short(31, Bch(0x25, 31, 5), 0, ["ev_bch31_11_*"])


@workload("bch63_51.decode.e2", "codes")
def _(backend: str, engine: str) -> Case:
    return _short(63, Bch(0x43, 63, 2), 2, ["ev_bch63_51_*"])


@workload("bch63_51.decode.e0", "codes")
def _(backend: str, engine: str) -> Case:
    return _short(63, Bch(0x43, 63, 2), 0, ["ev_bch63_51_*"])


@workload("bch63_51.decode_4_words.e2", "codes")
def _(backend: str, engine: str) -> Case:
    """Four words in four lanes; the cycles are those of all four."""
    code, rng = Bch(0x43, 63, 2), drawn(4)
    sent = [code.encode(rng.getrandbits(code.k)) for _ in range(4 * WORDS)]
    received = [word ^ sum(1 << place for place in rng.sample(range(63), 2)) for word in sent]
    expected = b"".join(
        b"\2\2\2\2" + b"".join(word.to_bytes(8, "little") for word in sent[i : i + 4]) for i in range(0, len(sent), 4)
    )

    def check(out: Output) -> tuple[bool, str]:
        return out.files["out"] == expected, "words encoded by the definition came back"

    return Case(sources=["sw/apps/bench_bch_short.c"], label="decode", check=check, symbols=["ev_bch63_51_decode4"],
                args=["4", "in", "out"], files={"in": b"".join(w.to_bytes(8, "little") for w in received)},
                params={"n": 63, "k": 51, "t": 2, "polynomial": code.polynomial, "errors": 2,
                        "words": len(sent)})  # fmt: skip


def _kernel(label: str, symbols: list[str]) -> Case:
    """One of the decoder's four kernels, on words with 8 errors, which all four together must correct."""
    words = encoded(RS)

    def check(out: Output) -> tuple[bool, str]:
        return out.files["out"] == b"".join(words), "words encoded by reedsolo came back"

    return Case(sources=["sw/apps/bench_rs_kernels.c"], label=label, check=check, symbols=symbols,
                args=["in", "out"], files={"in": b"".join(damaged(words, 8))},
                params=_params(RS) | {"errors": 8})  # fmt: skip


@workload("rs255_239.kernel.syndromes", "codes")
def _(backend: str, engine: str) -> Case:
    return _kernel("syndromes", ["ev_rs_low_syndromes", "ev_rs_syndromes_fold"])


@workload("rs255_239.kernel.locator", "codes")
def _(backend: str, engine: str) -> Case:
    return _kernel("locator", ["ev_rs_low_berlekamp_massey", "ev_rs_berlekamp_massey8"])


@workload("rs255_239.kernel.roots", "codes")
def _(backend: str, engine: str) -> Case:
    return _kernel("roots", ["ev_rs_low_chien", "ev_rs_search8*"])


@workload("rs255_239.kernel.values", "codes")
def _(backend: str, engine: str) -> Case:
    return _kernel("values", ["ev_rs_low_forney", "ev_rs_forney8"])
