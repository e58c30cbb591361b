/* SPDX-License-Identifier: MIT */
/* What a model is told in words, for each language. Examples use names that no
 * tool has. */
#include "catalog/describe.h"

#define CODE_MODE(language)        \
    "# Code Mode\n"                \
    "`execute` runs one " language \
    " program. Its only way to the outside is the global `tools`. "

#define LITERAL                                                          \
    "Tools that you know from elsewhere do not exist inside. Paths and " \
    "signatures are literal, brackets included.\n"

#define WORKFLOW                          \
    "\n## Workflow\n"                     \
    "1. Choose a tool from the list.\n"   \
    "2. Call it as its signature says.\n" \
    "3. Return no more than you need.\n"

#define PARTIAL_WORKFLOW(example)                                            \
    "\n## Workflow\n"                                                        \
    "1. When the list lacks what you need, run a program that returns a "    \
    "search by intent: `" example "`.\n"                                     \
    "2. In the next program copy a returned path, call it as its signature " \
    "says.\n"                                                                \
    "3. Return no more than you need.\n"

#define PARTIAL_RULES(browse, page)                                          \
    "- Browse with an empty query and a namespace: `" browse "`; page with " \
    "`next.offset`: `" page "`.\n"

#define LISTED "The tools that exist are those listed below. "
#define FOUND                                                              \
    "The tools that exist are those listed below and those that `search` " \
    "finds. "

static const DescribeText javascript = {
    .code_mode = CODE_MODE("JavaScript"),
    .literal = LITERAL,
    .complete = { LISTED, WORKFLOW, "" },
    .partial = { FOUND,
                 PARTIAL_WORKFLOW(
                     "return search({ query: \"what you need\" })"),
                 PARTIAL_RULES(
                     "search({ namespace: \"example\" })",
                     "search({ namespace: \"example\", offset: 10 })") },
    .rules =
        "\n## Rules\n"
        "- Never guess names. `Object.keys(tools)` lists them.\n"
        "- Filter and aggregate inside the program.\n"
        "- Check an answer of type unknown or string before you read its "
        "fields.\n"
        "- Start independent calls together and await `Promise.all` or "
        "`Promise.allSettled`; the end of the program interrupts what was not "
        "awaited.\n",
    .language =
        "\n## Language\n"
        "Strict modern JavaScript; TypeScript types are allowed and ignored. "
        "There are no timers, files, network, `process`, `eval` or modules. "
        "Give the result with `return`; without one it is the value of the "
        "last expression. Values cross as JSON: convert a Map with "
        "`Object.fromEntries(map)` and a Set with `[...set]`.\n",
    .head =
        "Runs one JavaScript program that calls tools and puts their answers "
        "together. Use it for any task that needs the tools named below: one "
        "program may call many of them, loop, filter and aggregate, and "
        "returns only what matters.\n"
        "Rules:\n"
        "- The program is the body of an async function in modern JavaScript; "
        "TypeScript types are allowed. There is no import, require, fetch, "
        "timer, file or network access: everything outside is reached through "
        "`tools`.\n"
        "- Only the tools of these namespaces exist inside; return "
        "search({ query: \"words\" }) finds them with their signatures. Paths "
        "are literal, brackets included: await tools.example.find({ id: 1 "
        "}).\n"
        "- Every call takes one object and returns a promise. Await what "
        "matters; run independent calls together with Promise.all. What is "
        "not awaited is stopped when the program ends.\n"
        "- A failed call throws an Error; catch it where the program can go "
        "on.\n"
        "- An answer that is a string is text: read it before relying on its "
        "form.\n"
        "- End with an explicit return of plain data (convert Map and Set). "
        "console.log adds log lines to the answer.\n",
    .note = " // ",
};

static const DescribeText lua = {
    .code_mode = CODE_MODE("Lua"),
    .literal = LITERAL,
    .complete = { LISTED, WORKFLOW, "" },
    .partial = { FOUND,
                 PARTIAL_WORKFLOW(
                     "return search({ query = \"what you need\" })"),
                 PARTIAL_RULES(
                     "search({ namespace = \"example\" })",
                     "search({ namespace = \"example\", offset = 10 })") },
    .rules = "\n## Rules\n"
             "- Never guess names. `pairs(tools)` lists them.\n"
             "- Filter and aggregate inside the program.\n"
             "- Check an answer of type any or string before you read its "
             "fields.\n",
    .language =
        "\n## Language\n"
        "Lua 5.4. A tool takes one table with `=`; a signature writes `:` "
        "before a type, a call writes `=`: "
        "`tools.parcel.track({ code = \"AB12CD\" })`. A call waits for its "
        "answer, so calls run one after another; `pcall` survives a failed "
        "one. Give the result with `return`; only the first value counts. "
        "Values cross as JSON: a table with keys 1..n is an array, `{}` is an "
        "object, `json.array()` an empty array, `json.null` a kept null. "
        "There are no patterns (use `find` with plain and `sub`), metatables, "
        "coroutines, modules or I/O.\n",
    .head =
        "Runs one Lua 5.4 program that calls tools and puts their answers "
        "together. Use it for any task that needs the tools named below: one "
        "program may call many of them, loop, filter and aggregate, and "
        "returns only what matters.\n"
        "Rules:\n"
        "- There are no patterns, metatables, coroutines, modules or I/O: "
        "everything outside is reached through `tools`.\n"
        "- Only the tools of these namespaces exist inside; return "
        "search({ query = \"words\" }) finds them with their signatures. Paths "
        "are literal, brackets included: tools.example.find({ id = 1 }).\n"
        "- Every call takes one table with = and waits for its answer; calls "
        "run one after another. pcall survives a failed call.\n"
        "- An answer that is a string is text: read it before relying on its "
        "form.\n"
        "- Tables with keys 1..n are arrays, {} is an object, json.array() an "
        "empty array, json.null a null that is kept.\n"
        "- End with an explicit return of plain data; only the first value "
        "counts. print adds log lines to the answer.\n",
    .note = " -- ",
};

const DescribeText *cm__describe_text(cm_language language)
{
    return language == CM_LANGUAGE_LUA ? &lua : &javascript;
}
