// SPDX-License-Identifier: Apache-2.0
// The standard headers that most sources include, compiled once for all of them. Each source names
// those it needs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
