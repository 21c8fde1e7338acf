// SPDX-License-Identifier: Apache-2.0
// Every way into and out of a function, each a known number of times: the comments count.

#include <setjmp.h>

int recurse(int n);
int tail_first(int n);
void supervisor(void);
void leaf(void);

static jmp_buf place;

__attribute__((noinline)) void jump_out(void) { longjmp(place, 1); }

__attribute__((noinline)) void before_jump(void) {
    jump_out();
    __asm volatile("nop");  // not a tail call
}

int main(void) {
    if (recurse(5) != 5) return 1;     // recurse: 6
    for (int i = 0; i < 3; i++) {      // tail_first, tail_second: 3; leaf, called by the second: 3
        if (tail_first(i) != i + 1) return 2;
    }
    if (setjmp(place) == 0) before_jump();  // before_jump, jump_out: 1
    supervisor();                      // SVC_Handler: 4
    leaf();                            // leaf: 4 with the three above
    return 0;
}
