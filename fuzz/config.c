/* SPDX-License-Identifier: MIT */
/* Input: a byte that picks whose file it is, then a configuration. Oracles: read
 * twice, it gives the same sources and the same messages; a source is one thing
 * of four; what is wrong is told; the same as TOML gives the same sources. */
#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/config_internal.h"
#include "cli/toml.h"
#include "toml_write.h"

enum {
    MAX_BYTES = 8192
};

static char json_file[64], toml_file[64];

static void make_folder(void)
{
    static char *environment[] = { NULL };
    char folder[40] = "/tmp/codemode-fuzz-XXXXXX";
    extern char **environ;
    FUZZ_CHECK(mkdtemp(folder));
    snprintf(json_file, sizeof json_file, "%s/settings.json", folder);
    snprintf(toml_file, sizeof toml_file, "%s/settings.toml", folder);
    environ = environment;
    FUZZ_CHECK(setenv("HOME", folder, 1) == 0);
    FUZZ_CHECK(setenv("A", "value of a", 1) == 0);
    FUZZ_CHECK(setenv("EMPTY", "", 1) == 0);
}

static void clean_up(void)
{
    char *slash = strrchr(json_file, '/');
    (void)unlink(json_file);
    (void)unlink(toml_file);
    if (slash) {
        *slash = '\0';
        (void)rmdir(json_file);
    }
}

static void keep(const char *file, const char *text, size_t len)
{
    int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    FUZZ_CHECK(fd >= 0 && write(fd, text, len) == (ssize_t)len);
    close(fd);
}

static void logged(void *user, LogLevel level, const char *text)
{
    cm__buf_add_fmt(user, "%d %s\n", (int)level, text);
}

static void add(Buf *out, const char *name, const char *text)
{
    cm__buf_add_fmt(out, " %s=%s", name, text ? text : "-");
}

static void add_list(Buf *out, const char *name, const char *const *list)
{
    for (; list && *list; list++)
        add(out, name, *list);
}

static void add_headers(Buf *out, const cm_http_header *headers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        FUZZ_CHECK(headers[i].name[0]);
        FUZZ_CHECK(!strpbrk(headers[i].value, "\r\n"));
        add(out, headers[i].name, headers[i].value);
    }
}

static void add_item(Buf *out, const ConfigItem *item)
{
    FUZZ_CHECK((item->server != NULL) + (item->command != NULL) +
                   (item->openapi != NULL) + (item->faulty != NULL) ==
               1);
    add(out, "\nns", item->ns);
    if (item->server) {
        const UpstreamSpec *s = item->server;
        FUZZ_CHECK((s->url != NULL) != (s->argv != NULL && s->argv[0] != NULL));
        add(out, "server", s->name);
        add(out, "url", s->url);
        add(out, "cwd", s->cwd);
        add_list(out, "arg", s->argv);
        add_list(out, "env", s->env);
        add_headers(out, s->headers, s->n_headers);
        cm__buf_add_fmt(out, " %llu %llu %zu",
                        (unsigned long long)s->start_timeout_ms,
                        (unsigned long long)s->call_timeout_ms, s->max_calls);
    } else if (item->command) {
        add(out, "command", item->command->path);
        add(out, "input", item->command->input_schema);
        add_list(out, "arg", item->command->argv);
        add_list(out, "env", item->command->env);
    } else if (item->openapi) {
        add(out, "openapi", item->openapi->name);
        add(out, "document", item->openapi->document);
        add(out, "base", item->openapi->base_url);
        add_headers(out, item->openapi->headers, item->openapi->n_headers);
    } else {
        FUZZ_CHECK(item->faulty->reason[0]);
        add(out, "faulty", item->faulty->name);
        add(out, "kind", item->faulty->kind);
    }
}

/* Reads the file; what came of it as text, messages apart. */
static unsigned load(const char *file, ConfigDialect dialect, Buf *items,
                     Buf *messages)
{
    Config config;
    const Log log = { .level = CM_LOG_DEBUG,
                      .write = logged,
                      .user = messages };
    cm__buf_init(items, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(messages, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__config_init(&config, cm__alloc_default(), &log);
    cm__config_load_as(&config, file, dialect, CM_PART_ALL, false);
    for (const ConfigItem *item = config.items; item; item = item->next)
        add_item(items, item);
    unsigned n_errors = config.n_errors;
    FUZZ_CHECK(n_errors == 0 || messages->len > 0);
    cm__config_done(&config);
    return n_errors;
}

static bool is_same(const Buf *a, const Buf *b)
{
    return a->len == b->len &&
           memcmp(cm__buf_text(a), cm__buf_text(b), a->len) == 0;
}

static bool has_null(const JsonValue *value)
{
    bool has = value->type == CM_JSON_TYPE_NULL;
    if (value->type == CM_JSON_TYPE_ARRAY)
        for (size_t i = 0; i < value->n_items; i++)
            has = has || has_null(&value->items[i]);
    if (value->type == CM_JSON_TYPE_OBJECT)
        for (size_t i = 0; i < value->n_members; i++)
            has = has || has_null(&value->members[i].value);
    return has;
}

/* Lone surrogates and what only JSON's strings hold make no TOML. */
static bool as_toml(const char *text, size_t len, Buf *out)
{
    JsonDoc *doc = NULL, *again = NULL;
    bool is_written = false;
    cm__buf_init(out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    if (cm__json_parse(cm__alloc_default(), text, len, NULL, &doc, NULL) !=
        CM_OK)
        return false;
    if (doc->root.type == CM_JSON_TYPE_OBJECT && !has_null(&doc->root) &&
        toml_is_finite(&doc->root)) {
        toml_write(&doc->root, out);
        is_written = cm__toml_parse(cm__alloc_default(), cm__buf_text(out),
                                    out->len, &again, NULL) == CM_OK &&
                     cm__json_equal(&doc->root, &again->root);
        cm__json_doc_free(again);
    }
    cm__json_doc_free(doc);
    return is_written;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    Buf items, messages, again, messages_again, toml;
    if (size < 1 || size > MAX_BYTES)
        return 0;
    if (!json_file[0]) {
        make_folder();
        FUZZ_CHECK(atexit(clean_up) == 0);
    }
    const char *text = (const char *)bytes + 1;
    ConfigDialect dialect =
        (ConfigDialect)(bytes[0] % (CM_DIALECT_MCPORTER + 1));
    const char *file = bytes[0] >= 128 ? toml_file : json_file;
    keep(file, text, size - 1);
    unsigned n = load(file, dialect, &items, &messages);
    FUZZ_CHECK(n == load(file, dialect, &again, &messages_again));
    FUZZ_CHECK(is_same(&items, &again) && is_same(&messages, &messages_again));
    cm__buf_done(&again);
    cm__buf_done(&messages_again);
    if (file == json_file && as_toml(text, size - 1, &toml)) {
        keep(toml_file, cm__buf_text(&toml), toml.len);
        FUZZ_CHECK(n == load(toml_file, dialect, &again, &messages_again));
        FUZZ_CHECK(is_same(&items, &again));
        cm__buf_done(&again);
        cm__buf_done(&messages_again);
    }
    if (file == json_file)
        cm__buf_done(&toml);
    cm__buf_done(&items);
    cm__buf_done(&messages);
    return 0;
}
