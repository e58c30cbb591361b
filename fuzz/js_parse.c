/* SPDX-License-Identifier: MIT */
/* Input: a JavaScript or TypeScript source; see compile_twice.h for what must
 * hold. */
#include "compile_twice.h"

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
        check_refusal(result.diag.message, result.diag.line, result.diag.column,
                      len, out);
    } else {
        FUZZ_CHECK(status == CM_E_NOMEM);
    }
    js_compile_result_done(&result);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    compile_twice(compile, bytes, size);
    return 0;
}
