// SPDX-License-Identifier: Apache-2.0
#include "der.h"

#include <string.h>

#include "secret.h"

int ev_der_take(der_reader_t *from, uint8_t tag, der_reader_t *content) {
    if (from->left < 2) return 0;
    EV_DECLASSIFY_BYTES(from->at, 2u);  // tags and lengths are public, also beside a key
    if (from->at[0] != tag) return 0;
    size_t length = from->at[1], head = 2;
    if (length >= 0x80) {
        const size_t octets = length - 0x80;  // 0: an indefinite length
        if (octets < 1 || octets > 2 || from->left < 2 + octets) return 0;
        length = 0;
        for (; head < 2 + octets; head++) length = length << 8 | from->at[head];
        if (length < (octets == 1 ? 0x80u : 0x100u)) return 0;  // fewer octets would do
    }
    if (length > from->left - head) return 0;
    const uint8_t *const at = from->at + head;
    from->at = at + length;
    from->left -= head + length;
    *content = (der_reader_t){at, length};
    return 1;
}

int ev_der_whole(const uint8_t *der, size_t length, uint8_t tag, der_reader_t *content) {
    der_reader_t all = {der, length};
    return ev_der_take(&all, tag, content) && all.left == 0;
}

int ev_der_unsigned(der_reader_t *from, der_reader_t *value) {
    if (!ev_der_take(from, DER_INTEGER, value) || value->left == 0 || value->at[0] >= 0x80) return 0;
    if (value->at[0] != 0) return 1;
    if (value->left > 1 && value->at[1] < 0x80) return 0;  // a zero that no sign needs
    value->at++;
    value->left--;
    return 1;
}

int ev_der_bits(der_reader_t *from, der_reader_t *octets) {
    if (!ev_der_take(from, DER_BITS, octets) || octets->left == 0 || octets->at[0] != 0) return 0;
    octets->at++;
    octets->left--;
    return 1;
}

void ev_der_put(der_writer_t *to, const uint8_t *octets, size_t length) {
    to->at -= length;
    memcpy(to->at, octets, length);
}

void ev_der_put_octet(der_writer_t *to, uint8_t octet) { *--to->at = octet; }

void ev_der_wrap(der_writer_t *to, uint8_t tag, const uint8_t *end) {
    const size_t length = (size_t)(end - to->at);
    ev_der_put_octet(to, (uint8_t)length);
    if (length > 255) ev_der_put_octet(to, (uint8_t)(length >> 8));
    if (length > 127) ev_der_put_octet(to, length > 255 ? 0x82 : 0x81);
    ev_der_put_octet(to, tag);
}

void ev_der_put_unsigned(der_writer_t *to, const uint8_t *octets, size_t length) {
    for (; length > 1 && octets[0] == 0; length--) octets++;
    const uint8_t *const end = to->at;
    ev_der_put(to, octets, length);
    if (octets[0] >= 0x80) ev_der_put_octet(to, 0);
    ev_der_wrap(to, DER_INTEGER, end);
}
