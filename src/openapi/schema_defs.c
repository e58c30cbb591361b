/* SPDX-License-Identifier: MIT */
/* Definitions: every schema that references lead to is written once for each
 * view of it, and copied into the `$defs` of each tool that reaches it, breadth
 * first from what the tool shows. A definition beyond the limit stays out; the
 * references to it then lead nowhere, which renders as unknown. An input that
 * does not get all that it reaches cannot be checked, so it gets no more than
 * what is worth showing.
 *
 * Names are given tool by tool: components keep theirs. */
#include <string.h>

#include "openapi/generate_internal.h"

OaDef *cm__oa_def(OaGen *gen, const OaTarget *target, OaView view,
                  const OaNameSet *hidden)
{
    OaKey key = { target->at.schema, target->at.scope, hidden,
                  (uintptr_t)view.direction * 2 + view.is_raw };
    OaEntry *slot = cm__oa_table_slot(&gen->defs, key);
    if (!slot)
        return NULL;
    if (!slot->object) {
        OaDef *def = cm__arena_zero(&gen->scratch, sizeof *def);
        if (!def)
            return NULL;
        def->at = target->at;
        def->view = view;
        def->hidden = hidden;
        def->origin = target->origin;
        def->hint = target->hint;
        slot->object = def;
    }
    return slot->object;
}

void cm__oa_defs_begin(OaGen *gen)
{
    gen->round++;
    gen->n_carried = 0;
    cm__arena_done(&gen->round_arena);
    gen->def_names = (OaMap){ .arena = &gen->round_arena };
}

bool cm__oa_defs_reach(OaGen *gen, const OaPiece *piece)
{
    for (size_t i = 0; i < piece->n_holes; i++) {
        OaDef *def = piece->holes[i].def;
        if (!def || def->round == gen->round)
            continue;
        OaDef **carried =
            cm__arena_room(&gen->scratch, gen->carried, gen->n_carried,
                           &gen->cap_carried, sizeof(OaDef *));
        if (!carried)
            return false;
        gen->carried = carried;
        carried[gen->n_carried++] = def;
        def->round = gen->round;
        def->is_carried = false;
    }
    return true;
}

static bool write_def(OaGen *gen, OaDef *def)
{
    if (def->has_piece)
        return true;
    OaWrite what = { .at = def->at, .view = def->view, .hidden = def->hidden };
    def->has_piece = cm__oa_write_schema(gen, &what, &def->piece);
    return def->has_piece;
}

/* About what the definition takes in a tool. */
static size_t size_of(const OaDef *def)
{
    return def->piece.len + def->piece.n_holes * 32 + def->hint.len + 4;
}

static char clean_char(char c)
{
    bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                    (c >= 'A' && c <= 'Z') || c == '.' || c == '-' || c == '_';
    if (is_plain)
        return c;
    return '_';
}

/* What a definition asks to be called; components keep their key. */
static bool want(const OaDef *def, Buf *out)
{
    cm__buf_clear(out);
    if (def->origin == OA_FROM_COMPONENTS)
        cm__buf_add(out, def->hint.text, def->hint.len);
    else
        for (size_t i = 0; i < def->hint.len; i++)
            cm__buf_add_char(out, clean_char(def->hint.text[i]));
    if (out->len == 0)
        cm__buf_add_str(out, "schema");
    return out->status == CM_OK;
}

/* Gives a name; what is taken gets a number. The map keeps for each name the
 * highest number tried, so that equal names cost no search. */
static bool give_name(OaGen *gen, OaDef *def)
{
    Buf *text = &gen->token;
    if (def->name.text)
        return true;
    if (!want(def, text))
        return false;
    size_t len = text->len;
    OaEntry *first = NULL;
    for (size_t n = 1;;) {
        char *key =
            cm__arena_text(&gen->round_arena, cm__buf_text(text), text->len);
        OaEntry *slot =
            key ? cm__oa_map_slot(&gen->def_names, key, text->len) : NULL;
        if (!slot)
            return false;
        if (!first) {
            first = slot;
            n = slot->number ? slot->number : 1;
        }
        if (!slot->number) {
            slot->number = 1;
            first->number = n;
            def->name = (OaText){ key, text->len };
            return true;
        }
        cm__buf_truncate(text, len);
        cm__buf_add_fmt(text, "_%zu", ++n);
        if (text->status != CM_OK)
            return false;
    }
}

/* The scopes whose own definitions come first. */
static bool note_first(OaGen *gen, const OaAt *first, size_t n_first,
                       OaTable *ret)
{
    *ret = (OaTable){ .arena = &gen->round_arena };
    for (size_t i = 0; i < n_first; i++) {
        OaEntry *slot =
            cm__oa_table_slot(ret, (OaKey){ first[i].scope, NULL, NULL, 0 });
        if (!slot)
            return false;
        slot->number = 1;
    }
    return true;
}

static bool is_first(const OaDef *def, const OaTable *first)
{
    return def->origin == OA_FROM_OWN &&
           cm__oa_table_get(first, (OaKey){ def->at.scope, NULL, NULL, 0 })
               .number;
}

static bool is_plain_component(const OaDef *def)
{
    return def->origin == OA_FROM_COMPONENTS && !def->hidden &&
           !def->view.is_raw;
}

/* Names for all that was reached: own ones of responses, components, the
 * rest. */
