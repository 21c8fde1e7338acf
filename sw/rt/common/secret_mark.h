// SPDX-License-Identifier: Apache-2.0
// Notes for `ev ct --taint`: at this instruction, memory or a value becomes secret or public (doc/constant-time.md).
//
// A note is a `nop` and an entry in a section that is not loaded. The entry has the address of the `nop`, the kind of
// the note, the names of two registers, and the place in the source. So it works on any machine with GNU assembler
// syntax. The `nop` keeps the note apart from other paths that lead to the instruction behind it.
#ifndef EVARISTE_SECRET_MARK_H
#define EVARISTE_SECRET_MARK_H

#define EV_NOTE_TEXT_2(x) #x
#define EV_NOTE_TEXT(x) EV_NOTE_TEXT_2(x)
// The linker drops entries of functions that it drops, without a word, if the section has the name of a debugging one.
#define EV_NOTE(kind, first, second)                                                                      \
    "1: nop\n\t.pushsection .debug_ev_marks,\"\",%%progbits\n\t.4byte 1b\n\t.asciz \"" kind "\", \"" first \
    "\", \"" second "\", \"" __FILE__ ":" EV_NOTE_TEXT(__LINE__) "\"\n\t.popsection"

#ifdef __riscv  // evariste/vliw knows no text in asm statements: `ev ct` compares runs, and notes say nothing
#define EV_NOTE_BYTES(kind, pointer, bytes) __asm__ __volatile__("" ::"r"(pointer), "r"(bytes) : "memory")
#define EV_NOTE_VALUE(kind, variable) __asm__ __volatile__("" : "+r"(variable))
#define EV_NOTE_HERE(kind) __asm__ __volatile__("" ::: "memory")
#else
// The bytes at `pointer` become secret, or public.
#define EV_NOTE_BYTES(kind, pointer, bytes) \
    __asm__ __volatile__(EV_NOTE(kind, "%0", "%1")::"r"(pointer), "r"(bytes) : "memory")
// The value of a variable of at most 32 bits becomes public.
#define EV_NOTE_VALUE(kind, variable) __asm__ __volatile__(EV_NOTE(kind, "%0", "") : "+r"(variable))
// A place that has no operands.
#define EV_NOTE_HERE(kind) __asm__ __volatile__(EV_NOTE(kind, "", "")::: "memory")
#endif

#endif
