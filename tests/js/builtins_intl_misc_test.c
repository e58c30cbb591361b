/* SPDX-License-Identifier: MIT */
/* Plurals, relative times, lists, order, segments, locales; texts as V8 gives them. */
#include "js_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* clang-format off */
static const JsRow plurals_rows[] = {
    { "[\"cardinal\", \"ordinal\"].map(type => [0, 1, 2, 3, 4, 5, 1"
      "1, 12, 13, 20, 21, 22, 23, 100, 101, 102, 103, 111, 112, 113"
      ", 1e6, 1.5, -1, NaN].map(n => new Intl.PluralRules(\"en\", {"
      " type }).select(n)).join(\" \"))",
      "[\"other one other other other other other other other other"
      " other other other other other other other other other other"
      " other other one other\",\"other one two few other other oth"
      "er other other other one two few other one two few other oth"
      "er other other other one other\"]" },
    { "new Intl.PluralRules(\"en\", { minimumFractionDigits: 1 }).s"
      "elect(1)",
      "\"other\"" },
    { "new Intl.PluralRules(\"en\", { maximumFractionDigits: 0 }).s"
      "elect(1.2)",
      "\"one\"" },
    { "new Intl.PluralRules(\"en\").selectRange(0, 1)",
      "\"other\"" },
    { "new Intl.PluralRules(\"en\").selectRange(1, 1)",
      "\"other\"" },
    { "new Intl.PluralRules(\"en\").selectRange(NaN, 1)",
      "!RangeError: Invalid startRange : NaN" },
    { "new Intl.PluralRules(\"en\", { type: \"x\" })",
      "!RangeError: Value x out of range for Intl.PluralRules optio"
      "ns property type" },
    { "new Intl.PluralRules(\"en\", { type: \"ordinal\" }).resolved"
      "Options().pluralCategories",
      "[\"few\",\"one\",\"two\",\"other\"]" },
    { "new Intl.PluralRules(\"en\").resolvedOptions().pluralCategor"
      "ies",
      "[\"one\",\"other\"]" },
};

