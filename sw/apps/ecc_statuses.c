// SPDX-License-Identifier: Apache-2.0
// Calls the functions on curves, keys and signatures with what they must refuse, and with what is just allowed. Prints a
// name and the status for each call. The tests know what is right. An output that a refused call changed is printed as
// "changed". PRIME takes prime curves, and adds X25519.
#include <evariste/ecdh.h>
#include <evariste/ecdsa.h>
#include <evariste/key_der.h>
#include <evariste/pem.h>
#include <evariste/x25519.h>
#include <stdio.h>
#include <string.h>

#ifdef PRIME
#define CURVE (&ev_curve_p256)
#define OTHER (&ev_curve_p384)
#else
#define CURVE (&ev_curve_k163)
#define OTHER (&ev_curve_b163)
#endif

enum { FILL = 0xA5, TEXT_MAX = 1000 };

static ev_ec_private_t key, read, filled_key;
static ev_ec_public_t known, theirs, filled_public;
static uint8_t out[400], octets[200], der[400];
static char text[TEXT_MAX];
static uint8_t digest[EV_SHA256_BYTES];
static size_t n, filled_n;

static void fill(void) {
    memset(out, FILL, sizeof out);
    memset(&n, FILL, sizeof n);
    read = filled_key;
    theirs = filled_public;
}

static int is_changed(void) {
    for (size_t i = 0; i < sizeof out; i++)
        if (out[i] != FILL) return 1;
    return n != filled_n || memcmp(&read, &filled_key, sizeof read) || memcmp(&theirs, &filled_public, sizeof theirs);
}

// Prints the status, and fills the outputs again.
static void show(const char *name, ev_status_t status) {
    printf("%s: %s%s\n", name, ev_status_text(status), status != EV_OK && is_changed() ? " changed" : "");
    fill();
}

static void private_keys(void) {
    const ev_ec_private_t none = {0};
    const size_t bytes = ev_curve_random_bytes(CURVE), scalar_bytes = ev_curve_scalar_bytes(CURVE);
    uint8_t scalar[EV_CURVE_SCALAR_BYTES_MAX] = {0};
    show("generate without key", ev_ec_private_generate(NULL, CURVE, octets, bytes));
    show("generate without curve", ev_ec_private_generate(&read, NULL, octets, bytes));
    show("generate without random bytes", ev_ec_private_generate(&read, CURVE, NULL, bytes));
    show("generate of too few", ev_ec_private_generate(&read, CURVE, octets, bytes - 1));
    show("generate of too many", ev_ec_private_generate(&read, CURVE, octets, bytes + 1));
    show("generate of nothing", ev_ec_private_generate(&read, CURVE, NULL, 0));
    show("generate", ev_ec_private_generate(&read, CURVE, octets, bytes));
    show("scalar zero", ev_ec_private_from_octets(&read, CURVE, scalar, scalar_bytes));
    show("scalar short", ev_ec_private_from_octets(&read, CURVE, scalar, scalar_bytes - 1));
    show("scalar long", ev_ec_private_from_octets(&read, CURVE, scalar, scalar_bytes + 1));
    memset(scalar, 0xff, sizeof scalar);
    show("scalar large", ev_ec_private_from_octets(&read, CURVE, scalar, scalar_bytes));
    show("scalar missing", ev_ec_private_from_octets(&read, CURVE, NULL, scalar_bytes));
    show("scalar of nothing", ev_ec_private_from_octets(&read, CURVE, NULL, 0));
    show("octets of no key", ev_ec_private_to_octets(NULL, out, sizeof out, &n));
    show("octets of a cleared key", ev_ec_private_to_octets(&none, out, sizeof out, &n));
    show("octets to nowhere", ev_ec_private_to_octets(&key, NULL, sizeof out, &n));
    show("octets without length", ev_ec_private_to_octets(&key, out, sizeof out, NULL));
    show("octets to a small buffer", ev_ec_private_to_octets(&key, out, scalar_bytes - 1, &n));
    show("octets to a buffer of nothing", ev_ec_private_to_octets(&key, out, 0, &n));
    show("octets to a buffer that fits", ev_ec_private_to_octets(&key, out, scalar_bytes, &n));
    ev_ec_private_t copy = key;
    show("octets over the key", ev_ec_private_to_octets(&copy, (uint8_t *)&copy + 8, scalar_bytes, &n));
    printf("a key under its own octets: %s\n", memcmp(&copy, &key, sizeof key) ? "wrong" : "right");
    ev_ec_private_clear(&copy);
    printf("a cleared key: %s\n", memcmp(&copy, &none, sizeof none) ? "wrong" : "right");
    ev_ec_private_clear(NULL);
    show("point of no key", ev_ec_public_from_private(&theirs, NULL));
    show("point of a cleared key", ev_ec_public_from_private(&theirs, &none));
    show("point to nowhere", ev_ec_public_from_private(NULL, &key));
}

