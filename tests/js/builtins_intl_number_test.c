/* SPDX-License-Identifier: MIT */
/* Intl.NumberFormat and toLocaleString of numbers; texts as V8 gives them. */
#include "js_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* clang-format off */
static const JsRow plain_rows[] = {
    { "new Intl.NumberFormat(\"en-US\").format(0)",
      "\"0\"" },
    { "new Intl.NumberFormat(\"en-US\").format(-0)",
      "\"-0\"" },
    { "new Intl.NumberFormat(\"en-US\").format(1)",
      "\"1\"" },
    { "new Intl.NumberFormat(\"en-US\").format(1234.5)",
      "\"1,234.5\"" },
    { "new Intl.NumberFormat(\"en-US\").format(-1234.5678)",
      "\"-1,234.568\"" },
    { "new Intl.NumberFormat(\"en-US\").format(1e21)",
      "\"1,000,000,000,000,000,000,000\"" },
    { "new Intl.NumberFormat(\"en-US\").format(0.0000001)",
      "\"0\"" },
    { "new Intl.NumberFormat(\"en-US\").format(NaN)",
      "\"NaN\"" },
    { "new Intl.NumberFormat(\"en-US\").format(-Infinity)",
      "\"-\xE2\x88\x9E\"" },
    { "new Intl.NumberFormat(\"en-US\").format(1.005)",
      "\"1.005\"" },
    { "new Intl.NumberFormat(\"en-US\").format(123456789.987)",
      "\"123,456,789.987\"" },
    { "new Intl.NumberFormat(\"en-US\").format(true)",
      "\"1\"" },
    { "new Intl.NumberFormat(\"en-US\").format(null)",
      "\"0\"" },
    { "new Intl.NumberFormat(\"en-US\").format(undefined)",
      "\"NaN\"" },
    { "new Intl.NumberFormat(\"en-US\").format(\"123456789012345678"
      "90.123\")",
      "\"12,345,678,901,234,567,890.123\"" },
    { "new Intl.NumberFormat(\"en-US\").format(\"  -5.50 \")",
      "\"-5.5\"" },
    { "new Intl.NumberFormat(\"en-US\").format(\"0x1F\")",
      "\"31\"" },
    { "new Intl.NumberFormat(\"en-US\").format(\"abc\")",
      "\"NaN\"" },
    { "new Intl.NumberFormat(\"en-US\").format(\"\")",
      "\"0\"" },
    { "new Intl.NumberFormat(\"en-US\").format(\"1e3\")",
      "\"1,000\"" },
    { "new Intl.NumberFormat(\"en-US\").format(12345678901234567890"
      "n)",
      "\"12,345,678,901,234,567,890\"" },
    { "new Intl.NumberFormat(\"en-US\").format(-5n)",
      "\"-5\"" },
    { "new Intl.NumberFormat(\"en-US\").format(new Date(5))",
      "\"5\"" },
    { "new Intl.NumberFormat(\"en-US\").format([1234])",
      "\"1,234\"" },
};

