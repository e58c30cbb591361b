/* SPDX-License-Identifier: MIT */
/* spec_runner FILE [CASE...]: runs the numbered cases of a case file.
 *
 * A file is made of lines; `#` starts a comment line. Words that begin a line:
 *
 *   language NAME          of the cases below: javascript (before any such
 *                          line) or lua
 *   tools                  forgets all tools above
 *   tool PATH ["DESCRIPTION"] [no-output]
 *   input-schema JSON      of the tool above; validating
 *   rendered-schema JSON   likewise, but it only renders
 *   output-schema JSON     of the tool above; validating
 *   on INPUT [after N | after input.NAME] -> ANSWER
 *       INPUT   JSON or *
 *       ANSWER  JSON, echo, input.NAME, fail "TEXT" "CAUSE"..., never,
 *               cancelled, lines, raw TEXT
 *   case ID TITLE          begins a case; the tools stay
 *   limits NAME=N...       timeoutMs, maxToolCalls, maxOutputBytes,
 *                          maxMemoryBytes, maxSteps, maxConcurrentToolCalls,
 *                          callTimeoutMs, cleanupGraceMs
 *   preflight              on
 *   heavy                  left out when every step collects garbage
 *   clock MS               fixed
 *   deny NAME "TEXT"       tool.before refuses it
 *   runs N                 the program runs N times, all records are equal
 *   program                the lines below, indented by four, are the program
 *
 * and of what comes out (what is not named is not looked at):
 *
 *   value JSON    error KIND [LINE:COLUMN | LINE | nowhere | located]
 *   message "EXACT"        says "PART"...      hint "PART"... (any suggestion)
 *   logs JSON              warnings none | N
 *   warning KIND [place] "PART"...             one a line, in order
 *   calls JSON (names) | N "NAME" (N times this)
 *                          inputs JSON ([[tool, input], ...] that arrived)
 *   hooks JSON ([["before x", input], ["after x", "success"], ...])
 *   truncated | whole      record JSON         cancelled
 *   interrupted N          under MS            atleast MS
 *   overlap N              peak BYTES (most memory of the execution)
 *   ends "TEXT"            of the value, which is a string
 *   or                     an alternative to the lines above it */
#include "spec_host.h"

#include "base/alloc.h"
#include "json/tree.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_EXPECT = 64
};

/* Instrumented builds are slow: upper bounds of time grow by this. */
#if defined(CM_GC_STRESS)
static const double slowness = 50;
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const double slowness = 10;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
static const double slowness = 10;
#else
static const double slowness = 1;
#endif
#else
static const double slowness = 1;
#endif

typedef struct Case {
    const char *id, *title;
    char *program;
    size_t program_len;
    char *expect[MAX_EXPECT];
    size_t n_expect;
    cm_runtime_options options;
    unsigned runs;
    bool is_heavy;
} Case;

static Host the_host;
static cm_language the_language;
static char why[1 << 16];
static size_t why_len;
static const char *file_name;

static void broken_file(const char *what, const char *line)
{
    fprintf(stderr, "%s: %s: %s\n", file_name, what, line);
    exit(2);
}

static void complain(const char *format, ...) CM_PRINTF(1, 2);

static void complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (why_len < sizeof why - 1) {
        int n = vsnprintf(why + why_len, sizeof why - why_len, format, args);
        why_len += n > 0 ? (size_t)n : 0;
        if (why_len >= sizeof why)
            why_len = sizeof why - 1;
    }
    va_end(args);
}

/* ---- texts of a line ---- */

static char *after_word(char *line)
{
    char *p = strchr(line, ' ');
    return p ? p + 1 : line + strlen(line);
}

static bool starts(const char *line, const char *word)
{
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && (line[n] == ' ' || line[n] == '\0');
}

