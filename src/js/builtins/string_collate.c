/* SPDX-License-Identifier: MIT */
/* localeCompare; ECMA-262 22.1.3.12, ECMA-402 20.1.1, and the order behind it,
 * which Intl.Collator shares.
 *
 * A light form of the Unicode Collation Algorithm (UTS #10) in the order of its
 * root table (CLDR), as used by en-US: text is decomposed canonically on the
 * fly and compared by
 *     primary    white space < punctuation < symbols < currency < digits <
 *                letters; letters without regard to case, scripts by code point
 *     secondary  combining marks, by code point
 *     tertiary   lower case before upper case
 * where the first difference on the strongest level decides. Control and format
 * characters are ignored. Not covered: letters of Latin beyond a-z that do not
 * decompose sort behind z, and contractions of other scripts. */
#include "js/builtins/string_internal.h"

#include "js/builtins/intl/collation.h"

#include <string.h>

#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

/* class << 24 | order within the class */
enum {
    CLASS_SPACE = 1,
    CLASS_PUNCTUATION,
    CLASS_SIGN,
    CLASS_CURRENCY,
    CLASS_DIGIT,
    CLASS_LETTER
};
#define WEIGHT(class, order) ((uint32_t)(class) << 24 | (uint32_t)(order))

/* class << 5 | order; 0 is ignored. */
static const uint8_t ascii_weights[128] = {
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20, 0x21, 0x22,
    0x23, 0x24, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x25, 0x45, 0x49, 0x55,
    0x80, 0x56, 0x54, 0x48, 0x4A, 0x4B, 0x51, 0x62, 0x42, 0x41, 0x47, 0x52,
    0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0x44, 0x43,
    0x63, 0x64, 0x65, 0x46, 0x50, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6,
    0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2,
    0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0x4C, 0x53, 0x4D, 0x61, 0x40,
    0x60, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA,
    0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6,
    0xD7, 0xD8, 0xD9, 0x4E, 0x66, 0x4F, 0x67, 0x00,
};

/* A code point of an expansion (sharp s as ss): differs on the second level. */
#define EXPANDED UINT32_C(0x80000000)
#define END      UINT32_MAX

typedef struct Cursor {
    const StrView *v;
    uint32_t at;
    uint32_t n_pending, next_pending;
    uint32_t pending[32];
} Cursor;

typedef struct Collation {
    VM *vm;
    uint32_t turns; /* see vm_in_time */
    bool numeric;
    bool marks, letter_case; /* levels that count */
    bool no_punctuation;     /* which is ignored then, with white space */
    bool upper_first;
    int secondary, tertiary; /* first difference found */
} Collation;

/* ---- text to code points ---- */

static void expand(Cursor *c, uint32_t first, uint32_t second)
{
    c->pending[0] = first | EXPANDED;
    c->pending[1] = second | EXPANDED;
    c->n_pending = 2;
    c->next_pending = 0;
}

/* Adds the full canonical decomposition to `pending`. Only the first part of
 * one decomposes further; the longest has four. */
static void decompose(Cursor *c, uint32_t code_point)
{
    ucs4_t part[UC_DECOMPOSITION_MAX_LENGTH];
    uint32_t *at = c->pending + c->n_pending;
    at[0] = code_point;
    c->n_pending++;
    int n;
    while ((n = uc_canonical_decomposition(at[0], part)) > 0 &&
           c->n_pending + (uint32_t)n <= CM_ARRAY_LEN(c->pending)) {
        uint32_t *end = c->pending + c->n_pending;
        memmove(at + n, at + 1, (size_t)(end - at - 1) * sizeof *at);
        for (int i = 0; i < n; i++)
            at[i] = part[i];
        c->n_pending += (uint32_t)n - 1;
    }
}

/* Adds the marks that follow and puts all of them into canonical order
 * (Unicode, D109): equal texts give equal code points, however they are
 * written. More marks than fit are ordered in parts. */
