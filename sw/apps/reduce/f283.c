// SPDX-License-Identifier: Apache-2.0
// Reduction modulo x^283 + x^12 + x^7 + x^5 + 1 in 32-bit C, as software on a
// core without an accelerator does it (Guide to Elliptic Curve Cryptography,
// algorithm 2.43): three forms, which compilers treat differently. The program
// reduces a few products, and prints the results.

#include <stdint.h>
#include <stdio.h>

enum { WORDS = 18, RESULT = 9, ROUNDS = 8 };

#define LOW(t) ((t) << 5 ^ (t) << 10 ^ (t) << 12 ^ (t) << 17)
#define HIGH(t) ((t) >> 27 ^ (t) >> 22 ^ (t) >> 20 ^ (t) >> 15)
#define TOP(t) ((t) ^ (t) << 5 ^ (t) << 7 ^ (t) << 12)

// In place, on the array.
void reduce_in_place(uint32_t *c);
void reduce_in_place(uint32_t *c) {
  uint32_t t;
#define STEP(i)                                                                \
  t = c[i];                                                                    \
  c[(i) - 9] ^= LOW(t);                                                        \
  c[(i) - 8] ^= HIGH(t)
  STEP(17);
  STEP(16);
  STEP(15);
  STEP(14);
  STEP(13);
  STEP(12);
  STEP(11);
  STEP(10);
  STEP(9);
#undef STEP
  t = c[8] >> 27;
  c[0] ^= TOP(t);
  c[8] &= 0x7FFFFFF;
}

// All words in variables.
void reduce_in_variables(uint32_t *restrict r, const uint32_t *restrict c);
void reduce_in_variables(uint32_t *restrict r, const uint32_t *restrict c) {
  uint32_t g = c[17], h = c[16], t;
  uint32_t r8 = c[8] ^ LOW(g) ^ HIGH(h), c9 = c[9] ^ HIGH(g);
#define STEP(i)                                                                \
  g = h;                                                                       \
  h = c[(i) - 1];                                                              \
  r[(i) - 9] = c[(i) - 9] ^ LOW(g) ^ HIGH(h)
  STEP(16);
  STEP(15);
  STEP(14);
  STEP(13);
  STEP(12);
  STEP(11);
#undef STEP
  r[1] = c[1] ^ LOW(h) ^ HIGH(c9);
  t = r8 >> 27;
  r[0] = c[0] ^ LOW(c9) ^ TOP(t);
  r[8] = r8 & 0x7FFFFFF;
}

// A loop over a copy.
void reduce_in_a_loop(uint32_t *r, const uint32_t *c);
void reduce_in_a_loop(uint32_t *r, const uint32_t *c) {
  uint32_t w[WORDS], t;
  for (int i = 0; i < WORDS; i++)
    w[i] = c[i];
  for (int i = WORDS - 1; i >= RESULT; i--) {
    t = w[i];
    w[i - 9] ^= LOW(t);
    w[i - 8] ^= HIGH(t);
  }
  t = w[8] >> 27;
  w[0] ^= TOP(t);
  w[8] &= 0x7FFFFFF;
  for (int i = 0; i < RESULT; i++)
    r[i] = w[i];
}

static void show(const char *form, const uint32_t *r) {
  printf("%s ", form);
  for (int i = RESULT - 1; i >= 0; i--)
    printf("%08lx", (unsigned long)r[i]);
  printf("\n");
}

int main(void) {
  uint32_t c[WORDS], r[RESULT], x = 1;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < WORDS; i++)
      c[i] = x = x * 1664525 + 1013904223;
    c[WORDS - 1] &= 0x1FFFFF; // 565 bits
    printf("product ");
    for (int i = WORDS - 1; i >= 0; i--)
      printf("%08lx", (unsigned long)c[i]);
    printf("\n");
    reduce_in_variables(r, c);
    show("variables", r);
    reduce_in_a_loop(r, c);
    show("loop", r);
    reduce_in_place(c);
    show("place", c);
  }
  return 0;
}
