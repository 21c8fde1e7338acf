# SPDX-License-Identifier: Apache-2.0
"""What a model of monte foretold: thousands of cycles by workload. A workload of the unit is a hundred commands."""

from evariste.parts.mips.foretold import rows

PRIMES = ("p192", "p224", "p256", "p384", "p521")
DEGREES = (163, 233, 283, 409, 571)
FORETOLD = {
    **rows("unit.{}.mul.paper", PRIMES, (9.1, 11.9, 15.1, 31.9, 61.9)),  # a hundred of each
    **rows("unit.{}.sqr.squares", PRIMES, (7.6, 9.8, 12.3, 25.3, 48.3)),
    **rows("unit.{}.mul.full", (*PRIMES, "p25519"), (4.3, 5.6, 7.3, 15.1, 29.6, 9.5)),
    **rows("unit.{}.sqr.full", (*PRIMES, "p25519"), (2.8, 3.5, 5.0, 8.5, 16.0, 6.7)),
    **rows("unit.{}.add.full", (*PRIMES, "p25519"), (1.0, 1.1, 1.2, 1.6, 2.1, 1.2)),
    **rows("unit.gf2_{}.mul.full", DEGREES, (6.1, 7.1, 11.5, 17.6, 38.5)),
    **rows("unit.gf2_{}.sqr.full", DEGREES, (3.6, 2.5, 5.1, 3.5, 9.6)),
    **rows("{}.mul.ct.full", PRIMES, (139, 195, 284, 728, 1765)),
    **rows("{}.mul.base.full", PRIMES, (41, 59, 85, 228, 563)),
    **rows("{}.ecdsa.sign.nonce.full", PRIMES, (63, 91, 130, 359, 896)),
    **rows("{}.ecdsa.verify.full", PRIMES, (160, 229, 327, 875, 2137)),
    **rows("{}.mul.ct.paper", PRIMES, (281, 410, 584, 1718, 4362)),
    **rows("{}.mul.base.paper", PRIMES, (85, 126, 177, 541, 1387)),
    **rows("{}.ecdsa.sign.nonce.paper", PRIMES, (110, 162, 229, 697, 1789)),
    **rows("{}.ecdsa.verify.paper", PRIMES, (297, 441, 621, 1858, 4719)),
    "x25519.public.full": 325,
    **rows("b{}.mul.ct.full", DEGREES, (123, 184, 349, 651, 1899)),
    **rows("k{}.mul.ct.full", DEGREES, (111, 164, 311, 568, 1658)),
    **rows("b{}.mul.base.full", DEGREES, (48, 70, 131, 232, 683)),
    **rows("b{}.ecdsa.verify.full", DEGREES, (167, 253, 468, 890, 2552)),
}