static ev_status_t read_point(const uint8_t *from, size_t length) {
    return ev_ec_public_from_octets(&theirs, CURVE, from, length);
}

static void public_keys(void) {
    const ev_ec_public_t none = {0};
    const size_t bytes = ev_curve_point_bytes(CURVE, EV_POINT_UNCOMPRESSED);
    const size_t small = ev_curve_point_bytes(CURVE, EV_POINT_COMPRESSED);
    uint8_t point[EV_CURVE_POINT_BYTES_MAX] = {0};
    size_t length;
    show("read a point without key", ev_ec_public_from_octets(NULL, CURVE, octets, bytes));
    show("read a point without curve", ev_ec_public_from_octets(&theirs, NULL, octets, bytes));
    show("read a missing point", read_point(NULL, bytes));
    show("read a point of nothing", read_point(NULL, 0));
    show("read infinity", read_point(point, 1));
    ev_ec_public_to_octets(&known, point, sizeof point, &length, EV_POINT_UNCOMPRESSED);
    show("read a point", read_point(point, bytes));
    show("read a short point", read_point(point, bytes - 1));
    show("read a long point", read_point(point, bytes + 1));
    point[0] = 5;
    show("read a point of another format", read_point(point, bytes));
    point[0] = 6;
    show("read a hybrid point", read_point(point, bytes));
    point[0] = 4;
    point[bytes - 1] ^= 1;
    show("read a point off the curve", read_point(point, bytes));
    memset(point + 1, 0xff, small - 1);
    show("read a point out of the field", read_point(point, bytes));
#ifdef PRIME
    // the least x that has no y
    ev_status_t status = EV_OK;
    memset(point, 0, sizeof point);
    point[0] = 2;
    while (status == EV_OK) {
        point[small - 1]++;
        status = read_point(point, small);
        fill();
    }
    show("read an x off the curve", read_point(point, small));
#else
    // (0, sqrt b) has order 2; b = 1
    memset(point, 0, sizeof point);
    point[0] = 4;
    point[bytes - 1] = 1;
    show("read a point of small order", read_point(point, bytes));
    // x = 2, or the next above it: a point of order 2n, since Tr(x) is not Tr(a)
    ev_status_t status = EV_NOT_ON_CURVE;
    memset(point, 0, sizeof point);
    point[0] = 2;
    while (status != EV_WRONG_SUBGROUP) {
        point[small - 1]++;
        status = read_point(point, small);
        fill();
    }
    show("read a point of another subgroup", read_point(point, small));
#endif
    show("write no point", ev_ec_public_to_octets(NULL, out, sizeof out, &n, EV_POINT_COMPRESSED));
    show("write an empty point", ev_ec_public_to_octets(&none, out, sizeof out, &n, EV_POINT_COMPRESSED));
    show("write to nowhere", ev_ec_public_to_octets(&known, NULL, sizeof out, &n, EV_POINT_COMPRESSED));
    show("write without length", ev_ec_public_to_octets(&known, out, sizeof out, NULL, EV_POINT_COMPRESSED));
    show("write in no form", ev_ec_public_to_octets(&known, out, sizeof out, &n, (ev_point_form_t)2));
    show("write to a small buffer", ev_ec_public_to_octets(&known, out, small - 1, &n, EV_POINT_COMPRESSED));
    show("write to a buffer that fits", ev_ec_public_to_octets(&known, out, small, &n, EV_POINT_COMPRESSED));
    ev_ec_public_t copy = known;
    show("write over the key", ev_ec_public_to_octets(&copy, (uint8_t *)copy.x, bytes, &n, EV_POINT_UNCOMPRESSED));
    printf("equal to an empty point: %d\n", ev_ec_public_equal(&known, &none));
    printf("equal to no point: %d\n", ev_ec_public_equal(&known, NULL));
    printf("equal to itself: %d\n", ev_ec_public_equal(&known, &copy));
}

