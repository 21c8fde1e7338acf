# SPDX-License-Identifier: Apache-2.0
"""CRCs by carry-less products against their definition, bit by bit, and against the catalogues' check values."""

import random
import struct
import tempfile
from pathlib import Path

import pytest

from evariste import machines
from evariste.build import cc
from evariste.sim import Machine

BACKENDS = (machines.NATIVE, "portable")

# name: polynomial, initial, final xor, width, reflected; the CRC of "123456789" (Cook's catalogue).
CATALOGUE = {
    "CRC-8/SMBUS": ((0x07, 0, 0, 8, 0), 0xF4),
    "CRC-16/ARC": ((0x8005, 0, 0, 16, 1), 0xBB3D),
    "CRC-16/MODBUS": ((0x8005, 0xFFFF, 0, 16, 1), 0x4B37),
    "CRC-16/IBM-3740": ((0x1021, 0xFFFF, 0, 16, 0), 0x29B1),
    "CRC-16/XMODEM": ((0x1021, 0, 0, 16, 0), 0x31C3),
    "CRC-16/KERMIT": ((0x1021, 0, 0, 16, 1), 0x2189),
    "CRC-24/BLE": ((0x00065B, 0x555555, 0, 24, 1), 0xC25A56),
    "CRC-24/OPENPGP": ((0x864CFB, 0xB704CE, 0, 24, 0), 0x21CF02),
    "CRC-32": ((0x04C11DB7, 0xFFFFFFFF, 0xFFFFFFFF, 32, 1), 0xCBF43926),
    "CRC-32C": ((0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, 32, 1), 0xE3069283),
}


def definition(kind, data):
    """The remainder of the message's polynomial, one bit at a time."""
    polynomial, state, final, width, reflected = kind
    for byte in data:
        for i in range(8):
            bit = byte >> (i if reflected else 7 - i) & 1
            state = state << 1 ^ (polynomial if (state >> (width - 1)) ^ bit else 0)
            state &= (1 << width) - 1
    if reflected:
        state = int(f"{state:0{width}b}"[::-1], 2)
    return state ^ final


def firmware(jobs, backend, engine="iss"):
    """The firmware's CRCs of (kind, offset, piece, data), and the cycles of 1,024 bytes of CRC-32."""
    elf = cc.compile(["sw/apps/crc_jobs.c"], backend=backend)
    with tempfile.TemporaryDirectory() as name:
        content = b"".join(struct.pack("<8I", *k, offset, piece, len(data)) + data for k, offset, piece, data in jobs)
        (Path(name) / "jobs.bin").write_bytes(content)
        machine = Machine(engine=engine, configuration=machines.default().runs(backend))
        machine.load(elf)
        console = []
        machine.host(root=name, stdout=console.append)
        stop = machine.run()
        assert (stop.reason, stop.status) == ("exit", 0), stop.sentence
        results = (Path(name) / "results.bin").read_bytes()
        values = struct.unpack(f"<{len(results) // 4}I", results)
    return list(values[:-1]), int(b"".join(console).split()[2])


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_catalogues_check_values_come_out(backend):
    values, _ = firmware([(kind, 0, 0, b"123456789") for kind, _ in CATALOGUE.values()], backend)
    assert values == [check for _, check in CATALOGUE.values()]
    assert values == [definition(kind, b"123456789") for kind, _ in CATALOGUE.values()]


@pytest.mark.parametrize("backend", BACKENDS)
def test_any_polynomial_of_8_to_32_bits_agrees_with_the_definition(backend):
    rng = random.Random(1)
    jobs = []
    for width in range(8, 33):
        for reflected in (0, 1):
            kind = (rng.getrandbits(width) | 1, rng.getrandbits(width), rng.getrandbits(width), width, reflected)
            for _ in range(3):
                jobs.append((kind, rng.randrange(4), rng.choice((0, 1, 7, 16)), rng.randbytes(rng.randrange(0, 70))))
    values, _ = firmware(jobs, backend)
    assert values == [definition(kind, data) for kind, _, _, data in jobs]


def test_crc_32_takes_less_than_three_cycles_a_byte():
    _, cycles = firmware([], machines.NATIVE, engine="rtl")
    assert cycles < 3 * 1024
