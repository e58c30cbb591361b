/* SPDX-License-Identifier: MIT */
/* Input: a JavaScript or TypeScript source. Oracles: it compiles to the same code
 * every time, or is refused with a message that has a place inside the text or
 * none; a compiler with less memory gives up or does the same. */
#include "fuzz.h"

#include <string.h>

#include "base/buf.h"
#include "engine/code.h"
#include "js/builtins/builtins.h"
#include "js/compile.h"

static cm_status compile(const char *source, size_t len, size_t memory,
                         Buf *out)
{
    JsCompileOptions options = { .memory_limit = memory, .want_calls = true };
    JsCompileResult result;
    Program *program = NULL;
    cm_status status = js_compile(cm__alloc_default(), js_realm(), source, len,
                                  &options, &program, &result);
    FUZZ_CHECK((status == CM_OK) == (program != NULL));
    if (program) {
        code_disassemble(program->main, out);
        for (size_t i = 0; i < result.n_calls; i++) {
            FUZZ_CHECK(result.calls[i].offset < len);
            cm__buf_add(out, result.calls[i].path, result.calls[i].path_len);
        }
        program_free(program);
    } else if (status == CM_E_SYNTAX) {
        FUZZ_CHECK(result.diag.message && *result.diag.message);
        FUZZ_CHECK(result.diag.line <= len + 1);
        FUZZ_CHECK((result.diag.line == 0) == (result.diag.column == 0));
        cm__buf_add_str(out, result.diag.message);
    } else {
        FUZZ_CHECK(status == CM_E_NOMEM);
    }
    js_compile_result_done(&result);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *source = (const char *)bytes;
    Buf first, again;
    cm__buf_init(&first, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&again, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm_status status = compile(source, size, 0, &first);
    size_t less = 4096 + size * 16;
    cm_status with_less = compile(source, size, less, &again);
    FUZZ_CHECK(with_less == CM_E_NOMEM || with_less == status);
    if (with_less == CM_E_NOMEM) {
        cm__buf_clear(&again);
        (void)compile(source, size, 0, &again);
    }
    FUZZ_CHECK(first.len == again.len &&
               memcmp(cm__buf_text(&first), cm__buf_text(&again), first.len) ==
                   0);
    cm__buf_done(&first);
    cm__buf_done(&again);
    return 0;
}
