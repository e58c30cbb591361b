/* SPDX-License-Identifier: MIT */
/* Proxy and Proxy.revocable; ECMA-262 28.2. What proxies do is in
 * engine/proxy.c. */
#include "engine/proxy.h"

#include "js/builtins/builtins.h"

#include "engine/property.h"

static ProxyObj *create(VM *vm, const NativeCall *c)
{
    if (value_is_object(c->args[0]) && value_is_object(c->args[1]))
        return proxy_new(vm, value_obj(c->args[0]), value_obj(c->args[1]));
    throw_type(vm, "A proxy needs an object as %s",
               value_is_object(c->args[0]) ? "handler" : "target");
    return NULL;
}

static Value proxy_ctor(VM *vm, NativeCall *c)
{
    ProxyObj *p = create(vm, c);
    return p ? value_from_obj(p) : VALUE_THROWN;
}

static Value revoke(VM *vm, NativeCall *c)
{
    (void)vm;
    Native *self = (Native *)(void *)value_obj(c->callee);
    if (value_is_object(self->data[0])) {
        ProxyObj *p = (ProxyObj *)(void *)value_obj(self->data[0]);
        p->target = p->handler = NULL;
        self->data[0] = VALUE_NULL;
    }
    return VALUE_UNDEFINED;
}

static const NativeSpec revoke_spec = { .name = "", .fn = revoke };

static Value proxy_revocable(VM *vm, NativeCall *c)
{
    ProxyObj *p = create(vm, c);
    Native *fn =
        p ? native_new(vm, &revoke_spec, value_from_obj(p), VALUE_UNDEFINED)
          : NULL;
    Obj *result = fn ? obj_new_plain(vm) : NULL;
    PropKey proxy = result ? key_ascii(vm, "proxy") : VALUE_ABSENT;
    PropKey revoke_key = result ? key_ascii(vm, "revoke") : VALUE_ABSENT;
    if (proxy == VALUE_ABSENT || revoke_key == VALUE_ABSENT ||
        !obj_put(vm, result, proxy, value_from_obj(p)) ||
        !obj_put(vm, result, revoke_key, value_from_obj(fn)))
        return VALUE_THROWN;
    return value_from_obj(result);
}

static const NativeSpec proxy_spec = { .name = "Proxy",
                                       .fn = proxy_ctor,
                                       .length = 2,
                                       .min_args = 2,
                                       .flags =
                                           NATIVE_CTOR | NATIVE_CTOR_ONLY };

static const NativeSpec statics[] = {
    { .name = "revocable", .fn = proxy_revocable, .length = 2, .min_args = 2 },
};

static const NativeSpec construct_spec = { .name = "",
                                           .step = proxy_construct_step,
                                           .min_args = 5 };

void js_install_proxy(RealmBuilder *b)
{
    Obj *ctor = realm_ctor(b, &proxy_spec, NULL, NULL);
    if (!b->failed)
        realm_functions(b, ctor, statics, CM_ARRAY_LEN(statics));
    b->realm->proxy_construct = realm_function(b, &construct_spec);
    /* Nothing else inherits from this object: see proxy.h. */
    Obj *marker = realm_object(b, NULL);
    b->realm->proxy_marker = marker;
    b->realm->shape_proxy = b->failed ? NULL : shape_root(b->vm, marker, 0);
    if (!b->realm->shape_proxy)
        b->failed = true;
}
