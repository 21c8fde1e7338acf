# SPDX-License-Identifier: Apache-2.0
"""The cache of built things: complete or not there, made once, nothing left behind, keys that notice every change."""

import ast
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evariste import cache, machines
from evariste.cache import keys
from evariste.cache.keys import Store
from evariste.errors import UserError
from evariste.paths import ROOT
from verify.repo.tracked import files, text


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty .build."""
    monkeypatch.setattr(cache, "BUILD", tmp_path / "build")
    monkeypatch.setattr(cache, "PAUSE", 0)
    return tmp_path / "build"


def child(body: str, *arguments: object) -> "subprocess.Popen[str]":
    """A process with the same .build that runs this text."""
    head = "import sys, time\nfrom pathlib import Path\nfrom evariste import cache\ncache.BUILD = Path(sys.argv[1])\n"
    command = [sys.executable, "-c", head + body, str(cache.BUILD), *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(path: Path, pattern: str) -> Path:
    for _ in range(600):
        if found := list(path.glob(pattern)):
            return found[0]
        time.sleep(0.02)
    raise AssertionError(f"{pattern} did not come to {path}")


def test_a_thing_is_made_once_and_again_when_a_file_of_it_is_gone_or_cut(place: Path) -> None:
    made = []

    def make(folder: Path) -> None:
        made.append(folder)
        (folder / "deep").mkdir()
        (folder / "deep/file").write_text("content")

    found = cache.built("kind", "thing", "1", make)
    assert cache.built("kind", "thing", "1", make) == found == place / "kind/thing-1"
    assert len(made) == 1 and made[0] != found and not made[0].exists()
    (found / "deep/file").write_text("cont")
    assert (cache.built("kind", "thing", "1", make) / "deep/file").read_text() == "content"
    (found / "deep/file").unlink()
    assert (cache.built("kind", "thing", "1", make) / "deep/file").read_text() == "content"
    assert len(made) == 3
    cache.built("kind", "other", "1", lambda folder: None)
    assert not [*(place / "work").iterdir()]
    assert [path.name for path in (place / "locks").iterdir()] == ["kind-other-1"], "the others are swept"


def test_a_refused_build_is_kept_for_its_words_and_is_not_the_thing(place: Path) -> None:
    def refuse(folder: Path) -> None:
        (folder / "log").write_text("no more ink")
        raise UserError(f"It could not be built; see {folder}/log.")

    with pytest.raises(UserError) as refused:
        cache.built("kind", "thing", "1", refuse)
    assert Path(refused.value.message.split("see ")[1].removesuffix(".")).read_text() == "no more ink"
    for _ in range(cache.FAILURES + 3):
        with pytest.raises(UserError):
            cache.built("kind", "thing", "1", refuse)
    assert not [*(place / "work").iterdir()] and not (place / "kind/thing-1").exists()
    cache.built("kind", "thing", "1", lambda folder: None)
    assert len([*(place / "failed").iterdir()]) == cache.FAILURES


SLOW = """
def make(folder):
    (folder / "first").write_text("half")
    time.sleep(float(sys.argv[2]))
    (folder / "second").write_text("whole")
    with open(cache.BUILD.parent / "makers", "a") as makers:
        makers.write("one\\n")
print(cache.built("kind", "slow", "1", make, "building the slow thing", 1))
"""


def test_four_builders_at_once_make_one_and_one_that_is_killed_half_way_is_no_loss(place: Path) -> None:
    first = child(SLOW, 60)
    half = wait_for(place, "work/kind-slow-*/first")
    others = [child(SLOW, 0.3) for _ in range(3)]
    time.sleep(0.3)
    assert all(other.poll() is None for other in others), "they wait for the first"
    first.kill()
    first.wait()
    said = [other.communicate(timeout=60) for other in others]
    assert [other.returncode for other in others] == [0, 0, 0], said
    assert {out for out, _ in said} == {f"{place}/kind/slow-1\n"}
    assert (place / "kind/slow-1/second").read_text() == "whole"
    assert (place.parent / "makers").read_text() == "one\n"
    assert not half.parent.exists() and not [*(place / "work").iterdir()]


def test_a_tool_that_outlives_its_builder_keeps_the_tree_to_itself(place: Path) -> None:
    body = """
import subprocess
with cache.tree("kind", "1") as (folder, lock):
    subprocess.run(["sh", "-c", f"sleep 1; echo tool >> {folder}/order"], pass_fds=[lock])
