// SPDX-License-Identifier: Apache-2.0
#include <evariste/pem.h>

#include <string.h>

#include "overlap.h"
#include "secret.h"
#include "wipe_stack.h"

enum {
    LINE = 64,         // characters of base 64 in a line that is not the last
    STACK_WORDS = 80,  // that read_block and write_body use at most
};

// All ones when first <= c <= last.
static uint32_t mask_of_range(uint32_t c, uint32_t first, uint32_t last) {
    return secret_mask(secret_is_below(c, last + 1) & (secret_is_below(c, first) ^ 1));
}

// The value of a character; for one that is not of base 64, a number above 63.
static uint32_t value_of(uint32_t c) {
    const uint32_t upper = mask_of_range(c, 'A', 'Z'), lower = mask_of_range(c, 'a', 'z');
    const uint32_t figure = mask_of_range(c, '0', '9'), plus = mask_of_range(c, '+', '+'), slash = mask_of_range(c, '/', '/');
    const uint32_t any = upper | lower | figure | plus | slash;
    return (upper & (c - 'A')) | (lower & (c - 'a' + 26)) | (figure & (c - '0' + 52)) | (plus & 62) | (slash & 63) |
           (~any & 64);
}

static char character_of(uint32_t value) {
    const uint32_t upper = mask_of_range(value, 0, 25), lower = mask_of_range(value, 26, 51);
    const uint32_t figure = mask_of_range(value, 52, 61), plus = mask_of_range(value, 62, 62);
    const uint32_t slash = mask_of_range(value, 63, 63);
    return (char)((upper & (value + 'A')) | (lower & (value - 26 + 'a')) | (figure & (value - 52 + '0')) | (plus & '+') |
                  (slash & '/'));
}

// Text still to be read.
typedef struct {
    const char *at, *end;
} text_t;

static size_t rest(const text_t *text) { return (size_t)(text->end - text->at); }

// Skips these characters, if they are next.
static int skip(text_t *text, const char *what, size_t length) {
    if (rest(text) < length || memcmp(text->at, what, length) != 0) return 0;
    text->at += length;
    return 1;
}

static int skip_end_of_line(text_t *text) { return skip(text, "\n", 1) || skip(text, "\r\n", 2); }

// Skips "-----BEGIN label-----", or END, and the end of the line. The last line of a text may lack it.
static int skip_boundary(text_t *text, const char *word, const char *label) {
    text_t t = *text;
    if (!skip(&t, "-----", 5) || !skip(&t, word, strlen(word)) || !skip(&t, label, strlen(label)) ||
        !skip(&t, "-----", 5) || (!skip_end_of_line(&t) && rest(&t) > 0))
        return 0;
    *text = t;
    return 1;
}

// Goes to the first line of the first block with this label.
static int find_block(text_t *text, const char *label) {
    for (;;) {
        if (skip_boundary(text, "BEGIN ", label)) return 1;
        const char *const line = memchr(text->at, '\n', rest(text));
        if (line == NULL) return 0;
        text->at = line + 1;
    }
}

// A header such as "Proc-Type: 4,ENCRYPTED" is here instead of base 64.
static int is_header(const text_t *text) {
    static const char name[] = "Proc-Type:";
    text_t t = *text;
    return skip(&t, name, sizeof name - 1);
}

// Whether c is one of three characters. Where lines end is public, and where the padding is.
static uint32_t is_one_of(uint32_t c, uint32_t x, uint32_t y, uint32_t z) {
    uint32_t found = (secret_mask_of_equal(c, x) | secret_mask_of_equal(c, y) | secret_mask_of_equal(c, z)) & 1;
    EV_DECLASSIFY(found);
    return found;
}

static uint32_t is_padding(char c) { return is_one_of((uint8_t)c, '=', '=', '='); }

// Characters of base 64 in the line: what is before its end.
static size_t line_length(const text_t *text) {
    for (size_t n = 0; n < rest(text); n++)
        if (is_one_of((uint8_t)text->at[n], '\n', '\r', '-')) return n;
    return rest(text);
}

// Four characters as 24 bits; `count` is how many bytes are meant. Sets *bad when they are not right.
static uint32_t four(const char *at, unsigned count, uint32_t *bad) {
    uint32_t bits = 0;
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t value = i <= count ? value_of((uint8_t)at[i]) : 0;
        *bad |= value & 64;
        bits = bits << 6 | (value & 63);
    }
    if (count < 3) *bad |= bits & (count == 2 ? 0xff : 0xffff);  // bits that no byte needs
    return bits;
}

