// SPDX-License-Identifier: Apache-2.0
#include "gfp/semihost.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "core/newlib_errno.hpp"

namespace evariste::host {

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
constexpr size_t kMaxHandles = 64;
constexpr uint32_t kLongest = 1u << 20;  // no memory is larger, so nothing longer can be valid

// Magic "SHFB", then bit 0: SYS_EXIT_EXTENDED, bit 1: ":tt" opened to append is the error stream.
constexpr char kFeatures[] = {'S', 'H', 'F', 'B', 0x03};

// By how much a file grows when `size` bytes are written to it.
uint64_t growth(int file, uint64_t size) {
  struct stat status;
  if (size == 0 || ::fstat(file, &status) != 0) return size;
  const bool appends = ::fcntl(file, F_GETFL) & O_APPEND;
  const off_t begin = appends ? status.st_size : std::max<off_t>(::lseek(file, 0, SEEK_CUR), 0);
  const uint64_t end = static_cast<uint64_t>(begin) + size;
  const uint64_t now = static_cast<uint64_t>(status.st_size);
  return end > now ? end - now : 0;
}

}  // namespace

void Semihost::restart() {
  handles_.clear();
  errno_ = status_ = 0;
  exited_ = need_input_ = full_ = false;
  used_ = 0;
  broken_.clear();
  refused_.clear();
  output_.clear();
  errors_.clear();
}

void Semihost::set_arguments(const std::vector<std::string>& words) {
  command_line_.clear();
  for (const std::string& word : words) {
    if (!command_line_.empty()) command_line_ += ' ';
    if (!word.empty() && word.find_first_of(" \"\\") == std::string::npos) {
      command_line_ += word;
      continue;
    }
    command_line_ += '"';
    for (const char c : word) {
      if (c == '"' || c == '\\') command_line_ += '\\';
      command_line_ += c;
    }
    command_line_ += '"';
  }
}

Semihost::Verdict Semihost::call(sim::Machine& machine) {
  machine_ = &machine;
  need_input_ = false;
  operation_ = machine.read_register(0);
  const int32_t result = operation(operation_, machine.read_register(1));
  if (!broken_.empty()) return Verdict::kBroken;
  if (full_) return Verdict::kFull;
  if (exited_) return Verdict::kExit;
  if (need_input_) return Verdict::kNeedInput;
  machine.write_register(0, static_cast<uint32_t>(result));
  return Verdict::kDone;
}

int32_t Semihost::operation(uint32_t number, uint32_t parameter) {
  const auto field = [&](uint32_t i) { return word(parameter + 4 * i); };
  const uint64_t cycles = machine_->cycles();
  switch (number) {
    case kOpen: {
      const std::string name = bytes(field(0), field(2));
      return broken_.empty() ? open(name, field(1)) : -1;
    }
    case kClose: {
      Handle* h = handle(field(0));
      if (h == nullptr) return failed(EBADF);
      *h = {};
      return 0;
    }
    case kWriteC:
      output_ += bytes(parameter, 1);
      return 0;
    case kWrite0:
      output_ += string_at(parameter);
      return 0;
    case kWrite: {
      Handle* h = handle(field(0));
      const std::string content = bytes(field(1), field(2));
      if (!broken_.empty()) return -1;
      return h == nullptr ? failed(EBADF, static_cast<int32_t>(content.size()))
                          : write(*h, content);
    }
    case kRead: {
      Handle* h = handle(field(0));
      const uint32_t address = field(1), length = field(2);
      if (!broken_.empty()) return -1;
      return h == nullptr ? failed(EBADF, -1) : read(*h, address, length);
    }
    case kReadC:
      if (input_.empty()) {
        need_input_ = !input_ended_;
        return -1;
      } else {
        const uint8_t c = static_cast<uint8_t>(input_[0]);
        input_.erase(0, 1);
        return c;
      }
    case kIsError:
      return static_cast<int32_t>(field(0)) < 0;
    case kIsTty: {
      const Handle* h = handle(field(0));
      if (h == nullptr) return failed(EBADF);
      return h->kind != Kind::kFile && h->kind != Kind::kFeatures;
    }
    case kSeek: {
      Handle* h = handle(field(0));
      return h == nullptr ? failed(EBADF) : seek(*h, field(1));
    }
    case kFlen: {
      Handle* h = handle(field(0));
      return h == nullptr ? failed(EBADF) : flen(*h);
    }
    case kTmpnam:
      return temporary_name(field(0), field(1), field(2));
    case kRemove: {
      const std::string name = bytes(field(0), field(1));
      if (!broken_.empty()) return -1;
      const int error = files_.remove(name);
      note_refusal(name, error);
      return outcome(error);
    }
    case kRename: {
      const std::string from = bytes(field(0), field(1)), to = bytes(field(2), field(3));
      if (!broken_.empty()) return -1;
      const int error = files_.rename(from, to);
      note_refusal(from, error);
      return outcome(error);
    }
    case kClock:
      return static_cast<int32_t>(cycles / (info_.clock_hz / 100) & INT32_MAX);
    case kTime:
      return static_cast<int32_t>(cycles / info_.clock_hz);
    case kSystem:
      return failed(EPERM);
    case kErrno:
      return errno_;
    case kGetCmdline:
      return command_line(parameter, field(0), field(1));
    case kHeapinfo:
      return heap_info(field(0));
    case kExit:
      return exit(parameter, 0);
    case kExitExtended:
      return exit(field(0), field(1));
    case kElapsed:
      put_word(parameter, static_cast<uint32_t>(cycles));
      put_word(parameter + 4, static_cast<uint32_t>(cycles >> 32));
      return 0;
    case kTickfreq:
      return static_cast<int32_t>(info_.clock_hz);
    default:
      return failed(ENOSYS);
  }
}

