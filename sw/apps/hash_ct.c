// SPDX-License-Identifier: Apache-2.0
// For `ev ct`: SHA-224 to SHA-512 of a secret message and HMAC under a secret key.
#include <stdio.h>

#include "ct.h"
#include "hash.h"

int main(void) {
    static const hash_function *const functions[] = {&hash_sha224, &hash_sha256, &hash_sha384, &hash_sha512};
    static uint8_t secret[128], digest[HASH_OCTETS_MAX];
    static hmac_state mac;
    FILE *file = fopen("secret.bin", "rb");
    if (file == 0 || fread(secret, 1, sizeof secret, file) != sizeof secret) return 2;
    fclose(file);
    for (int i = 0; i < 4; i++) {
        ct_begin();
        hash_once(functions[i], digest, secret, 100);
        hmac_start(&mac, functions[i], secret, 32);
        hmac_update(&mac, secret + 32, 70);
        hmac_finish(&mac, digest);
        ct_end();
    }
    return 0;
}
