// SPDX-License-Identifier: Apache-2.0
// The words of fields that a task keeps while it waits: two for each field register that the backend's cores have.
#ifndef EVARISTE_TASKS_FIELDS_H
#define EVARISTE_TASKS_FIELDS_H

#if __has_include(<evariste/backend/extensions.h>)
#include <evariste/backend/extensions.h>
#endif

#if EV_SECOND_FIELD
#define TASK_FIELD_WORDS 4
#else
#define TASK_FIELD_WORDS 2
#endif

#endif
