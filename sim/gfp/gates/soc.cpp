// SPDX-License-Identifier: Apache-2.0
#include "gfp/gates/soc.hpp"

#include <algorithm>
#include <stdexcept>

#include "gfp_isa.hpp"

namespace evariste::gates {

namespace {

constexpr uint32_t kBreakpointEnd = 0xBE00;
constexpr uint32_t kDebugPc = 15;
constexpr unsigned kInLockup =
    24;  // cycles for which a run continues in lockup, since lockup must last

// The lanes with nodes that differ from lane 0.
Lanes unlike_first(const Netlist& net, const Nodes& nodes) {
  Lanes differ{};
  for (const int32_t node : nodes) differ |= net[node] ^ first(net[node]);
  return differ;
}

}  // namespace

Soc::Soc(Netlist& net, const Ports& ports, std::vector<Group> groups, std::vector<Nodes> others)
    : net_(net),
      ports_(ports),
      groups_(std::move(groups)),
      others_(std::move(others)),
      rom_(gfp::kRomSize),
      ram_(gfp::kRamSize) {
  answers_ = {Answer{port("instr_rvalid_q")[0], {}}, Answer{port("data_rvalid_q")[0], {}}};
  reads_ = {Read{port("u_rom.instr_addr_i"), port("u_rom.instr_rdata_o"), false, 0},
            Read{port("u_rom.data_addr_i"), port("u_rom.data_rdata_o"), false, 1},
            Read{port("u_ram.instr_addr_i"), port("u_ram.instr_rdata_o"), true, 0},
            Read{port("u_ram.data_addr_i"), port("u_ram.data_rdata_o"), true, 1}};
  we_ = port("u_ram.data_we_i");
  store_address_ = port("u_ram.data_addr_i");
  store_data_ = port("u_ram.data_wdata_i");
  for (const char* name :
       {"rst_ni",         "instr_wait_i",   "data_wait_i",      "debug_i.enable", "debug_i.halt",
        "debug_i.resume", "debug_i.step",   "debug_i.we",       "debug_i.addr",   "debug_i.wdata",
        "debug_o.rdata",  "debug_o.halted", "lockup_o",         "cycle_o",        "retire_o.valid",
        "retire_o.pc",    "retire_o.insn",  "retire_o.next_pc", "retire_o.trap",  "retire_o.cause",
        "retire_o.addr",  "retire_o.nzcv",  "retire_o.special"}) {
    port(name);
  }
}

const Nodes& Soc::port(const std::string& name) const {
  const auto found = ports_.find(name);
  if (found == ports_.end()) throw std::invalid_argument("the netlist has no port " + name);
  return found->second;
}

uint64_t Soc::random() {  // xorshift64*
  random_ ^= random_ >> 12;
  random_ ^= random_ << 25;
  random_ ^= random_ >> 27;
  return random_ * 0x2545F4914F6CDD1D >> 16;
}

void Soc::clear() {
  rom_.clear();
  ram_.clear();
  for (auto& memory : own_rom_) memory.reset();
  for (auto& memory : own_ram_) memory.reset();
  apart_ = Lanes{};
}

namespace {

template <typename Put>
bool place(uint32_t address, std::span<const uint8_t> bytes, Put put) {
  for (size_t i = 0; i < bytes.size(); ++i, ++address) {
    const bool rom = address - gfp::kRomBase < gfp::kRomSize;
    if (!rom && address - gfp::kRamBase >= gfp::kRamSize) return false;
    const uint32_t word = (address - (rom ? gfp::kRomBase : gfp::kRamBase)) / 4;
    put(rom, word, 1u << address % 4, bytes[i] * 0x01010101u);
  }
  return true;
}

}  // namespace

bool Soc::load(uint32_t address, std::span<const uint8_t> bytes) {
  return place(address, bytes, [this](bool rom, uint32_t word, unsigned enable, uint32_t data) {
    (rom ? rom_ : ram_).write(word, enable, data);
  });
}

bool Soc::load(unsigned lane, uint32_t address, std::span<const uint8_t> bytes) {
  if (!own_rom_[lane]) own_rom_[lane] = std::make_unique<Memory>(rom_);
  if (!own_ram_[lane]) own_ram_[lane] = std::make_unique<Memory>(ram_);
  return place(address, bytes,
               [this, lane](bool rom, uint32_t word, unsigned enable, uint32_t data) {
                 (rom ? own_rom_ : own_ram_)[lane]->write(word, enable, data);
               });
}

bool Soc::read(unsigned lane, uint32_t address, std::span<uint8_t> out) const {
  for (size_t i = 0; i < out.size(); ++i, ++address) {
    const bool in_rom = address - gfp::kRomBase < gfp::kRomSize;
    if (!in_rom && address - gfp::kRamBase >= gfp::kRamSize) return false;
    const auto& own = in_rom ? own_rom_[lane] : own_ram_[lane];
    const Memory& memory = own ? *own : in_rom ? rom_ : ram_;
    const uint32_t word = (address - (in_rom ? gfp::kRomBase : gfp::kRamBase)) / 4;
    out[i] = static_cast<uint8_t>(memory.read(word) >> (8 * (address % 4)));
  }
  return true;
}

uint64_t Soc::run(const Lanes& use, uint64_t cycles, const Options& options,
                  std::vector<Flip> flips) {
  use_ = use;
  use_[0] |= 1;
  random_ = options.seed * 2 + 1;
  different_ = trapped_ = locked_up_ = ended_ = Lanes{};
  apart_ = Lanes{};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    when_[lane] = 0;
    by_[lane] = -1;
    if (own_rom_[lane] || own_ram_[lane]) apart_[lane / 64] |= uint64_t{1} << (lane % 64);
  }
  finished_ = false;
  record_.clear();
  resume_pc_ = 0;
  debugger_ = options.debugger != Debugger::kAbsent;
  locked_ = 0;
  line_ = 0;
  for (Answer& answer : answers_) answer.owed = Lanes{};
  std::sort(flips.begin(), flips.end(),
            [](const Flip& a, const Flip& b) { return a.cycle < b.cycle; });

