# SPDX-License-Identifier: Apache-2.0
"""What `ev vword generate` writes: Verilog that passes its own test in Icarus, outside the tree."""

import re
from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.machines.vword import deliver
from evariste.machines.vword.instance import instance

F163 = "x^163+x^7+x^6+x^3+1"


@pytest.mark.full
def test_a_folder_passes_its_own_test_outside_the_tree(tmp_path: Path) -> None:
    deliver.deliver(instance(F163, 169, 1), tmp_path / "new", lambda _: None)
    deliver.simulate(tmp_path / "new")
    text = (tmp_path / "new/vword.v").read_text()
    assert "module vword_top" in text
    hexes = tmp_path / "new/test/expected.hex"
    hexes.write_text(re.sub("^.", "f", hexes.read_text(), count=1))
    with pytest.raises(UserError, match="self-test"):
        deliver.simulate(tmp_path / "new")


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("")
    with pytest.raises(UserError, match="not an empty folder"):
        deliver.deliver(instance(F163, 169, 1), tmp_path, lambda _: None)
    assert [p.name for p in tmp_path.iterdir()] == ["mine"]
