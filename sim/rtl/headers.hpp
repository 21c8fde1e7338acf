// SPDX-License-Identifier: Apache-2.0
// What every part of a Verilated model includes, compiled once for all models with the same
// run-time library.
#pragma once

#include <verilated.h>

#include "core/headers.hpp"
