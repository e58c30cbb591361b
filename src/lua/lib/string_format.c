/* SPDX-License-Identifier: MIT */
/* string.format; spec/lua.md 2.2. What printf of C does, byte by byte, without
 * it: its decimal point is the locale's. Directives are checked as Lua 5.4
 * checks them: each conversion has its own flags, width and precision have two
 * digits at most. NaN has no sign, on every machine. */
#include "lua/lib/lib_string.h"

#include "base/numtext.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* One directive. */
typedef struct Spec {
    const char *text; /* behind the percent sign */
    size_t len;       /* up to the conversion, which is the last byte */
    char conversion;
    bool left, plus, space, alt, zero;
    uint32_t width;
    int32_t precision; /* -1: none given */
} Spec;

#define DIRECTIVE_MAX 22 /* bytes, as in Lua 5.4 */
/* Longest number: 309 digits, point, 99 digits, sign. */
#define NUMBER_MAX    440

typedef struct Format {
    VM *vm;
    const NativeCall *call;
    uint32_t arg; /* the one used last */
    StrBuilder out;
} Format;

/* ---- directives ---- */

/* False after "invalid conversion". The text of the directive is at most
 * DIRECTIVE_MAX bytes, so the copy fits. */
static bool bad_directive(Format *f, const Spec *s, const char *fmt)
{
    char text[DIRECTIVE_MAX + 2];
    size_t n = s->len < sizeof text ? s->len : sizeof text - 1;
    memcpy(text, s->text, n);
    text[n] = 0;
    throw_error(f->vm, ERR_ERROR, fmt, text);
    return false;
}

static bool bad_spec(Format *f, const Spec *s)
{
    return bad_directive(f, s, "invalid conversion specification: '%%%s'");
}

static bool one_of(char ch, const char *set)
{
    return ch && strchr(set, ch);
}

/* Finds the end of the directive at [at, end). */
static bool read_directive(Format *f, const char *at, const char *end, Spec *s)
{
    memset(s, 0, sizeof *s);
    s->text = at;
    while (at < end && one_of(*at, "-+ #0123456789."))
        at++;
    s->len = (size_t)(at - s->text);
    if (s->len + 1 >= DIRECTIVE_MAX) {
        throw_error(f->vm, ERR_ERROR, "invalid format (too long)");
        return false;
    }
    s->len += at < end;
    s->conversion = (char)(at < end ? *at : '\0');
    s->precision = -1;
    return true;
}

static const char *two_digits(const char *at, uint32_t *ret)
{
    for (int i = 0; i < 2 && *at >= '0' && *at <= '9'; i++)
        *ret = *ret * 10 + (uint32_t)(*at++ - '0');
    return at;
}

static void set_flag(Spec *s, char flag)
{
    switch (flag) {
    case '-':
        s->left = true;
        break;
    case '+':
        s->plus = true;
        break;
    case ' ':
        s->space = true;
        break;
    case '#':
        s->alt = true;
        break;
    default:
        s->zero = true;
        break;
    }
}

/* Reads flags, width and precision; raises on what the conversion does not
 * take. */
static bool check_directive(Format *f, Spec *s, const char *flags,
                            bool precision)
{
    const char *at = s->text, *end = s->text + s->len - 1;
    while (one_of(*at, flags))
        set_flag(s, *at++);
    if (*at != '0') {
        at = two_digits(at, &s->width);
        if (*at == '.' && precision) {
            uint32_t digits = 0;
            at = two_digits(at + 1, &digits);
            s->precision = (int32_t)digits;
        }
    }
    return at == end || bad_spec(f, s);
}

/* ---- output ---- */

static void pad(Format *f, char ch, size_t n)
{
    char text[100];
    memset(text, ch, sizeof text);
    if (n)
        strb_ascii(&f->out, text, n); /* at most 99 */
}

static size_t missing(const Spec *s, size_t len)
{
    return len < s->width ? s->width - len : 0;
}

/* A number: sign or base in front, then zeros or blanks up to the width. */
static bool put_number(Format *f, const Spec *s, const char *prefix,
                       const char *body, size_t len, bool zeros)
{
    size_t front = strlen(prefix);
    size_t fill = missing(s, front + len);
    if (!s->left && !zeros)
        pad(f, ' ', fill);
    strb_ascii(&f->out, prefix, front);
    if (!s->left && zeros)
        pad(f, '0', fill);
    strb_ascii(&f->out, body, len);
    if (s->left)
        pad(f, ' ', fill);
    return !f->out.failed;
}

