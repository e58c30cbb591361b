/* SPDX-License-Identifier: MIT */
#include "catalog/describe.h"

#include "catalog/catalog.h"
#include "catalog/signature.h"

static bool open_catalog(Buf *out, cm_language language, const ToolIndex *index,
                         int64_t budget, Catalog *catalog)
{
    cm_status status =
        cm__catalog_make(out->alloc, index, language, budget, catalog);
    if (status != CM_OK && out->status == CM_OK)
        out->status = status;
    return status == CM_OK;
}

static bool is_complete(const Catalog *c)
{
    return c->shown == c->total;
}

/* The last section, heading included. */
static void add_tools(Buf *out, const Catalog *c)
{
    cm__buf_add_str(out, "## Tools\n");
    if (c->total == 0)
        cm__buf_add_str(out, "No tools are available.\n");
    else if (is_complete(c))
        cm__buf_add_str(out, "Complete list.\n");
    else
        cm__buf_add_fmt(out, "Partial list: %u of %u shown.\n",
                        (unsigned)c->shown, (unsigned)c->total);
    cm__catalog_add_lines(out, c);
    if (!is_complete(c)) {
        cm__buf_add_char(out, '\n');
        cm__signature_add_search(out, c->language);
        cm__buf_add_char(out, '\n');
    }
}

void cm__describe_catalog(Buf *out, cm_language language,
                          const ToolIndex *index, int64_t budget)
{
    Catalog c;
    if (!open_catalog(out, language, index, budget, &c))
        return;
    add_tools(out, &c);
    cm__catalog_done(&c);
}

static const char no_tools[] =
    "It holds no tools now, so that a program can only compute. ";

void cm__describe_instructions(Buf *out, cm_language language,
                               const ToolIndex *index, int64_t budget)
{
    const DescribeText *text = cm__describe_text(language);
    Catalog c;
    if (!open_catalog(out, language, index, budget, &c))
        return;
    const DescribeScope *scope =
        is_complete(&c) ? &text->complete : &text->partial;
    cm__buf_add_str(out, text->code_mode);
    cm__buf_add_str(out, c.total ? scope->which_tools : no_tools);
    cm__buf_add_str(out, text->literal);
    if (c.total) {
        cm__buf_add_str(out, scope->workflow);
        cm__buf_add_str(out, text->rules);
        cm__buf_add_str(out, scope->rules);
    }
    cm__buf_add_str(out, text->language);
    cm__buf_add_char(out, '\n');
    add_tools(out, &c);
    cm__catalog_done(&c);
}

enum {
    COUNT_LINE = 40 /* bytes of the head kept for the line of the rest */
};

/* `- name (3 tools)`: a group whose tools are all shown, without words. False:
 * there is no room for it in the head that begins at `start`. */
static bool add_count(Buf *out, const Catalog *c, CatalogGroup group,
                      size_t start)
{
    size_t line = group.name_len + sizeof "-  (4294967295 tools)\n";
    size_t before = out->len;
    if (before - start + line + COUNT_LINE > CM_HEAD_MAX)
        return false;
    group.shown = group.count;
    group.description = NULL;
    cm__catalog_add_group(out, c, &group);
    cm__buf_add_char(out, '\n');
    /* a name in quotes may have grown */
    if (out->len - start + COUNT_LINE <= CM_HEAD_MAX)
        return true;
    cm__buf_truncate(out, before);
    return false;
}

void cm__describe_head(Buf *out, cm_language language, const ToolIndex *index)
{
    size_t start = out->len, n_left = 0;
    Catalog c;
    cm__buf_add_str(out, cm__describe_text(language)->head);
    if (!index->n_entries) {
        cm__buf_add_str(out, "No tools are available.\n");
        return;
    }
    if (!open_catalog(out, language, index, CM_CATALOG_ALL, &c))
        return;
    cm__buf_add_fmt(out, "Namespaces (%u tool%s in all):\n", (unsigned)c.total,
                    c.total == 1 ? "" : "s");
    for (uint32_t i = 0; i < c.n_groups; i++)
        n_left += !add_count(out, &c, c.groups[i], start);
    if (n_left)
        cm__buf_add_fmt(out, "- and %zu more\n", n_left);
    cm__catalog_done(&c);
}
