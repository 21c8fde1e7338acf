# SPDX-License-Identifier: Apache-2.0
"""Does every command that the documentation shows work, in the order of its page?"""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from evariste.cli import ev
from evariste.paths import ROOT
from verify.report.snippets import Page, read

PAGES = ("README.md", *sorted(p.relative_to(ROOT).as_posix() for p in (ROOT / "doc").rglob("*.md")))
KNOWN = {page: read((ROOT / page).read_text()) for page in PAGES}
RUN = [page for page in PAGES if any(kind == "run" for kind, *_ in KNOWN[page].steps)]


def follow(page: Page, folder: Path, expensive: bool) -> list[str]:
    """Do the page's steps in a folder with an `ev` like the root's; the commands that ran."""
    front = folder / "ev"
    front.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m evariste "$@"\n')
    front.chmod(0o755)
    tools = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    # Not where this Python finds the package: pip would think that it is installed.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    environment |= {"COLUMNS": "200", "EVARISTE": str(ROOT), "PATH": tools}
    ran = []
    for kind, what, more in page.steps:
        if kind == "file":
            (folder / what).write_text(more)
            continue
        if more == "full" and not expensive:
            continue
        # In bash, so that a pipe's first command counts too.
        done = subprocess.run(["bash", "-o", "pipefail", "-c", what], cwd=folder, capture_output=True, text=True,
                              env=environment, stdin=subprocess.DEVNULL)  # fmt: skip
        said = f"{what}\n{done.stdout[-500:]}{done.stderr[-500:]}"
        assert (done.returncode != 0) == (more == "fails"), said
        assert "Traceback" not in done.stderr, said
        if "# " in what and (expected := what.partition("# ")[2]) and " = " in expected:
            assert expected in done.stdout, said  # a comment that shows the output
        ran.append(what)
    return ran


@pytest.mark.parametrize("page", RUN)
def test_the_commands_of_a_page_work(page: str, tmp_path: Path) -> None:
    follow(KNOWN[page], tmp_path, expensive=False)


@pytest.mark.full
@pytest.mark.parametrize("page", [p for p in RUN if any(more == "full" for *_, more in KNOWN[p].steps)])
def test_the_expensive_commands_of_a_page_work_too(page: str, tmp_path: Path) -> None:
    follow(KNOWN[page], tmp_path, expensive=True)


def check_form(form: str) -> None:
    """Every command of the form exists, and has the options that it shows."""
    for part in form.partition("#")[0].split("&&"):
        words = [w.strip("[]") for w in shlex.split(part)]
        assert words[0] == "./ev", form
        context = click.Context(ev)
        command: click.Command | None = ev
        at = 1
        while isinstance(command, click.Group) and at < len(words) and not words[at].startswith("-"):
            command, at = command.get_command(context, words[at]), at + 1
        assert command is not None, f"there is no command in {form}"
        options = {o for p in command.params for o in (*p.opts, *p.secondary_opts)} | {"--help", "--"}
        own = words[at : words.index("--") if "--" in words else None]
        assert {w.partition("=")[0] for w in own if w.startswith("-")} <= options, form


@pytest.mark.parametrize("page", [p for p in PAGES if KNOWN[p].forms])
def test_the_forms_of_commands_exist(page: str) -> None:
    for form in KNOWN[page].forms:
        check_form(form)


def test_commands_are_found_and_faults_noticed(tmp_path: Path) -> None:
    text = (
        "# A page\n\n```c\n// x.c\nint x;\n```\n\n    ./ev field 0x11d     # fine\n    a drawing\n\n"
        "```console\n$ cat x.c\n```\n\n<!-- commands: fails 0x101 -->\n\n    ./ev field 0x101\n    ./ev field 0x11d\n\n"
        "<!-- commands: full -->\n\n    ./ev field nonsense\n\n<!-- commands: synopsis -->\n\n"
        "    ./ev field [X]   why\n"
    )
    page = read(text)
    assert [s[0] for s in page.steps] == ["file", "run", "run", "run", "run", "run"]
    assert page.forms == ["./ev field [X]"]
    assert len(follow(page, tmp_path, expensive=False)) == 4
    assert KNOWN["doc/guide.md"].steps[0][:2] == ("file", "hello.c") and len(KNOWN["doc/guide.md"].steps) > 10
    wrong = read("    ./ev field nonsense\n")
    with pytest.raises(AssertionError):
        follow(wrong, tmp_path, expensive=False)
    with pytest.raises(AssertionError):
        follow(read("<!-- commands: fails field -->\n\n    ./ev field 0x11d\n"), tmp_path, expensive=False)
    for form in ("./ev nothing", "./ev field 0x11d --nothing"):
        with pytest.raises(AssertionError):
            check_form(form)
    with pytest.raises(ValueError, match="nonsense"):
        read("<!-- commands: nonsense -->\n\n    ./ev field\n")