/* Takes a JSON string off the line: decodes it in place, moves *at behind. */
static char *take_text(char **at)
{
    char *from = *at + strspn(*at, " "), *end = from + 1, *out;
    JsonDoc *doc = NULL;
    if (*from != '"')
        return NULL;
    while (*end && *end != '"')
        end += *end == '\\' ? 2 : 1;
    if (*end != '"')
        broken_file("unfinished text", from);
    end++;
    if (cm__json_parse(cm__alloc_default(), from, (size_t)(end - from), NULL,
                       &doc, NULL) != CM_OK)
        broken_file("bad text", from);
    out = from; /* never longer than its quoted form */
    memcpy(out, doc->root.text, doc->root.len + 1);
    cm__json_doc_free(doc);
    *at = end;
    return out;
}

static JsonDoc *parse(const char *text)
{
    JsonDoc *doc = NULL;
    JsonOptions options = { .max_depth = CM_JSON_DEPTH_CAP };
    if (cm__json_parse(cm__alloc_default(), text, strlen(text), &options, &doc,
                       NULL) != CM_OK)
        return NULL;
    return doc;
}

static bool json_same(const char *wanted, const char *got)
{
    JsonDoc *a = parse(wanted), *b = parse(got);
    if (!a)
        broken_file("bad JSON", wanted);
    bool same = b && cm__json_equal(&a->root, &b->root);
    cm__json_doc_free(a);
    cm__json_doc_free(b);
    return same;
}

/* ---- set-up lines ---- */

static void read_limits(cm_runtime_options *o, const char *line)
{
    const struct {
        const char *name;
        int64_t *to;
    } knobs[] = {
        { "timeoutMs", &o->limits.timeout_ms },
        { "maxToolCalls", &o->limits.max_tool_calls },
        { "maxOutputBytes", &o->limits.max_output_bytes },
        { "maxMemoryBytes", &o->limits.max_memory_bytes },
        { "maxSteps", &o->limits.max_steps },
        { "maxConcurrentToolCalls", &o->max_concurrent_tool_calls },
        { "callTimeoutMs", &o->call_timeout_ms },
        { "cleanupGraceMs", &o->cleanup_grace_ms },
    };
    const size_t n_knobs = sizeof knobs / sizeof knobs[0];
    for (const char *p = line; *p; p += *p == ' ') {
        const char *eq = strchr(p, '=');
        char *end = NULL;
        size_t i = 0;
        if (!eq)
            broken_file("bad limits", line);
        while (i < n_knobs && (strlen(knobs[i].name) != (size_t)(eq - p) ||
                               strncmp(knobs[i].name, p, (size_t)(eq - p))))
            i++;
        if (i == n_knobs)
            broken_file("unknown limit", p);
        *knobs[i].to = strtoll(eq + 1, &end, 10);
        p = end;
    }
}

static void read_tool(char *line)
{
    if (the_host.n_tools == SPEC_TOOLS)
        broken_file("too many tools", line);
    SpecTool *t = &the_host.tools[the_host.n_tools++];
    *t = (SpecTool){ .path = line };
    char *rest = line;
    if (*line == '"') {
        t->path = take_text(&rest);
    } else if (strchr(line, ' ')) {
        rest = after_word(line);
        rest[-1] = '\0';
    } else {
        return;
    }
    t->description = take_text(&rest);
    t->no_output = strstr(rest, "no-output") != NULL;
}

static void read_answer(Answer *a, char *text)
{
    if (starts(text, "fail")) {
        char *at = text + 4;
        a->kind = ANSWER_FAIL;
        a->text = take_text(&at);
        if (!a->text)
            broken_file("fail without a text", text);
        for (char *cause; (cause = take_text(&at)) != NULL;)
            a->causes[a->n_causes++] = cause;
    } else if (strncmp(text, "input.", 6) == 0) {
        a->kind = ANSWER_MEMBER;
        a->text = text + 6;
    } else if (starts(text, "raw")) {
        a->kind = ANSWER_RAW;
        a->text = after_word(text);
    } else {
        a->kind = starts(text, "echo")        ? ANSWER_ECHO
                  : starts(text, "never")     ? ANSWER_NEVER
                  : starts(text, "cancelled") ? ANSWER_CANCELLED
                  : starts(text, "lines")     ? ANSWER_LINES
                                              : ANSWER_JSON;
        a->text = text;
        JsonDoc *doc = a->kind == ANSWER_JSON ? parse(text) : NULL;
        if (a->kind == ANSWER_JSON && !doc)
            broken_file("bad answer", text);
        cm__json_doc_free(doc);
    }
}