static void gather_marks(Cursor *c)
{
    uint32_t alone = c->n_pending;
    while (c->at < c->v->len && view_at(c->v, c->at) >= 0x300 &&
           c->n_pending + 4 <= CM_ARRAY_LEN(c->pending)) {
        uint32_t n, code_point = cm__view_code_point(c->v, c->at, &n);
        if (uc_combining_class(code_point) == 0)
            break;
        c->at += n;
        decompose(c, code_point);
    }
    if (c->n_pending == alone)
        return; /* a decomposition is in order */
    uint32_t *v = c->pending;
    for (uint32_t i = 1; i < c->n_pending; i++) {
        uint32_t j = i, x = v[i];
        int order = uc_combining_class(x);
        for (; order != 0 && j > 0 && uc_combining_class(v[j - 1]) > order; j--)
            v[j] = v[j - 1];
        v[j] = x;
    }
}

static uint32_t peek(Cursor *c)
{
    if (c->next_pending < c->n_pending)
        return c->pending[c->next_pending];
    if (c->at == c->v->len)
        return END;
    uint32_t n, code_point = cm__view_code_point(c->v, c->at, &n);
    c->at += n;
    switch (code_point) {
    case 0xDF:
        expand(c, 's', 's');
        break;
    case 0x1E9E:
        expand(c, 'S', 'S');
        break;
    case 0xE6:
        expand(c, 'a', 'e');
        break;
    case 0xC6:
        expand(c, 'A', 'E');
        break;
    case 0x153:
        expand(c, 'o', 'e');
        break;
    case 0x152:
        expand(c, 'O', 'E');
        break;
    default:
        c->n_pending = c->next_pending = 0;
        if (code_point >= 0xC0) {
            decompose(c, code_point);
            gather_marks(c);
        } else {
            c->pending[c->n_pending++] = code_point;
        }
    }
    return c->pending[0];
}

static void advance(Cursor *c)
{
    c->next_pending++;
}

/* ---- weights ---- */

static uint32_t primary_weight(uint32_t c)
{
    if (c < 128)
        return WEIGHT(ascii_weights[c] >> 5, ascii_weights[c] & 31);
    if (uc_is_general_category_withtable(c, UC_CATEGORY_MASK_L))
        return WEIGHT(CLASS_LETTER, uc_tolower(c));
    int digit = uc_decimal_value(c);
    if (digit >= 0)
        return WEIGHT(CLASS_DIGIT, digit);
    if (uc_is_general_category_withtable(c, UC_CATEGORY_MASK_Cc |
                                                UC_CATEGORY_MASK_Cf))
        return 0;
    if (uc_is_general_category_withtable(c, UC_CATEGORY_MASK_Z))
        return WEIGHT(CLASS_SPACE, c);
    if (uc_is_general_category_withtable(c, UC_CATEGORY_MASK_P))
        return WEIGHT(CLASS_PUNCTUATION, c);
    if (uc_is_general_category_withtable(c, UC_CATEGORY_MASK_Sc))
        return WEIGHT(CLASS_CURRENCY, c);
    if (uc_is_general_category_withtable(c, UC_CATEGORY_MASK_S |
                                                UC_CATEGORY_MASK_N))
        return WEIGHT(CLASS_SIGN, c);
    return WEIGHT(CLASS_LETTER, c);
}

static bool is_mark(uint32_t c)
{
    return c >= 0x300 && c != END && uc_combining_class(c & ~EXPANDED) != 0;
}

static int third_weight(uint32_t c)
{
    uint32_t plain = c & ~EXPANDED;
    bool upper =
        plain < 128 ? plain >= 'A' && plain <= 'Z' : uc_tolower(plain) != plain;
    return upper ? 1 : 0;
}

/* The next code point with a primary weight; END at the end, or a mark. */
static uint32_t next_base(Collation *l, Cursor *c)
{
    for (;;) {
        uint32_t code_point = peek(c);
        if (code_point == END || is_mark(code_point) ||
            !vm_in_time(l->vm, &l->turns))
            return code_point;
        uint32_t weight = primary_weight(code_point & ~EXPANDED);
        bool ignored =
            l->no_punctuation && weight < WEIGHT(CLASS_PUNCTUATION + 1, 0);
        if (weight != 0 && !ignored)
            return code_point;
        advance(c);
    }
}

/* ---- comparison ---- */

/* The marks at both cursors, up to the next base. */
static void compare_marks(Collation *l, Cursor *a, Cursor *b)
{
    while (vm_in_time(l->vm, &l->turns)) {
        uint32_t x = next_base(l, a), y = next_base(l, b);
        bool x_mark = is_mark(x), y_mark = is_mark(y);
        if (!x_mark && !y_mark)
            return;
        int order = x_mark != y_mark ? (x_mark ? 1 : -1)
                    : x != y         ? (x > y ? 1 : -1)
                                     : 0;
        if (l->secondary == 0)
            l->secondary = order;
        if (x_mark)
            advance(a);
        if (y_mark)
            advance(b);
    }
}

