/* SPDX-License-Identifier: MIT */
/* Date.parse: ECMA-262 21.4.3.2.
 *
 * Text of the Date Time String Format (21.4.1.32) is read exactly; when it has
 * that shape but a field out of range it is no date. Everything else is read
 * the way browsers and V8 do, field by field: numbers before ':' are a time,
 * other numbers are day, month and year, words are months, am/pm and zones,
 * text in brackets and words before the first number do not count. */
#include "js/builtins/date_internal.h"

#include <math.h>

#define NO_NUMBER (-1)

typedef struct Reader {
    const StrView *text;
    uint32_t at;
    VM *vm; /* a text may be so long that the execution ends within it */
    uint32_t turns;
} Reader;

/* The next unit; past the text when the execution has to end, and what comes of
 * it is not used. */
static void step(Reader *r)
{
    r->at = vm_in_time(r->vm, &r->turns) ? r->at + 1 : r->text->len;
}

/* The unit `ahead` of the reader, 0 at the end. */
static uint32_t look(const Reader *r, uint32_t ahead)
{
    uint32_t i = r->at + ahead;
    return i < r->text->len ? view_at(r->text, i) : 0;
}

static bool is_digit(uint32_t unit)
{
    return unit - '0' < 10;
}

static bool is_letter(uint32_t unit)
{
    return (unit | 0x20) - 'a' < 26 && unit < 128;
}

static bool take(Reader *r, uint32_t unit)
{
    if (look(r, 0) != unit)
        return false;
    r->at++;
    return true;
}

static double invalid(void)
{
    return (double)NAN;
}

/* ---- the standard format ---- */

/* Exactly n digits, else NO_NUMBER. */
static int fixed_digits(Reader *r, uint32_t n)
{
    int value = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!is_digit(look(r, 0)))
            return NO_NUMBER;
        value = value * 10 + (int)(look(r, 0) - '0');
        r->at++;
    }
    return value;
}

/* Digits of a fraction of a second; milliseconds, the rest cut off. */
static int fraction(Reader *r)
{
    int ms = 0, scale = 100;
    if (!is_digit(look(r, 0)))
        return NO_NUMBER;
    for (; is_digit(look(r, 0)); step(r), scale /= 10)
        ms += scale * (int)(look(r, 0) - '0');
    return ms;
}

typedef struct IsoDate {
    double f[DATE_FIELDS];
    int offset; /* minutes */
    bool has_time, has_zone;
    bool in_range;
} IsoDate;

static void in_range(IsoDate *d, int value, int low, int high)
{
    if (value < low || value > high)
        d->in_range = false;
}

/* YYYY, YYYY-MM, YYYY-MM-DD; years also as ±YYYYYY, but not -000000. */
static bool iso_date(Reader *r, IsoDate *d)
{
    bool negative = look(r, 0) == '-';
    bool extended = negative || look(r, 0) == '+';
    r->at += extended;
    int year = fixed_digits(r, extended ? 6 : 4), month = 1, day = 1;
    if (year == NO_NUMBER || is_digit(look(r, 0)))
        return false;
    d->in_range = !(negative && year == 0);
    if (take(r, '-')) {
        month = fixed_digits(r, 2);
        if (month == NO_NUMBER)
            return false;
        in_range(d, month, 1, 12);
        if (take(r, '-')) {
            day = fixed_digits(r, 2);
            if (day == NO_NUMBER)
                return false;
        }
    }
    if (is_digit(look(r, 0)))
        return false;
    year = negative ? -year : year;
    if (d->in_range)
        in_range(d, day, 1, cm__date_days_in_month(year, month - 1));
    d->f[DATE_YEAR] = year;
    d->f[DATE_MONTH] = month - 1;
    d->f[DATE_DAY] = day;
    return true;
}

