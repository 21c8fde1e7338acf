// SPDX-License-Identifier: Apache-2.0
// Deep and branching recursion: Ackermann, towers of Hanoi, queens, permutations.
#include <stdio.h>

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static unsigned moves;
static void hanoi(int n, int from, int to) {
    if (n == 0) return;
    hanoi(n - 1, from, 6 - from - to);
    moves = moves * 3 + (unsigned)(from * 4 + to);
    hanoi(n - 1, 6 - from - to, to);
}

static int queens(int n, int row, unsigned columns, unsigned left, unsigned right) {
    if (row == n) return 1;
    int found = 0;
    for (unsigned free = ~(columns | left | right) & ((1u << n) - 1); free; free &= free - 1) {
        const unsigned one = free & -free;
        found += queens(n, row + 1, columns | one, (left | one) << 1, (right | one) >> 1);
    }
    return found;
}

static void permute(char *text, int at) {
    if (!text[at]) {
        printf("%s ", text);
        return;
    }
    for (int i = at; text[i]; i++) {
        char c = text[at];
        text[at] = text[i];
        text[i] = c;
        permute(text, at + 1);
        text[i] = text[at];
        text[at] = c;
    }
}

int main(void) {
    printf("%u %u\n", ackermann(2, 9), ackermann(3, 3));
    hanoi(8, 1, 3);
    printf("%u\n%d\n", moves, queens(6, 0, 0, 0, 0));
    char text[] = "abcd";
    permute(text, 0);
    printf("\n");
    return 0;
}