static const JsRow digits_rows[] = {
    { "new Intl.NumberFormat(\"en-US\", { maximumFractionDigits: 2 "
      "}).format(1.005)",
      "\"1.01\"" },
    { "new Intl.NumberFormat(\"en-US\", { maximumFractionDigits: 0 "
      "}).format(1.5)",
      "\"2\"" },
    { "new Intl.NumberFormat(\"en-US\", { maximumFractionDigits: 0 "
      "}).format(2.5)",
      "\"3\"" },
    { "new Intl.NumberFormat(\"en-US\", { maximumFractionDigits: 0 "
      "}).format(-2.5)",
      "\"-3\"" },
    { "new Intl.NumberFormat(\"en-US\", { minimumFractionDigits: 2 "
      "}).format(1234.5)",
      "\"1,234.50\"" },
    { "new Intl.NumberFormat(\"en-US\", { minimumFractionDigits: 3,"
      " maximumFractionDigits: 5 }).format(0.1)",
      "\"0.100\"" },
    { "new Intl.NumberFormat(\"en-US\", { minimumIntegerDigits: 3 }"
      ").format(5)",
      "\"005\"" },
    { "new Intl.NumberFormat(\"en-US\", { minimumIntegerDigits: 8 }"
      ").format(1234)",
      "\"00,001,234\"" },
    { "new Intl.NumberFormat(\"en-US\", { maximumSignificantDigits:"
      " 2 }).format(123456)",
      "\"120,000\"" },
    { "new Intl.NumberFormat(\"en-US\", { maximumSignificantDigits:"
      " 3 }).format(0.00012345)",
      "\"0.000123\"" },
    { "new Intl.NumberFormat(\"en-US\", { minimumSignificantDigits:"
      " 3 }).format(1)",
      "\"1.00\"" },
    { "new Intl.NumberFormat(\"en-US\", { maximumSignificantDigits:"
      " 3 }).format(99.95)",
      "\"100\"" },
    { "new Intl.NumberFormat(\"en-US\", { maximumFractionDigits: 1 "
      "}).format(999.95)",
      "\"1,000\"" },
    { "new Intl.NumberFormat(\"en-US\", { maximumFractionDigits: 4,"
      " maximumSignificantDigits: 2, roundingPriority: \"morePrecis"
      "ion\" }).format(1.25)",
      "\"1.25\"" },
    { "new Intl.NumberFormat(\"en-US\", { maximumFractionDigits: 1,"
      " maximumSignificantDigits: 3, roundingPriority: \"lessPrecis"
      "ion\" }).format(1.2567)",
      "\"1.3\"" },
    { "new Intl.NumberFormat(\"en-US\", { minimumFractionDigits: 2,"
      " trailingZeroDisplay: \"stripIfInteger\" }).format(5)",
      "\"5\"" },
    { "new Intl.NumberFormat(\"en-US\", { minimumFractionDigits: 2,"
      " trailingZeroDisplay: \"stripIfInteger\" }).format(5.1)",
      "\"5.10\"" },
    { "new Intl.NumberFormat(\"en-US\", { minimumFractionDigits: 2,"
      " maximumFractionDigits: 2, roundingIncrement: 5 }).format(1."
      "23)",
      "\"1.25\"" },
    { "new Intl.NumberFormat(\"en-US\", { minimumFractionDigits: 2,"
      " maximumFractionDigits: 2, roundingIncrement: 5 }).format(1."
      "225)",
      "\"1.25\"" },
    { "new Intl.NumberFormat(\"en-US\", { minimumFractionDigits: 0,"
      " maximumFractionDigits: 0, roundingIncrement: 20 }).format(1"
      "2.3)",
      "\"20\"" },
    { "new Intl.NumberFormat(\"en-US\", { maximumFractionDigits: 0 "
      "}).format(0.4)",
      "\"0\"" },
    { "new Intl.NumberFormat(\"en-US\", { maximumFractionDigits: 0,"
      " useGrouping: false }).format(1e+21)",
      "\"1000000000000000000000\"" },
    { "new Intl.NumberFormat(\"en-US\", { minimumFractionDigits: 20"
      " }).format(1234567.891)",
      "\"1,234,567.89100000000000000000\"" },
    { "new Intl.NumberFormat(\"en-US\", { minimumFractionDigits: 20"
      " }).format(0.1)",
      "\"0.10000000000000000000\"" },
};

static const JsRow modes_rows[] = {
    { "[1.5, 2.5, -1.5, -2.5, 1.4, -1.6, 0.2].map(new Intl.NumberFo"
      "rmat(\"en\", { roundingMode: \"ceil\", maximumFractionDigits"
      ": 0 }).format)",
      "[\"2\",\"3\",\"-1\",\"-2\",\"2\",\"-1\",\"1\"]" },
    { "[1.5, 2.5, -1.5, -2.5, 1.4, -1.6, 0.2].map(new Intl.NumberFo"
      "rmat(\"en\", { roundingMode: \"floor\", maximumFractionDigit"
      "s: 0 }).format)",
      "[\"1\",\"2\",\"-2\",\"-3\",\"1\",\"-2\",\"0\"]" },
    { "[1.5, 2.5, -1.5, -2.5, 1.4, -1.6, 0.2].map(new Intl.NumberFo"
      "rmat(\"en\", { roundingMode: \"expand\", maximumFractionDigi"
      "ts: 0 }).format)",
      "[\"2\",\"3\",\"-2\",\"-3\",\"2\",\"-2\",\"1\"]" },
    { "[1.5, 2.5, -1.5, -2.5, 1.4, -1.6, 0.2].map(new Intl.NumberFo"
      "rmat(\"en\", { roundingMode: \"trunc\", maximumFractionDigit"
      "s: 0 }).format)",
      "[\"1\",\"2\",\"-1\",\"-2\",\"1\",\"-1\",\"0\"]" },
    { "[1.5, 2.5, -1.5, -2.5, 1.4, -1.6, 0.2].map(new Intl.NumberFo"
      "rmat(\"en\", { roundingMode: \"halfCeil\", maximumFractionDi"
      "gits: 0 }).format)",
      "[\"2\",\"3\",\"-1\",\"-2\",\"1\",\"-2\",\"0\"]" },
    { "[1.5, 2.5, -1.5, -2.5, 1.4, -1.6, 0.2].map(new Intl.NumberFo"
      "rmat(\"en\", { roundingMode: \"halfFloor\", maximumFractionD"
      "igits: 0 }).format)",
      "[\"1\",\"2\",\"-2\",\"-3\",\"1\",\"-2\",\"0\"]" },
    { "[1.5, 2.5, -1.5, -2.5, 1.4, -1.6, 0.2].map(new Intl.NumberFo"
      "rmat(\"en\", { roundingMode: \"halfExpand\", maximumFraction"
      "Digits: 0 }).format)",
      "[\"2\",\"3\",\"-2\",\"-3\",\"1\",\"-2\",\"0\"]" },
    { "[1.5, 2.5, -1.5, -2.5, 1.4, -1.6, 0.2].map(new Intl.NumberFo"
      "rmat(\"en\", { roundingMode: \"halfTrunc\", maximumFractionD"
      "igits: 0 }).format)",
      "[\"1\",\"2\",\"-1\",\"-2\",\"1\",\"-2\",\"0\"]" },
    { "[1.5, 2.5, -1.5, -2.5, 1.4, -1.6, 0.2].map(new Intl.NumberFo"
      "rmat(\"en\", { roundingMode: \"halfEven\", maximumFractionDi"
      "gits: 0 }).format)",
      "[\"2\",\"2\",\"-2\",\"-2\",\"1\",\"-2\",\"0\"]" },
};

