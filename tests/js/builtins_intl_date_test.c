/* SPDX-License-Identifier: MIT */
/* Intl.DateTimeFormat and toLocaleString of dates, in UTC; texts as V8 gives them. */
#include "js_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* clang-format off */
static const JsRow date_fields_rows[] = {
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\" }).fo"
      "rmat(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"1/5/2024\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", week"
      "day: \"long\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"Friday\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", week"
      "day: \"short\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678)"
      ")",
      "\"Fri\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", week"
      "day: \"narrow\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678"
      "))",
      "\"F\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", year"
      ": \"numeric\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"2024\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", year"
      ": \"2-digit\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"24\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", mont"
      "h: \"numeric\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678)"
      ")",
      "\"1\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", mont"
      "h: \"2-digit\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678)"
      ")",
      "\"01\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", mont"
      "h: \"long\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"January\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", mont"
      "h: \"short\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"Jan\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", mont"
      "h: \"narrow\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"J\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", day:"
      " \"numeric\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"5\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", day:"
      " \"2-digit\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"05\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", year"
      ": \"numeric\", month: \"long\" }).format(Date.UTC(2024, 0, 5"
      ", 15, 4, 9, 678))",
      "\"January 2024\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", year"
      ": \"numeric\", month: \"numeric\" }).format(Date.UTC(2024, 0"
      ", 5, 15, 4, 9, 678))",
      "\"1/2024\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", year"
      ": \"numeric\", month: \"short\", day: \"numeric\" }).format("
      "Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"Jan 5, 2024\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", year"
      ": \"numeric\", month: \"long\", day: \"numeric\" }).format(D"
      "ate.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"January 5, 2024\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", week"
      "day: \"long\", year: \"numeric\", month: \"long\", day: \"nu"
      "meric\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"Friday, January 5, 2024\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", week"
      "day: \"short\", month: \"short\", day: \"numeric\" }).format"
      "(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"Fri, Jan 5\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", mont"
      "h: \"2-digit\", day: \"2-digit\", year: \"numeric\" }).forma"
      "t(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"01/05/2024\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", mont"
      "h: \"numeric\", day: \"numeric\" }).format(Date.UTC(2024, 0,"
      " 5, 15, 4, 9, 678))",
      "\"1/5\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", week"
      "day: \"short\", month: \"numeric\", day: \"numeric\" }).form"
      "at(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"Fri, 1/5\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", year"
      ": \"numeric\", day: \"numeric\" }).format(Date.UTC(2024, 0, "
      "5, 15, 4, 9, 678))",
      "\"2024 (day: 5)\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", week"
      "day: \"short\", day: \"numeric\" }).format(Date.UTC(2024, 0,"
      " 5, 15, 4, 9, 678))",
      "\"5 Fri\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", era:"
      " \"short\", year: \"numeric\" }).format(Date.UTC(2024, 0, 5,"
      " 15, 4, 9, 678))",
      "\"2024 AD\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", era:"
      " \"long\", year: \"numeric\", month: \"long\", day: \"numeri"
      "c\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"January 5, 2024 Anno Domini\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", era:"
      " \"short\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"1/5/2024 AD\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", week"
      "day: \"long\", year: \"numeric\" }).format(Date.UTC(2024, 0,"
      " 5, 15, 4, 9, 678))",
      "\"2024 Friday\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"full\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678"
      "))",
      "\"Friday, January 5, 2024\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"long\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678"
      "))",
      "\"January 5, 2024\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"medium\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 6"
      "78))",
      "\"Jan 5, 2024\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"short\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 67"
      "8))",
      "\"1/5/24\"" },
};

