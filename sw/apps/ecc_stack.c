// SPDX-License-Identifier: Apache-2.0
// What the functions on private keys leave on the stack. Argument: the name of a curve. Prints for each operation how many
// bytes of stack it used, how many of these, from the lowest up, are zeros afterwards, and how many words of the used stack
// equal a word of a private key or of the agreed secret.
#include <evariste/ecdh.h>
#include <evariste/ecdsa.h>
#include <evariste/key_der.h>
#include <evariste/pem.h>
#include <evariste/x25519.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 6000, PAINT = 0x5ca1ab1e };

static ev_ec_private_t key, other;
static ev_ec_public_t known;
static _Alignas(4) uint8_t out[EV_EC_PKCS8_BYTES_MAX];
static uint8_t octets[EV_CURVE_SCALAR_BYTES_MAX], random[EV_CURVE_RANDOM_BYTES_MAX];
static uint8_t der[EV_EC_PKCS8_BYTES_MAX];
static const uint8_t digest[EV_SHA256_BYTES] = {7}, extra[16] = {9};
static int is_agreed;
static const char label[] = "PRIVATE KEY";
static char text[EV_PEM_TEXT_BYTES(11, EV_EC_PKCS8_BYTES_MAX)];
static size_t text_bytes, length, octets_bytes, der_bytes;
static ev_curve_set_t set;
static const ev_curve_t *curve;

static ev_status_t generate(void) { return ev_ec_private_generate(&other, curve, random, ev_curve_random_bytes(curve)); }
static ev_status_t point(void) { return ev_ec_public_from_private(&known, &key); }
static ev_status_t from_octets(void) { return ev_ec_private_from_octets(&other, curve, octets, octets_bytes); }
static ev_status_t to_octets(void) { return ev_ec_private_to_octets(&key, out, sizeof out, &length); }
static ev_status_t from_der(void) { return ev_ec_private_from_pkcs8(&other, &set, der, der_bytes); }
static ev_status_t to_der(void) { return ev_ec_private_to_pkcs8(&key, out, sizeof out, &length, NULL); }
static ev_status_t from_pem(void) { return ev_pem_decode(out, sizeof out, &length, label, text, text_bytes); }
static ev_status_t to_pem(void) { return ev_pem_encode(text, sizeof text, &length, label, der, der_bytes); }
static ev_status_t ecdh(void) { return is_agreed = 1, ev_ecdh(&key, out, sizeof out, &length, &known); }
static ev_status_t cofactor(void) { return is_agreed = 1, ev_ecdh_cofactor(&key, out, sizeof out, &length, &known); }

static ev_status_t sign(void) {
    return ev_ecdsa_sign(&key, out, sizeof out, &length, digest, sizeof digest, &ev_hash_sha512, extra, sizeof extra);
}

static ev_status_t sign_der(void) {
    return ev_ecdsa_sign_der(&key, out, sizeof out, &length, digest, sizeof digest, &ev_hash_sha256, NULL, 0);
}

// With the words of the scalar as private key, whatever the curve.
static ev_status_t x25519(void) {
    static const uint8_t theirs[EV_X25519_BYTES] = {9};
    is_agreed = 1;
    length = EV_X25519_BYTES;
    return ev_x25519((const uint8_t *)key.scalar, EV_X25519_BYTES, out, sizeof out, theirs, sizeof theirs);
}

static const struct {
    const char *name;
    ev_status_t (*run)(void);
} operations[] = {
    {"generate", generate}, {"point", point}, {"from_octets", from_octets}, {"to_octets", to_octets},
    {"from_der", from_der}, {"to_der", to_der}, {"from_pem", from_pem},
    {"to_pem", to_pem}, {"ecdh", ecdh}, {"cofactor", cofactor}, {"sign", sign},
    {"sign_der", sign_der}, {"x25519", x25519},
};

// An address just below the caller's frame.
static __attribute__((noinline)) uintptr_t below(void) { return (uintptr_t)__builtin_frame_address(0); }

// Whether the word is one of a private key, or of a secret that was agreed on.
static inline __attribute__((always_inline)) unsigned is_secret(uint32_t x) {
    unsigned found = 0;
    for (size_t i = 0; i < EV_CURVE_WORDS_MAX; i++) found |= x == key.scalar[i] || x == other.scalar[i];
    const uint32_t *const shared = (const uint32_t *)(const void *)out;
    for (size_t i = 0; is_agreed && i < length / 4; i++) found |= x == shared[i];
    return found && x > 0xffff;  // small numbers are everywhere
}

// Runs an operation on a painted stack and looks at it. Calls nothing else, since a call would change it.
static __attribute__((noinline)) ev_status_t measure(ev_status_t (*run)(void), unsigned result[3]) {
    volatile uint32_t *const top = (volatile uint32_t *)below();
    for (int i = 1; i <= WORDS; i++) top[-i] = PAINT;
    const ev_status_t status = run();
    int used = WORDS, zeros = 0;
    while (used > 0 && top[-used] == PAINT) used--;
    while (zeros < used && top[zeros - used] == 0) zeros++;
    unsigned secrets = 0;
    for (int i = 1; i <= used; i++) secrets += is_secret(top[-i]);
    result[0] = 4 * (unsigned)used;
    result[1] = 4 * (unsigned)zeros;
    result[2] = secrets;
    return status;
}

int main(int argc, char **argv) {
    for (size_t i = 0; argc == 2 && i < ev_curves_all.count; i++)
        if (strcmp(ev_curve_name(ev_curves_all.curves[i]), argv[1]) == 0) curve = ev_curves_all.curves[i];
    if (curve == NULL) {
        puts("ecc_stack: the argument is the name of a curve.");
        return 2;
    }
    set = (ev_curve_set_t){&curve, 1};
    for (size_t i = 0; i < sizeof random; i++) random[i] = (uint8_t)(0x9d * i + 0x51);
    ev_ec_private_generate(&key, curve, random, ev_curve_random_bytes(curve));
    ev_ec_private_to_octets(&key, octets, sizeof octets, &octets_bytes);
    ev_ec_private_to_pkcs8(&key, der, sizeof der, &der_bytes, NULL);
    ev_ec_public_from_private(&known, &key);
    ev_pem_encode(text, sizeof text, &text_bytes, label, der, der_bytes);
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        length = 0;
        is_agreed = 0;
        unsigned result[3];
        const ev_status_t status = measure(operations[i].run, result);
        printf("%s %u %u %u\n", operations[i].name, result[0], result[1], result[2]);
        if (status != EV_OK) {
            printf("ecc_stack: %s\n", ev_status_text(status));
            return 1;
        }
    }
    return 0;
}
