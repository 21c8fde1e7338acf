// SPDX-License-Identifier: Apache-2.0
// One line a retired instruction: cycle, address, word, text, what it wrote, and where it is.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "host/symbols.hpp"
#include "machine.hpp"

namespace evariste::host {

class Trace : public sim::Observer {
 public:
  Trace(const Symbols& symbols, const std::string& path);
  bool opened() const { return file_ != nullptr; }
  bool retired(const sim::Retirement& event) override;
  // Writes out what is still in the buffer; false if the file could not take everything.
  bool flush() { return std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const Symbols& symbols_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace evariste::host
