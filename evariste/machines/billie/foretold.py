# SPDX-License-Identifier: Apache-2.0
"""What a model of billie foretold: thousands of cycles by workload."""

from evariste.parts.mips.foretold import rows

DEGREES = (163, 233, 283, 409, 571)
FORETOLD = {
    **rows("b{0}.mul.ct.f{0}_d1", DEGREES, (163, 330, 486, 1012, 1968)),
    **rows("k{0}.mul.ct.f{0}_d1", DEGREES, (136, 276, 406, 845, 1643)),
    **rows("b{0}.mul.ct.f{0}_d4", DEGREES, (41.2, 84.1, 122.6, 255.7, 494.2)),
    **rows("k{0}.mul.ct.f{0}_d4", DEGREES, (34.6, 70.4, 102.6, 213.6, 412.7)),
    **rows("b{0}.mul.ct.f{0}_d8", DEGREES, (21.5, 43.2, 62.7, 129.8, 249.8)),
    **rows("k{0}.mul.ct.f{0}_d8", DEGREES, (18.1, 36.3, 52.5, 108.6, 208.8)),
    **rows("b{0}.mul.ct.f{0}_d16", DEGREES, (11.6, 22.0, 31.9, 65.6, 125.9)),
    **rows("k{0}.mul.ct.f{0}_d16", DEGREES, (9.8, 18.6, 26.8, 55.0, 105.3)),
    **rows("b{0}.mul.base.f{0}_d8", DEGREES, (12.5, 23.3, 32.3, 64.6, 125.1)),
    **rows("b{0}.mul2.vartime.f{0}_d8", DEGREES, (24.8, 48.8, 70.1, 142.7, 271.7)),
    **rows("k{0}.mul2.vartime.f{0}_d8", DEGREES, (10.6, 20.1, 28.4, 56.4, 105.6)),
    **rows("b{0}.ecdsa.sign.nonce.f{0}_d8", DEGREES, (36, 60, 82, 153, 281)),
}