static const char *sign_of(const Spec *s, bool negative)
{
    return negative ? "-" : s->plus ? "+" : s->space ? " " : "";
}

/* ---- integers ---- */

/* Digits of n so that they end at `end`; at least `least` of them. */
static char *digits_back(char *end, uint64_t n, unsigned base, bool upper,
                         int32_t least)
{
    const char *set = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    char *at = end;
    while (n) {
        *--at = set[n % base];
        n /= base;
    }
    while (end - at < least)
        *--at = '0';
    return at;
}

static bool put_integer(Format *f, const Spec *s, int64_t n)
{
    char text[128], *end = text + sizeof text;
    char ch = s->conversion;
    bool is_signed = ch == 'd' || ch == 'i';
    unsigned base = ch == 'o' ? 8 : ch == 'x' || ch == 'X' ? 16 : 10;
    uint64_t size = is_signed && n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    int32_t least = s->precision < 0 ? 1 : s->precision;
    char *at = digits_back(end, size, base, ch == 'X', least);
    if (ch == 'o' && s->alt && (at == end || *at != '0'))
        *--at = '0';
    const char *prefix = "";
    if (is_signed)
        prefix = sign_of(s, n < 0);
    else if (base == 16 && s->alt && n)
        prefix = ch == 'X' ? "0X" : "0x";
    return put_number(f, s, prefix, at, (size_t)(end - at),
                      s->zero && s->precision < 0);
}

static bool integer_item(Format *f, Spec *s, const char *flags)
{
    int64_t n;
    return lua_arg_integer(f->vm, f->call, f->arg, &n) &&
           check_directive(f, s, flags, true) && put_integer(f, s, n);
}

/* ---- floats ---- */

static char *put_exponent(char *to, char letter, int exponent, int32_t least)
{
    char text[8], *end = text + sizeof text;
    uint64_t size = exponent < 0 ? (uint64_t)-exponent : (uint64_t)exponent;
    char *at = digits_back(end, size, 10, false, least);
    *to++ = letter;
    *to++ = exponent < 0 ? '-' : '+';
    memcpy(to, at, (size_t)(end - at));
    return to + (end - at);
}

/* Digits [from, from + n) of a rounded number, zeros where it has none. */
static char *put_digits(char *to, const char *digits, int n_digits, int from,
                        int n)
{
    for (int i = from; i < from + n; i++)
        *to++ = (char)(i >= 0 && i < n_digits ? digits[i] : '0');
    return to;
}

static char *put_fixed(char *to, const char *digits, int n, int point,
                       int fraction, bool alt)
{
    if (point <= 0)
        *to++ = '0';
    else
        to = put_digits(to, digits, n, 0, point);
    if (fraction > 0 || alt)
        *to++ = '.';
    return put_digits(to, digits, n, point, fraction);
}

static char *put_scientific(char *to, const char *digits, int n, int point,
                            int fraction, bool alt, char letter)
{
    to = put_digits(to, digits, n, 0, 1);
    if (fraction > 0 || alt)
        *to++ = '.';
    to = put_digits(to, digits, n, 1, fraction);
    return put_exponent(to, letter, n ? point - 1 : 0, 2);
}

/* %f %e %g of d >= 0. */
static char *put_decimal(char *to, const Spec *s, double d)
{
    char digits[CM_NUM_DIGITS_MAX];
    char letter = (char)(s->conversion & 0x20 ? 'e' : 'E');
    int precision = s->precision < 0 ? 6 : s->precision, point;
    bool alt = s->alt;
    if (s->conversion == 'f') {
        int n = (int)cm__num_round(d, precision, true, digits, &point);
        return put_fixed(to, digits, n, point, precision, alt);
    }
    if ((s->conversion | 0x20) == 'e') {
        int n = (int)cm__num_round(d, precision + 1, false, digits, &point);
        return put_scientific(to, digits, n, point, precision, alt, letter);
    }
    if (precision == 0)
        precision = 1;
    int n = (int)cm__num_round(d, precision, false, digits, &point);
    int exponent = n ? point - 1 : 0;
    int shown = alt ? precision : n ? n : 1; /* without zeros at the end */
    if (exponent < -4 || exponent >= precision)
        return put_scientific(to, digits, n, point, shown - 1, alt, letter);
    int fraction = shown - 1 - exponent;
    return put_fixed(to, digits, n, n ? point : 1, fraction > 0 ? fraction : 0,
                     alt);
}

