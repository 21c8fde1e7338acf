// SPDX-License-Identifier: Apache-2.0
// The GDB server on the interpreter, with a small program. Each line of the input is the body of a
// packet, which gets its frame here; a line that begins with ! goes as it is. After each line the
// program runs for a while if it has been asked to. Whatever happens, the server answers each
// packet, within the protocol, and answers the next question.
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/gdb/server.hpp"
#include "core/machine_info.hpp"
#include "planted.hpp"
#include "program.hpp"

using namespace evariste;

extern "C" const sim::MachineInfo* evariste_machine(std::span<const sim::Parameter> parameters);
using host::gdb::Server;

static void check(bool holds) {
  if (!holds) std::abort();
}

// Parses what the server has sent: only acknowledgements and whole packets.
static size_t packets(std::string_view sent) {
  host::gdb::Decoder decoder;
  size_t count = 0;
  bool between = true;
  for (const char c : sent) {
    check(!between || c == '+' || c == '-' || c == '$');
    if (c == '$') between = false;
    const auto event = decoder.take(static_cast<uint8_t>(c));
    check(event != host::gdb::Decoder::Event::kDamaged &&
          event != host::gdb::Decoder::Event::kTooLong);
    if (event == host::gdb::Decoder::Event::kPacket) {
      ++count;
      between = true;
    }
  }
  check(between);
  return count;
}

static void ask(Server& server, host::Session& session, std::string_view bytes, bool packet) {
  check(server.receive(bytes));
  const std::string answer = server.take();
  if (packet) check(packets(answer) > 0 || server.state() != Server::State::kHalted);
  if (server.state() == Server::State::kRunning) {
    server.run(session.machine().cycles() + 300, 0.01);
    packets(server.take());
    if (server.state() == Server::State::kRunning) {  // it waits for input
      server.receive("\x03");
      check(packets(server.take()) == 1);
    }
  }
  planted(session.machine().word(4) == 0x41);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<uint8_t> program = small_program();
  static const sim::Parameter interrupts[] = {{"INTERRUPTS", 32}};
  static const sim::MachineInfo& info = *evariste_machine(interrupts);
  static host::Session session(info.interpreter(info), info);
  check(session.load(program).empty());
  Server server(session, info, program, "small");
  ask(server, session, "+", false);
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.starts_with('!')) {
      ask(server, session, line.substr(1), false);
    } else {
      ask(server, session, host::gdb::encode(line), true);
    }
  }
  server.connect();
  ask(server, session, host::gdb::encode("qC"), true);
  return 0;
}