// The bytes of a block, and its END line. Without `der`, only looks whether all is right.
static __attribute__((noinline)) int read_block(text_t text, uint8_t *der, size_t *length, const char *label) {
    uint32_t bad = 0;
    size_t n = 0;
    for (size_t line = LINE; line == LINE;) {
        line = line_length(&text);
        if (line > LINE || line % 4 != 0) return 0;
        if (line == 0) break;
        for (size_t i = 0; i < line; i += 4) {
            const char *const at = text.at + i;
            unsigned count = 3;
            if (i + 4 == line && is_padding(at[3])) count = is_padding(at[2]) ? 1 : 2;
            const uint32_t bits = four(at, count, &bad);
            for (unsigned k = 0; k < count; k++, n++)
                if (der != NULL) der[n] = (uint8_t)(bits >> (16 - 8 * k));
            if (count < 3) line--;  // nothing but the END line may follow
        }
        text.at += (line + 3) / 4 * 4;
        if (!skip_end_of_line(&text)) return 0;
    }
    *length = n;
    EV_DECLASSIFY(bad);
    return bad == 0 && n > 0 && skip_boundary(&text, "END ", label);
}

static ev_status_t why_not_found(text_t text) {
    return find_block(&text, "ENCRYPTED PRIVATE KEY") ? EV_ENCRYPTED : EV_BAD_LABEL;
}

ev_status_t ev_pem_decode(uint8_t *der, size_t capacity, size_t *length, const char *label, const char *text,
                          size_t text_bytes) {
    if (length == NULL || label == NULL || (der == NULL && capacity > 0) || (text == NULL && text_bytes > 0))
        return EV_NULL;
    if (text_bytes == 0) return EV_BAD_LABEL;
    text_t block = {text, text + text_bytes};
    if (!find_block(&block, label)) return why_not_found((text_t){text, text + text_bytes});
    if (is_header(&block)) return EV_ENCRYPTED;
    size_t needed;
    const int is_right = read_block(block, NULL, &needed, label);
    ev_wipe_stack(STACK_WORDS);
    if (!is_right) return EV_BAD_ENCODING;
    if (capacity < needed) return EV_TOO_SMALL;
    if (der != (const uint8_t *)text && ev_overlap(der, needed, text, text_bytes)) return EV_OVERLAP;
    read_block(block, der, length, label);
    ev_wipe_stack(STACK_WORDS);
    return EV_OK;
}

static void put(char **to, const char *what, size_t length) {
    memcpy(*to, what, length);
    *to += length;
}

static void put_boundary(char **to, const char *word, const char *label) {
    put(to, "-----", 5);
    put(to, word, strlen(word));
    put(to, label, strlen(label));
    put(to, "-----\n", 6);
}

static __attribute__((noinline)) char *write_body(char *to, const uint8_t *der, size_t der_bytes) {
    for (size_t i = 0; i < der_bytes; i += 3) {
        const size_t count = der_bytes - i < 3 ? der_bytes - i : 3;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) bits = bits << 8 | (k < count ? der[i + k] : 0u);
        for (size_t k = 0; k < 4; k++) *to++ = k <= count ? character_of(bits >> (18 - 6 * k) & 63) : '=';
        if (i % 48 == 45 || i + 3 >= der_bytes) *to++ = '\n';
    }
    return to;
}

ev_status_t ev_pem_encode(char *text, size_t capacity, size_t *length, const char *label, const uint8_t *der,
                          size_t der_bytes) {
    if (text == NULL || length == NULL || label == NULL || (der == NULL && der_bytes > 0)) return EV_NULL;
    if (der_bytes == 0) return EV_BAD_LENGTH;
    const size_t needed = EV_PEM_TEXT_BYTES(strlen(label), der_bytes);
    if (capacity < needed) return EV_TOO_SMALL;
    if (ev_overlap(text, needed, der, der_bytes)) return EV_OVERLAP;
    char *to = text;
    put_boundary(&to, "BEGIN ", label);
    to = write_body(to, der, der_bytes);
    ev_wipe_stack(STACK_WORDS);
    put_boundary(&to, "END ", label);
    *length = needed;
    return EV_OK;
}
