/* SPDX-License-Identifier: MIT */
/* Security schemes and the alternatives of an operation, as far as they are
 * known before a call (spec/openapi.md 9). A list that loses all its
 * alternatives skips the operation; it never becomes anonymous. */
#include <string.h>

#include "openapi/generate_internal.h"

#include "base/ascii.h"

/* Not declared, and declared as a cookie. */
static const OaScheme undeclared, cookie;

static bool read_key(const JsonValue *declared, OaScheme *scheme)
{
    const JsonValue *name = cm__json_get(declared, "name");
    const JsonValue *in = cm__json_get(declared, "in");
    if (!cm__oa_has_text(name))
        return false;
    scheme->kind = OA_API_KEY;
    scheme->key = cm__oa_text_of(name);
    if (cm__json_is_text(in, "header")) {
        scheme->place = OA_HEADER;
        return cm__ascii_is_token_n(name->text, name->len);
    }
    scheme->place = cm__json_is_text(in, "query") ? OA_QUERY : OA_COOKIE;
    return scheme->place == OA_QUERY || cm__json_is_text(in, "cookie");
}

/* False: it counts as not declared, or memory is refused. */
static bool read_scheme(OaGen *gen, const JsonValue *declared, OaScheme *scheme)
{
    const JsonValue *type = cm__json_get(declared, "type");
    if (cm__json_is_text(type, "apiKey"))
        return read_key(declared, scheme);
    if (cm__json_is_text(type, "oauth2")) {
        scheme->kind = OA_OAUTH2;
        return true;
    }
    if (cm__json_is_text(type, "openIdConnect")) {
        scheme->kind = OA_OPEN_ID;
        return true;
    }
    const JsonValue *name = cm__json_get(declared, "scheme");
    if (!cm__json_is_text(type, "http") || !cm__oa_has_text(name))
        return false;
    char *lower = cm__arena_text(gen->out, name->text, name->len);
    for (size_t i = 0; lower && i < name->len; i++)
        lower[i] = cm__ascii_lower(lower[i]);
    scheme->kind = OA_HTTP;
    scheme->scheme = (OaText){ lower, name->len };
    return lower != NULL;
}

/* NULL when the document declares none. */
static const JsonValue *declarations(const OaGen *gen)
{
    const JsonValue *at = cm__json_get(gen->root, "components");
    at = cm__oa_is_object(at) ? cm__json_get(at, "securitySchemes") : NULL;
    return cm__oa_is_object(at) ? at : NULL;
}

bool cm__oa_take_schemes(OaGen *gen, OpenApiSet *set)
{
    const JsonValue *declared = declarations(gen);
    if (!declared || declared->n_members == 0)
        return true;
    const char **names =
        cm__arena_zero(gen->out, declared->n_members * sizeof *names);
    for (size_t i = 0; names && i < declared->n_members; i++) {
        const JsonMember *m = &declared->members[i];
        names[i] = cm__arena_text(gen->out, m->name, m->name_len);
        if (!names[i])
            return false;
    }
    set->schemes = names;
    set->n_schemes = names ? declared->n_members : 0;
    return names != NULL;
}

static const JsonValue *declaration(OaGen *gen, OaText name)
{
    const JsonValue *at = declarations(gen);
    at = at ? cm__json_get_n(at, name.text, name.len) : NULL;
    at = at ? cm__oa_follow(gen, at) : NULL;
    return cm__oa_is_object(at) ? at : NULL;
}

/* &undeclared, &cookie, or a scheme; NULL when memory is refused. */
static const OaScheme *scheme_named(OaGen *gen, OaText name)
{
    OaEntry *slot = cm__oa_map_slot(&gen->schemes, name.text, name.len);
    if (!slot)
        return NULL;
    if (slot->fact)
        return slot->fact;
    const JsonValue *declared = declaration(gen, name);
    OaScheme *scheme = cm__arena_zero(gen->out, sizeof *scheme);
    if (!scheme)
        return NULL;
    if (!declared || !read_scheme(gen, declared, scheme)) {
        slot->fact = &undeclared;
    } else if (scheme->kind == OA_API_KEY && scheme->place == OA_COOKIE) {
        slot->fact = &cookie;
    } else {
        scheme->name = cm__oa_keep(gen, name.text, name.len);
        scheme->key = cm__oa_keep(gen, scheme->key.text, scheme->key.len);
        slot->fact = scheme;
    }
    return slot->fact;
}