static const JsRow styles_rows[] = {
    { "new Intl.NumberFormat(\"en-US\", { style: \"percent\" }).for"
      "mat(0.256)",
      "\"26%\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"percent\", minim"
      "umFractionDigits: 1 }).format(-0.256)",
      "\"-25.6%\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"percent\" }).for"
      "mat(12.5)",
      "\"1,250%\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"USD\" }).format(1234.5)",
      "\"$1,234.50\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"usd\" }).format(-1234.5)",
      "\"-$1,234.50\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"USD\", currencySign: \"accounting\" }).format(-1234."
      "5)",
      "\"($1,234.50)\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"EUR\" }).format(1234.5)",
      "\"\xE2\x82\xAC""1,234.50\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"JPY\" }).format(1234.5)",
      "\"\xC2\xA5""1,235\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"KWD\" }).format(1234.5)",
      "\"KWD\xC2\xA0""1,234.500\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"CHF\" }).format(5)",
      "\"CHF\xC2\xA0""5.00\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"CAD\" }).format(5)",
      "\"CA$5.00\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"CAD\", currencyDisplay: \"narrowSymbol\" }).format(5"
      ")",
      "\"$5.00\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"USD\", currencyDisplay: \"code\" }).format(5)",
      "\"USD\xC2\xA0""5.00\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"USD\", currencyDisplay: \"name\" }).format(5)",
      "\"5.00 US dollars\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"USD\", currencyDisplay: \"name\", minimumFractionDig"
      "its: 0 }).format(1)",
      "\"1 US dollar\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"JPY\", currencyDisplay: \"name\" }).format(1)",
      "\"1 Japanese yen\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"GBP\", currencyDisplay: \"name\", maximumFractionDig"
      "its: 0 }).format(2)",
      "\"2 British pounds\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"XYZ\" }).format(5)",
      "\"XYZ\xC2\xA0""5.00\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"XYZ\", currencyDisplay: \"name\" }).format(5)",
      "\"5.00 XYZ\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"CHF\" }).format(Infinity)",
      "\"CHF\xE2\x88\x9E\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"currency\", curr"
      "ency: \"USD\", maximumFractionDigits: 0 }).format(5.25)",
      "\"$5\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "liter\" }).format(16)",
      "\"16 L\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "liter\", unitDisplay: \"long\" }).format(16)",
      "\"16 liters\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "liter\", unitDisplay: \"long\" }).format(1)",
      "\"1 liter\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "liter\", unitDisplay: \"narrow\" }).format(16)",
      "\"16L\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "kilometer-per-hour\" }).format(50)",
      "\"50 km/h\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "kilometer-per-hour\", unitDisplay: \"long\" }).format(50)",
      "\"50 kilometers per hour\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "mile-per-hour\" }).format(50)",
      "\"50 mph\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "mile-per-gallon\" }).format(30)",
      "\"30 mpg\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "celsius\" }).format(20)",
      "\"20\xC2\xB0""C\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "fahrenheit\", unitDisplay: \"narrow\" }).format(20)",
      "\"20\xC2\xB0\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "celsius\", unitDisplay: \"long\" }).format(20)",
      "\"20 degrees Celsius\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "day\", unitDisplay: \"long\" }).format(3)",
      "\"3 days\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "megabyte\" }).format(5)",
      "\"5 MB\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "percent\" }).format(5)",
      "\"5%\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "meter-per-second\", unitDisplay: \"narrow\" }).format(7)",
      "\"7m/s\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "byte-per-second\", unitDisplay: \"long\" }).format(1)",
      "\"1 byte per second\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "foot\", unitDisplay: \"long\" }).format(5)",
      "\"5 feet\"" },
    { "new Intl.NumberFormat(\"en-US\", { style: \"unit\", unit: \""
      "hour\", unitDisplay: \"long\" }).format(1.5)",
      "\"1.5 hours\"" },
};

