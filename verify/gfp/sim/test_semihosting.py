# SPDX-License-Identifier: Apache-2.0
"""What a program can reach through the host: its own folder if it is given one, and no clock but the machine's."""

import errno
import io
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.sim import Machine
from verify.gfp.sim.tools import ENGINES, ev_run, program, run, sentence

SECRET = "secret of the host\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with files and links, beside a file that the program must not reach."""
    (tmp_path / "outside.txt").write_text(SECRET)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "far.txt").write_text(SECRET)
    inside = tmp_path / "inside"
    (inside / "sub").mkdir(parents=True)
    (inside / "own.txt").write_text("own")
    (inside / "sub" / "deep.txt").write_text("deep")
    (inside / "link.txt").symlink_to("../outside.txt")
    (inside / "absolute.txt").symlink_to(tmp_path / "outside.txt")
    (inside / "dir").symlink_to("../elsewhere")
    (inside / "home.txt").symlink_to("own.txt")
    return inside


def outcomes(folder: Path | None, *tries: str, engine: str = "iss") -> list[str]:
    """What the program says about each of its tries."""
    stop, text, _ = run(program("files.c"), *tries, engine=engine, root=folder)
    assert stop.reason == "exit" and stop.status == 0, stop.sentence
    return text.splitlines()


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("engine", ENGINES)
def test_files_of_the_folder_are_the_program_s_own(folder: Path, engine: str) -> None:
    tries = ("r:own.txt", "r:./sub/deep.txt", "w:new.txt", "r:new.txt", "m:new.txt:sub/moved.txt", "x:own.txt")
    assert outcomes(folder, *tries, engine=engine) == [
        "o r:own.txt ok", "d r:./sub/deep.txt ok", "w:new.txt ok", "m r:new.txt ok", "m:new.txt:sub/moved.txt ok",
        "x:own.txt ok",
    ]  # fmt: skip
    assert (folder / "sub" / "moved.txt").read_text() == "mine"
    assert not (folder / "own.txt").exists() and not (folder / "new.txt").exists()


WAYS_OUT = (
    "../outside.txt", "sub/../../outside.txt", "./../outside.txt", "sub/..", "..", "../inside/own.txt", "/etc/hostname",
    "//etc/hostname", "link.txt", "absolute.txt", "dir/far.txt", "home.txt", "../new.txt", "dir/new.txt", "/new.txt",
)  # fmt: skip


@pytest.mark.parametrize("name", WAYS_OUT)
def test_no_name_leads_out_of_the_folder(name: str, folder: Path) -> None:
    before = contents(folder.parent)
    said = outcomes(folder, f"r:{name}", f"w:{name}")
    assert all(" errno " in line and not line.endswith(" errno 0") for line in said), said
    assert contents(folder.parent) == before


@pytest.mark.parametrize("name", ("../outside.txt", "dir/far.txt", "../elsewhere/far.txt"))
def test_nothing_outside_can_be_removed_or_renamed_or_written_over(name: str, folder: Path) -> None:
    before = contents(folder.parent)
    said = outcomes(folder, f"x:{name}", f"m:{name}:stolen.txt", f"m:own.txt:{name}")
    assert all(" errno " in line for line in said), said
    assert contents(folder.parent) == before


def test_an_absolute_name_of_an_own_file_is_refused_too(folder: Path) -> None:
    assert outcomes(folder, f"r:{folder}/own.txt") == [f"r:{folder}/own.txt errno {errno.EACCES}"]


def test_a_link_itself_can_be_removed_and_what_it_names_stays(folder: Path) -> None:
    assert outcomes(folder, "x:link.txt") == ["x:link.txt ok"]
    assert not (folder / "link.txt").is_symlink()
    assert (folder.parent / "outside.txt").read_text() == SECRET


def test_a_device_a_pipe_and_a_folder_are_not_files(folder: Path) -> None:
    import os

    os.mkfifo(folder / "pipe")
    said = outcomes(folder, "r:pipe", "w:pipe", "r:sub", "w:sub")
    assert all(" errno " in line for line in said), said


def test_without_a_folder_there_are_no_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = contents(folder.parent)
    names = ("own.txt", "./own.txt", str(folder / "own.txt"), "new.txt")
    said = outcomes(None, *(f"{way}:{name}" for name in names for way in "rwx"), "m:own.txt:new.txt")
    assert all(line.endswith(f" errno {errno.EACCES}") for line in said), said
    assert contents(folder.parent) == before


def test_the_clock_is_the_machine_s_and_the_same_every_time() -> None:
    runs = {engine: outcomes(None, "c", "t", "c", engine=engine) for engine in ENGINES for _ in range(2)}
    assert runs["iss"] == runs["rtl"] == runs["lockstep"] == outcomes(None, "c", "t", "c")
    assert all(int(line.split()[1]) >= 0 for line in runs["iss"])


def test_an_argument_arrives_as_it_was_given() -> None:
    strange = ("r:a b", 'r:"quoted"', "r:back\\slash", "r:", "r: ")
    assert outcomes(None, *strange) == [f"{s} errno {errno.EACCES}" for s in strange]


