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
  verilated(rtl_${name} plain rtl/engine.cpp ${out}/${name}/all.cpp)
  verilated(rtl_${name}_wave wave rtl/engine.cpp ${out}/${name}_wave/all.cpp)
  foreach(model ${name} ${name}_wave)
    target_include_directories(rtl_${model} PRIVATE ${out}/${model} ${gen}/mips ${gen}/${machine})
  endforeach()
endfunction()

# on_bus(MACHINE PARAMETERS COMPLETED FOLDER ...): the shared objects rtl_<MACHINE>_obi, the accelerator <MACHINE>_obi
# #(PARAMETERS) alone, with its interpreter, and rtl_<MACHINE>_apb, where command_apb is before it and the queue is short.
# The machine's engine is rtl/bus.cpp. COMPLETED is the width of completed_o.
function(on_bus machine parameters completed)
  set(rtl ${PROJECT_SOURCE_DIR}/rtl)
  set(gen ${PROJECT_SOURCE_DIR}/gen)
  set(top ${SIM}/mips/accelerated/bus/bus_sim.sv)
  set(packages ${gen}/mips/mips_isa_pkg.sv ${gen}/${machine}/${machine}_isa_pkg.sv ${rtl}/mips/mips_pkg.sv
    ${rtl}/command/command_pkg.sv ${rtl}/${machine}/${machine}_pkg.sv)
  set(search)
  set(VERILATE_SOURCES ${packages} ${top})
  foreach(folder command ${machine} ${ARGN})
    list(APPEND search -y ${rtl}/${folder})
    file(GLOB found CONFIGURE_DEPENDS ${rtl}/${folder}/*.sv)
    list(APPEND VERILATE_SOURCES ${found})
  endforeach()
  foreach(bus obi apb)
    set(out ${CMAKE_CURRENT_BINARY_DIR}/${machine}_${bus})
    if(bus STREQUAL apb)
      set(depth 3)
      set(flags -DBEHIND_APB -DPARAMETERS=${parameters},.DEPTH\(3\),.LATE_DATA\(1\))
    else()
      set(depth 8)
      set(flags -DPARAMETERS=${parameters},.DEPTH\(8\))
    endif()
    verilate(${out} bus_sim ${flags} -DSYSTEM=${machine}_obi -DCOMPLETED=${completed} ${search} ${packages} ${top})
    verilated(rtl_${machine}_${bus} plain rtl/bus.cpp ${out}/all.cpp unit.cpp flip.cpp field.cpp)
    target_include_directories(rtl_${machine}_${bus} PRIVATE ${out} ${gen}/mips ${gen}/${machine})
    target_compile_definitions(rtl_${machine}_${bus} PRIVATE BUS_DEPTH=${depth})
  endforeach()
endfunction()
