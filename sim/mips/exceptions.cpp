// SPDX-License-Identifier: Apache-2.0
// Exceptions and the registers of CP0.
#include "mips/core.hpp"

namespace evariste::mips {

namespace {

constexpr uint32_t kIdentity = 0x00004500;  // PRId
constexpr uint32_t kVectorBoot = kRomBase + 0x380, kVector = kRamBase + 0x180;

}  // namespace

bool Core::take_exception(Cause cause, uint32_t pc, bool in_slot, uint32_t address, unsigned unit) {
  uint32_t word = 0;
  fetch(pc, word);
  const bool fetched = cause != Cause::fetch_bus_error && pc % 4 == 0;
  const sim::Fault fault{.cause = static_cast<uint8_t>(cause),
                         .pc = pc,
                         .insn = fetched ? word : 0,
                         .address = address,
                         .cycle = now_};
  if (status_ & kExl) {
    faults_.last = fault;
    stopped_ = true;
    pc_ = pc;
    after_ = pc + 4;
    return false;
  }
  faults_ = {fault, {}};
  epc_ = in_slot ? pc - 4 : pc;
  cause_ = (in_slot ? kBd : 0) | unit << kCe | static_cast<uint32_t>(cause) << kExcCode;
  if (cause == Cause::load_address || cause == Cause::store_address) badvaddr_ = address;
  status_ |= kExl;
  pc_ = status_ & kBev ? kVectorBoot : kVector;
  after_ = pc_ + 4;
  trapped_ = static_cast<uint8_t>(cause);
  trap_address_ = address;
  return true;
}

uint32_t Core::read_cp0(unsigned number) const {
  switch (number) {
    case kCp0Badvaddr:
      return badvaddr_;
    case kCp0Status:
      return status_;
    case kCp0Cause:
      return cause_;
    case kCp0Epc:
      return epc_;
    case kCp0Prid:
      return kIdentity;
    default:  // Count and Compare, of a core without interrupts
      return 0;
  }
}

void Core::write_cp0(unsigned number, uint32_t value) {
  if (number == kCp0Status) {
    status_ = value & (kBev | kIm | kExl | kIe | (coprocessor_ ? kCu2 : 0));
  } else if (number == kCp0Epc) {
    epc_ = value;
  }
}

}  // namespace evariste::mips
