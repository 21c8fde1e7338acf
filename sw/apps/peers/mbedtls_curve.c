// SPDX-License-Identifier: Apache-2.0
// mbedTLS by its own functions, with the options of mbedtls_options.h.
#include "peer_curve.h"

#include "mbedtls/ecdh.h"
#include "mbedtls/ecdsa.h"

static int random(void *state, unsigned char *to, size_t bytes) {
    (void)state;
    fill(to, bytes);
    return 0;
}

static size_t measure(void) {
    mbedtls_ecp_group group;
    mbedtls_ecp_point q;
    mbedtls_mpi d, r, s;
    size_t length = sizeof out;
    mbedtls_ecp_group_init(&group);
    mbedtls_ecp_point_init(&q);
    mbedtls_mpi_init(&d);
    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    uint8_t point[1 + 2 * BYTES] = {4};
    memcpy(point + 1, public_key, 2 * BYTES);
    int wrong = mbedtls_ecp_group_load(&group, CURVE) | mbedtls_mpi_read_binary(&d, private_key, BYTES) |
                mbedtls_ecp_point_read_binary(&group, &q, point, sizeof point) |
                mbedtls_mpi_read_binary(&r, signature, BYTES) | mbedtls_mpi_read_binary(&s, signature + BYTES, BYTES);
    bench_begin();
#if defined WHAT_public
    wrong |= mbedtls_ecp_mul(&group, &q, &d, &group.G, random, NULL);
#elif defined WHAT_ecdh
    wrong |= mbedtls_ecdh_compute_shared(&group, &r, &q, &d, random, NULL);
#elif defined WHAT_sign
    wrong |= mbedtls_ecdsa_sign(&group, &r, &s, &d, digest, DIGEST, random, NULL);
#else
    wrong |= mbedtls_ecdsa_verify(&group, digest, DIGEST, &q, &r, &s);
#endif
    bench_end("peer");
#if defined WHAT_public
    wrong |= mbedtls_ecp_point_write_binary(&group, &q, MBEDTLS_ECP_PF_UNCOMPRESSED, &length, point, sizeof point);
    length = sizeof out;
    memcpy(out, point + 1, sizeof out);
#elif defined WHAT_ecdh
    wrong |= mbedtls_mpi_write_binary(&r, out, BYTES);
    length = BYTES;
#elif defined WHAT_sign
    wrong |= mbedtls_mpi_write_binary(&r, out, BYTES) | mbedtls_mpi_write_binary(&s, out + BYTES, BYTES);
#else
    length = 1;
#endif
    return wrong ? 0 : length;
}
