// SPDX-License-Identifier: Apache-2.0
// The interpreter as a device on the bus of a simulated machine: rtl/asip/asip_obi.sv with
// LATE_DATA.
#include "core/device.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "asip/bus.hpp"
#include "asip/coprocessor.hpp"

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

class Model final : public sim::Device {
 public:
  explicit Model(const Parameters& parameters) : parameters_(parameters) { reset(); }

  void reset() override {
    coprocessor_ = std::make_unique<Coprocessor>(parameters_);
    now_ = 0;
  }

  Answer access(uint64_t cycle, bool write, uint32_t offset, unsigned lanes,
                uint32_t data) override {
    coprocessor_->pass(cycle - now_);
    now_ = cycle;
    Inputs in;
    in.access = 1;
    in.write = write;
    in.offset = lanes_at(offset, lanes) == kWhole ? offset : 1;
    in.data = data;
    for (Answer answer;; ++answer.waits) {
      const Outputs out = coprocessor_->cycle(in);
      ++now_;
      if (out.ready == 0 && out.error == 0) continue;
      answer.error = out.error != 0;
      answer.data = out.data;
      return answer;
    }
  }

 private:
  const Parameters parameters_;
  std::unique_ptr<Coprocessor> coprocessor_;
  uint64_t now_ = 0;
};

}  // namespace
}  // namespace evariste::asip

extern "C" [[gnu::visibility("default")]] evariste::sim::Device* evariste_device(
    std::span<const evariste::sim::Parameter> parameters) {
  return new evariste::asip::Model(evariste::asip::parameters_of(parameters));
}