static void key_agreement(void) {
    const ev_ec_private_t none = {0};
    const ev_ec_public_t empty = {0};
    const size_t bytes = ev_curve_field_bytes(CURVE);
    ev_ec_public_t foreign = known;
    foreign.curve = OTHER;
    show("agree without key", ev_ecdh(NULL, out, sizeof out, &n, &known));
    show("agree with a cleared key", ev_ecdh(&none, out, sizeof out, &n, &known));
    show("agree without peer", ev_ecdh(&key, out, sizeof out, &n, NULL));
    show("agree with an empty peer", ev_ecdh(&key, out, sizeof out, &n, &empty));
    show("agree to nowhere", ev_ecdh(&key, NULL, sizeof out, &n, &known));
    show("agree without length", ev_ecdh(&key, out, sizeof out, NULL, &known));
    show("agree to a small buffer", ev_ecdh(&key, out, bytes - 1, &n, &known));
    show("agree over two curves", ev_ecdh(&key, out, sizeof out, &n, &foreign));
    show("agree", ev_ecdh(&key, out, bytes, &n, &known));
    show("agree by the cofactor to a small buffer", ev_ecdh_cofactor(&key, out, bytes - 1, &n, &known));
    show("agree by the cofactor over two curves", ev_ecdh_cofactor(&key, out, bytes, &n, &foreign));
    show("agree by the cofactor", ev_ecdh_cofactor(&key, out, bytes, &n, &known));
    ev_ec_private_t copy = key;
    show("agree over the key", ev_ecdh(&copy, (uint8_t *)copy.scalar, sizeof copy.scalar, &n, &known));
    foreign = known;
    show("agree over the peer", ev_ecdh(&key, (uint8_t *)foreign.y, sizeof foreign.y, &n, &foreign));
}

static ev_status_t sign(size_t capacity, const uint8_t *from, size_t length, const ev_hash_t *hash) {
    return ev_ecdsa_sign(&key, out, capacity, &n, from, length, hash, NULL, 0);
}

