/* SPDX-License-Identifier: MIT */
/* The pages of tools/list. A cursor is an opaque text, the empty one included;
 * one that comes a second time would lead round for ever. */
#include <string.h>

#include "mcp/client_internal.h"

enum {
    LIST_PAGES_MAX = 1000,
    CURSOR_MAX = 65536, /* bytes of a cursor's JSON text */
};

static void page_answered(void *user, const McpAnswer *answer);

static void list_end(McpClient *c, const char *error)
{
    McpListed listed = c->listed;
    c->listed = NULL;
    cm__ids_done(&c->cursors);
    listed(c->list_user, NULL, error);
}

/* cursor: JSON text, or NULL for the first page. */
static bool ask_page(McpClient *c, const char *cursor)
{
    Buf params;
    cm__buf_init(&params, c->alloc, CM_BUF_NO_LIMIT);
    if (cursor != NULL)
        cm__buf_add_fmt(&params, "{\"cursor\":%s}", cursor);
    else
        cm__buf_add_str(&params, "{}");
    c->n_pages++;
    c->list_request = 0;
    if (params.status == CM_OK)
        c->list_request = cm__client_request(c, "tools/list", params.bytes,
                                             params.len, page_answered, c);
    cm__buf_done(&params);
    return c->list_request != 0;
}

/* Asks for the page behind the cursor; else the reason why not. */
static const char *follow(McpClient *c, const JsonValue *next)
{
    Buf cursor;
    const char *error = NULL;
    cm__buf_init(&cursor, c->alloc, CURSOR_MAX);
    cm__json_quote(&cursor, next->text, next->len);
    if (cursor.status == CM_E_LIMIT) {
        error = "a cursor of its list of tools is too long";
    } else if (c->n_pages >= LIST_PAGES_MAX) {
        error = "its list of tools does not end";
    } else {
        cm_status status = cursor.status;
        if (status == CM_OK)
            status = cm__ids_add(&c->cursors, cm__buf_text(&cursor), c);
        if (status == CM_E_NAME)
            error = "its list of tools does not end";
        else if (status != CM_OK || !ask_page(c, cm__buf_text(&cursor)))
            error = "the list of tools could not be asked for";
    }
    cm__buf_done(&cursor);
    return error;
}

static void page_answered(void *user, const McpAnswer *answer)
{
    McpClient *c = user;
    if (answer->result == NULL) {
        /* A server of resources or prompts alone. */
        bool has_none = answer->code == CM_RPC_NO_METHOD && c->n_pages == 1;
        c->list_status = answer->status;
        list_end(c, has_none ? NULL : answer->error);
        return;
    }
    const JsonValue *tools = cm__json_get(answer->result, "tools");
    const JsonValue *next = cm__json_get(answer->result, "nextCursor");
    const char *error = NULL;
    bool goes_on = next != NULL && next->type != CM_JSON_TYPE_NULL;
    if (tools == NULL || tools->type != CM_JSON_TYPE_ARRAY)
        error = "the answer holds no list of tools";
    else if (goes_on && next->type != CM_JSON_TYPE_STRING)
        error = "a cursor of its list of tools is no text";
    else
        c->listed(c->list_user, tools, NULL);
    if (error == NULL && goes_on)
        error = follow(c, next);
    if (!goes_on || error != NULL)
        list_end(c, error);
}

cm_status cm__client_list_tools(McpClient *c, McpListed listed, void *user)
{
    if (c->listed != NULL)
        return CM_E_STATE;
    c->listed = listed;
    c->list_user = user;
    c->n_pages = 0;
    c->list_status = 0;
    if (ask_page(c, NULL))
        return CM_OK;
    c->listed = NULL;
    return CM_E_IO;
}

int cm__client_list_status(const McpClient *c)
{
    return c->list_status;
}

void cm__client_stop_listing(McpClient *c, const char *error)
{
    if (c->listed == NULL)
        return;
    cm__client_enter(c);
    cm__client_cancel(c, c->list_request, error);
    list_end(c, error);
    cm__client_leave(c);
}