static const JsRow time_fields_rows[] = {
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"3 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"2-digit\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"03 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", minu"
      "te: \"numeric\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678"
      "))",
      "\"4\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", seco"
      "nd: \"numeric\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678"
      "))",
      "\"9\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", minute: \"2-digit\" }).format(Date.UTC(2024, "
      "0, 5, 15, 4, 9, 678))",
      "\"3:04 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"2-digit\", minute: \"2-digit\" }).format(Date.UTC(2024, "
      "0, 5, 15, 4, 9, 678))",
      "\"03:04 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", minute: \"numeric\", second: \"numeric\" }).f"
      "ormat(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"3:04:09 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", hourCycle: \"h23\" }).format(Date.UTC(2024, 0"
      ", 5, 15, 4, 9, 678))",
      "\"15\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", minute: \"numeric\", hour12: false }).format("
      "Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"15:04\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", minute: \"numeric\", hourCycle: \"h11\" }).fo"
      "rmat(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"3:04 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", minute: \"numeric\", hourCycle: \"h24\" }).fo"
      "rmat(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"15:04\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", minu"
      "te: \"numeric\", second: \"numeric\" }).format(Date.UTC(2024"
      ", 0, 5, 15, 4, 9, 678))",
      "\"04:09\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", minu"
      "te: \"numeric\", second: \"numeric\", fractionalSecondDigits"
      ": 3 }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"04:09.678\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", seco"
      "nd: \"numeric\", fractionalSecondDigits: 2 }).format(Date.UT"
      "C(2024, 0, 5, 15, 4, 9, 678))",
      "\"9.67\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", frac"
      "tionalSecondDigits: 1 }).format(Date.UTC(2024, 0, 5, 15, 4, "
      "9, 678))",
      "\"6\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", minute: \"numeric\", second: \"numeric\", fra"
      "ctionalSecondDigits: 3 }).format(Date.UTC(2024, 0, 5, 15, 4,"
      " 9, 678))",
      "\"3:04:09.678 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", dayPeriod: \"short\" }).format(Date.UTC(2024,"
      " 0, 5, 15, 4, 9, 678))",
      "\"3 in the afternoon\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", dayP"
      "eriod: \"long\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678"
      "))",
      "\"in the afternoon\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", minute: \"numeric\", dayPeriod: \"long\" }).f"
      "ormat(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"3:04 in the afternoon\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", time"
      "Style: \"full\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678"
      "))",
      "\"3:04:09 PM Coordinated Universal Time\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", time"
      "Style: \"long\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678"
      "))",
      "\"3:04:09 PM UTC\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", time"
      "Style: \"medium\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 6"
      "78))",
      "\"3:04:09 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", time"
      "Style: \"short\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 67"
      "8))",
      "\"3:04 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", time"
      "Style: \"short\", hour12: false }).format(Date.UTC(2024, 0, "
      "5, 15, 4, 9, 678))",
      "\"15:04\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", second: \"numeric\" }).format(Date.UTC(2024, "
      "0, 5, 15, 4, 9, 678))",
      "\"3 PM (second: 9)\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", time"
      "Style: \"short\" }).format(Date.UTC(2024, 0, 5))",
      "\"12:00 AM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", minute: \"numeric\", hourCycle: \"h23\" }).fo"
      "rmat(Date.UTC(2024, 0, 5))",
      "\"00:00\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", hourCycle: \"h11\" }).format(Date.UTC(2024, 0"
      ", 5))",
      "\"0 AM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", hourCycle: \"h24\" }).format(Date.UTC(2024, 0"
      ", 5))",
      "\"24\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", dayPeriod: \"narrow\" }).format(Date.UTC(2024"
      ", 0, 5))",
      "\"12 in the morning\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", time"
      "Style: \"short\" }).format(Date.UTC(2024, 0, 5, 12))",
      "\"12:00 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", minute: \"numeric\", hourCycle: \"h23\" }).fo"
      "rmat(Date.UTC(2024, 0, 5, 12))",
      "\"12:00\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", hourCycle: \"h11\" }).format(Date.UTC(2024, 0"
      ", 5, 12))",
      "\"0 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", hourCycle: \"h24\" }).format(Date.UTC(2024, 0"
      ", 5, 12))",
      "\"12\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", dayPeriod: \"narrow\" }).format(Date.UTC(2024"
      ", 0, 5, 12))",
      "\"12 n\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", time"
      "Style: \"short\" }).format(Date.UTC(2024, 0, 5, 23, 59))",
      "\"11:59 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", minute: \"numeric\", hourCycle: \"h23\" }).fo"
      "rmat(Date.UTC(2024, 0, 5, 23, 59))",
      "\"23:59\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", hourCycle: \"h11\" }).format(Date.UTC(2024, 0"
      ", 5, 23, 59))",
      "\"11 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", hourCycle: \"h24\" }).format(Date.UTC(2024, 0"
      ", 5, 23, 59))",
      "\"23\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", dayPeriod: \"narrow\" }).format(Date.UTC(2024"
      ", 0, 5, 23, 59))",
      "\"11 at night\"" },
};

