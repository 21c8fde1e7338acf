// SPDX-License-Identifier: Apache-2.0
// setjmp and longjmp out of nested calls, with values kept in registers that a call preserves.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf out;

static int dive(int depth, int bottom) {
    if (depth == bottom) longjmp(out, depth + 100);
    return depth > 1000 ? 0 : dive(depth + 1, bottom) + depth;
}

int main(void) {
    volatile int round = 0;
    for (volatile int bottom = 1; bottom < 30; bottom += 7) {
        const int kept = bottom * 3 + 1;
        const int value = setjmp(out);
        if (value == 0) {
            printf("never %d\n", dive(0, bottom));
        } else {
            round++;
            printf("round %d value %d kept %d\n", round, value, kept);
        }
    }
    if (setjmp(out) == 0) longjmp(out, 0);
    printf("zero becomes one\n");
    return 0;
}