@pytest.mark.parametrize("engine", ENGINES)
def test_every_operation_answers_as_the_standard_says(engine: str) -> None:
    output: list[bytes] = []
    machine = Machine(engine=engine)
    machine.load(program("semihost.c"))
    machine.host(stdin=b"ab\n", stdout=output.append)
    stop = machine.run()
    assert stop.reason == "exit" and stop.status == 0, stop.sentence
    assert b"".join(output).decode().splitlines() == [
        "features 5 0 SHFB 3", "tty 1 0", "iserror 0 1", "tmpnam 0 tmp007", "tmpnam -1", "system -1 errno 1",
        "heap 1 1", "elapsed 1", "tickfreq 100000000", "unknown -1 errno 88", "closed 0 -1", "c0 done", "61620a",
    ]  # fmt: skip


def test_input_comes_from_a_stream_as_it_is_asked_for() -> None:
    output: list[bytes] = []
    machine = Machine()
    machine.load(program("semihost.c"))
    machine.host(stdin=io.BytesIO(b"x\ny"), stdout=output.append)
    assert machine.run().status == 0
    assert b"".join(output).decode().splitlines()[-1] == "780a79"


def test_an_error_has_the_number_that_the_program_s_own_headers_give_it(folder: Path, tmp_path: Path) -> None:
    source = tmp_path / "errors.c"
    source.write_text("""
#include <errno.h>
#include <stdio.h>
#include <string.h>
static void report(const char *what) { printf("%s %d %s\\n", what, errno, strerror(errno)); }
int main(void) {
    char longest[300];
    memset(longest, 'n', sizeof longest - 1);
    longest[299] = 0;
    fopen(longest, "r"); report("long");
    fopen("link.txt", "r"); report("link");
    fopen("nothing", "r"); report("missing");
    printf("%d %d %d\\n", ENAMETOOLONG, ELOOP, ENOENT);
}
""")
    _, text, _ = run(cc.compile([source], extra=["-w"]), root=folder)
    lines = [line.split(maxsplit=2) for line in text.splitlines()]
    assert [line[1] for line in lines[:3]] == lines[3] == ["91", "92", "2"]
    assert [line[2] for line in lines[:3]] == [
        "File or path name too long", "Too many symbolic links", "No such file or directory"
    ]  # fmt: skip


WRITER = """
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Arguments: s:N writes N bytes, g:N goes to place N, n opens another file, r removes it. */
int main(int argc, char **argv) {
    FILE *file = fopen("out.bin", "w");
    setvbuf(file, NULL, _IONBF, 0);
    for (int i = 1; i < argc; i++) {
        const long n = argv[i][1] ? atol(argv[i] + 2) : 0;
        char *bytes = calloc(1, n + 1);
        if (argv[i][0] == 's' && fwrite(bytes, 1, n, file) != (size_t)n) return 9;
        if (argv[i][0] == 'g') fseek(file, n, SEEK_SET);
        if (argv[i][0] == 'n') { char name[16]; sprintf(name, "f%d", i); fclose(fopen(name, "w")); }
        if (argv[i][0] == 'r') {
            fclose(file);
            remove("out.bin");
            file = fopen("out.bin", "w");
            setvbuf(file, NULL, _IONBF, 0);
        }
        free(bytes);
    }
    return 0;
}
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("tries", "disk", "enough"),
    [
        (["s:1000"], 5096, True),
        (["s:1001"], 5096, False),
        (["s:1000", "g:0", "s:1000", "g:500", "s:500"], 5096, True),  # written over, it does not grow
        (["g:10000000", "s:1"], 1 << 20, False),  # a hole counts
        (["s:1000", "r", "s:1000"], 9192, False),  # what is removed is not given back
        (["n", "n"], 12288, True),
        (["n", "n", "n"], 12288, False),
        ([], 0, False),
    ],
)
def test_a_program_writes_no_more_than_it_may(
    engine: str, tries: list[str], disk: int, enough: bool, tmp_path: Path
) -> None:
    source = tmp_path / "writer.c"
    source.write_text(WRITER)
    place = tmp_path / "place"
    place.mkdir()
    machine = Machine(engine=engine)
    machine.load(cc.compile([source], extra=["-w"]))
    machine.host(root=place, args=tries, disk=disk)
    stop = machine.run()
    assert (stop.reason, stop.status) == (("exit", 0) if enough else ("disk", 1)), stop.sentence
    if not enough:
        assert f"would write more than {disk} bytes to its files" in stop.sentence
    assert sum(file.stat().st_size for file in place.iterdir()) <= disk


def test_a_run_that_would_fill_the_disk_ends_in_a_sentence(tmp_path: Path) -> None:
    source = tmp_path / "filler.c"
    text = 'int main(void) { FILE *f = fopen("x", "w"); for (;;) fputs("filled\\n", f); }'
    source.write_text("#include <stdio.h>\n" + text)
    elf = cc.compile([source], tmp_path / "filler.elf")
    place = tmp_path / "place"
    place.mkdir()
    done = ev_run(elf, "--files", place, "--disk", "100K")
    assert done.returncode == 1
    assert "more than 102400 bytes to its files" in sentence(done.stderr) and "--disk" in sentence(done.stderr)
    assert (place / "x").stat().st_size <= 100 << 10
    done = ev_run(elf, "--disk", "much")
    assert done.returncode == 2 and "--disk much is not a size" in sentence(done.stderr)
