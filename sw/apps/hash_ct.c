// SPDX-License-Identifier: Apache-2.0
// For `ev ct`: SHA-224 to SHA-512 of a secret message, HMAC under a secret key, and its verification. Half of
// the tags are right: the low bit of the secret decides, and its second byte where a wrong tag differs.
#include <evariste/hmac.h>
#include <stdio.h>

#include "ct.h"

int main(void) {
    static const ev_hash_t *const functions[] = {&ev_hash_sha224, &ev_hash_sha256, &ev_hash_sha384, &ev_hash_sha512};
    static uint8_t secret[128], digest[EV_HASH_BYTES_MAX];
    static ev_hmac_t mac;
    static ev_status_t status;
    FILE *file = fopen("secret.bin", "rb");
    if (file == 0 || fread(secret, 1, sizeof secret, file) != sizeof secret) return 2;
    fclose(file);
    ct_key(secret, 32);
    ct_secret(secret + 32, sizeof secret - 32);
    for (int i = 0; i < 4; i++) {
        ct_begin();
        ct_call(ev_hash_message(functions[i], digest, sizeof digest, secret, 100));
        ct_call(ev_hmac_start(&mac, functions[i], secret, 32));
        ct_call(ev_hmac_update(&mac, secret + 32, 70));
        ct_call(ev_hmac_finish(&mac, digest, functions[i]->digest_bytes));
        ct_end();
        digest[secret[1] % functions[i]->digest_bytes] ^= secret[0] & 1;
        ct_begin();
        ct_call(ev_hmac_start(&mac, functions[i], secret, 32));
        ct_call(ev_hmac_update(&mac, secret + 32, 70));
        ct_call(status = ev_hmac_verify(&mac, digest, functions[i]->digest_bytes));
        ct_end();
        if (status != (secret[0] & 1 ? EV_BAD_TAG : EV_OK)) return 1;
    }
    return 0;
}
