/* SPDX-License-Identifier: MIT */
#include "lua/parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lua/parser_internal.h"

/* ---- tokens ---- */

void cm__lua_advance(Parser *p)
{
    p->last_end = p->t.end;
    p->last_line = p->x.line;
    if (p->has_ahead) {
        p->t = p->ahead;
        p->has_ahead = false;
        return;
    }
    cm__lua_next(&p->x, &p->t);
}

int cm__lua_look_ahead(Parser *p)
{
    if (!p->has_ahead) {
        cm__lua_next(&p->x, &p->ahead);
        p->has_ahead = true;
    }
    if (lua_failed(p))
        p->t.kind = LT_EOF;
    return p->ahead.kind;
}

bool cm__lua_accept(Parser *p, int kind)
{
    if (p->t.kind != kind)
        return false;
    cm__lua_advance(p);
    return true;
}

void cm__lua_fail_hint(Parser *p, uint32_t at, const char *what,
                       const char *hint)
{
    if (lua_failed(p))
        return;
    p->x.status = what ? CM_E_SYNTAX : CM_E_NOMEM;
    p->x.fault = (LuaFault){ .offset = at, .what = what, .hint = hint };
    p->t.kind = LT_EOF;
    p->has_ahead = false;
}

void cm__lua_fail(Parser *p, uint32_t at, const char *what)
{
    cm__lua_fail_hint(p, at, what, NULL);
}

const char *cm__lua_format(Parser *p, const char *fmt, ...)
{
    char text[256];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (n < 0)
        return NULL;
    size_t len = (size_t)n < sizeof text ? (size_t)n : sizeof text - 1;
    return cm__arena_text(p->arena, text, len);
}

/* The current token for messages. */
static const char *token_text(Parser *p)
{
    char room[2];
    if (p->t.kind == LT_EOF)
        return "the end of the program";
    if (p->t.kind == LT_NAME || p->t.kind == LT_NUMBER ||
        p->t.kind == LT_STRING) {
        uint32_t n = p->t.end - p->t.start;
        return cm__lua_format(p, "'%.*s'", (int)(n < 40 ? n : 40),
                              p->x.source + p->t.start);
    }
    return cm__lua_format(p, "'%s'", cm__lua_kind_text(p->t.kind, room));
}

void cm__lua_unexpected(Parser *p)
{
    if (lua_failed(p))
        return;
    const char *token = token_text(p);
    cm__lua_fail(p, p->t.start,
                 token ? cm__lua_format(p, "Unexpected %s", token) : NULL);
}

static const char *kind_text(Parser *p, int kind)
{
    char room[2];
    const char *text = cm__lua_kind_text(kind, room);
    return text == room ? cm__lua_format(p, "%s", text) : text;
}

void cm__lua_expect(Parser *p, int kind)
{
    if (cm__lua_accept(p, kind) || lua_failed(p))
        return;
    const char *wanted = kind_text(p, kind), *token = token_text(p);
    cm__lua_fail(p, p->t.start,
                 wanted && token ? cm__lua_format(p, "'%s' expected, found %s",
                                                  wanted, token)
                                 : NULL);
}

void cm__lua_expect_close(Parser *p, int what, int who, uint32_t at,
                          uint32_t line)
{
    (void)at;
    if (p->t.kind == what || line == p->t.line || lua_failed(p)) {
        cm__lua_expect(p, what);
        return;
    }
    const char *wanted = kind_text(p, what), *opener = kind_text(p, who);
    const char *token = token_text(p);
    cm__lua_fail(p, p->t.start,
                 wanted && opener && token
                     ? cm__lua_format(p,
                                      "'%s' expected to close '%s' of line "
                                      "%u, found %s",
                                      wanted, opener, (unsigned)line, token)
                     : NULL);
}

Str *cm__lua_expect_name(Parser *p)
{
    Str *name = value_str(p->t.value);
    if (p->t.kind != LT_NAME) {
        if (lua_failed(p))
            return NULL;
        const char *token = token_text(p);
        cm__lua_fail(p, p->t.start,
                     token ? cm__lua_format(p, "Name expected, found %s", token)
                           : NULL);
        return NULL;
    }
    cm__lua_advance(p);
    return name;
}

