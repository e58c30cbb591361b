/* SPDX-License-Identifier: MIT */
/* Upper and lower case, normalization; ECMA-262 22.1.3.15, 22.1.3.26 to
 * 22.1.3.30.
 *
 * ASCII and Latin-1 text is mapped by rule. Other text goes through
 * libunistring's tables (SpecialCasing.txt included) in short runs of
 * well-formed text; lone surrogates are passed by it as they are. The one
 * mapping that depends on its surroundings, the final sigma (Unicode 3.13,
 * Final_Sigma), is decided here, so that runs may end anywhere. */
#include "js/builtins/string_internal.h"

#include <stdlib.h>
#include <string.h>

#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

#define SIGMA       0x3A3
#define SIGMA_SMALL 0x3C3
#define SIGMA_FINAL 0x3C2
#define SHARP_S     0xDF

/* Units mapped at once; full case mapping makes at most three of one. */
#define RUN_MAX    256
#define RUN_GROWTH 3

typedef uint16_t *(*CaseFn)(const uint16_t *s, size_t n, const char *language,
                            uninorm_t nf, uint16_t *out, size_t *out_len);

static bool is_lone(const StrView *v, uint32_t at)
{
    uint32_t n, c = cm__view_code_point(v, at, &n);
    return n == 1 && (c & 0xF800) == 0xD800;
}

/* ---- 8-bit text ---- */

static uint8_t lower8(uint8_t c)
{
    bool upper =
        (c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7);
    return upper ? (uint8_t)(c + 0x20) : c;
}

/* Not for the three letters whose upper case is elsewhere. */
static uint8_t upper8(uint8_t c)
{
    bool lower =
        (c >= 'a' && c <= 'z') || (c >= 0xE0 && c <= 0xFE && c != 0xF7);
    return lower ? (uint8_t)(c - 0x20) : c;
}

static Str *map8(VM *vm, Str *s, const StrView *v, uint8_t (*map)(uint8_t))
{
    uint32_t same = 0, turns = 0;
    while (same < v->len && map(v->p8[same]) == v->p8[same] &&
           vm_in_time(vm, &turns))
        same++;
    if (same == v->len)
        return s;
    Str *out = str_alloc8(vm, v->len);
    if (!out)
        return NULL;
    for (uint32_t i = 0; i < v->len && vm_in_time(vm, &turns); i++)
        out->as.u8[i] = map(v->p8[i]);
    return out;
}

/* Upper case of 8-bit text with U+00B5, U+00DF or U+00FF. */
static Str *upper8_special(VM *vm, const StrView *v)
{
    StrBuilder b;
    strb_init(&b, vm);
    uint32_t turns = 0;
    for (uint32_t i = 0; i < v->len && vm_in_time(vm, &turns); i++) {
        uint8_t c = v->p8[i];
        if (c == SHARP_S)
            strb_ascii(&b, "SS", 2);
        else
            strb_unit(&b, c == 0xB5 ? 0x39C : c == 0xFF ? 0x178 : upper8(c));
    }
    return strb_finish(&b);
}

static bool has_special8(const StrView *v)
{
    return memchr(v->p8, SHARP_S, v->len) || memchr(v->p8, 0xB5, v->len) ||
           memchr(v->p8, 0xFF, v->len);
}

/* ---- 16-bit text ---- */

/* The end of the run of well-formed text from `at` on that libunistring can map
 * by itself. */
static uint32_t run_end(const StrView *v, uint32_t at, bool lower)
{
    uint32_t end = at;
    while (end < v->len && end - at < RUN_MAX - 1) {
        uint32_t n, c = cm__view_code_point(v, end, &n);
        if ((n == 1 && (c & 0xF800) == 0xD800) || (lower && c == SIGMA))
            break;
        end += n;
    }
    return end;
}

/* Final_Sigma: a cased letter before and none after, case-ignorable characters
 * not counted. Each unit is looked at from at most two sigmas, since a sigma is
 * cased itself. */
static bool is_final_sigma(const StrView *v, uint32_t at)
{
    uint32_t n, c = 0, i = at;
    bool cased = false;
    while (i > 0 && !cased) {
        i--;
        if (i > 0 && (v->p16[i] & 0xFC00) == 0xDC00 &&
            (v->p16[i - 1] & 0xFC00) == 0xD800)
            i--;
        c = cm__view_code_point(v, i, &n);
        if (uc_is_property_case_ignorable(c))
            continue;
        if (!uc_is_property_cased(c))
            return false;
        cased = true;
    }
    if (!cased)
        return false;
    for (i = at + 1; i < v->len; i += n) {
        c = cm__view_code_point(v, i, &n);
        if (!uc_is_property_case_ignorable(c))
            return !uc_is_property_cased(c);
    }
    return true;
}