static const JsRow notations_rows[] = {
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(0)",
      "\"0\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(1)",
      "\"1\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(999)",
      "\"999\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(999.5)",
      "\"1K\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(1234)",
      "\"1.2K\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(12345)",
      "\"12K\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(999999)",
      "\"1M\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(1250000)",
      "\"1.3M\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(1000000000)",
      "\"1B\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(1500000000000)",
      "\"1.5T\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(1000000000000000)",
      "\"1000T\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(10000000000000000)",
      "\"10,000T\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(-1234)",
      "\"-1.2K\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(0.0123)",
      "\"0.012\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\" })."
      "format(NaN)",
      "\"NaN\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", co"
      "mpactDisplay: \"long\" }).format(1)",
      "\"1\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", co"
      "mpactDisplay: \"long\" }).format(1234)",
      "\"1.2 thousand\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", co"
      "mpactDisplay: \"long\" }).format(999999)",
      "\"1 million\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", co"
      "mpactDisplay: \"long\" }).format(1000000000)",
      "\"1 billion\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", co"
      "mpactDisplay: \"long\" }).format(5000000000000)",
      "\"5 trillion\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", co"
      "mpactDisplay: \"long\" }).format(-1000000)",
      "\"-1 million\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"scientific\" "
      "}).format(0)",
      "\"0E0\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"engineering\""
      " }).format(0)",
      "\"0E0\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"scientific\" "
      "}).format(1)",
      "\"1E0\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"engineering\""
      " }).format(1)",
      "\"1E0\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"scientific\" "
      "}).format(1234.5678)",
      "\"1.235E3\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"engineering\""
      " }).format(1234.5678)",
      "\"1.235E3\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"scientific\" "
      "}).format(-0.00012)",
      "\"-1.2E-4\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"engineering\""
      " }).format(-0.00012)",
      "\"-120E-6\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"scientific\" "
      "}).format(1e+21)",
      "\"1E21\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"engineering\""
      " }).format(1e+21)",
      "\"1E21\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"scientific\" "
      "}).format(999999)",
      "\"1E6\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"engineering\""
      " }).format(999999)",
      "\"999.999E3\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"scientific\" "
      "}).format(Infinity)",
      "\"\xE2\x88\x9E\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"engineering\""
      " }).format(Infinity)",
      "\"\xE2\x88\x9E\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", st"
      "yle: \"currency\", currency: \"USD\" }).format(1234)",
      "\"$1.2K\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", st"
      "yle: \"currency\", currency: \"USD\", currencySign: \"accoun"
      "ting\" }).format(-1234)",
      "\"-$1.2K\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", st"
      "yle: \"currency\", currency: \"USD\", currencyDisplay: \"nam"
      "e\", compactDisplay: \"long\" }).format(1234)",
      "\"1.2 thousand US dollars\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", co"
      "mpactDisplay: \"long\", style: \"currency\", currency: \"USD"
      "\" }).format(1234)",
      "\"$1.2K\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", co"
      "mpactDisplay: \"long\", style: \"unit\", unit: \"meter\", un"
      "itDisplay: \"long\" }).format(5000000)",
      "\"5 million meters\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", ma"
      "ximumFractionDigits: 2 }).format(1234)",
      "\"1.23K\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", us"
      "eGrouping: true }).format(1000000000000000)",
      "\"1,000T\"" },
    { "new Intl.NumberFormat(\"en-US\", { notation: \"compact\", us"
      "eGrouping: false }).format(1000000000000000)",
      "\"1000T\"" },
};

