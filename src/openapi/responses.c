/* SPDX-License-Identifier: MIT */
/* Success responses: which entries count, what is asked for, and the schema of
 * what comes (spec/openapi.md 5, 8.3, 11). */
#include <string.h>

#include "openapi/generate_internal.h"

enum {
    ANY_SUCCESS = 100, /* index of "2XX" */
    N_ENTRIES = 101
};

static bool entry_index(const JsonMember *m, size_t *ret_index)
{
    const char *key = m->name;
    if (m->name_len != 3 || key[0] != '2')
        return false;
    if (key[1] == 'X' && key[2] == 'X') {
        *ret_index = ANY_SUCCESS;
        return true;
    }
    if (key[1] < '0' || key[1] > '9' || key[2] < '0' || key[2] > '9')
        return false;
    *ret_index = (size_t)(key[1] - '0') * 10 + (size_t)(key[2] - '0');
    return true;
}

static const JsonValue *schema_of(const JsonMember *media)
{
    return cm__oa_is_object(&media->value)
               ? cm__json_get(&media->value, "schema")
               : NULL;
}

/* JSON, or text; ANY counts as JSON. OTHER: not usable. */
static OaMedia usable(OaGen *gen, const JsonMember *media)
{
    OaMedia kind = cm__oa_media(media->name, media->name_len);
    if (kind != OA_MEDIA_JSON && kind != OA_MEDIA_ANY && kind != OA_MEDIA_TEXT)
        return OA_MEDIA_OTHER;
    const JsonValue *schema = schema_of(media);
    if (cm__oa_is_object(schema)) {
        schema = cm__oa_resolve(gen, cm__oa_at(schema)).schema;
        if (cm__oa_is_object(schema) &&
            cm__json_is_text(cm__json_get(schema, "format"), "binary"))
            return OA_MEDIA_OTHER;
    }
    return kind;
}

static const JsonValue *content_of(const JsonValue *entry)
{
    const JsonValue *content = cm__json_get(entry, "content");
    return cm__oa_is_object(content) && content->n_members ? content : NULL;
}

static bool check_entry(OaGen *gen, const JsonValue *entry)
{
    if (!cm__oa_is_object(entry))
        return cm__oa_skip(gen, "success response is invalid or unresolved");
    const JsonValue *content = content_of(entry);
    if (!content)
        return true;
    /* once here, twice for `accept`, once for the schema */
    if (!cm__oa_list_work(gen, 4 * content->n_members))
        return false;
    bool has_events = false;
    for (size_t i = 0; i < content->n_members; i++) {
        const JsonMember *media = &content->members[i];
        if (usable(gen, media) != OA_MEDIA_OTHER)
            return true;
        has_events |=
            cm__oa_media(media->name, media->name_len) == OA_MEDIA_EVENTS;
    }
    return cm__oa_skip(gen, has_events
                                ? "success response is an event stream only"
                                : "success response is binary only");
}

bool cm__oa_read_responses(OaGen *gen, const JsonValue *operation,
                           OaOutcomes *ret_outcomes)
{
    const JsonValue *all = cm__json_get(operation, "responses");
    *ret_outcomes = (OaOutcomes){ { NULL } };
    if (!cm__oa_is_object(all))
        return true;
    for (size_t i = 0; i < all->n_members; i++) {
        size_t index = 0;
        if (!entry_index(&all->members[i], &index))
            continue;
        const JsonValue *entry = cm__oa_follow(gen, &all->members[i].value);
        if (!check_entry(gen, entry))
            return false;
        ret_outcomes->success[index] = entry;
    }
    return true;
}

/* ---- accept ---- */

/* Appends the type unless the list has it. */
static bool add_type(OaMap *seen, Buf *out, const JsonMember *media)
{
    OaEntry *slot = cm__oa_map_slot(seen, media->name, media->name_len);
    if (!slot)
        return false;
    if (slot->fact)
        return true;
    slot->fact = seen;
    if (out->len)
        cm__buf_add_str(out, ", ");
    cm__buf_add(out, media->name, media->name_len);
    return true;
}

/* Types of a kind in gen->text; *ret_plain: JSON without further ado. */
static bool list_types(OaGen *gen, const OaOutcomes *outcomes, OaMedia wanted,
                       bool *ret_plain)
{
    OaMap seen = { .arena = &gen->scratch };
    cm__buf_clear(&gen->text);
    for (size_t i = 0; i < N_ENTRIES; i++) {
        const JsonValue *content =
            outcomes->success[i] ? content_of(outcomes->success[i]) : NULL;
        for (size_t j = 0; content && j < content->n_members; j++) {
            const JsonMember *media = &content->members[j];
            OaMedia kind = usable(gen, media);
            if (kind == OA_MEDIA_ANY ||
                (kind == OA_MEDIA_JSON &&
                 cm__oa_media_is(media->name, media->name_len,
                                 "application/json")))
                *ret_plain = true;
            if (kind == wanted && !add_type(&seen, &gen->text, media))
                return false;
        }
    }
    return gen->text.status == CM_OK;
}

static bool write_accept(OaGen *gen, const OaOutcomes *outcomes, Operation *op)
{
    bool is_plain = false;
    if (!list_types(gen, outcomes, OA_MEDIA_JSON, &is_plain))
        return false;
    if (is_plain)
        op->accept = cm__oa_keep(gen, "application/json", 16);
    else if (gen->text.len ||
             list_types(gen, outcomes, OA_MEDIA_TEXT, &is_plain))
        op->accept = cm__oa_keep_buf(gen, &gen->text);
    return op->accept.text != NULL;
}