static bool add_run(StrBuilder *b, const StrView *v, uint32_t from, uint32_t to,
                    CaseFn map)
{
    uint16_t out[RUN_MAX * RUN_GROWTH];
    size_t n = CM_ARRAY_LEN(out);
    uint16_t *mapped = map(v->p16 + from, to - from, NULL, NULL, out, &n);
    if (!mapped)
        return false;
    for (size_t i = 0; i < n; i++)
        strb_unit(b, mapped[i]);
    if (mapped != out)
        free(mapped); /* does not happen: `out` has room for the longest */
    return !b->failed;
}

static Str *map16(VM *vm, const StrView *v, bool lower)
{
    CaseFn map = lower ? u16_tolower : u16_toupper;
    StrBuilder b;
    strb_init(&b, vm);
    for (uint32_t at = 0; at < v->len;) {
        uint32_t end = run_end(v, at, lower);
        if (end > at) {
            if (!add_run(&b, v, at, end, map) || !vm_charge(vm, end - at))
                return NULL;
            at = end;
        } else if (v->p16[at] == SIGMA) {
            strb_unit(&b, is_final_sigma(v, at) ? SIGMA_FINAL : SIGMA_SMALL);
            at++;
        } else {
            strb_unit(&b, v->p16[at++]);
        }
        if (!vm_charge(vm, 1))
            return NULL;
    }
    return strb_finish(&b);
}

/* ---- the methods ---- */

static Value change_case(VM *vm, NativeCall *c, bool lower, const char *method)
{
    Str *s = cm__string_this(vm, c->this_val, method);
    StrView v;
    if (!s || !vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v))
        return VALUE_THROWN;
    if (v.len == 0)
        return value_from_str(s);
    if (!v.p8)
        return string_value(map16(vm, &v, lower));
    if (!lower && has_special8(&v))
        return string_value(upper8_special(vm, &v));
    return string_value(map8(vm, s, &v, lower ? lower8 : upper8));
}

/* 22.1.3.28; also toLocaleLowerCase (22.1.3.26): the locale is en-US. */
static Value string_to_lower(VM *vm, NativeCall *c)
{
    return change_case(vm, c, true, "toLowerCase");
}

/* 22.1.3.30; also toLocaleUpperCase (22.1.3.27). */
static Value string_to_upper(VM *vm, NativeCall *c)
{
    return change_case(vm, c, false, "toUpperCase");
}

/* ---- normalize (22.1.3.15) ---- */

typedef struct Form {
    const char *name;
    uninorm_t nf;
    uint32_t growth; /* 16-bit units that one may become (UAX #15, 9) */
    uint32_t same;   /* units below it never change */
} Form;

/* Text is normalized in pieces of about this many units. */
#define PIECE_UNITS 512

/* A character that no character before it combines with, and whose
 * decomposition starts with such a one: text may be cut before it. A subset,
 * easily told: text below U+0300, and letters other than modifiers, conjoining
 * and compatibility jamo, and halfwidth forms. */
static bool is_boundary(uint32_t c)
{
    if (c < 0x300)
        return true;
    if ((c >= 0x1100 && c <= 0x11FF) || (c >= 0x3130 && c <= 0x318F) ||
        (c >= 0xA960 && c <= 0xA97F) || (c >= 0xD7B0 && c <= 0xD7FF) ||
        (c >= 0xFF00 && c <= 0xFFEF))
        return false;
    return uc_is_general_category_withtable(
        c, UC_CATEGORY_MASK_Lu | UC_CATEGORY_MASK_Ll | UC_CATEGORY_MASK_Lo);
}

/* The end of a piece that can be normalized on its own. */
static uint32_t piece_end(const StrView *v, uint32_t at)
{
    uint32_t end = at, n;
    for (; end < v->len; end += n) {
        uint32_t c = cm__view_code_point(v, end, &n);
        if (n == 1 && (c & 0xF800) == 0xD800)
            break;
        if (end - at >= PIECE_UNITS && is_boundary(c))
            break;
    }
    return end;
}

