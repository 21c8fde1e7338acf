// SPDX-License-Identifier: Apache-2.0
// A unit for whole operations, beside the kernels of gf2m_kernels.h (gf2m_backend.h, GF2M_HAS_ACCELERATOR): there is none.
