/* SPDX-License-Identifier: MIT */
#include "grammar.h"

#include <string.h>

enum {
    MAX_DEPTH = 14,
    MAX_LEN = 3000,
    MAX_NAMES = 400,
    MAX_PARTS = 4 /* of @* */
};

typedef struct Name {
    char kind;
    bool is_constant, is_seen;
    unsigned number;
} Name;

typedef struct Grammar {
    const GrammarRules *rules;
    const uint8_t *at, *end; /* the bytes that are left */
    Buf *plain, *typed;
    size_t max_len;
    unsigned depth;
    bool is_typed; /* inside @< @> */
    uint32_t flags;
    Name names[MAX_NAMES];
    size_t n_names;
    unsigned n_declared;
} Grammar;

typedef struct Scope {
    size_t n_names;
    uint32_t flags;
} Scope;

static void write_form(Grammar *g, const char *form);

static uint32_t flag(char letter)
{
    FUZZ_CHECK(letter >= 'A' && letter <= 'Z');
    return UINT32_C(1) << (letter - 'A');
}

static uint32_t flags_of(const char *letters)
{
    uint32_t flags = 0;
    for (; letters && *letters; letters++)
        flags |= flag(*letters);
    return flags;
}

static unsigned choose(Grammar *g, unsigned n)
{
    if (g->at == g->end || g->depth >= MAX_DEPTH || g->plain->len > g->max_len)
        return 0;
    FUZZ_CHECK(n > 0);
    return *g->at++ % n;
}

static void write(Grammar *g, const char *text, size_t len)
{
    if (!g->is_typed)
        cm__buf_add(g->plain, text, len);
    if (g->typed)
        cm__buf_add(g->typed, text, len);
}

/* ---- names ---- */

static void write_name(Grammar *g, const Name *name)
{
    char text[16];
    size_t i = sizeof text;
    unsigned number = name->number;
    do
        text[--i] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    text[--i] = name->kind;
    write(g, text + i, sizeof text - i);
}

static void declare(Grammar *g, char how, char kind)
{
    const Name name = { kind, how == '~', how == ':', ++g->n_declared };
    if (g->n_names < MAX_NAMES) /* others are never referred to */
        g->names[g->n_names++] = name;
    write_name(g, &name);
}

static void refer(Grammar *g, char kind, bool is_variable)
{
    size_t found[MAX_NAMES];
    unsigned n = 0;
    for (size_t i = g->n_names; i-- > 0;) {
        const Name *name = &g->names[i];
        if (name->kind == kind && name->is_seen &&
            !(is_variable && name->is_constant))
            found[n++] = i;
    }
    FUZZ_CHECK(n > 0); /* the head has one of each kind */
    write_name(g, &g->names[found[choose(g, n)]]);
}

static void show_names(Grammar *g, size_t from)
{
    for (size_t i = from; i < g->n_names; i++)
        g->names[i].is_seen = true;
}

/* ---- forms ---- */

static bool is_allowed(const Grammar *g, const char **form)
{
    bool is_allowed = true;
    for (; **form == '?' || **form == '!'; *form += 2) {
        bool is_set = (g->flags & flag((*form)[1])) != 0;
        is_allowed = is_allowed && is_set == (**form == '?');
    }
    return is_allowed;
}

static const char *const *forms_of(const Grammar *g, char letter)
{
    const GrammarRule *r = g->rules->rules;
    for (; r->letter != letter; r++)
        FUZZ_CHECK(r->letter != '\0');
    return r->forms;
}

static void expand(Grammar *g, char letter)
{
    const char *const *forms = forms_of(g, letter);
    unsigned n = 0;
    while (forms[n])
        n++;
    FUZZ_CHECK(n > 0);
    const char *form = forms[choose(g, n)];
    if (!is_allowed(g, &form))
        form = forms[0];
    g->depth++;
    write_form(g, form);
    g->depth--;
}

static void repeat(Grammar *g, char letter, bool has_commas)
{
    unsigned n = choose(g, has_commas ? MAX_PARTS : MAX_PARTS + 1);
    for (unsigned i = 0; i < n; i++) {
        if (has_commas && i > 0)
            write(g, ", ", 2);
        expand(g, letter);
    }
}

/* Behind the @> that ends what begins here; types nest none. */
static const char *skip_typed(const char *p)
{
    p = strstr(p, "@>");
    FUZZ_CHECK(p);
    return p + 2;
}

static void set_flags(Grammar *g, char how, char letter)
{
    if (how == '+')
        g->flags |= flag(letter);
    else
        g->flags &= ~flag(letter);
}

static void write_form(Grammar *g, const char *form)
{
    Scope scopes[4];
    size_t n_scopes = 0, from = g->n_names;
    Name first = { .number = 0 };
    for (const char *p = form; *p;) {
        size_t plain = strcspn(p, "@");
        write(g, p, plain);
        p += plain;
        if (!*p)
            break;
        char what = p[1];
        p += 2;
        switch (what) {
        case '=':
        case '~':
        case ':':
            if (!first.number)
                first = (Name){ .kind = *p, .number = g->n_declared + 1 };
            declare(g, what, *p++);
            break;
        case '.':
        case ';':
            refer(g, *p++, what == ';');
            break;
        case '*':
        case ',':
            repeat(g, *p++, what == ',');
            break;
        case '0':
            write_name(g, &first);
            break;
        case '&':
            show_names(g, from);
            break;
        case '{':
            FUZZ_CHECK(n_scopes < sizeof scopes / sizeof *scopes);
            scopes[n_scopes++] = (Scope){ g->n_names, g->flags };
            break;
        case '}':
            FUZZ_CHECK(n_scopes > 0);
            g->flags = scopes[--n_scopes].flags;
            if (g->n_names > scopes[n_scopes].n_names)
                g->n_names = scopes[n_scopes].n_names;
            break;
        case '+':
        case '-':
            set_flags(g, what, *p++);
            break;
        case '!':
            g->flags &= ~flags_of(GRAMMAR_OF_FUNCTION);
            break;
        case '<':
            if (!g->typed)
                p = skip_typed(p);
            else
                g->is_typed = true;
            break;
        case '>':
            g->is_typed = false;
            break;
        case '@':
            write(g, "@", 1);
            break;
        default:
            expand(g, what);
        }
    }
    FUZZ_CHECK(n_scopes == 0);
    show_names(g, from < g->n_names ? from : g->n_names);
}

void grammar_write(const GrammarRules *rules, const char *without,
                   const uint8_t *bytes, size_t size, Buf *plain, Buf *typed)
{
    static Grammar g; /* large */
    g = (Grammar){ .rules = rules, .plain = plain, .typed = typed };
    g.at = bytes;
    g.end = bytes + size;
    g.max_len = plain->len + strlen(rules->before) + MAX_LEN;
    g.flags = flags_of(rules->flags) & ~flags_of(without);
    write(&g, rules->before, strlen(rules->before));
    for (const char *kind = rules->kinds; *kind; kind++)
        g.names[g.n_names++] = (Name){ *kind, false, true, 0 };
    write_form(&g, rules->program);
    FUZZ_CHECK(plain->status == CM_OK);
}
