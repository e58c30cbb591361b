/* SPDX-License-Identifier: MIT */
/* `codemode batch`: programs as lines of JSON in, results as lines of JSON out.
 *
 *     {"id":any,"code":"...","language":"javascript"|"lua","limits":{...}}
 *     {"id":any,"result":{...}}   or   {"id":any|null,"error":"..."}
 *
 * One program at a time, in order, each with fresh state; each answer is
 * written at once. Reading pauses while a program runs, so a fast writer is
 * held back by its pipe. A bad line gets an error and the next one is read. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/host.h"
#include "cli/line_key.h"
#include "net/stdio.h"
#include "json/writer.h"

/* A line that waits for its turn; lines of one read come together. */
typedef struct BatchLine {
    struct BatchLine *next;
    size_t len;
    char text[];
} BatchLine;

typedef struct BatchCommand {
    CliHost host;
    Stdio *stdio;
    SignalWatch *interrupt, *terminate;
    BatchLine *first, **last;
    HostRun *run; /* NULL: idle */
    Buf id;       /* JSON of the current line's id */
    bool is_ready, has_eof, is_ending, is_over;
    int exit_status;
} BatchCommand;

static void next_line(BatchCommand *b);

/* ---- answers ---- */

static void send(BatchCommand *b, const char *key, const char *json, size_t len)
{
    Buf line;
    cm__buf_init(&line, b->host.alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&line);
    cm__json_begin_object(&w);
    cm__json_key(&w, "id");
    cm__json_write_raw(&w, cm__buf_text(&b->id), b->id.len);
    cm__json_key(&w, key);
    cm__json_write_raw(&w, json, len);
    cm__json_end_object(&w);
    if (isatty(STDOUT_FILENO) == 1) { /* somebody types the lines */
        Buf visible;
        cm__buf_init(&visible, b->host.alloc, CM_BUF_NO_LIMIT);
        cm__term_visible_json(&visible, cm__buf_text(&line), line.len);
        cm__buf_done(&line);
        line = visible;
    }
    if (line.status == CM_OK) {
        (void)cm__stdio_write(b->stdio, line.bytes, line.len);
    } else {
        static const char lost[] = "{\"id\":null,\"error\":\"out of memory\"}";
        (void)cm__stdio_write(b->stdio, lost, sizeof lost - 1);
    }
    cm__buf_done(&line);
}

static void send_error(BatchCommand *b, const char *text)
{
    Buf json;
    cm__buf_init(&json, b->host.alloc, CM_BUF_NO_LIMIT);
    cm__json_quote(&json, text, strlen(text));
    send(b, "error", cm__buf_text(&json), json.len);
    cm__buf_done(&json);
}

static void end(BatchCommand *b)
{
    if (b->is_over || b->run != NULL)
        return;
    if (!b->is_ending && (b->first != NULL || !b->has_eof))
        return;
    if (cm__stdio_pending(b->stdio) > 0 && !b->is_ending)
        return; /* drained comes */
    b->is_over = true;
    cm__host_finish(&b->host);
}

/* ---- one program ---- */

static void done(void *user, cm_status status, cm_result *take_result)
{
    BatchCommand *b = user;
    size_t len;
    if (take_result == NULL) {
        send_error(b, cm_status_text(status));
    } else {
        const char *json = cm_result_json(take_result, &len);
        if (json)
            send(b, "result", json, len);
        else
            send_error(b, cm_status_text(CM_E_NOMEM));
    }
    cm_result_free(take_result);
    HostRun *run = b->run;
    b->run = NULL;
    cm__hostrun_free(run);
    next_line(b);
}

static const struct {
    const char *key, *field;
    size_t offset;
} knobs[] = {
    { "timeoutMs", "timeout_ms", offsetof(cm_limits, timeout_ms) },
    { "maxToolCalls", "max_tool_calls", offsetof(cm_limits, max_tool_calls) },
    { "maxOutputBytes", "max_output_bytes",
      offsetof(cm_limits, max_output_bytes) },
    { "maxMemoryBytes", "max_memory_bytes",
      offsetof(cm_limits, max_memory_bytes) },
    { "maxSteps", "max_steps", offsetof(cm_limits, max_steps) },
};

static bool refuse(cm_error *err, const char *name, const char *what)
{
    (void)snprintf(err->text, sizeof err->text, "limits%s%.60s %s",
                   name[0] != '\0' ? "." : "", name, what);
    return false;
}