static bool normalize_piece(StrBuilder *b, const Form *form,
                            const uint16_t *units, uint32_t n)
{
    /* libunistring keeps a record per character of a run of combining marks */
    size_t extra = n > PIECE_UNITS * 2 ? (size_t)n * 32 : 0;
    size_t cap = (size_t)n * form->growth;
    VM *vm = b->vm;
    RawCell *raw = heap_raw_new(&vm->heap, cap * 2);
    if (!raw || !heap_charge(&vm->heap, extra))
        return false;
    uint16_t *out = (uint16_t *)(void *)raw->bytes;
    uint16_t *result = u16_normalize(form->nf, units, n, out, &cap);
    if (result)
        for (size_t i = 0; i < cap; i++)
            strb_unit(b, result[i]);
    if (result && result != out)
        free(result); /* does not happen: `out` has room for the longest */
    heap_uncharge(&vm->heap, extra);
    heap_release(&vm->heap, raw);
    if (!result)
        vm->heap.refused = true;
    return result && !b->failed;
}

static Str *normalize(VM *vm, const Form *form, const StrView *v)
{
    /* 8-bit units take part as 16-bit ones */
    const uint16_t *units = v->p16;
    RawCell *wide = NULL;
    if (v->p8) {
        wide = heap_raw_new(&vm->heap, (size_t)v->len * 2);
        if (!wide)
            return NULL;
        uint16_t *to = (uint16_t *)(void *)wide->bytes;
        for (uint32_t i = 0; i < v->len; i++)
            to[i] = v->p8[i];
        units = to;
    }
    StrView w = { .p16 = units, .len = v->len };
    StrBuilder b;
    strb_init(&b, vm);
    for (uint32_t at = 0; at < w.len;) {
        uint32_t end = piece_end(&w, at);
        if (!vm_charge(vm, end - at + 1))
            return NULL;
        if (end > at && !normalize_piece(&b, form, units + at, end - at))
            return NULL;
        at = end;
        if (at < w.len && is_lone(&w, at))
            strb_unit(&b, units[at++]);
    }
    heap_release(&vm->heap, wide);
    return strb_finish(&b);
}

static bool all_below(const StrView *v, uint32_t limit)
{
    uint32_t i = 0;
    if (v->p8 && limit >= 256)
        return true;
    while (i < v->len && view_at(v, i) < limit)
        i++;
    return i == v->len;
}

static bool is_name(const StrView *v, const char *name)
{
    if (v->len != strlen(name))
        return false;
    for (uint32_t i = 0; i < v->len; i++)
        if (view_at(v, i) != (uint8_t)name[i])
            return false;
    return true;
}

static Value string_normalize(VM *vm, NativeCall *c)
{
    const Form forms[] = {
        { "NFC", UNINORM_NFC, 3, 0x300 },
        { "NFD", UNINORM_NFD, 4, 0x80 },
        { "NFKC", UNINORM_NFKC, 18, 0x80 },
        { "NFKD", UNINORM_NFKD, 18, 0x80 },
    };
    Str *s = cm__string_this(vm, c->this_val, "normalize");
    if (!s)
        return VALUE_THROWN;
    StrView v;
    const Form *form = &forms[0];
    if (c->args[0] != VALUE_UNDEFINED) {
        Str *name = to_string(vm, c->args[0]);
        if (!name || !str_view(vm, name, &v))
            return VALUE_THROWN;
        size_t i = 0;
        while (i < CM_ARRAY_LEN(forms) && !is_name(&v, forms[i].name))
            i++;
        if (i == CM_ARRAY_LEN(forms))
            return throw_range(vm, "The normalization form should be one of "
                                   "NFC, NFD, NFKC, NFKD.");
        form = &forms[i];
    }
    if (!vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v))
        return VALUE_THROWN;
    if (all_below(&v, form->same))
        return value_from_str(s);
    return string_value(normalize(vm, form, &v));
}

/* clang-format off */
static const NativeSpec rows[] = {
    { .name = "normalize", .fn = string_normalize, .min_args = 1 },
    { .name = "toLocaleLowerCase", .fn = string_to_lower },
    { .name = "toLocaleUpperCase", .fn = string_to_upper },
    { .name = "toLowerCase", .fn = string_to_lower },
    { .name = "toUpperCase", .fn = string_to_upper },
};
/* clang-format on */

void cm__install_string_case(RealmBuilder *b)
{
    realm_functions(b, b->realm->string_proto, rows, CM_ARRAY_LEN(rows));
}