  for (const char* quiet :
       {"rst_ni", "instr_wait_i", "data_wait_i", "debug_i.halt", "debug_i.resume", "debug_i.step",
        "debug_i.we", "debug_i.addr", "debug_i.wdata", "device_present_i"}) {
    net_.set_all(port(quiet), 0);
  }
  for (const Nodes& input : others_) net_.set_all(input, 0);
  net_.preset(options.preset);
  net_.set_all(port("debug_i.enable"), debugger_);
  net_.settle_held();
  for (int i = 0; i < 2; ++i) {
    net_.settle();
    net_.clock();
  }
  net_.set_all(port("rst_ni"), 1);

  const Lanes others = use_ ^ Lanes{1};
  auto flip = flips.begin();
  for (now_ = 0; now_ < cycles; ++now_) {
    for (; flip != flips.end() && flip->cycle <= now_; ++flip) {
      net_.set_bit(flip->node, flip->lane, !net_.bit(flip->node, flip->lane));
    }
    cycle(options);
    if (options.follow ? !any(use_ & ~ended_)
                       : finished_ || (any(others) && !any(others & ~different_)))
      break;
  }
  return now_;
}

void Soc::stimulate(const Options& options) {
  const uint64_t r = random();
  net_.set_all(port("instr_wait_i"), (r & 0xFF) < options.instr_wait);
  net_.set_all(port("data_wait_i"), (r >> 8 & 0xFF) < options.data_wait);
  if (options.pulse != 0) {
    for (const Nodes& input : others_) {
      net_.set_all(input, (random() & 0xFF) < options.pulse ? random() : 0);
    }
  }
  for (; line_ < options.lines.size() && options.lines[line_].first <= now_; ++line_) {
    net_.set_all(port("irq_i"), options.lines[line_].second);
    net_.set_all(port("nmi_i"), options.lines[line_].second >> 32);
  }
  if (options.debugger == Debugger::kActive) interfere();
}

void Soc::interfere() {
  const bool halted = net_.bit(port("debug_o.halted")[0], 0);
  const auto chance = [this](unsigned one_in) { return random() % one_in == 0; };
  if (chance(64)) debugger_ = !chance(4);
  net_.set_all(port("debug_i.enable"), debugger_);
  const uint64_t index = chance(6) ? kDebugPc : random() % 24;
  const bool write = chance(halted ? 12 : 64);
  // Sometimes it is sent before the instruction at a new address has arrived.
  const bool at_once = write && index == kDebugPc && chance(2);
  net_.set_all(port("debug_i.halt"), chance(halted ? 16 : 48));
  net_.set_all(port("debug_i.resume"), chance(halted ? 12 : 64) || at_once);
  net_.set_all(port("debug_i.step"), chance(halted ? 6 : 64) || (at_once && chance(2)));
  net_.set_all(port("debug_i.we"), write);
  net_.set_all(port("debug_i.addr"), index);
  // Execution continues where it was, or a little further.
  net_.set_all(port("debug_i.wdata"), index == kDebugPc ? resume_pc_ + 2 * chance(4)
                                      : chance(2)       ? random() % 64
                                                        : random());
}

// A due answer is given, or stays due in the next cycle.
void Soc::delay(unsigned chance) {
  for (Answer& answer : answers_) {
    const Lanes due = net_[answer.valid] | answer.owed;
    const bool later = (random() & 0xFF) < chance;
    net_[answer.valid] = later ? Lanes{} : due;
    answer.owed = later ? due : Lanes{};
  }
}

