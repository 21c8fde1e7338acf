# SPDX-License-Identifier: Apache-2.0
"""What a model of monte foretold: thousands of cycles by workload."""

from evariste.parts.mips.foretold import rows

PRIMES = ("p192", "p224", "p256", "p384", "p521")
DEGREES = (163, 233, 283, 409, 571)
FORETOLD = {
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