static void read_on(char *line)
{
    SpecTool *t = &the_host.tools[the_host.n_tools - 1];
    char *arrow = strstr(line, " -> ");
    if (!the_host.n_tools || t->n_answers == SPEC_ANSWERS || !arrow)
        broken_file("bad answer line", line);
    Answer *a = &t->answers[t->n_answers++];
    *arrow = '\0';
    char *after = strstr(line, " after ");
    if (after) {
        *after = '\0';
        after += 7;
        if (strncmp(after, "input.", 6) == 0)
            a->delay_member = after + 6;
        else
            a->delay_ms = strtod(after, NULL);
    }
    a->input = strcmp(line, "*") == 0 ? NULL : line;
    read_answer(a, arrow + 4);
}

/* ---- expectations ---- */

typedef struct Outcome {
    const SpecRun *run;
    size_t warning; /* next one to look at */
} Outcome;

static void check_place(const char *what, const char *place, uint32_t line,
                        uint32_t column)
{
    unsigned long l, c = 0;
    char *end;
    if (strcmp(place, "nowhere") == 0) {
        if (line)
            complain("  %s at %u:%u, wanted no place\n", what, line, column);
        return;
    }
    if (strcmp(place, "located") == 0) {
        if (!line)
            complain("  %s without a place\n", what);
        return;
    }
    l = strtoul(place, &end, 10);
    if (*end == ':')
        c = strtoul(end + 1, &end, 10);
    if (line != l || (c && column != c))
        complain("  %s at %u:%u, wanted %s\n", what, line, column, place);
}

static void check_parts(const char *what, char *parts, const char *text)
{
    for (char *part; (part = take_text(&parts)) != NULL;)
        if (!text || !strstr(text, part))
            complain("  %s lacks \"%s\"\n", what, part);
}

static void check_hint(const cm_result *r, char *parts)
{
    for (char *part; (part = take_text(&parts)) != NULL;) {
        bool found = false;
        for (size_t i = 0; i < cm_result_suggestion_count(r); i++)
            found |= strstr(cm_result_suggestion(r, i, NULL), part) != NULL;
        if (!found)
            complain("  no suggestion has \"%s\"\n", part);
    }
}

/* The line is copied: an alternative may look at it again. */
static void check_error(const cm_result *r, char *rest)
{
    char *place = strchr(rest, ' ');
    if (place)
        *place++ = '\0';
    if (cm_result_ok(r)) {
        complain("  no error, wanted %s\n", rest);
        return;
    }
    if (strcmp(cm_result_error_kind(r), rest) != 0)
        complain("  kind is not %s\n", rest);
    if (place)
        check_place("error", place, cm_result_error_line(r),
                    cm_result_error_column(r));
}

/* A warning's place is only in the record. */
static void warning_place(const cm_result *r, size_t i, uint32_t place[2])
{
    JsonDoc *doc = parse(cm_result_json(r, NULL));
    const JsonValue *list = doc ? cm__json_get(&doc->root, "warnings") : NULL;
    place[0] = place[1] = 0;
    if (list && i < list->n_items) {
        const JsonValue *at = cm__json_get(&list->items[i], "location");
        const JsonValue *l = at ? cm__json_get(at, "line") : NULL;
        const JsonValue *c = at ? cm__json_get(at, "column") : NULL;
        place[0] = l ? (uint32_t)l->number : 0;
        place[1] = c ? (uint32_t)c->number : 0;
    }
    cm__json_doc_free(doc);
}

