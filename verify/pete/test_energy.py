# SPDX-License-Identifier: Apache-2.0
"""Energy: a program's run on the RTL, replayed on the mapped netlist of pete."""

from dataclasses import replace

import pytest

from evariste.errors import UserError
from evariste.machines.pete import silicon
from evariste.silicon import replayed
from evariste.silicon.measure import built
from evariste.silicon.replay import region, settled
from verify.needs import needs

pytestmark = [pytest.mark.full, needs("osu018")]
NAME = "fp256.mul.fast"


def test_the_netlist_does_a_field_product_as_the_rtl_does() -> None:
    what = built(silicon.job("fast"))
    found = region(NAME, silicon.NAME, silicon.NAME, what.circuit, silicon.PLACE)
    settled(what.circuit, found.trace)
    assert found.trace.windows == (found.trace.cycles,) and not found.trace.given
    assert found.trace.cycles >= found.cycles > 100
    assert found.trace.accesses["fetch"] <= found.trace.cycles
    for gate in what.circuit.flops[::200]:  # the control: a flip-flop with another value in one cycle
        net = gate.outputs[0][1]
        wrong = replace(found.trace, values=found.trace.values | {net: found.trace.values[net] ^ 1 << 100})
        with pytest.raises(UserError, match=r"does not follow|is wrong"):
            settled(what.circuit, wrong)
    done = replayed.energy(what, found, lambda instance: instance, "180")
    assert min(done.factors) > 1 and sum(done.moved.values()) > sum(done.still.values()) > 0


def test_the_arrays_of_the_cache_are_memories_of_their_sizes() -> None:
    what = built(silicon.job("ise_icache"))
    found = region("p192.ecdsa.ise_icache", silicon.NAME, silicon.NAME, what.circuit, silicon.CACHED)
    settled(what.circuit, found.trace)
    counts = found.trace.accesses
    assert counts["cache_read"] == counts["tag_read"] > counts["fetch"]
    assert counts["cache_write"] > 2 * counts["tag_write"] > 0 and found.trace.given
    one, other = (replayed.energy(what, found, lambda instance: instance, "180", sizes).memory
                  for sizes in (None, silicon.arrays(4096)))  # fmt: skip
    assert one and other and other[0] < one[0]
