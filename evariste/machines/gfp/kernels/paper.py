# SPDX-License-Identifier: Apache-2.0
"""The GF(2^233) arithmetic that Chen et al. (ISCA 2017, Table 7) describe, kept as they describe it.

The product is row by row with the accumulator in memory. Then the upper part is moved to a vector of its own
(`rearrange`) and folded by shifts and additions (`reduce`). The square is made in two halves, upper and lower. The row
product is written out in the paper's order. The other parts are scheduled like all kernels.
"""

from __future__ import annotations

from evariste.machines.gfp.kernels.problem import POINTER, Field, Problem

M, N, TOP = 233, 8, 9  # degree, words, bits of the top word
FOLD = 74


def product_lines() -> list[str]:
    """c = a b on a frame: sp + 0 the 16 words of c, sp + 64 those of a, sp + 96 those of b. Ends with BX lr.

    72 loads, 71 stores, 64 products and 112 XORs, as in the paper, and 4 moves: a load reaches only r0..r7 on this
    core, and four words of b are in higher registers. The highest word of the product is zero and not stored.
    """
    home = ["r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11"]
    out = []
    for j in (4, 5, 6, 7):
        out += [f"ldr r0, [sp, #{96 + 4 * j}]", f"mov {home[j]}, r0"]
    out += [f"ldr {home[j]}, [sp, #{96 + 4 * j}]" for j in range(4)]
    a, low, carry, high = "r0", "r1", "r2", "r3"
    for i in range(N):
        out.append(f"ldr {a}, [sp, #{64 + 4 * i}]")
        for j in range(N):
            at = 4 * (i + j)
            last = i == N - 1 and j == N - 1
            out.append(f"gfmul32 {low if last else high}, {low}, {a}, {home[j]}")
            if j:
                out.append(f"eors {low}, {carry}")
            if i:
                out += [f"ldr {carry}, [sp, #{at}]", f"eors {low}, {carry}"]
            out.append(f"str {low}, [sp, #{at}]")
            carry, high = high, carry
        if i < N - 1:
            out.append(f"str {carry}, [sp, #{4 * (i + N)}]")
    return [*out, "bx lr"]


def _upper(p: Problem, c: list[int]) -> list[int]:
    """Words 7.. of a product to the vector of its bits 233 and up."""
    h = []
    for j in range(N):
        word = p.shift(c[j], TOP)
        if j + 1 < len(c):
            part = p.var()
            p.add(part, word)
            p.add(part, p.shift(c[j + 1], TOP - 32))
            word = part
        h.append(word)
    return h


def _fold(p: Problem, c: list[int], h: list[int]) -> list[int]:
    """c + h + h x^74 modulo x^233 + x^74 + 1, for c below degree 233 and the upper vector h."""
    # bits of h from 159 up would fold to 233 and up again, so they are added to the low end of h first
    for j in range(3):
        p.add(h[j], p.shift(h[j + 4], 31))
        if j + 5 < N:
            p.add(h[j], p.shift(h[j + 5], -1))
    for j in range(N):
        p.add(c[j], h[j])
        if j - 2 >= 0:
            p.add(c[j], p.shift(h[j - 2], -(FOLD - 64)))
        if j - 3 >= 0:
            p.add(c[j], p.shift(h[j - 3], 96 - FOLD))
    p.mask(c[N - 1], TOP)
    return c


def rearrange(f: Field) -> Problem:
    """r0 = the vector of bits 233 and up, r1 = words 7..14 of the product."""
    p = Problem()
    p.var(POINTER, 0, 0)
    c = p.array(1, 1, N)
    for k, word in enumerate(_upper(p, c)):
        p.store(word, 0, k)
    p.link()
    return p


def reduce_by_shifts(f: Field) -> Problem:
    """r0 = result, r1 = words 0..7 of the product, r2 = the vector of bits 233 and up."""
    p = Problem()
    p.var(POINTER, 0, 0)
    low, high = p.array(1, 1, N), p.array(2, 2, N)
    h = [p.var() for _ in high]
    for v, word in zip(h, high, strict=True):
        p.add(v, word)
    c = [p.var() for _ in low]
    for v, word in zip(c, low, strict=True):
        p.add(v, word)
    p.mask(c[N - 1], TOP)
    for k, word in enumerate(_fold(p, c, h)):
        p.store(word, 0, k)
    p.link()
    return p


def square_high(f: Field) -> Problem:
    """r0 = the vector of bits 233 and up of a^2, r1 = words 3..7 of a."""
    p = Problem()
    p.var(POINTER, 0, 0)
    a = p.array(1, 1, 5)
    c = [p.var() for _ in range(9)]
    for i in range(5):
        p.mul(a[i], a[i], c[2 * i], c[2 * i + 1] if 2 * i + 1 < len(c) else -1)
    for k, word in enumerate(_upper(p, c[1:])):
        p.store(word, 0, k)
    p.link()
    return p


def square_low(f: Field) -> Problem:
    """r0 = a^2, r1 = words 0..3 of a, r2 = the vector of bits 233 and up of a^2."""
    p = Problem()
    p.var(POINTER, 0, 0)
    a, high = p.array(1, 1, 4), p.array(2, 2, N)
    c = [p.var() for _ in range(N)]
    for i in range(4):
        p.mul(a[i], a[i], c[2 * i], c[2 * i + 1])
    h = [p.var() for _ in high]
    for v, word in zip(h, high, strict=True):
        p.add(v, word)
    p.mask(c[N - 1], TOP)
    for k, word in enumerate(_fold(p, c, h)):
        p.store(word, 0, k)
    p.link()
    return p


def fold(f: Field) -> Problem:
    """r0 = result, r1 = words 0..14 of a product: rearranged and reduced in one piece."""
    p = Problem()
    p.var(POINTER, 0, 0)
    words = p.array(1, 1, 2 * N - 1)
    h = _upper(p, words[N - 1 :])
    c = [p.var() for _ in range(N)]
    for v, word in zip(c, words, strict=False):
        p.add(v, word)
    p.mask(c[N - 1], TOP)
    for k, word in enumerate(_fold(p, c, h)):
        p.store(word, 0, k)
    p.link()
    return p


def square(f: Field) -> Problem:
    """r0 = r1^2 in one piece."""
    p = Problem()
    p.var(POINTER, 0, 0)
    a = p.array(1, 1, N)
    p.loads(1, N)
    c = [p.var() for _ in range(2 * N - 1)]
    for i in range(N):
        p.mul(a[i], a[i], c[2 * i], c[2 * i + 1] if 2 * i + 1 < len(c) else -1)
    h = _upper(p, c[N - 1 :])
    p.mask(c[N - 1], TOP)
    for k, word in enumerate(_fold(p, c[:N], h)):
        p.store(word, 0, k)
    p.link()
    return p
