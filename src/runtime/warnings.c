/* SPDX-License-Identifier: MIT */
/* Rejections that nobody looked at; spec/execution.md 5.2, 5.3. */
#include "engine/promise.h"
#include "runtime/execution.h"

#include <stdlib.h>
#include <string.h>

bool cm__add_warning(cm_execution *x, Diag *take_d)
{
    size_t json = cm__diag_json_size(take_d);
    if (!heap_charge(&x->vm->heap, json)) {
        cm__diag_done(take_d, &x->charged);
        return false;
    }
    if (cm__diags_add(&x->result->warnings, &x->charged, take_d))
        return true;
    heap_uncharge(&x->vm->heap, json);
    return false;
}

void cm__drop_warning(cm_execution *x)
{
    DiagList *list = &x->result->warnings;
    Diag *last = &list->items[--list->n];
    heap_uncharge(&x->vm->heap, cm__diag_json_size(last));
    cm__diag_done(last, &x->charged);
}

static int by_number(const void *a, const void *b)
{
    const Promise *const *x = a, *const *y = b;
    return ((*x)->number > (*y)->number) - ((*x)->number < (*y)->number);
}

static bool add_warning(cm_execution *x, Value reason)
{
    static const char lead[] =
        "Unhandled rejection of a promise that nobody awaited: ";
    const cm_allocator *alloc = &x->charged;
    if (value_is_class(reason, CLASS_ERROR) &&
        ((ErrorObj *)(void *)value_obj(reason))->cancelled)
        return true;
    Diag d;
    if (!cm__uncaught(x, reason, &d))
        return false;
    Buf text;
    cm__buf_init(&text, alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&text, lead, sizeof lead - 1);
    cm__buf_add(&text, d.message.p, d.message.len);
    Text message = cm__text_take(&text);
    if (!message.p) {
        cm__diag_done(&d, alloc);
        return false;
    }
    cm__text_free(alloc, &d.message);
    d.message = message;
    return cm__add_warning(x, &d);
}

bool cm__collect_unhandled(cm_execution *x)
{
    size_t n = promise_list_unhandled(x->vm, NULL, 0);
    if (n == 0)
        return true;
    const cm_allocator *alloc = &x->charged;
    Promise **list = cm__alloc(alloc, n * sizeof(Promise *));
    if (!list)
        return false;
    n = promise_list_unhandled(x->vm, list, n);
    qsort(list, n, sizeof(Promise *), by_number);
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++)
        ok = add_warning(x, list[i]->value);
    cm__free(alloc, list, n * sizeof(Promise *));
    return ok;
}
