/* SPDX-License-Identifier: MIT */
/* The input of a tool: names for its fields and one schema over them
 * (spec/openapi.md 7.3, 7.4). */
#include <stdlib.h>
#include <string.h>

#include "openapi/generate_internal.h"

OaInput *cm__oa_input_add(OaGen *gen, OaInputs *inputs)
{
    OaInput *items = cm__arena_room(&gen->scratch, inputs->items, inputs->n,
                                    &inputs->cap, sizeof *items);
    if (!items)
        return NULL;
    inputs->items = items;
    OaInput *input = &items[inputs->n++];
    *input = (OaInput){ 0 };
    return input;
}

/* Path, query, header, cookie, body; else as they came. */
static bool sort(OaGen *gen, OaInputs *inputs)
{
    if (inputs->n == 0)
        return true;
    OaInput *sorted =
        cm__arena_alloc(&gen->scratch, inputs->n * sizeof *sorted);
    if (!sorted)
        return false;
    size_t n = 0;
    for (OaPlace place = OA_PATH; place <= OA_BODY; place++)
        for (size_t i = 0; i < inputs->n; i++)
            if (inputs->items[i].field.place == place)
                sorted[n++] = inputs->items[i];
    inputs->items = sorted;
    inputs->cap = n;
    return true;
}

/* ---- names ---- */

static bool count_names(OaMap *counts, const OaInputs *inputs)
{
    for (size_t i = 0; i < inputs->n; i++) {
        OaText wire = inputs->items[i].field.wire;
        OaEntry *slot = cm__oa_map_slot(counts, wire.text, wire.len);
        if (!slot)
            return false;
        slot->number++;
    }
    return true;
}

/* The name in gen->text, with a number when it is taken. */
static bool take_name(OaGen *gen, OaMap *taken, OaText *ret_name)
{
    size_t len = gen->text.len;
    for (size_t n = 2;; n++) {
        *ret_name = cm__oa_keep_buf(gen, &gen->text);
        OaEntry *slot = ret_name->text ? cm__oa_map_slot(taken, ret_name->text,
                                                         ret_name->len)
                                       : NULL;
        if (!slot)
            return false;
        if (!slot->fact) {
            slot->fact = taken;
            return true;
        }
        cm__buf_truncate(&gen->text, len);
        cm__buf_add_fmt(&gen->text, "_%zu", n);
    }
}

static bool name_fields(OaGen *gen, OaInputs *inputs)
{
    static const char *const prefixes[] = { "path_", "query_", "header_",
                                            "cookie_", "body_" };
    OaMap counts = { .arena = &gen->scratch };
    OaMap taken = { .arena = &gen->scratch };
    if (!count_names(&counts, inputs))
        return false;
    for (size_t i = 0; i < inputs->n; i++) {
        OaField *field = &inputs->items[i].field;
        OaText wire = field->wire;
        bool is_shared =
            cm__oa_map_get(&counts, wire.text, wire.len).number > 1;
        cm__buf_clear(&gen->text);
        if (is_shared)
            cm__buf_add_str(&gen->text, prefixes[field->place]);
        cm__buf_add(&gen->text, wire.text, wire.len);
        field->wire = cm__oa_keep(gen, wire.text, wire.len);
        if (!take_name(gen, &taken, &field->name))
            return false;
    }
    return true;
}

/* ---- schema ---- */

static const OaPiece text_piece = { .text = "{\"type\":\"string\"}",
                                    .len = 17 };
static const OaPiece empty_piece = { .text = "{}", .len = 2 };

static bool write_piece(OaGen *gen, const OaInput *input, OaPiece *ret)
{
    OaWrite what = { .at = input->schema,
                     .view = { OA_REQUEST, false },
                     .hidden = input->drop,
                     .description = input->description };
    return cm__oa_write_schema(gen, &what, ret);
}

/* A parameter that many operations share is written once. */
static const OaPiece *piece_of(OaGen *gen, const OaInput *input)
{
    if (input->is_text)
        return &text_piece;
    if (!input->schema.schema && input->description.len == 0)
        return &empty_piece;
    OaKey key = { input->key, NULL, NULL, 0 };
    OaPiece *piece =
        input->key ? cm__oa_table_get(&gen->params, key).object : NULL;
    if (piece)
        return piece;
    piece = cm__arena_zero(&gen->scratch, sizeof *piece);
    if (!piece || !write_piece(gen, input, piece))
        return NULL;
    if (input->key) {
        OaEntry *slot = cm__oa_table_slot(&gen->params, key);
        if (!slot)
            return NULL;
        slot->object = piece;
    }
    return piece;
}

static void put_properties(OaGen *gen, const OaInputs *inputs,
                           const OaPiece *const *pieces)
{
    Buf *out = &gen->text;
    cm__buf_clear(out);
    cm__buf_add_str(out, "{\"type\":\"object\",\"properties\":{");
    for (size_t i = 0; i < inputs->n; i++) {
        OaText name = inputs->items[i].field.name;
        if (i)
            cm__buf_add_char(out, ',');
        cm__json_quote(out, name.text, name.len);
        cm__buf_add_char(out, ':');
        cm__oa_piece_put(gen, out, pieces[i]);
    }
    cm__buf_add_char(out, '}');
}

static void put_required(OaGen *gen, const OaInputs *inputs)
{
    Buf *out = &gen->text;
    bool has_some = false;
    for (size_t i = 0; i < inputs->n; i++) {
        if (!inputs->items[i].field.is_required)
            continue;
        OaText name = inputs->items[i].field.name;
        cm__buf_add_str(out, has_some ? "," : ",\"required\":[");
        cm__json_quote(out, name.text, name.len);
        has_some = true;
    }
    if (has_some)
        cm__buf_add_char(out, ']');
}

static bool write_schema(OaGen *gen, const OaInputs *inputs, Operation *op)
{
    const OaPiece **pieces = NULL;
    if (inputs->n) {
        pieces =
            cm__arena_zero(&gen->scratch, inputs->n * sizeof(const OaPiece *));
        if (!pieces)
            return false;
    }
    cm__oa_defs_begin(gen);
    for (size_t i = 0; i < inputs->n; i++) {
        pieces[i] = piece_of(gen, &inputs->items[i]);
        if (!pieces[i] || !cm__oa_defs_reach(gen, pieces[i]))
            return false;
    }
    if (!cm__oa_defs_close(gen, true, NULL, 0))
        return false;
    op->is_cut = !gen->is_whole;
    put_properties(gen, inputs, pieces);
    put_required(gen, inputs);
    cm__oa_defs_put(gen, &gen->text, true);
    cm__buf_add_char(&gen->text, '}');
    op->input_schema = cm__oa_keep_buf(gen, &gen->text);
    return op->input_schema.text != NULL;
}

bool cm__oa_write_input(OaGen *gen, OaInputs *inputs, Operation *op)
{
    if (!sort(gen, inputs) || !name_fields(gen, inputs) ||
        !write_schema(gen, inputs, op))
        return false;
    OaField *fields = NULL;
    if (inputs->n) {
        fields = cm__arena_zero(gen->out, inputs->n * sizeof *fields);
        if (!fields)
            return false;
    }
    for (size_t i = 0; i < inputs->n; i++)
        fields[i] = inputs->items[i].field;
    op->fields = fields;
    op->n_fields = inputs->n;
    return true;
}