/* %a of d >= 0, without the 0x in front: d = lead.fraction * 2^exponent,
 * rounded to nearest even when the precision cuts. */
static char *put_hexadecimal(char *to, const Spec *s, double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    int biased = (int)(bits >> 52);
    uint64_t m = bits & ((UINT64_C(1) << 52) - 1);
    if (biased)
        m |= UINT64_C(1) << 52;
    int exponent = m == 0 ? 0 : (biased ? biased : 1) - 1023;
    int digits = 13, wished = s->precision;
    if (wished >= 0 && wished < digits) {
        int drop = 4 * (digits - wished);
        uint64_t half = UINT64_C(1) << (drop - 1);
        uint64_t rest = m & (half | (half - 1));
        m >>= drop;
        m += rest > half || (rest == half && (m & 1));
        m <<= drop;
    }
    bool upper = s->conversion == 'A';
    char text[16], *end = text + sizeof text;
    digits_back(end, m & ((UINT64_C(1) << 52) - 1), 16, upper, digits);
    if (wished < 0)
        while (digits > 0 && end[digits - 14] == '0')
            digits--;
    *to++ = (char)('0' + (m >> 52));
    int n = wished < 0 ? digits : wished;
    if (n > 0 || s->alt)
        *to++ = '.';
    for (int i = 0; i < n; i++)
        *to++ = (char)(i < 13 ? end[i - 13] : '0');
    return put_exponent(to, upper ? 'P' : 'p', exponent, 1);
}

static bool put_float(Format *f, const Spec *s, double d)
{
    char text[NUMBER_MAX], prefix[4];
    bool upper = !(s->conversion & 0x20);
    const char *sign = sign_of(s, d == d && signbit(d));
    if (d - d != 0) {
        const char *name = d == d  ? upper ? "INF" : "inf"
                           : upper ? "NAN"
                                   : "nan";
        return put_number(f, s, sign, name, 3, false);
    }
    char *end;
    if ((s->conversion | 0x20) == 'a') {
        snprintf(prefix, sizeof prefix, "%s0%c", sign, upper ? 'X' : 'x');
        sign = prefix;
        end = put_hexadecimal(text, s, fabs(d));
    } else {
        end = put_decimal(text, s, fabs(d));
    }
    return put_number(f, s, sign, text, (size_t)(end - text), s->zero);
}

static bool float_item(Format *f, Spec *s)
{
    double d;
    return lua_arg_float(f->vm, f->call, f->arg, &d) &&
           check_directive(f, s, "-+ #0", true) && put_float(f, s, d);
}

/* ---- texts ---- */

static bool char_item(Format *f, Spec *s)
{
    int64_t n;
    if (!check_directive(f, s, "-", false) ||
        !lua_arg_integer(f->vm, f->call, f->arg, &n))
        return false;
    char ch = (char)(unsigned char)n;
    return put_number(f, s, "", &ch, 1, false);
}

static bool string_item(Format *f, Spec *s)
{
    Str *text = lua_tostring(f->vm, f->call->args[f->arg]);
    if (!text || !check_directive(f, s, "-", true) ||
        !vm_charge_bytes(f->vm, text->len))
        return false;
    uint32_t len = text->len;
    if (s->precision >= 0 && (uint32_t)s->precision < len)
        len = (uint32_t)s->precision;
    if (!s->left)
        pad(f, ' ', missing(s, len));
    strb_range(&f->out, text, 0, len);
    if (s->left)
        pad(f, ' ', missing(s, len));
    return !f->out.failed;
}