static void signatures(void) {
    static const uint8_t long_digest[EV_HASH_BYTES_MAX + 1];
    const ev_ec_private_t none = {0};
    const ev_ec_public_t empty = {0};
    const ev_hash_t *const hash = &ev_hash_sha256;
    const size_t bytes = ev_ecdsa_bytes(CURVE), most = ev_ecdsa_der_bytes(CURVE);
    uint8_t good[EV_ECDSA_BYTES_MAX], good_der[EV_ECDSA_DER_BYTES_MAX];
    size_t length, der_length;
    show("sign without key", ev_ecdsa_sign(NULL, out, sizeof out, &n, digest, sizeof digest, hash, NULL, 0));
    show("sign with a cleared key", ev_ecdsa_sign(&none, out, sizeof out, &n, digest, sizeof digest, hash, NULL, 0));
    show("sign to nowhere", ev_ecdsa_sign(&key, NULL, sizeof out, &n, digest, sizeof digest, hash, NULL, 0));
    show("sign without length", ev_ecdsa_sign(&key, out, sizeof out, NULL, digest, sizeof digest, hash, NULL, 0));
    show("sign without digest", sign(sizeof out, NULL, sizeof digest, hash));
    show("sign a digest of nothing", sign(sizeof out, digest, 0, hash));
    show("sign a digest that is too long", sign(sizeof out, long_digest, sizeof long_digest, hash));
    show("sign without hash function", sign(sizeof out, digest, sizeof digest, NULL));
    show("sign without extra bytes", ev_ecdsa_sign(&key, out, sizeof out, &n, digest, sizeof digest, hash, NULL, 1));
    show("sign to a small buffer", sign(bytes - 1, digest, sizeof digest, hash));
    show("sign to a buffer that fits", sign(bytes, digest, sizeof digest, hash));
    ev_ec_private_t copy = key;
    show("sign over the key", ev_ecdsa_sign(&copy, (uint8_t *)copy.scalar, sizeof copy.scalar, &n, digest, sizeof digest,
                                            hash, NULL, 0));
    show("sign to DER without key", ev_ecdsa_sign_der(NULL, out, most, &n, digest, sizeof digest, hash, NULL, 0));
    show("sign to DER in a small buffer", ev_ecdsa_sign_der(&key, out, most - 1, &n, digest, sizeof digest, hash, NULL, 0));
    show("sign to DER nothing", ev_ecdsa_sign_der(&key, out, most, &n, digest, 0, hash, NULL, 0));
    show("sign to DER", ev_ecdsa_sign_der(&key, out, most, &n, digest, sizeof digest, hash, NULL, 0));
    ev_ecdsa_sign(&key, good, sizeof good, &length, digest, sizeof digest, hash, NULL, 0);
    ev_ecdsa_to_der(CURVE, good_der, sizeof good_der, &der_length, good, length);
    show("verify", ev_ecdsa_verify(&known, good, length, digest, sizeof digest));
    show("verify without key", ev_ecdsa_verify(NULL, good, length, digest, sizeof digest));
    show("verify with an empty key", ev_ecdsa_verify(&empty, good, length, digest, sizeof digest));
    show("verify no signature", ev_ecdsa_verify(&known, NULL, length, digest, sizeof digest));
    show("verify a signature of nothing", ev_ecdsa_verify(&known, NULL, 0, digest, sizeof digest));
    show("verify a short signature", ev_ecdsa_verify(&known, good, length - 1, digest, sizeof digest));
    show("verify a long signature", ev_ecdsa_verify(&known, good, length + 1, digest, sizeof digest));
    show("verify no digest", ev_ecdsa_verify(&known, good, length, NULL, sizeof digest));
    show("verify a digest of nothing", ev_ecdsa_verify(&known, good, length, digest, 0));
    show("verify a long digest", ev_ecdsa_verify(&known, good, length, long_digest, sizeof long_digest));
    show("verify another digest", ev_ecdsa_verify(&known, good, length, digest, sizeof digest - 12));
    show("verify DER", ev_ecdsa_verify_der(&known, good_der, der_length, digest, sizeof digest));
    show("verify DER without key", ev_ecdsa_verify_der(NULL, good_der, der_length, digest, sizeof digest));
    show("verify DER without signature", ev_ecdsa_verify_der(&known, NULL, der_length, digest, sizeof digest));
    show("verify DER of nothing", ev_ecdsa_verify_der(&known, NULL, 0, digest, sizeof digest));
    show("verify DER without digest", ev_ecdsa_verify_der(&known, good_der, der_length, NULL, sizeof digest));
    show("verify DER of a digest of nothing", ev_ecdsa_verify_der(&known, good_der, der_length, digest, 0));
    show("verify short DER", ev_ecdsa_verify_der(&known, good_der, der_length - 1, digest, sizeof digest));
    show("to DER", ev_ecdsa_to_der(CURVE, out, der_length, &n, good, length));
    show("to DER without curve", ev_ecdsa_to_der(NULL, out, sizeof out, &n, good, length));
    show("to DER in a small buffer", ev_ecdsa_to_der(CURVE, out, der_length - 1, &n, good, length));
    show("to DER of a short signature", ev_ecdsa_to_der(CURVE, out, sizeof out, &n, good, length - 1));
    show("from DER", ev_ecdsa_from_der(CURVE, out, bytes, &n, good_der, der_length));
    show("from DER to a small buffer", ev_ecdsa_from_der(CURVE, out, bytes - 1, &n, good_der, der_length));
    show("from DER to nowhere", ev_ecdsa_from_der(CURVE, NULL, bytes, &n, good_der, der_length));
    memset(good, 0, bytes / 2);
    show("to DER of r = 0", ev_ecdsa_to_der(CURVE, out, sizeof out, &n, good, length));
    show("verify r = 0", ev_ecdsa_verify(&known, good, length, digest, sizeof digest));
    static const uint8_t zero[] = {0x30, 6, 2, 1, 0, 2, 1, 1};
    show("from DER of r = 0", ev_ecdsa_from_der(CURVE, out, bytes, &n, zero, sizeof zero));
}

