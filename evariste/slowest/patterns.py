# SPDX-License-Identifier: Apache-2.0
"""The cases, and error patterns of Reed-Solomon words: random ones, ones that are special for decoders, and small
changes of a pattern.

A batch is two arrays with a row for each word: the positions, erased ones first, and the values added there. A value is
0 only at an erasure.

A case is a decoder, and the number of errors and erasures of its words. The machine's definition says how many cycles
such a word may take there at most.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from evariste.codes.named import CODES
from evariste.codes.reference import Bch, ReedSolomon
from evariste.errors import UserError


@dataclass(frozen=True)
class Case:
    """Words of a named code. `short` is a decoder of bch_short.h."""

    name: str
    code: str
    errors: int
    erasures: int = 0
    short: int = 0

    @property
    def rs(self) -> ReedSolomon:
        code = CODES[self.code].code
        assert isinstance(code, ReedSolomon)
        return code

    @property
    def bch(self) -> Bch:
        code = CODES[self.code].code
        assert isinstance(code, Bch)
        return code

    @property
    def correctable(self) -> bool:
        """Is every word of the case within reach of the code?"""
        return not self.short and 2 * self.errors + self.erasures <= self.rs.checks


CASES = {
    case.name: case
    for case in (
        Case("rs255_239.e8", "paper-rs", 8),
        Case("rs255_239.e4", "paper-rs", 4),
        Case("rs255_239.e1", "paper-rs", 1),
        Case("rs255_239.s16", "paper-rs", 0, 16),
        Case("rs255_239.e7s2", "paper-rs", 7, 2),
        Case("rs255_239.e4s8", "paper-rs", 4, 8),
        Case("rs255_239.e9", "paper-rs", 9),
        Case("rs204_188.e8", "dvb", 8),
        Case("rs204_188.e9", "dvb", 9),
        Case("rs255_223.e16", "ccsds-16", 16),
        Case("rs255_223.e17", "ccsds-16", 17),
        Case("bch31_11", "paper-bch", 5, short=31),
        Case("bch63_51", "wban", 2, short=63),
        Case("bch63_51.4", "wban", 2, short=4),
    )
}  # fmt: skip


def find(names: tuple[str, ...]) -> list[Case]:
    """The cases of these names, all for none."""
    for name in names:
        if name not in CASES:
            raise UserError(f"there is no case '{name}'; the cases are {', '.join(CASES)}.")
    return [CASES[name] for name in names or CASES]


Batch = tuple[np.ndarray, np.ndarray]


def random(case: Case, count: int, rng: np.random.Generator) -> Batch:
    """Different places, any values."""
    size = case.errors + case.erasures
    places = np.argsort(rng.random((count, case.rs.n)), axis=1)[:, :size]
    return places, _values(case, (count, size), rng)


def _values(case: Case, shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    values = rng.integers(1, 1 << case.rs.field.m, shape)
    values[:, : case.erasures] *= rng.integers(0, 8, (shape[0], case.erasures)) > 0
    return values


class Arithmetic:
    """A field's products on arrays, and a code's locators."""

    def __init__(self, case: Case) -> None:
        code = case.rs
        self.order = code.field.order
        self.log = np.array([0, *(code.field.log[v] for v in range(1, self.order + 1))])
        self.exp = np.array([code.field.alpha(i) for i in range(2 * self.order)])
        self.code = code
        back = pow(code.step, -1, self.order)
        # The position in the word of the symbol with this inverse locator; -1 if it is not sent.
        self.place = np.full(self.order + 1, -1)
        for element in range(1, self.order + 1):
            position = -int(self.log[element]) * back % self.order
            if code.punctured <= position < code.n + code.punctured:
                self.place[element] = code.n - 1 - (position - code.punctured)

    def mul(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return np.where((a == 0) | (b == 0), 0, self.exp[self.log[a] + self.log[b]])

    def locators(self, places: np.ndarray) -> np.ndarray:
        positions = self.code.n - 1 - places + self.code.punctured
        return self.exp[positions * self.code.step % self.order]

    def polynomials(self, places: np.ndarray) -> np.ndarray:
        """The product of (1 - locator x) of each row, from the coefficient of x^0."""
        rows, size = places.shape
        out = np.zeros((rows, size + 1), np.int64)
        out[:, 0] = 1
        for x in self.locators(places).T:
            out[:, 1:] ^= self.mul(x[:, None], out[:, :-1])
        return out


@functools.cache
def arithmetic(case: Case) -> Arithmetic:
    return Arithmetic(case)


def missing(case: Case, count: int, rng: np.random.Generator) -> Batch:
    """Locators without one or more of their coefficients."""
    field, (places, _) = arithmetic(case), random(case, 40 * count, rng)
    zeros = (field.polynomials(places[:, case.erasures :]) == 0).sum(axis=1)
    places = places[np.argsort(-zeros, kind="stable")[:count]]
    return places, _values(case, places.shape, rng)


def without(case: Case, count: int, rng: np.random.Generator) -> Batch:
    """Locators without the coefficient of x^i: i is drawn, and the last place chosen so that it is 0."""
    field, (places, values) = arithmetic(case), random(case, count, rng)
    which = rng.integers(1, places.shape[1] + 1, count)
    everywhere = np.arange(case.rs.n)
    for row, i in enumerate(which):
        tried = np.repeat(places[row : row + 1], case.rs.n, axis=0)
        tried[:, -1] = everywhere
        fits = (field.polynomials(tried)[:, i] == 0) & ~np.isin(everywhere, places[row, :-1])
        if fits.any():
            places[row, -1] = rng.choice(everywhere[fits])
    return places, values


def affine(case: Case, count: int, rng: np.random.Generator) -> Batch:
    """Inverse locators from an affine subspace over GF(2), the smallest that holds enough of them."""
    field, (places, values) = arithmetic(case), random(case, count, rng)
    size = places.shape[1]
    for row in range(count):
        bits = max(1, (size - 1).bit_length()) + int(rng.integers(0, 2))
        span = np.zeros(1, np.int64)
        for vector in rng.integers(1, field.order + 1, bits):
            span = np.union1d(span, span ^ vector)
        elements = span ^ rng.integers(0, field.order + 1)
        found = field.place[elements[(elements > 0) & (elements <= field.order)]]
        found = rng.permutation(found[found >= 0])[:size]
        rest = places[row][~np.isin(places[row], found)]
        places[row] = np.concatenate([found, rest])[:size]
    return places, values


def progressions(case: Case, count: int, rng: np.random.Generator) -> Batch:
    """Runs, places at equal distances (cosets of a subgroup among them), the first and the last."""
    places, values = random(case, count, rng)
    size, n = places.shape[1], case.rs.n
    for row in range(count):
        step = int(rng.choice([1, 1, 2, 3, 5, 15, 17, 31, 51, 85]))
        first = int(rng.choice([0, n - 1, rng.integers(0, n)]))
        run = np.unique((first + step * np.arange(size)) % n)
        rest = places[row][~np.isin(places[row], run)]
        places[row] = np.concatenate([run, rest])[:size]
    return places, values


def ends(case: Case, count: int, rng: np.random.Generator) -> Batch:
    """Some first places, some last ones."""
    places, values = random(case, count, rng)
    size, n = places.shape[1], case.rs.n
    for row in range(count):
        at_front = int(rng.integers(0, size + 1))
        places[row] = np.concatenate([np.arange(at_front), n - 1 - np.arange(size - at_front)])
    return places, values


def equal(case: Case, count: int, rng: np.random.Generator) -> Batch:
    """One value at every place."""
    places, values = random(case, count, rng)
    return places, np.repeat(values[:, -1:] | (values[:, -1:] == 0), values.shape[1], axis=1)


def silent(case: Case, count: int, rng: np.random.Generator) -> Batch:
    """Values that make the first syndromes 0, or some in the middle: Berlekamp-Massey then grows late, in one step."""
    field, (places, values) = arithmetic(case), random(case, count, rng)
    size = places.shape[1]
    for row in range(count):
        rows = int(rng.integers(1, max(2, size)))
        first = case.rs.first_root + int(rng.choice([0, 0, rng.integers(0, case.rs.checks)]))
        logs = field.log[field.locators(places[row])]
        matrix = np.array([field.exp[(logs * (first + i)) % field.order] for i in range(rows)])
        solved = _null_vector(field, matrix, values[row])
        if solved.all():
            values[row] = solved
    return places, values


def _null_vector(field: Arithmetic, matrix: np.ndarray, free: np.ndarray) -> np.ndarray:
    """A vector that the matrix takes to 0, with the given values where they may be chosen."""
    matrix, vector = matrix.copy(), free.copy()
    pivots: list[int] = []
    for column in range(matrix.shape[1]):
        at = len(pivots)
        if at == matrix.shape[0]:
            break
        candidates = np.nonzero(matrix[at:, column])[0]
        if not len(candidates):
            continue
        matrix[[at, at + candidates[0]]] = matrix[[at + candidates[0], at]]
        matrix[at] = field.mul(field.exp[field.order - field.log[matrix[at, column]]], matrix[at])
        for other in range(matrix.shape[0]):
            if other != at:
                matrix[other] ^= field.mul(matrix[other, column], matrix[at])
        pivots.append(column)
    others = [c for c in range(matrix.shape[1]) if c not in pivots]
    for at, column in enumerate(pivots):
        vector[column] = np.bitwise_xor.reduce(field.mul(matrix[at, others], free[others])) if others else 0
    return vector


STARTS: tuple[Callable[[Case, int, np.random.Generator], Batch], ...] = (
    random, missing, without, affine, progressions, ends, equal, silent,
)  # fmt: skip


def changed(case: Case, batch: Batch, rng: np.random.Generator) -> Batch:
    """Each pattern with one to three small changes: a new position or value, all positions shifted, all values times a
    factor.
    """
    places, values = batch[0].copy(), batch[1].copy()
    count, size = places.shape
    n, field = case.rs.n, arithmetic(case)
    for _ in range(3):
        kind, at = rng.integers(0, 12, count), rng.integers(0, size, count)
        place = rng.integers(0, n, count)
        moved = np.nonzero((kind < 3) & ~(places == place[:, None]).any(axis=1))[0]
        places[moved, at[moved]] = place[moved]
        anew = np.nonzero((kind >= 3) & (kind < 6))[0]
        values[anew, at[anew]] = rng.integers(1, field.order + 1, len(anew))
        on = np.nonzero(kind == 6)[0]
        places[on] = (places[on] + rng.integers(1, n, (len(on), 1))) % n
        scaled = np.nonzero(kind == 7)[0]
        values[scaled] = field.mul(values[scaled], rng.integers(1, field.order + 1, (len(scaled), 1)))
    return places, values
