# SPDX-License-Identifier: Apache-2.0
"""Nothing but sw/lib/secret.h turns a secret into a mask or a condition.

The sources of sw/lib and sw/low are read, all but those that never see a secret. In them no mask is made by hand; what
decides a branch, a loop, a `?:` or a comparison is made of names that are listed here as public: lengths, counters,
what a curve is, a status that the caller gets anyway. A new name in a condition has to be added, and so looked at.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from evariste.paths import ROOT

# Codes, and what is made for them; scalars that are public (ec2_vartime.h, ec2_recode); the paper's own algorithms,
# which are there to be measured; the AES with tables, which leaks by its addresses. Keys and signatures in DER: their
# structure is public, and a scalar in them is only copied.
NO_SECRETS = re.compile(
    r"lib/(bch|rs|crc|code|status|ccsds|gf16|gf_table|chen2017|ec2_recode|ec2_vartime|ec2_curve|ecp_vartime|fp_sqrt_vartime"
    r"|ec_recode|ec_verify|curve_set|der|key_der|ecdsa_der|overlap|secret|kernel_call)"
    r"|low/monte/ecp_accelerated_vartime|low/(coreva|gfp|portable)/(bch|rs|crc|ccsds|chen2017|gf16|gf_values)|low/table/"
)
# Functions that see public values only: a peer's encoding, a signature to verify, the lines of a text.
PUBLIC_FUNCTIONS = {"ev_ec2_check_order", "ev_ec2_in_field", "ev_ec_check_public", "ev_ec_decode", "ev_ec_encode",
                    "ev_ec_mul2_vartime", "ev_ec_mul_vartime", "ev_ec_public_equal", "ev_ecdsa_verify",
                    "ev_pem_decode", "ev_pem_encode", "find_block", "halve",
                    "ev_monte_invert", "ev_monte_invert_beside", "has_small_order", "in_field", "is_header", "lift",
                    "line_length", "make_power", "monte_end",
                    "monte_present", "ones_from", "read_block", "skip", "skip_boundary", "skip_end_of_line", "solve",
                    "why_not_found", "zero_element", "add_points_vartime", "here_mul2_vartime",
                    "times_base_vartime", "add_power", "square_of_r"}  # fmt: skip
# Masks that are none, or of public values.
NO_MASKS = (
    "-(t[0] * c->order_inverse)",              # a number modulo 2^32 of Montgomery's product
    "0 - ev_big_endian(ctr->counter[3])",  # counter blocks until the counter wraps
    "-(int32_t)i]",                            # an index
    "0 - (constant >> 7)",                     # the round constant of a key expansion
)  # fmt: skip

# Names that may stand in any condition: sizes, counters, what a curve is, states of a message, statuses.
PUBLIC_EVERYWHERE = """
    AT_ONCE BITS ENTRIES FEW GF2M_DEGREE H LONGEST LONGEST_AAD LONGEST_MESSAGE SIZE_MAX STEPS TEETH U UINT32_MAX
    UINT64_MAX W
    a_bytes aad_blocks aad_bytes aad_ended aad_left aad_length b_bytes before_wrap bits block_bytes blocks bytes
    capacity column columns digest_bytes ec_is_key ec_is_public_key ev_overlap encrypting ev_aes_is_aligned
    ev_ec_check_scalar ev_meet excess extra_bytes fill from got half i in is_digest is_tag_length iv_bytes j
    key_bytes koblitz left length length_bytes message_ended monte_end needed nonce_bytes now octets order_octets
    order_words out padded pass place random_bytes rest room round rounds shift skip status step tag_bytes tau to tooth
    uintptr_t used used_before whole wide words zeros
