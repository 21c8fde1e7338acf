# SPDX-License-Identifier: Apache-2.0
"""Elaboration refuses wrong parameters in a sentence."""

import subprocess

import pytest

from evariste import verilator
from evariste.machines.asip import MACHINE
from evariste.paths import ROOT

LIST = MACHINE.rtl.listed
REFUSED = {
    "DIGIT=12": "DIGIT must be 8, 16, 32 or 64",
    "DIGIT=128": "DIGIT must be 8, 16, 32 or 64",
    "WIDTH=320": "WIDTH must be 256, 384, 512 or 640",
    "WIDTH=0": "WIDTH must be 256, 384, 512 or 640",
    "AES=0 ECC=0": "AES or ECC must be there",
    "WAIT_LIMIT=0": "WAIT_LIMIT must be 1 at least",
    "WATCHDOG=0": "WATCHDOG 1 to 65535",
    "WATCHDOG=65536": "WATCHDOG 1 to 65535",
    "SQUARES=8": "a square network of SQUARES is wider than WIDTH",
}
TAKEN = ("DIGIT=16", "DIGIT=64 WIDTH=640 SQUARES=63", "WIDTH=512 SQUARES=31", "AES=0", "ECC=0 SQUARES=0",
         "WAIT_LIMIT=1 WATCHDOG=1")  # fmt: skip


def elaborated(parameters: str) -> tuple[bool, str]:
    given = [f"-G{one}" for one in parameters.split()]
    done = subprocess.run(
        [verilator.program(), "--lint-only", "--top-module", "asip_core", *given, "-F", ROOT / LIST],
        capture_output=True, text=True, env=verilator.environment(),
    )  # fmt: skip
    return done.returncode == 0, done.stderr


@pytest.mark.parametrize("parameters", REFUSED)
def test_it_refuses(parameters: str) -> None:
    fine, said = elaborated(parameters)
    assert not fine and "asip: " in said and REFUSED[parameters] in said


@pytest.mark.parametrize("parameters", TAKEN)
def test_it_takes(parameters: str) -> None:
    assert elaborated(parameters)[0]
