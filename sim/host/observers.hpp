// SPDX-License-Identifier: Apache-2.0
// Hands every retirement to several receivers.
#pragma once

#include <vector>

#include "machine.hpp"

namespace evariste::host {

class Observers : public sim::Observer {
 public:
  void add(sim::Observer* observer) { list_.push_back(observer); }

  bool retired(const sim::Retirement& event) override {
    bool go_on = true;
    for (sim::Observer* observer : list_) go_on &= observer->retired(event);
    return go_on;
  }

 private:
  std::vector<sim::Observer*> list_;
};

}  // namespace evariste::host