static bool name_all(OaGen *gen, const OaAt *first, size_t n_first)
{
    OaTable scopes;
    if (!note_first(gen, first, n_first, &scopes))
        return false;
    for (size_t i = 0; i < gen->n_carried; i++)
        gen->carried[i]->name = (OaText){ 0 };
    for (size_t i = 0; i < gen->n_carried; i++)
        if (is_first(gen->carried[i], &scopes) &&
            !give_name(gen, gen->carried[i]))
            return false;
    for (size_t i = 0; i < gen->n_carried; i++)
        if (is_plain_component(gen->carried[i]) &&
            !give_name(gen, gen->carried[i]))
            return false;
    for (size_t i = 0; i < gen->n_carried; i++)
        if (!give_name(gen, gen->carried[i]))
            return false;
    return true;
}

/* Carries what is reached, breadth first, while it fits. *ret_whole: nothing
 * was left out; `must_fit`: stops at the first that does not. */
static bool carry(OaGen *gen, size_t limit, bool must_fit, size_t *ret_used,
                  bool *ret_whole)
{
    size_t used = 0;
    bool is_whole = true;
    for (size_t i = 0; i < gen->n_carried && (is_whole || !must_fit); i++) {
        OaDef *def = gen->carried[i];
        def->is_carried = false;
        if (used >= limit) {
            is_whole = false;
            continue;
        }
        if (!write_def(gen, def))
            return false;
        size_t size = size_of(def);
        if (size > limit - used) {
            is_whole = false;
            continue;
        }
        used += size;
        def->is_carried = true;
        if (!cm__oa_defs_reach(gen, &def->piece))
            return false;
    }
    *ret_used = used;
    *ret_whole = is_whole;
    return true;
}

/* Forgets what was reached but for the first n. */
static void retreat(OaGen *gen, size_t n)
{
    for (size_t i = n; i < gen->n_carried; i++)
        gen->carried[i]->round = 0;
    gen->n_carried = n;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

bool cm__oa_defs_close(OaGen *gen, bool is_checked, const OaAt *first,
                       size_t n_first)
{
    size_t left = OA_ALL_DEFS - gen->all_defs, used = 0;
    size_t n = gen->n_carried;
    bool is_whole = false;
    if (is_checked &&
        !carry(gen, least(OA_CHECKED_DEFS, left), true, &used, &is_whole))
        return false;
    if (!is_whole) {
        retreat(gen, n);
        if (!carry(gen, least(gen->shown_defs, left), false, &used, &is_whole))
            return false;
    }
    gen->all_defs += used;
    gen->is_whole = is_whole;
    return name_all(gen, first, n_first);
}

/* A name in a pointer in a fragment (RFC 6901, section 6). */
static void put_name(Buf *out, OaText name)
{
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < name.len; i++) {
        char c = name.text[i];
        if (c == '~' || c == '/') {
            cm__buf_add_str(out, c == '~' ? "~0" : "~1");
        } else if (clean_char(c) == c || (c && strchr("!$&'()*+,;=:@?", c))) {
            cm__buf_add_char(out, c);
        } else {
            cm__buf_add_char(out, '%');
            cm__buf_add_char(out, digits[(uint8_t)c >> 4]);
            cm__buf_add_char(out, digits[(uint8_t)c & 15]);
        }
    }
}

/* Whether a reference that leads nowhere in the document would mean one of the
 * tool's definitions. */
static bool is_caught(const OaGen *gen, OaText ref)
{
    static const char *const prefixes[] = { "#/$defs/", "#/definitions/" };
    for (size_t i = 0; i < 2; i++) {
        size_t n = strlen(prefixes[i]);
        if (ref.len < n || memcmp(ref.text, prefixes[i], n) != 0)
            continue;
        return memchr(ref.text, '%', ref.len) ||
               memchr(ref.text, '~', ref.len) ||
               cm__oa_map_get(&gen->def_names, ref.text + n, ref.len - n)
                   .number;
    }
    return ref.len < 2;
}

static void fill(OaGen *gen, Buf *out, const OaHole *hole)
{
    if (hole->def) {
        cm__buf_add_str(out, "\"#/$defs/");
        put_name(out, hole->def->name);
        cm__buf_add_char(out, '"');
    } else if (is_caught(gen, hole->beside)) {
        cm__buf_add_str(out, "\"#/unresolved\"");
    } else {
        cm__json_quote(out, hole->beside.text, hole->beside.len);
    }
}

void cm__oa_piece_put(OaGen *gen, Buf *out, const OaPiece *piece)
{
    size_t from = 0;
    for (size_t i = 0; i < piece->n_holes; i++) {
        size_t at = piece->holes[i].at;
        cm__buf_add(out, piece->text + from, at - from);
        fill(gen, out, &piece->holes[i]);
        from = at;
    }
    cm__buf_add(out, piece->text + from, piece->len - from);
}

void cm__oa_defs_put(OaGen *gen, Buf *out, bool has_before)
{
    bool is_open = false;
    for (size_t i = 0; i < gen->n_carried; i++) {
        const OaDef *def = gen->carried[i];
        if (!def->is_carried)
            continue;
        if (is_open)
            cm__buf_add_char(out, ',');
        else
            cm__buf_add_str(out, has_before ? ",\"$defs\":{" : "\"$defs\":{");
        is_open = true;
        cm__json_quote(out, def->name.text, def->name.len);
        cm__buf_add_char(out, ':');
        cm__oa_piece_put(gen, out, &def->piece);
    }
    if (is_open)
        cm__buf_add_char(out, '}');
}
