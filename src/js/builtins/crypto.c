/* SPDX-License-Identifier: MIT */
/* crypto.randomUUID and crypto.getRandomValues of Web Cryptography, from the
 * execution's own generator. */
#include "js/builtins/bytes_internal.h"

#define MAX_RANDOM \
    65536 /* bytes of one getRandomValues, as the standard says */

static void fill_random(VM *vm, unsigned char *out, size_t n)
{
    while (n > 0) {
        uint64_t bits = vm_random(vm);
        size_t take = n < sizeof bits ? n : sizeof bits;
        memcpy(out, &bits, take);
        out += take;
        n -= take;
    }
}

/* RFC 9562, version 4. */
static Value random_uuid(VM *vm, NativeCall *c)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char bytes[16];
    uint8_t text[36];
    (void)c;
    Str *s = str_alloc8(vm, sizeof text);
    if (!s)
        return VALUE_THROWN;
    fill_random(vm, bytes, sizeof bytes);
    bytes[6] = (unsigned char)((bytes[6] & 0x0F) | 0x40);
    bytes[8] = (unsigned char)((bytes[8] & 0x3F) | 0x80);
    uint32_t at = 0;
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            text[at++] = '-';
        text[at++] = (uint8_t)digits[bytes[i] >> 4];
        text[at++] = (uint8_t)digits[bytes[i] & 15];
    }
    memcpy(s->as.u8, text, sizeof text);
    return value_from_str(s);
}

static Value get_random_values(VM *vm, NativeCall *c)
{
    uint32_t n;
    ViewObj *v = value_typed(c->args[0]);
    if (!v || (v->kind >= ELEMENT_FLOAT16 && v->kind <= ELEMENT_FLOAT64))
        return throw_type(vm, "crypto.getRandomValues needs a typed array of "
                              "integers");
    if (!view_length(v, &n))
        return cm__throw_out_of_bounds(vm);
    if (v->buffer->immutable)
        return cm__throw_immutable(vm);
    size_t bytes = (size_t)n * element_size(view_kind(v));
    if (bytes > MAX_RANDOM)
        return throw_range(vm, "crypto.getRandomValues gives at most 65536 "
                               "bytes");
    if (!vm_charge_bytes(vm, bytes))
        return VALUE_THROWN;
    if (n > 0)
        fill_random(vm, view_at_element(v, 0), bytes);
    return c->args[0];
}

static const NativeSpec methods[] = {
    { .name = "getRandomValues",
      .fn = get_random_values,
      .length = 1,
      .min_args = 1 },
    { .name = "randomUUID", .fn = random_uuid },
};

void js_install_crypto(RealmBuilder *b)
{
    Obj *crypto = realm_object(b, b->realm->object_proto);
    realm_functions(b, crypto, methods, CM_ARRAY_LEN(methods));
    realm_tag(b, crypto, "Crypto");
    realm_add_global(b, "crypto", value_from_obj(crypto));
}