static const JsRow relative_rows[] = {
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"long\", numeric: \"always\" }).for"
      "mat(n, \"second\"))",
      "[\"2 seconds ago\",\"1 second ago\",\"0 seconds ago\",\"in 0"
      " seconds\",\"in 1 second\",\"in 1.5 seconds\",\"in 1,000 sec"
      "onds\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"long\", numeric: \"always\" }).for"
      "mat(n, \"day\"))",
      "[\"2 days ago\",\"1 day ago\",\"0 days ago\",\"in 0 days\","
      "\"in 1 day\",\"in 1.5 days\",\"in 1,000 days\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"long\", numeric: \"always\" }).for"
      "mat(n, \"quarter\"))",
      "[\"2 quarters ago\",\"1 quarter ago\",\"0 quarters ago\",\"i"
      "n 0 quarters\",\"in 1 quarter\",\"in 1.5 quarters\",\"in 1,0"
      "00 quarters\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"long\", numeric: \"auto\" }).forma"
      "t(n, \"second\"))",
      "[\"2 seconds ago\",\"1 second ago\",\"now\",\"now\",\"in 1 s"
      "econd\",\"in 1.5 seconds\",\"in 1,000 seconds\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"long\", numeric: \"auto\" }).forma"
      "t(n, \"day\"))",
      "[\"2 days ago\",\"yesterday\",\"today\",\"today\",\"tomorrow"
      "\",\"in 1.5 days\",\"in 1,000 days\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"long\", numeric: \"auto\" }).forma"
      "t(n, \"quarter\"))",
      "[\"2 quarters ago\",\"last quarter\",\"this quarter\",\"this"
      " quarter\",\"next quarter\",\"in 1.5 quarters\",\"in 1,000 q"
      "uarters\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"short\", numeric: \"always\" }).fo"
      "rmat(n, \"second\"))",
      "[\"2 sec. ago\",\"1 sec. ago\",\"0 sec. ago\",\"in 0 sec.\","
      "\"in 1 sec.\",\"in 1.5 sec.\",\"in 1,000 sec.\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"short\", numeric: \"always\" }).fo"
      "rmat(n, \"day\"))",
      "[\"2 days ago\",\"1 day ago\",\"0 days ago\",\"in 0 days\","
      "\"in 1 day\",\"in 1.5 days\",\"in 1,000 days\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"short\", numeric: \"always\" }).fo"
      "rmat(n, \"quarter\"))",
      "[\"2 qtrs. ago\",\"1 qtr. ago\",\"0 qtrs. ago\",\"in 0 qtrs."
      "\",\"in 1 qtr.\",\"in 1.5 qtrs.\",\"in 1,000 qtrs.\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"short\", numeric: \"auto\" }).form"
      "at(n, \"second\"))",
      "[\"2 sec. ago\",\"1 sec. ago\",\"now\",\"now\",\"in 1 sec.\""
      ",\"in 1.5 sec.\",\"in 1,000 sec.\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"short\", numeric: \"auto\" }).form"
      "at(n, \"day\"))",
      "[\"2 days ago\",\"yesterday\",\"today\",\"today\",\"tomorrow"
      "\",\"in 1.5 days\",\"in 1,000 days\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"short\", numeric: \"auto\" }).form"
      "at(n, \"quarter\"))",
      "[\"2 qtrs. ago\",\"last qtr.\",\"this qtr.\",\"this qtr.\","
      "\"next qtr.\",\"in 1.5 qtrs.\",\"in 1,000 qtrs.\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"narrow\", numeric: \"always\" }).f"
      "ormat(n, \"second\"))",
      "[\"2s ago\",\"1s ago\",\"0s ago\",\"in 0s\",\"in 1s\",\"in 1"
      ".5s\",\"in 1,000s\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"narrow\", numeric: \"always\" }).f"
      "ormat(n, \"day\"))",
      "[\"2d ago\",\"1d ago\",\"0d ago\",\"in 0d\",\"in 1d\",\"in 1"
      ".5d\",\"in 1,000d\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"narrow\", numeric: \"always\" }).f"
      "ormat(n, \"quarter\"))",
      "[\"2q ago\",\"1q ago\",\"0q ago\",\"in 0q\",\"in 1q\",\"in 1"
      ".5q\",\"in 1,000q\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"narrow\", numeric: \"auto\" }).for"
      "mat(n, \"second\"))",
      "[\"2s ago\",\"1s ago\",\"now\",\"now\",\"in 1s\",\"in 1.5s\""
      ",\"in 1,000s\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"narrow\", numeric: \"auto\" }).for"
      "mat(n, \"day\"))",
      "[\"2d ago\",\"yesterday\",\"today\",\"today\",\"tomorrow\","
      "\"in 1.5d\",\"in 1,000d\"]" },
    { "[-2, -1, -0, 0, 1, 1.5, 1000].map(n => new Intl.RelativeTime"
      "Format(\"en\", { style: \"narrow\", numeric: \"auto\" }).for"
      "mat(n, \"quarter\"))",
      "[\"2q ago\",\"last qtr.\",\"this qtr.\",\"this qtr.\",\"next"
      " qtr.\",\"in 1.5q\",\"in 1,000q\"]" },
    { "[-1, 0, 3].map(n => new Intl.RelativeTimeFormat(\"en\", { nu"
      "meric: \"auto\" }).format(n, \"minutes\"))",
      "[\"1 minute ago\",\"this minute\",\"in 3 minutes\"]" },
    { "[-1, 0, 3].map(n => new Intl.RelativeTimeFormat(\"en\", { nu"
      "meric: \"auto\" }).format(n, \"hour\"))",
      "[\"1 hour ago\",\"this hour\",\"in 3 hours\"]" },
    { "[-1, 0, 3].map(n => new Intl.RelativeTimeFormat(\"en\", { nu"
      "meric: \"auto\" }).format(n, \"week\"))",
      "[\"last week\",\"this week\",\"in 3 weeks\"]" },
    { "[-1, 0, 3].map(n => new Intl.RelativeTimeFormat(\"en\", { nu"
      "meric: \"auto\" }).format(n, \"months\"))",
      "[\"last month\",\"this month\",\"in 3 months\"]" },
    { "[-1, 0, 3].map(n => new Intl.RelativeTimeFormat(\"en\", { nu"
      "meric: \"auto\" }).format(n, \"year\"))",
      "[\"last year\",\"this year\",\"in 3 years\"]" },
    { "new Intl.RelativeTimeFormat(\"en\").formatToParts(-1000.5, "
      "\"days\")",
      "[{\"type\":\"integer\",\"value\":\"1\",\"unit\":\"day\"},{\""
      "type\":\"group\",\"value\":\",\",\"unit\":\"day\"},{\"type\""
      ":\"integer\",\"value\":\"000\",\"unit\":\"day\"},{\"type\":"
      "\"decimal\",\"value\":\".\",\"unit\":\"day\"},{\"type\":\"fr"
      "action\",\"value\":\"5\",\"unit\":\"day\"},{\"type\":\"liter"
      "al\",\"value\":\" days ago\"}]" },
    { "new Intl.RelativeTimeFormat(\"en\", { numeric: \"auto\" }).f"
      "ormatToParts(1, \"day\")",
      "[{\"type\":\"literal\",\"value\":\"tomorrow\"}]" },
    { "new Intl.RelativeTimeFormat(\"en\").format(1, \"foo\")",
      "!RangeError: Invalid unit argument for Intl.RelativeTimeForm"
      "at.prototype.format() 'foo'" },
    { "new Intl.RelativeTimeFormat(\"en\").format(Infinity, \"day\""
      ")",
      "!RangeError: Value need to be finite number for Intl.Relativ"
      "eTimeFormat.prototype.format()" },
    { "new Intl.RelativeTimeFormat(\"en-US\").resolvedOptions()",
      "{\"locale\":\"en-US\",\"style\":\"long\",\"numeric\":\"alway"
      "s\",\"numberingSystem\":\"latn\"}" },
};

