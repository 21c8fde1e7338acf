// SPDX-License-Identifier: Apache-2.0
// PEM: any text is refused or read, in place as elsewhere, and what is read
// comes out as the same lines. Any bytes go to text and back.
#include <evariste/pem.h>

#include <string>

#include "check.hpp"
#include "planted.hpp"

static const char kLabel[] = "PUBLIC KEY";

static void read(const std::vector<uint8_t>& bytes) {
  const char* text = reinterpret_cast<const char*>(bytes.data());
  std::vector<uint8_t> der(EV_PEM_DER_BYTES(bytes.size()), 0xa5);
  const std::vector<uint8_t> before = der;
  size_t length = 77, again_length = 0;
  const ev_status_t status =
      ev_pem_decode(der.data(), der.size(), &length, kLabel, text, bytes.size());
  if (status != EV_OK) return check(status != EV_TOO_SMALL && length == 77 && der == before);
  std::vector<uint8_t> place = bytes;
  check(ev_pem_decode(place.data(), place.size(), &again_length, kLabel,
                      reinterpret_cast<const char*>(place.data()), place.size()) == EV_OK);
  check(again_length == length && std::memcmp(place.data(), der.data(), length) == 0);
  check(ev_pem_decode(der.data(), length - 1, &length, kLabel, text, bytes.size()) == EV_TOO_SMALL);
  std::string lines(EV_PEM_TEXT_BYTES(sizeof kLabel - 1, length), ' ');
  check(ev_pem_encode(lines.data(), lines.size(), &again_length, kLabel, der.data(), length) ==
        EV_OK);
  check(again_length == lines.size());
  std::string given;  // without the CR of CR LF
  for (const uint8_t c : bytes)
    if (c != '\r') given += static_cast<char>(c);
  check((given + '\n').find(lines) != std::string::npos);
}

static void write(const std::vector<uint8_t>& der) {
  if (der.empty()) return;
  std::vector<char> text(EV_PEM_TEXT_BYTES(sizeof kLabel - 1, der.size()));
  std::vector<uint8_t> again(der.size());
  size_t length = 0, again_length = 0;
  check(ev_pem_encode(text.data(), text.size(), &length, kLabel, der.data(), der.size()) == EV_OK);
  check(ev_pem_decode(again.data(), again.size(), &again_length, kLabel, text.data(), length) ==
        EV_OK);
  check(again_length == der.size() && again == der);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::vector<uint8_t> bytes(data, data + size);
  planted(size > 40 && std::memcmp(data, "-----BEGIN", 10) == 0 && data[size / 2] == 'Z');
  read(bytes);
  write(bytes);
  return 0;
}
