// SPDX-License-Identifier: Apache-2.0
// Arm semihosting: the calls of a program to its host through BKPT 0xAB. Source: Arm, "Semihosting
// for AArch32 and AArch64", release 2.0 (operations with 32-bit fields).
//
// Time is simulated time, so a run always gives the same result. Files are confined (see Files),
// and their growth in a run is limited (see set_quota). Commands for the host's shell are refused.
// Error numbers are newlib's, because the programs are linked with newlib, and not the host's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/files.hpp"
#include "core/machine.hpp"
#include "core/machine_info.hpp"

namespace evariste::host {

class Semihost {
 public:
  explicit Semihost(const sim::MachineInfo& info) : info_(info) {}

  enum class Verdict {
    kDone,       // r0 holds the result; the program may continue
    kExit,       // the program has ended with status()
    kNeedInput,  // the console is empty: call feed_input or end_input, then call again
    kBroken,     // the call's parameters are not in memory: broken() says which
    kFull,       // its writes would exceed the quota; the call is not done
  };

  // Performs the call for which `machine` has halted.
  Verdict call(sim::Machine& machine);

  int status() const { return status_; }
  const std::string& broken() const { return broken_; }
  // The path of the first file that the confinement refused; empty if none.
  const std::string& refused() const { return refused_; }

  Files& files() { return files_; }
  // The limit of what a run may add to the host's disk: the bytes by which its files grow, holes
  // included, and kEntry for each new file. Removing a file gives nothing back.
  void set_quota(uint64_t bytes) { quota_ = bytes; }
  uint64_t quota() const { return quota_; }
  static constexpr uint64_t kEntry = 4096;
  // The command line, which the program's start-up code splits again. Words with spaces, quotes or
  // backslashes are quoted.
  void set_arguments(const std::vector<std::string>& words);
  void set_heap(uint32_t base) { heap_base_ = base; }
  void feed_input(std::string_view bytes) { input_.append(bytes); }
  void end_input() { input_ended_ = true; }
  void restart_input() {
    input_.clear();
    input_ended_ = false;
  }
  std::string take_output() { return std::exchange(output_, {}); }
  std::string take_errors() { return std::exchange(errors_, {}); }

  // Forgets the program and closes its files. The host's settings stay.
  void restart();

 private:
  enum class Kind { kClosed, kInput, kOutput, kErrors, kFile, kFeatures };
  struct Handle {
    Kind kind = Kind::kClosed;
    Descriptor file;
    uint32_t position = 0;  // of kFeatures
  };

  // The operations. Each returns the value for r0.
  int32_t open(std::string_view name, uint32_t mode);
  int32_t write(Handle& handle, std::string_view bytes);
  int32_t read(Handle& handle, uint32_t address, uint32_t length);
  int32_t flen(Handle& handle);
  int32_t seek(Handle& handle, uint32_t position);
  int32_t command_line(uint32_t block, uint32_t buffer, uint32_t length);
  int32_t temporary_name(uint32_t buffer, uint32_t id, uint32_t length);
  int32_t heap_info(uint32_t block);
  int32_t exit(uint32_t reason, uint32_t status);
  int32_t operation(uint32_t number, uint32_t parameter);

  Handle* handle(uint32_t number);
  int32_t failed(int error, int32_t result = -1);
  int32_t outcome(int error) { return error == 0 ? 0 : failed(error); }
  // Takes this from the quota. If not enough is left, it returns false and the run is over.
  bool charge(uint64_t bytes);
  void note_refusal(std::string_view name, int error);

  // Access to the program's memory. A failure marks the call as broken.
  uint32_t word(uint32_t address);
  void put_word(uint32_t address, uint32_t value);
  std::string bytes(uint32_t address, uint32_t length);
  void put(uint32_t address, std::string_view content);
  std::string string_at(uint32_t address);
  void mark_broken(uint32_t address, uint32_t length);

  const sim::MachineInfo& info_;
  Files files_;
  std::string command_line_;
  uint32_t heap_base_ = 0;
  std::string input_, output_, errors_;
  bool input_ended_ = false;

  sim::Machine* machine_ = nullptr;  // during call()
  uint32_t operation_ = 0;
  std::vector<Handle> handles_;  // handle n is handles_[n - 1]
  int errno_ = 0;
  int status_ = 0;
  bool exited_ = false, need_input_ = false, full_ = false;
  uint64_t quota_ = UINT64_MAX, used_ = 0;  // bytes
  std::string broken_, refused_;
};

}  // namespace evariste::host
