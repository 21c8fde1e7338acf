# SPDX-License-Identifier: Apache-2.0
"""The part `mips`: the core that several machines have, and its tool chain.

Debian's cross compiler is one for Linux. Its libgcc is for a later instruction set and a floating-point unit. So
libgcc's functions and newlib are built from Debian's packages of sources (evariste/build/newlib.py).
"""

from evariste.machines import ToolChain

FLAGS = ("-march=mips2", "-mabi=32", "-EL", "-msoft-float", "-mno-abicalls", "-fno-pic", "-fno-pie", "-G0",
         "-mno-shared")  # fmt: skip
# The compiler defines the macros of Linux, and some of Debian's relatives switch on what needs a kernel. Debian's
# assembler works around an error of another core unless told not to.
COMMON = (*FLAGS, "-Ulinux", "-U__linux", "-U__linux__", "-U__gnu_linux__", "-Uunix", "-U__unix", "-U__unix__",
          "-U_FORTIFY_SOURCE", "-fno-stack-protector", "-fno-asynchronous-unwind-tables",
          "-Wa,-mno-fix-loongson3-llsc")  # fmt: skip

CHAIN = ToolChain(
    prefix="mipsel-linux-gnu-",
    variable="EVARISTE_MIPS_PREFIX",
    package="gcc-mipsel-linux-gnu",
    flags=FLAGS,
    common=COMMON,
    cores=(),
    understood=("-march=mips2", "-mips2", "-mabi=32", "-EL", "-msoft-float", "-mno-abicalls", "-G0"),
    refused=("-march=", "-mcpu=", "-mips", "-mabi=", "-EB", "-meb", "-mhard-float", "-mdouble-float", "-msingle-float",
             "-mfp", "-mabicalls", "-fpic", "-fPIC"),
    allowed=("-march=mips2", "-mips2", "-mabi=32"),
    described="a little-endian MIPS II without floating point",
    link=("-nostdlib", "-static", "-no-pie", "-Wl,--build-id=none"),
    semihosting="",
    runtime="sw/rt/mips",
    script="sw/rt/mips/link.ld",
    headers="gen/mips",
    names=("mipsel-linux-gnu-gcc", *(f"mipsel-linux-gnu-gcc-{n}" for n in (12, 13, 14, 15)), "clang",
           *(f"clang-{n}" for n in range(14, 23))),
    target="--target=mipsel-linux-gnu",
    directives="",
    macros="",
    function="",
    library="evariste.build.newlib",
    gcc=("-mno-shared",),
    clang=("-fno-integrated-as",),  # its own assembler does not know cfc2 and ctc2
)  # fmt: skip