/* Reads the `limits` object; false: err->text says what is wrong with it. */
static bool read_limits(const JsonValue *object, cm_limits *limits,
                        cm_error *err)
{
    if (object == NULL)
        return true;
    if (object->type != CM_JSON_TYPE_OBJECT)
        return refuse(err, "", "must be an object");
    for (size_t i = 0; i < object->n_members; i++) {
        const JsonMember *m = &object->members[i];
        size_t k = 0;
        while (k < CM_ARRAY_LEN(knobs) && !cm__json_is_named(m, knobs[k].key))
            k++;
        if (k == CM_ARRAY_LEN(knobs))
            return refuse(err, m->name,
                          "is no limit: timeoutMs, maxToolCalls, "
                          "maxOutputBytes, maxMemoryBytes, maxSteps");
        if (m->value.type != CM_JSON_TYPE_NUMBER || !m->value.is_integer ||
            m->value.integer < 0)
            return refuse(err, m->name, "must be a whole number");
        *(int64_t *)(void *)((char *)limits + knobs[k].offset) =
            m->value.integer;
    }
    return true;
}

/* A limit that stands beside `limits` would be without effect; its key, or
 * NULL. */
static const char *limit_meant(const char *name)
{
    const char *keys[CM_ARRAY_LEN(knobs) + 1] = { NULL };
    for (size_t i = 0; i < CM_ARRAY_LEN(knobs); i++) {
        keys[i] = knobs[i].key;
        if (strcmp(name, knobs[i].key) == 0 ||
            strcmp(name, knobs[i].field) == 0)
            return knobs[i].key;
    }
    if (strcasecmp(name, "timeout") == 0)
        return "timeoutMs";
    return cm__line_key_meant(NULL, name, keys);
}

static bool check_keys(const JsonValue *line, cm_error *err)
{
    static const char *const keys[] = { "id", "code", "language", "limits",
                                        NULL };
    for (size_t i = 0; i < line->n_members; i++) {
        const char *name = line->members[i].name;
        const char *limit = limit_meant(name);
        if (limit == NULL)
            continue;
        (void)snprintf(err->text, sizeof err->text,
                       "\"%.60s\" stands outside of \"limits\"; write "
                       "\"limits\":{\"%s\":...}",
                       name, limit);
        return false;
    }
    return cm__line_keys_check(line, keys, err);
}

/* The library names a limit by its field; a line, by its key. */
static void name_by_key(cm_error *err)
{
    char text[sizeof err->text];
    for (size_t i = 0; i < CM_ARRAY_LEN(knobs); i++) {
        size_t n = strlen(knobs[i].field);
        if (strncmp(err->text, knobs[i].field, n) != 0 || err->text[n] != ' ')
            continue;
        (void)snprintf(text, sizeof text, "limits.%s%.150s", knobs[i].key,
                       err->text + n);
        memcpy(err->text, text, sizeof text);
        return;
    }
}

/* Starts the program of a line; false: it was answered. */
static bool start(BatchCommand *b, const JsonValue *line)
{
    static const HostRunEvents events = { .done = done };
    const JsonValue *code = cm__json_get(line, "code");
    const JsonValue *language = cm__json_get(line, "language");
    cm_limits limits = b->host.options->limits;
    cm_error err;
    if (!check_keys(line, &err)) {
        send_error(b, err.text);
        return false;
    }
    if (code == NULL || code->type != CM_JSON_TYPE_STRING) {
        send_error(b, "code must be a string");
        return false;
    }
    cm_language chosen = cm__options_language(b->host.options, NULL);
    if (language != NULL && cm__json_is_text(language, "lua")) {
        chosen = CM_LANGUAGE_LUA;
    } else if (language != NULL && cm__json_is_text(language, "javascript")) {
        chosen = CM_LANGUAGE_JAVASCRIPT;
    } else if (language != NULL) {
        send_error(b, "language must be \"javascript\" or \"lua\"");
        return false;
    }
    if (!read_limits(cm__json_get(line, "limits"), &limits, &err)) {
        send_error(b, err.text);
        return false;
    }
    HostRunSpec spec = { .source = code->text,
                         .source_len = code->len,
                         .limits = &limits,
                         .events = &events,
                         .user = b };
    if (cm__hub_run(b->host.hub, chosen, &spec, &b->run, &err) == CM_OK)
        return true;
    name_by_key(&err);
    send_error(b, err.text);
    return false;
}