"""
    first = child(body)
    time.sleep(0)
    wait_for(place, "kind/tree-1")
    time.sleep(0.3)
    first.kill()
    first.wait()
    with cache.tree("kind", "1") as (folder, _), (folder / "order").open("a") as order:
        order.write("next\n")
    assert (place / "kind/tree-1/order").read_text() == "tool\nnext\n"


def test_what_nobody_used_for_long_goes_when_there_is_too_much(place: Path) -> None:
    for i in range(4):
        cache.built("kind", "thing", str(i), lambda folder: None)
    old = time.time() - cache.IN_USE - 60
    for i in (0, 1, 2):
        os.utime(place / f"kind/thing-{i}", (old + i, old + i))
    cache.built("kind", "thing", "0", lambda folder: None)  # used now
    cache.built("kind", "thing", "4", lambda folder: None, keep=2)
    assert sorted(path.name for path in (place / "kind").iterdir()) == ["thing-0", "thing-3", "thing-4"]


def test_published_replaces_a_folder_as_a_whole_or_not_at_all(place: Path) -> None:
    cache.published("book", lambda folder: (folder / "old").touch())

    def fail(folder: Path) -> None:
        (folder / "new").touch()
        raise UserError("no")

    with pytest.raises(UserError):
        cache.published("book", fail)
    assert [path.name for path in (place / "book").iterdir()] == ["old"]
    cache.published("book", lambda folder: (folder / "new").touch())
    assert [path.name for path in (place / "book").iterdir()] == ["new"]


def test_a_store_gives_what_was_put_and_nothing_for_a_damaged_file(place: Path) -> None:
    store = Store("results")
    assert store.get("a") is None
    store.put("a", {"x": [1]})
    assert store.get("a") == {"x": [1]} and list(store) == ["a"]
    (place / "results/a.json").write_text('{"x"')
    assert store.get("a") is None


def test_off_a_terminal_a_build_is_one_line_that_says_what_how_long_and_once(place: Path, capfd) -> None:
    cache.built("kind", "thing", "1", lambda folder: None, "building the RTL model", 130)
    assert capfd.readouterr().err == "ev: building the RTL model (about 2 minutes, once)\n"
    cache.built("kind", "thing", "1", lambda folder: None, "building the RTL model", 130)
    assert capfd.readouterr().err == "", "it is kept"
    cache.built("kind", "thing", "2", lambda folder: None, "building the RTL model", 130)
    assert capfd.readouterr().err == "", "here it takes no time"
    cache.write(place / "times/building-the-RTL-model.json", "31.4")
    cache.built("kind", "thing", "3", lambda folder: None, "building the RTL model", 130)
    assert capfd.readouterr().err == "ev: building the RTL model (about 30 seconds, once)\n"
    assert [cache.about(s) for s in (4, 12, 48, 60, 100, 3000)] == [
        "a few seconds", "about 10 seconds", "about 50 seconds", "about a minute", "about 2 minutes",
        "about 50 minutes"]  # fmt: skip


def test_a_build_of_many_things_has_a_time_too(place: Path) -> None:
    """Their names together are longer than a file's name may be."""
    say = "building " + " and ".join(f"the RTL model number {i}" for i in range(20))
    with cache.announced(say, 1):
        pass
    with cache.announced(f"{say} and another one", 1):
        pass
    assert len([*(place / "times").iterdir()]) == 2


def test_who_waits_for_another_process_says_so(place: Path) -> None:
    first = child(SLOW, 3)
    wait_for(place, "work/kind-slow-*/first")
    second = child(SLOW, 0)
    _, said = second.communicate(timeout=60)
    assert said == "ev: waiting for another process that is building the slow thing\n"
    assert first.wait() == 0 and (place.parent / "makers").read_text() == "one\n"


def test_the_key_of_a_tree_changes_with_names_and_contents_and_not_with_times(place: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "a").write_text("1")
    first = keys.tree(tree)
    os.utime(tree / "a", (1, 1))
    assert keys.tree(tree) == first == keys.tree(tree)
    (tree / "a").write_text("2")
    second = keys.tree(tree)
    (tree / "a").rename(tree / "b")
    third = keys.tree(tree)
    assert len({first, second, third}) == 3
    (tree / "b").rename(tree / "a")
    (tree / "a").write_text("1")
    assert keys.tree(tree) == first


def test_the_key_of_a_tool_changes_when_it_is_replaced(place: Path, tmp_path: Path) -> None:
    def install(path: Path, says: str) -> None:
        path.write_text(f"#!/bin/sh\necho '{says}'\n")
        path.chmod(0o755)

    path = tmp_path / "gcc"
    install(path, "gcc 12")
    first = keys.tool(path)
    assert first[-1] == "gcc 12" and keys.tool(path) == first
    install(path, "gcc 14")
    assert keys.tool(path)[-1] == "gcc 14"

    # The driver is the same, but the assembler that it runs is another one.
    assembler = tmp_path / "as"
    install(assembler, "as 1")
    path.write_text(f'#!/bin/sh\ncase "$1" in -print-prog-name=as) echo {assembler};; *) echo gcc 14;; esac\n')
    first = keys.compiler(path)
    assert keys.compiler(path) == first
    install(assembler, "as 2.0")
    assert keys.compiler(path) != first


