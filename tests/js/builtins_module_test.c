/* SPDX-License-Identifier: MIT */
/* What import() gives, with globals of the machine and of a host, also when
 * memory is refused; spec/execution.md 2.7, F14. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_refuse.h"

static bool is_named(const Str *s, const char *name)
{
    return !str_is_wide(s) && s->len == strlen(name) &&
           memcmp(s->as.u8, name, s->len) == 0;
}

static bool put_text(VM *vm, Obj *o, const char *key, const char *text)
{
    Str *s = str_from_ascii(vm, text);
    PropKey k = key_ascii(vm, key);
    return s && k != VALUE_ABSENT && obj_put(vm, o, k, value_from_str(s));
}

/* fs with fs.promises; made once, like the globals of a host. */
static Value host_fs(VM *vm)
{
    PropDesc d;
    PropKey name = key_ascii(vm, "fs");
    if (name == VALUE_ABSENT)
        return VALUE_THROWN;
    if (obj_get_own(vm, vm->globals, name, &d) == TRI_TRUE)
        return d.value;
    Obj *fs = obj_new_plain(vm), *promises = obj_new_plain(vm);
    PropKey k = key_ascii(vm, "promises");
    if (!fs || !promises || k == VALUE_ABSENT ||
        !put_text(vm, promises, "readFile", "rf") ||
        !put_text(vm, fs, "read", "r") ||
        !obj_put(vm, fs, k, value_from_obj(promises)) ||
        !obj_put(vm, vm->globals, name, value_from_obj(fs)))
        return VALUE_THROWN;
    return value_from_obj(fs);
}

static Value host(VM *vm, Str *name)
{
    if (is_named(name, "fs"))
        return host_fs(vm);
    if (is_named(name, "broken"))
        return throw_range(vm, "no such luck");
    if (is_named(name, "Buffer") || is_named(name, "Blob") ||
        is_named(name, "plain")) {
        Str *s = str_from_ascii(vm, is_named(name, "plain") ? "text" : "host");
        return s ? value_from_str(s) : VALUE_THROWN;
    }
    return VALUE_ABSENT;
}

/* clang-format off */
static const JsRow rows[] = {
    { "R; const a = await import('url'), b = await import('node:url'); return"
      " [a === b, a.URL === URL, a.default.URL === URL, Object.keys(a), Objec"
      "t.isFrozen(a), Object.isFrozen(a.default), Object.getPrototypeOf(a)]",
      "[true,true,true,[\"URL\",\"URLSearchParams\",\"default\"],true,true,nu"
      "ll]" },
    { "R; const u = await import('util'), c = await import('crypto'), k = awa"
      "it import('node:console'); return [u.TextEncoder === TextEncoder, c.de"
      "fault === crypto, c.randomUUID === crypto.randomUUID, k.log === consol"
      "e.log]",
      "[true,true,true,true]" },
    { "R; const b = await import('buffer'); return [Object.keys(b), b.Buffer,"
      " b.default.Blob]",
      "[[\"atob\",\"btoa\",\"Buffer\",\"Blob\",\"default\"],\"host\",\"host\""
      "]" },
    { "R; const f = await import('fs'), p = await import('node:fs/promises');"
      " return [Object.keys(f), f.read, p.readFile, f.default.promises === p."
      "default]",
      "[[\"read\",\"promises\",\"default\"],\"r\",\"rf\",true]" },
    { "R; const m = await import('plain'); return [Object.keys(m), m.default]",
      "[[\"default\"],\"text\"]" },
    { "R; const r = []; for (const s of ['left-pad', '', 'node:', 'tools', 'r"
      "equire', 'globalThis', 'search', '\\u00fcrl', 'x'.repeat(500), 'node:n"
      "ode:url', 'URL', 'Buffer2', 'fs/other']) { try { await import(s); r.pu"
      "sh('no') } catch (e) { r.push(e.message.startsWith('Cannot find module"
      "')) } } return r.every((x) => x === true)",
      "true" },
    { "R; try { await import('broken') } catch (e) { return e.name }",
      "\"RangeError\"" },
    { "R; let n = 0; const m = await import({ toString() { n++; return 'url' "
      "} }); return [m.URL === URL, n]",
      "[true,1]" },
    { "R; try { await import(Symbol()) } catch (e) { return e.name }",
      "\"TypeError\"" },
};
/* clang-format on */

static void modules(void **state)
{
    (void)state;
    js_refuse_globals = host;
    assert_int_equal(js_check_refused(rows, CM_ARRAY_LEN(rows)), 0);
    js_refuse_globals = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