static const JsRow together_rows[] = {
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"full\", timeStyle: \"full\" }).format(Date.UTC(2024"
      ", 0, 5, 15, 4, 9, 678))",
      "\"Friday, January 5, 2024 at 3:04:09 PM Coordinated Universa"
      "l Time\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"long\", timeStyle: \"short\" }).format(Date.UTC(202"
      "4, 0, 5, 15, 4, 9, 678))",
      "\"January 5, 2024 at 3:04 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"medium\", timeStyle: \"medium\" }).format(Date.UTC("
      "2024, 0, 5, 15, 4, 9, 678))",
      "\"Jan 5, 2024, 3:04:09 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"short\", timeStyle: \"short\" }).format(Date.UTC(20"
      "24, 0, 5, 15, 4, 9, 678))",
      "\"1/5/24, 3:04 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", week"
      "day: \"long\", hour: \"numeric\" }).format(Date.UTC(2024, 0,"
      " 5, 15, 4, 9, 678))",
      "\"Friday 3 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", week"
      "day: \"short\", hour: \"numeric\", minute: \"2-digit\" }).fo"
      "rmat(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"Fri 3:04 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", week"
      "day: \"short\", hour: \"numeric\", hourCycle: \"h23\" }).for"
      "mat(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"Fri, 15\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", mont"
      "h: \"long\", day: \"numeric\", hour: \"numeric\" }).format(D"
      "ate.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"January 5 at 3 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", mont"
      "h: \"short\", day: \"numeric\", hour: \"numeric\", minute: "
      "\"2-digit\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"Jan 5, 3:04 PM\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", year"
      ": \"numeric\", month: \"2-digit\", day: \"2-digit\", hour: "
      "\"2-digit\", minute: \"2-digit\", second: \"2-digit\", hourC"
      "ycle: \"h23\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"01/05/2024, 15:04:09\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", time"
      "ZoneName: \"short\" }).format(Date.UTC(2024, 0, 5, 15, 4, 9,"
      " 678))",
      "\"1/5/2024, UTC\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", time"
      "ZoneName: \"long\", month: \"long\" }).format(Date.UTC(2024,"
      " 0, 5, 15, 4, 9, 678))",
      "\"January at Coordinated Universal Time\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", timeZoneName: \"short\" }).format(Date.UTC(20"
      "24, 0, 5, 15, 4, 9, 678))",
      "\"3 PM UTC\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", hourCycle: \"h23\", timeZoneName: \"short\" }"
      ").format(Date.UTC(2024, 0, 5, 15, 4, 9, 678))",
      "\"15h UTC\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", year"
      ": \"numeric\", month: \"numeric\", day: \"numeric\", timeZon"
      "eName: \"longOffset\" }).format(Date.UTC(2024, 0, 5, 15, 4, "
      "9, 678))",
      "\"1/5/2024, GMT+00:00\"" },
};

static const JsRow years_rows[] = {
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\" }).fo"
      "rmat(-62198755200000)",
      "\"1/1/2\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"full\" }).format(-62198755200000)",
      "\"Friday, January 1, 2\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", era:"
      " \"short\", year: \"numeric\" }).format(-62198755200000)",
      "\"2 BC\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\" }).fo"
      "rmat(-62167219200000)",
      "\"1/1/1\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"full\" }).format(-62167219200000)",
      "\"Saturday, January 1, 1\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", era:"
      " \"short\", year: \"numeric\" }).format(-62167219200000)",
      "\"1 BC\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\" }).fo"
      "rmat(8.64e15)",
      "\"9/13/275760\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"full\" }).format(8.64e15)",
      "\"Saturday, September 13, 275760\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", era:"
      " \"short\", year: \"numeric\" }).format(8.64e15)",
      "\"275760 AD\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\" }).fo"
      "rmat(-8.64e15)",
      "\"4/20/271822\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"full\" }).format(-8.64e15)",
      "\"Tuesday, April 20, 271822\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", era:"
      " \"short\", year: \"numeric\" }).format(-8.64e15)",
      "\"271822 BC\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\" }).fo"
      "rmat(Date.UTC(12345, 0, 1))",
      "\"1/1/12345\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"full\" }).format(Date.UTC(12345, 0, 1))",
      "\"Monday, January 1, 12345\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", era:"
      " \"short\", year: \"numeric\" }).format(Date.UTC(12345, 0, 1"
      "))",
      "\"12345 AD\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\" }).fo"
      "rmat(Date.UTC(2000, 1, 29))",
      "\"2/29/2000\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"full\" }).format(Date.UTC(2000, 1, 29))",
      "\"Tuesday, February 29, 2000\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", era:"
      " \"short\", year: \"numeric\" }).format(Date.UTC(2000, 1, 29"
      "))",
      "\"2000 AD\"" },
};

