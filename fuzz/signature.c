/* SPDX-License-Identifier: MIT */
/* Input: a schema. Oracles: a type is valid UTF-8 within its limit, the same
 * twice, and one line in its compact form; an input is blank exactly when that
 * form says so. */
#include "fuzz.h"

#include <string.h>

#include "base/utf8.h"
#include "catalog/signature.h"

enum {
    MAX_BYTES = 8192
};

static void render(Buf *out, cm_language language, TypeForm form,
                   const char *schema)
{
    const TypeStyle style = { language, form, 0 };
    cm__buf_init(out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__type_add(out, &style, schema);
    FUZZ_CHECK(out->status == CM_OK);
    FUZZ_CHECK(out->len > 0 && out->len <= CM_TYPE_MAX_BYTES);
    FUZZ_CHECK(cm__utf8_is_valid(cm__buf_text(out), out->len));
    FUZZ_CHECK(!memchr(out->bytes, '\0', out->len));
    if (form == TYPE_COMPACT)
        FUZZ_CHECK(!strpbrk(out->bytes, "\r\n"));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char schema[MAX_BYTES + 1];
    if (size > MAX_BYTES)
        return 0;
    if (size)
        memcpy(schema, bytes, size);
    schema[size] = '\0';
    for (int language = 0; language < 2; language++) {
        for (int form = TYPE_COMPACT; form <= TYPE_DECLARED; form++) {
            Buf a, b;
            render(&a, (cm_language)language, (TypeForm)form, schema);
            render(&b, (cm_language)language, (TypeForm)form, schema);
            FUZZ_CHECK(a.len == b.len && !memcmp(a.bytes, b.bytes, a.len));
            cm__buf_done(&a);
            cm__buf_done(&b);
        }
    }
    cm_status status = CM_OK;
    TypeNeed need = cm__type_need(cm__alloc_default(), schema, &status);
    Buf compact;
    render(&compact, CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT, schema);
    const char *text = cm__buf_text(&compact);
    FUZZ_CHECK((need == TYPE_NEED_NONE) == (strcmp(text, "{}") == 0));
    FUZZ_CHECK(need != TYPE_NEED_OPTIONAL || text[0] == '{');
    cm__buf_done(&compact);
    return 0;
}