int32_t Semihost::open(std::string_view name, uint32_t mode) {
  if (mode > 11) return failed(EINVAL);
  auto free = std::find_if(handles_.begin(), handles_.end(),
                           [](const Handle& h) { return h.kind == Kind::kClosed; });
  if (free == handles_.end()) {
    if (handles_.size() >= kMaxHandles) return failed(EMFILE);
    free = handles_.emplace(handles_.end());
  }
  const unsigned access = mode / 4;  // read, write, append
  if (name == ":tt") {
    free->kind = access == 0 ? Kind::kInput : access == 1 ? Kind::kOutput : Kind::kErrors;
  } else if (name == ":semihosting-features") {
    if (access != 0) return failed(EACCES);
    *free = {Kind::kFeatures, {}, 0};
  } else {
    const bool update = mode & 2;
    int flags = update ? O_RDWR : access == 0 ? O_RDONLY : O_WRONLY;
    if (access == 1) flags |= O_CREAT | O_TRUNC;
    if (access == 2) flags |= O_CREAT | O_APPEND;
    int error = 0;
    // Whether it makes a file is known afterwards; the quota may be exceeded by one empty file.
    bool made = false;
    Descriptor file = files_.open(name, flags, error, made);
    note_refusal(name, error);
    if (error != 0) return failed(error);
    if (made && !charge(kEntry)) return -1;
    *free = {Kind::kFile, std::move(file), 0};
  }
  return static_cast<int32_t>(free - handles_.begin()) + 1;
}

// The number of bytes not written.
int32_t Semihost::write(Handle& handle, std::string_view content) {
  switch (handle.kind) {
    case Kind::kOutput:
      output_ += content;
      return 0;
    case Kind::kErrors:
      errors_ += content;
      return 0;
    case Kind::kFile:
      if (!charge(growth(handle.file.get(), content.size()))) return -1;
      while (!content.empty()) {
        const ssize_t done = ::write(handle.file.get(), content.data(), content.size());
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0)
          return failed(done < 0 ? errno : ENOSPC, static_cast<int32_t>(content.size()));
        content.remove_prefix(static_cast<size_t>(done));
      }
      return 0;
    default:
      return failed(EBADF, static_cast<int32_t>(content.size()));
  }
}

// The number of bytes not read; `length` at the end of the file.
int32_t Semihost::read(Handle& handle, uint32_t address, uint32_t length) {
  std::string content;
  if (length > kLongest) {
    mark_broken(address, length);
    return -1;
  }
  switch (handle.kind) {
    case Kind::kInput:
      if (length == 0) return 0;
      if (input_.empty()) {
        need_input_ = !input_ended_;
        return static_cast<int32_t>(length);
      }
      content = input_.substr(0, length);
      input_.erase(0, content.size());
      break;
    case Kind::kFeatures:
      content = std::string_view(kFeatures, sizeof kFeatures)
                    .substr(std::min<size_t>(handle.position, sizeof kFeatures), length);
      handle.position += static_cast<uint32_t>(content.size());
      break;
    case Kind::kFile: {
      content.resize(length);
      size_t have = 0;
      while (have < length) {
        const ssize_t done = ::read(handle.file.get(), content.data() + have, length - have);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return failed(errno);
        if (done == 0) break;
        have += static_cast<size_t>(done);
      }
      content.resize(have);
      break;
    }
    default:
      return failed(EBADF);
  }
  put(address, content);
  return static_cast<int32_t>(length - content.size());
}

int32_t Semihost::flen(Handle& handle) {
  if (handle.kind == Kind::kFeatures) return sizeof kFeatures;
  if (handle.kind != Kind::kFile) return failed(EINVAL);
  struct stat status;
  if (::fstat(handle.file.get(), &status) != 0) return failed(errno);
  return status.st_size <= INT32_MAX ? static_cast<int32_t>(status.st_size) : failed(EOVERFLOW);
}

