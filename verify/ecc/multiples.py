# SPDX-License-Identifier: Apache-2.0
"""What the tests of accelerators for binary fields ask of multiples of points."""

import random

from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import BinaryCurve


def check_two_multiples(c: BinaryCurve, target: v.Target) -> None:
    """u G + k P on this backend, for any two points and for those that are equal, opposite or nowhere."""
    rng, g = random.Random(c.name), ref.generator(c)
    minus = ref.multiply(c, c.n - 1, g)
    p = ref.multiply(c, rng.randrange(1, c.n), g)
    assert p is not None and minus is not None
    u, k = rng.randrange(1, c.n), rng.randrange(1, c.n)
    cases = [(u, k, p), (0, k, p), (u, 0, p), (u, u, g), (u, u, minus), (u, c.n - u, g), (u, c.n - u, minus), (0, 0, p)]
    asked = [v.on(c, v.MUL2_VARTIME, v.scalar(c, a), v.scalar(c, b), v.point(c, q)) for a, b, q in cases]
    for (a, b, q), (status, got) in zip(cases, v.ask(asked, target), strict=True):
        total = ref.add(c, ref.multiply(c, a, g), ref.multiply(c, b, q))
        assert v.statuses()[status] == ("ok" if total else "infinity")
        assert total is None or got == v.point(c, total)
