// SPDX-License-Identifier: Apache-2.0
#include "mips/uhi.hpp"

#include <fcntl.h>

#include <array>
#include <cerrno>

#include "mips/mips.hpp"

namespace evariste::mips {

namespace {

enum Operation : uint32_t {
  kExit = 1,
  kOpen = 2,
  kClose = 3,
  kRead = 4,
  kWrite = 5,
  kLseek = 6,
  kUnlink = 7,
  kFstat = 8,
  kArgc = 9,
  kArgnlen = 10,
  kArgn = 11,
};
enum Whence : uint32_t { kSet = 0, kCurrent = 1, kEnd = 2 };

// The program's files 0 to 2 are the console. They are always open. File n from 3 on is the host's
// handle n - 2.
constexpr uint32_t kConsoles = 3;
constexpr std::array kStreams{sim::Host::Stream::kInput, sim::Host::Stream::kOutput,
                              sim::Host::Stream::kErrors};

// Flags of open: newlib's, which UHI has taken.
int host_flags(uint32_t flags) {
  constexpr struct {
    uint32_t bit;
    int host;
  } kFlags[] = {{0x8, O_APPEND}, {0x200, O_CREAT}, {0x400, O_TRUNC}, {0x800, O_EXCL}};
  int all = flags & 2 ? O_RDWR : flags & 1 ? O_WRONLY : O_RDONLY;
  for (const auto& flag : kFlags) all |= flags & flag.bit ? flag.host : 0;
  return all;
}

class Call {
 public:
  Call(const sim::Machine& machine, sim::Host& host) : machine_(machine), host_(host) {}

  int32_t operation(uint32_t number);

 private:
  uint32_t argument(unsigned i) const { return machine_.word(4 + i); }
  template <typename Use>
  int32_t with_handle(uint32_t file, Use use);
  int32_t read(uint32_t file, uint32_t address, uint32_t length);
  int32_t write(uint32_t file, uint32_t address, uint32_t length);
  int32_t seek(uint32_t file, uint32_t offset, uint32_t whence);
  int32_t status(uint32_t file, uint32_t block);
  const std::string* word(uint32_t number) const {
    const auto& words = host_.arguments();
    return number < words.size() ? &words[number] : nullptr;
  }

  const sim::Machine& machine_;
  sim::Host& host_;
};

// Calls `use` with the host's handle of a file. A console's handle is open only meanwhile.
template <typename Use>
int32_t Call::with_handle(uint32_t file, Use use) {
  if (file >= kConsoles) return use(file - kConsoles + 1);
  const int32_t handle = host_.open(kStreams[file]);
  if (handle < 0) return -1;
  const int32_t result = use(static_cast<uint32_t>(handle));
  host_.close(static_cast<uint32_t>(handle));
  return result;
}

int32_t Call::operation(uint32_t number) {
  switch (number) {
    case kExit:
      host_.exit(static_cast<int32_t>(argument(0)));
      return 0;
    case kOpen: {
      const std::string name = host_.string_at(argument(0));
      if (!host_.intact()) return -1;
      const int32_t handle = host_.open(name, host_flags(argument(1)));
      return handle < 0 ? handle : handle - 1 + static_cast<int32_t>(kConsoles);
    }
    case kClose:
      return argument(0) < kConsoles ? 0 : host_.close(argument(0) - kConsoles + 1);
    case kRead:
      return read(argument(0), argument(1), argument(2));
    case kWrite:
      return write(argument(0), argument(1), argument(2));
    case kLseek:
      return seek(argument(0), argument(1), argument(2));
    case kUnlink: {
      const std::string name = host_.string_at(argument(0));
      return host_.intact() ? host_.remove(name) : -1;
    }
    case kFstat:
      return status(argument(0), argument(1));
    case kArgc:
      return static_cast<int32_t>(host_.arguments().size());
    case kArgnlen: {
      const std::string* text = word(argument(0));
      return text == nullptr ? host_.failed(EINVAL) : static_cast<int32_t>(text->size());
    }
    case kArgn: {
      const std::string* text = word(argument(0));
      if (text == nullptr) return host_.failed(EINVAL);
      host_.put(argument(1), std::string_view(text->c_str(), text->size() + 1));
      return 0;
    }
    default:
      return host_.failed(ENOSYS);
  }
}

int32_t Call::read(uint32_t file, uint32_t address, uint32_t length) {
  return with_handle(file, [&](uint32_t handle) {
    const int32_t missing = host_.read(handle, address, length);
    return missing < 0 ? missing : static_cast<int32_t>(length) - missing;
  });
}

int32_t Call::write(uint32_t file, uint32_t address, uint32_t length) {
  const std::string content = host_.bytes(address, length);
  if (!host_.intact()) return -1;
  return with_handle(file, [&](uint32_t handle) {
    const int32_t missing = host_.write(handle, content);
    const int32_t written = static_cast<int32_t>(length) - missing;
    return missing < 0 || (written == 0 && length != 0) ? -1 : written;
  });
}

int32_t Call::seek(uint32_t file, uint32_t offset, uint32_t whence) {
  return with_handle(file, [&](uint32_t handle) {
    if (whence > kEnd) return host_.failed(EINVAL);
    const int32_t base = whence == kSet       ? 0
                         : whence == kCurrent ? host_.position(handle)
                                              : host_.length(handle);
    if (base < 0) return base;
    const int64_t target = int64_t{base} + static_cast<int32_t>(offset);
    if (target < 0 || target > INT32_MAX) return host_.failed(EINVAL);
    const int32_t failed = host_.seek(handle, static_cast<uint32_t>(target));
    return failed < 0 ? failed : static_cast<int32_t>(target);
  });
}

// The block of 104 bytes that UHI defines. All but mode, links, size, and size of a block is 0.
int32_t Call::status(uint32_t file, uint32_t block) {
  constexpr uint32_t kBytes = 104, kCharacters = 0020000, kRegular = 0100000;
  constexpr uint32_t kMode = 4, kLinks = 8, kSize = 16, kBlockSize = 72;
  return with_handle(file, [&](uint32_t handle) {
    const int32_t console = host_.is_console(handle);
    if (console < 0) return console;
    const int32_t length = console ? 0 : host_.length(handle);
    if (length < 0) return length;
    host_.put(block, std::string(kBytes, '\0'));
    host_.put_word(block + kMode, console ? kCharacters | 0666 : kRegular | 0644);
    host_.put_word(block + kLinks, 1);
    host_.put_word(block + kSize, static_cast<uint32_t>(length));
    host_.put_word(block + kBlockSize, console ? 1 : 1024);
    return 0;
  });
}

}  // namespace

void call_host(sim::Machine& machine, sim::Host& host) {
  constexpr unsigned kOperation = 25, kResult = 2, kError = 3;
  const uint32_t number = machine.word(kOperation);
  host.begin(number);
  const int32_t result = Call(machine, host).operation(number);
  if (!host.done()) return;
  machine.write_register(kResult, static_cast<uint32_t>(result));
  machine.write_register(kError, result < 0 ? static_cast<uint32_t>(host.error()) : 0);
}

}  // namespace evariste::mips
