# SPDX-License-Identifier: Apache-2.0
"""The coprocessor on the bus of a host: programs in C drive it, on every engine, in the same cycles."""

from functools import cache
from pathlib import Path

import pytest

from evariste import aes, machines, sim, tables
from evariste.build import cc
from evariste.errors import UserError
from evariste.machines.asip import MACHINE
from evariste.sim import ENGINES, Machine, Stop
from verify.aes import vectors
from verify.asip.host import BACKEND, CONFIGURATION

BLOCK = bytes.fromhex("69c4e0d86a7b0430d8cdb78070b4c55a")  # FIPS 197, C.1


@cache
def program() -> Path:
    return cc.compile([Path(__file__).with_name("device.c")], backend=BACKEND)


def run(engine: str, what: str, configuration: str = CONFIGURATION) -> tuple[Stop, str]:
    core, said = Machine(configuration=configuration, engine=engine), bytearray()
    core.load(program())
    core.host(args=[what], stdout=said.extend)
    return core.run(max_cycles=1_000_000), said.decode()


def same(what: str) -> tuple[Stop, str]:
    """What all engines do alike."""
    first, *others = [run(engine, what) for engine in ENGINES]
    assert all(other == first for other in others)
    return first


def test_a_program_encrypts_a_block_on_every_engine_in_the_same_cycles() -> None:
    stop, said = same("aes")
    assert stop.status == 0
    words = [int.from_bytes(BLOCK[i : i + 4], "little") for i in range(0, 16, 4)]
    assert said.split() == [*(f"{word:08x}" for word in words), "13", "12"]


@pytest.mark.parametrize("what", ["byte", "nothing", "beyond", "underrun", "overrun", "burst"])
def test_a_wrong_access_is_a_bus_error_on_every_engine_in_the_same_cycle(what: str) -> None:
    stop, _ = same(what)
    assert stop.reason == "fault" and "bus error" in stop.sentence


def test_an_access_to_a_fifo_waits_before_it_fails() -> None:
    waits = same("underrun")[0].cycles - same("beyond")[0].cycles
    assert waits > 40  # of 63; main goes on to the later ones of its comparisons in between


def test_lockstep_finds_a_device_of_other_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("lockstep", "info")[0].status == 0
    usual = sim.device

    def other(*arguments: object) -> tuple[str, str, list[tuple[str, int]]]:
        model, circuit, parameters = usual(*arguments)
        return model, circuit, [(name, 8 if name == "DIGIT" else value) for name, value in parameters]

    monkeypatch.setattr(sim, "device", other)
    stop, _ = run("lockstep", "info")
    assert stop.reason == "difference"


@pytest.mark.parametrize(("mode", "most"), [
    ("ecb128.encrypt_block", 23), ("ecb128.decrypt_block", 23), ("cbc128.encrypt_block", 23), ("ctr128.block", 23),
    ("cbc128.decrypt_block", 23), ("gcm128.block", 23), ("ccm128.block", 28), ("ocb128.block", 24),
])  # fmt: skip
def test_a_block_of_a_long_message_takes_at_most(mode: str, most: int) -> None:
    record = tables.records().one(mode, BACKEND)
    assert record["engine"] == "rtl" and record["verdict"]["passed"] and record["cycles"] <= most


def test_waveforms_are_refused_because_the_coprocessor_would_be_missing(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Waveforms have no coprocessor"):
        Machine(configuration=CONFIGURATION, engine="rtl", wave=tmp_path / "wave.fst")


def test_without_the_coprocessor_its_addresses_are_bus_errors() -> None:
    for engine in ENGINES:
        stop, _ = run(engine, "info", machines.default().configuration)
        assert stop.reason == "fault" and "0x4001001c" in stop.sentence.lower()


def test_the_coprocessor_is_where_its_host_has_a_place_for_it() -> None:
    from evariste.isa import load

    place = next(p for p in load.soc(machines.DEFAULT).peripherals if p.name == "device")
    own = load.soc(MACHINE.name).peripherals[-1]
    assert place.base == own.base and own.size <= place.size


def wrong(cases: list, **where: str) -> list[str]:
    results = aes.run([case.job for case in cases], backend=BACKEND, **where)
    return [case.name for case, result in zip(cases, results, strict=True) if not case.holds(result)]


def test_published_vectors_of_every_file_hold() -> None:
    chosen = [vectors.cases(file) for file in vectors.files()]
    assert not wrong([case for cases in chosen for case in cases[:: max(1, len(cases) // 10)]])
    assert not wrong([min(cases, key=lambda case: len(case.job.data)) for cases in chosen[::8]], engine="lockstep")


@pytest.mark.full
def test_every_published_vector_holds() -> None:
    assert not wrong([case for file in vectors.files() for case in vectors.cases(file)])
