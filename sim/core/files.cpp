// SPDX-License-Identifier: Apache-2.0
#include "core/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace evariste::host {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = other.release();
  }
  return *this;
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

int Descriptor::release() {
  const int fd = fd_;
  fd_ = -1;
  return fd;
}

int Files::confine(const std::string& directory) {
  root_ = Descriptor(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return root_.open() ? 0 : errno;
}

Descriptor Files::parent(std::string_view path, std::string& last, int& error) const {
  error = EACCES;
  if (!confined() || path.starts_with('/')) return {};
  error = EINVAL;
  if (path.find('\0') != path.npos) return {};
  Descriptor here(::fcntl(root_.get(), F_DUPFD_CLOEXEC, 0));
  last.clear();
  while (!path.empty()) {
    const size_t slash = path.find('/');
    const std::string_view name = path.substr(0, slash);
    path = slash == path.npos ? std::string_view{} : path.substr(slash + 1);
    if (name.empty() || name == ".") continue;
    error = EACCES;
    if (name == "..") return {};
    if (!last.empty()) {
      here = Descriptor(
          ::openat(here.get(), last.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      error = errno;
      if (!here.open()) return {};
    }
    last = name;
  }
  error = last.empty() ? ENOENT : here.open() ? 0 : EMFILE;
  return error == 0 ? std::move(here) : Descriptor{};
}

Descriptor Files::open(std::string_view path, int flags, int& error, bool& made) const {
  std::string last;
  const Descriptor directory = parent(path, last, error);
  if (error != 0) return {};
  // O_NONBLOCK: opening a FIFO must not wait.
  const int how = (flags & ~(O_TRUNC | O_CREAT)) | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  Descriptor file(::openat(directory.get(), last.c_str(), how));
  made = !file.open() && errno == ENOENT && (flags & O_CREAT);
  if (made) {
    file = Descriptor(::openat(directory.get(), last.c_str(), how | O_CREAT, 0666));
    made = file.open();
  }
  if (!file.open()) {
    error = errno;
    return {};
  }
  struct stat status;
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    error = S_ISDIR(status.st_mode) ? EISDIR : EACCES;
    return {};
  }
  if ((flags & O_TRUNC) && ::ftruncate(file.get(), 0) != 0) {
    error = errno;
    return {};
  }
  return file;
}

int Files::remove(std::string_view path) const {
  std::string last;
  int error;
  const Descriptor directory = parent(path, last, error);
  if (error != 0) return error;
  return ::unlinkat(directory.get(), last.c_str(), 0) == 0 ? 0 : errno;
}

int Files::rename(std::string_view from, std::string_view to) const {
  std::string old_name, new_name;
  int error;
  const Descriptor old_directory = parent(from, old_name, error);
  if (error != 0) return error;
  const Descriptor new_directory = parent(to, new_name, error);
  if (error != 0) return error;
  return ::renameat(old_directory.get(), old_name.c_str(), new_directory.get(), new_name.c_str()) ==
                 0
             ? 0
             : errno;
}

}  // namespace evariste::host