/* HH:mm, HH:mm:ss, HH:mm:ss.s...; 24:00 is the end of the day. */
static bool iso_time(Reader *r, IsoDate *d)
{
    int hour = fixed_digits(r, 2);
    int minute =
        hour != NO_NUMBER && take(r, ':') ? fixed_digits(r, 2) : NO_NUMBER;
    int second = 0, ms = 0;
    if (minute == NO_NUMBER)
        return false;
    if (take(r, ':')) {
        second = fixed_digits(r, 2);
        if (second != NO_NUMBER && take(r, '.'))
            ms = fraction(r);
        if (second == NO_NUMBER || ms == NO_NUMBER)
            return false;
    }
    in_range(d, hour, 0, minute || second || ms ? 23 : 24);
    in_range(d, minute, 0, 59);
    in_range(d, second, 0, 59);
    d->f[DATE_HOUR] = hour;
    d->f[DATE_MINUTE] = minute;
    d->f[DATE_SECOND] = second;
    d->f[DATE_MS] = ms;
    d->has_time = true;
    return true;
}

/* Z, +HH:mm, -HH:mm or nothing. */
static bool iso_zone(Reader *r, IsoDate *d)
{
    if (take(r, 'Z')) {
        d->has_zone = true;
        return true;
    }
    bool negative = look(r, 0) == '-';
    if (!negative && look(r, 0) != '+')
        return true;
    r->at++;
    int hour = fixed_digits(r, 2);
    int minute =
        hour != NO_NUMBER && take(r, ':') ? fixed_digits(r, 2) : NO_NUMBER;
    if (minute == NO_NUMBER)
        return false;
    in_range(d, hour, 0, 23);
    in_range(d, minute, 0, 59);
    d->offset = (hour * 60 + minute) * (negative ? -1 : 1);
    d->has_zone = true;
    return true;
}

static double finish(VM *vm, const double f[DATE_FIELDS], bool is_utc,
                     int offset)
{
    double t = cm__date_make(f);
    t = is_utc ? t - offset * MS_PER_MINUTE : cm__date_to_utc(vm, t);
    return cm__date_clip(t);
}

/* TRI_FALSE: not of this shape. A date without a time is UTC, with one
 * local. */
static Tri parse_iso(VM *vm, const StrView *text, double *ret)
{
    Reader r = { .text = text, .vm = vm };
    IsoDate d = { .f = { 0 } };
    if (!iso_date(&r, &d) ||
        (take(&r, 'T') && (!iso_time(&r, &d) || !iso_zone(&r, &d))) ||
        r.at != text->len)
        return TRI_FALSE;
    *ret = d.in_range ? finish(vm, d.f, d.has_zone || !d.has_time, d.offset)
                      : invalid();
    return TRI_TRUE;
}

/* ---- everything else ---- */

enum {
    WORD_AM,
    WORD_PM,
    WORD_ZONE,
    WORD_MONTH
};

typedef struct Word {
    char text[4]; /* its first three letters; shorter words are whole */
    uint8_t kind;
    int value; /* month, minutes from UTC */
} Word;

static const Word words[] = {
    { "jan", WORD_MONTH, 0 },   { "feb", WORD_MONTH, 1 },
    { "mar", WORD_MONTH, 2 },   { "apr", WORD_MONTH, 3 },
    { "may", WORD_MONTH, 4 },   { "jun", WORD_MONTH, 5 },
    { "jul", WORD_MONTH, 6 },   { "aug", WORD_MONTH, 7 },
    { "sep", WORD_MONTH, 8 },   { "oct", WORD_MONTH, 9 },
    { "nov", WORD_MONTH, 10 },  { "dec", WORD_MONTH, 11 },
    { "am", WORD_AM, 0 },       { "pm", WORD_PM, 0 },
    { "z", WORD_ZONE, 0 },      { "ut", WORD_ZONE, 0 },
    { "utc", WORD_ZONE, 0 },    { "gmt", WORD_ZONE, 0 },
    { "est", WORD_ZONE, -300 }, { "edt", WORD_ZONE, -240 },
    { "cst", WORD_ZONE, -360 }, { "cdt", WORD_ZONE, -300 },
    { "mst", WORD_ZONE, -420 }, { "mdt", WORD_ZONE, -360 },
    { "pst", WORD_ZONE, -480 }, { "pdt", WORD_ZONE, -420 },
};