static const JsRow signs_and_groups_rows[] = {
    { "[5, -5, 0, -0, -0.001, NaN].map(new Intl.NumberFormat(\"en\""
      ", { signDisplay: \"auto\", maximumFractionDigits: 2 }).forma"
      "t)",
      "[\"5\",\"-5\",\"0\",\"-0\",\"-0\",\"NaN\"]" },
    { "[5, -5, -0].map(new Intl.NumberFormat(\"en\", { signDisplay:"
      " \"auto\", style: \"currency\", currency: \"USD\", currencyS"
      "ign: \"accounting\" }).format)",
      "[\"$5.00\",\"($5.00)\",\"($0.00)\"]" },
    { "[5, -5, 0, -0, -0.001, NaN].map(new Intl.NumberFormat(\"en\""
      ", { signDisplay: \"never\", maximumFractionDigits: 2 }).form"
      "at)",
      "[\"5\",\"5\",\"0\",\"0\",\"0\",\"NaN\"]" },
    { "[5, -5, -0].map(new Intl.NumberFormat(\"en\", { signDisplay:"
      " \"never\", style: \"currency\", currency: \"USD\", currency"
      "Sign: \"accounting\" }).format)",
      "[\"$5.00\",\"$5.00\",\"$0.00\"]" },
    { "[5, -5, 0, -0, -0.001, NaN].map(new Intl.NumberFormat(\"en\""
      ", { signDisplay: \"always\", maximumFractionDigits: 2 }).for"
      "mat)",
      "[\"+5\",\"-5\",\"+0\",\"-0\",\"-0\",\"+NaN\"]" },
    { "[5, -5, -0].map(new Intl.NumberFormat(\"en\", { signDisplay:"
      " \"always\", style: \"currency\", currency: \"USD\", currenc"
      "ySign: \"accounting\" }).format)",
      "[\"+$5.00\",\"($5.00)\",\"($0.00)\"]" },
    { "[5, -5, 0, -0, -0.001, NaN].map(new Intl.NumberFormat(\"en\""
      ", { signDisplay: \"exceptZero\", maximumFractionDigits: 2 })"
      ".format)",
      "[\"+5\",\"-5\",\"0\",\"0\",\"0\",\"NaN\"]" },
    { "[5, -5, -0].map(new Intl.NumberFormat(\"en\", { signDisplay:"
      " \"exceptZero\", style: \"currency\", currency: \"USD\", cur"
      "rencySign: \"accounting\" }).format)",
      "[\"+$5.00\",\"($5.00)\",\"$0.00\"]" },
    { "[5, -5, 0, -0, -0.001, NaN].map(new Intl.NumberFormat(\"en\""
      ", { signDisplay: \"negative\", maximumFractionDigits: 2 }).f"
      "ormat)",
      "[\"5\",\"-5\",\"0\",\"0\",\"0\",\"NaN\"]" },
    { "[5, -5, -0].map(new Intl.NumberFormat(\"en\", { signDisplay:"
      " \"negative\", style: \"currency\", currency: \"USD\", curre"
      "ncySign: \"accounting\" }).format)",
      "[\"$5.00\",\"($5.00)\",\"$0.00\"]" },
    { "[1234, 12345].map(new Intl.NumberFormat(\"en\", { useGroupin"
      "g: true }).format)",
      "[\"1,234\",\"12,345\"]" },
    { "[1234, 12345].map(new Intl.NumberFormat(\"en\", { useGroupin"
      "g: false }).format)",
      "[\"1234\",\"12345\"]" },
    { "[1234, 12345].map(new Intl.NumberFormat(\"en\", { useGroupin"
      "g: \"min2\" }).format)",
      "[\"1234\",\"12,345\"]" },
    { "[1234, 12345].map(new Intl.NumberFormat(\"en\", { useGroupin"
      "g: \"auto\" }).format)",
      "[\"1,234\",\"12,345\"]" },
    { "[1234, 12345].map(new Intl.NumberFormat(\"en\", { useGroupin"
      "g: \"always\" }).format)",
      "[\"1,234\",\"12,345\"]" },
    { "[1234, 12345].map(new Intl.NumberFormat(\"en\", { useGroupin"
      "g: \"true\" }).format)",
      "[\"1,234\",\"12,345\"]" },
    { "[1234, 12345].map(new Intl.NumberFormat(\"en\", { useGroupin"
      "g: \"false\" }).format)",
      "[\"1,234\",\"12,345\"]" },
    { "[1234, 12345].map(new Intl.NumberFormat(\"en\", { useGroupin"
      "g: undefined }).format)",
      "[\"1,234\",\"12,345\"]" },
    { "[1234, 12345].map(new Intl.NumberFormat(\"en\", { useGroupin"
      "g: null }).format)",
      "[\"1234\",\"12345\"]" },
    { "[1234, 12345].map(new Intl.NumberFormat(\"en\", { useGroupin"
      "g: 0 }).format)",
      "[\"1234\",\"12345\"]" },
    { "[1234, 12345].map(new Intl.NumberFormat(\"en\", { useGroupin"
      "g: \"\" }).format)",
      "[\"1234\",\"12345\"]" },
};

