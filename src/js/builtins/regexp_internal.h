/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_REGEXP_INTERNAL_H
#define CM_JS_BUILTINS_REGEXP_INTERNAL_H
/* regexp_internal: RegExp objects and matching, shared by the files of RegExp.
 *
 * A RegExp whose shape is the realm's is pristine: its prototype is the frozen
 * intrinsic, it has no own properties but a writable lastIndex, so nothing of
 * what the standard looks up (exec, flags, constructor) can be other than
 * intrinsic. The methods then work on the compiled code directly; every other
 * object takes the way of the standard, whose calls run nested. */
#include "js/builtins/builtins.h"

#include "engine/convert.h"
#include "engine/property.h"
#include "regexp/regexp.h"

typedef struct RegexpObj {
    Obj obj;
    Value source; /* pattern as given; undefined in a half-made object */
    Value code;   /* raw cell that holds a RegexpCode */
} RegexpObj;

static inline const RegexpCode *regexp_code(const RegexpObj *re)
{
    const RawCell *raw = (const RawCell *)value_ptr(re->code);
    return (const RegexpCode *)(const void *)raw->bytes;
}
static inline bool regexp_is_unicode(const RegexpCode *code)
{
    return (code->flags & (REGEXP_UNICODE | REGEXP_UNICODE_SETS)) != 0;
}
/* The value's RegExp when it is pristine, else NULL. */
static inline RegexpObj *regexp_pristine(const VM *vm, Value v)
{
    if (!value_is_class(v, CLASS_REGEXP) ||
        value_obj(v)->shape != vm->realm->shape_regexp)
        return NULL;
    return (RegexpObj *)(void *)value_obj(v);
}
static inline Value *regexp_last_index(RegexpObj *re)
{
    return obj_slot(&re->obj, 0);
}

RegexpObj *cm__regexp_obj_new(VM *vm, Shape *shape, Value source, Value code);

/* Memory and time of the execution, for the compiler and the matcher; the
 * allocator lives as long as the host. */
RegexpHost cm__regexp_host(VM *vm, cm_allocator *ret_alloc);

/* Captures of a match. */
typedef struct RegexpMatch {
    uint32_t *at; /* local, or of the heap */
    uint32_t local[40];
} RegexpMatch;

/* Room for the captures of a code. False: refused. */
bool cm__regexp_match_init(VM *vm, RegexpMatch *m, const RegexpCode *code);
/* Matches and pays. TRI_THROWN: refused or ended. */
Tri cm__regexp_run(VM *vm, const RegexpCode *code, const StrView *v,
                   uint32_t start, bool sticky, RegexpMatch *m);
/* RegExpBuiltinExec (22.2.7.2) without the result object; m is initialised. */
Tri cm__regexp_exec(VM *vm, RegexpObj *re, Str *s, RegexpMatch *m);
/* The array for a match; NULL when refused. */
Array *cm__regexp_result(VM *vm, const RegexpObj *re, Str *s,
                         const RegexpMatch *m);
/* The groups object, or undefined; VALUE_THROWN. */
Value cm__regexp_groups(VM *vm, const RegexpCode *code, Str *s,
                        const RegexpMatch *m);
/* Text of capture i or undefined; VALUE_THROWN. */
Value cm__regexp_capture(VM *vm, Str *s, const RegexpMatch *m, uint32_t i);
/* The same with the result: an array, null, or VALUE_THROWN. */
Value cm__regexp_builtin_exec(VM *vm, RegexpObj *re, Str *s);
/* RegExpExec (22.2.7.1): the result object, null, or VALUE_THROWN. */
Value cm__regexp_exec_any(VM *vm, Obj *re, Str *s);
/* AdvanceStringIndex (22.2.7.3). */
uint64_t cm__regexp_advance(const StrView *v, uint64_t at, bool is_unicode);
/* Get(re, "flags") as a string. */
Str *cm__regexp_flags_of(VM *vm, Value re);
bool cm__regexp_has_flag(VM *vm, Str *flags, char flag);
/* `this` as an object, for the symbol methods. */
Obj *cm__regexp_this(VM *vm, Value this_val, const char *method);
/* Sets lastIndex, throwing when it cannot. */
bool cm__regexp_set_last(VM *vm, Obj *re, uint64_t at);
/* Get(re, "lastIndex") as a length. */
bool cm__regexp_get_last(VM *vm, Obj *re, uint64_t *ret_at);

/* What GetSubstitution (22.1.3.19.1) works on. */
typedef struct Substitution {
    Str *s;
    uint32_t at, len;        /* the match */
    Str *matched;            /* its text where that may differ, or NULL */
    const uint32_t *capture; /* pairs, the match itself first, or NULL */
    const Value *texts;      /* captures as values from 1, when no pairs */
    uint32_t n_captures;     /* without the match */
    const RegexpCode *code;  /* names, with pairs */
    Value groups;            /* else the groups object or undefined */
} Substitution;

bool cm__regexp_substitute(VM *vm, StrBuilder *b, const Substitution *sub,
                           Str *text);

void cm__install_regexp_symbols(RealmBuilder *b);
void cm__install_regexp_replace(RealmBuilder *b);

#endif