static const JsRow parts_rows[] = {
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\" }).forma"
      "tToParts(Date.UTC(2024, 0, 5, 15, 4, 9, 678)).map(p => p.typ"
      "e + \"=\" + p.value)",
      "[\"month=1\",\"literal=/\",\"day=5\",\"literal=/\",\"year=20"
      "24\"]" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"full\" }).formatToParts(Date.UTC(2024, 0, 5, 15, 4, 9,"
      " 678)).map(p => p.type + \"=\" + p.value)",
      "[\"weekday=Friday\",\"literal=, \",\"month=January\",\"liter"
      "al= \",\"day=5\",\"literal=, \",\"year=2024\"]" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", era: \""
      "short\", year: \"numeric\" }).formatToParts(Date.UTC(2024, 0"
      ", 5, 15, 4, 9, 678)).map(p => p.type + \"=\" + p.value)",
      "[\"year=2024\",\"literal= \",\"era=AD\"]" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", hour: "
      "\"numeric\", hourCycle: \"h23\", minute: \"numeric\", second"
      ": \"numeric\", fractionalSecondDigits: 2 }).formatToParts(Da"
      "te.UTC(2024, 0, 5, 15, 4, 9, 678)).map(p => p.type + \"=\" +"
      " p.value)",
      "[\"hour=15\",\"literal=:\",\"minute=04\",\"literal=:\",\"sec"
      "ond=09\",\"literal=.\",\"fractionalSecond=67\"]" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", hour: "
      "\"numeric\", hourCycle: \"h23\", timeZoneName: \"short\" })."
      "formatToParts(Date.UTC(2024, 0, 5, 15, 4, 9, 678)).map(p => "
      "p.type + \"=\" + p.value)",
      "[\"hour=15\",\"literal=h \",\"timeZoneName=UTC\"]" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", weekday"
      ": \"long\" }).formatToParts(Date.UTC(2024, 0, 5, 15, 4, 9, 6"
      "78)).map(p => p.type + \"=\" + p.value)",
      "[\"weekday=Friday\"]" },
};

