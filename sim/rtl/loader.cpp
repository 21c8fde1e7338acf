// SPDX-License-Identifier: Apache-2.0
#include "rtl/loader.hpp"

#include <dlfcn.h>

#include <stdexcept>

namespace evariste::rtl {

namespace {

// The symbol of an object in this module's own directory. Objects stay open: their code is in use
// until the end.
void* find(const std::string& object, const char* symbol) {
  Dl_info self;
  if (dladdr(reinterpret_cast<const void*>(&find), &self) == 0)
    throw std::runtime_error("dladdr failed");
  std::string path = self.dli_fname;
  path = path.substr(0, path.rfind('/') + 1) + object + ".so";
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = handle != nullptr ? dlsym(handle, symbol) : nullptr;
  if (found == nullptr) throw std::runtime_error(dlerror());
  return found;
}

}  // namespace

std::unique_ptr<sim::Machine> make_engine(bool gf, bool interrupts, const EngineOptions& options) {
  const std::string object = std::string("rtl_gfp") + (gf ? "" : "_nogf") +
                             (interrupts ? "_irq" : "") + (options.wave != nullptr ? "_wave" : "") +
                             (options.cover != nullptr ? "_cover" : "");
  const auto make = reinterpret_cast<MakeEngine>(find(object, "evariste_engine"));
  return std::unique_ptr<sim::Machine>(make(options));
}

GfUnit gf_unit() { return reinterpret_cast<GfUnit>(find("rtl_gf_unit", "evariste_gf_unit")); }

}  // namespace evariste::rtl
