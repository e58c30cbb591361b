/* SPDX-License-Identifier: MIT */
/* Input: choices of grammar_lua.c. Oracles: the program compiles; and those of
 * program.h. */
#include "grammar.h"
#include "program.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    Buf text;
    if (size > 2048)
        return 0;
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    grammar_write(&grammar_lua, NULL, bytes, size, &text, NULL);
    program_check(CM_LANGUAGE_LUA, PROGRAM_WELL_FORMED, text.bytes, text.len);
    cm__buf_done(&text);
    return 0;
}