int32_t Semihost::seek(Handle& handle, uint32_t position) {
  if (handle.kind == Kind::kFeatures) {
    handle.position = position;
    return 0;
  }
  if (handle.kind != Kind::kFile) return failed(ESPIPE);
  return outcome(::lseek(handle.file.get(), position, SEEK_SET) < 0 ? errno : 0);
}

int32_t Semihost::command_line(uint32_t block, uint32_t buffer, uint32_t length) {
  if (!broken_.empty()) return -1;
  if (command_line_.size() + 1 > length) return failed(E2BIG);
  put(buffer, std::string_view(command_line_.c_str(), command_line_.size() + 1));
  put_word(block + 4, static_cast<uint32_t>(command_line_.size()));
  return 0;
}

int32_t Semihost::temporary_name(uint32_t buffer, uint32_t id, uint32_t length) {
  char name[16];
  const int size = std::snprintf(name, sizeof name, "tmp%03u", id & 0xFF) + 1;
  if (static_cast<uint32_t>(size) > length) return failed(E2BIG);
  put(buffer, std::string_view(name, static_cast<size_t>(size)));
  return 0;
}

// The heap begins above the program and ends where 64 KiB are left for a stack that grows down from
// the end of RAM.
int32_t Semihost::heap_info(uint32_t block) {
  const Region& ram = info_.memories.back();
  constexpr uint32_t kStack = 64 << 10;
  const uint32_t end = ram.base + ram.size;
  const uint32_t heap = (std::max(heap_base_, ram.base) + 7) & ~7u;
  const uint32_t limit = std::max(heap, end - kStack);
  const uint32_t values[4] = {heap, limit, end, limit};
  for (uint32_t i = 0; i < 4; ++i) put_word(block + 4 * i, values[i]);
  return 0;
}

int32_t Semihost::exit(uint32_t reason, uint32_t status) {
  if (!broken_.empty()) return -1;
  exited_ = true;
  // Any other reason is an abnormal end (run-time error, abort, ...).
  status_ = reason == kStoppedApplicationExit ? static_cast<int32_t>(status) : 1;
  return 0;
}

Semihost::Handle* Semihost::handle(uint32_t number) {
  if (number == 0 || number > handles_.size()) return nullptr;
  Handle& h = handles_[number - 1];
  return h.kind == Kind::kClosed ? nullptr : &h;
}

int32_t Semihost::failed(int error, int32_t result) {
  errno_ = newlib_errno(error);
  return result;
}

bool Semihost::charge(uint64_t bytes) {
  full_ |= bytes > quota_ - used_;
  if (!full_) used_ += bytes;
  return !full_;
}

void Semihost::note_refusal(std::string_view name, int error) {
  if (error == EACCES && refused_.empty()) refused_ = name.substr(0, 200);
}

void Semihost::mark_broken(uint32_t address, uint32_t length) {
  if (!broken_.empty()) return;
  char sentence[160];
  std::snprintf(
      sentence, sizeof sentence,
      "semihosting operation 0x%02x was given 0x%x bytes at 0x%08x, which are not in memory",
      operation_, length, address);
  broken_ = sentence;
}

uint32_t Semihost::word(uint32_t address) {
  uint8_t b[4] = {};
  if (!machine_->read_memory(address, b)) mark_broken(address, sizeof b);
  return b[0] | b[1] << 8 | b[2] << 16 | uint32_t{b[3]} << 24;
}

void Semihost::put_word(uint32_t address, uint32_t value) {
  const char b[4] = {static_cast<char>(value), static_cast<char>(value >> 8),
                     static_cast<char>(value >> 16), static_cast<char>(value >> 24)};
  put(address, std::string_view(b, sizeof b));
}

std::string Semihost::bytes(uint32_t address, uint32_t length) {
  if (!broken_.empty()) return {};
  if (length > kLongest) {
    mark_broken(address, length);
    return {};
  }
  std::string content(length, '\0');
  if (length != 0 &&
      !machine_->read_memory(address, {reinterpret_cast<uint8_t*>(content.data()), length})) {
    mark_broken(address, length);
    content.clear();
  }
  return content;
}

// Writes to RAM only: a program cannot have its host write to ROM.
void Semihost::put(uint32_t address, std::string_view content) {
  if (content.empty() || !broken_.empty()) return;
  const Region& ram = info_.memories.back();
  const uint32_t length = static_cast<uint32_t>(content.size());
  if (address < ram.base ||
      !machine_->write_memory(address,
                              {reinterpret_cast<const uint8_t*>(content.data()), length})) {
    mark_broken(address, length);
  }
}

std::string Semihost::string_at(uint32_t address) {
  std::string content;
  uint8_t c = 0;
  while (content.size() < kLongest && machine_->read_memory(address, {&c, 1})) {
    if (c == 0) return content;
    content.push_back(static_cast<char>(c));
    ++address;
  }
  mark_broken(address, 1);
  return {};
}

}  // namespace evariste::host
