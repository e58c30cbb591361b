/* SPDX-License-Identifier: MIT */
#include "base/buf.h"
#include "engine/lua_code.h"

const uint8_t lua_instr_words[LUA_INSTR_COUNT] = {
#define X(name, words, doc) words,
#include "engine/lua_opcodes.def"
#undef X
};

static const char *const names[LUA_INSTR_COUNT] = {
#define X(name, words, doc) #name,
#include "engine/lua_opcodes.def"
#undef X
};

static void one(const FuncProto *f, Buf *out)
{
    cm__buf_add_fmt(out, "function %u: %u registers, %u constants\n",
                    (unsigned)f->id, (unsigned)f->n_regs,
                    (unsigned)f->n_consts);
    for (uint32_t pc = 0; pc < f->n_code;) {
        uint32_t i = f->code[pc];
        uint8_t words = lua_instr_words[INS_OP(i)];
        cm__buf_add_fmt(out, "%4u %-10s %u %u %u", (unsigned)pc,
                        names[INS_OP(i)], INS_A(i), INS_B(i), INS_C(i));
        if (words > 1)
            cm__buf_add_fmt(out, " : %d", (int)f->code[pc + 1]);
        cm__buf_add_char(out, '\n');
        pc += words;
    }
}

void lua_disassemble(const FuncProto *f, struct Buf *out)
{
    one(f, out);
    for (uint32_t i = 0; i < f->n_protos; i++)
        lua_disassemble(f->protos[i], out);
}
