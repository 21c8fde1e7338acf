// SPDX-License-Identifier: Apache-2.0
// Runs firmware on a mapped netlist of the core, with the memories of rtl/soc/gfp_soc.sv. Between
// two reads of the cycle counter it records every flip-flop and input in each cycle.
//
//   firmware ROM RAM COUNTER LIMIT TRACE RAM_AFTER
//
// ROM and RAM are the memories' bytes. Words 0 and 1 of the ROM lead to code that restores the
// registers. COUNTER is the value of the first read. TRACE gets the words of sample_o of every
// cycle. Standard output gives the counts, as words and numbers. Status 1 if the second read does
// not come within LIMIT cycles.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "Vnetlist.h"
#include "gfp_isa.hpp"
#include "verilated.h"

namespace {

using Bytes = std::vector<char>;
using namespace evariste::gfp;

Bytes content(const char* path, size_t size) {
  std::ifstream file(path, std::ios::binary);
  Bytes bytes(std::istreambuf_iterator<char>(file), {});
  bytes.resize(size);
  return bytes;
}

// A port's request, answered in the next cycle.
struct Request {
  bool valid = false, write = false;
  uint32_t address = 0;
  unsigned enable = 0;
  uint64_t cycle = 0;
};

class System {
 public:
  System(const char* rom, const char* ram, uint32_t counter)
      : rom_(content(rom, kRomSize)), ram_(content(ram, kRamSize)), counter_(counter) {}

  // The byte of a memory, or null. Counts the access.
  char* find(uint32_t address, unsigned kind) {
    address &= ~3u;
    if (address - kRomBase < kRomSize) return ++counts_[kind][0], &rom_[address - kRomBase];
    if (address - kRamBase < kRamSize) return ++counts_[kind][1], &ram_[address - kRamBase];
    return nullptr;
  }
  static uint32_t word(const char* p) {
    uint32_t value = 0;
    for (int i = 4; i-- > 0;) value = value << 8 | static_cast<uint8_t>(p[i]);
    return value;
  }

  void instruction(const Request& r, Vnetlist& top) {
    top.instr_rvalid_i = r.valid;
    top.instr_rdata_i = 0;
    top.instr_err_i = 0;
    if (!r.valid) return;
    if (const char* p = find(r.address, 0))
      top.instr_rdata_i = word(p);
    else
      top.instr_err_i = 1;
  }

  void data(const Request& r, Vnetlist& top) {
    top.data_rvalid_i = r.valid;
    top.data_rdata_i = 0;
    top.data_err_i = 0;
    if (!r.valid) return;
    if (r.address == kCycleLo && !r.write) {
      if (reads_++ == 0) offset_ = counter_ - r.cycle;
      top.data_rdata_i = static_cast<uint32_t>(r.cycle + offset_);
    } else if (r.address == kCycleLo + 4 && !r.write) {
      top.data_rdata_i = static_cast<uint32_t>((r.cycle + offset_) >> 32);
    } else if (r.address != kConsole) {
      if (char* p = find(r.address, r.write ? 2 : 1))
        top.data_rdata_i = word(p);
      else
        top.data_err_i = 1;
    }
  }

  void store(const Request& r, uint32_t value) {
    if (r.address - kRamBase >= kRamSize) return;
    for (unsigned i = 0; i < 4; ++i)
      if (r.enable >> i & 1) ram_[(r.address - kRamBase & ~3u) + i] = value >> (8 * i) & 0xFF;
  }

  // Accesses: instructions, loads, stores; each to ROM and RAM.
  using Counts = std::array<std::array<uint64_t, 2>, 3>;
  void begin() { counts_ = {}; }
  const Counts& counts() const { return counts_; }
  const Bytes& ram() const { return ram_; }

 private:
  Bytes rom_, ram_;
  uint64_t counter_, offset_ = 0;
  int reads_ = 0;
  Counts counts_{};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) return 2;
  System system(argv[1], argv[2], static_cast<uint32_t>(std::strtoull(argv[3], nullptr, 0)));
  const uint64_t limit = std::strtoull(argv[4], nullptr, 0);
  std::ofstream trace(argv[5], std::ios::binary);

  VerilatedContext context;
  Vnetlist top(&context);
  top.instr_gnt_i = top.data_gnt_i = 1;
  Request fetch, access;
  int seen = 0;  // reads of the counter whose address phase has come
  uint64_t samples = 0;
  for (uint64_t cycle = 0; cycle < limit; ++cycle) {
    top.rst_ni = cycle >= 4;
    system.instruction(fetch, top);
    system.data(access, top);
    top.clk_i = 0;
    top.eval();
    const bool counter = cycle >= 4 && top.data_req_o && top.data_addr_o == kCycleLo;
    if (counter && ++seen == 1) system.begin();
    if (counter && seen == 2) {
      std::ofstream(argv[6], std::ios::binary).write(system.ram().data(), kRamSize);
      const char* const kinds[] = {"fetch", "load", "store"};
      for (int i = 0; i < 3; ++i)
        std::printf("%s_rom %llu\n%s_ram %llu\n", kinds[i],
                    static_cast<unsigned long long>(system.counts()[i][0]), kinds[i],
                    static_cast<unsigned long long>(system.counts()[i][1]));
      std::printf("cycles %llu\n", static_cast<unsigned long long>(samples));
      return trace.flush() ? 0 : 3;
    }
    if (seen == 1) {
      trace.write(reinterpret_cast<const char*>(&top.sample_o[0]), sizeof top.sample_o);
      ++samples;
    }
    if (access.valid && access.write) system.store(access, top.data_wdata_o);
    const bool running = cycle >= 4;
    fetch = {running && top.instr_req_o, false, top.instr_addr_o, 0, cycle};
    access = {running && top.data_req_o, static_cast<bool>(top.data_we_o), top.data_addr_o,
              top.data_be_o, cycle};
    top.clk_i = 1;
    top.eval();
  }
  return 1;
}
