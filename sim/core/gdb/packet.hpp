// SPDX-License-Identifier: Apache-2.0
// The packets of GDB's remote serial protocol: $body#checksum, acknowledged by + or - until both
// sides agree to stop that. A byte 0x03 between packets asks a running program to stop. Source:
// Debugging with GDB, appendix E "GDB Remote Serial Protocol" (Overview, Binary Data).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace evariste::host::gdb {

// The longest accepted body, without escapes. GDB is told half of it.
inline constexpr size_t kLongestBody = 0x8000;

// Cuts a stream of bytes into packets. Skips meaningless bytes between packets.
class Decoder {
 public:
  enum class Event {
    kNone,       // nothing complete yet
    kPacket,     // body() is a packet with the right checksum
    kDamaged,    // a packet with a wrong checksum, or with none
    kTooLong,    // a packet longer than kLongestBody
    kRepeat,     // -: the other side did not get our last packet
    kInterrupt,  // 0x03
  };

  Event take(uint8_t byte);
  const std::string& body() const { return body_; }

 private:
  enum class State { kBetween, kBody, kEscaped, kChecksum };

  void begin();

  State state_ = State::kBetween;
  std::string body_;
  bool too_long_ = false;
  uint8_t sum_ = 0;
  std::string checksum_;  // its digits so far
};

// The packet with this body. Escapes the characters that have a meaning in the protocol.
std::string encode(std::string_view body);

// Two lower-case hexadecimal digits a byte.
std::string to_hex(std::string_view bytes);
std::string to_hex(std::span<const uint8_t> bytes);
// The bytes, if the text consists of pairs of hexadecimal digits; else nothing.
std::optional<std::string> from_hex(std::string_view digits);

// Reads the parts of a body in order. After a failure ok() stays false, so a caller may read a
// whole packet and check ok() once.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  // One to eight hexadecimal digits.
  uint32_t number();
  // The character, which must be next.
  void expect(char c);
  // Takes the character if it is next. Returns whether it was.
  bool next_is(char c);
  std::string_view rest() const { return rest_; }
  bool ok() const { return ok_; }
  // Everything has been read without a failure.
  bool done() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace evariste::host::gdb
