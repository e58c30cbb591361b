/* SPDX-License-Identifier: MIT */
/* From pattern to one buffer: parse, emit, analyse, put together. */
#include "regexp/regexp_internal.h"

#include "base/arena.h"

#include <string.h>

static Buf *const *buffers(Regexp *r, Buf *ret[8])
{
    Buf *all[] = { &r->code, &r->sets,       &r->names,     &r->name_units,
                   &r->refs, &r->named_refs, &r->set_table, &r->name_table };
    memcpy(ret, all, sizeof all);
    return ret;
}

/* Where the parts go, in words. */
static void lay_out(const Regexp *r, RegexpCode *head)
{
    uint32_t at = sizeof(RegexpCode) / 4;
    uint32_t n_names = (uint32_t)(r->names.len / sizeof(GroupName));
    head->n_names = n_names;
    head->names_at = at;
    at += n_names * (uint32_t)(sizeof(RegexpName) / 4);
    at += (uint32_t)(r->name_units.len + 3) / 4;
    head->code_at = at;
    head->n_code = regexp_pc(r);
    at += head->n_code;
    head->sets_at = at;
    head->n_sets = (uint32_t)(r->sets.len / 4);
    head->size = (at + head->n_sets) * 4;
}

static void fill_names(const Regexp *r, const RegexpCode *head, uint32_t *words)
{
    RegexpName *names = (RegexpName *)(void *)(words + head->names_at);
    uint32_t units_at = head->n_names * (uint32_t)(sizeof *names / 2);
    for (uint32_t i = 0; i < head->n_names; i++) {
        GroupName g;
        memcpy(&g, r->names.bytes + i * sizeof g, sizeof g);
        names[i] = (RegexpName){ g.group, units_at + g.at, g.len };
    }
    if (r->name_units.len > 0)
        memcpy(names + head->n_names, r->name_units.bytes, r->name_units.len);
}

static RegexpCode *put_together(Regexp *r)
{
    RegexpCode head = { .flags = r->flags,
                        .n_groups = r->all_groups,
                        .n_slots = 2 * r->all_groups + r->n_registers,
                        .scan = r->scan,
                        .scan_at = r->scan_at,
                        .scan_len = r->scan_len,
                        .scan_rare = r->scan_rare,
                        .lead_pc = r->lead_pc,
                        .min_len = r->root->min_len,
                        .n_memos = r->n_memos };
    lay_out(r, &head);
    RegexpCode *code = cm__alloc(r->host->alloc, head.size);
    if (code == NULL) {
        cm__regexp_nomem(r);
        return NULL;
    }
    uint32_t *words = (uint32_t *)(void *)code;
    *code = head;
    fill_names(r, &head, words);
    memcpy(words + head.code_at, r->code.bytes, r->code.len);
    if (r->sets.len > 0)
        memcpy(words + head.sets_at, r->sets.bytes, r->sets.len);
    return code;
}

cm_status cm__regexp_compile(const RegexpHost *host, const RegexpText *pattern,
                             unsigned flags, RegexpCode **ret_code,
                             RegexpError *ret_error)
{
    Arena arena;
    Buf *all[8];
    bool is_sets = (flags & REGEXP_UNICODE_SETS) != 0;
    Regexp r = { .host = host,
                 .text = *pattern,
                 .flags = flags,
                 .mods = flags & (REGEXP_IGNORE_CASE | REGEXP_MULTILINE |
                                  REGEXP_DOT_ALL),
                 .is_unicode = is_sets || (flags & REGEXP_UNICODE) != 0,
                 .is_sets = is_sets,
                 .arena = &arena,
                 .status = CM_OK };
    cm__arena_init(&arena, host->alloc, SIZE_MAX);
    buffers(&r, all);
    for (size_t i = 0; i < CM_ARRAY_LEN(all); i++)
        cm__buf_init(all[i], host->alloc, CM_BUF_NO_LIMIT);
    RegexpCode *code = NULL;
    if (pattern->len > REGEXP_MAX_PATTERN)
        cm__regexp_fail(&r, 0, "regular expression too large");
    else if (cm__regexp_parse(&r) && cm__regexp_emit(&r) &&
             cm__regexp_analyse(&r))
        code = put_together(&r);
    for (size_t i = 0; i < CM_ARRAY_LEN(all); i++)
        cm__buf_done(all[i]);
    cm__arena_done(&arena);
    if (code != NULL) {
        *ret_code = code;
        return CM_OK;
    }
    if (r.status == CM_E_SYNTAX)
        *ret_error = r.error;
    return r.status == CM_OK ? CM_E_NOMEM : r.status;
}

bool cm__regexp_flags(const RegexpText *text, unsigned *ret_flags)
{
    static const char letters[] = "dgimsuvy"; /* in the order of the bits */
    unsigned flags = 0;
    for (uint32_t i = 0; i < text->len; i++) {
        uint32_t c = regexp_unit(text, i);
        const char *p = c < 128 && c != 0 ? strchr(letters, (char)c) : NULL;
        unsigned bit = p ? 1u << (p - letters) : 0;
        if (bit == 0 || (flags & bit))
            return false;
        flags |= bit;
    }
    *ret_flags = flags;
    return !(flags & REGEXP_UNICODE) || !(flags & REGEXP_UNICODE_SETS);
}