"""
PUBLIC = frozenset(PUBLIC_EVERYWHERE.split())
STATUS_OF_ASIP = "ASIP_BUSY ASIP_ERROR_INFINITY ASIP_REGISTER ASIP_STATUS "
# The same for one function, where the name could be a secret elsewhere.
PUBLIC_IN = {
    "BILLIE": "a bit e ev_billie_end sqrt_b",
    "GF2M": "bit k n s GF2M _accelerated_i vword_field billie_field ev_billie_end end_with r slots there"
            " failed MONTE_HAS_BINARY",
    "agree": "h",
    "core_inverse": "n",
    "carry": "n next", "check": "key peer curve", "compress": "k r", "correct": "n", "crypt1": "b",
    "crypt_blocks": "AT_LEAST AT_MOST", "first_blocks": "gray",
    "a_of": "s",
    "ev_asip_absorb_all": "ASIP_MOST_BLOCKS", "ev_asip_get": "count", "ev_asip_point": STATUS_OF_ASIP + "failed",
    "ev_asip_check": "failed", "ev_asip_invert": "failed", "ev_aes_set_key": "ev_asip_key key",
    "ev_asip_put": "count", "ev_asip_stream_all": "ASIP_MOST_BLOCKS", "ev_asip_wait": "ASIP_BUSY status",
    "check_order": "GF2M _accelerated_i cofactor refused tau", "ev_gf2_M_check_i": "sqrt_b",
    "hash_aad": "EV_AES_GCM_HASH_BLOCKS aad ev_aes_is_aligned fill gcm hash",
    "ev_asip_doze": "ASIP_FAILED ev_asip_is_over", "ev_asip_is_over": "ASIP_BUSY ASIP_WORDS_OUT", "ev_asip_sleep": "on",
    "ev_asip_sleeps": "ASIP_IRQ_ENABLE ASIP_REGISTER ASIP_WAKING",
    "ev_asip_width": "info", "get": "ASIP_WORDS_OUT failed numbers result ev_asip_width", "put": "ev_asip_width",
    "result": "ASIP_REGISTER ASIP_STATUS ev_asip_is_over ev_asip_sleeps",
    "ev_ec_inversion_end": "at ev_ec_inversion_slice", "ec_inversion_beside": "at",
    "ev_ec_inversion_slice": "SLICES", "inverse_of": "n", "multiply_base_and_invert": "NUMERATOR c mul_base_beside",
    "ev_ec_inversion_begin": "numerator", "ev_ec_sign": "scaled", "ev_ec_scalar_montgomery": "addend n",
    "ev_monte_add_entry_to_any": "a", "ev_monte_double_binary": "a", "ev_monte_invert_binary": "bit degree",
    "ev_monte_squares": "n", "monte_inverse": "MONTE_ERROR_NONE", "take_comb": "e",
    "OURS": "end_with good r slots sqrt_b",
    "double_affine": "a", "double_point": "a", "ec_room": "key", "ev_aes_add_block": "a", "ev_aes_decrypt": "c q",
    "ev_aes_decrypt_words": "c", "ev_aes_encrypt": "c q", "ev_aes_encrypt_words": "c", "ev_aes_is_aligned": "a b",
    "ev_aes_pad": "count", "ev_aes_planes_add": "k", "ev_aes_planes_clear": "k", "ev_aes_planes_exchange": "k",
    "ev_check_message": "aad nonce tag", "ev_curve_point_bytes": "form", "ev_ec_nonce": "c k",
    "ev_ec_inverse_modulo": "MONTE_HAS_SQUARES POWER_WORDS a inverse modulus monte_inverse monte_present n r there",
    "ev_ec_scalar_from_digest": "n", "ev_ec_scalar_reduce": "s spare",
    "ev_fp_words_add_masked": "n",
    "ev_x25519": "has_small_order peer_bytes u",
    "is_plus": "at bits", "mul": "digits", "mul_base": "BLOCKS block", "odd_multiples": "count", "product": "k n",
    "ev_ec_private_generate": "curve ev_curve_random_bytes", "ev_ec_private_to_octets": "key",
    "ev_ec_public_from_private": "private_key", "ev_ec_public_to_octets": "form key", "ev_ecdsa_sign": "key",
    "ev_gf2_M_accelerated_i": "BILLIE_BUILDS M MONTE_HAS_BINARY billie_field ev_asip_width monte_present vword_field",
    "ev_gf2_M_point_i": "sqrt_b",
    "ev_gf2_233_sqrn_i": "n COREVA_MOST_SQUARES", "ev_gf2_233_sumsqr_i": "COREVA_233_WORDS",
    "ev_coreva_mul_short": "HALF",
    "ev_gf2_M_sqrn_i": "n", "ev_is_missing": "bytes", "ev_meet": "a b", "ev_overlap": "a_bytes b_bytes other",
    "ev_sha256_update": "n", "ev_sha512_update": "n", "ev_wipe": "byte", "expand_128": "index",
    "expand_192": "index k", "four": "count", "from_limbs": "n s w", "here_comb": "GF2M _accelerated_i failed",
    "begin_de": "n", "comb_beside": "GF2M _accelerated_i failed", "de_limbs": "n", "fg_limbs": "n", "end_limbs": "n",
    "here_mul": "good there", "monte_mul": "digits",
    "here_mul_base_beside": "block good there beside", "here_multiply": "good there",
    "monte_begin": "there MONTE_HAS_DIGITS", "square": "n RUN",
    "monte_take_block": "comb end", "monte_add_column": "BLOCKS block comb first",
    "ev_ec_scalar_mul": "a b ev_ec_unit_product order order_inverse order_r2 r",
    "ev_ec_unit_product": "MONTE_ERROR_NONE monte_present",
    "here_ladder": "GF2M _accelerated_i", "here_mul_vartime": "GF2M _accelerated_i", "look_up": "e m mask", "mix": "k",
    "montgomery": "n", "next_words": "constant k", "prepare_inverse": "k", "reduce": "k s terms",
    "reduce_octets": "bit n", "store": "index k", "to_limbs": "n s w", "to_planes": "c",
    "update_de": "n", "update_fg": "n", "vword_field": "level", "wipe": "count",
    "billie_field": "id", "ev_billie_add_to_any": "a", "ev_billie_double": "a", "times": "infinite",
    "ev_billie_end": "BILLIE_ERROR_NONE good status", "finish": "good",
    "words_add": "n", "words_sub": "n", "write_body": "count der_bytes k",
}  # fmt: skip

UNARY = r"(?:(?<=[=(\[{,;&|^?:<>!~+*/%])\s*|(?<=return)\s+|(?<=_t\))\s*|(?<=int\))\s*|(?<=unsigned\))\s*)"
MASKS = {
    "a minus before a value": re.compile(UNARY + r"-\s*[A-Za-z_~(][^,;]*"),
    "nought minus a value": re.compile(r"\b0[uU]?[lL]?\s*-\s*[A-Za-z_~(][^,;]*"),
    "the complement of a difference": re.compile(r"~\s*\([^()]*-[^()]*\)"),
    "the sign or the top bit of a value": re.compile(r">>\s*(31|63)\b[^,;]*"),
}
COMMENT = re.compile(r"//.*?$|/\*.*?\*/", re.M | re.S)
TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
FUNCTION = re.compile(r"^(?!typedef|struct|enum)(?:\w[\w \t]*[ \t*]|)(\w+)\([^;{}()]*\)(?:\([^;{}()]*\))?\s*\{", re.M)


def sources() -> list[Path]:
    found = [p for p in sorted((ROOT / "sw").glob("l*/**/*.[ch]")) if p.parent.name != "rt"]
    return [p for p in found if not NO_SECRETS.match(p.relative_to(ROOT / "sw").as_posix())]


def code(text: str) -> str:
    """The text without comments, strings and directives; macros as if their bodies were text."""
    text = TEXT.sub('""', COMMENT.sub(" ", text))
    text = re.sub(r"\\\n\s*", "\n", text).replace("##", "")
    text = re.sub(r"^[ \t]*#[ \t]*define[ \t]+\w+(\([^)]*\))?", "\n", text, flags=re.M)
    text = re.sub(r'^[ \t]*#[^\n]*|_Pragma\(""\)|__attribute__\(\(\w+\)\)', " ", text, flags=re.M)
    return re.sub(r"^[ \t]+(?=static )", "", text, flags=re.M)


def functions(text: str) -> Iterator[tuple[str, str]]:
    """Name and body of each function, and what is outside of them."""
    rest, last = "", 0
    for begin in FUNCTION.finditer(text):
        at = begin.end()
        depth = 1
        while depth and at < len(text):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        yield begin[1], text[begin.end() : at - 1]
        rest, last = rest + text[last : begin.end()], at
    yield "", rest + text[last:]


def masks(name: str, text: str) -> list[str]:
    """What looks like a mask made by hand."""
    found = []
    for function, body in functions(code(text)):
        if function in PUBLIC_FUNCTIONS:
            continue
        for what, pattern in MASKS.items():
            for hit in pattern.finditer(body):
                shown = " ".join(hit[0].split())
                if not shown.startswith(NO_MASKS):
                    found.append(f"{name}, {function or 'outside of functions'}: {what}: {shown[:60]}")
    return found


def conditions(body: str) -> Iterator[str]:
    """What decides: after if, while, switch; in the middle of a for; around a comparison, && || ! and ?:.

    Whether a pointer is there is public, and whether a key is set.
    """
    body = re.sub(r"[\w.>-]+ [!=]= NULL\b|\b(ev_is_missing|ev_check_key|check_key)\([^()]*\)", "1", body)
    for word in re.finditer(r"\b(if|while|switch|for)\s*\(", body):
        inside = _balanced(body, word.end())
        if word[1] == "for":
            parts = inside.split(";")
            yield parts[1] if len(parts) == 3 else ""
        else:
            yield inside
    for operator in re.finditer(r"==|!=|&&|\|\||(?<![<>=-])[<>](?![<>=])|(?<![<>])[<>]=(?!=)|\?|!(?!=)", body):
        yield _before(body, operator.start())
        if operator[0] != "?":
            yield _after(body, operator.end())


def _balanced(text: str, at: int) -> str:
    depth, end = 1, at
    while depth and end < len(text):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return text[at : end - 1]


def _before(text: str, at: int) -> str:
    """The operand that ends here: back to what cannot be part of it."""
    depth, begin = 0, at
    while begin > 0:
        c = text[begin - 1]
        if depth == 0 and (c in "([{};,?:=!" or text[begin - 2 : begin] in ("&&", "||")):
            break
        depth += {")": 1, "]": 1, "(": -1, "[": -1}.get(c, 0)
        begin -= 1
    return re.sub(r"\breturn\b", "", text[begin:at])


def _after(text: str, at: int) -> str:
    depth, end = 0, at
    while end < len(text):
        c = text[end]
        if depth == 0 and (c in ")]{};,?:=" or text[end : end + 2] in ("&&", "||")):
            break
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(c, 0)
        end += 1
    return text[at:end]


def names(condition: str) -> set[str]:
    """The names a condition looks at; of a structure, the member."""
    plain = re.sub(r"\b\w+(?:\[[^\]]*\])?\s*(?:->|\.)\s*(?=\w)", "", condition)
    plain = re.sub(r"\bsizeof\b\s*\(?\s*[\w>.-]+\)?", "", plain)
    types = {"unsigned", "int", "size_t", "uint32_t", "uint8_t", "const", "sizeof"}
    found = set(re.findall(r"\b[A-Za-z_]\w*", plain)) - types
    return {name for name in found if not name.startswith("EV_")}  # the library's constants, statuses among them


def secret_conditions(name: str, text: str) -> list[str]:
    found = []
    for function, body in functions(code(text)):
        if function and function not in PUBLIC_FUNCTIONS:
            for condition in conditions(body):
                unknown = names(condition) - PUBLIC - set(PUBLIC_IN.get(function, "").split())
                if "[" in condition or unknown:
                    what = ", ".join(sorted(unknown)) or "an element of an array"
                    found.append(f"{name}, {function}: {what} in {' '.join(condition.split())}")
    return found


def test_no_mask_is_made_outside_of_the_header() -> None:
    assert not [hit for p in sources() for hit in masks(p.name, p.read_text())]


def test_no_condition_looks_at_a_secret() -> None:
    assert not [hit for p in sources() for hit in secret_conditions(p.name, p.read_text())]


def test_every_source_that_handles_secrets_is_read() -> None:
    read = {p.relative_to(ROOT / "sw").as_posix() for p in sources()}
    for name in ("lib/aes.c", "lib/aes_cbc.c", "lib/ec2_comb.h", "lib/ec2_ladder.h", "lib/ecdsa.c",
                 "low/portable/ec_inverse.c", "low/pete/ec_inverse.c", "lib/hash.c", "lib/ghash.c",
                 "lib/ecp_secret.h", "lib/x25519.c", "low/portable/fp_words.c",
                 "low/gfp/ghash_set_key.c", "low/portable/aes_bitslice.c",
                 "low/portable/gf2m_kernels.h", "low/portable/ghash_blocks.c"):  # fmt: skip
        assert name in read, name


@pytest.mark.parametrize(
    "line",
    [
        "r[i] = t[i] ^ (-keep & (a[i] ^ t[i]));",
        "w[3] ^= 0x87 & (0 - carry);",
        "mask[e] = ((miss | -miss) >> 31) - 1;",
        "const uint32_t low = value >> 31;",
        "x &= ~(secret - 1);",
        "return (uint32_t)-bit;",
    ],
)
def test_a_mask_made_elsewhere_is_found(line: str) -> None:
    assert masks("some.c", f"static uint32_t f(uint32_t x) {{\n    {line}\n}}\n")


@pytest.mark.parametrize(
    "line",
    [
        "if (secret) return 1;",
        "if (k[i]) add(r, a);",
        "return equal ? EV_OK : EV_BAD_TAG;",
        "carry &= (r[i] == 0);",
        "borrow = a < b;",
        "for (uint32_t left_of = count; left_of; left_of--) r++;",
        "while (digit--) r++;",
        "return zero || low;",
        "r += !nonzero;",
    ],
)
def test_a_condition_on_a_secret_is_found(line: str) -> None:
    assert secret_conditions("some.c", f"static uint32_t f(uint32_t x) {{\n    {line}\n}}\n")


def test_a_mask_in_a_macro_is_found() -> None:
    macro = "#define F_(M) \\\n    static void f_##M(uint32_t *r, uint32_t bit) { \\\n        r[0] &= -bit; \\\n    }\n"
    assert masks("some.h", macro)
