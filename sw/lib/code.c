// SPDX-License-Identifier: Apache-2.0
// The status values in words (see code.h).

#include "code.h"

const char *ev_code_sentence(int status) {
    if (status > 0) return "The word was corrected.";
    switch (status) {
        case CODE_OK: return "The word is clean.";
        case CODE_UNCORRECTABLE: return "The word is beyond correction and was left as it came.";
        case CODE_BAD_ERASURE: return "An erased position lies outside the word or is named twice.";
        case CODE_BAD_DEGREE: return "The field polynomial's degree is not one this codec has.";
        case CODE_REDUCIBLE: return "The field polynomial is reducible, so it makes no field.";
        case CODE_NOT_PRIMITIVE: return "The field polynomial is irreducible but not primitive: x does not generate the field.";
        case CODE_BAD_LENGTH: return "The code is longer than 2^m - 1 symbols, or shorter than 2.";
        case CODE_BAD_DIMENSION: return "The number of message symbols is not between 1 and n - 1.";
        case CODE_BAD_STEP: return "The generator step has a factor in common with 2^m - 1.";
        case CODE_BAD_PUNCTURING: return "At least one check symbol must be left after puncturing.";
        case CODE_BAD_CAPABILITY: return "A BCH code of this length that corrects this many errors has no message bits.";
        case CODE_BAD_SYMBOL: return "A symbol has a bit that its field does not have, or a word has a bit above its length.";
        default: return "This is not a status of the code library.";
    }
}
