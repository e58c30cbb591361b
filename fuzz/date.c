/* SPDX-License-Identifier: MIT */
/* Input: a text to read as a date; its first eight bytes are a time, too.
 * Oracles: what is read is NaN or a time value; a text of the ISO form reads as
 * a second reading here does; each of the texts that a time is written as reads
 * as that time (to the second where it shows no more); 8-bit and 16-bit units
 * give the same. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include "engine/vm.h"
#include "js/builtins/date_time.h"

enum {
    MAX_BYTES = 200,
    TIMES_OF_A_MACHINE = 2000
};

static uint64_t now(void *user)
{
    (void)user;
    return 1;
}

static double wall(void *user)
{
    (void)user;
    return 0;
}

/* Texts stay in the machine's heap, so it is made anew now and then. */
static VM *machine(void)
{
    static VM *vm;
    static unsigned n_times;
    if (vm && ++n_times % TIMES_OF_A_MACHINE == 0) {
        vm_free(vm);
        vm = NULL;
    }
    if (!vm) {
        const VMOptions o = { .alloc = cm__alloc_default(),
                              .memory_limit = (size_t)1 << 28,
                              .max_steps = UINT64_MAX,
                              .now_ns = now,
                              .wall_ms = wall,
                              .realm = js_realm() };
        vm = vm_new(&o);
        FUZZ_CHECK(vm);
    }
    return vm;
}

static bool is_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* ---- a second reading: YYYY-MM-DDTHH:mm:ss.sssZ, all of it ---- */

static bool digits(const char *text, size_t n, int64_t *ret)
{
    *ret = 0;
    for (size_t i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *ret = *ret * 10 + (text[i] - '0');
    }
    return true;
}

/* Days since 1970 by counting years. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    static const int before[] = { 0,   31,  59,  90,  120, 151,
                                  181, 212, 243, 273, 304, 334 };
    int64_t days = 0;
    for (int64_t y = 1970; y < year; y++)
        days += 365 + (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0));
    for (int64_t y = year; y < 1970; y++)
        days -= 365 + (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0));
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days + before[month - 1] + (month > 2 && is_leap) + day - 1;
}

static int64_t days_in(int64_t year, int64_t month)
{
    return month == 12 ? 31
                       : days_of(year, month + 1, 1) - days_of(year, month, 1);
}

/* False when the text is of no such form. */
static bool read_iso(const char *text, size_t len, double *ret)
{
    static const char form[] = "0000-00-00T00:00:00.000Z";
    int64_t f[7];
    static const uint8_t at[] = { 0, 5, 8, 11, 14, 17, 20 };
    static const uint8_t n[] = { 4, 2, 2, 2, 2, 2, 3 };
    if (len != sizeof form - 1)
        return false;
    for (size_t i = 0; i < len; i++)
        if (form[i] != '0' && form[i] != text[i])
            return false;
    for (size_t i = 0; i < 7; i++)
        if (!digits(text + at[i], n[i], &f[i]))
            return false;
    *ret = (double)NAN;
    bool is_midnight = f[3] == 24 && f[4] == 0 && f[5] == 0 && f[6] == 0;
    if (f[1] < 1 || f[1] > 12 || f[2] < 1 || f[2] > days_in(f[0], f[1]) ||
        (f[3] > 23 && !is_midnight) || f[4] > 59 || f[5] > 59)
        return true;
    *ret =
        (double)((((days_of(f[0], f[1], f[2]) * 24 + f[3]) * 60 + f[4]) * 60 +
                  f[5]) *
                     1000 +
                 f[6]);
    return true;
}

/* ---- oracles ---- */

static void check_text(VM *vm, const char *text, size_t len)
{
    uint8_t narrow[MAX_BYTES];
    uint16_t wide[MAX_BYTES];
    double expected;
    for (size_t i = 0; i < len; i++)
        wide[i] = narrow[i] = (uint8_t)text[i];
    Str *a = str_new8(vm, narrow, len), *b = str_new16(vm, wide, len);
    StrView v, w;
    FUZZ_CHECK(a && b && str_view(vm, a, &v) && str_view(vm, b, &w));
    double t = cm__date_parse(vm, &v);
    FUZZ_CHECK(is_same(t, cm__date_parse(vm, &w)));
    FUZZ_CHECK(isnan(t) || (fabs(t) <= 8.64e15 && t == trunc(t)));
    if (read_iso(text, len, &expected))
        FUZZ_CHECK(is_same(t, expected));
}

static void check_time(VM *vm, double t)
{
    static const DateText forms[] = { DATE_TEXT_ISO, DATE_TEXT_FULL,
                                      DATE_TEXT_UTC };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        StrView v;
        Value text = cm__date_text(vm, t, forms[i]);
        FUZZ_CHECK(value_is_string(text));
        FUZZ_CHECK(str_view(vm, value_str(text), &v));
        double second = forms[i] == DATE_TEXT_ISO ? t : floor(t / 1000) * 1000;
        FUZZ_CHECK(is_same(cm__date_parse(vm, &v), second));
    }
    int fields[DATE_ALL];
    double again[DATE_FIELDS];
    cm__date_fields(t, fields);
    for (size_t i = 0; i < DATE_FIELDS; i++)
        again[i] = fields[i];
    FUZZ_CHECK(cm__date_make(again) == t);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    uint64_t pick = 0;
    if (size > MAX_BYTES)
        return 0;
    VM *vm = machine();
    check_text(vm, (const char *)bytes, size);
    memcpy(&pick, bytes, size < sizeof pick ? size : sizeof pick);
    check_time(vm,
               (double)(int64_t)(pick % UINT64_C(17280000000000001)) - 8.64e15);
    check_time(vm, (double)(int64_t)(pick % UINT64_C(8640000000000)) -
                       4320000000000.0);
    return 0;
}