// The answer of a memory in this cycle; addresses come from flip-flops.
void Soc::feed(const Read& read, bool noise) {
  if (noise && !any(net_[answers_[read.answer].valid] & use_)) {
    net_.set_all(read.data, random());
    return;
  }
  const Memory& shared = read.ram ? ram_ : rom_;
  net_.set_all(read.data, shared.read(static_cast<uint32_t>(net_.get(read.address, 0))));
  const Lanes single = (unlike_first(net_, read.address) | apart_) & use_ & ~different_;
  for_each(single, [&](unsigned lane) {
    const auto word = static_cast<uint32_t>(net_.get(read.address, lane));
    net_.set(read.data, lane, (read.ram ? ram(lane) : rom(lane)).read(word));
  });
}

void Soc::cycle(const Options& options) {
  stimulate(options);
  if (options.late != 0) delay(options.late);
  for (const Read& read : reads_) feed(read, options.late != 0);
  net_.settle();
  note();
  if (options.follow)
    follow();
  else
    compare();
  store(options.follow);
  net_.clock();
}

// What lane 0 retires.
void Soc::note() {
  if (!net_.bit(port("retire_o.valid")[0], 0)) return;
  const auto get = [this](const char* name) {
    return static_cast<uint32_t>(net_.get(port(name), 0));
  };
  resume_pc_ = get("retire_o.next_pc");
  const uint32_t insn = get("retire_o.insn");
  if (insn == kBreakpointEnd) finished_ = true;
  if (!recording_) return;
  record_.push_back({net_.get(port("cycle_o"), 0) + 1, get("retire_o.pc"), insn, resume_pc_,
                     get("retire_o.addr"), get("retire_o.nzcv") << 28 | get("retire_o.special"),
                     static_cast<uint8_t>(get("retire_o.cause")),
                     static_cast<uint8_t>(get("retire_o.trap"))});
}

void Soc::compare() {
  if (net_.bit(port("lockup_o")[0], 0) && ++locked_ > kInLockup) finished_ = true;
  for (size_t i = 0; i < groups_.size(); ++i) {
    const Lanes valid = net_[groups_[i].valid];
    Lanes differ = valid ^ first(valid);
    if (net_.bit(groups_[i].valid, 0)) differ |= unlike_first(net_, groups_[i].nodes);
    differ &= use_ & ~different_;
    if (!any(differ)) continue;
    for_each(differ, [&](unsigned lane) {
      when_[lane] = now_;
      by_[lane] = static_cast<int>(i);
    });
    different_ |= differ;
  }
}

void Soc::follow() {
  const Lanes locked = net_[port("lockup_o")[0]];
  const Lanes ended = (net_[port("debug_o.halted")[0]] | locked) & use_ & ~ended_;
  for_each(ended, [&](unsigned lane) { when_[lane] = now_; });
  locked_up_ |= locked & use_ & ~ended_;
  trapped_ |= net_[port("retire_o.valid")[0]] & net_[port("retire_o.trap")[0]] & use_ & ~ended_;
  ended_ |= ended;
}

// Stores reach the memories at the end of the cycle.
void Soc::store(bool follow) {
  Lanes writes{}, differ{};
  for (const int32_t node : we_) writes |= net_[node];
  if (!any(writes & use_)) return;
  for (size_t i = 0; i < we_.size(); ++i) {
    const Lanes we = net_[we_[i]];
    Lanes data{};
    for (size_t k = 8 * i; k < 8 * i + 8; ++k) {
      data |= net_[store_data_[k]] ^ first(net_[store_data_[k]]);
    }
    differ |= (we ^ first(we)) | (we & data);
  }
  differ |= writes & unlike_first(net_, store_address_);
  differ &= use_ & ~different_;
  if (follow) {
    for_each(differ & ~apart_,
             [&](unsigned lane) { own_ram_[lane] = std::make_unique<Memory>(ram_); });
    apart_ |= differ;
    for_each(apart_ & writes, [&](unsigned lane) {
      ram(lane).write(static_cast<uint32_t>(net_.get(store_address_, lane)),
                      static_cast<unsigned>(net_.get(we_, lane)),
                      static_cast<uint32_t>(net_.get(store_data_, lane)));
    });
  } else {
    for_each(differ, [&](unsigned lane) { when_[lane] = now_; });
    different_ |= differ;
  }
  if (!(apart_[0] & 1)) {
    ram_.write(static_cast<uint32_t>(net_.get(store_address_, 0)),
               static_cast<unsigned>(net_.get(we_, 0)),
               static_cast<uint32_t>(net_.get(store_data_, 0)));
  }
}

}  // namespace evariste::gates
