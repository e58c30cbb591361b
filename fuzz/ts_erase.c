/* SPDX-License-Identifier: MIT */
/* Input: choices of grammar_js.c. Oracle: the program with types compiles to
 * the code of the program without. */
#include "grammar.h"

#include <string.h>

#include "engine/code.h"
#include "js/builtins/builtins.h"
#include "js/compile.h"

static void compile(const Buf *text, Buf *out)
{
    JsCompileResult result;
    Program *program = NULL;
    cm__buf_init(out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    FUZZ_CHECK(js_compile(cm__alloc_default(), js_realm(), text->bytes,
                          text->len, NULL, &program, &result) == CM_OK);
    code_disassemble(program->main, out);
    program_free(program);
    js_compile_result_done(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    Buf plain, typed, code, again;
    if (size > 2048)
        return 0;
    cm__buf_init(&plain, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&typed, cm__alloc_default(), CM_BUF_NO_LIMIT);
    grammar_write(&grammar_js, NULL, bytes, size, &plain, &typed);
    compile(&plain, &code);
    compile(&typed, &again);
    FUZZ_CHECK(code.len == again.len &&
               memcmp(code.bytes, again.bytes, code.len) == 0);
    cm__buf_done(&plain);
    cm__buf_done(&typed);
    cm__buf_done(&code);
    cm__buf_done(&again);
    return 0;
}
