# SPDX-License-Identifier: Apache-2.0
"""Lock-step finds an error in each part of the circuit."""

from pathlib import Path

import pytest

from evariste.paths import ROOT
from verify.coreva.wrong_circuits import CONFIGURATIONS, ERRORS, NONE, found, texts


def test_each_part_of_the_circuit_has_an_error_that_fits() -> None:
    assert {file for file, *_ in ERRORS.values()} == {path.stem for path in (ROOT / "rtl/coreva").glob("*.sv")}
    for configuration in CONFIGURATIONS:
        texts(configuration)


@pytest.mark.full
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_an_error_in_the_circuit_is_found(configuration: str, tmp_path: Path) -> None:
    told = found(tmp_path, configuration)
    assert not told.pop(NONE)
    assert [error for error, difference in told.items() if not difference] == []
