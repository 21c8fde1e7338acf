# SPDX-License-Identifier: Apache-2.0
"""Workloads of this machine alone: the steps of an AES round, and the tables of Chen et al. 2017.

The oracle of the steps is their definition in FIPS 197, of the tables the reference arithmetic on Python integers.
"""

import random
from collections.abc import Callable

from evariste.bench import Case, Output, workload
from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import curves

STEPS = ("sub_bytes", "inv_sub_bytes", "shift_rows", "inv_shift_rows", "mix_columns", "inv_mix_columns",
         "add_round_key")  # fmt: skip


def _product(a: int, b: int, modulus: int) -> int:
    out = 0
    for i in range(8):
        out ^= (a << i) * (b >> i & 1)
    for i in range(14, 7, -1):
        out ^= (modulus << (i - 8)) * (out >> i & 1)
    return out


def _power(a: int, n: int) -> int:
    out = 1
    for _ in range(n):
        out = _product(out, a, 0x11B)
    return out


def _step(name: str, rows: list[bytes], key: list[bytes]) -> list[bytes]:
    """One step by FIPS 197's words, the S-box without its constant 0x63."""
    inverse = [_power(x, 254) for x in range(256)]
    match name:
        case "sub_bytes":
            return [bytes(_product(inverse[x], 0x1F, 0x101) for x in row) for row in rows]
        case "inv_sub_bytes":
            return [bytes(inverse[_product(x, 0x4A, 0x101)] for x in row) for row in rows]
        case "shift_rows":
            return [row[i:] + row[:i] for i, row in enumerate(rows)]
        case "inv_shift_rows":
            return [row[4 - i :] + row[: 4 - i] for i, row in enumerate(rows)]
        case "add_round_key":
            return [bytes(a ^ b for a, b in zip(row, k, strict=True)) for row, k in zip(rows, key, strict=True)]
    factors = (2, 3, 1, 1) if name == "mix_columns" else (14, 11, 13, 9)
    out = []
    for i in range(4):
        new = bytearray(4)
        for j in range(4):
            for column in range(4):
                new[column] ^= _product(rows[j][column], factors[(j - i) % 4], 0x11B)
        out.append(bytes(new))
    return out


def _step_case(name: str) -> Case:
    rng = random.Random(name)
    rows, key = [rng.randbytes(4) for _ in range(4)], [rng.randbytes(4) for _ in range(4)]
    expected = rows
    for _ in range(11 if name == "add_round_key" else 12):  # a key added an even number of times would be gone
        expected = _step(name, expected, key)
    zero = [bytes(4)] * 4
    keys = [*[key] * 11, zero if name == "add_round_key" else key]

    def check(out: Output) -> tuple[bool, str]:
        return out.files["out"] == b"".join(expected), "FIPS 197's definition"

    return Case(sources=["sw/apps/gfp/aes_steps.c", "sw/apps/gfp/aes_step_kernels.S"], label=name, check=check,
                args=[name], symbols=[],
                files={"in": b"".join(rows), "key": b"".join(k[i] for k in keys for i in (2, 3, 0, 1))},
                params={"measured": "(12 steps - none) / 12"})  # fmt: skip


def _register_step(name: str) -> None:
    @workload(f"aes_step.{name}", "aes_steps")
    def _(backend: str, engine: str) -> Case:
        return _step_case(name)


for _name in STEPS:
    _register_step(_name)


PAPER = {  # rows of tables 7, 8 and 9 of Chen et al. 2017: what sw/apps/gfp/chen.c runs, and with which product
    "table7.mul": ("mul", "direct"), "table7.mul.product": ("product", "direct"),
    "table7.mul.rearrange": ("rearrange", "direct"), "table7.mul.reduce": ("reduce", "direct"),
    "table7.sqr": ("sqr", "direct"), "table7.sqr.high": ("sqr_high", "direct"), "table7.sqr.low": ("sqr_low", "direct"),
    "table8.mul": ("mul", "direct"), "table8.sqr": ("sqr", "direct"),
    "table9.add": ("add", "direct"), "table9.sqr": ("sqr", "direct"),
    **{f"table9.{what}.{how}": (what, how)
       for what in ("mul", "inv", "point_add", "point_double") for how in ("direct", "karatsuba")},
    "kp113": ("kp113", "karatsuba"), "kp113.affine": ("kp113_affine", "karatsuba"),
    "kp113.direct": ("kp113", "direct"), "kp233.affine": ("kp233_affine", "karatsuba"),
}  # fmt: skip


def _paper(what: str, how: str) -> Case:
    rng = random.Random(113)
    c = curves()["k233"]
    f, a, b = c.poly, rng.getrandbits(233), rng.getrandbits(233)
    top = 232 if what.startswith("kp233") else 112
    ones = rng.sample(range(top), top // 2)  # "the remaining 112 bits consist of 56 zeros and 56 ones"
    k = 1 << top | sum(1 << i for i in ones)
    p = ref.multiply(c, rng.randrange(1, c.n), ref.generator(c))
    assert p is not None

    def element() -> int | ref.Point:
        match what:
            case "sqr" | "sqr_high" | "sqr_low":
                return ref.sqr(a, f)
            case "add":
                return a ^ b
            case "inv":
                return ref.inverse(a, f)
            case "point_add" | "point_double":
                return ref.multiply(c, 3 if what == "point_add" else 4, p)
            case "kp113" | "kp113_affine" | "kp233_affine":
                return ref.multiply(c, k, p)
        return ref.mul(a, b, f)

    def check(out: Output) -> tuple[bool, str]:
        expected = element()
        got = v.two(c, out.files["out"])
        return (got[0] if isinstance(expected, int) else got) == expected, "equal to the reference on Python integers"

    symbols = {"product": ["ev_chen_product_k"], "rearrange": ["ev_chen_rearrange_k"], "reduce": ["ev_chen_reduce_k"],
               "sqr": ["ev_chen_sqr_k"], "sqr_high": ["ev_chen_sqr_high_k"], "sqr_low": ["ev_chen_sqr_low_k"],
               "add": ["ev_chen_add"]}  # fmt: skip
    product = (
        ["ev_chen_mul_karatsuba_k"]
        if how == "karatsuba"
        else ["ev_chen_mul_direct_k", "ev_chen_product_k", "ev_chen_fold_k"]
    )
    params = {"scalar_bits": top + 1, "doublings": top, "additions": top // 2} if what.startswith("kp") else {}
    return Case(
        sources=["sw/apps/gfp/chen.c"], label="row", check=check,
        symbols=symbols.get(what, product if what == "mul" else [*product, "ev_chen_*"]),
        files={"in": b"".join(v.words(x, 8) for x in (a, b, k, *p))},
        defines={f"WHAT_{what}": 1, "HOW": f"CHEN_{how.upper()}"},
        params=params | {"karatsuba_levels": 2 if how == "karatsuba" else 0},
    )  # fmt: skip


def _register_paper() -> None:
    def row(what: str, how: str) -> Callable[[str, str], Case]:
        return lambda backend, engine: _paper(what, how)

    for name, (what, how) in PAPER.items():
        workload(f"chen2017.{name}", "chen2017")(row(what, how))


_register_paper()