static void key_files(void) {
    const ev_ec_private_t none = {0};
    const ev_curve_t *const curve = CURVE, *const other = OTHER;
    const ev_curve_set_t set = {&curve, 1}, others = {&other, 1}, no_curves = {NULL, 0}, missing = {NULL, 1};
    size_t length, inner;
    ev_ec_public_t foreign = known;
    foreign.curve = other;
    show("PKCS8 of no key", ev_ec_private_to_pkcs8(NULL, out, sizeof out, &n, NULL));
    show("PKCS8 of a cleared key", ev_ec_private_to_pkcs8(&none, out, sizeof out, &n, NULL));
    show("PKCS8 to nowhere", ev_ec_private_to_pkcs8(&key, NULL, sizeof out, &n, NULL));
    show("PKCS8 to a small buffer", ev_ec_private_to_pkcs8(&key, out, ev_ec_pkcs8_bytes(curve, 1) - 1, &n, &known));
    show("PKCS8 with a foreign point", ev_ec_private_to_pkcs8(&key, out, sizeof out, &n, &foreign));
    show("PKCS8 with an empty point", ev_ec_private_to_pkcs8(&key, out, sizeof out, &n, &filled_public));
    show("PKCS8", ev_ec_private_to_pkcs8(&key, out, ev_ec_pkcs8_bytes(curve, 0), &n, NULL));
    ev_ec_private_t copy = key;
    show("PKCS8 over the key", ev_ec_private_to_pkcs8(&copy, (uint8_t *)copy.scalar, sizeof out, &n, NULL));
    show("SEC1 to a small buffer", ev_ec_private_to_sec1(&key, out, ev_ec_sec1_bytes(curve, 0) - 1, &n, NULL));
    show("SEC1 of no key", ev_ec_private_to_sec1(NULL, out, sizeof out, &n, NULL));
    show("SEC1", ev_ec_private_to_sec1(&key, out, ev_ec_sec1_bytes(curve, 1), &n, &known));
    show("SPKI of no key", ev_ec_public_to_spki(NULL, out, sizeof out, &n, EV_POINT_COMPRESSED));
    show("SPKI in no form", ev_ec_public_to_spki(&known, out, sizeof out, &n, (ev_point_form_t)7));
    show("SPKI to a small buffer", ev_ec_public_to_spki(&known, out, ev_ec_spki_bytes(curve, EV_POINT_COMPRESSED) - 1, &n,
                                                        EV_POINT_COMPRESSED));
    show("SPKI", ev_ec_public_to_spki(&known, out, ev_ec_spki_bytes(curve, EV_POINT_COMPRESSED), &n, EV_POINT_COMPRESSED));
    ev_ec_private_to_pkcs8(&key, der, sizeof der, &length, NULL);
    fill();
    show("read PKCS8 without key", ev_ec_private_from_pkcs8(NULL, &set, der, length));
    show("read PKCS8 without curves", ev_ec_private_from_pkcs8(&read, NULL, der, length));
    show("read PKCS8 with missing curves", ev_ec_private_from_pkcs8(&read, &missing, der, length));
    show("read PKCS8 with an empty set", ev_ec_private_from_pkcs8(&read, &no_curves, der, length));
    show("read PKCS8 on another curve", ev_ec_private_from_pkcs8(&read, &others, der, length));
    show("read missing PKCS8", ev_ec_private_from_pkcs8(&read, &set, NULL, length));
    show("read PKCS8 of nothing", ev_ec_private_from_pkcs8(&read, &set, NULL, 0));
    show("read short PKCS8", ev_ec_private_from_pkcs8(&read, &set, der, length - 1));
    show("read PKCS8 over the key", ev_ec_private_from_pkcs8((ev_ec_private_t *)(void *)der, &set, der, length));
    show("read PKCS8", ev_ec_private_from_pkcs8(&read, &set, der, length));
    show("read PKCS8 as SEC1", ev_ec_private_from_sec1(&read, &set, der, length));
    show("read PKCS8 as SPKI", ev_ec_public_from_spki(&theirs, &set, der, length));
    der[4] = 1;
    show("read PKCS8 of version 1", ev_ec_private_from_pkcs8(&read, &set, der, length));
    der[4] = 0;
    der[10] ^= 1;
    show("read PKCS8 of another algorithm", ev_ec_private_from_pkcs8(&read, &set, der, length));
    static const uint8_t encrypted[] = {0x30, 8, 0x30, 3, 6, 1, 42, 4, 1, 7};
    show("read encrypted PKCS8", ev_ec_private_from_pkcs8(&read, &set, encrypted, sizeof encrypted));
    ev_ec_private_to_sec1(&key, der, sizeof der, &length, &known);
    fill();
    show("read SEC1", ev_ec_private_from_sec1(&read, &set, der, length));
    show("read SEC1 on another curve", ev_ec_private_from_sec1(&read, &others, der, length));
    der[length - 1] ^= 1;
    show("read SEC1 with a wrong point", ev_ec_private_from_sec1(&read, &set, der, length));
    ev_ec_public_t wrong;
    size_t point_bytes;
    ev_ec_private_generate(&copy, curve, octets + 1, ev_curve_random_bytes(curve));
    ev_ec_public_from_private(&wrong, &copy);
    ev_ec_private_to_sec1(&key, der, sizeof der, &length, &wrong);
    fill();
    show("read SEC1 with another point", ev_ec_private_from_sec1(&read, &set, der, length));
    ev_ec_private_to_sec1(&key, der, sizeof der, &inner, NULL);
    fill();
    static const uint8_t explicit_curve[] = {0x30, 17, 0x30, 11, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1, 0x30, 0, 3, 2, 0, 0};
    show("read SPKI with explicit parameters", ev_ec_public_from_spki(&theirs, &set, explicit_curve, sizeof explicit_curve));
    ev_ec_public_to_octets(&known, octets, sizeof octets, &point_bytes, EV_POINT_UNCOMPRESSED);
    ev_ec_public_to_spki(&known, der, sizeof der, &length, EV_POINT_UNCOMPRESSED);
    fill();
    show("read SPKI", ev_ec_public_from_spki(&theirs, &set, der, length));
    show("read SPKI on another curve", ev_ec_public_from_spki(&theirs, &others, der, length));
    show("read SPKI over the key", ev_ec_public_from_spki((ev_ec_public_t *)(void *)der, &set, der, length));
    der[length - point_bytes] = 7;
    show("read SPKI with a hybrid point", ev_ec_public_from_spki(&theirs, &set, der, length));
}

