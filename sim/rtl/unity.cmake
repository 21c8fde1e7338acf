# SPDX-License-Identifier: Apache-2.0
# cmake -D DIR=... -P unity.cmake: one source that includes all that Verilator wrote into DIR, whatever their names, behind
# what is faster than its own.
file(GLOB sources RELATIVE ${DIR} ${DIR}/V*.cpp)
list(SORT sources)
set(text "#include \"rtl/shifts.h\"\n")
foreach(source IN LISTS sources)
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(CONFIGURE OUTPUT ${DIR}/all.cpp CONTENT "${text}" @ONLY)