static void check_warning(Outcome *o, char *rest)
{
    const cm_result *r = o->run->result;
    size_t i = o->warning++;
    char *at = after_word(rest);
    if (at > rest && at[-1] == ' ')
        at[-1] = '\0';
    if (i >= cm_result_warning_count(r)) {
        complain("  warning %zu is missing\n", i + 1);
        return;
    }
    if (strcmp(cm_result_warning_kind(r, i), rest) != 0)
        complain("  warning %zu is not of kind %s\n", i + 1, rest);
    if (*at && *at != '"') {
        char *place = at;
        uint32_t got[2];
        at += strcspn(at, " ");
        if (*at)
            *at++ = '\0';
        warning_place(r, i, got);
        check_place("warning", place, got[0], got[1]);
    }
    check_parts("warning", at, cm_result_warning_message(r, i, NULL));
}

/* A member of the record, cut out as text; `none` when it is absent. */
static void check_record_part(const cm_result *r, const char *name,
                              const char *none, const char *wanted)
{
    JsonDoc *doc = parse(cm_result_json(r, NULL));
    JsonDoc *want = parse(wanted), *empty = parse(none);
    if (!want)
        broken_file("bad JSON", wanted);
    const JsonValue *got = doc ? cm__json_get(&doc->root, name) : NULL;
    if (!cm__json_equal(got ? got : &empty->root, &want->root))
        complain("  %s are not %s\n", name, wanted);
    cm__json_doc_free(doc);
    cm__json_doc_free(want);
    cm__json_doc_free(empty);
}

static void check_many_calls(const cm_result *r, char *rest)
{
    size_t n = strtoul(rest, &rest, 10), found = 0;
    const char *name = take_text(&rest);
    for (size_t i = 0; name && i < cm_result_call_count(r); i++)
        found += strcmp(cm_result_call_name(r, i, NULL), name) == 0;
    if (found != n || found != cm_result_call_count(r))
        complain("  %zu calls of %zu\n", found, cm_result_call_count(r));
}

static void check_calls(const cm_result *r, char *wanted)
{
    JsonDoc *want = *wanted == '[' ? parse(wanted) : NULL;
    bool same;
    if (*wanted != '[') {
        check_many_calls(r, wanted);
        return;
    }
    if (!want || want->root.type != CM_JSON_TYPE_ARRAY)
        broken_file("bad JSON", wanted);
    same = want->root.n_items == cm_result_call_count(r);
    for (size_t i = 0; same && i < want->root.n_items; i++)
        same = cm__json_is_text(&want->root.items[i],
                                cm_result_call_name(r, i, NULL));
    if (!same)
        complain("  toolCalls are not %s\n", wanted);
    cm__json_doc_free(want);
}

static void check_noted(const char *what, const char *log, const char *wanted)
{
    size_t n = log ? strlen(log) : 1;
    char *text = malloc(n + 2);
    if (!text)
        exit(2);
    memcpy(text, log ? log : "[", n);
    memcpy(text + n, "]", 2);
    if (!json_same(wanted, text))
        complain("  %s: %.2000s\n", what, text);
    free(text);
}

static void check_ends(const cm_result *r, char *rest)
{
    char *end = take_text(&rest);
    JsonDoc *doc = parse(cm_result_value(r, NULL));
    const JsonValue *v = doc ? &doc->root : NULL;
    size_t n = strlen(end);
    if (!v || v->type != CM_JSON_TYPE_STRING || v->len < n ||
        memcmp(v->text + v->len - n, end, n) != 0)
        complain("  the value does not end in \"%s\"\n", end);
    cm__json_doc_free(doc);
}