static void texts(void) {
    static const char label[] = "PUBLIC KEY";
    static const char encrypted[] = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----\n";
    static const char header[] = "-----BEGIN PUBLIC KEY-----\nProc-Type: 4,ENCRYPTED\n\nMAA=\n-----END PUBLIC KEY-----\n";
    size_t length, bytes = 100;
    show("PEM of nothing", ev_pem_encode((char *)out, sizeof out, &n, label, NULL, 0));
    show("PEM of missing DER", ev_pem_encode((char *)out, sizeof out, &n, label, NULL, 5));
    show("PEM without label", ev_pem_encode((char *)out, sizeof out, &n, NULL, der, bytes));
    show("PEM to nowhere", ev_pem_encode(NULL, sizeof out, &n, label, der, bytes));
    show("PEM to a small buffer", ev_pem_encode((char *)out, EV_PEM_TEXT_BYTES(10, 100) - 1, &n, label, der, bytes));
    show("PEM over its DER", ev_pem_encode((char *)der + 10, 300, &n, label, der, bytes));
    show("PEM", ev_pem_encode((char *)out, EV_PEM_TEXT_BYTES(10, 100), &n, label, der, bytes));
    ev_pem_encode(text, sizeof text, &length, label, der, bytes);
    show("read PEM", ev_pem_decode(out, bytes, &n, label, text, length));
    show("read PEM without label", ev_pem_decode(out, bytes, &n, NULL, text, length));
    show("read missing PEM", ev_pem_decode(out, bytes, &n, label, NULL, length));
    show("read PEM of nothing", ev_pem_decode(out, bytes, &n, label, NULL, 0));
    show("read PEM to nowhere", ev_pem_decode(NULL, bytes, &n, label, text, length));
    show("read PEM to a small buffer", ev_pem_decode(out, bytes - 1, &n, label, text, length));
    show("read PEM of another label", ev_pem_decode(out, bytes, &n, "PRIVATE KEY", text, length));
    show("read PEM that is cut", ev_pem_decode(out, bytes, &n, label, text, length - 10));
    show("read PEM over its text", ev_pem_decode((uint8_t *)text + 1, bytes, &n, label, text, length));
    show("read encrypted PEM", ev_pem_decode(out, bytes, &n, "PRIVATE KEY", encrypted, sizeof encrypted - 1));
    show("read PEM with a header", ev_pem_decode(out, bytes, &n, label, header, sizeof header - 1));
    show("read PEM in place", ev_pem_decode((uint8_t *)text, bytes, &n, label, text, length));
    printf("what was read in place: %s\n", memcmp(text, der, bytes) ? "wrong" : "right");
}

