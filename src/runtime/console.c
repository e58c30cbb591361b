/* SPDX-License-Identifier: MIT */
/* Where console entries go; spec/execution.md 10.3. */
#include "runtime/execution.h"

#include <string.h>

bool cm__host_log(VM *vm, const char *level, Str *line)
{
    cm_execution *x = vm->host;
    const cm_allocator *alloc = x->runtime->alloc;
    static const char *const prefixed[] = { "debug", "warn", "error" };
    Buf text;
    cm__buf_init(&text, alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < CM_ARRAY_LEN(prefixed); i++)
        if (strcmp(level, prefixed[i]) == 0)
            cm__buf_add_fmt(&text, "[%s] ", level);
    /* Charged before it is copied: at most three bytes a unit. */
    size_t room = sizeof(Text) + (size_t)line->len + 1;
    if (!heap_charge(&vm->heap, room))
        return false;
    Text entry = { NULL, 0 };
    if (str_to_utf8(vm, line, &text))
        entry = cm__text_take(&text);
    cm__buf_done(&text);
    size_t more = 0;
    if (entry.len > line->len)
        more = entry.len - line->len;
    if (!entry.p || !heap_charge(&vm->heap, more)) {
        cm__text_free(alloc, &entry);
        heap_uncharge(&vm->heap, room);
        vm->heap.refused = true;
        return false;
    }
    cm__text_clean(entry.p, entry.len);
    const Text kept = entry;
    if (cm__texts_add(&x->result->logs, alloc, &entry)) {
        if (x->runtime->log)
            x->runtime->log(x->runtime->hook_user, x->mailbox->context, kept.p,
                            kept.len);
        return true;
    }
    heap_uncharge(&vm->heap, room + more);
    vm->heap.refused = true;
    return false;
}