def test_the_key_of_code_takes_in_what_is_imported_directly_or_not() -> None:
    proofs = machines.default().module("proofs").__name__
    found = keys.closure([proofs])
    assert {"evariste", f"{proofs}.core", "evariste.isa.load", "evariste.yosys"} <= {*found}
    assert "evariste.commands.prove" not in found and "evariste.commands" not in found
    inside = keys.closure([proofs], without=("evariste.isa", "evariste.gf"))
    assert inside and not [n for n in inside if n.startswith(("evariste.isa", "evariste.gf"))]
    assert keys.code(proofs) != keys.code("evariste.yosys")


def test_a_scratch_folder_that_is_swept_before_it_is_held_is_made_again(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, swept = os.open, list[Path]()

    def too_late(path: Path, *arguments: int, **options: int) -> int:
        if not swept:
            swept.append(path)
            path.rmdir()
        return opened(path, *arguments, **options)

    monkeypatch.setattr(cache.os, "open", too_late)
    with cache.scratch("late") as work:
        assert work.is_dir() and work != swept[0]


# Modules that make or remove folders, and none of them under .build but in one that the cache gave them.
ELSEWHERE = {
    "evariste/build/newlib.py": "folders of a build inside its scratch folder",
    "evariste/cache/__init__.py": "is the cache",
    "evariste/build/cc.py": "the folder that a user's output goes to",
    "evariste/vliw/build.py": "the folder that a user's output goes to",
    "evariste/machines/vword/deliver.py": "the folder that a user asks for",
    "evariste/machines/vword/sweep.py": "the folder that a user's plots go to",
    "evariste/verification/fuzz.py": "a corpus in a temporary folder",
    "evariste/machines/gfp/kernels/__main__.py": "evariste/machines/gfp/kernels/schedules",
    "evariste/generated.py": "gen/",
    "evariste/silicon/layout.py": "folders inside of the one that is built",
}
# The cache itself, and the tests of the shell script `ev`, which makes its own stamps and environment.
NAMING = ("evariste/cache/__init__.py", "evariste/paths.py", "verify/repo/test_setup.py",
          "verify/repo/test_machines.py")  # fmt: skip
FOLDERS = {"mkdir", "makedirs", "rmdir", "removedirs", "rmtree", "mkdtemp", "copytree"}


def test_no_other_code_makes_or_removes_a_folder_under_build() -> None:
    making, naming = set(), set()
    for path in files():
        if not path.endswith(".py") or path.startswith("doc/") or path == "setup.py":
            continue
        made, named = folders_in(text(path))
        if made and path.startswith("evariste/"):
            making.add(path)
        if named and path not in NAMING:
            naming.add(path)
    assert making == {*ELSEWHERE}
    assert not naming, "the place of .build is the cache's to know"


def folders_in(source: str) -> tuple[bool, bool]:
    """Whether a module calls what makes or removes folders, and whether it names .build by itself."""
    nodes = [*ast.walk(ast.parse(source))]
    called = {node.func for node in nodes if isinstance(node, ast.Call)}
    made = any(isinstance(f, ast.Attribute) and f.attr in FOLDERS for f in called)
    made |= any(isinstance(f, ast.Name) and f.id in FOLDERS for f in called)
    made |= any(k.arg == "dir" for n in nodes if isinstance(n, ast.Call) and "Temporary" in ast.unparse(n.func)
                for k in n.keywords)  # fmt: skip
    named = any(isinstance(n, ast.ImportFrom) and n.module == "evariste.paths" and "BUILD" in [a.name for a in n.names]
                for n in nodes)  # fmt: skip
    named |= any(isinstance(n, ast.Attribute) and ast.unparse(n) == "paths.BUILD" for n in nodes)
    words = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return made, named or any(word == BUILD_NAME or word.startswith(f"{BUILD_NAME}/") for word in words)


BUILD_NAME = "." + "build"


def test_the_reader_of_sources_sees_what_is_there() -> None:
    for line in ("import shutil\nshutil.rmtree(x)", "x.mkdir()", "from os import makedirs\nmakedirs(x)",
                 "import tempfile\ntempfile.TemporaryDirectory(dir=x)"):  # fmt: skip
        assert folders_in(line) == (True, False), line
    for line in ("from evariste.paths import ROOT, BUILD", "x = paths.BUILD", f"x = ROOT / '{BUILD_NAME}/fw'"):
        assert folders_in(line) == (False, True), line
    harmless = f'"""A result is kept in {BUILD_NAME}/fw."""\nimport tempfile\ntempfile.TemporaryDirectory()'
    assert folders_in(harmless) == (False, False)