#ifdef PRIME
static ev_status_t agree(size_t key_bytes, size_t capacity, const uint8_t *peer, size_t peer_bytes) {
    return ev_x25519(octets, key_bytes, out, capacity, peer, peer_bytes);
}

static void x25519(void) {
    const size_t bytes = EV_X25519_BYTES;
    uint8_t peer[EV_X25519_BYTES] = {9}, same[EV_X25519_BYTES];
    show("X25519 public without key", ev_x25519_public(NULL, bytes, out, sizeof out));
    show("X25519 public to nowhere", ev_x25519_public(octets, bytes, NULL, sizeof out));
    show("X25519 public of a short key", ev_x25519_public(octets, bytes - 1, out, sizeof out));
    show("X25519 public of a long key", ev_x25519_public(octets, bytes + 1, out, sizeof out));
    show("X25519 public of nothing", ev_x25519_public(octets, 0, out, sizeof out));
    show("X25519 public to a small buffer", ev_x25519_public(octets, bytes, out, bytes - 1));
    show("X25519 public to a buffer that fits", ev_x25519_public(octets, bytes, out, bytes));
    show("X25519 without key", ev_x25519(NULL, bytes, out, bytes, peer, bytes));
    show("X25519 to nowhere", ev_x25519(octets, bytes, NULL, bytes, peer, bytes));
    show("X25519 without peer", agree(bytes, bytes, NULL, bytes));
    show("X25519 with a short key", agree(bytes - 1, bytes, peer, bytes));
    show("X25519 with a short peer", agree(bytes, bytes, peer, bytes - 1));
    show("X25519 with a long peer", agree(bytes, bytes, peer, bytes + 1));
    show("X25519 with a peer of nothing", agree(bytes, bytes, peer, 0));
    show("X25519 to a small buffer", agree(bytes, bytes - 1, peer, bytes));
    show("X25519 to a buffer that fits", agree(bytes, bytes, peer, bytes));
    peer[0] = 1;
    show("X25519 with a peer of order 4", agree(bytes, bytes, peer, bytes));
    peer[0] = 0;
    show("X25519 with a peer of order 2", agree(bytes, bytes, peer, bytes));
    memset(peer, 0xff, sizeof peer);  // 2^255 - 19, which is 0, and the top bit, which is ignored
    peer[0] = 0xed;
    show("X25519 with a peer that is the prime", agree(bytes, bytes, peer, bytes));
    peer[0] = 9;
    memset(peer + 1, 0, sizeof peer - 1);
    ev_x25519(octets, bytes, same, bytes, peer, bytes);
    ev_x25519(octets, bytes, peer, bytes, peer, bytes);
    printf("X25519 over the peer: %s\n", memcmp(peer, same, sizeof same) ? "wrong" : "right");
}
#endif