static const JsRow parts_rows[] = {
    { "new Intl.NumberFormat(\"en\", {  }).formatToParts(-1234567.8"
      "91).map(p => p.type + \"=\" + p.value)",
      "[\"minusSign=-\",\"integer=1\",\"group=,\",\"integer=234\","
      "\"group=,\",\"integer=567\",\"decimal=.\",\"fraction=891\"]" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\", currencySign: \"accounting\" }).formatToParts(-5"
      "000.5).map(p => p.type + \"=\" + p.value)",
      "[\"literal=(\",\"currency=$\",\"integer=5\",\"group=,\",\"in"
      "teger=000\",\"decimal=.\",\"fraction=50\",\"literal=)\"]" },
    { "new Intl.NumberFormat(\"en\", { notation: \"scientific\" })."
      "formatToParts(-0.00005).map(p => p.type + \"=\" + p.value)",
      "[\"minusSign=-\",\"integer=5\",\"exponentSeparator=E\",\"exp"
      "onentMinusSign=-\",\"exponentInteger=5\"]" },
    { "new Intl.NumberFormat(\"en\", { notation: \"compact\", compa"
      "ctDisplay: \"long\", style: \"unit\", unit: \"celsius\" }).f"
      "ormatToParts(-5000000).map(p => p.type + \"=\" + p.value)",
      "[\"minusSign=-\",\"integer=5\",\"literal= \",\"compact=milli"
      "on\",\"unit=\xC2\xB0""C\"]" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\", currencyDisplay: \"name\" }).formatToParts(5).ma"
      "p(p => p.type + \"=\" + p.value)",
      "[\"integer=5\",\"decimal=.\",\"fraction=00\",\"literal= \","
      "\"currency=US dollars\"]" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"CHF\" }).formatToParts(5).map(p => p.type + \"=\" + p.v"
      "alue)",
      "[\"currency=CHF\",\"literal=\xC2\xA0\",\"integer=5\",\"decim"
      "al=.\",\"fraction=00\"]" },
    { "new Intl.NumberFormat(\"en\", { style: \"percent\", signDisp"
      "lay: \"always\" }).formatToParts(0.5).map(p => p.type + \"="
      "\" + p.value)",
      "[\"plusSign=+\",\"integer=50\",\"percentSign=%\"]" },
    { "new Intl.NumberFormat(\"en\", {  }).formatToParts(NaN).map(p"
      " => p.type + \"=\" + p.value)",
      "[\"nan=NaN\"]" },
    { "new Intl.NumberFormat(\"en\", { style: \"unit\", unit: \"hou"
      "r\", unitDisplay: \"long\" }).formatToParts(-Infinity).map(p"
      " => p.type + \"=\" + p.value)",
      "[\"minusSign=-\",\"infinity=\xE2\x88\x9E\",\"literal= \",\"u"
      "nit=hours\"]" },
    { "new Intl.NumberFormat(\"en\", { useGrouping: false }).format"
      "ToParts(\"12345678901234567890123456789012345678901234567890"
      "123456789012345678901234567890123456789012345678901234567890"
      "1234567890\").length",
      "1" },
};

static const JsRow ranges_rows[] = {
    { "new Intl.NumberFormat(\"en\", {  }).formatRange(3, 5)",
      "\"3\xE2\x80\x93""5\"" },
    { "new Intl.NumberFormat(\"en\", {  }).formatRange(3, 3)",
      "\"~3\"" },
    { "new Intl.NumberFormat(\"en\", {  }).formatRange(2.9999, 3)",
      "\"~3\"" },
    { "new Intl.NumberFormat(\"en\", {  }).formatRange(-5, -3)",
      "\"-5 \xE2\x80\x93 -3\"" },
    { "new Intl.NumberFormat(\"en\", {  }).formatRange(-3, 5)",
      "\"-3 \xE2\x80\x93 5\"" },
    { "new Intl.NumberFormat(\"en\", {  }).formatRange(1, Infinity)",
      "\"1\xE2\x80\x93\xE2\x88\x9E\"" },
    { "new Intl.NumberFormat(\"en\", {  }).formatRange(5, 3)",
      "\"5\xE2\x80\x93""3\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\" }).formatRange(3, 5)",
      "\"$3.00 \xE2\x80\x93 $5.00\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\" }).formatRange(2.999, 3)",
      "\"~$3.00\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\" }).formatRange(-5, -3)",
      "\"-$5.00\xE2\x80\x93""3.00\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\" }).formatRange(-3, 5)",
      "\"-$3.00 \xE2\x80\x93 $5.00\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\", currencySign: \"accounting\" }).formatRange(-5, "
      "-3)",
      "\"($5.00\xE2\x80\x93""3.00)\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\", currencySign: \"accounting\" }).formatRange(-3, "
      "5)",
      "\"($3.00) \xE2\x80\x93 $5.00\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\", currencyDisplay: \"code\" }).formatRange(3, 5)",
      "\"USD\xC2\xA0""3.00\xE2\x80\x93""5.00\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\", currencyDisplay: \"code\" }).formatRange(1, Infi"
      "nity)",
      "\"USD\xC2\xA0""1.00\xE2\x80\x93\xE2\x88\x9E\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\", currencyDisplay: \"name\" }).formatRange(0, 1)",
      "\"0.00\xE2\x80\x93""1.00 US dollars\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\", currencyDisplay: \"name\" }).formatRange(1, 1)",
      "\"~1.00 US dollars\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"percent\" }).format"
      "Range(0, 1)",
      "\"0% \xE2\x80\x93 100%\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"percent\" }).format"
      "Range(-5, -3)",
      "\"-500\xE2\x80\x93""300%\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"unit\", unit: \"met"
      "er\", unitDisplay: \"long\" }).formatRange(0, 1)",
      "\"0\xE2\x80\x93""1 meters\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"unit\", unit: \"met"
      "er\", unitDisplay: \"long\" }).formatRange(1, 1)",
      "\"~1 meter\"" },
    { "new Intl.NumberFormat(\"en\", { notation: \"compact\" }).for"
      "matRange(1000, 2000)",
      "\"1K \xE2\x80\x93 2K\"" },
    { "new Intl.NumberFormat(\"en\", { notation: \"compact\" }).for"
      "matRange(1000, 1000000)",
      "\"1K \xE2\x80\x93 1M\"" },
    { "new Intl.NumberFormat(\"en\", { notation: \"scientific\" })."
      "formatRange(3, 5)",
      "\"3E0 \xE2\x80\x93 5E0\"" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\", currenc"
      "y: \"USD\" }).formatRangeToParts(3, 5)",
      "[{\"type\":\"currency\",\"value\":\"$\",\"source\":\"startRa"
      "nge\"},{\"type\":\"integer\",\"value\":\"3\",\"source\":\"st"
      "artRange\"},{\"type\":\"decimal\",\"value\":\".\",\"source\""
      ":\"startRange\"},{\"type\":\"fraction\",\"value\":\"00\",\"s"
      "ource\":\"startRange\"},{\"type\":\"literal\",\"value\":\" "
      "\xE2\x80\x93 \",\"source\":\"shared\"},{\"type\":\"currency"
      "\",\"value\":\"$\",\"source\":\"endRange\"},{\"type\":\"inte"
      "ger\",\"value\":\"5\",\"source\":\"endRange\"},{\"type\":\"d"
      "ecimal\",\"value\":\".\",\"source\":\"endRange\"},{\"type\":"
      "\"fraction\",\"value\":\"00\",\"source\":\"endRange\"}]" },
    { "new Intl.NumberFormat(\"en\").formatRange(NaN, 1)",
      "!RangeError: Invalid start : NaN" },
    { "new Intl.NumberFormat(\"en\").formatRange(1)",
      "!TypeError: Invalid end : undefined" },
};

