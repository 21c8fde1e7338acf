// SPDX-License-Identifier: Apache-2.0
// Keys in DER: the first byte says which form. What is read is a key that is
// written, and read again as the same. What is refused leaves the key as it
// was.
#include <evariste/key_der.h>

#include "check.hpp"
#include "planted.hpp"

using Read = ev_status_t(ev_ec_private_t*, const ev_curve_set_t*, const uint8_t*, size_t);
using Write = ev_status_t(const ev_ec_private_t*, uint8_t*, size_t, size_t*, const ev_ec_public_t*);

static void private_key(Read* read, Write* write, const std::vector<uint8_t>& der) {
  ev_ec_private_t key, again;
  std::memset(&key, 0xa5, sizeof key);
  const ev_ec_private_t before = key;
  if (read(&key, &ev_curves_all, der.data(), der.size()) != EV_OK) return check(same(key, before));
  uint8_t out[EV_EC_PKCS8_BYTES_MAX];
  size_t length = 0;
  check(write(&key, out, sizeof out, &length, nullptr) == EV_OK && length <= sizeof out);
  check(read(&again, &ev_curves_all, out, length) == EV_OK && same(key, again));
}

static void public_key(const std::vector<uint8_t>& der) {
  ev_ec_public_t key;
  std::memset(&key, 0xa5, sizeof key);
  const ev_ec_public_t before = key;
  if (ev_ec_public_from_spki(&key, &ev_curves_all, der.data(), der.size()) != EV_OK)
    return check(same(key, before));
  bool found = false;  // in one of its two forms the key has one encoding
  for (const ev_point_form_t form : {EV_POINT_UNCOMPRESSED, EV_POINT_COMPRESSED}) {
    uint8_t out[EV_EC_SPKI_BYTES_MAX];
    size_t length = 0;
    check(ev_ec_public_to_spki(&key, out, sizeof out, &length, form) == EV_OK &&
          length <= sizeof out);
    found |= length == der.size() && std::memcmp(out, der.data(), length) == 0;
  }
  check(found);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::vector<uint8_t> der = behind_first(data, size);
  planted(der.size() > 6 && der[0] == 0x30 && der[2] == 0x02 && der[3] == 0x01);
  switch (data[0] % 3) {
    case 0:
      private_key(ev_ec_private_from_pkcs8, ev_ec_private_to_pkcs8, der);
      break;
    case 1:
      private_key(ev_ec_private_from_sec1, ev_ec_private_to_sec1, der);
      break;
    default:
      public_key(der);
  }
  return 0;
}
