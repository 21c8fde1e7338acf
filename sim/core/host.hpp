// SPDX-License-Identifier: Apache-2.0
// The services of the host for a program: files, console, arguments, and access to the program's
// memory for parameters. A machine's Abi translates the program's calls into these.
//
// A result below 0 is a failure; error() has its number. Handles are numbers from 1 up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace evariste::sim {

class Host {
 public:
  virtual ~Host() = default;

  // The number of the operation, for messages.
  virtual void begin(uint32_t operation) = 0;
  // The call is done, and the program may have its result.
  virtual bool done() const = 0;

  enum class Stream : uint8_t { kInput, kOutput, kErrors };
  virtual int32_t open(Stream stream) = 0;
  virtual int32_t open(std::string_view name, int flags) = 0;  // those of open(2)
  virtual int32_t open_constant(std::string_view content) = 0;
  virtual int32_t close(uint32_t handle) = 0;
  // The number of bytes not written.
  virtual int32_t write(uint32_t handle, std::string_view content) = 0;
  // Into memory; the number of bytes not read, all of them at the end.
  virtual int32_t read(uint32_t handle, uint32_t address, uint32_t length) = 0;
  virtual int32_t seek(uint32_t handle, uint32_t position) = 0;
  virtual int32_t position(uint32_t handle) = 0;
  virtual int32_t length(uint32_t handle) = 0;
  virtual int32_t is_console(uint32_t handle) = 0;
  virtual int32_t remove(std::string_view name) = 0;
  virtual int32_t rename(std::string_view from, std::string_view to) = 0;
  virtual int32_t read_character() = 0;
  virtual void print(std::string_view content) = 0;

  virtual const std::vector<std::string>& arguments() const = 0;
  virtual uint32_t heap() const = 0;  // the first address above the program
  virtual int error() const = 0;
  virtual int32_t failed(int host_error, int32_t result = -1) = 0;
  virtual void exit(int32_t status) = 0;

  // The program's memory. A range outside memory breaks the call. intact() says whether there was
  // none.
  virtual uint32_t word(uint32_t address) = 0;
  virtual void put_word(uint32_t address, uint32_t value) = 0;
  virtual std::string bytes(uint32_t address, uint32_t length) = 0;
  virtual void put(uint32_t address, std::string_view content) = 0;
  virtual std::string string_at(uint32_t address) = 0;
  virtual bool intact() const = 0;
};

}  // namespace evariste::sim