static const JsRow ranges_rows[] = {
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\" }).forma"
      "tRange(Date.UTC(2024, 0, 5, 15, 4, 9, 678), Date.UTC(2024, 0"
      ", 5, 17))",
      "\"1/5/2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\" }).forma"
      "tRange(Date.UTC(2024, 0, 5, 15, 4, 9, 678), Date.UTC(2024, 0"
      ", 8))",
      "\"1/5/2024\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""1/8/2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\" }).forma"
      "tRange(Date.UTC(2024, 0, 5, 15, 4, 9, 678), Date.UTC(2024, 1"
      ", 8))",
      "\"1/5/2024\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""2/8/2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\" }).forma"
      "tRange(Date.UTC(2024, 0, 5, 15, 4, 9, 678), Date.UTC(2025, 1"
      ", 8))",
      "\"1/5/2024\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""2/8/2025\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"medium\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9,"
      " 678), Date.UTC(2024, 0, 5, 17))",
      "\"Jan 5, 2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"medium\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9,"
      " 678), Date.UTC(2024, 0, 8))",
      "\"Jan 5\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""8, 2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"medium\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9,"
      " 678), Date.UTC(2024, 1, 8))",
      "\"Jan 5\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""Feb 8, 2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"medium\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9,"
      " 678), Date.UTC(2025, 1, 8))",
      "\"Jan 5, 2024\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""Feb 8, 20"
      "25\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"long\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 6"
      "78), Date.UTC(2024, 0, 5, 17))",
      "\"January 5, 2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"long\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 6"
      "78), Date.UTC(2024, 0, 8))",
      "\"January 5\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""8, 2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"long\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 6"
      "78), Date.UTC(2024, 1, 8))",
      "\"January 5\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""February 8,"
      " 2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"long\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 6"
      "78), Date.UTC(2025, 1, 8))",
      "\"January 5, 2024\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""Febru"
      "ary 8, 2025\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"full\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 6"
      "78), Date.UTC(2024, 0, 5, 17))",
      "\"Friday, January 5, 2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"full\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 6"
      "78), Date.UTC(2024, 0, 8))",
      "\"Friday, January 5\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89Monda"
      "y, January 8, 2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"full\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 6"
      "78), Date.UTC(2024, 1, 8))",
      "\"Friday, January 5\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89Thurs"
      "day, February 8, 2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"full\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 6"
      "78), Date.UTC(2025, 1, 8))",
      "\"Friday, January 5, 2024\xE2\x80\x89\xE2\x80\x93"
      "\xE2\x80\x89Saturday, February 8, 2025\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", month: "
      "\"long\", day: \"numeric\" }).formatRange(Date.UTC(2024, 0, "
      "5, 15, 4, 9, 678), Date.UTC(2024, 0, 5, 17))",
      "\"January 5\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", month: "
      "\"long\", day: \"numeric\" }).formatRange(Date.UTC(2024, 0, "
      "5, 15, 4, 9, 678), Date.UTC(2024, 0, 8))",
      "\"January 5\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""8\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", month: "
      "\"long\", day: \"numeric\" }).formatRange(Date.UTC(2024, 0, "
      "5, 15, 4, 9, 678), Date.UTC(2024, 1, 8))",
      "\"January 5\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""February 8"
      "\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", month: "
      "\"long\", day: \"numeric\" }).formatRange(Date.UTC(2024, 0, "
      "5, 15, 4, 9, 678), Date.UTC(2025, 1, 8))",
      "\"January 5, 2024\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""Febru"
      "ary 8, 2025\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", year: "
      "\"numeric\", month: \"short\" }).formatRange(Date.UTC(2024, "
      "0, 5, 15, 4, 9, 678), Date.UTC(2024, 0, 5, 17))",
      "\"Jan 2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", year: "
      "\"numeric\", month: \"short\" }).formatRange(Date.UTC(2024, "
      "0, 5, 15, 4, 9, 678), Date.UTC(2024, 0, 8))",
      "\"Jan 2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", year: "
      "\"numeric\", month: \"short\" }).formatRange(Date.UTC(2024, "
      "0, 5, 15, 4, 9, 678), Date.UTC(2024, 1, 8))",
      "\"Jan\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""Feb 2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", year: "
      "\"numeric\", month: \"short\" }).formatRange(Date.UTC(2024, "
      "0, 5, 15, 4, 9, 678), Date.UTC(2025, 1, 8))",
      "\"Jan 2024\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""Feb 2025\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", year: "
      "\"numeric\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 67"
      "8), Date.UTC(2024, 0, 5, 17))",
      "\"2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", year: "
      "\"numeric\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 67"
      "8), Date.UTC(2024, 0, 8))",
      "\"2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", year: "
      "\"numeric\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 67"
      "8), Date.UTC(2024, 1, 8))",
      "\"2024\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", year: "
      "\"numeric\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 67"
      "8), Date.UTC(2025, 1, 8))",
      "\"2024\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""2025\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", timeSty"
      "le: \"short\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, "
      "678), Date.UTC(2024, 0, 5, 15, 24))",
      "\"3:04\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""3:24\xE2\x80\xAF"
      "PM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", timeSty"
      "le: \"short\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, "
      "678), Date.UTC(2024, 0, 5, 17))",
      "\"3:04\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""5:00\xE2\x80\xAF"
      "PM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", timeSty"
      "le: \"short\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, "
      "678), Date.UTC(2024, 0, 5, 3))",
      "\"3:04\xE2\x80\xAFPM\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""3:"
      "00\xE2\x80\xAF""AM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", timeSty"
      "le: \"short\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, "
      "678), Date.UTC(2024, 0, 8))",
      "\"1/5/2024, 3:04\xE2\x80\xAFPM\xE2\x80\x89\xE2\x80\x93"
      "\xE2\x80\x89""1/8/2024, 12:00\xE2\x80\xAF""AM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", hour: "
      "\"numeric\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 67"
      "8), Date.UTC(2024, 0, 5, 15, 24))",
      "\"3 PM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", hour: "
      "\"numeric\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 67"
      "8), Date.UTC(2024, 0, 5, 17))",
      "\"3\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""5\xE2\x80\xAFPM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", hour: "
      "\"numeric\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 67"
      "8), Date.UTC(2024, 0, 5, 3))",
      "\"3\xE2\x80\xAFPM\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""3"
      "\xE2\x80\xAF""AM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", hour: "
      "\"numeric\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9, 67"
      "8), Date.UTC(2024, 0, 8))",
      "\"1/5/2024, 3\xE2\x80\xAFPM\xE2\x80\x89\xE2\x80\x93"
      "\xE2\x80\x89""1/8/2024, 12\xE2\x80\xAF""AM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", hour: "
      "\"numeric\", hourCycle: \"h23\", minute: \"numeric\" }).form"
      "atRange(Date.UTC(2024, 0, 5, 15, 4, 9, 678), Date.UTC(2024, "
      "0, 5, 15, 24))",
      "\"15:04\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""15:24\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", hour: "
      "\"numeric\", hourCycle: \"h23\", minute: \"numeric\" }).form"
      "atRange(Date.UTC(2024, 0, 5, 15, 4, 9, 678), Date.UTC(2024, "
      "0, 5, 17))",
      "\"15:04\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""17:00\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", hour: "
      "\"numeric\", hourCycle: \"h23\", minute: \"numeric\" }).form"
      "atRange(Date.UTC(2024, 0, 5, 15, 4, 9, 678), Date.UTC(2024, "
      "0, 5, 3))",
      "\"15:04\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""03:00\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", hour: "
      "\"numeric\", hourCycle: \"h23\", minute: \"numeric\" }).form"
      "atRange(Date.UTC(2024, 0, 5, 15, 4, 9, 678), Date.UTC(2024, "
      "0, 8))",
      "\"1/5/2024, 15:04\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""1/8/2"
      "024, 00:00\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"medium\", timeStyle: \"short\" }).formatRange(Date.UTC"
      "(2024, 0, 5, 15, 4, 9, 678), Date.UTC(2024, 0, 5, 15, 24))",
      "\"Jan 5, 2024, 3:04\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""3:2"
      "4\xE2\x80\xAFPM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"medium\", timeStyle: \"short\" }).formatRange(Date.UTC"
      "(2024, 0, 5, 15, 4, 9, 678), Date.UTC(2024, 0, 5, 17))",
      "\"Jan 5, 2024, 3:04\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""5:0"
      "0\xE2\x80\xAFPM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"medium\", timeStyle: \"short\" }).formatRange(Date.UTC"
      "(2024, 0, 5, 15, 4, 9, 678), Date.UTC(2024, 0, 5, 3))",
      "\"Jan 5, 2024, 3:04\xE2\x80\xAFPM\xE2\x80\x89\xE2\x80\x93"
      "\xE2\x80\x89""3:00\xE2\x80\xAF""AM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"medium\", timeStyle: \"short\" }).formatRange(Date.UTC"
      "(2024, 0, 5, 15, 4, 9, 678), Date.UTC(2024, 0, 8))",
      "\"Jan 5, 2024, 3:04\xE2\x80\xAFPM\xE2\x80\x89\xE2\x80\x93"
      "\xE2\x80\x89Jan 8, 2024, 12:00\xE2\x80\xAF""AM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", timeSty"
      "le: \"medium\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9,"
      " 678), Date.UTC(2024, 0, 5, 15, 24))",
      "\"3:04:09\xE2\x80\xAFPM\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89"
      "3:24:00\xE2\x80\xAFPM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", timeSty"
      "le: \"medium\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9,"
      " 678), Date.UTC(2024, 0, 5, 17))",
      "\"3:04:09\xE2\x80\xAFPM\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89"
      "5:00:00\xE2\x80\xAFPM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", timeSty"
      "le: \"medium\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9,"
      " 678), Date.UTC(2024, 0, 5, 3))",
      "\"3:04:09\xE2\x80\xAFPM\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89"
      "3:00:00\xE2\x80\xAF""AM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", timeSty"
      "le: \"medium\" }).formatRange(Date.UTC(2024, 0, 5, 15, 4, 9,"
      " 678), Date.UTC(2024, 0, 8))",
      "\"1/5/2024, 3:04:09\xE2\x80\xAFPM\xE2\x80\x89\xE2\x80\x93"
      "\xE2\x80\x89""1/8/2024, 12:00:00\xE2\x80\xAF""AM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", hour: "
      "\"numeric\", dayPeriod: \"long\" }).formatRange(Date.UTC(202"
      "4, 0, 5, 15, 4, 9, 678), Date.UTC(2024, 0, 5, 17))",
      "\"3\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89""5 in the afternoon"
      "\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\", dateSty"
      "le: \"medium\" }).formatRangeToParts(0, 3 * 864e5)",
      "[{\"type\":\"month\",\"value\":\"Jan\",\"source\":\"shared\""
      "},{\"type\":\"literal\",\"value\":\" \",\"source\":\"shared"
      "\"},{\"type\":\"day\",\"value\":\"1\",\"source\":\"startRang"
      "e\"},{\"type\":\"literal\",\"value\":\"\xE2\x80\x89"
      "\xE2\x80\x93\xE2\x80\x89\",\"source\":\"shared\"},{\"type\":"
      "\"day\",\"value\":\"4\",\"source\":\"endRange\"},{\"type\":"
      "\"literal\",\"value\":\", \",\"source\":\"shared\"},{\"type"
      "\":\"year\",\"value\":\"1970\",\"source\":\"shared\"}]" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\" }).forma"
      "tRange(0)",
      "!TypeError: Invalid time value" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"UTC\" }).forma"
      "tRange(0, NaN)",
      "!RangeError: Invalid time value" },
};

