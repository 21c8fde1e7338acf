# SPDX-License-Identifier: Apache-2.0
"""How the accelerator reduces by the modulus of a field: its mode and the digits of the modulus.

A prime is P0 + the sum of +-2^(32 word + shift), P0 its lowest word. If P0 is -1, a column's lowest word is the factor
of the prime, without a product (mode BY_DIGITS). If it is 1, the same holds for -p. For another P0 a product with it is
left (UPPER_DIGITS). A prime with more digits than there are registers for is GENERIC. The polynomial of a binary field
is P0 + the sum of x^(32 word + shift); 1 is its own negative.
"""

from dataclasses import dataclass

from evariste.ecc.curves import Prime

GENERIC, BY_DIGITS, UPPER_DIGITS = range(3)
DIGITS = 4
WORD = 32
Digit = tuple[int, int, bool]  # word, shift, minus


@dataclass(frozen=True)
class Reduction:
    words: int
    mode: int
    sign: bool
    digits: tuple[Digit, ...]
    binary: bool = False

    @property
    def config(self) -> int:
        """The register `config`, with slots that follow one another."""
        return self.strided(self.words)

    def strided(self, stride: int) -> int:
        """The same, with so many words from one slot to the next."""
        return self.words | self.mode << 5 | self.binary << 7 | self.sign << 8 | stride << 9

    @property
    def generic_config(self) -> int:
        return self.words | self.binary << 7 | self.words << 9

    @property
    def registers(self) -> tuple[int, int]:
        """The registers `digits0` and `digits1`."""
        halves = [word | shift << 5 | minus << 10 | 1 << 11 for word, shift, minus in self.digits]
        halves += [0] * (DIGITS - len(halves))
        return halves[0] | halves[1] << 16, halves[2] | halves[3] << 16


def n0(modulus: int, binary: bool = False) -> int:
    """The register `n0`: -1/p modulo 2^32, or 1/p modulo x^32, bit by bit."""
    if not binary:
        return -pow(modulus, -1, 2**WORD) % 2**WORD
    inverse, rest = 0, 1
    for i in range(WORD):
        if rest >> i & 1:
            inverse |= 1 << i
            rest ^= modulus << i
    return inverse


def generic(modulus: int, binary: bool = False, words: int = 0) -> Reduction:
    """The reduction by any odd modulus, or any polynomial with x^0. Without `words` they are as few as can be."""
    return Reduction(words or -(-(modulus.bit_length() - binary) // WORD), GENERIC, False, (), binary)


def reduction(field: Prime) -> Reduction:
    """The best reduction by a prime."""
    p, words = field.p, -(-field.p.bit_length() // WORD)
    lowest = p % 2**WORD
    sign = lowest == 1
    mode = BY_DIGITS if lowest in (1, 2**WORD - 1) else UPPER_DIGITS
    # What is above the lowest word: of p, or of -p, with -1 taken away.
    terms = {e: factor for e, factor in field.terms if e >= WORD}
    rest = sum(factor << e for e, factor in field.terms if e < WORD)
    rest -= 1 if sign else -1 if mode == BY_DIGITS else lowest
    if rest:
        terms[WORD] = terms.get(WORD, 0) + rest // 2**WORD
    digits = sorted((e // WORD, e % WORD, (factor < 0) != sign) for e, factor in terms.items() if factor)
    if len(digits) > DIGITS or any(abs(factor) > 1 for factor in terms.values()) or rest % 2**WORD:
        return generic(p)
    return Reduction(words, mode, sign, tuple(digits))


def binary_reduction(polynomial: int) -> Reduction:
    """The best reduction by the polynomial of a binary field: its bits."""
    words = -(-(polynomial.bit_length() - 1) // WORD)
    digits = tuple((e // WORD, e % WORD, False) for e in range(WORD, polynomial.bit_length()) if polynomial >> e & 1)
    if len(digits) > DIGITS:
        return generic(polynomial, binary=True)
    return Reduction(words, BY_DIGITS if polynomial % 2**WORD == 1 else UPPER_DIGITS, False, digits, binary=True)