static const JsRow errors_rows[] = {
    { "new Intl.NumberFormat(\"en\", { style: \"foo\" })",
      "!RangeError: Value foo out of range for Intl.NumberFormat op"
      "tions property style" },
    { "new Intl.NumberFormat(\"en\", { style: \"unit\" })",
      "!TypeError: Invalid unit argument for Intl.NumberFormat() ''" },
    { "new Intl.NumberFormat(\"en\", { unit: \"foo\" })",
      "!RangeError: Invalid unit argument for Intl.NumberFormat() '"
      "foo'" },
    { "new Intl.NumberFormat(\"en\", { style: \"currency\" })",
      "!TypeError: Currency code is required with currency style." },
    { "new Intl.NumberFormat(\"en\", { currency: \"U$\" })",
      "!RangeError: Invalid currency code : U$" },
    { "new Intl.NumberFormat(\"en\", { minimumFractionDigits: -1 })",
      "!RangeError: minimumFractionDigits value is out of range." },
    { "new Intl.NumberFormat(\"en\", { minimumFractionDigits: 5, ma"
      "ximumFractionDigits: 2 })",
      "!RangeError: maximumFractionDigits value is out of range." },
    { "new Intl.NumberFormat(\"en\", { maximumFractionDigits: 101 }"
      ")",
      "!RangeError: maximumFractionDigits value is out of range." },
    { "new Intl.NumberFormat(\"en\", { minimumSignificantDigits: 0 "
      "})",
      "!RangeError: minimumSignificantDigits value is out of range." },
    { "new Intl.NumberFormat(\"en\", { minimumSignificantDigits: 5,"
      " maximumSignificantDigits: 2 })",
      "!RangeError: maximumSignificantDigits value is out of range." },
    { "new Intl.NumberFormat(\"en\", { useGrouping: \"foo\" })",
      "!RangeError: Value foo out of range for Intl.NumberFormat op"
      "tions property useGrouping" },
    { "new Intl.NumberFormat(\"en\", { roundingIncrement: 3 })",
      "!RangeError: roundingIncrement value is out of range." },
    { "new Intl.NumberFormat(\"en\", { roundingIncrement: 5, maximu"
      "mFractionDigits: 2 })",
      "!RangeError: maximumFractionDigits not equal to minimumFract"
      "ionDigits" },
    { "new Intl.NumberFormat(\"en\", { roundingMode: \"up\" })",
      "!RangeError: Value up out of range for Intl.NumberFormat opt"
      "ions property roundingMode" },
    { "new Intl.NumberFormat(\"en\", { notation: \"x\" })",
      "!RangeError: Value x out of range for Intl.NumberFormat opti"
      "ons property notation" },
    { "new Intl.NumberFormat(\"en\", { signDisplay: \"x\" })",
      "!RangeError: Value x out of range for Intl.NumberFormat opti"
      "ons property signDisplay" },
    { "new Intl.NumberFormat(\"en\", { currencyDisplay: \"x\" })",
      "!RangeError: Value x out of range for Intl.NumberFormat opti"
      "ons property currencyDisplay" },
    { "new Intl.NumberFormat(\"en\", { localeMatcher: \"x\" })",
      "!RangeError: Value x out of range for Intl.NumberFormat opti"
      "ons property localeMatcher" },
    { "new Intl.NumberFormat(\"x\")",
      "!RangeError: Incorrect locale information provided" },
    { "new Intl.NumberFormat([1])",
      "!TypeError: Language ID should be string or object." },
    { "(5).toLocaleString(\"en\", { style: \"x\" })",
      "!RangeError: Value x out of range for Number.prototype.toLoc"
      "aleString options property style" },
    { "new Intl.NumberFormat(\"en\").format(Symbol())",
      "!TypeError: Cannot convert a Symbol value to a number" },
};