static const JsRow lists_rows[] = {
    { "[[], [\"a\"], [\"a\", \"b\"], [\"a\", \"b\", \"c\"], [\"a\","
      " \"b\", \"c\", \"d\"]].map(l => new Intl.ListFormat(\"en\", "
      "{ type: \"conjunction\", style: \"long\" }).format(l))",
      "[\"\",\"a\",\"a and b\",\"a, b, and c\",\"a, b, c, and d\"]" },
    { "[[], [\"a\"], [\"a\", \"b\"], [\"a\", \"b\", \"c\"], [\"a\","
      " \"b\", \"c\", \"d\"]].map(l => new Intl.ListFormat(\"en\", "
      "{ type: \"conjunction\", style: \"short\" }).format(l))",
      "[\"\",\"a\",\"a & b\",\"a, b, & c\",\"a, b, c, & d\"]" },
    { "[[], [\"a\"], [\"a\", \"b\"], [\"a\", \"b\", \"c\"], [\"a\","
      " \"b\", \"c\", \"d\"]].map(l => new Intl.ListFormat(\"en\", "
      "{ type: \"conjunction\", style: \"narrow\" }).format(l))",
      "[\"\",\"a\",\"a, b\",\"a, b, c\",\"a, b, c, d\"]" },
    { "[[], [\"a\"], [\"a\", \"b\"], [\"a\", \"b\", \"c\"], [\"a\","
      " \"b\", \"c\", \"d\"]].map(l => new Intl.ListFormat(\"en\", "
      "{ type: \"disjunction\", style: \"long\" }).format(l))",
      "[\"\",\"a\",\"a or b\",\"a, b, or c\",\"a, b, c, or d\"]" },
    { "[[], [\"a\"], [\"a\", \"b\"], [\"a\", \"b\", \"c\"], [\"a\","
      " \"b\", \"c\", \"d\"]].map(l => new Intl.ListFormat(\"en\", "
      "{ type: \"disjunction\", style: \"short\" }).format(l))",
      "[\"\",\"a\",\"a or b\",\"a, b, or c\",\"a, b, c, or d\"]" },
    { "[[], [\"a\"], [\"a\", \"b\"], [\"a\", \"b\", \"c\"], [\"a\","
      " \"b\", \"c\", \"d\"]].map(l => new Intl.ListFormat(\"en\", "
      "{ type: \"disjunction\", style: \"narrow\" }).format(l))",
      "[\"\",\"a\",\"a or b\",\"a, b, or c\",\"a, b, c, or d\"]" },
    { "[[], [\"a\"], [\"a\", \"b\"], [\"a\", \"b\", \"c\"], [\"a\","
      " \"b\", \"c\", \"d\"]].map(l => new Intl.ListFormat(\"en\", "
      "{ type: \"unit\", style: \"long\" }).format(l))",
      "[\"\",\"a\",\"a, b\",\"a, b, c\",\"a, b, c, d\"]" },
    { "[[], [\"a\"], [\"a\", \"b\"], [\"a\", \"b\", \"c\"], [\"a\","
      " \"b\", \"c\", \"d\"]].map(l => new Intl.ListFormat(\"en\", "
      "{ type: \"unit\", style: \"short\" }).format(l))",
      "[\"\",\"a\",\"a, b\",\"a, b, c\",\"a, b, c, d\"]" },
    { "[[], [\"a\"], [\"a\", \"b\"], [\"a\", \"b\", \"c\"], [\"a\","
      " \"b\", \"c\", \"d\"]].map(l => new Intl.ListFormat(\"en\", "
      "{ type: \"unit\", style: \"narrow\" }).format(l))",
      "[\"\",\"a\",\"a b\",\"a b c\",\"a b c d\"]" },
    { "new Intl.ListFormat(\"en\").formatToParts([\"a\", \"b\", \"c"
      "\"])",
      "[{\"type\":\"element\",\"value\":\"a\"},{\"type\":\"literal"
      "\",\"value\":\", \"},{\"type\":\"element\",\"value\":\"b\"},"
      "{\"type\":\"literal\",\"value\":\", and \"},{\"type\":\"elem"
      "ent\",\"value\":\"c\"}]" },
    { "new Intl.ListFormat(\"en\").format(new Set([\"x\", \"y\"]))",
      "\"x and y\"" },
    { "new Intl.ListFormat(\"en\").format((function* () { yield \"p"
      "\"; yield \"q\"; })())",
      "\"p and q\"" },
    { "new Intl.ListFormat(\"en\").format([1])",
      "!TypeError: Iterable yielded 1 which is not a string" },
    { "new Intl.ListFormat(\"en\").format(\"abc\")",
      "\"a, b, and c\"" },
    { "new Intl.ListFormat(\"en-US\").resolvedOptions()",
      "{\"locale\":\"en-US\",\"type\":\"conjunction\",\"style\":\"l"
      "ong\"}" },
    { "new Intl.ListFormat(\"en\", { type: \"x\" })",
      "!RangeError: Value x out of range for Intl.ListFormat option"
      "s property type" },
    { "(() => { let closed = 0; const it = { [Symbol.iterator]() { "
      "return { next: () => ({ value: 5, done: false }), return() {"
      " closed++; return {}; } }; } }; try { new Intl.ListFormat(\""
      "en\").format(it); } catch (e) { return [e.name, closed]; } }"
      ")()",
      "[\"TypeError\",1]" },
};

