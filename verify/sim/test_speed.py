# SPDX-License-Identifier: Apache-2.0
"""The speed of the simulator: is one more run where the interval says?"""

import random

from evariste.sim.speed import RUNS, again, shown
from evariste.tables import markdown


def test_of_a_hundred_further_runs_ninety_five_are_within_the_interval() -> None:
    rng, inside, trials = random.Random(1), 0, 4000
    for _ in range(trials):
        *runs, other = (rng.gauss(500, 20) for _ in range(RUNS + 1))
        inside += abs(other - sum(runs) / RUNS) <= again(runs)
    assert 0.94 < inside / trials < 0.96


def test_a_rate_is_a_number_of_the_table() -> None:
    fast, slow = ({"rate": rate, "again": rate / 50} for rate in (704.4e6, 2.714e6))
    assert (shown(fast), shown(slow)) == ("704 ± 14", "2.71 ± 0.05")
    assert "---:" in markdown(("engine",), [(shown(slow),), ("-",)])
