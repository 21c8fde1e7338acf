# SPDX-License-Identifier: Apache-2.0
"""What the hash functions and HMAC refuse, and that a refused call changes nothing."""

import pytest

from evariste import machines
from verify.statuses import said

HASH = {
    "no function": "NULL",
    "no digest": "NULL",
    "no data": "NULL",
    "nothing to hash": "OK",
    "small digest": "TOO_SMALL",
    "start without function": "NULL",
    "update before start": "BAD_ORDER",
    "finish before start": "BAD_ORDER",
    "start": "OK",
    "update without data": "NULL",
    "update with nothing": "OK",
    "finish to small digest": "TOO_SMALL",
    "finish without digest": "NULL",
    "finish": "OK",
    "finish again": "BAD_ORDER",
    "update after finish": "BAD_ORDER",
    "update after clear": "BAD_ORDER",
    "three bytes where two are left": "BAD_LENGTH",
    "two bytes where two are left": "OK",
    "one byte where none is left": "BAD_LENGTH",
    "finish the longest message": "OK",
    "digest over its message": "right",
}
HMAC = {
    "tag without function": "NULL",
    "tag without key": "NULL",
    "tag under the empty key": "OK",
    "tag to nowhere": "NULL",
    "tag without message": "NULL",
    "tag of nothing": "OK",
    "tag of 3 bytes": "BAD_TAG_LENGTH",
    "tag of 4 bytes": "OK",
    "tag longer than the digest": "BAD_TAG_LENGTH",
    "HMAC start without function": "NULL",
    "HMAC start without key": "NULL",
    "HMAC update before start": "BAD_ORDER",
    "HMAC finish before start": "BAD_ORDER",
    "verify before start": "BAD_ORDER",
    "update without message": "NULL",
    "finish to nowhere": "NULL",
    "finish with 3 bytes": "BAD_TAG_LENGTH",
    "verify 3 bytes": "BAD_TAG_LENGTH",
    "verify nothing": "NULL",
    "update beyond the longest message": "BAD_LENGTH",
    "verify a wrong tag": "BAD_TAG",
    "verify again": "BAD_ORDER",
    "check the right tag": "OK",
    "check half of the right tag": "OK",
    "wrong tags accepted": "0",
    "check without key": "NULL",
    "check a tag of 3 bytes": "BAD_TAG_LENGTH",
    "HMAC finish after clear": "BAD_ORDER",
}


@pytest.mark.parametrize("backend", machines.default().backends)
def test_each_call_has_the_status_its_header_promises(backend: str) -> None:
    expected = {f"{bits} {what}": status for bits in (224, 256, 384, 512) for what, status in (HASH | HMAC).items()}
    assert said("sw/apps/hash_statuses.c", backend) == expected
