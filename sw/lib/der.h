// SPDX-License-Identifier: Apache-2.0
// Strict DER (ITU-T X.690, clause 10), as much of it as keys and signatures need. Not for programs.
//
// Lengths below 2^16 in the fewest octets, tags below 31, nothing indefinite. Functions that read return 1 for success. They never
// look behind the end. Tags and lengths are public, contents may be secret.
#ifndef EVARISTE_DER_H
#define EVARISTE_DER_H

#include <stddef.h>
#include <stdint.h>

enum {
    DER_INTEGER = 0x02,
    DER_BITS = 0x03,
    DER_OCTETS = 0x04,
    DER_OID = 0x06,
    DER_SEQUENCE = 0x30,
    DER_CONTEXT = 0xa0,  // [0], constructed; [1] is one more
};

// Octets still to be read.
typedef struct {
    const uint8_t *at;
    size_t left;
} der_reader_t;

// The next element's content, if it has this tag.
int ev_der_take(der_reader_t *from, uint8_t tag, der_reader_t *content);

// The same for a whole string: nothing may follow the element.
int ev_der_whole(const uint8_t *der, size_t length, uint8_t tag, der_reader_t *content);

// A non-negative INTEGER in the fewest octets: its octets without a sign octet, none for 0.
int ev_der_unsigned(der_reader_t *from, der_reader_t *value);

// A BIT STRING of whole octets.
int ev_der_bits(der_reader_t *from, der_reader_t *octets);

// Whether the next element has this tag.
static inline int der_next_is(const der_reader_t *from, uint8_t tag) { return from->left > 0 && from->at[0] == tag; }

// DER is written from its end to its beginning, so that lengths are known when they are written. `at` moves down. The
// caller knows that there is room.
typedef struct {
    uint8_t *at;
} der_writer_t;

void ev_der_put(der_writer_t *to, const uint8_t *octets, size_t length);
void ev_der_put_octet(der_writer_t *to, uint8_t octet);
void ev_der_wrap(der_writer_t *to, uint8_t tag, const uint8_t *end);  // what is between `at` and `end` becomes an element
void ev_der_put_unsigned(der_writer_t *to, const uint8_t *octets, size_t length);  // most significant first, as INTEGER

// Bytes of an element with so much content.
static inline size_t der_bytes(size_t content) { return content + 2 + (content > 127) + (content > 255); }

#endif
