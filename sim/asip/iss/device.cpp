// SPDX-License-Identifier: Apache-2.0
// The interpreter as a device on the bus of a simulated machine: rtl/asip/asip_obi.sv with
// LATE_DATA.
#include "core/device.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "asip/bus.hpp"
#include "asip/coprocessor.hpp"
#include "asip_isa.hpp"

namespace evariste::asip {
namespace {

Parameters parameters_of(std::span<const sim::Parameter> given) {
  Parameters all;
  const std::pair<std::string_view, uint32_t*> known[] = {{"DIGIT", &all.digit},
                                                          {"WIDTH", &all.width},
                                                          {"SQUARES", &all.squares},
                                                          {"AES", &all.aes},
                                                          {"ECC", &all.ecc},
                                                          {"LONG_KEYS", &all.long_keys},
                                                          {"PROGRAM_RAM", &all.program_ram}};
  for (const auto& [name, value] : given) {
    uint32_t* place = nullptr;
    for (const auto& [word, at] : known) {
      if (word == name) place = at;
    }
    if (place == nullptr) throw std::invalid_argument(name);
    *place = static_cast<uint32_t>(value);
  }
  return all;
}

// How far the interrupt stays as it is, a second coprocessor finds out: a copy that runs ahead of
// the first, and takes its place when time has come so far without an access.
class Model final : public sim::Device {
 public:
  explicit Model(const Parameters& parameters) : parameters_(parameters) { reset(); }

  void reset() override {
    present_ = {std::make_unique<Coprocessor>(parameters_), 0};
    ahead_ = {};
    changes_.clear();
    level_ = false;
    reach_ = kReach;
  }

  Answer access(uint64_t cycle, bool write, uint32_t offset, unsigned lanes,
                uint32_t data) override {
    advance(cycle);
    Inputs in;
    in.access = 1;
    in.write = write;
    in.offset = lanes_at(offset, lanes) == kWhole ? offset : 1;
    in.data = data;
    const bool looks = !write && in.offset < kDataIn - kTask;  // and changes nothing
    if (!looks) {
      ahead_ = {};
      reach_ = kReach;
    }
    for (Answer answer;; ++answer.waits) {
      const Outputs out = present_.coprocessor->cycle(in);
      ++present_.now;
      note();
      if (out.ready == 0 && out.error == 0) continue;
      answer.error = out.error != 0;
      answer.data = out.data;
      return answer;
    }
  }

  std::optional<uint64_t> take_change(uint64_t cycle) override {
    advance(cycle);
    if (changes_.empty() || changes_.front() > cycle) return std::nullopt;
    const uint64_t first = changes_.front();
    changes_.pop_front();
    return first;
  }

  uint64_t look_again() override {
    if (!changes_.empty()) return changes_.front();
    if (!present_.coprocessor->restless()) return kNever;
    if (ahead_.coprocessor == nullptr || ahead_.now <= present_.now) {
      ahead_ = {std::make_unique<Coprocessor>(*present_.coprocessor), present_.now};
      ahead_.now += ahead_.coprocessor->pass(reach_);
      reach_ = std::min(2 * reach_, kMostReach);
    }
    return ahead_.now;
  }

 private:
  static constexpr uint64_t kReach = 32, kMostReach = 4096;  // cycles of a look ahead

  struct At {
    std::unique_ptr<Coprocessor> coprocessor;
    uint64_t now = 0;  // its next cycle
  };

  void advance(uint64_t cycle) {
    while (present_.now < cycle) {
      if (ahead_.coprocessor != nullptr && ahead_.now > present_.now && ahead_.now <= cycle) {
        present_ = std::exchange(ahead_, {});
      } else {
        present_.now += present_.coprocessor->pass(cycle - present_.now);
      }
      note();
    }
  }

  // The level of the cycle to come.
  void note() {
    if (present_.coprocessor->irq() == level_) return;
    level_ = !level_;
    changes_.push_back(present_.now);
  }

  const Parameters parameters_;
  At present_, ahead_;
  std::deque<uint64_t> changes_;  // not taken yet
  bool level_ = false;
  uint64_t reach_ = kReach;
};

}  // namespace
}  // namespace evariste::asip

extern "C" [[gnu::visibility("default")]] evariste::sim::Device* evariste_device(
    std::span<const evariste::sim::Parameter> parameters) {
  return new evariste::asip::Model(evariste::asip::parameters_of(parameters));
}
