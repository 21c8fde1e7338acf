// SPDX-License-Identifier: Apache-2.0
// The codec of the debugger's packets: any stream of bytes is cut into events, and what is encoded
// comes out again.
#include "core/gdb/packet.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

#include "planted.hpp"

using namespace evariste::host::gdb;

static void check(bool holds) {
  if (!holds) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Decoder decoder;
  for (size_t i = 0; i < size; ++i) {
    const Decoder::Event event = decoder.take(data[i]);
    check(decoder.body().size() <= kLongestBody);
    if (event != Decoder::Event::kPacket) continue;
    const std::string_view body = decoder.body();
    planted(body.size() > 2 && body[0] == 'm' && body[1] == '2');
    Reader in(body.substr(body.empty() ? 0 : 1));
    in.number();
    in.expect(',');
    in.number();
    in.next_is(':');
    check(!in.done() || in.rest().empty());
    if (const auto bytes = from_hex(in.rest())) check(2 * bytes->size() == in.rest().size());
  }
  const std::string body(reinterpret_cast<const char*>(data), std::min(size, kLongestBody));
  Decoder back;
  Decoder::Event last = Decoder::Event::kNone;
  for (const char c : encode(body)) {
    check(last == Decoder::Event::kNone);
    last = back.take(static_cast<uint8_t>(c));
  }
  check(last == Decoder::Event::kPacket && back.body() == body);
  check(from_hex(to_hex(body)) == body);
  return 0;
}