// Whether the constants for arrays are enough for every curve.
static void sizes(void) {
    int are_enough = 1;
    for (size_t i = 0; i < ev_curves_all.count; i++) {
        const ev_curve_t *const c = ev_curves_all.curves[i];
        are_enough &= ev_curve_field_bytes(c) <= EV_CURVE_FIELD_BYTES_MAX;
        are_enough &= ev_curve_scalar_bytes(c) <= EV_CURVE_SCALAR_BYTES_MAX;
        are_enough &= ev_curve_point_bytes(c, EV_POINT_UNCOMPRESSED) <= EV_CURVE_POINT_BYTES_MAX;
        are_enough &= ev_curve_random_bytes(c) <= EV_CURVE_RANDOM_BYTES_MAX;
        are_enough &= ev_ecdsa_bytes(c) <= EV_ECDSA_BYTES_MAX && ev_ecdsa_der_bytes(c) <= EV_ECDSA_DER_BYTES_MAX;
        are_enough &= ev_ec_pkcs8_bytes(c, 1) <= EV_EC_PKCS8_BYTES_MAX && ev_ec_sec1_bytes(c, 1) <= EV_EC_SEC1_BYTES_MAX;
        are_enough &= ev_ec_spki_bytes(c, EV_POINT_UNCOMPRESSED) <= EV_EC_SPKI_BYTES_MAX;
    }
    printf("the constants for sizes: %s\n", are_enough ? "right" : "wrong");
}

int main(void) {
    for (size_t i = 0; i < sizeof octets; i++) octets[i] = (uint8_t)(17 * i + 3);
    memset(digest, 0x39, sizeof digest);
    memset(&filled_n, FILL, sizeof filled_n);
    fill();
    ev_ec_private_generate(&key, CURVE, octets, ev_curve_random_bytes(CURVE));
    ev_ec_public_from_private(&known, &key);
    private_keys();
    public_keys();
    key_agreement();
    signatures();
    key_files();
    texts();
#ifdef PRIME
    x25519();
#endif
    sizes();
    return 0;
}
