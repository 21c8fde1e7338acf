// SPDX-License-Identifier: Apache-2.0
// What a backend provides for AES and GHASH. Included by the library and by the backends. Not for programs.
//
// A backend is a folder of sw/low. The file NAME.c or NAME.S of a backend takes the place of portable's file of that
// name. Files and functions:
//
//   evariste/backend/aes.h
//                         EV_AES_SCHEDULE_WORDS, EV_GHASH_KEY_WORDS: words of an expanded key, of a prepared hash key.
//                         The layout is the backend's own. EV_AES_STACK_WORDS: below
//   aes_set_key           ev_aes_set_key (evariste/aes.h)
//   aes_encrypt           ev_aes_encrypt, and ev_aes_encrypt_words unless a file aes_encrypt_words has it
//   aes_decrypt           ev_aes_decrypt, and ev_aes_decrypt_words unless a file aes_decrypt_words has it
//   aes_ctr_words         ev_aes_ctr_words
//   aes_cbc_mac_words     ev_aes_cbc_mac_words
//   aes_ccm_words         ev_aes_ccm_encrypt_words, ev_aes_ccm_decrypt_words
//   wipe_words            ev_wipe_words, ev_wipe_stack (wipe_stack.h), for all families
//   ghash_blocks          ev_ghash_blocks, and ev_ghash_expand unless a file ghash_set_key has it
//
// A backend may define EV_AES_HAS_MODE_WORDS in evariste/backend/aes.h, for kernels of whole modes:
//
//   aes_cbc_words         ev_aes_cbc_encrypt_words, ev_aes_cbc_decrypt_words
//   aes_gcm_words         ev_aes_gcm_words, ev_aes_gcm_hash_words; EV_AES_GCM_HASH_BLOCKS is from how many blocks on the
//                         second is faster than ev_ghash_blocks
//   aes_ocb_words         ev_aes_ocb_words
//
// For all of them:
//   * The caller has checked everything: keys are set, pointers are valid, lengths are within the modes' limits. The
//     functions return no status. ev_aes_set_key is public, so it checks its own arguments.
//   * Words are aligned to 4 bytes. `out` equals `in`, or the two are apart. A counter or chain is apart from both.
//   * 0 blocks are allowed, but for kernels of whole modes: nothing is read or written.
//   * Secret: the bytes of the key, the expanded key, H, and every byte of blocks, chains and y. The number of blocks,
//     key->rounds, addresses and the counter are public. Time and addresses depend on public values only (not so in
//     the backend `table`, which is for measurements).
//   * ev_aes_set_key, ev_aes_encrypt and ev_aes_decrypt leave no subkey and no text on the stack. The other functions
//     may: the library clears EV_AES_STACK_WORDS words below its own frame before it returns to a program
//     (verify/aes/test_stack.py looks for what is left).
#ifndef EVARISTE_AES_BACKEND_H
#define EVARISTE_AES_BACKEND_H

#include <evariste/aes.h>
#include <evariste/ghash.h>

// out = in encrypted or decrypted: consecutive blocks, each independent of the others.
void ev_aes_encrypt_words(const ev_aes_key_t *key, uint32_t *out, const uint32_t *in, size_t blocks);
void ev_aes_decrypt_words(const ev_aes_key_t *key, uint32_t *out, const uint32_t *in, size_t blocks);

// out = in + the keystream of `blocks` consecutive counter blocks. They count in the big-endian number in the last four
// bytes, which may wrap to 0 only after the last block. Afterwards `counter` is the block after the last.
void ev_aes_ctr_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t blocks);

// chain = E(chain + block) for each block.
void ev_aes_cbc_mac_words(const ev_aes_key_t *key, uint32_t chain[4], const uint32_t *in, size_t blocks);

// Both at once, for CCM. The chain takes the plaintext: `in` when encrypting, else `out`.
void ev_aes_ccm_encrypt_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t chain[4], uint32_t *out,
                              const uint32_t *in, size_t blocks);
void ev_aes_ccm_decrypt_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t chain[4], uint32_t *out,
                              const uint32_t *in, size_t blocks);

#ifdef EV_AES_HAS_MODE_WORDS
// CBC. Afterwards the chain is the last block of ciphertext.
void ev_aes_cbc_encrypt_words(const ev_aes_key_t *key, uint32_t chain[4], uint32_t *out, const uint32_t *in,
                              size_t blocks);
void ev_aes_cbc_decrypt_words(const ev_aes_key_t *key, uint32_t chain[4], uint32_t *out, const uint32_t *in,
                              size_t blocks);

// CTR and GHASH of the ciphertext, under H = E(0). The counter's last word may wrap. y as below.
void ev_aes_gcm_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t y[4], uint32_t *out, const uint32_t *in,
                      size_t blocks, int encrypting);

// GHASH alone, under the same H: of additional data.
void ev_aes_gcm_hash_words(const ev_aes_key_t *key, uint32_t y[4], const uint32_t *in, size_t blocks);

// The first blocks of an OCB message: `first` is the offset before them, `last` that of the last one. The checksum is
// the sum of the plaintext.
void ev_aes_ocb_words(const ev_aes_key_t *key, const uint32_t first[4], const uint32_t last[4], const uint32_t l_dollar[4],
                      uint32_t checksum[4], uint32_t *out, const uint32_t *in, size_t blocks, int encrypting);
#endif

// Prepares the 16 bytes of H, at any alignment.
void ev_ghash_expand(ev_ghash_key_t *key, const void *h);

// For each block: y = (y + block) H. The words of y are as in evariste/ghash.h, those of `in` as in memory.
void ev_ghash_blocks(const ev_ghash_key_t *key, uint32_t y[4], const uint32_t *in, size_t blocks);

// The library has these for kernels in assembly, which may call them for buffers that are not aligned.
void ev_aes_encrypt_unaligned(const ev_aes_key_t *key, void *out, const void *in);
void ev_aes_decrypt_unaligned(const ev_aes_key_t *key, void *out, const void *in);

#endif
