// SPDX-License-Identifier: Apache-2.0
// What every function of the library that can fail returns: one list for all families.
//
// ```c
// #include <evariste/status.h>
// #include <string.h>
//
// int main(void) {
//     ev_status_t status = EV_TOO_SMALL;
//     return strcmp(ev_status_text(status), "A buffer is too small.");
// }
// ```
//
// 0 is success. A function that returns anything else has left its outputs as they were, or has cleared them where its
// header says so. If several statuses apply, the header of the function says which one is returned.
#ifndef EVARISTE_STATUS_H
#define EVARISTE_STATUS_H

#include <stddef.h>
#include <stdint.h>

// Each line: the name without its prefix, and the sentence. New lines go to the end of their group; numbers may change
// between versions, names do not.
#define EV_STATUS_LIST(X)                                                                                      \
    X(OK, "Success.")                                                                                          \
    /* any family */                                                                                           \
    X(NULL, "A pointer is missing where bytes are needed.")                                                    \
    X(BAD_LENGTH, "A length is not one that the function takes, or is above the standard's limit.")            \
    X(TOO_SMALL, "A buffer is too small.")                                                                     \
    X(OVERLAP, "Two buffers overlap in a way that the function does not allow.")                               \
    X(BAD_ORDER, "A call of a streaming interface came out of order.")                                         \
    X(NO_UNIT, "The machine that runs the program lacks the unit that this needs.")                            \
    /* ciphers and hashes */                                                                                   \
    X(BAD_KEY_LENGTH, "The key does not have one of the algorithm's lengths.")                                 \
    X(BAD_NONCE_LENGTH, "The nonce does not have one of the mode's lengths.")                                  \
    X(BAD_TAG_LENGTH, "The tag does not have one of the mode's lengths.")                                      \
    X(BAD_PADDING, "The padding of the decrypted message is wrong.")                                           \
    X(BAD_TAG, "The message is not authentic.")                                                                \
    /* codes */                                                                                                \
    X(UNCORRECTABLE, "The word is beyond correction and was left as it came.")                                 \
    X(BAD_ERASURE, "An erased position lies outside the word or is named twice.")                              \
    X(BAD_SYMBOL, "A symbol has a bit that its field does not have, or a word has a bit above its length.")    \
    X(BAD_DEGREE, "The polynomial does not have a degree that this function takes.")                           \
    X(REDUCIBLE, "The field polynomial is reducible, so it makes no field.")                                   \
    X(NOT_PRIMITIVE, "The field polynomial is irreducible but not primitive: x does not generate the field.")  \
    X(BAD_CODE_LENGTH, "The code is longer than 2^m - 1 symbols, or shorter than 2.")                          \
    X(BAD_DIMENSION, "The number of message symbols is not between 1 and n - 1.")                              \
    X(BAD_STEP, "The generator step has a factor in common with 2^m - 1.")                                     \
    X(BAD_PUNCTURING, "The function does not take a punctured code.")                                          \
    X(BAD_CAPABILITY, "A BCH code of this length that corrects this many errors has no message bits.")         \
    X(NOT_A_CODEWORD, "The word is not a codeword.")                                                           \
    X(BAD_CRC, "A parameter of the checksum has a bit above its width, or the polynomial lacks the term 1.")   \
    /* curves */                                                                                               \
    X(BAD_FORMAT, "The first octet of the encoded point is not 2, 3 or 4, or there is no such form.")          \
    X(HYBRID_POINT, "The point is encoded in hybrid form, which is not read here.")                            \
    X(OUT_OF_FIELD, "A coordinate is not an element of the curve's field.")                                    \
    X(NOT_ON_CURVE, "There is no such point on the curve.")                                                    \
    X(INFINITY, "The point at infinity is not allowed here.")                                                  \
    X(SMALL_ORDER, "The order of the point divides the cofactor.")                                             \
    X(WRONG_SUBGROUP, "The point is on the curve, but it is no multiple of the base point.")                   \
    X(SCALAR_ZERO, "The scalar is 0.")                                                                         \
    X(SCALAR_TOO_LARGE, "The scalar is not below the order of the base point.")                                \
    X(BAD_SIGNATURE, "The signature is not one of this message under this key.")                               \
    X(BAD_DIGEST, "The digest has no bytes, or more than any hash function gives.")                            \
    X(CURVE_MISMATCH, "Two keys are on different curves, or a key names two curves.")                          \
    X(KEY_MISMATCH, "The public key beside the private key is not the one that belongs to it.")                \
    X(BAD_ENCODING, "The bytes are not the encoding that the standard prescribes.")                            \
    X(BAD_ALGORITHM, "The key is not for elliptic curves.")                                                    \
    X(BAD_VERSION, "The encoded key has a version that is not read here.")                                     \
    X(UNKNOWN_CURVE, "The key is on a curve that is not in the given set, or does not name its curve.")        \
    X(EXPLICIT_CURVE, "The key describes its curve by explicit parameters; only named curves are read.")       \
    X(ENCRYPTED, "The key is encrypted.")                                                                      \
    X(BAD_LABEL, "The text has no PEM block with this label.")

#define EV_STATUS_NAMED(name, text) EV_##name,
typedef enum { EV_STATUS_LIST(EV_STATUS_NAMED) EV_STATUS_COUNT } ev_status_t;
#undef EV_STATUS_NAMED

#ifdef __cplusplus
extern "C" {
#endif

// One sentence in English, for any value: of no use to a program, of some to a reader of its log.
const char *ev_status_text(ev_status_t status);

#ifdef __cplusplus
}
#endif

#endif
