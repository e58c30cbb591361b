/* SPDX-License-Identifier: MIT */
/* Date.parse; ECMA-262 21.4.3.2 and the Date Time String Format, 21.4.1.32. What
 * is not of that format is read as browsers do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */

/* 21.4.1.32: exact */
static const JsRow standard_format_rows[] = {
    { "return ['1970', '1970-01', '1970-01-01', '1970-01-01T00:00Z', '1970-01"
      "-01T00:00:00Z', '1970-01-01T00:00:00.000Z', '+001970-01-01T00:00Z', '1"
      "970-01-01T00:00', '1970-01T00:00Z', '1970T00:00Z'].every((s) => Date.p"
      "arse(s) === 0)",
      "true" },
    { "return ['1970-01-01T00:00:00.1Z', '1970-01-01T00:00:00.12Z', '1970-01-"
      "01T00:00:00.1239999Z', '1970-01-01T24:00Z', '1970-01-01T24:00:00.000Z'"
      ", '1970-01-01T01:30+01:30', '1969-12-31T19:00-05:00', '-000001-01-01T0"
      "0:00Z', '+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z']."
      "map((s) => Date.parse(s))",
      "[100,120,123,86400000,86400000,0,0,-62198755200000,8640000000000000,-8"
      "640000000000000]" },
    { "return ['-000000-01-01T00:00Z', '1970-13-01', '1970-00-01', '1970-01-3"
      "2', '1970-01-00', '1970-02-29', '1970-04-31', '1970-01-01T25:00Z', '19"
      "70-01-01T24:01Z', '1970-01-01T24:00:01Z', '1970-01-01T24:00:00.001Z', "
      "'1970-01-01T00:60Z', '1970-01-01T00:00:60Z', '1970-01-01T00:00+24:00',"
      " '1970-01-01T00:00+00:60', '+275760-09-13T00:00:00.001Z', '-271821-04-"
      "19T23:59:59.999Z'].map((s) => Date.parse(s)).every(Number.isNaN)",
      "true" },
    { "return ['1972-02-29', '2000-02-29', '1900-02-28'].every((s) => new Dat"
      "e(s).toISOString().startsWith(s))",
      "true" },
};

/* 21.4.3.2 leaves these to the implementation; as V8 reads them */
static const JsRow other_texts_rows[] = {
    { "return ['Jan 1 1970', '1 January 1970', 'January 1, 1970 00:00', '1/1/"
      "1970', '1970/01/01', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Thu Jan 01 1970"
      " 00:00:00 GMT+0000 (Coordinated Universal Time)', '1 Jan 1970 12:00 am"
      "', 'Jan-1-1970', '1-Jan-1970', '1970-1-1'].map((s) => Date.parse(s))",
      "[0,0,0,0,0,0,0,0,0,0,0]" },
    { "return ['1 Jan 1970 12:00 PM', '1 Jan 1970 1:02:03 pm', '1 Jan 1970 00"
      ":00:00.5', '1 Jan 1970 01:00 +0100', '1 Jan 1970 00:00 EST', '1 Jan 19"
      "70 00:00 PDT', '1 Jan 1970 00:00 GMT-0130', '1 Jan 1970 00:00 UTC+1', "
      "'1 Jan 1970 02:00 +02:00', '1 Jan 1970 00:00 Z', '1 Jan 1970 24:00'].m"
      "ap((s) => Date.parse(s))",
      "[43200000,46923000,500,0,18000000,25200000,5400000,-3600000,0,0,864000"
      "00]" },
    /* what toString and toUTCString write reads as what it was (21.4.3.2) */
    { "return [-8.64e15, -62198755200000, -62167219201000, -62167219200000, "
      "-59926608000000, -59011459200000, 0, 8.64e15].every((t) => { const d "
      "= new Date(t); return Date.parse(d.toString()) === t && "
      "Date.parse(d.toUTCString()) === t; })",
      "true" },
    { "return ['Jan 1 -1', '1 -0001', '1 Jan 0049', '1 Jan 49'].map((s) => "
      "new Date(Date.parse(s)).getTime())",
      "[null,null,-60620832000000,2493072000000]" },
    { "return ['1 Jan 49', '1 Jan 50', '1 Jan 99', '1/2/03', 'Jan 1', '5/6']."
      "map((s) => new Date(Date.parse(s)).toISOString().slice(0, 10))",
      "[\"2049-01-01\",\"1950-01-01\",\"1999-01-01\",\"2003-01-02\",\"2001-01"
      "-01\",\"2001-05-06\"]" },
    { "return ['13:00 pm 1 Jan 1970', '32 Jan 1970', '1 Foo 1970', '1 Jan 197"
      "0 00:60', '1 Jan 1970 25:00', '1 Jan 1970 00:00:61', '1 Jan 1970 13:00"
      " pm', '13/13/1970', '1 Jan 1970 00:', '1 Jan 1970 1:2:3:4', '1 Jan 197"
      "0 00:00 +25:00', '1 Jan 1970 00:00 +0060', '1 Jan 1970 00:00 +00:', '1"
      " Jan 1970 00:00 +1 +1', '1 2 3 4', 'Jan', '12:00', '1 Jan 1970)', '1 J"
      "an 1970 00:00 +12345', '1 Jan 1970 00:00:00.x', 'am'].map((s) => Numbe"
      "r.isNaN(Date.parse(s)))",
      "[true,true,true,true,true,true,true,true,true,true,true,true,true,true"
      ",true,true,true,true,true,true,true]" },
    { "return ['(note (nested)) 1 Jan 1970', '1 (x) Jan 1970', 'Thursday 1 Ja"
      "nuary 1970', '- 1 Jan 1970', '1 Jan 1970 00:00 - 0', '1970-01-01 00:00"
      "Z', '1970-01-01t00:00z', '01 Jan 1970, 00:00 GMT (unclosed'].map((s) ="
      "> Date.parse(s))",
      "[0,0,0,0,0,0,0,0]" },
    { "const d = new Date(2024, 6, 4, 12, 34, 56); return [Date.parse(d.toStr"
      "ing()) === d.getTime(), Date.parse(d.toUTCString()) === d.getTime(), D"
      "ate.parse(d.toISOString()) === d.getTime(), Date.parse(d.toLocaleStrin"
      "g('en-US')) === d.getTime(), Number.isNaN(Date.parse('9'.repeat(400)))"
      ", Number.isNaN(Date.parse('1 Jan ' + '9'.repeat(30)))]",
      "[true,true,true,true,true,true]" },
};

/* clang-format on */

static void standard_format(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(standard_format_rows, CM_ARRAY_LEN(standard_format_rows)), 0);
}

static void other_texts(void **state)
{
    (void)state;
    assert_int_equal(js_check(other_texts_rows, CM_ARRAY_LEN(other_texts_rows)),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard_format),
        cmocka_unit_test(other_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
