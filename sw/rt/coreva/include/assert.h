// SPDX-License-Identifier: Apache-2.0
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : ev_assert_failed(#condition, __FILE__, __LINE__))
#endif
void ev_assert_failed(const char *what, const char *file, int line) __attribute__((noreturn));