/* ---- memory and depth ---- */

void *cm__lua_make(Parser *p, size_t size)
{
    void *record = cm__arena_zero(p->arena, size);
    if (!record && p->x.status == CM_OK) {
        p->x.status = CM_E_NOMEM;
        p->t.kind = LT_EOF;
        p->has_ahead = false;
    }
    return record;
}

bool cm__lua_enter(Parser *p)
{
    if (++p->depth <= LUA_MAX_DEPTH + 1) /* the program itself is one */
        return !lua_failed(p);
    cm__lua_fail(p, p->t.start, "Nesting is too deep: at most 200 levels");
    return false;
}

void cm__lua_leave(Parser *p)
{
    p->depth--;
}

/* ---- scopes ---- */

LuaVar *cm__lua_new_var(Parser *p, Str *name)
{
    LuaVar *v = cm__lua_make(p, sizeof *v);
    if (!v)
        return NULL;
    v->name = name;
    v->func = p->func;
    return v;
}

void cm__lua_declare(Parser *p, LuaVar *v)
{
    if (!v || lua_failed(p) || !v->name)
        return;
    if (++p->func->n_active > LUA_MAX_LOCALS) {
        cm__lua_fail(p, p->t.start,
                     "Too many local variables in one function: at most 200");
        return;
    }
    if (p->n_declared == p->cap_declared) {
        uint32_t cap = p->cap_declared ? p->cap_declared * 2 : 64;
        LuaVar **grown = cm__arena_alloc(p->arena, cap * sizeof(LuaVar *));
        if (!grown) {
            p->x.status = CM_E_NOMEM;
            p->t.kind = LT_EOF;
            return;
        }
        if (p->n_declared)
            memcpy(grown, p->declared, p->n_declared * sizeof(LuaVar *));
        p->declared = grown;
        p->cap_declared = cap;
    }
    p->declared[p->n_declared++] = v;
    LuaVar **bucket = &p->buckets[v->name->hash & (LUA_BUCKETS - 1)];
    v->shadowed = *bucket;
    *bucket = v;
}

ScopeMark cm__lua_open_scope(const Parser *p)
{
    return p->n_declared;
}

void cm__lua_close_scope(Parser *p, ScopeMark mark)
{
    while (p->n_declared > mark) {
        LuaVar *v = p->declared[--p->n_declared];
        p->buckets[v->name->hash & (LUA_BUCKETS - 1)] = v->shadowed;
        v->func->n_active--;
    }
}

/* ---- the whole ---- */

static void read_names(Parser *p)
{
    const Str **const names[] = { &p->name_env, &p->name_close,
                                  &p->name_const };
    static const char *const texts[] = { "_ENV", "close", "const" };
    for (size_t i = 0; i < CM_ARRAY_LEN(names); i++) {
        *names[i] = program_intern8(p->x.program, (const uint8_t *)texts[i],
                                    strlen(texts[i]));
        if (!*names[i])
            p->x.status = CM_E_NOMEM;
    }
}

cm_status cm__lua_parse(Arena *arena, Program *program, size_t start,
                        size_t end, LuaFunc **ret_main, LuaFault *ret_fault)
{
    Parser p = { .arena = arena };
    cm__lua_lexer_init(&p.x, program, arena->alloc, start, end);
    read_names(&p);
    LuaFunc *f = cm__lua_make(&p, sizeof *f);
    if (f) {
        f->is_vararg = true;
        f->start = (uint32_t)start;
        f->end = (uint32_t)end;
        p.func = f;
        cm__lua_advance(&p);
        f->body = cm__lua_block(&p);
        if (p.t.kind != LT_EOF)
            cm__lua_unexpected(&p);
    }
    cm__lua_lexer_done(&p.x);
    *ret_main = f;
    *ret_fault = p.x.fault;
    return p.x.status;
}
