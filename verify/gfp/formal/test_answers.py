# SPDX-License-Identifier: Apache-2.0
"""An answer that was kept is given again only while nothing that could change it is another."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from evariste.machines.gfp.proofs import arithmetic, catalogue, core, steps
from evariste.paths import ROOT
from evariste.verification.proof import Proof

CHANGED = {
    "rtl/gf/gf_unit.sv": "gfmul",
    "gen/gfp/gfp_isa_pkg.sv": "insn.adds_reg",
    "verify/gfp/formal/core/gfp_harness.sv": "insn.adds_reg",
    "isa/gfp/isa.yaml": "insn.adds_reg",
    "isa/fields.yaml": "inverse",
    "evariste/isa/load.py": "insn.adds_reg",
    "evariste/gf/lanes.py": "inverse",
    "evariste/yosys.py": "gfmul",
    "evariste/verification/aig.py": "gfmul",
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The part of the repository that proofs need."""
    place = tmp_path_factory.mktemp("house")
    for folder in ("evariste", "rtl", "gen", "isa", "verify/gfp/formal"):
        shutil.copytree(ROOT / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return place


def all_keys(place: Path) -> dict[str, str]:
    text = """from evariste.machines.gfp.proofs import catalogue
for name, proof in catalogue().items(): print(name, proof.key())"""
    done = subprocess.run([sys.executable, "-c", text], cwd=place, env={"PYTHONPATH": str(place)}, capture_output=True,
                          text=True, check=True)  # fmt: skip
    return dict(line.split() for line in done.stdout.splitlines())


def test_the_key_changes_with_rtl_specification_facts_and_every_module_that_is_imported(copy: Path) -> None:
    before = all_keys(copy)
    assert all_keys(copy) == before
    for path, name in CHANGED.items():
        old = (copy / path).read_text()
        comment = "//" if path.endswith(".sv") else "#"
        (copy / path).write_text(f"{old}{comment} changed\n")
        assert all_keys(copy)[name] != before[name], path
        (copy / path).write_text(old)
    assert all_keys(copy) == before
    (copy / "evariste/demo.py").write_text("# proofs do not import it")
    assert all_keys(copy) == before


class Asked(Exception):
    pass


@pytest.fixture
def forgotten() -> Iterator[None]:
    """What was elaborated before is not remembered."""
    for module in (arithmetic, core, steps):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()
    yield


@pytest.mark.parametrize("proof", catalogue().values(), ids=lambda proof: proof.name)
def test_a_proof_reads_no_source_but_those_of_its_key(proof: Proof, forgotten: None, monkeypatch) -> None:
    def graph(top: str, files: list[Path], *_: object, **__: object) -> Path:
        made = [path for path in files if path.parent.parent.name == "prove"]  # generated from what is in the key
        places = [ROOT / place for place in proof.inputs]
        outside = [path for path in files if path not in made and not any(path.is_relative_to(p) for p in places)]
        assert not outside
        raise Asked

    monkeypatch.setattr("evariste.verification.proof.graph", graph)
    with pytest.raises(Asked):
        proof.ask()
