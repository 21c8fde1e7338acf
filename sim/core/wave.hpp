// SPDX-License-Identifier: Apache-2.0
// Waveforms of a Verilated top, if the model was built for them (VM_TRACE_FST).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#if VM_TRACE_FST
#include "verilated_fst_c.h"
#endif

namespace evariste::rtl {

#if VM_TRACE_FST
class Wave {
 public:
  template <typename Top>
  Wave(Top& top, const char* path) {
    top.trace(&file_, 99);
    file_.open(path);
    if (!file_.isOpen()) throw std::runtime_error(std::string("cannot write ") + path);
  }
  // The values after a clock edge. A cycle is 10 ns.
  void rising() { file_.dump(time_); }
  void falling() {
    file_.dump(time_ + 5000);
    time_ += 10000;
  }

 private:
  VerilatedFstC file_;
  uint64_t time_ = 0;  // ps
};
#else
class Wave {
 public:
  template <typename Top>
  Wave(Top&, const char*) {
    throw std::runtime_error("this model was built without waveforms");
  }
  void rising() {}
  void falling() {}
};
#endif

}  // namespace evariste::rtl