static const JsRow date_methods_rows[] = {
    { "new Date(Date.UTC(2024, 0, 5, 15, 4, 9, 678)).toLocaleString"
      "(\"en-US\", { timeZone: \"UTC\" })",
      "\"1/5/2024, 3:04:09 PM\"" },
    { "new Date(NaN).toLocaleString()",
      "\"Invalid Date\"" },
    { "new Date(Date.UTC(2024, 0, 5, 15, 4, 9, 678)).toLocaleString"
      "(\"en\", { timeZone: \"UTC\", hour: \"numeric\" })",
      "\"3 PM\"" },
    { "new Date(Date.UTC(2024, 0, 5, 15, 4, 9, 678)).toLocaleDateSt"
      "ring(\"en-US\", { timeZone: \"UTC\" })",
      "\"1/5/2024\"" },
    { "new Date(NaN).toLocaleDateString()",
      "\"Invalid Date\"" },
    { "new Date(Date.UTC(2024, 0, 5, 15, 4, 9, 678)).toLocaleDateSt"
      "ring(\"en\", { timeZone: \"UTC\", hour: \"numeric\" })",
      "\"1/5/2024, 3 PM\"" },
    { "new Date(Date.UTC(2024, 0, 5, 15, 4, 9, 678)).toLocaleTimeSt"
      "ring(\"en-US\", { timeZone: \"UTC\" })",
      "\"3:04:09 PM\"" },
    { "new Date(NaN).toLocaleTimeString()",
      "\"Invalid Date\"" },
    { "new Date(Date.UTC(2024, 0, 5, 15, 4, 9, 678)).toLocaleTimeSt"
      "ring(\"en\", { timeZone: \"UTC\", hour: \"numeric\" })",
      "\"3 PM\"" },
    { "new Date(0).toLocaleDateString(\"en\", { timeStyle: \"short"
      "\" })",
      "!TypeError: Invalid option : timeStyle" },
    { "new Date(0).toLocaleTimeString(\"en\", { dateStyle: \"short"
      "\" })",
      "!TypeError: Invalid option : dateStyle" },
    { "new Date(0).toLocaleString(\"en\", { dateStyle: \"short\", y"
      "ear: \"numeric\" })",
      "!TypeError: Can't set option year when dateStyle is used" },
    { "new Date(0).toLocaleDateString(\"en\", { month: \"huge\" })",
      "!RangeError: Value huge out of range for Date.prototype.toLo"
      "caleDateString options property month" },
    { "new Date(0).toLocaleDateString(\"x\")",
      "!RangeError: Incorrect locale information provided" },
};

