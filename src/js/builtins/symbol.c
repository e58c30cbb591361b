/* SPDX-License-Identifier: MIT */
/* Symbol; ECMA-262 20.4. The registry of Symbol.for belongs to the
 * execution. */
#include "js/builtins/builtins.h"

#include "engine/convert.h"
#include "engine/property.h"

static Value symbol_ctor(VM *vm, NativeCall *c)
{
    if (c->new_target != VALUE_UNDEFINED)
        return throw_type(vm, "Symbol is not a constructor");
    Value description = VALUE_UNDEFINED;
    if (c->args[0] != VALUE_UNDEFINED) {
        Str *s = to_string(vm, c->args[0]);
        if (!s)
            return VALUE_THROWN;
        description = value_from_str(s);
    }
    Symbol *symbol = symbol_new(vm, description);
    return symbol ? value_from_symbol(symbol) : VALUE_THROWN;
}

static Value symbol_for(VM *vm, NativeCall *c)
{
    Str *s = to_string(vm, c->args[0]);
    if (!s)
        return VALUE_THROWN;
    if (!vm->symbol_registry) {
        vm->symbol_registry = table_new(vm, 4);
        if (!vm->symbol_registry)
            return VALUE_THROWN;
    }
    Value key = table_normalise(vm, value_from_str(s));
    if (key == VALUE_THROWN)
        return VALUE_THROWN;
    const TableEntry *found = table_find(vm, vm->symbol_registry, key);
    if (found)
        return found->value;
    Symbol *symbol = symbol_new(vm, key);
    bool added;
    TableEntry *entry =
        symbol ? table_put(vm, vm->symbol_registry, key, &added) : NULL;
    if (!entry)
        return VALUE_THROWN;
    symbol->registered_key = key;
    entry->value = value_from_symbol(symbol);
    return entry->value;
}

static Value symbol_key_for(VM *vm, NativeCall *c)
{
    if (!value_is_symbol(c->args[0]))
        return throw_type(vm, "Symbol.keyFor needs a symbol");
    return value_symbol(c->args[0])->registered_key;
}

/* thisSymbolValue: a symbol or its object; NULL after throwing. */
static Symbol *this_symbol(VM *vm, Value v)
{
    if (value_is_class(v, CLASS_BOXED)) {
        Value inner = ((BoxedObj *)value_ptr(v))->value;
        if (value_is_symbol(inner))
            return value_symbol(inner);
    }
    if (value_is_symbol(v))
        return value_symbol(v);
    throw_type(vm, "The method of Symbol was called on something else");
    return NULL;
}

static Value symbol_description(VM *vm, NativeCall *c)
{
    const Symbol *s = this_symbol(vm, c->this_val);
    return s ? s->description : VALUE_THROWN;
}

static Value symbol_to_string(VM *vm, NativeCall *c)
{
    const Symbol *symbol = this_symbol(vm, c->this_val);
    if (!symbol)
        return VALUE_THROWN;
    StrBuilder b;
    strb_init(&b, vm);
    strb_ascii(&b, "Symbol(", 7);
    if (value_is_string(symbol->description))
        strb_str(&b, value_str(symbol->description));
    strb_unit(&b, ')');
    Str *s = strb_finish(&b);
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value symbol_value_of(VM *vm, NativeCall *c)
{
    const Symbol *s = this_symbol(vm, c->this_val);
    return s ? value_from_symbol(s) : VALUE_THROWN;
}

static const NativeSpec symbol_spec = {
    .name = "Symbol", .fn = symbol_ctor, .min_args = 1, .flags = NATIVE_CTOR
};

static const NativeSpec statics[] = {
    { .name = "for", .fn = symbol_for, .length = 1, .min_args = 1 },
    { .name = "keyFor", .fn = symbol_key_for, .length = 1, .min_args = 1 },
};

static const NativeSpec methods[] = {
    { .name = "description", .fn = symbol_description, .flags = NATIVE_GETTER },
    { .name = "toString", .fn = symbol_to_string },
    { .name = "valueOf", .fn = symbol_value_of },
    { .name = "@@toPrimitive", .fn = symbol_value_of, .length = 1 },
};

void js_install_symbol(RealmBuilder *b)
{
    Realm *r = b->realm;
    Obj *ctor = realm_ctor(b, &symbol_spec, r->symbol_proto, NULL);
    realm_functions(b, ctor, statics, CM_ARRAY_LEN(statics));
    realm_functions(b, r->symbol_proto, methods, CM_ARRAY_LEN(methods));
    realm_tag(b, r->symbol_proto, "Symbol");
#define X(n) realm_value(b, ctor, #n, value_from_symbol(r->symbol.n), 0);
    REALM_SYMBOLS(X)
#undef X
}
