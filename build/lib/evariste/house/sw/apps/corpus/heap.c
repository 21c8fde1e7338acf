// SPDX-License-Identifier: Apache-2.0
// malloc, calloc, realloc and free, with a pattern checked in every block; an impossible request gives NULL.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    uint8_t *blocks[40];
    uint32_t state = 7;
    unsigned size[40], bad = 0;
    memset(blocks, 0, sizeof blocks);
    for (int round = 0; round < 400; round++) {
        state = state * 1664525u + 1013904223u;
        const unsigned i = (state >> 8) % 40;
        if (blocks[i]) {
            for (unsigned j = 0; j < size[i]; j++) bad += blocks[i][j] != (uint8_t)(i + j);
            if (state >> 30 == 0) {
                free(blocks[i]);
                blocks[i] = NULL;
                continue;
            }
        }
        size[i] = 1 + (state >> 16) % 1500;
        blocks[i] = realloc(blocks[i], size[i]);
        if (!blocks[i]) return 1;
        for (unsigned j = 0; j < size[i]; j++) blocks[i][j] = (uint8_t)(i + j);
    }
    for (int i = 0; i < 40; i++) free(blocks[i]);
    printf("bad bytes %u\n", bad);
    struct node *list = NULL;
    for (int i = 0; i < 100; i++) {
        struct node *node = calloc(1, sizeof *node);
        bad += node->value;
        node->next = list;
        node->value = i;
        list = node;
    }
    int sum = 0;
    while (list) {
        struct node *next = list->next;
        sum = sum * 7 + list->value;
        free(list);
        list = next;
    }
    volatile size_t impossible = 0x7fffffff;
    void *none = malloc(impossible);
    printf("%d %u %s\n", sum, bad, none == NULL || sizeof(void *) > 4 ? "refused" : "granted");
    free(none);
    return 0;
}
