// SPDX-License-Identifier: Apache-2.0
// Everything the library offers: one header per algorithm, in evariste/.
//
// ```c
// #include <evariste.h>
//
// int main(void) { return EV_OK; }
// ```
//
// Conventions of all headers:
//   * Names begin with ev_ or EV_, types end in _t. C11 or newer, C++11 or newer. Nothing is allocated, and no state is
//     kept but in the caller's memory and, on a machine that has one, in the field register.
//   * Arguments: context, key, code or curve first, then outputs, then inputs. A length is a size_t and stands after its
//     buffer. It counts bytes unless its name says otherwise.
//   * A function that can fail returns ev_status_t (evariste/status.h). A count comes by pointer.
//   * NULL is allowed for a buffer of length 0, and where a comment says so.
//   * Each header opens with a complete program. A test compiles and runs all of them.
#ifndef EVARISTE_H
#define EVARISTE_H

#include <evariste/aes.h>
#include <evariste/aes_cbc.h>
#include <evariste/aes_ccm.h>
#include <evariste/aes_cfb.h>
#include <evariste/aes_cmac.h>
#include <evariste/aes_ctr.h>
#include <evariste/aes_ecb.h>
#include <evariste/aes_gcm.h>
#include <evariste/aes_ocb.h>
#include <evariste/aes_ofb.h>
#include <evariste/bch.h>
#include <evariste/bch_short.h>
#include <evariste/ccsds.h>
#include <evariste/code.h>
#include <evariste/crc.h>
#include <evariste/curve.h>
#include <evariste/ecdh.h>
#include <evariste/ecdsa.h>
#include <evariste/ghash.h>
#include <evariste/hash.h>
#include <evariste/hmac.h>
#include <evariste/key_der.h>
#include <evariste/pem.h>
#include <evariste/rs.h>
#include <evariste/rs16.h>
#include <evariste/rs_rom.h>
#include <evariste/sha256.h>
#include <evariste/sha512.h>
#include <evariste/status.h>
#include <evariste/wipe.h>
#include <evariste/x25519.h>

#endif