typedef struct Loose {
    Reader r;
    int date[3], n_dates;
    int time[4], n_times; /* hour, minute, second, millisecond */
    bool time_open;       /* a ':' came last: another part has to follow */
    bool iso_order;       /* the text starts with YYYY-MM-DD */
    /* Day and named month came, then a year of four digits or more, as toString
     * writes it; it is meant as it stands. */
    bool is_whole_year, is_negative_year;
    int month; /* by name, or NO_NUMBER */
    int half;  /* WORD_AM, WORD_PM or NO_NUMBER */
    bool has_zone, has_sign, has_number;
    int offset;
} Loose;

/* A run of digits; large ones are all the same. */
static int number(Reader *r, uint32_t *ret_digits)
{
    int value = 0;
    *ret_digits = 0;
    for (; is_digit(look(r, 0)); step(r), (*ret_digits)++)
        if (value < 10000000)
            value = value * 10 + (int)(look(r, 0) - '0');
    return value;
}

static bool add_time(Loose *l, int value)
{
    if (l->n_times == 3)
        return false;
    l->time[l->n_times++] = value;
    return true;
}

/* The fraction behind the seconds. */
static bool add_fraction(Loose *l)
{
    int ms = fraction(&l->r);
    l->time[3] = ms;
    l->time_open = false;
    return ms != NO_NUMBER;
}

static bool read_number(Loose *l)
{
    uint32_t digits;
    int value = number(&l->r, &digits);
    l->has_number = true;
    if (look(&l->r, 0) == ':') {
        l->r.at++;
        if (l->n_times > 0 && !l->time_open)
            return false;
        l->time_open = true;
        return l->n_times < 2 && add_time(l, value);
    }
    if (l->time_open) {
        l->time_open = false;
        if (!add_time(l, value))
            return false;
        return l->n_times == 3 && take(&l->r, '.') ? add_fraction(l) : true;
    }
    if (l->n_dates == 3)
        return false;
    l->is_whole_year = l->month != NO_NUMBER && l->n_dates == 1 && digits >= 4;
    l->date[l->n_dates++] = value;
    if (!take(&l->r, '-'))
        take(&l->r, '/');
    return true;
}

static const Word *find_word(const char text[4], uint32_t len)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(words); i++) {
        const char *w = words[i].text;
        if (w[0] == text[0] && w[1] == text[1] && w[2] == text[2] &&
            (len <= 3 || words[i].kind == WORD_MONTH))
            return &words[i];
    }
    return NULL;
}

static bool read_word(Loose *l)
{
    char text[4] = "";
    uint32_t len = 0;
    for (; is_letter(look(&l->r, 0)); step(&l->r), len++)
        if (len < 3)
            text[len] = (char)(look(&l->r, 0) | 0x20);
    const Word *w = find_word(text, len);
    if (!w) {
        /* the T of a standard date with a loose rest */
        if (len == 1 && text[0] == 't' && l->iso_order && l->n_dates == 3 &&
            l->n_times == 0)
            return true;
        return !l->has_number && !is_digit(look(&l->r, 0));
    }
    switch (w->kind) {
    case WORD_MONTH:
        l->month = w->value;
        take(&l->r, '-');
        return true;
    case WORD_ZONE:
        l->has_zone = l->has_number;
        l->offset = w->value;
        return true;
    default:
        l->half = w->kind;
        return l->n_times > 0 || l->n_dates > 0;
    }
}

/* +hh, +hhmm, +hh:mm behind a time or GMT. */
static bool read_offset(Loose *l, bool negative)
{
    if (l->has_sign || l->time_open)
        return false;
    if (!is_digit(look(&l->r, 0)))
        return true; /* a dash */
    uint32_t digits;
    int value = number(&l->r, &digits), minutes = 0;
    if (digits > 4)
        return false;
    if (take(&l->r, ':')) {
        minutes = number(&l->r, &digits);
        if (digits == 0)
            return false;
    } else if (digits > 2) {
        minutes = value % 100;
        value /= 100;
    }
    l->offset = (value * 60 + minutes) * (negative ? -1 : 1);
    l->has_zone = l->has_sign = true;
    return value < 24 && minutes < 60;
}

