// SPDX-License-Identifier: Apache-2.0
// The operations of <stdatomic.h>, for which clang calls functions. There is one core and no interrupt, so nothing
// comes between a read and a write, and the order of memory that a caller asks for is always kept.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Of `bytes` bytes: reads the old value, writes the new one.
#define CHANGE(name, bytes, type, changed)                                          \
    type __atomic_##name##_##bytes(volatile void *at, type value, int order) {      \
        volatile type *place = at;                                                  \
        const type old = *place;                                                    \
        (void)order;                                                                \
        *place = (type)(changed);                                                   \
        return old;                                                                 \
    }

#define OPERATIONS(bytes, type)                                                     \
    CHANGE(exchange, bytes, type, value)                                            \
    CHANGE(fetch_add, bytes, type, old + value)                                     \
    CHANGE(fetch_sub, bytes, type, old - value)                                     \
    CHANGE(fetch_and, bytes, type, old &value)                                      \
    CHANGE(fetch_or, bytes, type, old | value)                                      \
    CHANGE(fetch_xor, bytes, type, old ^ value)                                     \
    CHANGE(fetch_nand, bytes, type, ~(old & value))                                 \
    type __atomic_load_##bytes(const volatile void *at, int order) {                \
        (void)order;                                                                \
        return *(const volatile type *)at;                                          \
    }                                                                               \
    void __atomic_store_##bytes(volatile void *at, type value, int order) {         \
        (void)order;                                                                \
        *(volatile type *)at = value;                                               \
    }                                                                               \
    bool __atomic_compare_exchange_##bytes(volatile void *at, void *expected,       \
                                           type value, int success, int failure) {  \
        volatile type *place = at;                                                  \
        const type old = *place, wanted = *(type *)expected;                        \
        (void)success, (void)failure;                                               \
        if (old == wanted) {                                                        \
            *place = value;                                                         \
        } else {                                                                    \
            *(type *)expected = old;                                                \
        }                                                                           \
        return old == wanted;                                                       \
    }

OPERATIONS(1, uint8_t)
OPERATIONS(2, uint16_t)
OPERATIONS(4, uint32_t)
OPERATIONS(8, uint64_t)

// clang has built-in functions of these names. The others are for objects of any size.
bool atomic_is_free(size_t bytes, const volatile void *at) __asm__("__atomic_is_lock_free");
void atomic_load_of(size_t bytes, const void *at, void *to, int order) __asm__("__atomic_load");
void atomic_store_of(size_t bytes, void *at, const void *from, int order) __asm__("__atomic_store");
void atomic_exchange_of(size_t bytes, void *at, const void *from, void *to, int order) __asm__("__atomic_exchange");
bool atomic_compare_exchange_of(size_t bytes, void *at, void *expected, const void *from, int success,
                                int failure) __asm__("__atomic_compare_exchange");

bool atomic_is_free(size_t bytes, const volatile void *at) {
    (void)bytes, (void)at;
    return true;
}

void atomic_load_of(size_t bytes, const void *at, void *to, int order) {
    (void)order;
    memcpy(to, at, bytes);
}

void atomic_store_of(size_t bytes, void *at, const void *from, int order) {
    (void)order;
    memcpy(at, from, bytes);
}

void atomic_exchange_of(size_t bytes, void *at, const void *from, void *to, int order) {
    (void)order;
    memcpy(to, at, bytes);
    memcpy(at, from, bytes);
}

bool atomic_compare_exchange_of(size_t bytes, void *at, void *expected, const void *from, int success, int failure) {
    const bool same = memcmp(at, expected, bytes) == 0;
    (void)success, (void)failure;
    memcpy(same ? at : expected, same ? from : at, bytes);
    return same;
}
