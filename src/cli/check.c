/* SPDX-License-Identifier: MIT */
/* `codemode check`: parses a program and finds unsupported syntax and calls of
 * missing tools; nothing runs. Servers that the program names are asked for
 * their tools. */
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/host.h"
#include "cli/show.h"

#define SOURCE_LIMIT ((size_t)64 << 20)

typedef struct CheckCommand {
    CliHost host;
    Buf source;
    bool is_checked;
    int exit_status;
} CheckCommand;

static void print_warnings(CheckCommand *c, const cm_result *result)
{
    size_t len;
    for (size_t i = 0; i < cm_result_warning_count(result); i++) {
        Buf line;
        cm__buf_init(&line, c->host.alloc, CM_BUF_NO_LIMIT);
        cm__buf_add_fmt(&line, "%s: ", cm_result_warning_kind(result, i));
        const char *text = cm_result_warning_message(result, i, &len);
        cm__buf_add(&line, text, len);
        cm__term_buf(&c->host.term, "also: ", &line);
        cm__buf_done(&line);
    }
}

static void print_result(CheckCommand *c, const cm_result *result)
{
    bool is_ok = cm_result_ok(result) != 0;
    c->exit_status = is_ok ? CM_EXIT_OK : CM_EXIT_FAILED;
    if (c->host.options->is_json) {
        size_t len;
        const char *json = cm_result_json(result, &len);
        if (!json || !cm__host_print_json(json, len))
            c->exit_status = CM_EXIT_FAILED;
        if (!json)
            (void)cm__host_no_memory(&c->host);
    } else if (!is_ok) {
        cm__show_error(&c->host, result);
    } else if (!c->host.options->is_quiet && !cm__host_print("ok", 2)) {
        c->exit_status = CM_EXIT_FAILED;
    }
    if (!c->host.options->is_json)
        print_warnings(c, result);
}

static void check(CheckCommand *c)
{
    cm_error err;
    cm_result *result = NULL;
    cm_language language =
        cm__options_language(c->host.options, c->host.options->file);
    Toolbox *box = cm__hub_toolbox(c->host.hub, language, &err);
    c->is_checked = true;
    if (box == NULL || cm_check(box->runtime, cm__buf_text(&c->source),
                                c->source.len, &result, &err) != CM_OK) {
        cm__log(&c->host.term.log, CM_LOG_ERROR, "%s", err.text);
        c->exit_status = CM_EXIT_USAGE;
    } else {
        print_result(c, result);
    }
    cm_result_free(result);
    cm__host_finish(&c->host);
}

static void check_when_ready(void *user)
{
    CheckCommand *c = user;
    if (!c->is_checked && !c->host.is_interrupted &&
        !cm__hub_must_wait(c->host.hub, cm__buf_text(&c->source),
                           c->source.len))
        check(c);
}

int cm__check_command(const Options *options)
{
    CheckCommand c = { .exit_status = CM_EXIT_FAILED };
    const CliHostSpec spec = { .options = options,
                               .n_workers = 1,
                               .handles_interrupts = true,
                               .changed = check_when_ready,
                               .user = &c };
    cm_error err;
    cm__buf_init(&c.source, cm__alloc_default(), SOURCE_LIMIT);
    int status = cm__host_open(&c.host, &spec);
    if (status == CM_EXIT_OK &&
        cm__file_read(options->file, &c.source, &err) != CM_OK) {
        cm__log(&c.host.term.log, CM_LOG_ERROR, "%s", err.text);
        status = CM_EXIT_USAGE;
    }
    if (status == CM_EXIT_OK) {
        cm__hub_connect_for(c.host.hub, cm__buf_text(&c.source), c.source.len);
        check_when_ready(&c);
        cm__loop_run(c.host.loop);
        status = c.host.is_interrupted ? CM_EXIT_INTERRUPTED : c.exit_status;
    }
    cm__host_close(&c.host);
    cm__buf_done(&c.source);
    return status;
}
