/* SPDX-License-Identifier: MIT */
/* Constant folding: operators over number literals, and neighbouring string
 * literals in a sum (ECMA-262 13.15.3: once one operand is a string, + joins,
 * and joining is associative). */
#include "base/hash.h"
#include "engine/value.h"
#include "js/scope_internal.h"

#include <math.h>

static int32_t to_int32(double d)
{
    if (d >= -2147483648.0 && d <= 2147483647.0)
        return (int32_t)d;
    if (!isfinite(d))
        return 0;
    double m = fmod(trunc(d), 4294967296.0);
    return (int32_t)(uint32_t)(int64_t)m;
}

static void set_number(JsNode *n, double value)
{
    n->kind = JS_NODE_NUMBER;
    JS_AS(JsNumber, n)->value = value;
}

void cm__scope_fold_unary(JsUnary *n)
{
    const JsNode *v = n->operand;
    if (n->node.op == JS_OP_NOT &&
        (v->kind == JS_NODE_TRUE || v->kind == JS_NODE_FALSE)) {
        n->node.kind = v->kind == JS_NODE_TRUE ? JS_NODE_FALSE : JS_NODE_TRUE;
        return;
    }
    if (v->kind != JS_NODE_NUMBER)
        return;
    double d = JS_AS_CONST(JsNumber, v)->value;
    switch (n->node.op) {
    case JS_OP_MINUS:
        set_number(&n->node, -d);
        break;
    case JS_OP_PLUS:
        set_number(&n->node, d);
        break;
    case JS_OP_BIT_NOT:
        set_number(&n->node, ~to_int32(d));
        break;
    case JS_OP_NOT:
        n->node.kind = d == 0 || d != d ? JS_NODE_TRUE : JS_NODE_FALSE;
        break;
    default:
        break;
    }
}

static bool fold_numbers(uint8_t op, double a, double b, double *ret)
{
    uint32_t shift = (uint32_t)to_int32(b) & 31;
    uint32_t left = (uint32_t)to_int32(a);
    switch (op) {
    case JS_OP_ADD:
        *ret = a + b;
        return true;
    case JS_OP_SUB:
        *ret = a - b;
        return true;
    case JS_OP_MUL:
        *ret = a * b;
        return true;
    case JS_OP_DIV:
        *ret = b != 0                         ? a / b
               : (a == 0 || a != a || b != b) ? (double)NAN
               : (signbit(a) != signbit(b))   ? -HUGE_VAL
                                              : HUGE_VAL;
        return true;
    case JS_OP_MOD:
        *ret = fmod(a, b);
        return true;
    case JS_OP_BIT_AND:
        *ret = to_int32(a) & to_int32(b);
        return true;
    case JS_OP_BIT_OR:
        *ret = to_int32(a) | to_int32(b);
        return true;
    case JS_OP_BIT_XOR:
        *ret = to_int32(a) ^ to_int32(b);
        return true;
    case JS_OP_SHL:
        *ret = (int32_t)(left << shift);
        return true;
    case JS_OP_SHR:
        *ret = to_int32(a) >> shift;
        return true;
    case JS_OP_USHR:
        *ret = left >> shift;
        return true;
    default:
        return false;
    }
}

/* Joins the literals first, link, link->next ... last into `first`. */
static void join_strings(Scoper *s, JsNode *first, JsChainLink *link,
                         const JsChainLink *last)
{
    JsString *head = JS_AS(JsString, first);
    uint64_t total = head->value->text.len;
    bool wide = head->value->text.wide;
    for (const JsChainLink *l = link;; l = l->next) {
        const JsText *t = &JS_AS(JsString, l->operand)->value->text;
        total += t->len;
        wide = wide || t->wide;
        if (l == last)
            break;
    }
    JsName *name = (JsName *)cm__scope_alloc(s, sizeof *name);
    size_t unit = wide ? 2 : 1;
    void *units = cm__arena_alloc(s->arena, (size_t)total * unit + 1);
    if (!units) {
        s->failed = true;
        return;
    }
    uint32_t at = 0;
    const JsText *t = &head->value->text;
    for (;;) {
        if (wide && !t->wide) {
            const uint8_t *from = (const uint8_t *)t->units;
            for (uint32_t i = 0; i < t->len; i++)
                ((uint16_t *)units)[at + i] = from[i];
        } else if (t->len) {
            memcpy((char *)units + at * unit, t->units, t->len * unit);
        }
        at += t->len;
        if (!link)
            break;
        t = &JS_AS(JsString, link->operand)->value->text;
        link = link == last ? NULL : link->next;
    }
    name->text = (JsText){ units, at, 0, wide };
    head->value = name;
}

/* Leading numbers: 1 + 2 + x is 3 + x. */
static void fold_leading(JsChain *c)
{
    double value = 0;
    while (c->links && c->first->kind == JS_NODE_NUMBER &&
           c->links->operand->kind == JS_NODE_NUMBER &&
           fold_numbers(c->links->op, JS_AS(JsNumber, c->first)->value,
                        JS_AS(JsNumber, c->links->operand)->value, &value)) {
        JS_AS(JsNumber, c->first)->value = value;
        c->links = c->links->next;
    }
}

static bool is_string_add(const JsChainLink *l)
{
    return l && l->op == JS_OP_ADD && l->operand->kind == JS_NODE_STRING;
}

static void fold_strings(Scoper *s, JsChain *c)
{
    JsChainLink *prev = NULL;
    JsChainLink *l = c->links;
    while (l) {
        JsNode *left = prev ? prev->operand : c->first;
        if (left->kind != JS_NODE_STRING || !is_string_add(l) ||
            (prev && prev->op != JS_OP_ADD)) {
            prev = l;
            l = l->next;
            continue;
        }
        JsChainLink *last = l;
        while (is_string_add(last->next))
            last = last->next;
        join_strings(s, left, l, last);
        l = last->next;
        if (prev)
            prev->next = l;
        else
            c->links = l;
    }
    if (prev)
        c->last = prev;
}

void cm__scope_fold_chain(Scoper *s, JsChain *c)
{
    if (c->node.flags & JS_FLAG_ASSIGNS || s->failed)
        return;
    fold_leading(c);
    if (c->links && (c->links->op == JS_OP_ADD || c->links->op == JS_OP_SUB))
        fold_strings(s, c);
    if (c->links || s->failed)
        return;
    if (c->first->kind == JS_NODE_NUMBER) {
        set_number(&c->node, JS_AS(JsNumber, c->first)->value);
    } else if (c->first->kind == JS_NODE_STRING) {
        JsName *value = JS_AS(JsString, c->first)->value;
        c->node.kind = JS_NODE_STRING;
        JS_AS(JsString, &c->node)->value = value;
    }
}
