// SPDX-License-Identifier: Apache-2.0
// An accelerator on its bus as Python's ctypes sees it: BUS_INTERFACE(Model), once in a library.
#pragma once

#include "Vbus_sim.h"
#include "mips/accelerated/bus/engine.hpp"

namespace evariste::mips::bus {

struct Handle {
  std::unique_ptr<Engine> engine;
  std::string said;
};

template <typename Model>
Handle* create(const char* kind, bool late) {
  auto iss = std::make_unique<Interpreter<Model>>(Model::parameters(), late);
  if (kind == std::string("iss")) return new Handle{std::move(iss), {}};
  auto rtl = std::make_unique<Circuit<Vbus_sim>>();
  if (kind == std::string("rtl")) return new Handle{std::move(rtl), {}};
  return new Handle{std::make_unique<Lockstep>(std::move(iss), std::move(rtl)), {}};
}

}  // namespace evariste::mips::bus

#define BUS_EXPORTED extern "C" [[gnu::visibility("default")]]
#define BUS_INTERFACE(Model)                                                                       \
  BUS_EXPORTED evariste::mips::bus::Handle* bus_create(const char* kind, int late) {               \
    return evariste::mips::bus::create<Model>(kind, late != 0);                                    \
  }                                                                                                \
  BUS_EXPORTED void bus_destroy(evariste::mips::bus::Handle* h) { delete h; }                      \
  BUS_EXPORTED void bus_clock(evariste::mips::bus::Handle* h,                                      \
                              const evariste::mips::bus::Inputs* in,                               \
                              evariste::mips::bus::Outputs* out) {                                 \
    *out = h->engine->clock(*in);                                                                  \
  }                                                                                                \
  BUS_EXPORTED void bus_write_ram(evariste::mips::bus::Handle* h, uint32_t word, uint32_t value) { \
    h->engine->write_ram(word, value);                                                             \
  }                                                                                                \
  BUS_EXPORTED uint32_t bus_read_ram(evariste::mips::bus::Handle* h, uint32_t word) {              \
    return h->engine->read_ram(word);                                                              \
  }                                                                                                \
  BUS_EXPORTED const char* bus_difference(evariste::mips::bus::Handle* h) {                        \
    return (h->said = h->engine->difference()).c_str();                                            \
  }