static const JsRow objects_rows[] = {
    { "Intl.NumberFormat(\"de\").format(1234.5)",
      "\"1,234.5\"" },
    { "Object.prototype.toString.call(new Intl.NumberFormat())",
      "\"[object Intl.NumberFormat]\"" },
    { "typeof new Intl.NumberFormat().format",
      "\"function\"" },
    { "new Intl.NumberFormat().format === new Intl.NumberFormat().f"
      "ormat",
      "false" },
    { "(f => f.format === f.format)(new Intl.NumberFormat())",
      "true" },
    { "new (class X extends Intl.NumberFormat { thousand() { return"
      " this.format(1e3); } })().thousand()",
      "\"1,000\"" },
    { "(1234567.891).toLocaleString(\"de-DE\")",
      "\"1,234,567.891\"" },
    { "(0.5).toLocaleString(\"en\", { style: \"percent\" })",
      "\"50%\"" },
    { "12345678901234567890n.toLocaleString()",
      "\"12,345,678,901,234,567,890\"" },
    { "12345n.toLocaleString(\"en\", { style: \"currency\", currenc"
      "y: \"EUR\" })",
      "\"\xE2\x82\xAC""12,345.00\"" },
    { "[1234.5, 2n ** 64n, null, 5].toLocaleString()",
      "\"1,234.5,18,446,744,073,709,551,616,,5\"" },
    { "Intl.NumberFormat.supportedLocalesOf([\"en-US\", \"en\"])",
      "[\"en-US\",\"en\"]" },
    { "JSON.stringify(new Intl.NumberFormat())",
      "\"{}\"" },
    { "Object.keys(new Intl.NumberFormat(\"en-US\").resolvedOptions"
      "()).sort()",
      "[\"locale\",\"maximumFractionDigits\",\"minimumFractionDigit"
      "s\",\"minimumIntegerDigits\",\"notation\",\"numberingSystem"
      "\",\"roundingIncrement\",\"roundingMode\",\"roundingPriority"
      "\",\"signDisplay\",\"style\",\"trailingZeroDisplay\",\"useGr"
      "ouping\"]" },
    { "(o => [o.style, o.currency, o.currencyDisplay, o.currencySig"
      "n, o.minimumFractionDigits, o.maximumFractionDigits, o.useGr"
      "ouping])(new Intl.NumberFormat(\"en\", { style: \"currency\""
      ", currency: \"jpy\" }).resolvedOptions())",
      "[\"currency\",\"JPY\",\"symbol\",\"standard\",0,0,\"auto\"]" },
    { "(o => [o.notation, o.compactDisplay, o.useGrouping, o.roundi"
      "ngPriority, o.maximumSignificantDigits])(new Intl.NumberForm"
      "at(\"en\", { notation: \"compact\" }).resolvedOptions())",
      "[\"compact\",\"short\",\"min2\",\"morePrecision\",2]" },
};

/* clang-format on */

#define CHECK(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

CHECK(plain)
CHECK(digits)
CHECK(modes)
CHECK(styles)
CHECK(notations)
CHECK(signs_and_groups)
CHECK(parts)
CHECK(ranges)
CHECK(errors)
CHECK(objects)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain),     cmocka_unit_test(digits),
        cmocka_unit_test(modes),     cmocka_unit_test(styles),
        cmocka_unit_test(notations), cmocka_unit_test(signs_and_groups),
        cmocka_unit_test(parts),     cmocka_unit_test(ranges),
        cmocka_unit_test(errors),    cmocka_unit_test(objects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
