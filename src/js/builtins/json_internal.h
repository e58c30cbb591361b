/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_JSON_INTERNAL_H
#define CM_JS_BUILTINS_JSON_INTERNAL_H
/* json_internal: the functions of the JSON object; ECMA-262 25.5. */
#include "engine/table.h"
#include "js/builtins/builtins.h"

#define JSON_PARSE_REGS     8
#define JSON_STRINGIFY_REGS 8

Step cm__json_parse_step(VM *vm, NativeFrame *f);
Step cm__json_stringify_step(VM *vm, NativeFrame *f);

/* JSON.rawJSON's objects are frozen and have one property: their text. */
static inline Str *cm__json_raw_text(Obj *o)
{
    return value_str(*obj_slot(o, 0));
}

/* JSON Parse Records in the order of the text: a value's record, then those of
 * its members. Offsets are units of the text. */
enum {
    SOURCE_VALUE,
    SOURCE_KEY,
    SOURCE_START,
    SOURCE_END,
    SOURCE_NEXT, /* index of the first record behind its members */
    SOURCE_SIZE
};

/* The records of a text and of the value that it was read to; the root's is the
 * first. NULL when refused or the execution has to end. */
ValuesCell *cm__json_sources(VM *vm, Str *text, Value root);
/* From the keys of a record's members to the indices of their records. */
Table *cm__json_source_members(VM *vm, const ValuesCell *records,
                               uint32_t record);

#endif
