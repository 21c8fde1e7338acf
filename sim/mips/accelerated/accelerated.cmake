# SPDX-License-Identifier: Apache-2.0
# Verilated systems of the core mips with an accelerator, each a shared object that `_sim` loads on demand. None is part
# of the default target.
include_guard()

# accelerated(MACHINE NAME PARAMETERS FOLDER ...): the shared objects rtl_<NAME>, and rtl_<NAME>_wave with waveforms, of the
# system <MACHINE>_soc #(PARAMETERS). Its modules are in these folders of rtl/. The engine is rtl/engine.cpp of the machine.
function(accelerated machine name parameters)
  set(rtl ${PROJECT_SOURCE_DIR}/rtl)
  set(gen ${PROJECT_SOURCE_DIR}/gen)
  set(top ${SIM}/mips/accelerated/accelerated_sim.sv)
  set(out ${CMAKE_CURRENT_BINARY_DIR})
  set(packages ${gen}/mips/mips_isa_pkg.sv ${gen}/${machine}/${machine}_isa_pkg.sv ${rtl}/mips/mips_pkg.sv
    ${rtl}/command/command_pkg.sv ${rtl}/${machine}/${machine}_pkg.sv)
  set(search)
  set(VERILATE_SOURCES ${packages} ${top})
  foreach(folder mips command soc ${machine} ${ARGN})
    list(APPEND search -y ${rtl}/${folder})
    file(GLOB found CONFIGURE_DEPENDS ${rtl}/${folder}/*.sv)
    list(APPEND VERILATE_SOURCES ${found})
  endforeach()
  set(search ${search} -DSYSTEM=${machine}_soc -DPARAMETERS=${parameters} ${packages} ${top})
  verilate(${out}/${name} accelerated_sim ${search})
  verilate(${out}/${name}_wave accelerated_sim --trace-fst ${search})
  verilated(rtl_${name} rtl/engine.cpp ${out}/${name}/all.cpp)
  verilated(rtl_${name}_wave rtl/engine.cpp ${out}/${name}_wave/all.cpp)
  target_link_libraries(rtl_${name} PRIVATE verilated_plain)
  target_link_libraries(rtl_${name}_wave PRIVATE verilated_wave lz4 z)
  foreach(model ${name} ${name}_wave)
    target_include_directories(rtl_${model} PRIVATE ${out}/${model} ${gen}/mips ${gen}/${machine})
  endforeach()
endfunction()
