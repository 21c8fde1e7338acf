// SPDX-License-Identifier: Apache-2.0
// The files of a simulated program, confined to one directory of the host.
//
// A path is relative to that directory. It is walked one name at a time, without following symbolic
// links. ".." and absolute paths are refused. Only regular files open. Errors are errno values.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace evariste::host {

// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();
  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  int release();

 private:
  int fd_ = -1;
};

class Files {
 public:
  // Confines to `directory`. Returns 0 or errno.
  int confine(const std::string& directory);
  bool confined() const { return root_.open(); }

  // Opens a regular file with open(2) flags. `made` says whether this created it. On failure the
  // descriptor is closed and `error` is set.
  Descriptor open(std::string_view path, int flags, int& error, bool& made) const;
  // Each returns 0 or errno.
  int remove(std::string_view path) const;
  int rename(std::string_view from, std::string_view to) const;

 private:
  // The directory of the last name in `path`, and that name.
  Descriptor parent(std::string_view path, std::string& last, int& error) const;

  Descriptor root_;
};

}  // namespace evariste::host
