// SPDX-License-Identifier: Apache-2.0
#include "core/loader.hpp"

#include <dlfcn.h>

#include <map>
#include <stdexcept>

namespace evariste::rtl {

namespace {

std::map<std::string, std::string>& paths() {
  static std::map<std::string, std::string> known;
  return known;
}

// The symbol of an object. Objects stay open: their code is in use until the end.
void* find(const std::string& object, const char* symbol) {
  const auto known = paths().find(object);
  if (known == paths().end()) throw std::runtime_error(object + " is not built");
  void* const handle = dlopen(known->second.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = handle != nullptr ? dlsym(handle, symbol) : nullptr;
  if (found == nullptr) throw std::runtime_error(dlerror());
  return found;
}

}  // namespace

std::unique_ptr<sim::Machine> make_engine(const std::string& form, const EngineOptions& options) {
  const std::string object = "rtl_gfp" + form + (options.wave != nullptr ? "_wave" : "") +
                             (options.cover != nullptr ? "_cover" : "");
  const auto make = reinterpret_cast<MakeEngine>(find(object, "evariste_engine"));
  return std::unique_ptr<sim::Machine>(make(options));
}

void set_path(const std::string& object, const std::string& path) { paths()[object] = path; }

GfUnit gf_unit() { return reinterpret_cast<GfUnit>(find("rtl_gf_unit", "evariste_gf_unit")); }

}  // namespace evariste::rtl