/* Text in brackets, which may nest. */
static void skip_brackets(Reader *r)
{
    uint32_t depth = 0;
    do {
        depth += look(r, 0) == '(';
        depth -= look(r, 0) == ')';
        step(r);
    } while (depth > 0 && r->at < r->text->len);
}

/* "Jan 01 -0001", behind the dash. */
static bool is_negative_year(const Loose *l)
{
    for (uint32_t i = 0; i < 4; i++)
        if (!is_digit(look(&l->r, i)))
            return false;
    return l->month != NO_NUMBER && l->n_dates == 1;
}

static bool read_parts(Loose *l)
{
    while (l->r.at < l->r.text->len) {
        uint32_t c = look(&l->r, 0);
        bool ok = true;
        if (is_digit(c)) {
            ok = read_number(l);
        } else if (is_letter(c)) {
            ok = read_word(l);
        } else if (c == '(') {
            skip_brackets(&l->r);
        } else if (c == '+' || c == '-') {
            l->r.at++;
            if (l->n_times > 0 || l->has_zone)
                ok = read_offset(l, c == '-');
            else if (c == '-' && is_negative_year(l))
                l->is_negative_year = true;
            else
                ok = !l->has_number;
        } else {
            step(&l->r);
            ok = c != ')' || !l->has_number;
        }
        if (!ok)
            return false;
    }
    return !l->time_open;
}

/* Day, month and year from the numbers as they came: a first number that cannot
 * be a day is the year; else the month comes first unless it was named. Numbers
 * not given count as 1, which makes the year 2001. */
static bool place_date(const Loose *l, double f[DATE_FIELDS])
{
    int given[3] = { 1, 1, 1 }, year, month, day;
    if (l->n_dates == 0)
        return false;
    for (int i = 0; i < l->n_dates; i++)
        given[i] = l->date[i];
    bool year_first = l->iso_order || given[0] < 1 || given[0] > 31;
    if (l->month != NO_NUMBER) {
        month = l->month + 1;
        year = given[year_first ? 0 : 1];
        day = given[year_first ? 1 : 0];
    } else if (year_first) {
        year = given[0];
        month = given[1];
        day = given[2];
    } else {
        month = given[0];
        day = given[1];
        year = given[2];
    }
    if (!l->iso_order && year < 100 && !l->is_whole_year)
        year += year < 50 ? 2000 : 1900;
    f[DATE_YEAR] = l->is_negative_year ? -year : year;
    f[DATE_MONTH] = month - 1;
    f[DATE_DAY] = day;
    return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

static bool place_time(const Loose *l, double f[DATE_FIELDS])
{
    int hour = l->time[0], minute = l->time[1], second = l->time[2];
    if (l->half != NO_NUMBER) {
        if (hour > 12)
            return false;
        hour = hour % 12 + (l->half == WORD_PM ? 12 : 0);
    }
    f[DATE_HOUR] = hour;
    f[DATE_MINUTE] = minute;
    f[DATE_SECOND] = second;
    f[DATE_MS] = l->time[3];
    bool end_of_day = hour == 24 && !minute && !second && !l->time[3];
    return (hour < 24 || end_of_day) && minute < 60 && second < 60;
}

static double parse_loose(VM *vm, const StrView *text)
{
    Loose l = { .r = { .text = text, .vm = vm },
                .month = NO_NUMBER,
                .half = NO_NUMBER };
    Reader start = { .text = text, .vm = vm };
    IsoDate d;
    l.iso_order = iso_date(&start, &d) && start.at == 10;
    double f[DATE_FIELDS];
    if (!read_parts(&l) || !place_date(&l, f) || !place_time(&l, f))
        return invalid();
    return finish(vm, f, l.has_zone, l.offset);
}

double cm__date_parse(VM *vm, const StrView *text)
{
    double t;
    if (parse_iso(vm, text, &t) == TRI_TRUE)
        return t;
    return parse_loose(vm, text);
}
