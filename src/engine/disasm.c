/* SPDX-License-Identifier: MIT */
/* Bytecode as text: one line an instruction with its raw operands, the targets
 * of jumps and the constants that operands name. */
#include <string.h>

#include "base/buf.h"
#include "engine/code.h"
#include "engine/str_internal.h"
#include "engine/vm.h"

/* Functions nest no deeper than the parser allows; this bounds the C stack. */
#define NESTING_MAX 200

typedef struct OpInfo {
    const char *name;
    uint8_t words;
    const char *doc;
} OpInfo;

static const OpInfo op_infos[] = {
#define X(name, words, doc) { #name, words, doc },
#include "engine/opcodes.def"
#undef X
};

_Static_assert(CM_ARRAY_LEN(op_infos) == OP_COUNT, "one row per opcode");

static void add_str(Buf *out, const Str *s)
{
    StrView v;
    str_view_flat(s, &v);
    uint32_t n = v.len < 40 ? v.len : 40;
    cm__buf_add_char(out, '"');
    for (uint32_t i = 0; i < n; i++) {
        uint32_t unit = view_at(&v, i);
        if (unit < 0x20 || unit == '"' || unit == '\\')
            cm__buf_add_fmt(out, "\\x%02x", (unsigned)unit);
        else
            cm__buf_add_code_point(out, unit);
    }
    cm__buf_add_str(out, n < v.len ? "...\"" : "\"");
}

static void add_value(Buf *out, Value v)
{
    if (value_is_string(v))
        add_str(out, value_str(v));
    else if (value_is_int(v))
        cm__buf_add_int(out, value_to_int(v));
    else if (value_is_double(v))
        cm__buf_add_fmt(out, "%.17g", value_to_double(v));
    else if (value_is_heap(v))
        cm__buf_add_str(out, "<cell>"); /* no address: texts are compared */
    else
        cm__buf_add_fmt(out, "<value %016llx>", (unsigned long long)v);
}

/* The constant an instruction names, by its description; -1 when none. */
static int64_t constant_of(const OpInfo *op, const uint32_t *code)
{
    uint32_t ext = op->words > 1 ? code[1] : 0;
    if (strstr(op->doc, "key/ic") != NULL)
        return ext & 0xFFFF;
    if (strstr(op->doc, "K[ext]") != NULL)
        return ext;
    if (strstr(op->doc, "K[Bx]") != NULL)
        return INS_BX(code[0]);
    if (strstr(op->doc, "K[C]") != NULL)
        return INS_C(code[0]);
    return -1;
}

static void add_instruction(const FuncProto *f, uint32_t pc, Buf *out)
{
    const uint32_t *code = f->code + pc;
    const OpInfo *op = &op_infos[INS_OP(code[0])];
    cm__buf_add_fmt(out, "  %5u %-14s %3u %3u %3u", pc, op->name,
                    INS_A(code[0]), INS_B(code[0]), INS_C(code[0]));
    if (op->words > 1 && pc + 1 < f->n_code) {
        if (strstr(op->doc, "jump") != NULL || strcmp(op->name, "LOOP") == 0)
            cm__buf_add_fmt(out, "  -> %u",
                            pc + op->words + (uint32_t)(int32_t)code[1]);
        else
            cm__buf_add_fmt(out, "  ext %u", code[1]);
    }
    int64_t k = constant_of(op, code);
    if (k >= 0 && k < (int64_t)f->n_consts) {
        cm__buf_add_str(out, "  ; ");
        add_value(out, f->consts[k]);
    }
    cm__buf_add_char(out, '\n');
}

static void add_function(const FuncProto *f, Buf *out, unsigned nesting)
{
    cm__buf_add_fmt(out, "function %u ", f->id);
    if (f->name != NULL)
        add_str(out, f->name);
    cm__buf_add_fmt(out, " params %u regs %u upvalues %u flags %#x\n",
                    f->n_params, f->n_regs, f->n_upvalues, f->flags);
    for (uint32_t pc = 0; pc < f->n_code;) {
        uint8_t op = INS_OP(f->code[pc]);
        if (op >= OP_COUNT) {
            cm__buf_add_fmt(out, "  %5u bad opcode %u\n", pc, op);
            break;
        }
        add_instruction(f, pc, out);
        pc += op_infos[op].words;
    }
    for (uint32_t i = 0; i < f->n_handlers; i++) {
        const CodeHandler *h = &f->handlers[i];
        cm__buf_add_fmt(out, "  catch [%u, %u) -> %u in r%u\n", h->from, h->to,
                        h->target, h->reg);
    }
    for (uint32_t i = 0; i < f->n_protos && nesting < NESTING_MAX; i++)
        add_function(f->protos[i], out, nesting + 1);
}

void code_disassemble(const FuncProto *f, Buf *out)
{
    add_function(f, out, 0);
}
