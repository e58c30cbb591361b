/* SPDX-License-Identifier: MIT */
/* Date: calendar, setters, reading and writing of dates.
 * Each row is a program and what comes out of it (js_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static const JsRow construction_rows[] = {
    { "return [new Date(0).getTime(), new Date(2024, 0, 15).getTime(),"
      " new Date(2024, 0).getTime(), new Date(2024, 12, 32, 25, 61, 61,"
      " 1001).getTime(), new Date(99, 5).getFullYear(), new Date(0, 0).getFul"
      "lYear(), new Date(100, 0).getFullYear(), new Date(-1, 0).getFullYear("
      "), new Date(\"5\").getTime()]",
      "[0,1705276800000,1704067200000,1738461722001,1999,1900,100,-1,"
      "988675200000]" },
    { "return [new Date(8.64e15).getTime(), String(new Date(8.64e15 + "
      "1).getTime()), new Date(1.9).getTime(), new Date(-1.9).getTime("
      "), String(new Date(NaN).getTime()), String(new Date(undefined).getTime"
      "()), new Date(null).getTime(), new Date(true).getTime(), String("
      "new Date({}).getTime()), String(new Date(2024, NaN).getTime())]",
      "[8640000000000000,\"NaN\",1,-1,\"NaN\",\"NaN\",0,1,\"NaN\",\"NaN\"]" },
    { "return [new Date(new Date(5)).getTime(), new Date(new Date(NaN)).getTi"
      "me(), new Date(\"1970-01-01\").getTime(), new Date({ valueOf() "
      "{ return 7 } }).getTime(), new Date({ toString() { return \"2024-01-01"
      "\" }, valueOf() { return {} } }).getTime()]",
      "[5,null,0,7,1704067200000]" },
    { "return [Date.UTC(2024), Date.UTC(2024, 1, 29), Date.UTC(70, 0),"
      " String(Date.UTC()), Date.UTC(2024, 0, 1, 12, 30, 15, 500), String("
      "Date.UTC(275760, 8, 13, 0, 0, 0, 1)), Date.UTC(275760, 8, 13),"
      " Date.UTC(-271821, 3, 20), String(Date.UTC(2024, 0, Infinity)),"
      " Date.UTC(1e3, 1e3, 1e3)]",
      "[1704067200000,1709164800000,0,\"NaN\",1704112215500,\"NaN\",864000000"
      "0000000,-8640000000000000,\"NaN\",-27894326400000]" },
    { "return [typeof Date(), Date.length, Date.UTC.length, Date.now.length,"
      " Date.parse.length, Date.name, new Date(0) instanceof Date, Object.pro"
      "totype.toString.call(new Date(0)), typeof new Date(0)]",
      "[\"string\",7,7,0,1,\"Date\",true,\"[object Date]\",\"object\"]" },
    { "new Date(Symbol())",
      "!TypeError: Cannot convert a Symbol value to a number" },
    { "new Date(0, Symbol())",
      "!TypeError: Cannot convert a Symbol value to a number" },
    { "class D extends Date { year() { return this.getFullYear() } } "
      "const d = new D(0); return [d.year(), d instanceof D, d instanceof "
      "Date, d.toISOString()]",
      "[1970,true,true,\"1970-01-01T00:00:00.000Z\"]" },
    { "const log = []; const v = n => ({ valueOf() { log.push(n); return "
      "n } }); new Date(v(1), v(2), v(3), v(4), v(5), v(6), v(7), v(8));"
      " return log",
      "[1,2,3,4,5,6,7]" },
    { "const days = []; for (const y of [1600, 1700, 1900, 1970, 2000,"
      " 2023, 2024, 2100, 2400]) days.push(new Date(y, 2, 0).getDate("
      ")); return days",
      "[29,28,28,28,29,28,29,28,29]" },
    { "let bad = 0; for (let t = -8.64e15; t <= 8.64e15; t += 8.64e15 "
      "/ 997 | 0 || 1e13) { const d = new Date(t); if (Date.UTC(d.getUTCFullY"
      "ear(), d.getUTCMonth(), d.getUTCDate(), d.getUTCHours(), d.getUTCMinut"
      "es(), d.getUTCSeconds(), d.getUTCMilliseconds()) !== d.getTime("
      ") && !(d.getUTCFullYear() >= 0 && d.getUTCFullYear() < 100)) bad++;"
      " t += 1e13 } return bad",
      "0" },
    { "let bad = 0, prev = new Date(Date.UTC(1896, 0, 1)); for (let i "
      "= 1; i < 5000; i++) { const d = new Date(Date.UTC(1896, 0, 1 + "
      "i)); if (d.getTime() - prev.getTime() !== 864e5 || d.getUTCDay("
      ") !== (prev.getUTCDay() + 1) % 7) bad++; const same = d.getUTCMonth("
      ") === prev.getUTCMonth(); if (d.getUTCDate() !== (same ? prev.getUTCDa"
      "te() + 1 : 1)) bad++; prev = d } return bad",
      "0" },
};

static const JsRow getters_rows[] = {
    { "const d = new Date(Date.UTC(2024, 1, 29, 13, 14, 15, 16)); return "
      "[d.getFullYear(), d.getMonth(), d.getDate(), d.getDay(), d.getHours("
      "), d.getMinutes(), d.getSeconds(), d.getMilliseconds(), d.getTime("
      "), d.valueOf(), d.getTimezoneOffset(), d.getYear()]",
      "[2024,1,29,4,13,14,15,16,1709212455016,1709212455016,0,124]" },
    { "const d = new Date(-1); return [d.getUTCFullYear(), d.getUTCMonth("
      "), d.getUTCDate(), d.getUTCDay(), d.getUTCHours(), d.getUTCMinutes("
      "), d.getUTCSeconds(), d.getUTCMilliseconds()]",
      "[1969,11,31,3,23,59,59,999]" },
    { "const d = new Date(NaN); return [\"getFullYear\", \"getMonth\","
      " \"getDate\", \"getDay\", \"getHours\", \"getUTCSeconds\", \"getTimezo"
      "neOffset\", \"getTime\", \"getYear\"].map(n => String(d[n]()))",
      "[\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\","
      "\"NaN\"]" },
    { "const d = new Date(-8.64e15); return [d.getUTCFullYear(), d.getUTCMont"
      "h(), d.getUTCDate(), d.getUTCDay()]",
      "[-271821,3,20,2]" },
    { "Date.prototype.getTime.call({})",
      "!TypeError: this is not a Date object." },
    { "Date.prototype.getFullYear.call(5)",
      "!TypeError: this is not a Date object." },
};

static const JsRow setters_rows[] = {
    { "const d = new Date(0); return [d.setFullYear(2024, 1, 29), d.setMonth("
      "12), d.setDate(0), d.setHours(25, 61, 61, 1001), d.setMinutes("
      "-1), d.setSeconds(90), d.setMilliseconds(-1), d.toISOString()]",
      "[1709164800000,1738108800000,1735603200000,1735696922001,1735696742001"
      ",1735696830001,1735696829999,\"2025-01-01T02:00:29.999Z\"]" },
    { "const d = new Date(0); return [d.setUTCFullYear(2000), d.setUTCMonth("
      "1, 30), d.setUTCDate(31), d.setUTCHours(1), d.setUTCMinutes(2,"
      " 3), d.setUTCSeconds(4, 5), d.setUTCMilliseconds(6), d.toISOString("
      ")]",
      "[946684800000,951868800000,954460800000,954464400000,954464523000,"
      "954464524005,954464524006,\"2000-03-31T01:02:04.006Z\"]" },
    { "const d = new Date(NaN); return [String(d.setHours(1)), String("
      "d.setMonth(1)), d.setFullYear(2020), d.toISOString(), String(d.setTime"
      "(\"x\")), d.setTime(5), d.setYear(99)]",
      "[\"NaN\",\"NaN\",1577836800000,\"2020-01-01T00:00:00.000Z\",\"NaN\","
      "5,915148800005]" },
    { "const d = new Date(0); return [String(d.setDate()), String(d.getTime("
      "))]",
      "[\"NaN\",\"NaN\"]" },
    { "const d = new Date(2024, 0, 31); d.setMonth(1); return d.toISOString("
      ")",
      "\"2024-03-02T00:00:00.000Z\"" },
    { "const log = []; const d = new Date(NaN); d.setHours({ valueOf("
      ") { log.push(1); return 1 } }, { valueOf() { log.push(2); return "
      "1 } }); return log",
      "[1,2]" },
    { "const d = new Date(0); d.setHours({ valueOf() { d.setTime(864e5);"
      " return 1 } }); return d.getTime()",
      "3600000" },
    { "const d = new Date(0); return [String(d.setTime(8.64e15 + 1)),"
      " String(new Date(8.64e15).setMilliseconds(1))]",
      "[\"NaN\",\"NaN\"]" },
    { "Date.prototype.setTime.call({}, 1)",
      "!TypeError: this is not a Date object." },
    { "return [\"setMilliseconds\", \"setSeconds\", \"setMinutes\", \"setHour"
      "s\", \"setDate\", \"setMonth\", \"setFullYear\", \"setTime\", "
      "\"setUTCHours\", \"toJSON\", \"getDay\"].map(n => Date.prototype[n].le"
      "ngth)",
      "[1,2,3,4,1,2,3,1,4,1,0]" },
};

static const JsRow texts_rows[] = {
    { "const d = new Date(Date.UTC(2024, 0, 5, 9, 4, 3, 2)); return [d.toStri"
      "ng(), d.toDateString(), d.toTimeString(), d.toISOString(), d.toUTCStri"
      "ng(), d.toGMTString === d.toUTCString, d.toJSON()]",
      "[\"Fri Jan 05 2024 09:04:03 GMT+0000 (Coordinated Universal Time)\","
      "\"Fri Jan 05 2024\",\"09:04:03 GMT+0000 (Coordinated Universal "
      "Time)\",\"2024-01-05T09:04:03.002Z\",\"Fri, 05 Jan 2024 09:04:03 "
      "GMT\",true,\"2024-01-05T09:04:03.002Z\"]" },
    { "return [new Date(NaN).toString(), new Date(NaN).toUTCString(),"
      " new Date(NaN).toDateString(), new Date(NaN).toTimeString(), new "
      "Date(NaN).toJSON()]",
      "[\"Invalid Date\",\"Invalid Date\",\"Invalid Date\",\"Invalid "
      "Date\",null]" },
    { "new Date(NaN).toISOString()", "!RangeError: Invalid time value" },
    { "return [new Date(Date.UTC(-1, 0, 1)).toISOString(), new Date(Date.UTC("
      "10000, 0, 1)).toISOString(), new Date(-62167219200000).toISOString("
      "), new Date(8.64e15).toISOString(), new Date(-8.64e15).toISOString("
      "), new Date(Date.UTC(99, 0) - 6e13).toISOString()]",
      "[\"-000001-01-01T00:00:00.000Z\",\"+010000-01-01T00:00:00.000Z\","
      "\"0000-01-01T00:00:00.000Z\",\"+275760-09-13T00:00:00.000Z\",\"-271821"
      "-04-20T00:00:00.000Z\",\"0097-09-03T13:20:00.000Z\"]" },
    { "return JSON.stringify({ d: new Date(0), e: new Date(NaN) })",
      "\"{\\\"d\\\":\\\"1970-01-01T00:00:00.000Z\\\",\\\"e\\\":null}\"" },
    { "return [new Date(0) + 1, new Date(5) - 2, +new Date(7), `${new "
      "Date(0)}`, new Date(1) < new Date(2), new Date(3) * 1, [new Date("
      "0)] + \"\"]",
      "[\"Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)1\","
      "3,7,\"Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal "
      "Time)\",true,3,\"Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated "
      "Universal Time)\"]" },
    { "return Date.prototype.toJSON.call({ toISOString() { return \"iso\" "
      "} })",
      "\"iso\"" },
    { "return Date.prototype.toJSON.call({ valueOf() { return NaN }, "
      "toISOString() { return 1 } })",
      "null" },
    { "Date.prototype.toJSON.call({})",
      "!TypeError: toISOString is not a function" },
    { "const d = new Date(5); return [d[Symbol.toPrimitive](\"number\"),"
      " typeof d[Symbol.toPrimitive](\"string\"), typeof d[Symbol.toPrimitive"
      "](\"default\")]",
      "[5,\"string\",\"string\"]" },
    { "new Date(0)[Symbol.toPrimitive](\"x\")", "!TypeError: Invalid hint: x" },
    { "Date.prototype[Symbol.toPrimitive].call(1, \"number\")",
      "!TypeError: Date.prototype[Symbol.toPrimitive] called on something "
      "that is not an object" },
    { "return Date.prototype[Symbol.toPrimitive].call({ toString() { "
      "return \"s\" }, valueOf() { return \"v\" } }, \"default\") + Date.prot"
      "otype[Symbol.toPrimitive].call({ toString() { return \"s\" }, "
      "valueOf() { return \"v\" } }, \"number\")",
      "\"sv\"" },
    { "return [Date.prototype[Symbol.toPrimitive].name, Date.prototype[Symbol"
      ".toPrimitive].length]",
      "[\"[Symbol.toPrimitive]\",1]" },
    { "const d = new Date(0); d.toString = () => \"mine\"; return `${d}` "
      "+ d",
      "\"minemine\"" },
    { "Date.prototype.toString.call({})",
      "!TypeError: this is not a Date object." },
    { "return Object.getOwnPropertyNames(Date.prototype).filter(n => "
      "n !== \"toTemporalInstant\").sort().join(\" \")",
      "\"constructor getDate getDay getFullYear getHours getMilliseconds "
      "getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate "
      "getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes "
      "getUTCMonth getUTCSeconds getYear setDate setFullYear setHours "
      "setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate "
      "setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMont"
      "h setUTCSeconds setYear toDateString toGMTString toISOString toJSON "
      "toLocaleDateString toLocaleString toLocaleTimeString toString "
      "toTimeString toUTCString valueOf\"" },
};

static const JsRow parse_standard_rows[] = {
    { "return [\"2024\", \"2024-03\", \"2024-03-05\", \"2024-03-05T10:20\","
      " \"2024-03-05T10:20:30\", \"2024-03-05T10:20:30.5\", \"2024-03-05T10:2"
      "0:30.123456Z\", \"2024-03-05T10:20Z\", \"2024-03-05T10:20:30+02:00\","
      " \"2024-03-05T10:20:30-05:30\", \"+002024-03-05\", \"-000001-01-01T00:"
      "00:00Z\", \"2024-03-05T24:00\", \"2024T10:00Z\", \"2024-03T10:00Z\"].m"
      "ap(s => Date.parse(s))",
      "[1704067200000,1709251200000,1709596800000,1709634000000,1709634030000"
      ",1709634030500,1709634030123,1709634000000,1709626830000,1709653830000"
      ",1709596800000,-62198755200000,1709683200000,1704103200000,17092872000"
      "00]" },
    { "return [\"2024-13\", \"2024-00\", \"2024-03-32\", \"2023-02-29T00:00:0"
      "0Z\", \"2024-03-05T24:01\", \"2024-03-05T25:00\", \"2024-03-05T10:60\""
      ", \"2024-03-05T10:20:60\", \"2024-03-05T10\", \"-000000-01-01\","
      " \"2024-03-05T10:20:30+24:00\", \"2024-03-05T10:20:30.\", \"2024-\","
      " \"24-03-05T00:00:00Z\"].map(s => String(Date.parse(s)))",
      "[\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\","
      "\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"1704067200000\",\"NaN\"]" },
    { "return [new Date(\"2024-02-29\").toISOString(), new Date(\"0000-01-01\""
      ").toISOString(), new Date(\"0099-12-31\").toISOString(), new Date("
      "\"+275760-09-13T00:00:00.000Z\").getTime(), String(Date.parse("
      "\"+275760-09-13T00:00:00.001Z\"))]",
      "[\"2024-02-29T00:00:00.000Z\",\"0000-01-01T00:00:00.000Z\",\"0099-12-3"
      "1T00:00:00.000Z\",8640000000000000,\"NaN\"]" },
    { "const d = new Date(Date.UTC(2024, 6, 4, 12)); return [Date.parse("
      "d.toString()), Date.parse(d.toUTCString()), Date.parse(d.toISOString("
      "))].map(t => t === d.getTime())",
      "[true,true,true]" },
};

static const JsRow parse_common_rows[] = {
    { "return [\"2024-01-05 10:00\", \"2024-01-05 10:00:30\", \"2024-01-05 "
      "10:00:30.250\", \"2024-01-05 10:00Z\", \"2024-01-05 10:00 +0200\","
      " \"2024-01-05 10:00:00+02:00\", \"2024-1-5\", \"2024/01/05\", "
      "\"2024/1/5 3:04\", \"01/05/2024\", \"1/5/2024 10:00 PM\", \"1/5/24\","
      " \"1/5/99\", \"12/31/1999 12:00 AM\", \"12/31/1999 12:00 pm\"].map("
      "s => Date.parse(s))",
      "[1704448800000,1704448830000,1704448830250,1704448800000,1704441600000"
      ",1704441600000,1704412800000,1704412800000,1704423840000,1704412800000"
      ",1704492000000,1704412800000,915494400000,946598400000,946641600000]" },
    { "return [\"Jan 5, 2024\", \"5 Jan 2024\", \"January 5, 2024 10:00\","
      " \"Fri, 05 Jan 2024 10:00:00 GMT\", \"5 Jan 2024 10:00:00 GMT+0200\","
      " \"Fri Jan 05 2024 10:00:00 GMT+0100 (Central European Standard "
      "Time)\", \"Jan 5 2024 10:00:00 EST\", \"Jan 5, 2024 10:00 PM\","
      " \"5-Jan-2024\", \"Jan-05-2024\", \"jan 5 2024\", \"2024 Jan 5\","
      " \"Sat, 06 Jan 2024 00:00:00 UTC\", \"Jan 2024\", \"Dec 25, 1995\","
      " \"Mon, 25 Dec 1995 13:30:00 +0430\"].map(s => Date.parse(s))",
      "[1704412800000,1704412800000,1704448800000,1704448800000,1704441600000"
      ",1704445200000,1704466800000,1704492000000,1704412800000,1704412800000"
      ",1704412800000,1704412800000,1704499200000,1704067200000,819849600000,"
      "819882000000]" },
    { "return [\"\", \"hello\", \"2024-01-05 25:00\", \"Foo 5, 2024\","
      " \"13/45/2024\", \"Jan\", \"5 Jan 2024 Friday\", \"1/2/3/4\", "
      "\"10:00\", \"2024-01-05 10:00 )\", \"Jan 32 2024\", \"Jan 5 2024 "
      "10:60\", \"Jan 5 2024 13:00 PM\", \"Invalid Date\"].map(s => String("
      "Date.parse(s)))",
      "[\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\","
      "\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\",\"NaN\"]" },
    { "return [\"Jan 5\", \"5/6\", \"Feb 30 2024\", \"Jan 5 2024 (note "
      "(nested)) 10:00\", \"2024-01-05T10:00:00+0200\", \"Thu, 01 Jan "
      "1970 00:00:00 GMT-0400\", \"Tue Mar 01 2022 00:00:00 GMT+0000 "
      "(Coordinated Universal Time)\", \"1 January 2000\", \"Sept 3, "
      "2020\", \"August 19, 1975 23:15:30 GMT+00:00\", \"2020-06-01 12:00:00 "
      "PM\"].map(s => Date.parse(s))",
      "[978652800000,989107200000,1709251200000,1704448800000,1704441600000,"
      "14400000,1646092800000,946684800000,1599091200000,177722130000,"
      "1591012800000]" },
    { "return Date.parse({ toString() { return \"2024-01-01\" } })",
      "1704067200000" },
    { "Date.parse(Symbol())",
      "!TypeError: Cannot convert a Symbol value to a string" },
};

static const JsRow locale_text_rows[] = {
    { "const d = new Date(Date.UTC(2024, 0, 5, 15, 4, 9)); return [d.toLocale"
      "DateString(), d.toLocaleTimeString(), d.toLocaleString(), new "
      "Date(0).toLocaleDateString(\"en-US\"), new Date(0).toLocaleString("
      "), new Date(NaN).toLocaleString(), new Date(Date.UTC(2024, 0, "
      "1, 12)).toLocaleTimeString()]",
      "[\"1/5/2024\",\"3:04:09 PM\",\"1/5/2024, 3:04:09 PM\",\"1/1/1970\","
      "\"1/1/1970, 12:00:00 AM\",\"Invalid Date\",\"12:00:00 PM\"]" },
    { "const d = new Date(Date.UTC(2024, 0, 5, 15, 4, 9)); return [{ "
      "year: \"numeric\", month: \"long\", day: \"numeric\" }, { weekday: "
      "\"long\", year: \"numeric\", month: \"long\", day: \"numeric\" "
      "}, { month: \"short\", day: \"numeric\" }, { month: \"long\", "
      "year: \"numeric\" }, { weekday: \"short\" }, { year: \"2-digit\","
      " month: \"2-digit\", day: \"2-digit\" }, { month: \"2-digit\","
      " day: \"2-digit\", year: \"numeric\" }, { year: \"numeric\" },"
      " { month: \"long\" }, { month: \"numeric\" }, { day: \"numeric\" "
      "}, { weekday: \"short\", month: \"short\", day: \"numeric\" },"
      " { month: \"numeric\", day: \"numeric\" }, { weekday: \"long\","
      " month: \"numeric\", day: \"numeric\", year: \"numeric\" }, { "
      "timeZone: \"UTC\" }, { month: \"narrow\" }].map(o => d.toLocaleDateStr"
      "ing(\"en-US\", o))",
      "[\"January 5, 2024\",\"Friday, January 5, 2024\",\"Jan 5\",\"January "
      "2024\",\"Fri\",\"01/05/24\",\"01/05/2024\",\"2024\",\"January\","
      "\"1\",\"5\",\"Fri, Jan 5\",\"1/5\",\"Friday, 1/5/2024\",\"1/5/2024\","
      "\"J\"]" },
    { "const d = new Date(Date.UTC(2024, 0, 5, 15, 4, 9)); return [{ "
      "hour: \"numeric\", minute: \"2-digit\" }, { hour: \"2-digit\","
      " minute: \"2-digit\" }, { hour12: false }, { hour: \"numeric\" "
      "}, { hour: \"2-digit\", minute: \"2-digit\", hour12: false }, "
      "{ timeStyle: \"short\" }, { timeStyle: \"medium\" }, { hour: \"numeric"
      "\", minute: \"numeric\", second: \"numeric\", timeZoneName: \"short\" "
      "}, { minute: \"2-digit\", second: \"2-digit\" }, { hourCycle: "
      "\"h23\" }].map(o => d.toLocaleTimeString(\"en-US\", o))",
      "[\"3:04 PM\",\"03:04 PM\",\"15:04:09\",\"3 PM\",\"15:04\",\"3:04 "
      "PM\",\"3:04:09 PM\",\"3:04:09 PM UTC\",\"04:09\",\"15:04:09\"]" },
    { "const d = new Date(Date.UTC(2024, 0, 5, 15, 4, 9)); return [{ "
      "dateStyle: \"full\" }, { dateStyle: \"long\" }, { dateStyle: \"medium\""
      " }, { dateStyle: \"short\" }, { dateStyle: \"medium\", timeStyle: "
      "\"short\" }, { dateStyle: \"short\", timeStyle: \"short\" }, { "
      "month: \"short\", day: \"numeric\", hour: \"numeric\", minute: "
      "\"2-digit\" }, { year: \"numeric\", month: \"2-digit\", day: \"2-digit"
      "\", hour: \"2-digit\", minute: \"2-digit\", second: \"2-digit\","
      " hour12: false }, { timeZone: \"UTC\", hour12: true }, { weekday: "
      "\"long\", hour: \"numeric\" }].map(o => d.toLocaleString(\"en-US\","
      " o))",
      "[\"Friday, January 5, 2024\",\"January 5, 2024\",\"Jan 5, 2024\","
      "\"1/5/24\",\"Jan 5, 2024, 3:04 PM\",\"1/5/24, 3:04 PM\",\"Jan "
      "5, 3:04 PM\",\"01/05/2024, 15:04:09\",\"1/5/2024, 3:04:09 PM\","
      "\"Friday 3 PM\"]" },
    { "new Date(0).toLocaleDateString(\"en-US\", { timeStyle: \"short\" "
      "})",
      "!TypeError: Invalid option : timeStyle" },
    { "new Date(0).toLocaleTimeString(\"en-US\", { dateStyle: \"short\" "
      "})",
      "!TypeError: Invalid option : dateStyle" },
    { "new Date(0).toLocaleString(\"en-US\", { dateStyle: \"short\", "
      "year: \"numeric\" })",
      "!TypeError: Can't set option year when dateStyle is used" },
    { "new Date(0).toLocaleDateString(\"en-US\", { month: \"huge\" })",
      "!RangeError: Value huge out of range for "
      "Date.prototype.toLocaleDateString options property month" },
    { "Date.prototype.toLocaleString.call({})",
      "!TypeError: this is not a Date object." },
};

#define CHECK(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

CHECK(construction)
CHECK(getters)
CHECK(setters)
CHECK(texts)
CHECK(parse_standard)
CHECK(parse_common)
CHECK(locale_text)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(construction),   cmocka_unit_test(getters),
        cmocka_unit_test(setters),        cmocka_unit_test(texts),
        cmocka_unit_test(parse_standard), cmocka_unit_test(parse_common),
        cmocka_unit_test(locale_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
