// SPDX-License-Identifier: Apache-2.0
// newlib's error numbers, for programs that are linked with it. Source: newlib,
// libc/include/sys/errno.h. The numbers up to 34 are the same on every Unix. Above 34 the host's
// numbers mean something else in newlib.
#pragma once

#include <cerrno>

namespace evariste::host {

// newlib's number for the host's error. EIO if newlib does not have it.
constexpr int newlib_errno(int error) {
  switch (error) {
    case EDEADLK:
      return 45;
    case ENOLCK:
      return 46;
    case EPROTO:
      return 71;
    case EBADMSG:
      return 77;
    case ENOSYS:
      return 88;
    case ENOTEMPTY:
      return 90;
    case ENAMETOOLONG:
      return 91;
    case ELOOP:
      return 92;
    case EOPNOTSUPP:
      return 95;
    case ENOBUFS:
      return 105;
    case ETIMEDOUT:
      return 116;
    case EDQUOT:
      return 132;
    case ESTALE:
      return 133;
    case EOVERFLOW:
      return 139;
    case ECANCELED:
      return 140;
    default:
      return error >= 0 && error <= ERANGE ? error : EIO;
  }
}

}  // namespace evariste::host