static bool check_list(OaGen *gen, const JsonValue *list)
{
    if (list->type != CM_JSON_TYPE_ARRAY)
        return cm__oa_skip(gen, "security is not a list");
    if (!cm__oa_list_work(gen, list->n_items))
        return false;
    for (size_t i = 0; i < list->n_items; i++) {
        const JsonValue *entry = &list->items[i];
        if (!cm__oa_is_object(entry))
            return cm__oa_skip(gen, "security requirement is not an object");
        for (size_t j = 0; j < entry->n_members; j++)
            if (!cm__json_is_texts(&entry->members[j].value))
                return cm__oa_skip(gen, "security scopes are not string lists");
    }
    return true;
}

static bool read_use(OaGen *gen, const JsonMember *member, OaSchemeUse *use)
{
    const JsonValue *list = &member->value;
    OaText *scopes = NULL;
    if (list->n_items) {
        scopes = cm__arena_zero(gen->out, list->n_items * sizeof *scopes);
        if (!scopes)
            return false;
    }
    for (size_t i = 0; i < list->n_items; i++)
        scopes[i] = cm__oa_keep(gen, list->items[i].text, list->items[i].len);
    use->scopes = scopes;
    use->n_scopes = list->n_items;
    return true;
}

/* Appends the alternative unless one of its schemes cannot be had. */
static bool read_entry(OaGen *gen, const JsonValue *entry, OaAlternative *list,
                       size_t *n)
{
    OaSchemeUse *uses = NULL;
    if (entry->n_members) {
        uses = cm__arena_zero(gen->out, entry->n_members * sizeof *uses);
        if (!uses)
            return false;
    }
    for (size_t i = 0; i < entry->n_members; i++) {
        const JsonMember *m = &entry->members[i];
        uses[i].scheme = scheme_named(gen, (OaText){ m->name, m->name_len });
        if (!uses[i].scheme)
            return false;
        if (uses[i].scheme == &undeclared || uses[i].scheme == &cookie)
            return true;
        if (!read_use(gen, m, &uses[i]))
            return false;
    }
    list[(*n)++] = (OaAlternative){ uses, entry->n_members };
    return true;
}

/* Nothing is left: a cookie is named, else all schemes. */
static bool skip_for(OaGen *gen, const JsonValue *list)
{
    OaMap names = { .arena = &gen->scratch };
    cm__buf_clear(&gen->text);
    for (size_t i = 0; i < list->n_items; i++) {
        for (size_t j = 0; j < list->items[i].n_members; j++) {
            const JsonMember *m = &list->items[i].members[j];
            OaText name = { m->name, m->name_len };
            if (scheme_named(gen, name) == &cookie)
                return cm__oa_skip(
                    gen, "cookie credential '%s' is not supported", m->name);
            OaEntry *slot = cm__oa_map_slot(&names, name.text, name.len);
            if (!slot)
                return false;
            if (slot->fact)
                continue;
            slot->fact = list;
            if (gen->text.len)
                cm__buf_add_str(&gen->text, ", ");
            cm__buf_add(&gen->text, name.text, name.len);
        }
    }
    return cm__oa_skip(gen, "security scheme missing or malformed: %s",
                       cm__buf_text(&gen->text));
}

static bool read_list(OaGen *gen, const JsonValue *list, Operation *op)
{
    if (!check_list(gen, list))
        return false;
    if (list->n_items == 0)
        return true;
    size_t n = 0;
    OaAlternative *left =
        cm__arena_zero(gen->out, list->n_items * sizeof *left);
    if (!left)
        return false;
    for (size_t i = 0; i < list->n_items; i++)
        if (!read_entry(gen, &list->items[i], left, &n))
            return false;
    if (n == 0)
        return skip_for(gen, list);
    op->alternatives = left;
    op->n_alternatives = n;
    return true;
}

/* The document's list, and why it cannot be met. */
static bool read_document(OaGen *gen, const JsonValue *list)
{
    Operation op = { 0 };
    if (!read_list(gen, list, &op)) {
        if (gen->reason.len == 0 || cm__oa_status(gen) != CM_OK)
            return false; /* memory is refused */
        char *reason = cm__arena_text(&gen->scratch, cm__buf_text(&gen->reason),
                                      gen->reason.len);
        if (!reason)
            return false;
        gen->security_reason = reason;
    }
    gen->alternatives = op.alternatives;
    gen->n_alternatives = op.n_alternatives;
    gen->has_security = true;
    return true;
}

/* The document's list is read once for all that share it. */
bool cm__oa_read_security(OaGen *gen, OaDraftOp *draft)
{
    const JsonValue *list = cm__json_get(draft->object, "security");
    if (list)
        return read_list(gen, list, &draft->op);
    list = cm__json_get(gen->root, "security");
    if (!list)
        return true;
    if (!gen->has_security && !read_document(gen, list))
        return false;
    if (gen->security_reason)
        return cm__oa_skip(gen, "%s", gen->security_reason);
    draft->op.alternatives = gen->alternatives;
    draft->op.n_alternatives = gen->n_alternatives;
    return true;
}
