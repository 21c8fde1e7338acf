// SPDX-License-Identifier: Apache-2.0
// The extensions of the unit that the cores of this backend have (operations.h): those of the configuration `fast`.
#ifndef EVARISTE_BACKEND_EXTENSIONS_H
#define EVARISTE_BACKEND_EXTENSIONS_H

#ifndef EV_GFMAC32
#define EV_GFMAC32 1
#endif
#ifndef EV_GFMA
#define EV_GFMA 1
#endif
#ifndef EV_SECOND_FIELD
#define EV_SECOND_FIELD 1
#endif
#ifndef EV_GFTST
#define EV_GFTST 1
#endif
#ifndef EV_GFROR
#define EV_GFROR 1  // and gfldr, gfstr
#endif

#endif
