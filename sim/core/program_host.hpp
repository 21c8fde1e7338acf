// SPDX-License-Identifier: Apache-2.0
// The host of a simulated program, behind the calls of any machine.
//
// Time is simulated time, so that a run gives the same result every time; files are confined (see
// Files) and may grow by so many bytes in a run (see set_quota). Error numbers are newlib's, which
// the programs are linked with, and not the host's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/files.hpp"
#include "core/host.hpp"
#include "core/machine.hpp"
#include "core/machine_info.hpp"

namespace evariste::host {

class ProgramHost final : public sim::Host {
 public:
  explicit ProgramHost(const sim::MachineInfo& info) : info_(info) {}

  enum class Verdict {
    kDone,       // the program has its result and may continue
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
  void set_arguments(const std::vector<std::string>& words) { arguments_ = words; }
  void set_heap(uint32_t base) { heap_ = base; }
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

  void begin(uint32_t operation) override { operation_ = operation; }
  bool done() const override { return intact() && !full_ && !exited_ && !need_input_; }
  int32_t open(Stream stream) override;
  int32_t open(std::string_view name, int flags) override;
  int32_t open_constant(std::string_view content) override;
  int32_t close(uint32_t handle) override;
  int32_t write(uint32_t handle, std::string_view content) override;
  int32_t read(uint32_t handle, uint32_t address, uint32_t length) override;
  int32_t seek(uint32_t handle, uint32_t position) override;
  int32_t position(uint32_t handle) override;
  int32_t length(uint32_t handle) override;
  int32_t is_console(uint32_t handle) override;
  int32_t remove(std::string_view name) override;
  int32_t rename(std::string_view from, std::string_view to) override;
  int32_t read_character() override;
  void print(std::string_view content) override { output_ += content; }
  const std::vector<std::string>& arguments() const override { return arguments_; }
  uint32_t heap() const override { return heap_; }
  int error() const override { return error_; }
  int32_t failed(int host_error, int32_t result = -1) override;
  void exit(int32_t status) override;
  uint32_t word(uint32_t address) override;
  void put_word(uint32_t address, uint32_t value) override;
  std::string bytes(uint32_t address, uint32_t length) override;
  void put(uint32_t address, std::string_view content) override;
  std::string string_at(uint32_t address) override;
  bool intact() const override { return broken_.empty(); }

 private:
  enum class Kind { kClosed, kInput, kOutput, kErrors, kFile, kConstant };
  struct Handle {
    Kind kind = Kind::kClosed;
    Descriptor file;
    std::string content;    // of kConstant
    uint32_t position = 0;  // in it
  };

  Handle* find(uint32_t number);
  int32_t keep(Handle handle);
  int32_t outcome(int error) { return error == 0 ? 0 : failed(error); }
  // Takes this from the quota. If not enough is left, it returns false and the run is over.
  bool charge(uint64_t bytes);
  void note_refusal(std::string_view name, int error);
  void mark_broken(uint32_t address, uint32_t length);

  const sim::MachineInfo& info_;
  Files files_;
  std::vector<std::string> arguments_;
  uint32_t heap_ = 0;
  std::string input_, output_, errors_;
  bool input_ended_ = false;

  sim::Machine* machine_ = nullptr;  // during call()
  uint32_t operation_ = 0;
  std::vector<Handle> handles_;  // handle n is handles_[n - 1]
  int error_ = 0;
  int status_ = 0;
  bool exited_ = false, need_input_ = false, full_ = false;
  uint64_t quota_ = UINT64_MAX, used_ = 0;  // bytes
  std::string broken_, refused_;
};

}  // namespace evariste::host