/* Takes one line; false: it was answered at once. */
static bool take_line(BatchCommand *b, const char *text, size_t len)
{
    JsonDoc *doc = NULL;
    cm_error err;
    bool is_running = false;
    cm__buf_clear(&b->id);
    cm__buf_add_str(&b->id, "null");
    if (cm__json_parse(b->host.alloc, text, len, NULL, &doc, &err) != CM_OK) {
        send_error(b, err.text);
    } else if (doc->root.type != CM_JSON_TYPE_OBJECT) {
        send_error(b, "a line must be a JSON object");
    } else {
        const JsonValue *id = cm__json_get(&doc->root, "id");
        if (id != NULL) {
            cm__buf_clear(&b->id);
            JsonWriter w = cm__json_writer(&b->id);
            cm__json_write_value(&w, id);
        }
        is_running = start(b, &doc->root);
    }
    cm__json_doc_free(doc);
    return is_running;
}

static void next_line(BatchCommand *b)
{
    while (b->is_ready && b->run == NULL && b->first != NULL && !b->is_ending) {
        BatchLine *line = b->first;
        b->first = line->next;
        if (b->first == NULL)
            b->last = &b->first;
        (void)take_line(b, line->text, line->len);
        cm__free(b->host.alloc, line, sizeof *line + line->len);
    }
    if (b->first == NULL && b->run == NULL && b->is_ready && !b->is_ending)
        cm__stdio_resume(b->stdio);
    end(b);
}

/* ---- input ---- */

static void got_line(void *user, const char *text, size_t len)
{
    BatchCommand *b = user;
    BatchLine *line = cm__alloc(b->host.alloc, sizeof *line + len);
    if (line == NULL) {
        cm__buf_clear(&b->id);
        cm__buf_add_str(&b->id, "null");
        send_error(b, "out of memory");
        return;
    }
    line->next = NULL;
    line->len = len;
    memcpy(line->text, text, len);
    *b->last = line;
    b->last = &line->next;
    cm__stdio_pause(b->stdio);
    next_line(b);
}

static void got_overlong(void *user)
{
    BatchCommand *b = user;
    cm__buf_clear(&b->id);
    cm__buf_add_str(&b->id, "null");
    send_error(b, "the line is longer than 64 MiB");
}

static void got_eof(void *user)
{
    BatchCommand *b = user;
    b->has_eof = true;
    end(b);
}

static void got_drained(void *user)
{
    end(user);
}

static void give_up(BatchCommand *b, int exit_status)
{
    b->is_ending = true;
    b->exit_status = exit_status;
    if (b->run != NULL)
        cm__hostrun_cancel(b->run);
    end(b);
}

static void got_broken(void *user, cm_status why)
{
    (void)why;
    give_up(user, CM_EXIT_FAILED);
}

static void caught(void *user, int signum)
{
    (void)signum;
    give_up(user, CM_EXIT_INTERRUPTED);
}

static void hub_changed(void *user)
{
    BatchCommand *b = user;
    if (b->is_ready || !cm__hub_is_settled(b->host.hub))
        return;
    b->is_ready = true;
    if (b->stdio != NULL)
        next_line(b);
}

static int batch(BatchCommand *b)
{
    static const StdioEvents events = { got_line, got_overlong, got_eof,
                                        got_broken, got_drained };
    b->interrupt = cm__signal_new(b->host.loop, SIGINT, caught, b);
    b->terminate = cm__signal_new(b->host.loop, SIGTERM, caught, b);
    b->stdio = cm__stdio_new(b->host.loop, STDIN_FILENO, STDOUT_FILENO,
                             CM_LINE_MAX_DEFAULT, &events, b);
    if (b->interrupt == NULL || b->terminate == NULL || b->stdio == NULL) {
        cm__log(&b->host.term.log, CM_LOG_ERROR,
                "standard input or output cannot be used");
        return CM_EXIT_FAILED;
    }
    cm__hub_connect(b->host.hub);
    hub_changed(b);
    cm__loop_run(b->host.loop);
    return b->exit_status;
}

int cm__batch_command(const Options *options)
{
    BatchCommand b = { .exit_status = CM_EXIT_OK };
    const CliHostSpec spec = {
        .options = options, .n_workers = 1, .changed = hub_changed, .user = &b
    };
    b.last = &b.first;
    cm__buf_init(&b.id, cm__alloc_default(), CM_BUF_NO_LIMIT);
    int status = cm__host_open(&b.host, &spec);
    if (status == CM_EXIT_OK)
        status = batch(&b);
    while (b.first != NULL) {
        BatchLine *line = b.first;
        b.first = line->next;
        cm__free(b.host.alloc, line, sizeof *line + line->len);
    }
    cm__stdio_free(b.stdio);
    cm__signal_free(b.interrupt);
    cm__signal_free(b.terminate);
    cm__host_close(&b.host);
    cm__buf_done(&b.id);
    return status;
}
