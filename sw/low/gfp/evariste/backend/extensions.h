// SPDX-License-Identifier: Apache-2.0
// The extensions of the unit that the cores of this backend have (operations.h): none.
#ifndef EVARISTE_BACKEND_EXTENSIONS_H
#define EVARISTE_BACKEND_EXTENSIONS_H

#define EV_GFMAC32 0
#define EV_GFMA 0
#define EV_SECOND_FIELD 0
#define EV_GFTST 0
#define EV_GFROR 0

#endif
