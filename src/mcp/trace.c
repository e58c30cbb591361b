/* SPDX-License-Identifier: MIT */
#include "mcp/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "json/writer.h"

struct Trace {
    Loop *loop;
    const cm_allocator *alloc;
    FILE *file;
    const Redactor *redactor;
    uint64_t started_ms;
};

Trace *cm__trace_new(Loop *loop, const char *path, cm_error *err)
{
    const cm_allocator *alloc = cm__loop_alloc(loop);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    Trace *t = file != NULL ? cm__alloc_zero(alloc, 1, sizeof *t) : NULL;
    if (t != NULL) {
        t->loop = loop;
        t->alloc = alloc;
        t->file = file;
        t->started_ms = cm__loop_now_ms(loop);
        return t;
    }
    *err = (cm_error){ .status = CM_E_IO };
    (void)snprintf(err->text, sizeof err->text, "%.100s: %s", path,
                   strerror(errno));
    if (file != NULL)
        (void)fclose(file);
    else if (fd >= 0)
        (void)close(fd);
    return NULL;
}

void cm__trace_free(Trace *t)
{
    if (t == NULL)
        return;
    (void)fclose(t->file);
    cm__free(t->alloc, t, sizeof *t);
}

void cm__trace_redact(Trace *t, const Redactor *redactor)
{
    t->redactor = redactor;
}

/* A message as it came, on one line; what is no JSON as a string. */
static void write_message(const Trace *t, JsonWriter *w, const char *text,
                          size_t len)
{
    JsonDoc *doc = NULL;
    if (cm__json_parse(t->alloc, text, len, NULL, &doc, NULL) == CM_OK)
        cm__json_write_value(w, &doc->root);
    else
        cm__json_write_text_n(w, text, len);
    cm__json_doc_free(doc);
}

void cm__trace_message(Trace *t, const char *peer, char dir, const char *text,
                       size_t len)
{
    Buf line;
    if (t == NULL)
        return;
    cm__buf_init(&line, t->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&line);
    cm__json_begin_object(&w);
    cm__json_key(&w, "ms");
    cm__json_write_int(&w, (int64_t)(cm__loop_now_ms(t->loop) - t->started_ms));
    cm__json_key(&w, "peer");
    cm__json_write_text(&w, peer);
    cm__json_key(&w, "dir");
    cm__json_write_text_n(&w, &dir, 1);
    cm__json_key(&w, "msg");
    write_message(t, &w, text, len);
    cm__json_end_object(&w);
    cm__redact(t->redactor, &line);
    cm__buf_add_char(&line, '\n');
    if (line.status == CM_OK) {
        (void)fwrite(line.bytes, 1, line.len, t->file);
        (void)fflush(t->file);
    }
    cm__buf_done(&line);
}
