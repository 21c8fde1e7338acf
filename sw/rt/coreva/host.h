// SPDX-License-Identifier: Apache-2.0
// Calls of the host: Arm's semihosting, with its numbers.
#ifndef EVARISTE_HOST_H
#define EVARISTE_HOST_H
enum {
    HOST_OPEN = 0x01,
    HOST_CLOSE = 0x02,
    HOST_WRITE = 0x05,
    HOST_READ = 0x06,
    HOST_SEEK = 0x0A,
    HOST_LENGTH = 0x0C,
    HOST_REMOVE = 0x0E,
    HOST_COMMAND_LINE = 0x15,
};
int host_call(int operation, void *parameter);
#endif