static const JsRow errors_rows[] = {
    { "new Intl.DateTimeFormat(\"en\", { month: \"huge\" })",
      "!RangeError: Value huge out of range for Intl.DateTimeFormat"
      " options property month" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"Foo/Bar\" })",
      "!RangeError: Invalid time zone specified: Foo/Bar" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"\" })",
      "!RangeError: Invalid time zone specified: " },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"../etc/passwd"
      "\" })",
      "!RangeError: Invalid time zone specified: ../etc/passwd" },
    { "new Intl.DateTimeFormat(\"en\", { fractionalSecondDigits: 4 "
      "})",
      "!RangeError: fractionalSecondDigits value is out of range." },
    { "new Intl.DateTimeFormat(\"en\", { fractionalSecondDigits: 0 "
      "})",
      "!RangeError: fractionalSecondDigits value is out of range." },
    { "new Intl.DateTimeFormat(\"en\", { dateStyle: \"short\", year"
      ": \"numeric\" })",
      "!TypeError: Can't set option year when dateStyle is used" },
    { "new Intl.DateTimeFormat(\"en\", { timeStyle: \"short\", time"
      "ZoneName: \"short\" })",
      "!TypeError: Can't set option timeZoneName when timeStyle is "
      "used" },
    { "new Intl.DateTimeFormat(\"en\", { hourCycle: \"h25\" })",
      "!RangeError: Value h25 out of range for Intl.DateTimeFormat "
      "options property hourCycle" },
    { "new Intl.DateTimeFormat(\"en\", { dateStyle: \"x\" })",
      "!RangeError: Value x out of range for Intl.DateTimeFormat op"
      "tions property dateStyle" },
    { "new Intl.DateTimeFormat(\"en\", { formatMatcher: \"x\" })",
      "!RangeError: Value x out of range for Intl.DateTimeFormat op"
      "tions property formatMatcher" },
    { "new Intl.DateTimeFormat(\"en\").format(NaN)",
      "!RangeError: Invalid time value" },
    { "new Intl.DateTimeFormat(\"en\").format(8.64e15 + 1)",
      "!RangeError: Invalid time value" },
};