static void check_number(const char *word, const char *rest, const SpecRun *run)
{
    double n = strtod(rest, NULL);
    if (strcmp(word, "under") == 0 && run->ms >= n * slowness)
        complain("  took %.1f ms\n", run->ms);
    if (strcmp(word, "atleast") == 0 && run->ms < n)
        complain("  took only %.1f ms\n", run->ms);
    if (strcmp(word, "peak") == 0 && (double)run->memory_peak > n)
        complain("  needed %zu bytes\n", run->memory_peak);
    if (strcmp(word, "overlap") == 0 && (double)the_host.most_running != n)
        complain("  %zu calls ran at once\n", the_host.most_running);
    if (strcmp(word, "interrupted") == 0 && (double)the_host.n_interrupted != n)
        complain("  %zu calls were interrupted\n", the_host.n_interrupted);
}

static void check_warnings(const cm_result *r, const char *rest)
{
    size_t n = strcmp(rest, "none") == 0 ? 0 : strtoul(rest, NULL, 10);
    if (cm_result_warning_count(r) != n)
        complain("  %zu warnings\n", cm_result_warning_count(r));
}

/* What needs a result. False when the word is unknown. */
static bool check_result(Outcome *o, const char *word, char *rest)
{
    const cm_result *r = o->run->result;
    if (strcmp(word, "value") == 0) {
        if (!cm_result_ok(r) || !json_same(rest, cm_result_value(r, NULL)))
            complain("  value is not %.2000s\n", rest);
    } else if (strcmp(word, "error") == 0) {
        check_error(r, rest);
    } else if (strcmp(word, "message") == 0) {
        const char *want = take_text(&rest);
        const char *got = cm_result_error_message(r, NULL);
        if (!got || strcmp(got, want) != 0)
            complain("  message is not \"%s\"\n", want);
    } else if (strcmp(word, "says") == 0) {
        check_parts("message", rest, cm_result_error_message(r, NULL));
    } else if (strcmp(word, "hint") == 0) {
        check_hint(r, rest);
    } else if (strcmp(word, "logs") == 0) {
        check_record_part(r, "logs", "[]", rest);
    } else if (strcmp(word, "warnings") == 0) {
        check_warnings(r, rest);
    } else if (strcmp(word, "warning") == 0) {
        check_warning(o, rest);
    } else if (strcmp(word, "calls") == 0) {
        check_calls(r, rest);
    } else if (strcmp(word, "truncated") == 0 || strcmp(word, "whole") == 0) {
        if (cm_result_truncated(r) != (*word == 't'))
            complain("  not %s\n", word);
    } else if (strcmp(word, "record") == 0) {
        if (!json_same(rest, cm_result_json(r, NULL)))
            complain("  record is not %s\n", rest);
    } else if (strcmp(word, "ends") == 0) {
        check_ends(r, rest);
    } else {
        return false;
    }
    return true;
}

static void check_line(Outcome *o, const char *line)
{
    static const char *const numbers[] = { "under", "atleast", "peak",
                                           "overlap", "interrupted" };
    char *copy = strdup(line);
    if (!copy)
        exit(2);
    char *rest = after_word(copy);
    if (rest > copy && rest[-1] == ' ')
        rest[-1] = '\0';
    if (strcmp(copy, "cancelled") == 0) {
        if (!o->run->cancelled)
            complain("  not cancelled\n");
        free(copy);
        return;
    }
    if (strcmp(copy, "inputs") == 0 || strcmp(copy, "hooks") == 0) {
        check_noted(copy, *copy == 'i' ? the_host.inputs : the_host.hooks,
                    rest);
        free(copy);
        return;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(copy, numbers[i]) == 0) {
            check_number(copy, rest, o->run);
            free(copy);
            return;
        }
    }
    if (!o->run->result)
        complain("  there is no result\n");
    else if (!check_result(o, copy, rest))
        broken_file("unknown line", line);
    free(copy);
}

