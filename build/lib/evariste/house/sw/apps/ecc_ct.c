// SPDX-License-Identifier: Apache-2.0
// For `ev ct`: the operations of a curve on a secret scalar made from the file secret.bin (80 octets or fewer).
// CURVE names the curve, WHAT_<operation> what is marked.
#include <stdio.h>
#include <string.h>

#include "ct.h"
#include "ecdh.h"
#include "ecdsa.h"
#include "ec2_scalar.h"

int main(void) {
    static const uint8_t digest[SHA512_OCTETS] = {7};
    const ec2_curve *c = &CURVE;
    uint8_t secret[80] = {0}, shared[EC2_OCTETS_MAX], peer[EC2_POINT_OCTETS_MAX];
    uint32_t d[EC2_ORDER_WORDS_MAX], k[EC2_ORDER_WORDS_MAX];
    ec2_point p, r;
    ecdsa_signature sig;
    FILE *f = fopen("secret.bin", "rb");
    if (!f || fread(secret, 1, sizeof secret, f) == 0) {
        puts("ecc_ct: there is no file secret.bin.");
        return 1;
    }
    fclose(f);
    const size_t used = c->order_octets + 8u;
    ec2_scalar_from_random(c, d, secret, used);
    ec2_scalar_from_random(c, k, secret + sizeof secret - used, used);
    memset(&p, 0, sizeof p);
    memcpy(p.x, c->g, 4u * c->words);
    memcpy(p.y, c->g + c->words, 4u * c->words);
    const size_t length = ec2_encode(c, peer, &p, 0);
    (void)length, (void)shared, (void)r, (void)sig, (void)digest;
    ec2_status status;
    ct_begin();
#if defined WHAT_mul
    status = ec2_mul(c, &r, d, &p);
#elif defined WHAT_base
    status = ec2_mul_base(c, &r, d);
#elif defined WHAT_ecdh
    status = ecdh_cofactor(c, shared, d, peer, length);
#elif defined WHAT_refuse
    peer[length - 1] ^= 1;  // off the curve; d is what the file says, 0 and n or more included
    memcpy(d, secret, 4u * c->order_words);
    status = ecdh(c, shared, d, peer, length) == EC2_NOT_ON_CURVE ? EC2_OK : EC2_NOT_ON_CURVE;
#elif defined WHAT_sign
    status = ecdsa_sign_with_nonce(c, &sig, digest, SHA256_OCTETS, d, k);
#elif defined WHAT_rfc6979
    status = ecdsa_sign(c, &sig, &hash_sha256, digest, d);
#elif defined WHAT_keygen
    status = ec2_keygen(c, k, &r, secret);
#elif defined WHAT_vartime
    status = ec2_mul_vartime(c, &r, d, &p);
#endif
    ct_end();
    return status != EC2_OK;
}
