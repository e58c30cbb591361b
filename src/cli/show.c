/* SPDX-License-Identifier: MIT */
#include "cli/show.h"

#include <stdio.h>
#include <string.h>

#include "mcp/resulttext.h"

static void show_logs(CliHost *host, const HostRun *run,
                      const cm_result *result)
{
    Term *term = &host->term;
    size_t len;
    if (host->options->is_quiet)
        return;
    for (size_t i = 0; i < cm_result_log_count(result); i++) {
        const char *text = cm_result_log(result, i, &len);
        cm__term_line(term, text, len);
    }
    if (run->logs.len > 0)
        cm__term_line(term, cm__buf_text(&run->logs), run->logs.len - 1);
    if (run->notes.len > 0)
        cm__term_line(term, cm__buf_text(&run->notes), run->notes.len - 1);
    if (run->logs.status == CM_E_NOMEM)
        cm__term_buf(term, "warning: logs are lost: ", &run->logs);
    if (run->notes.status == CM_E_NOMEM)
        cm__term_buf(term, "warning: notes are lost: ", &run->notes);
    for (size_t i = 0; i < cm_result_warning_count(result); i++) {
        Buf line;
        cm__buf_init(&line, host->alloc, CM_BUF_NO_LIMIT);
        cm__buf_add_fmt(&line, "[%s] ", cm_result_warning_kind(result, i));
        const char *text = cm_result_warning_message(result, i, &len);
        cm__buf_add(&line, text, len);
        cm__term_buf(term, "warning: ", &line);
        cm__buf_done(&line);
    }
}

/* Messages of host calls do not say where the call stands (spec/execution.md
 * 3.3): the record has the place beside them. */
static void add_place(const CliHost *host, const cm_result *result, Buf *out)
{
    unsigned line = (unsigned)cm_result_error_line(result);
    unsigned column = (unsigned)cm_result_error_column(result);
    const char *file = host->options->file;
    char suffix[48];
    (void)snprintf(suffix, sizeof suffix, "(line %u, col %u)", line, column);
    if (line == 0 ||
        strstr(cm_result_error_message(result, NULL), suffix) != NULL)
        return;
    if (file == NULL || strcmp(file, "-") == 0)
        cm__buf_add_fmt(out, "\n  --> line %u, col %u", line, column);
    else
        cm__buf_add_fmt(out, "\n  --> %s:%u:%u", file, line, column);
}

void cm__show_error(CliHost *host, const cm_result *result)
{
    Buf text;
    size_t len;
    cm__buf_init(&text, host->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "%s: ", cm_result_error_kind(result));
    const char *message = cm_result_error_message(result, &len);
    cm__result_add_clean(&text, message, len);
    add_place(host, result, &text);
    cm__result_suggestions_text(result, &text);
    cm__buf_add_char(&text, '\n');
    cm__hub_explain(host->hub, result, &text);
    if (text.status == CM_OK)
        cm__buf_truncate(&text, text.len - 1);
    cm__term_buf(&host->term, "error: ", &text);
    cm__buf_done(&text);
}

static bool show_value(CliHost *host, const cm_result *result)
{
    Buf text;
    cm__buf_init(&text, host->alloc, CM_BUF_NO_LIMIT);
    cm__result_value_text(result, &text);
    bool is_ok =
        text.status == CM_OK && cm__host_print(cm__buf_text(&text), text.len);
    if (text.status != CM_OK)
        cm__term_buf(&host->term, "error: ", &text);
    cm__buf_done(&text);
    return is_ok;
}

bool cm__show_result(CliHost *host, const HostRun *run, const cm_result *result)
{
    show_logs(host, run, result);
    if (cm_result_ok(result))
        return show_value(host, result);
    cm__show_error(host, result);
    return true;
}
