// SPDX-License-Identifier: Apache-2.0
#include "semihosting/semihosting.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace evariste::semihosting {

namespace {

enum Operation : uint32_t {
  kOpen = 0x01,
  kClose = 0x02,
  kWriteC = 0x03,
  kWrite0 = 0x04,
  kWrite = 0x05,
  kRead = 0x06,
  kReadC = 0x07,
  kIsError = 0x08,
  kIsTty = 0x09,
  kSeek = 0x0A,
  kFlen = 0x0C,
  kTmpnam = 0x0D,
  kRemove = 0x0E,
  kRename = 0x0F,
  kClock = 0x10,
  kTime = 0x11,
  kSystem = 0x12,
  kErrno = 0x13,
  kGetCmdline = 0x15,
  kHeapinfo = 0x16,
  kExit = 0x18,
  kExitExtended = 0x20,
  kElapsed = 0x30,
  kTickfreq = 0x31,
};
constexpr uint32_t kStoppedApplicationExit = 0x20026;

// Magic "SHFB", then bit 0: SYS_EXIT_EXTENDED, bit 1: ":tt" opened to append is the error stream.
constexpr std::string_view kFeatures("SHFB\x03", 5);

// What start-up code splits again: words with spaces, quotes or backslashes are quoted.
std::string command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    if (!word.empty() && word.find_first_of(" \"\\") == std::string::npos) {
      line += word;
      continue;
    }
    line += '"';
    for (const char c : word) {
      if (c == '"' || c == '\\') line += '\\';
      line += c;
    }
    line += '"';
  }
  return line;
}

// One call. Each operation gives the result.
class Call {
 public:
  Call(const sim::Machine& machine, sim::Host& host, const Convention& convention)
      : machine_(machine), host_(host), convention_(convention) {}

  int32_t operation(uint32_t number, uint32_t parameter);

 private:
  int32_t open(std::string_view name, uint32_t mode);
  int32_t get_command_line(uint32_t block, uint32_t buffer, uint32_t length);
  int32_t temporary_name(uint32_t buffer, uint32_t id, uint32_t length);
  int32_t heap_info(uint32_t block);
  int32_t exit(uint32_t reason, uint32_t status);

  const sim::Machine& machine_;
  sim::Host& host_;
  const Convention& convention_;
};

int32_t Call::operation(uint32_t number, uint32_t parameter) {
  const auto field = [&](uint32_t i) { return host_.word(parameter + 4 * i); };
  const uint64_t cycles = machine_.cycles();
  switch (number) {
    case kOpen: {
      const std::string name = host_.bytes(field(0), field(2));
      return host_.intact() ? open(name, field(1)) : -1;
    }
    case kClose:
      return host_.close(field(0));
    case kWriteC:
      host_.print(host_.bytes(parameter, 1));
      return 0;
    case kWrite0:
      host_.print(host_.string_at(parameter));
      return 0;
    case kWrite: {
      const uint32_t handle = field(0);
      const std::string content = host_.bytes(field(1), field(2));
      return host_.intact() ? host_.write(handle, content) : -1;
    }
    case kRead: {
      const uint32_t handle = field(0), address = field(1), length = field(2);
      return host_.intact() ? host_.read(handle, address, length) : -1;
    }
    case kReadC:
      return host_.read_character();
    case kIsError:
      return static_cast<int32_t>(field(0)) < 0;
    case kIsTty:
      return host_.is_console(field(0));
    case kSeek: {
      const uint32_t handle = field(0), position = field(1);
      return host_.seek(handle, position);
    }
    case kFlen:
      return host_.length(field(0));
    case kTmpnam:
      return temporary_name(field(0), field(1), field(2));
    case kRemove: {
      const std::string name = host_.bytes(field(0), field(1));
      return host_.intact() ? host_.remove(name) : -1;
    }
    case kRename: {
      const std::string from = host_.bytes(field(0), field(1));
      const std::string to = host_.bytes(field(2), field(3));
      return host_.intact() ? host_.rename(from, to) : -1;
    }
    case kClock:
      return static_cast<int32_t>(cycles / (kClockHz / 100) & INT32_MAX);
    case kTime:
      return static_cast<int32_t>(cycles / kClockHz);
    case kSystem:
      return host_.failed(EPERM);
    case kErrno:
      return host_.error();
    case kGetCmdline:
      return get_command_line(parameter, field(0), field(1));
    case kHeapinfo:
      return heap_info(field(0));
    case kExit:
      return exit(parameter, 0);
    case kExitExtended:
      return exit(field(0), field(1));
    case kElapsed:
      host_.put_word(parameter, static_cast<uint32_t>(cycles));
      host_.put_word(parameter + 4, static_cast<uint32_t>(cycles >> 32));
      return 0;
    case kTickfreq:
      return static_cast<int32_t>(kClockHz);
    default:
      return host_.failed(ENOSYS);
  }
}