static const JsRow resolved_rows[] = {
    { "Object.prototype.toString.call(new Intl.DateTimeFormat())",
      "\"[object Intl.DateTimeFormat]\"" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", date"
      "Style: \"full\" }).resolvedOptions()",
      "{\"locale\":\"en-US\",\"calendar\":\"gregory\",\"numberingSy"
      "stem\":\"latn\",\"timeZone\":\"UTC\",\"dateStyle\":\"full\"}" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"numeric\", minute: \"numeric\", second: \"numeric\", hou"
      "rCycle: \"h23\" }).resolvedOptions()",
      "{\"locale\":\"en-US\",\"calendar\":\"gregory\",\"numberingSy"
      "stem\":\"latn\",\"timeZone\":\"UTC\",\"hourCycle\":\"h23\","
      "\"hour12\":false,\"hour\":\"2-digit\",\"minute\":\"2-digit\""
      ",\"second\":\"2-digit\"}" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\" }).re"
      "solvedOptions()",
      "{\"locale\":\"en-US\",\"calendar\":\"gregory\",\"numberingSy"
      "stem\":\"latn\",\"timeZone\":\"UTC\",\"year\":\"numeric\",\""
      "month\":\"numeric\",\"day\":\"numeric\"}" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", hour"
      ": \"2-digit\", hour12: true }).resolvedOptions()",
      "{\"locale\":\"en-US\",\"calendar\":\"gregory\",\"numberingSy"
      "stem\":\"latn\",\"timeZone\":\"UTC\",\"hourCycle\":\"h12\","
      "\"hour12\":true,\"hour\":\"2-digit\"}" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", week"
      "day: \"narrow\", era: \"long\", year: \"2-digit\", month: \""
      "long\", day: \"2-digit\" }).resolvedOptions()",
      "{\"locale\":\"en-US\",\"calendar\":\"gregory\",\"numberingSy"
      "stem\":\"latn\",\"timeZone\":\"UTC\",\"weekday\":\"narrow\","
      "\"era\":\"long\",\"year\":\"2-digit\",\"month\":\"long\",\"d"
      "ay\":\"2-digit\"}" },
    { "new Intl.DateTimeFormat(\"en-US\", { timeZone: \"UTC\", time"
      "ZoneName: \"short\", hour: \"numeric\" }).resolvedOptions()",
      "{\"locale\":\"en-US\",\"calendar\":\"gregory\",\"numberingSy"
      "stem\":\"latn\",\"timeZone\":\"UTC\",\"hourCycle\":\"h12\","
      "\"hour12\":true,\"hour\":\"numeric\",\"timeZoneName\":\"shor"
      "t\"}" },
};

/* clang-format on */

#define CHECK(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

CHECK(date_fields)
CHECK(time_fields)
CHECK(together)
CHECK(years)
CHECK(parts)
CHECK(ranges)
CHECK(date_methods)
CHECK(errors)
CHECK(resolved)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(date_fields),  cmocka_unit_test(time_fields),
        cmocka_unit_test(together),     cmocka_unit_test(years),
        cmocka_unit_test(parts),        cmocka_unit_test(ranges),
        cmocka_unit_test(date_methods), cmocka_unit_test(errors),
        cmocka_unit_test(resolved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
