// SPDX-License-Identifier: Apache-2.0
// The extensions of the unit that the cores of this backend have (operations.h): those of the configuration `fast`.
#ifndef EVARISTE_BACKEND_EXTENSIONS_H
#define EVARISTE_BACKEND_EXTENSIONS_H

#define EV_GFMAC32 1
#define EV_GFMA 1
#define EV_SECOND_FIELD 1
#define EV_GFTST 1
#define EV_GFROR 1

#endif
