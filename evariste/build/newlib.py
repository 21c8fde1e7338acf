# SPDX-License-Identifier: Apache-2.0
"""newlib and libgcc's functions for a tool chain that has none for its machine, from Debian's packages of sources.

`folder(chain)` is a folder with `include` and `lib` (libc.a, libm.a, libgcc.a), made once for each compiler and set of
flags, and kept in .build. The packages newlib-source and gcc-12-source put their archives into /usr/src.
"""

import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache as once
from pathlib import Path
from typing import Any

from evariste import cache
from evariste.cache import keys
from evariste.errors import UserError
from evariste.machines import ToolChain

KIND, KEEP = "libc", 4
SOURCES = Path("/usr/src")
NEWLIB, GCC = "newlib-source", "gcc-12-source"  # Debian's packages
FLAGS = ("-O2", "-g0", "-ffunction-sections", "-fdata-sections", "-w")
JOBS = 2
OPTIONS = ("--disable-newlib-supplied-syscalls", "--disable-multilib", "--disable-nls", "--enable-newlib-io-long-long",
           "--enable-newlib-io-c99-formats")  # fmt: skip

# libgcc: parts of libgcc2.c by the macro that selects each, and files of soft-fp.
INTEGER = [
    "muldi3",
    "negdi2",
    "lshrdi3",
    "ashldi3",
    "ashrdi3",
    "cmpdi2",
    "ucmpdi2",
    "clz",
    "clzsi2",
    "clzdi2",
    "ctzsi2",
    "ctzdi2",
    "ffssi2",
    "ffsdi2",
    "popcount_tab",
    "popcountsi2",
    "popcountdi2",
    "paritysi2",
    "paritydi2",
    "bswapsi2",
    "bswapdi2",
    "divdi3",
    "moddi3",
    "divmoddi4",
    "udivdi3",
    "umoddi3",
    "udivmoddi4",
    "powisf2",
    "powidf2",
    "clrsbsi2",
    "clrsbdi2",
]
FLOATING = [
    "adddf3",
    "addsf3",
    "subdf3",
    "subsf3",
    "muldf3",
    "mulsf3",
    "divdf3",
    "divsf3",
    "negdf2",
    "negsf2",
    "eqdf2",
    "eqsf2",
    "gedf2",
    "gesf2",
    "ledf2",
    "lesf2",
    "unorddf2",
    "unordsf2",
    "extendsfdf2",
    "truncdfsf2",
    "fixdfsi",
    "fixsfsi",
    "fixunsdfsi",
    "fixunssfsi",
    "floatsidf",
    "floatsisf",
    "floatunsidf",
    "floatunsisf",
    "fixdfdi",
    "fixsfdi",
    "fixunsdfdi",
    "fixunssfdi",
    "floatdidf",
    "floatdisf",
    "floatundidf",
    "floatundisf",
]
# Headers that GCC's own build would write. The functions need only these.
CONFIGURED = {
    "tconfig.h": "#define inhibit_libc 1\n",
    "tsystem.h": "#include <stddef.h>\n#include <float.h>\n#include <limits.h>\n",
    "tm.h": "#define LIBGCC2_UNITS_PER_WORD 4\n#define MIN_UNITS_PER_WORD 4\n#define BITS_PER_UNIT 8\n"
            "#define BYTES_BIG_ENDIAN 0\n#define WORDS_BIG_ENDIAN 0\n",
    **dict.fromkeys(("coretypes.h", "libgcc_tm.h", "auto-target.h", "auto-host.h"), ""),
}  # fmt: skip


def folder(chain: ToolChain) -> Path:
    """The library of a tool chain; built now if need be."""
    newlib, gcc = _archive(NEWLIB, "newlib/newlib-*.tar.*"), _archive(GCC, "gcc-*/gcc-[0-9]*.tar.*")
    compiler = _tool(chain, "gcc")
    key = keys.digest(keys.compiler(compiler, *chain.flags), chain.common, keys.installed(newlib), keys.installed(gcc),
                      Path(__file__).read_bytes())  # fmt: skip

    def make(place: Path) -> None:
        with cache.scratch("libc-build") as work:
            _newlib(chain, newlib, work, place)
            _libgcc(chain, gcc, work, place)

    return cache.built(KIND, "newlib", key, make, "building newlib and libgcc for the machine", 90, KEEP)


def includes(chain: ToolChain) -> list[str]:
    """The words that let a compiler find the headers of this library, and its own, and no others."""
    return ["-nostdinc", "-isystem", _own_headers(_tool(chain, "gcc")), "-isystem", str(folder(chain) / "include")]


def libraries(chain: ToolChain) -> list[str]:
    """The words that link with this library."""
    return [f"-L{folder(chain) / 'lib'}", "-Wl,--start-group", "-lm", "-lc", "-lgcc", "-Wl,--end-group"]