/* A string literal that Lua reads back as the same bytes. */
static bool put_quoted(Format *f, Str *s)
{
    const char *bytes;
    size_t len, from = 0;
    if (!lua_bytes(f->vm, s, &bytes, &len) || !vm_charge_bytes(f->vm, len))
        return false;
    strb_unit(&f->out, '"');
    for (size_t i = 0; i < len; i++) {
        unsigned char ch = (unsigned char)bytes[i];
        bool is_control = ch < ' ' || ch == 127;
        if (!is_control && ch != '"' && ch != '\\')
            continue;
        strb_ascii(&f->out, bytes + from, i - from);
        from = i + 1;
        strb_unit(&f->out, '\\');
        if (!is_control || ch == '\n') {
            strb_unit(&f->out, ch);
            continue;
        }
        char text[4], *end = text + sizeof text;
        bool digit = from < len && bytes[from] >= '0' && bytes[from] <= '9';
        char *at = digits_back(end, ch, 10, false, digit ? 3 : 1);
        strb_ascii(&f->out, at, (size_t)(end - at));
    }
    strb_ascii(&f->out, bytes + from, len - from);
    strb_unit(&f->out, '"');
    return !f->out.failed;
}

/* A number that reads back as the same one of the same kind. */
static bool put_literal(Format *f, Value v)
{
    char text[LUA_NUMBER_TEXT];
    const char *fixed = NULL;
    Spec s = { .conversion = 'a', .precision = -1 };
    if (lua_is_integer(v)) {
        text[lua_print_number(v, text)] = 0;
        /* the digits of the smallest one would give a float */
        fixed = lua_int64(v) == INT64_MIN ? "0x8000000000000000" : text;
    } else {
        double d = lua_double(v);
        if (d - d == 0)
            return put_float(f, &s, d);
        fixed = d != d ? "(0/0)" : d > 0 ? "1e9999" : "-1e9999";
    }
    strb_ascii(&f->out, fixed, strlen(fixed));
    return !f->out.failed;
}

static bool quoted_item(Format *f, const Spec *s)
{
    Value v = f->call->args[f->arg];
    if (s->len != 1) {
        throw_error(f->vm, ERR_ERROR, "specifier '%%q' cannot have modifiers");
        return false;
    }
    if (value_is_string(v))
        return put_quoted(f, value_str(v));
    if (lua_is_number(v))
        return put_literal(f, v);
    if (!lua_is_nil(v) && !value_is_bool(v)) {
        lua_bad_arg(f->vm, f->call, f->arg, "value has no literal form");
        return false;
    }
    Str *text = lua_tostring(f->vm, v);
    if (!text)
        return false;
    strb_str(&f->out, text);
    return !f->out.failed;
}

/* ---- the function ---- */

static bool put_item(Format *f, Spec *s)
{
    if (++f->arg >= f->call->argc) {
        lua_bad_arg(f->vm, f->call, f->arg, "no value");
        return false;
    }
    switch (s->conversion) {
    case 'c':
        return char_item(f, s);
    case 'd':
    case 'i':
        return integer_item(f, s, "-+ 0");
    case 'u':
        return integer_item(f, s, "-0");
    case 'o':
    case 'x':
    case 'X':
        return integer_item(f, s, "-#0");
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'g':
    case 'G':
        return float_item(f, s);
    case 'q':
        return quoted_item(f, s);
    case 's':
        return string_item(f, s);
    default:
        return bad_directive(f, s, "invalid conversion '%%%s' to 'format'");
    }
}

static bool format_all(Format *f, const char *at, const char *end)
{
    while (at < end) {
        const char *percent = memchr(at, '%', (size_t)(end - at));
        const char *stop = percent ? percent : end;
        strb_ascii(&f->out, at, (size_t)(stop - at));
        if (!percent)
            break;
        at = percent + 1;
        if (at < end && *at == '%') {
            strb_unit(&f->out, '%');
            at++;
            continue;
        }
        Spec s;
        if (!vm_charge(f->vm, 1) || !read_directive(f, at, end, &s) ||
            !put_item(f, &s))
            return false;
        at += s.len;
        if (f->out.len > LUA_MAX_STRING) {
            lua_string_too_long(f->vm);
            return false;
        }
    }
    return !f->out.failed;
}

Value lua_string_format(VM *vm, NativeCall *c)
{
    Format f = { .vm = vm, .call = c };
    Str *text;
    const char *bytes;
    size_t len;
    strb_init(&f.out, vm);
    if (!lua_arg_string(vm, c, 0, &text) ||
        !lua_bytes(vm, text, &bytes, &len) || !vm_charge_bytes(vm, len) ||
        !format_all(&f, bytes, bytes + len))
        return VALUE_THROWN;
    Str *s = strb_finish(&f.out);
    return s ? value_from_str(s) : VALUE_THROWN;
}
