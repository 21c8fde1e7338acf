// SPDX-License-Identifier: Apache-2.0
// The packets of GDB's remote serial protocol: $body#checksum, acknowledged by + or - until both
// sides agree to leave that out; a byte 0x03 between packets asks a running program to stop.
// Source: Debugging with GDB, appendix E "GDB Remote Serial Protocol" (Overview, Binary Data).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace evariste::host::gdb {

// The longest body taken, escapes resolved. What GDB is told to send is half of it.
inline constexpr size_t kLongestBody = 0x8000;

// Cuts a stream of bytes into packets. Bytes between packets that mean nothing are passed over.
class Decoder {
 public:
  enum class Event {
    kNone,       // nothing complete yet
    kPacket,     // body() is a packet whose checksum is right
    kDamaged,    // a packet whose checksum is wrong, or no checksum
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

// The packet with this body; what the protocol gives a meaning is escaped.
std::string encode(std::string_view body);

// Two lower-case hexadecimal digits a byte.
std::string to_hex(std::string_view bytes);
std::string to_hex(std::span<const uint8_t> bytes);
// The bytes, unless the text is anything but pairs of hexadecimal digits.
std::optional<std::string> from_hex(std::string_view digits);

// Reads what a body consists of, from its beginning on. A failure leaves ok() false for good, so
// that a whole packet may be read before it is asked for.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  // One to eight hexadecimal digits.
  uint32_t number();
  // The character, which must be next.
  void expect(char c);
  // Whether the character is next; takes it if so.
  bool next_is(char c);
  std::string_view rest() const { return rest_; }
  bool ok() const { return ok_; }
  // Everything has been read, and was right.
  bool done() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace evariste::host::gdb
