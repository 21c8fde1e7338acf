# SPDX-License-Identifier: Apache-2.0
"""The cycles of the tasks: none is above its bound, and the committed records are what the interpreter counts."""

import pytest

from evariste.ecc.curves import binary_curves
from evariste.machines.asip import measure
from evariste.machines.asip.host import Host
from evariste.tables import records

# The most cycles of a task; of a block of a long message, by mode.
TASKS = {
    "full.aes128.key": 12, "full.aes128.encrypt": 13, "full.aes128.decrypt": 13,
    "full.aes192.key": 15, "full.aes192.encrypt": 15, "full.aes256.key": 17, "full.aes256.encrypt": 17,
    "full.b233.multiply": 21_824, "full.b233.multiply.validated": 22_334, "full.k233.multiply": 21_734,
    "full.k163.multiply": 11_420, "full.b163.multiply": 11_420, "full.k239.multiply": 22_312,
    "small.b233.multiply": 43_206, "fast.b233.multiply": 12_330, "fastest.b233.multiply": 8_077,
    "paper.b233.multiply": 39_532, "se.k283.multiply.validated": 32_676, "se.b283.multiply.validated": 31_990,
    "se_fast.k283.multiply.validated": 17_532, "se_fast.b283.multiply.validated": 16_798,
    "all.k409.multiply.validated": 66_626, "all.k571.multiply.validated": 127_363,
    "all.b571.multiply.validated": 125_955, "full.b233.add": 763, "full.b233.double": 682,
    "full.b233.product": 105, "full.b233.inverse": 527,
}  # fmt: skip
BLOCK = {"ecb.encrypt": 13, "ecb.decrypt": 13, "cbc.encrypt": 14, "cbc.decrypt": 16, "ctr": 15, "ccm.encrypt": 28,
         "gcm.encrypt": 18, "gcm.decrypt": 19, "ocb.encrypt": 21.1, "ocb.decrypt": 20.1, "ghash": 10}  # fmt: skip
RECORDS = {r["workload"].removeprefix("asip."): r for r in records() if r["machine"] == "asip"}


@pytest.mark.parametrize(("name", "most"), [*TASKS.items()])
def test_no_task_takes_longer_than_its_bound(name: str, most: int) -> None:
    assert RECORDS[name]["verdict"]["passed"] and 0 < RECORDS[name]["cycles"] <= most


@pytest.mark.parametrize(("mode", "most"), [*BLOCK.items()])
def test_no_mode_takes_longer_than_its_bound(mode: str, most: float) -> None:
    found = RECORDS[f"full.aes128.{mode}.steady"]
    assert found["verdict"]["passed"] and 0 < found["cycles"] / found["params"]["blocks"] <= most


@pytest.mark.parametrize("name", ["b163", "k163"])
def test_a_sample_is_as_fast_as_its_committed_record(name: str) -> None:
    for fresh in measure.points("full", binary_curves()[name]):
        kept = RECORDS[fresh["workload"].removeprefix("asip.")]
        assert (fresh["cycles"], fresh["verdict"]) == (kept["cycles"], kept["verdict"])


@pytest.mark.full
@pytest.mark.parametrize("configuration", measure.CURVES)
def test_every_record_is_what_the_interpreter_counts(configuration: str) -> None:
    for fresh in measure.records((configuration,)):
        assert fresh["cycles"] == RECORDS[fresh["workload"].removeprefix("asip.")]["cycles"], fresh["workload"]


def test_the_same_words_in_another_time_take_longer() -> None:
    """A control: the cycles are those of streams that always have words."""
    host = Host()
    host.task("aes_key128", bytes(16))
    quick = host.task("ecb_encrypt", bytes(64), count=4).cycles
    host.write("task", host.tasks["ecb_encrypt"] | 4 << 16)
    sent = 0
    while host.status & 1:
        wanted = host.now % 9 == 0 and sent < 16
        sent += bool(host.cycle(in_valid=wanted, out_ready=1).in_ready and wanted)
    assert host.read("task_cycles") > quick