/* Any of the groups between `or` lines must hold. */
static bool check(const Case *c, const SpecRun *run)
{
    Outcome o = { run, 0 };
    size_t start = why_len;
    if (run->stuck)
        complain("  waits for an event that never comes\n");
    if (the_host.fault)
        complain("  %s\n", the_host.fault);
    if (why_len != start)
        return false;
    for (size_t i = 0; i < c->n_expect; i++) {
        if (strcmp(c->expect[i], "or") != 0) {
            check_line(&o, c->expect[i]);
            continue;
        }
        if (why_len == start)
            return true;
        o.warning = 0;
        start = why_len;
    }
    return why_len == start;
}

/* ---- running a case ---- */

static bool run_once(const Case *c, const cm_runtime *runtime, char **record)
{
    spec_host_reset(&the_host);
    SpecRun run = spec_host_run(&the_host, runtime, c->program, c->program_len);
    bool good = check(c, &run);
    const char *json = run.result ? cm_result_json(run.result, NULL) : "none";
    if (!*record) {
        *record = strdup(json);
    } else if (strcmp(*record, json) != 0) {
        complain("  another run gave %.2000s\n", json);
        good = false;
    }
    cm_result_free(run.result);
    return good;
}

static bool run_case(Case *c)
{
    cm_error err = { 0 };
    cm_runtime *runtime = NULL;
    char *record = NULL;
    bool good = true;
    spec_host_options(&the_host, &c->options);
    cm_tools *tools = spec_host_tools(&the_host, &err);
    why_len = 0;
    why[0] = '\0';
    if (!tools || cm_runtime_new(tools, &c->options, &runtime, &err) != CM_OK) {
        printf("not ok %s %s\n  refused: %s %s\n", c->id, c->title, err.path,
               err.text);
        cm_tools_free(tools);
        return false;
    }
    for (unsigned i = 0; good && i < c->runs; i++)
        good = run_once(c, runtime, &record);
    printf("%s %s %s\n", good ? "ok" : "not ok", c->id, c->title);
    if (!good)
        printf("%s  record: %.3000s\n", why, record);
    (void)fflush(stdout);
    free(record);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    return good;
}

/* ---- the file ---- */

static Case fresh_case(char *line)
{
    Case c = { 0 };
    c.options = (cm_runtime_options)CM_RUNTIME_OPTIONS_INIT;
    c.options.language = the_language;
    c.id = line;
    c.title = after_word(line);
    if (*c.title)
        line[c.title - line - 1] = '\0';
    c.runs = 1;
    the_host.deny = NULL;
    the_host.fixed_clock_ms = (double)NAN;
    return c;
}

/* Takes the indented lines at *at as the program; its bytes move together. */
static void read_program(Case *c, char **at)
{
    char *from = *at, *to = *at;
    c->program = to;
    while (strncmp(from, "    ", 4) == 0 || *from == '\n') {
        size_t indent = *from == '\n' ? 0 : 4;
        size_t n = strcspn(from, "\n");
        memmove(to, from + indent, n - indent);
        to += n - indent;
        *to++ = '\n';
        from += n + (from[n] == '\n');
    }
    while (to > c->program && to[-1] == '\n')
        to--;
    c->program_len = (size_t)(to - c->program);
    *at = from;
}

static void deny(char *line)
{
    char *text = after_word(line);
    text[-1] = '\0';
    the_host.deny = line;
    the_host.deny_text = take_text(&text);
}

/* False when the line says what comes out. */
static bool set_up(Case *c, char *line)
{
    char *rest = after_word(line);
    if (starts(line, "limits"))
        read_limits(&c->options, rest);
    else if (starts(line, "preflight"))
        c->options.preflight = 1;
    else if (starts(line, "heavy"))
        c->is_heavy = true;
    else if (starts(line, "clock"))
        the_host.fixed_clock_ms = strtod(rest, NULL);
    else if (starts(line, "deny"))
        deny(rest);
    else if (starts(line, "runs"))
        c->runs = (unsigned)strtoul(rest, NULL, 10);
    else
        return false;
    return true;
}

