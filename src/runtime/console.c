/* SPDX-License-Identifier: MIT */
/* Where console entries go; spec/execution.md 10.3. Lines that the bound of the
 * output leaves no room for are counted, not kept (10.2). */
#include "runtime/execution.h"

#include <string.h>

#include "json/writer.h"

/* False when memory is refused; nothing has changed then. */
static bool keep(cm_execution *x, const Buf *line)
{
    cm_result *r = x->result;
    size_t n = r->logs.n, json = cm__json_size(line->bytes, line->len) + 1;
    if (line->len >= r->log_room) {
        r->log_room = 0; /* the first that does not fit ends the list */
        r->dropped_logs++;
        return true;
    }
    if (!cm__lines_add(&r->logs, &x->charged, cm__buf_text(line), line->len))
        return false;
    if (!heap_charge(&x->vm->heap, json)) {
        cm__lines_cut(&r->logs, n);
        return false;
    }
    r->logs_json += json;
    if (r->log_room != CM_NO_LIMIT)
        r->log_room -= line->len + 1;
    return true;
}

bool cm__host_log(VM *vm, const char *level, Str *line)
{
    cm_execution *x = vm->host;
    static const char *const prefixed[] = { "debug", "warn", "error" };
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < CM_ARRAY_LEN(prefixed); i++)
        if (strcmp(level, prefixed[i]) == 0)
            cm__buf_add_fmt(&text, "[%s] ", level);
    bool ok = str_to_utf8(vm, line, &text) && text.status == CM_OK;
    if (ok && text.len)
        cm__text_clean(text.bytes, text.len);
    ok = ok && keep(x, &text);
    if (ok && x->runtime->log)
        x->runtime->log(x->runtime->hook_user, x->mailbox->context,
                        cm__buf_text(&text), text.len);
    cm__buf_done(&text);
    if (!ok && vm->termination == TERM_NONE)
        vm->heap.refused = true;
    return ok;
}