static const JsRow collation_rows[] = {
    { "[\"a\", \"B\", \"b\", \"A\", \"\\u00e4\", \"z\", \"10\", \"9"
      "\", \"_\", \" x\"].sort(new Intl.Collator(\"en\").compare)",
      "[\" x\",\"_\",\"10\",\"9\",\"a\",\"A\",\"\xC3\xA4\",\"b\",\""
      "B\",\"z\"]" },
    { "[\"a10\", \"a9\", \"a1\"].sort(new Intl.Collator(\"en\", { n"
      "umeric: true }).compare)",
      "[\"a1\",\"a9\",\"a10\"]" },
    { "[\"base\", \"accent\", \"case\", \"variant\"].map(sensitivit"
      "y => { const c = new Intl.Collator(\"en\", { sensitivity })."
      "compare; return [c(\"a\", \"A\"), c(\"a\", \"\\u00e1\"), c("
      "\"a\", \"b\")]; })",
      "[[0,0,-1],[0,-1,-1],[-1,0,-1],[-1,-1,-1]]" },
    { "new Intl.Collator(\"en\", { caseFirst: \"upper\" }).compare("
      "\"a\", \"A\")",
      "1" },
    { "new Intl.Collator(\"en\", { ignorePunctuation: true }).compa"
      "re(\"co-op\", \"coop\")",
      "0" },
    { "new Intl.Collator(\"en-US\", { numeric: true, usage: \"searc"
      "h\" }).resolvedOptions()",
      "{\"locale\":\"en-US\",\"usage\":\"search\",\"sensitivity\":"
      "\"variant\",\"ignorePunctuation\":false,\"collation\":\"defa"
      "ult\",\"numeric\":true,\"caseFirst\":\"false\"}" },
    { "\"a\".localeCompare(\"b\", \"en\", { sensitivity: \"x\" })",
      "!RangeError: Value x out of range for String.prototype.local"
      "eCompare options property sensitivity" },
    { "\"a\".localeCompare(\"b\", \"x\")",
      "!RangeError: Incorrect locale information provided" },
    { "[\"resume\", \"r\\u00e9sum\\u00e9\", \"Resume\", \"R\\u00e9s"
      "um\\u00e9\"].sort((a, b) => a.localeCompare(b))",
      "[\"resume\",\"Resume\",\"r\xC3\xA9sum\xC3\xA9\",\"R\xC3\xA9s"
      "um\xC3\xA9\"]" },
    { "\"\\u00df\".localeCompare(\"ss\")",
      "1" },
    { "Intl.Collator().compare(\"a\", \"b\")",
      "-1" },
};

