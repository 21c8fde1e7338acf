// SPDX-License-Identifier: Apache-2.0
// PEM: DER as text between a BEGIN and an END line (RFC 7468), read strictly.
//
// ```c
// #include <evariste/pem.h>
// #include <string.h>
//
// int main(void) {
//     static const uint8_t der[5] = {0x30, 0x03, 0x02, 0x01, 0x07};
//     char text[EV_PEM_TEXT_BYTES(10, sizeof der)];
//     uint8_t read[sizeof der];
//     size_t length, read_bytes;
//     if (ev_pem_encode(text, sizeof text, &length, "PUBLIC KEY", der, sizeof der) != EV_OK) return 1;
//     if (ev_pem_decode(read, sizeof read, &read_bytes, "PUBLIC KEY", text, length) != EV_OK) return 2;
//     return read_bytes != sizeof der || memcmp(read, der, sizeof der) != 0;
// }
// ```
//
// Labels of keys: "PRIVATE KEY" (PKCS #8), "EC PRIVATE KEY" (SEC 1), "PUBLIC KEY" (SubjectPublicKeyInfo); evariste/key_der.h
// reads what is inside. Time and addresses depend on lengths only, not on what is encoded.
#ifndef EVARISTE_PEM_H
#define EVARISTE_PEM_H

#include <evariste/status.h>

// Bytes of the text for so long a label and so much DER, and the most bytes of DER in so much text.
#define EV_PEM_TEXT_BYTES(label_bytes, der_bytes) \
    (2 * (size_t)(label_bytes) + 32 + ((size_t)(der_bytes) + 2) / 3 * 4 + ((size_t)(der_bytes) + 47) / 48)
#define EV_PEM_DER_BYTES(text_bytes) ((size_t)(text_bytes) / 4 * 3)

#ifdef __cplusplus
extern "C" {
#endif

// The first block with this label; text around it is skipped. A line of base 64 has 64 characters, the last one may have
// fewer; lines end with LF or CR LF; there are no blanks, and bits that no byte needs are 0. `der` may begin where
// `text` begins; any other overlap is EV_OVERLAP. EV_NULL; EV_BAD_LABEL: no such block; EV_ENCRYPTED: none, but an encrypted
// key, or one with a header for encryption; EV_BAD_ENCODING: the block is not well-formed; EV_TOO_SMALL. After a failure nothing has
// changed.
ev_status_t ev_pem_decode(uint8_t *der, size_t capacity, size_t *length, const char *label, const char *text,
                          size_t text_bytes);

// The text, without a terminating 0. EV_NULL; EV_TOO_SMALL: less than EV_PEM_TEXT_BYTES; EV_OVERLAP: the buffers overlap;
// EV_BAD_LENGTH: no DER.
ev_status_t ev_pem_encode(char *text, size_t capacity, size_t *length, const char *label, const uint8_t *der,
                          size_t der_bytes);

#ifdef __cplusplus
}
#endif

#endif