int32_t Call::open(std::string_view name, uint32_t mode) {
  using Stream = sim::Host::Stream;
  if (mode > 11) return host_.failed(EINVAL);
  const unsigned access = mode / 4;  // read, write, append
  if (name == ":tt") {
    return host_.open(access == 0   ? Stream::kInput
                      : access == 1 ? Stream::kOutput
                                    : Stream::kErrors);
  }
  if (name == ":semihosting-features") {
    return access != 0 ? host_.failed(EACCES) : host_.open_constant(kFeatures);
  }
  const bool update = mode & 2;
  int flags = update ? O_RDWR : access == 0 ? O_RDONLY : O_WRONLY;
  if (access == 1) flags |= O_CREAT | O_TRUNC;
  if (access == 2) flags |= O_CREAT | O_APPEND;
  return host_.open(name, flags);
}

int32_t Call::get_command_line(uint32_t block, uint32_t buffer, uint32_t length) {
  if (!host_.intact()) return -1;
  const std::string line = command_line(host_.arguments());
  if (line.size() + 1 > length) return host_.failed(E2BIG);
  host_.put(buffer, std::string_view(line.c_str(), line.size() + 1));
  host_.put_word(block + 4, static_cast<uint32_t>(line.size()));
  return 0;
}

int32_t Call::temporary_name(uint32_t buffer, uint32_t id, uint32_t length) {
  char name[16];
  const int size = std::snprintf(name, sizeof name, "tmp%03u", id & 0xFF) + 1;
  if (static_cast<uint32_t>(size) > length) return host_.failed(E2BIG);
  host_.put(buffer, std::string_view(name, static_cast<size_t>(size)));
  return 0;
}

// The heap begins above the program.
int32_t Call::heap_info(uint32_t block) {
  const uint32_t heap = (std::max(host_.heap(), convention_.ram) + 7) & ~7u;
  const uint32_t limit = std::max(heap, convention_.heap_end);
  const uint32_t values[4] = {heap, limit, convention_.stack_top, limit};
  for (uint32_t i = 0; i < 4; ++i) host_.put_word(block + 4 * i, values[i]);
  return 0;
}

int32_t Call::exit(uint32_t reason, uint32_t status) {
  if (!host_.intact()) return -1;
  // Any other reason is an abnormal end (run-time error, abort, ...).
  host_.exit(reason == kStoppedApplicationExit ? static_cast<int32_t>(status) : 1);
  return 0;
}

}  // namespace

void call_host(sim::Machine& machine, sim::Host& host, const Convention& convention) {
  const uint32_t number = machine.word(convention.operation);
  host.begin(number);
  const uint32_t parameter = machine.word(convention.parameter);
  const int32_t result = Call(machine, host, convention).operation(number, parameter);
  if (host.done()) machine.write_register(convention.operation, static_cast<uint32_t>(result));
}

}  // namespace evariste::semihosting
