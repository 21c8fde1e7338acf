# SPDX-License-Identifier: Apache-2.0
"""What every file of the repository keeps to: a licence line, a length, no binaries, no traces of one machine."""

import re
from pathlib import Path

from evariste.paths import ROOT
from verify.repo.tracked import MARKED_WITHOUT_SUFFIX, UNMARKED, files, text

SPDX = "SPDX-License-Identifier: Apache-2.0"
LINES = 600
# Tables, not code: one entry follows the other, and their loaders check them.
TABLES = re.compile(r"(?:gen|isa|requirements|papers|verify/vectors|doc/records)/|.*/kernels/schedules/")
FILLED = re.compile(r"^<!-- table [^\n]*?-->\n.*?^<!-- end table -->$", re.M | re.S)  # by `ev report`
BINARY_SUFFIXES = {
    ".pdf",
    ".o",
    ".a",
    ".so",
    ".elf",
    ".bin",
    ".vcd",
    ".fst",
    ".png",
    ".jpg",
    ".gz",
    ".zip",
    ".pyc",
    ".lst",
}

# Where one person's machine or package mirror would show.
TRACES = re.compile(
    r"(?<![\w.$}])/(?:work|root|home|Users)/\w|\.pyenv/|--(?:extra-)?index-url[ =]|--find-links|--trusted-host"
    r"|pythonhosted\.org|\b(?:10\.\d{1,3}|192\.168)(?:\.\d{1,3}){2}\b"
)


def test_every_source_file_names_its_licence() -> None:
    marked = [p for p in files() if Path(p).suffix not in UNMARKED or p in MARKED_WITHOUT_SUFFIX]
    assert len(marked) > 100
    missing = [p for p in marked if SPDX not in "\n".join(text(p).splitlines()[:3])]
    assert not missing


def length(path: str, content: str) -> int:
    """Lines to be read: those of a document without the tables in it that are filled from records."""
    return (FILLED.sub("", content) if path.endswith(".md") else content).count("\n")


def test_no_file_is_longer_than_can_be_read() -> None:
    long = {p: n for p in files() if not TABLES.match(p) and (n := length(p, text(p))) > LINES}
    assert not long


def test_rows_that_are_filled_in_do_not_count_and_all_else_does() -> None:
    rows = "<!-- table a.b -->\n" + "| 1 |\n" * LINES + "<!-- end table -->\n"
    assert length("a.md", f"one\n{rows}two\n{rows}three\n") == 5
    assert length("a.md", rows + "prose\n" * (LINES + 1)) > LINES
    assert length("a.py", rows) > LINES


def test_there_are_no_binaries() -> None:
    binary = [p for p in files() if Path(p).suffix in BINARY_SUFFIXES or b"\0" in (ROOT / p).read_bytes()]
    assert not binary


def test_every_file_is_utf8_with_unix_line_ends_and_a_last_newline() -> None:
    wrong = []
    for path in files():
        data = (ROOT / path).read_bytes()
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            wrong.append(path)
            continue
        if b"\r" in data or (data and not data.endswith(b"\n")):
            wrong.append(path)
    assert not wrong


def test_no_file_names_a_package_index_or_a_place_on_one_machine() -> None:
    here = Path(__file__).relative_to(ROOT).as_posix()
    found = [
        f"{path}:{number}: {line.strip()}"
        for path in files()
        if path != here
        for number, line in enumerate(text(path).splitlines(), 1)
        if TRACES.search(line)
    ]
    assert not found


def test_the_search_for_traces_finds_them() -> None:
    # Put together here, so that this file has no such line itself.
    paths = [f"cd /{root}/x" for root in ("home", "work", "root", "Users")] + [f"x/{'.pyenv'}/b"]
    for line in (*paths, "pip --index-url https://x", "192.168.1.7", "10.2.0.1:80"):
        assert TRACES.search(line), line
    for line in ("verify/work/x", "${x}/home/y", "version 5.48.0", "metadata==10.2.0", "--no-emit-index-url"):
        assert not TRACES.search(line), line


def test_generated_files_name_their_source_in_the_first_line() -> None:
    generated = [p for p in files() if p.startswith("gen/")]
    assert generated
    silent = [p for p in generated if not re.search(r"[Gg]enerated by .* from ", text(p).splitlines()[0])]
    assert not silent
