# SPDX-License-Identifier: Apache-2.0
"""Does the firmware reproduce every published AES vector?"""

import importlib.util
from pathlib import Path

import pytest

from evariste import aes

_spec = importlib.util.spec_from_file_location("aes_vectors", Path(__file__).with_name("vectors.py"))
vectors = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(vectors)

FILES = vectors.files()


def wrong(cases, **where):
    results = aes.run([case.job for case in cases], **where)
    return [case.name for case, result in zip(cases, results, strict=True) if not case.holds(result)]


def test_the_package_has_the_files_we_count_on():
    assert len(FILES) == 125


@pytest.mark.parametrize("file", FILES)
def test_every_vector_of_the_file_holds_on_the_simulator(file, record_property):
    cases = vectors.cases(file)
    assert cases
    record_property("vectors", [(file, "on the simulator", len(cases))])
    assert wrong(cases) == []


@pytest.mark.parametrize("backend", ["portable", "table"])
def test_vectors_of_every_file_hold_without_the_gf_unit(backend, record_property):
    chosen = {file: vectors.cases(file) for file in FILES}
    chosen = {file: cases[:: max(1, len(cases) // 20)] for file, cases in chosen.items()}
    record_property("vectors", [(file, f"on the {backend} backend", len(c)) for file, c in chosen.items()])
    assert wrong([case for cases in chosen.values() for case in cases], backend=backend) == []


def test_a_vector_of_every_file_holds_on_the_rtl_in_lockstep(record_property):
    chosen = {file: vectors.cases(file)[-1:] for file in FILES if "DVPT" not in file and "VADT" not in file}
    record_property("vectors", [(file, "in lockstep", len(c)) for file, c in chosen.items()])
    assert wrong([case for cases in chosen.values() for case in cases], engine="lockstep") == []


@pytest.mark.full
@pytest.mark.parametrize("file", FILES)
def test_a_tenth_of_the_file_holds_on_the_rtl_in_lockstep(file, record_property):
    cases = vectors.cases(file)[::10]
    record_property("vectors", [(file, "a tenth in lockstep", len(cases))])
    assert wrong(cases, engine="lockstep") == []


@pytest.mark.full
@pytest.mark.parametrize("backend", ["portable", "table"])
@pytest.mark.parametrize("file", FILES)
def test_every_vector_of_the_file_holds_without_the_gf_unit(file, backend, record_property):
    cases = vectors.cases(file)
    record_property("vectors", [(file, f"all on the {backend} backend", len(cases))])
    assert wrong(cases, backend=backend) == []