static void read_language(char *line)
{
    const char *name = after_word(line);
    if (strcmp(name, "lua") == 0)
        the_language = CM_LANGUAGE_LUA;
    else if (strcmp(name, "javascript") == 0)
        the_language = CM_LANGUAGE_JAVASCRIPT;
    else
        broken_file("a language that there is none of", line);
}

static void read_setting_of_tools(char *line)
{
    if (starts(line, "language"))
        read_language(line);
    else if (starts(line, "tools"))
        the_host.n_tools = 0;
    else if (starts(line, "tool"))
        read_tool(after_word(line));
    else if (starts(line, "on"))
        read_on(after_word(line));
    else if (starts(line, "input-schema") && the_host.n_tools) {
        the_host.tools[the_host.n_tools - 1].input_schema = after_word(line);
        the_host.tools[the_host.n_tools - 1].validates = true;
    } else if (starts(line, "rendered-schema") && the_host.n_tools) {
        the_host.tools[the_host.n_tools - 1].input_schema = after_word(line);
    } else if (starts(line, "output-schema") && the_host.n_tools) {
        the_host.tools[the_host.n_tools - 1].output_schema = after_word(line);
    } else
        broken_file("a line outside of a case", line);
}

static bool is_tool_line(const char *line)
{
    return starts(line, "language") || starts(line, "tools") ||
           starts(line, "tool") || starts(line, "on") ||
           starts(line, "input-schema") || starts(line, "rendered-schema") ||
           starts(line, "output-schema");
}

static bool wanted(const Case *c, char **ids, int n_ids)
{
    for (int i = 0; i < n_ids; i++)
        if (strcmp(ids[i], c->id) == 0)
            return true;
    return n_ids == 0;
}

typedef struct Tally {
    unsigned run, failed;
    char **ids;
    int n_ids;
} Tally;

static void finish(Tally *tally, Case *c)
{
    if (c->id && wanted(c, tally->ids, tally->n_ids)) {
        if (!c->program)
            broken_file("a case without a program", c->id);
        tally->run++;
#ifdef CM_GC_STRESS
        if (c->is_heavy)
            printf("skipped %s %s\n", c->id, c->title);
        else
#endif
            tally->failed += !run_case(c);
    }
    c->id = NULL;
}

static void run_file(Tally *tally, char *text)
{
    Case c = { 0 };
    for (char *at = text; *at;) {
        char *line = at;
        size_t n = strcspn(at, "\n");
        at += n + (at[n] == '\n');
        line[n] = '\0';
        if (*line == '\0' || *line == '#')
            continue;
        if (starts(line, "case")) {
            finish(tally, &c);
            c = fresh_case(after_word(line));
        } else if (is_tool_line(line)) {
            finish(tally, &c);
            read_setting_of_tools(line);
        } else if (!c.id) {
            broken_file("a line outside of a case", line);
        } else if (starts(line, "program")) {
            read_program(&c, &at);
        } else if (!set_up(&c, line)) {
            if (c.n_expect == MAX_EXPECT)
                broken_file("too many lines", line);
            c.expect[c.n_expect++] = line;
        }
    }
    finish(tally, &c);
}

static char *read_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    size_t n = 0, cap = 1 << 20;
    char *text = malloc(cap);
    if (!in || !text)
        broken_file("cannot be read", path);
    while ((n += fread(text + n, 1, cap - 1 - n, in)) == cap - 1) {
        text = realloc(text, cap *= 2);
        if (!text)
            exit(2);
    }
    text[n] = '\0';
    (void)fclose(in);
    return text;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: spec_runner FILE [CASE...]\n");
        return 2;
    }
    Tally tally = { 0, 0, argv + 2, argc - 2 };
    file_name = argv[1];
    char *text = read_file(argv[1]);
    run_file(&tally, text);
    spec_host_free(&the_host);
    free(text);
    printf("%u cases, %u failed\n", tally.run, tally.failed);
    return tally.failed || !tally.run;
}