static bool at_digit(const Cursor *c)
{
    return c->next_pending == c->n_pending && c->at < c->v->len &&
           view_at(c->v, c->at) - '0' < 10;
}

/* The run of digits at the cursor without leading zeros; *ret_from its
 * start. */
static uint32_t digit_run(Collation *l, Cursor *c, uint32_t *ret_from)
{
    while (at_digit(c) && view_at(c->v, c->at) == '0' &&
           vm_in_time(l->vm, &l->turns))
        c->at++;
    *ret_from = c->at;
    while (at_digit(c) && vm_in_time(l->vm, &l->turns))
        c->at++;
    return c->at - *ret_from;
}

static int compare_digits(Collation *l, Cursor *a, Cursor *b)
{
    uint32_t from_a, from_b;
    uint32_t n = digit_run(l, a, &from_a), m = digit_run(l, b, &from_b);
    if (n != m)
        return n < m ? -1 : 1;
    for (uint32_t i = 0; i < n && vm_in_time(l->vm, &l->turns); i++) {
        uint32_t x = view_at(a->v, from_a + i), y = view_at(b->v, from_b + i);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static int collate(Collation *l, const StrView *va, const StrView *vb)
{
    Cursor a = { .v = va }, b = { .v = vb };
    while (vm_in_time(l->vm, &l->turns)) {
        compare_marks(l, &a, &b);
        /* a digit already looked at waits in `pending`; put it back */
        if (l->numeric && a.n_pending == 1 && b.n_pending == 1 &&
            a.next_pending == 0 && b.next_pending == 0 &&
            a.pending[0] - '0' < 10 && b.pending[0] - '0' < 10) {
            a.next_pending = b.next_pending = 1;
            a.at--;
            b.at--;
            int order = compare_digits(l, &a, &b);
            if (order != 0)
                return order;
            continue;
        }
        uint32_t x = peek(&a), y = peek(&b);
        if (x == END || y == END) {
            if (x != y)
                return x == END ? -1 : 1;
            break;
        }
        uint32_t wx = primary_weight(x & ~EXPANDED);
        uint32_t wy = primary_weight(y & ~EXPANDED);
        if (wx != wy)
            return wx < wy ? -1 : 1;
        if (l->secondary == 0)
            l->secondary = (x & EXPANDED ? 1 : 0) - (y & EXPANDED ? 1 : 0);
        if (l->tertiary == 0)
            l->tertiary = third_weight(x) - third_weight(y);
        advance(&a);
        advance(&b);
    }
    if (l->marks && l->secondary != 0)
        return l->secondary;
    if (!l->letter_case || l->tertiary == 0)
        return 0;
    return (l->tertiary < 0) != l->upper_first ? -1 : 1;
}

int cm__collate(VM *vm, const CollationOptions *o, const StrView *a,
                const StrView *b)
{
    Collation l = { .vm = vm,
                    .numeric = o->numeric,
                    .no_punctuation = o->ignores_punctuation };
    l.marks = o->sensitivity == SENSITIVE_ACCENT ||
              o->sensitivity == SENSITIVE_VARIANT;
    l.letter_case =
        o->sensitivity == SENSITIVE_CASE || o->sensitivity == SENSITIVE_VARIANT;
    l.upper_first = o->case_first == 0;
    return collate(&l, a, b);
}

/* The locale argument is checked and else not looked at: en-US is the only
 * one. */
static Value string_locale_compare(VM *vm, NativeCall *c)
{
    Str *a = cm__string_this(vm, c->this_val, "localeCompare");
    Str *b = a ? to_string(vm, c->args[0]) : NULL;
    return b ? cm__string_compare_locale(vm, a, b, c->args[1], c->args[2])
             : VALUE_THROWN;
}

static const NativeSpec row = { .name = "localeCompare",
                                .fn = string_locale_compare,
                                .length = 1,
                                .min_args = 3 };

void cm__install_string_collate(RealmBuilder *b)
{
    realm_functions(b, b->realm->string_proto, &row, 1);
}
