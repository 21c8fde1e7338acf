// SPDX-License-Identifier: Apache-2.0
#include "core/program_host.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "core/newlib_errno.hpp"

namespace evariste::host {

namespace {

constexpr size_t kMaxHandles = 64;
constexpr uint32_t kLongest = 1u << 20;  // no memory is larger, so nothing longer can be valid

// The growth of a file when `size` bytes are written to it.
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

void ProgramHost::restart() {
  handles_.clear();
  error_ = status_ = 0;
  exited_ = need_input_ = full_ = false;
  used_ = 0;
  broken_.clear();
  refused_.clear();
  output_.clear();
  errors_.clear();
}

ProgramHost::Verdict ProgramHost::call(sim::Machine& machine) {
  machine_ = &machine;
  need_input_ = false;
  info_.abi->call_host(machine, *this);
  if (!broken_.empty()) return Verdict::kBroken;
  if (full_) return Verdict::kFull;
  if (exited_) return Verdict::kExit;
  return need_input_ ? Verdict::kNeedInput : Verdict::kDone;
}

int32_t ProgramHost::keep(Handle handle) {
  auto free = std::find_if(handles_.begin(), handles_.end(),
                           [](const Handle& h) { return h.kind == Kind::kClosed; });
  if (free == handles_.end()) {
    if (handles_.size() >= kMaxHandles) return failed(EMFILE);
    free = handles_.emplace(handles_.end());
  }
  *free = std::move(handle);
  return static_cast<int32_t>(free - handles_.begin()) + 1;
}

int32_t ProgramHost::open(Stream stream) {
  Handle handle;
  handle.kind = stream == Stream::kInput    ? Kind::kInput
                : stream == Stream::kOutput ? Kind::kOutput
                                            : Kind::kErrors;
  return keep(std::move(handle));
}

int32_t ProgramHost::open_constant(std::string_view content) {
  return keep({Kind::kConstant, {}, std::string(content), 0});
}

int32_t ProgramHost::open(std::string_view name, int flags) {
  const int32_t number = keep({});  // before a file is made for nothing
  if (number < 0) return number;
  int error = 0;
  // Whether it makes a file is known only afterwards, so one empty file may exceed the quota.
  bool made = false;
  Descriptor file = files_.open(name, flags, error, made);
  note_refusal(name, error);
  if (error != 0) return failed(error);
  if (made && !charge(kEntry)) return -1;
  handles_[static_cast<size_t>(number) - 1] = {Kind::kFile, std::move(file), {}, 0};
  return number;
}

int32_t ProgramHost::close(uint32_t number) {
  Handle* h = find(number);
  if (h == nullptr) return failed(EBADF);
  *h = {};
  return 0;
}

int32_t ProgramHost::write(uint32_t number, std::string_view content) {
  Handle* h = find(number);
  const auto left = [&] { return static_cast<int32_t>(content.size()); };
  if (h == nullptr) return failed(EBADF, left());
  switch (h->kind) {
    case Kind::kOutput:
      output_ += content;
      return 0;
    case Kind::kErrors:
      errors_ += content;
      return 0;
    case Kind::kFile:
      if (!charge(growth(h->file.get(), content.size()))) return -1;
      while (!content.empty()) {
        const ssize_t done = ::write(h->file.get(), content.data(), content.size());
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return failed(done < 0 ? errno : ENOSPC, left());
        content.remove_prefix(static_cast<size_t>(done));
      }
      return 0;
    default:
      return failed(EBADF, left());
  }
}

int32_t ProgramHost::read(uint32_t number, uint32_t address, uint32_t length) {
  Handle* h = find(number);
  if (h == nullptr) return failed(EBADF);
  std::string content;
  if (length > kLongest) {
    mark_broken(address, length);
    return -1;
  }
  switch (h->kind) {
    case Kind::kInput:
      if (length == 0) return 0;
      if (input_.empty()) {
        need_input_ = !input_ended_;
        return static_cast<int32_t>(length);
      }
      content = input_.substr(0, length);
      input_.erase(0, content.size());
      break;
    case Kind::kConstant:
      content = h->content.substr(std::min<size_t>(h->position, h->content.size()), length);
      h->position += static_cast<uint32_t>(content.size());
      break;
    case Kind::kFile: {
      content.resize(length);
      size_t have = 0;
      while (have < length) {
        const ssize_t done = ::read(h->file.get(), content.data() + have, length - have);
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

int32_t ProgramHost::length(uint32_t number) {
  Handle* h = find(number);
  if (h == nullptr) return failed(EBADF);
  if (h->kind == Kind::kConstant) return static_cast<int32_t>(h->content.size());
  if (h->kind != Kind::kFile) return failed(EINVAL);
  struct stat status;
  if (::fstat(h->file.get(), &status) != 0) return failed(errno);
  return status.st_size <= INT32_MAX ? static_cast<int32_t>(status.st_size) : failed(EOVERFLOW);
}

int32_t ProgramHost::seek(uint32_t number, uint32_t position) {
  Handle* h = find(number);
  if (h == nullptr) return failed(EBADF);
  if (h->kind == Kind::kConstant) {
    h->position = position;
    return 0;
  }
  if (h->kind != Kind::kFile) return failed(ESPIPE);
  return outcome(::lseek(h->file.get(), position, SEEK_SET) < 0 ? errno : 0);
}

int32_t ProgramHost::position(uint32_t number) {
  Handle* h = find(number);
  if (h == nullptr) return failed(EBADF);
  if (h->kind == Kind::kConstant) return static_cast<int32_t>(h->position);
  if (h->kind != Kind::kFile) return failed(ESPIPE);
  const off_t at = ::lseek(h->file.get(), 0, SEEK_CUR);
  if (at < 0) return failed(errno);
  return at <= INT32_MAX ? static_cast<int32_t>(at) : failed(EOVERFLOW);
}

int32_t ProgramHost::is_console(uint32_t number) {
  const Handle* h = find(number);
  if (h == nullptr) return failed(EBADF);
  return h->kind != Kind::kFile && h->kind != Kind::kConstant;
}

int32_t ProgramHost::remove(std::string_view name) {
  const int error = files_.remove(name);
  note_refusal(name, error);
  return outcome(error);
}

int32_t ProgramHost::rename(std::string_view from, std::string_view to) {
  const int error = files_.rename(from, to);
  note_refusal(from, error);
  return outcome(error);
}

int32_t ProgramHost::read_character() {
  if (input_.empty()) {
    need_input_ = !input_ended_;
    return -1;
  }
  const uint8_t c = static_cast<uint8_t>(input_[0]);
  input_.erase(0, 1);
  return c;
}

void ProgramHost::exit(int32_t status) {
  exited_ = true;
  status_ = status;
}

ProgramHost::Handle* ProgramHost::find(uint32_t number) {
  if (number == 0 || number > handles_.size()) return nullptr;
  Handle& h = handles_[number - 1];
  return h.kind == Kind::kClosed ? nullptr : &h;
}

int32_t ProgramHost::failed(int host_error, int32_t result) {
  error_ = newlib_errno(host_error);
  return result;
}

bool ProgramHost::charge(uint64_t bytes) {
  full_ |= bytes > quota_ - used_;
  if (!full_) used_ += bytes;
  return !full_;
}

void ProgramHost::note_refusal(std::string_view name, int error) {
  if (error == EACCES && refused_.empty()) refused_ = name.substr(0, 200);
}

void ProgramHost::mark_broken(uint32_t address, uint32_t length) {
  if (!broken_.empty()) return;
  char sentence[160];
  std::snprintf(
      sentence, sizeof sentence,
      "semihosting operation 0x%02x was given 0x%x bytes at 0x%08x, which are not in memory",
      operation_, length, address);
  broken_ = sentence;
}

uint32_t ProgramHost::word(uint32_t address) {
  uint8_t b[4] = {};
  if (!machine_->read_memory(address, b)) mark_broken(address, sizeof b);
  return b[0] | b[1] << 8 | b[2] << 16 | uint32_t{b[3]} << 24;
}

void ProgramHost::put_word(uint32_t address, uint32_t value) {
  const char b[4] = {static_cast<char>(value), static_cast<char>(value >> 8),
                     static_cast<char>(value >> 16), static_cast<char>(value >> 24)};
  put(address, std::string_view(b, sizeof b));
}

std::string ProgramHost::bytes(uint32_t address, uint32_t length) {
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

// Writes only to RAM: a program cannot make its host write to ROM.
void ProgramHost::put(uint32_t address, std::string_view content) {
  if (content.empty() || !broken_.empty()) return;
  const sim::Region& ram = info_.memories.back();
  const uint32_t length = static_cast<uint32_t>(content.size());
  if (address - ram.base >= ram.size ||
      !machine_->write_memory(address,
                              {reinterpret_cast<const uint8_t*>(content.data()), length})) {
    mark_broken(address, length);
  }
}

std::string ProgramHost::string_at(uint32_t address) {
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
