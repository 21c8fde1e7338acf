// SPDX-License-Identifier: Apache-2.0
// Signatures in DER: the first byte says on which curve. What is read comes out
// again, byte for byte: a signature has one encoding. What is refused leaves
// the outputs as they were.
#include <evariste/ecdsa.h>

#include "check.hpp"
#include "planted.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const ev_curve_t* curve = ev_curves_all.curves[data[0] % ev_curves_all.count];
  const std::vector<uint8_t> der = behind_first(data, size);
  planted(der.size() > 6 && der[0] == 0x30 && der[2] == 0x02 && der[3] == 0x01);
  struct {
    uint8_t raw[EV_ECDSA_BYTES_MAX];
    size_t length;
  } out, before;
  std::memset(&out, 0xa5, sizeof out);
  std::memcpy(&before, &out, sizeof out);
  if (ev_ecdsa_from_der(curve, out.raw, sizeof out.raw, &out.length, der.data(), der.size()) !=
      EV_OK) {
    check(same(out, before));
    return 0;
  }
  check(out.length == ev_ecdsa_bytes(curve));
  uint8_t again[EV_ECDSA_DER_BYTES_MAX];
  size_t length = 0;
  check(ev_ecdsa_to_der(curve, again, sizeof again, &length, out.raw, out.length) == EV_OK);
  check(length <= ev_ecdsa_der_bytes(curve) && length == der.size() &&
        std::memcmp(again, der.data(), length) == 0);
  return 0;
}
