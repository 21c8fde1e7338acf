// SPDX-License-Identifier: Apache-2.0
// A driver on another core than ours: a b mod p for P-256 through the generated header. The test that compiles it for its
// own processor is the bus, and the memory in which the slots are.
#include <stdint.h>

uint32_t (*bus_read)(uint32_t offset);
void (*bus_write)(uint32_t offset, uint32_t value);
void (*ram_write)(uint32_t address, uint32_t value);
uint32_t (*ram_read)(uint32_t address);

#define MONTE_BUS_WRITE(offset, value) bus_write(offset, value)
#define MONTE_BUS_READ(offset) bus_read(offset)
#include "monte_commands.h"

enum { WORDS = 8, BASE = 0x1000 };
enum { P, R2, A, B };  // slots

static void put(unsigned slot, const uint32_t *value) {
  for (unsigned i = 0; i < WORDS; ++i) ram_write(BASE + 4 * (slot * WORDS + i), value[i]);
}

// Gives the error of the accelerator, 0 for none.
uint32_t product(uint32_t ram, uint32_t *result, const uint32_t *a, const uint32_t *b) {
  static const uint32_t modulus[] = MONTE_256_MODULUS, r2[] = MONTE_256_R2;
  uint32_t status;
  put(P, modulus);
  put(R2, r2);
  put(A, a);
  put(B, b);
  MONTE_SET(MONTE_BASE, ram + BASE);
  MONTE_SET(MONTE_DIGITS0, MONTE_256_DIGITS0);
  MONTE_SET(MONTE_DIGITS1, MONTE_256_DIGITS1);
  MONTE_SET(MONTE_CONFIG, MONTE_256_CONFIG);
  PSETP(P);
  PMUL(A, A, R2);  // a R
  PMUL(A, A, B);   // a b
  MONTE_GET(status, MONTE_WAIT);
  for (unsigned i = 0; i < WORDS; ++i) result[i] = ram_read(BASE + 4 * (A * WORDS + i));
  return status & 15;
}