/* ---- output schema ---- */

typedef struct Outcome {
    OaPiece piece;
    OaAt at;
} Outcome;

typedef struct Outcomes {
    Outcome *items;
    size_t n, cap;
    OaMap known; /* what their pieces say */
    bool is_unknown;
} Outcomes;

static const OaPiece null_piece = { .text = "{\"type\":\"null\"}", .len = 15 };
static const OaPiece text_piece = { .text = "{\"type\":\"string\"}",
                                    .len = 17 };

/* Whether the piece says what another one did. Its text and what fills its
 * holes are one key, so that many outcomes cost no comparison of each two. */
static bool is_known(OaGen *gen, Outcomes *all, const OaPiece *piece,
                     bool *ret_known)
{
    Buf *key = &gen->token;
    cm__buf_clear(key);
    for (size_t i = 0; piece->holes && i < piece->n_holes; i++) {
        const OaHole *hole = &piece->holes[i];
        cm__buf_add(key, &hole->at, sizeof hole->at);
        cm__buf_add(key, &hole->def, sizeof(OaDef *));
        cm__buf_add(key, &hole->beside.len, sizeof hole->beside.len);
        cm__buf_add(key, hole->beside.text, hole->beside.len);
    }
    cm__buf_add(key, piece->text, piece->len);
    if (key->status != CM_OK)
        return false;
    char *copy = cm__arena_text(&gen->scratch, cm__buf_text(key), key->len);
    all->known.arena = &gen->scratch;
    OaEntry *slot = copy ? cm__oa_map_slot(&all->known, copy, key->len) : NULL;
    if (!slot)
        return false;
    *ret_known = slot->number != 0;
    slot->number = 1;
    return true;
}

static bool add_outcome(OaGen *gen, Outcomes *all, const OaPiece *piece,
                        OaAt at)
{
    bool was_known = false;
    if (!is_known(gen, all, piece, &was_known))
        return false;
    if (was_known)
        return true;
    Outcome *items = cm__arena_room(&gen->scratch, all->items, all->n,
                                    &all->cap, sizeof *items);
    if (!items)
        return false;
    all->items = items;
    items[all->n++] = (Outcome){ *piece, at };
    return true;
}

static bool add_schema(OaGen *gen, Outcomes *all, const JsonValue *schema)
{
    OaWrite what = { .at = cm__oa_at(schema), .view = { OA_RESPONSE, false } };
    OaPiece piece;
    return cm__oa_write_schema(gen, &what, &piece) &&
           add_outcome(gen, all, &piece, what.at);
}

static bool add_entry(OaGen *gen, Outcomes *all, const JsonValue *entry)
{
    const JsonValue *content = content_of(entry);
    if (!content)
        return add_outcome(gen, all, &null_piece, (OaAt){ NULL, NULL });
    bool has_json = false;
    for (size_t i = 0; i < content->n_members; i++) {
        const JsonMember *media = &content->members[i];
        OaMedia kind = usable(gen, media);
        if (kind != OA_MEDIA_JSON && kind != OA_MEDIA_ANY)
            continue;
        has_json = true;
        const JsonValue *schema = schema_of(media);
        if (!schema)
            all->is_unknown = true;
        else if (!add_schema(gen, all, schema))
            return false;
    }
    for (size_t i = 0; !has_json && i < content->n_members; i++)
        if (usable(gen, &content->members[i]) == OA_MEDIA_TEXT)
            return add_outcome(gen, all, &text_piece, (OaAt){ NULL, NULL });
    return true;
}

static bool put_output(OaGen *gen, const Outcomes *all)
{
    OaAt *first = cm__arena_alloc(&gen->scratch, all->n * sizeof *first);
    if (!first)
        return false;
    cm__oa_defs_begin(gen);
    for (size_t i = 0; i < all->n; i++) {
        first[i] = all->items[i].at;
        if (!cm__oa_defs_reach(gen, &all->items[i].piece))
            return false;
    }
    if (!cm__oa_defs_close(gen, false, first, all->n))
        return false;
    Buf *out = &gen->text;
    cm__buf_clear(out);
    if (all->n > 1)
        cm__buf_add_str(out, "{\"anyOf\":[");
    for (size_t i = 0; i < all->n; i++) {
        if (i)
            cm__buf_add_char(out, ',');
        cm__oa_piece_put(gen, out, &all->items[i].piece);
    }
    if (all->n > 1)
        cm__buf_add_str(out, "]}");
    if (out->status != CM_OK)
        return false;
    /* The definitions go inside the last brace. */
    cm__buf_truncate(out, out->len - 1);
    cm__oa_defs_put(gen, out, out->bytes[out->len - 1] != '{');
    cm__buf_add_char(out, '}');
    return true;
}

bool cm__oa_write_output(OaGen *gen, const OaOutcomes *outcomes, Operation *op)
{
    Outcomes all = { 0 };
    if (!write_accept(gen, outcomes, op))
        return false;
    for (size_t i = 0; i < N_ENTRIES; i++)
        if (outcomes->success[i] && !add_entry(gen, &all, outcomes->success[i]))
            return false;
    if (all.n == 0 || all.is_unknown) {
        cm__buf_clear(&gen->text);
        cm__buf_add_str(&gen->text, "{}");
    } else if (!put_output(gen, &all)) {
        return false;
    }
    op->output_schema = cm__oa_keep_buf(gen, &gen->text);
    return op->output_schema.text != NULL;
}