static const JsRow segments_rows[] = {
    { "[...new Intl.Segmenter(\"en\", { granularity: \"word\" }).se"
      "gment(\"Hello, world! It's 3.14 done.\")].map(s => s.segment"
      ")",
      "[\"Hello\",\",\",\" \",\"world\",\"!\",\" \",\"It's\",\" \","
      "\"3.14\",\" \",\"done\",\".\"]" },
    { "[...new Intl.Segmenter(\"en\", { granularity: \"word\" }).se"
      "gment(\"can't 1,234.56 foo_bar a.b  two\")].map(s => s.segme"
      "nt)",
      "[\"can't\",\" \",\"1,234.56\",\" \",\"foo_bar\",\" \",\"a.b"
      "\",\"  \",\"two\"]" },
    { "[...new Intl.Segmenter(\"en\", { granularity: \"grapheme\" }"
      ").segment(\"e\\u0301\\ud83d\\udc68\\u200d\\ud83d\\udc69\\u20"
      "0d\\ud83d\\udc67\\ud83c\\udde9\\ud83c\\uddea\\ud83c\\uddeb\\"
      "ud83c\\uddf7\\r\\n\\ud83d\\udc4d\\ud83c\\udffd\")].map(s => "
      "s.segment)",
      "[\"e\xCC\x81\",\"\xF0\x9F\x91\xA8\xE2\x80\x8D"
      "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7\",\""
      "\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA\",\"\xF0\x9F\x87\xAB"
      "\xF0\x9F\x87\xB7\",\"\\r\\n\",\"\xF0\x9F\x91\x8D"
      "\xF0\x9F\x8F\xBD\"]" },
    { "[...new Intl.Segmenter(\"en\", { granularity: \"grapheme\" }"
      ").segment(\"\\u1100\\u1161\\u11a8a\")].map(s => s.segment)",
      "[\"\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8\",\"a\"]" },
    { "[...new Intl.Segmenter(\"en\", { granularity: \"sentence\" }"
      ").segment(\"Hello world. How are you? \\\"Hi.\\\" she said. "
      "3.5 is. a\\nb\")].map(s => s.segment)",
      "[\"Hello world. \",\"How are you? \",\"\\\"Hi.\\\" she said."
      " \",\"3.5 is. a\\n\",\"b\"]" },
    { "[...new Intl.Segmenter(\"en\", { granularity: \"sentence\" }"
      ").segment(\"U.S.A. is big. Yes! (No.) Next\")].map(s => s.se"
      "gment)",
      "[\"U.S.A. is big. \",\"Yes! \",\"(No.) \",\"Next\"]" },
    { "[...new Intl.Segmenter(\"en\", { granularity: \"word\" }).se"
      "gment(\"\")].map(s => s.segment)",
      "[]" },
    { "[...new Intl.Segmenter(\"en\", { granularity: \"word\" }).se"
      "gment(\"a 1!\")].map(s => s.isWordLike)",
      "[true,false,true,false]" },
    { "new Intl.Segmenter(\"en\", { granularity: \"word\" }).segmen"
      "t(\"ab cd\").containing(3)",
      "{\"segment\":\"cd\",\"index\":3,\"input\":\"ab cd\",\"isWord"
      "Like\":true}" },
    { "new Intl.Segmenter(\"en\").segment(\"ab\").containing(5) ==="
      " undefined",
      "true" },
    { "new Intl.Segmenter(\"en\").segment(\"ab\").containing(-1) =="
      "= undefined",
      "true" },
    { "new Intl.Segmenter(\"en\", { granularity: \"x\" })",
      "!RangeError: Value x out of range for Intl.Segmenter options"
      " property granularity" },
    { "new Intl.Segmenter(\"en\", 5)",
      "!TypeError: The options of Intl.Segmenter are not an object" },
    { "new Intl.Segmenter(\"en-US\").resolvedOptions()",
      "{\"locale\":\"en-US\",\"granularity\":\"grapheme\"}" },
    { "Object.prototype.toString.call(new Intl.Segmenter().segment("
      "\"\")[Symbol.iterator]())",
      "\"[object Segmenter String Iterator]\"" },
};

