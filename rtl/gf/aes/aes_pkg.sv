// SPDX-License-Identifier: Apache-2.0
// What the next four words of an AES key schedule need besides the words before them: which word
// goes through the S-box, and with which constant (FIPS 197, 5.2). A step makes words 4j to 4j+3.
package aes_pkg;

  typedef enum logic [2:0] {
    EXPAND_128,          // 4 words: word 4j is special
    EXPAND_192_FIRST,    // 6 words, j = 1: words 4 and 5 are the key's, word 6 is special
    EXPAND_192_NONE,     // 4j mod 6 = 2: no word is special
    EXPAND_192_LOWEST,   // 4j mod 6 = 0: word 4j is special
    EXPAND_192_MIDDLE,   // 4j mod 6 = 4: word 4j+2 is special
    EXPAND_256_ROTATED,  // 8 words, j even: word 4j is special
    EXPAND_256_PLAIN     // j odd: word 4j is special, neither rotated nor with a constant
  } expand_e;

endpackage : aes_pkg
