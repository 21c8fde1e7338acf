// SPDX-License-Identifier: Apache-2.0
#include "core/gdb/packet.hpp"

namespace evariste::host::gdb {

namespace {

constexpr char kEscape = '}';
constexpr uint8_t kEscapeBit = 0x20;
constexpr char kDigits[] = "0123456789abcdef";

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

void Decoder::begin() {
  state_ = State::kBody;
  body_.clear();
  checksum_.clear();
  too_long_ = false;
  sum_ = 0;
}

Decoder::Event Decoder::take(uint8_t byte) {
  const char c = static_cast<char>(byte);
  if (state_ == State::kBetween) {
    if (c == '$') begin();
    return c == '-' ? Event::kRepeat : c == '\x03' ? Event::kInterrupt : Event::kNone;
  }
  if (c == '$') {  // never within a packet, so the end of the packet before it was lost
    begin();
    return Event::kDamaged;
  }
  if (state_ == State::kChecksum) {
    checksum_ += c;
    if (checksum_.size() < 2) return Event::kNone;
    state_ = State::kBetween;
    if (too_long_) return Event::kTooLong;
    const auto sent = from_hex(checksum_);
    return sent && static_cast<uint8_t>((*sent)[0]) == sum_ ? Event::kPacket : Event::kDamaged;
  }
  if (c == '#') {
    const bool whole = state_ == State::kBody;
    state_ = State::kChecksum;
    if (!whole) sum_ = static_cast<uint8_t>(~sum_);  // an escape without its character
    return Event::kNone;
  }
  sum_ = static_cast<uint8_t>(sum_ + byte);
  if (state_ == State::kBody && c == kEscape) {
    state_ = State::kEscaped;
    return Event::kNone;
  }
  if (body_.size() < kLongestBody) {
    body_ += static_cast<char>(state_ == State::kEscaped ? byte ^ kEscapeBit : byte);
  } else {
    too_long_ = true;
  }
  state_ = State::kBody;
  return Event::kNone;
}

std::string encode(std::string_view body) {
  std::string out = "$";
  uint8_t sum = 0;
  const auto put = [&](char c) {
    out += c;
    sum = static_cast<uint8_t>(sum + static_cast<uint8_t>(c));
  };
  for (const char c : body) {
    const bool special = c == '$' || c == '#' || c == kEscape || c == '*';
    if (special) put(kEscape);
    put(special ? static_cast<char>(c ^ kEscapeBit) : c);
  }
  out += '#';
  out += kDigits[sum >> 4];
  out += kDigits[sum & 15];
  return out;
}

std::string to_hex(std::span<const uint8_t> bytes) {
  std::string out;
  for (const uint8_t byte : bytes) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

std::string to_hex(std::string_view bytes) {
  return to_hex({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

std::optional<std::string> from_hex(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::string out;
  for (size_t i = 0; i < digits.size(); i += 2) {
    const int high = digit(digits[i]), low = digit(digits[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high << 4 | low);
  }
  return out;
}

uint32_t Reader::number() {
  uint32_t value = 0;
  size_t digits = 0;
  while (digits < rest_.size() && digit(rest_[digits]) >= 0) {
    value = value << 4 | static_cast<uint32_t>(digit(rest_[digits++]));
  }
  if (digits == 0 || digits > 8) ok_ = false;
  rest_.remove_prefix(digits);
  return value;
}

bool Reader::next_is(char c) {
  if (rest_.empty() || rest_[0] != c) return false;
  rest_.remove_prefix(1);
  return true;
}

void Reader::expect(char c) {
  if (!next_is(c)) ok_ = false;
}

}  // namespace evariste::host::gdb