static const JsRow locales_rows[] = {
    { "Intl.getCanonicalLocales(\"EN-us\")",
      "[\"en-US\"]" },
    { "Intl.getCanonicalLocales(\"zh-hans-cn\")",
      "[\"zh-Hans-CN\"]" },
    { "Intl.getCanonicalLocales(\"iw\")",
      "[\"he\"]" },
    { "Intl.getCanonicalLocales(\"sl-rozaj-biske\")",
      "[\"sl-biske-rozaj\"]" },
    { "Intl.getCanonicalLocales(\"en-u-kn-true\")",
      "[\"en-u-kn\"]" },
    { "Intl.getCanonicalLocales(\"en-a-bbb-x-1\")",
      "[\"en-a-bbb-x-1\"]" },
    { "Intl.getCanonicalLocales(\"de-1901\")",
      "[\"de-1901\"]" },
    { "Intl.getCanonicalLocales(\"zh-Hant-TW-x-a\")",
      "[\"zh-Hant-TW-x-a\"]" },
    { "Intl.getCanonicalLocales(\"cmn\")",
      "[\"zh\"]" },
    { "Intl.getCanonicalLocales(\"en_US\")",
      "!RangeError: Incorrect locale information provided" },
    { "Intl.getCanonicalLocales(\"\")",
      "!RangeError: Incorrect locale information provided" },
    { "Intl.getCanonicalLocales(\"a\")",
      "!RangeError: Incorrect locale information provided" },
    { "Intl.getCanonicalLocales(\"x-foo\")",
      "!RangeError: Incorrect locale information provided" },
    { "Intl.getCanonicalLocales(\"abcd-efgh\")",
      "!RangeError: Incorrect locale information provided" },
    { "Intl.getCanonicalLocales(\"en-US-US\")",
      "!RangeError: Incorrect locale information provided" },
    { "Intl.getCanonicalLocales(\"de--de\")",
      "!RangeError: Incorrect locale information provided" },
    { "Intl.getCanonicalLocales([\"en\", \"EN\", \"de\"])",
      "[\"en\",\"de\"]" },
    { "Intl.getCanonicalLocales()",
      "[]" },
    { "Intl.getCanonicalLocales(null)",
      "!TypeError: Cannot convert null to object" },
    { "Intl.supportedValuesOf(\"unit\").length",
      "45" },
    { "Intl.supportedValuesOf(\"x\")",
      "!RangeError: Invalid key : x" },
    { "Object.prototype.toString.call(Intl)",
      "\"[object Intl]\"" },
};

/* clang-format on */

#define CHECK(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

CHECK(plurals)
CHECK(relative)
CHECK(lists)
CHECK(collation)
CHECK(segments)
CHECK(locales)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plurals),  cmocka_unit_test(relative),
        cmocka_unit_test(lists),    cmocka_unit_test(collation),
        cmocka_unit_test(segments), cmocka_unit_test(locales),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
