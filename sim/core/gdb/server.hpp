// SPDX-License-Identifier: Apache-2.0
// GDB's remote serial protocol for a program run, on any engine. Source: Debugging with GDB,
// appendix E "GDB Remote Serial Protocol" (Packets, Stop Reply Packets).
//
// It reads and writes bytes; the caller carries them. Each packet gets an answer: the reply, or E
// and a number for a malformed or impossible request, or nothing ("$#00") for an unknown request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/gdb/packet.hpp"
#include "core/gdb/points.hpp"
#include "core/gdb/target.hpp"
#include "core/session.hpp"

namespace evariste::host::gdb {

class Server {
 public:
  // Debugs the program that `session` has loaded. A restart loads `program`, the bytes of an ELF
  // file, again. `name` is its name on the command line.
  Server(Session& session, const sim::MachineInfo& info, std::vector<uint8_t> program,
         std::string name);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // A new connection. Stops a program that ran on after the last connection was lost.
  void connect();
  // Takes bytes from the debugger. False: the peer does not speak the protocol.
  bool receive(std::string_view bytes);
  // Takes the bytes for the debugger.
  std::string take() { return std::exchange(out_, {}); }

  enum class State {
    kHalted,
    kRunning,   // call run() until this changes
    kExited,    // the program has ended; session.stop() says how
    kKilled,    // the debugger has ended it
    kDetached,  // the program runs on without a debugger
  };
  State state() const { return state_; }
  // No restart can follow, because the debugger has not asked for extended mode.
  bool over() const {
    return state_ == State::kDetached ||
           (!extended_ && (state_ == State::kExited || state_ == State::kKilled));
  }

  // While running: lets the program run for about `seconds` of host time. kInput: it waits for
  // console input. The bound counts from reset.
  Session::Progress run(uint64_t cycle_bound, double seconds);

 private:
  using Answer = std::optional<std::string>;

  void answer(const std::string& body);
  Answer handle(std::string_view body);
  std::string query(std::string_view body);
  std::string transfer(std::string_view body);
  std::string command(std::string_view digits);
  Answer multi_letter(std::string_view body);
  Answer resume(bool step, std::string_view address);
  Answer resume_with_actions(std::string_view actions);
  Answer start(bool step, uint32_t begin, uint32_t end);
  std::string restart(std::string_view arguments);
  std::string read_registers();
  std::string write_registers(std::string_view digits);
  std::string read_register(std::string_view number);
  std::string write_register(std::string_view body);
  std::string read_memory(std::string_view body);
  std::string write_memory(std::string_view body, bool binary);
  std::string point(bool insert, std::string_view body);

  std::string set_register(unsigned number, std::string_view bytes);
  void set_pc(uint32_t address);
  void halt(unsigned signal, const std::string& explanation = {});
  void stand(unsigned signal);
  void kill();
  void stopped();
  void watch();

  Session& session_;
  const sim::MachineInfo& info_;
  const std::vector<uint8_t> program_;
  const std::string name_;
  Target target_;
  Points points_;
  Decoder decoder_;
  State state_ = State::kHalted;
  std::string stop_reply_;
  bool first_byte_ = true;   // of the connection
  bool acknowledge_ = true;  // + and - are in use
  bool extended_ = false;    // the debugger may restart the program
  bool stepping_ = false;
  uint32_t range_begin_ = 0, range_end_ = 0;  // step until the program is outside
  std::string out_, last_;                    // `last_`: the packet to repeat
};

}  // namespace evariste::host::gdb
