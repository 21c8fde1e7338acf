# SPDX-License-Identifier: Apache-2.0
# The core mips for the machines that have it: MIPS_SOURCES are part of such a machine's shared object.
file(GLOB MIPS_SOURCES CONFIGURE_DEPENDS ${SIM}/mips/*.cpp)
# The interpreter is one large function of indirect jumps: global common subexpressions would lengthen every handler,
# and merged tails would put all jumps into one place, which the host could not predict. It reads and writes the
# memories' words by halfwords and bytes.
set_source_files_properties(${SIM}/mips/interpreter.cpp PROPERTIES COMPILE_OPTIONS
  "-O2;-fno-gcse;-fno-crossjumping;-fno-strict-aliasing;-Wno-pedantic")