def _archive(package: str, pattern: str) -> Path:
    found = sorted(SOURCES.glob(pattern), key=lambda path: [int(n) for n in re.findall(r"\d+", path.name)])
    if not found:
        raise UserError(f"The sources of {package.removesuffix('-source')} are not in {SOURCES}: the Debian package "
                        f"{package} is missing; `./ev setup` installs it.")  # fmt: skip
    return found[-1]


def _tool(chain: ToolChain, name: str) -> str:
    from evariste.build import cc

    return cc.tool(name, chain)


@once
def _own_headers(compiler: str) -> str:
    return _run([compiler, "-print-file-name=include"], Path.cwd(), "the compiler's folder of headers").strip()


def _newlib(chain: ToolChain, archive: Path, work: Path, place: Path) -> None:
    """Configure, make and install newlib alone. It is told the tools, since it would look for its own target's."""
    source = _unpacked(archive, work / "newlib", ("/newlib/", "/libgloss/", "/config/"), top=True)
    build = work / "newlib-build"
    build.mkdir()
    tools = {"CC": "gcc", "AS": "as", "LD": "ld", "AR": "ar", "RANLIB": "ranlib", "NM": "nm", "STRIP": "strip",
             "READELF": "readelf"}  # fmt: skip
    named = [f"{variable}_FOR_TARGET={_tool(chain, name)}" for variable, name in tools.items()]
    flags = " ".join((*chain.common, "-ffreestanding", *FLAGS))
    installed = work / "newlib-installed"
    _run([source / "configure", "--target=mipsel-elf", f"--prefix={installed}", *OPTIONS, *named,
          f"CFLAGS_FOR_TARGET={flags}", "MAKEINFO=true"], build, "newlib's configuration")  # fmt: skip
    _run(["make", f"-j{JOBS}", "all-target-newlib", "MAKEINFO=true"], build, "newlib")
    _run(["make", "install-target-newlib", "MAKEINFO=true"], build, "newlib's installation")
    for name in ("include", "lib"):
        shutil.copytree(next(installed.glob(f"*/{name}")), place / name)


def _libgcc(chain: ToolChain, archive: Path, work: Path, place: Path) -> None:
    source = _unpacked(archive, work / "gcc", ("/libgcc/", "/include/", "/gcc/"), suffixes=(".h", ".c", ".def"))
    made, stubs = work / "libgcc", work / "stubs"
    made.mkdir()
    stubs.mkdir()
    for name, text in CONFIGURED.items():
        (stubs / name).write_text(text)
    lib = source / "libgcc"
    searched = (stubs, lib / "config/mips", lib / "soft-fp", lib, source / "gcc", source / "include")
    headers = ("-nostdinc", "-isystem", str(place / "include"), "-isystem", _own_headers(_tool(chain, "gcc")))
    command = [_tool(chain, "gcc"), *chain.common, *FLAGS, "-ffreestanding", "-fbuilding-libgcc", "-fno-exceptions",
               "-DIN_GCC", "-DIN_LIBGCC2", *headers, *(f"-I{path}" for path in searched)]  # fmt: skip
    jobs = [(f"int-{name}.o", [f"-DL_{name}", lib / "libgcc2.c"]) for name in INTEGER]
    jobs += [(f"{name}.o", [lib / f"soft-fp/{name}.c"]) for name in FLOATING]
    with ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(lambda job: _run([*command, *job[1], "-c", "-o", made / job[0]], made, job[0]), jobs))
    _run([_tool(chain, "ar"), "qcD", place / "lib/libgcc.a", *sorted(made.glob("*.o"))], made, "libgcc.a")


def _unpacked(
    archive: Path, target: Path, wanted: Sequence[str], suffixes: tuple[str, ...] = (), top: bool = False
) -> Path:
    """The root of the archive, with the folders that are wanted, and (`top`) the files of the root itself."""
    target.mkdir()

    def take(members: Iterable[tarfile.TarInfo]) -> Iterable[tarfile.TarInfo]:
        for member in members:
            _, _, inner = member.name.removeprefix("./").partition("/")
            chosen = f"/{inner}".startswith(tuple(wanted)) and (not suffixes or inner.endswith(suffixes))
            if member.isfile() and (chosen or (top and "/" not in inner)):
                yield member

    # Debian 12's Python has no filters yet.
    options: dict[str, Any] = {"filter": "tar"} if hasattr(tarfile, "tar_filter") else {}
    with tarfile.open(archive) as tar:
        tar.extractall(target, take(tar), **options)
    return next(path for path in target.iterdir() if path.is_dir())


def _run(command: Sequence[str | Path], where: Path, what: str) -> str:
    done = subprocess.run(
        [str(word) for word in command], cwd=where, text=True, errors="replace", stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env=os.environ | {"LC_ALL": "C"},
    )  # fmt: skip
    if done.returncode:
        raise UserError(f"{what} could not be built:\n" + "\n".join(done.stdout.rstrip().splitlines()[-20:]))
    return done.stdout
