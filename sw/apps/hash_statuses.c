// SPDX-License-Identifier: Apache-2.0
// Calls the hash functions and HMAC with what they must refuse, and with what is just allowed. Prints, for each call, a
// name and the status. The tests know what is right. An output that a refused call changed is printed as "changed".
#include <evariste/hmac.h>
#include <stdio.h>
#include <string.h>

static const ev_hash_t *const functions[] = {&ev_hash_sha224, &ev_hash_sha256, &ev_hash_sha384, &ev_hash_sha512};
static uint8_t digest[EV_HASH_BYTES_MAX], text[200];
static const ev_hash_t *function;

static int is_filled(const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != 0xA5) return 0;
    return 1;
}

// Prints the status, and fills the output again.
static void show(const char *name, ev_status_t status) {
    const int changed = status != EV_OK && !is_filled(digest, sizeof digest);
    printf("%u %s: %s%s\n", function->bits, name, ev_status_text(status), changed ? " changed" : "");
    memset(digest, 0xA5, sizeof digest);
}

// A context with this many bytes behind it. So long a message cannot be hashed here.
static void set_length(ev_hash_context_t *hash, uint64_t length) {
    if (function->bits <= 256) hash->state.narrow.length = length;
    else hash->state.wide.length = length;
}

static void hashes(void) {
    const size_t bytes = function->digest_bytes;
    const uint64_t longest = function->bits <= 256 ? ((uint64_t)1 << 61) - 1 : UINT64_MAX;
    ev_hash_context_t hash;
    memset(&hash, 0, sizeof hash);
    show("no function", ev_hash_message(NULL, digest, bytes, text, 3));
    show("no digest", ev_hash_message(function, NULL, bytes, text, 3));
    show("no data", ev_hash_message(function, digest, bytes, NULL, 3));
    show("nothing to hash", ev_hash_message(function, digest, bytes, NULL, 0));
    show("small digest", ev_hash_message(function, digest, bytes - 1, text, 3));
    show("start without function", ev_hash_start(&hash, NULL));
    show("update before start", ev_hash_update(&hash, text, 1));
    show("finish before start", ev_hash_finish(&hash, digest, bytes));
    show("start", ev_hash_start(&hash, function));
    show("update without data", ev_hash_update(&hash, NULL, 1));
    show("update with nothing", ev_hash_update(&hash, NULL, 0));
    show("finish to small digest", ev_hash_finish(&hash, digest, bytes - 1));
    show("finish without digest", ev_hash_finish(&hash, NULL, bytes));
    show("finish", ev_hash_finish(&hash, digest, bytes));
    show("finish again", ev_hash_finish(&hash, digest, bytes));
    show("update after finish", ev_hash_update(&hash, text, 1));
    ev_hash_start(&hash, function);
    ev_hash_clear(&hash);
    show("update after clear", ev_hash_update(&hash, text, 1));
    ev_hash_start(&hash, function);
    set_length(&hash, longest - 2);
    show("three bytes where two are left", ev_hash_update(&hash, text, 3));
    show("two bytes where two are left", ev_hash_update(&hash, text, 2));
    show("one byte where none is left", ev_hash_update(&hash, text, 1));
    show("finish the longest message", ev_hash_finish(&hash, digest, bytes));
    memcpy(text, "abc", 3);
    ev_hash_message(function, digest, bytes, text, 3);
    ev_hash_message(function, text + 1, bytes, text, 3);
    printf("%u digest over its message: %s\n", function->bits, memcmp(digest, text + 1, bytes) ? "wrong" : "right");
    memset(digest, 0xA5, sizeof digest);
}

static void hmacs(void) {
    const size_t bytes = function->digest_bytes;
    ev_hmac_t mac;
    memset(&mac, 0, sizeof mac);
    show("tag without function", ev_hmac_tag(NULL, text, 3, digest, bytes, text, 3));
    show("tag without key", ev_hmac_tag(function, NULL, 3, digest, bytes, text, 3));
    show("tag under the empty key", ev_hmac_tag(function, NULL, 0, digest, bytes, text, 3));
    show("tag to nowhere", ev_hmac_tag(function, text, 3, NULL, bytes, text, 3));
    show("tag without message", ev_hmac_tag(function, text, 3, digest, bytes, NULL, 3));
    show("tag of nothing", ev_hmac_tag(function, text, 3, digest, bytes, NULL, 0));
    show("tag of 3 bytes", ev_hmac_tag(function, text, 3, digest, 3, text, 3));
    show("tag of 4 bytes", ev_hmac_tag(function, text, 3, digest, 4, text, 3));
    show("tag longer than the digest", ev_hmac_tag(function, text, 3, digest, bytes + 1, text, 3));
    show("HMAC start without function", ev_hmac_start(&mac, NULL, text, 3));
    show("HMAC start without key", ev_hmac_start(&mac, function, NULL, 3));
    show("HMAC update before start", ev_hmac_update(&mac, text, 3));
    show("HMAC finish before start", ev_hmac_finish(&mac, digest, bytes));
    show("verify before start", ev_hmac_verify(&mac, text, bytes));
    ev_hmac_start(&mac, function, text, 3);
    show("update without message", ev_hmac_update(&mac, NULL, 3));
    show("finish to nowhere", ev_hmac_finish(&mac, NULL, bytes));
    show("finish with 3 bytes", ev_hmac_finish(&mac, digest, 3));
    show("verify 3 bytes", ev_hmac_verify(&mac, text, 3));
    show("verify nothing", ev_hmac_verify(&mac, NULL, bytes));
    set_length(&mac.inner, function->bits <= 256 ? ((uint64_t)1 << 61) - 1 : UINT64_MAX);
    show("update beyond the longest message", ev_hmac_update(&mac, text, 1));
    show("verify a wrong tag", ev_hmac_verify(&mac, text, bytes));
    show("verify again", ev_hmac_verify(&mac, text, bytes));
    ev_hmac_tag(function, text, 3, digest, bytes, text, 20);
    uint8_t tag[EV_HASH_BYTES_MAX];
    memcpy(tag, digest, sizeof tag);
    memset(digest, 0xA5, sizeof digest);
    show("check the right tag", ev_hmac_check(function, text, 3, tag, bytes, text, 20));
    show("check half of the right tag", ev_hmac_check(function, text, 3, tag, bytes / 2, text, 20));
    unsigned wrong = 0;
    for (unsigned bit = 0; bit < 8 * bytes; bit++) {
        tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
        wrong += ev_hmac_check(function, text, 3, tag, bytes, text, 20) != EV_BAD_TAG;
        tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    printf("%u wrong tags accepted: %u\n", function->bits, wrong);
    show("check without key", ev_hmac_check(function, NULL, 3, tag, bytes, text, 3));
    show("check a tag of 3 bytes", ev_hmac_check(function, text, 3, tag, 3, text, 3));
    ev_hmac_start(&mac, function, text, 3);
    ev_hmac_clear(&mac);
    show("HMAC finish after clear", ev_hmac_finish(&mac, digest, bytes));
}

int main(void) {
    memset(digest, 0xA5, sizeof digest);
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        function = functions[i];
        for (size_t j = 0; j < sizeof text; j++) text[j] = (uint8_t)j;
        hashes();
        hmacs();
    }
    return 0;
}
