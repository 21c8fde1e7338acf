// SPDX-License-Identifier: Apache-2.0
// A machine's top for boards (rtl/fpga/<machine>), Verilated, as seen from the board's serial port:
// clocks it, decodes the bits of its UART line (8N1, sampled in their middle) and writes the bytes
// to standard output.
//
//     uart DIVIDER MAX_CYCLES END
//
// Ends with status 0 once the bytes END have come, 2 if the core locks up, 3 if a start or stop bit
// is wrong, 4 after MAX_CYCLES. The last line on standard error is "cycles N". The program is the
// file named by the top's parameter IMAGE.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "Vboard.h"
#include "verilated.h"

namespace {

// Decodes bytes from the line's level in each cycle.
class Receiver {
 public:
  explicit Receiver(uint64_t divider) : divider_(divider) {}

  bool wrong = false;

  // Whether a byte has ended with this cycle. It is then in `byte`.
  bool step(bool level) {
    if (bit_ < 0) {
      if (!level) {
        bit_ = 0;
        wait_ = divider_ / 2;
      }
      return false;
    }
    if (wait_-- != 0) return false;
    wait_ = divider_ - 1;
    if (bit_ == 0) {
      wrong |= level;
    } else if (bit_ <= 8) {
      byte = static_cast<uint8_t>(byte >> 1 | level << 7);
    } else {
      wrong |= !level;
      bit_ = -1;
      return true;
    }
    ++bit_;
    return false;
  }

  uint8_t byte = 0;

 private:
  uint64_t divider_, wait_ = 0;
  int bit_ = -1;  // 0 start, 1..8 data, 9 stop; -1 none
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 1;
  const uint64_t divider = std::strtoull(argv[1], nullptr, 10);
  const uint64_t cycles = std::strtoull(argv[2], nullptr, 10);
  const std::string end = argv[3];
  VerilatedContext context;
  Vboard top(&context);
  Receiver receiver(divider);
  std::string received;
  int status = 4;
  uint64_t cycle = 0;
  top.reset_ni = 1;
  for (; cycle < cycles && status == 4; ++cycle) {
    for (int level = 0; level < 2; ++level) {
      top.clk_i = static_cast<uint8_t>(level);
      top.eval();
    }
    if (receiver.step(top.uart_tx_o)) {
      std::putchar(receiver.byte);
      received += static_cast<char>(receiver.byte);
      if (received.ends_with(end)) status = 0;
    }
    if (top.led_o & 2) status = 2;
    if (receiver.wrong) status = 3;
  }
  top.final();
  std::fprintf(stderr, "cycles %llu\n", static_cast<unsigned long long>(cycle));
  return status;
}
