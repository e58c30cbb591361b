/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_CODE_H
#define CM_ENGINE_CODE_H
/* code: a compiled program.
 *
 * A Program owns a shared heap (its constants: interned strings, doubles,
 * nested functions' templates) and an arena of FuncProto records. Once compiled
 * it is immutable and may run in any number of executions and threads at once.
 *
 * Instructions are 32-bit words: op in the low byte, then A, B, C (8 bits each)
 * or A and a 16-bit Bx / sBx. Some are followed by one or two extension words;
 * see opcodes.def, the only list of them. Inline caches are not in the code:
 * word `ic` numbers index a per-execution side array of the function. */
#include "base/arena.h"
#include "engine/str.h"

typedef enum Op {
#define X(name, words, doc) OP_##name,
#include "engine/opcodes.def"
#undef X
    OP_COUNT
} Op;

#define INS_OP(i)  ((uint8_t)(i))
#define INS_A(i)   ((uint8_t)((i) >> 8))
#define INS_B(i)   ((uint8_t)((i) >> 16))
#define INS_C(i)   ((uint8_t)((i) >> 24))
#define INS_BX(i)  ((uint16_t)((i) >> 16))
#define INS_SBX(i) ((int16_t)((i) >> 16))

#define INS_ABC(op, a, b, c)                        \
    ((uint32_t)(op) | (uint32_t)(uint8_t)(a) << 8 | \
     (uint32_t)(uint8_t)(b) << 16 | (uint32_t)(uint8_t)(c) << 24)
#define INS_ABX(op, a, bx)                          \
    ((uint32_t)(op) | (uint32_t)(uint8_t)(a) << 8 | \
     (uint32_t)(uint16_t)(bx) << 16)

#define MAX_REGISTERS 250 /* of a function; the emitter spills beyond */

/* Where an instruction stands in the source; sorted by pc. An instruction that
 * can throw has an entry, or shares the closest one before it. */
typedef struct CodePos {
    uint32_t pc;    /* word index of the instruction */
    uint32_t start; /* byte offset of the expression's first character */
    uint32_t end;   /* for calls: end of the callee's text; else start */
} CodePos;

/* Code in [from, to) is protected: on a throw the exception goes to register
 * `reg` and execution continues at `target`. Inner ranges come first. */
typedef struct CodeHandler {
    uint32_t from, to;
    uint32_t target;
    uint32_t reg;
} CodeHandler;

/* How an operand of the instruction at pc is called in messages of Lua. */
typedef struct CodeName {
    uint32_t pc;
    uint8_t operand; /* 0 first, 1 second, ... */
    uint8_t kind;    /* NAME_* */
    const Str *name;
} CodeName;

enum {
    NAME_LOCAL,
    NAME_UPVALUE,
    NAME_GLOBAL,
    NAME_FIELD,
    NAME_METHOD,
    NAME_CONSTANT
};

/* How CLOSURE fills an upvalue: from a register of the enclosing frame, from
 * its row of spilled variables, or from the enclosing closure's own
 * upvalues. */
enum {
    UPVALUE_OUTER = 0,
    UPVALUE_REGISTER = 1,
    UPVALUE_SPILL = 2
};

typedef struct UpvalueDesc {
    uint8_t from; /* UPVALUE_* */
    uint8_t row;  /* UPVALUE_SPILL: register of the row */
    uint16_t index;
} UpvalueDesc;

/* Names of the properties of an object literal `{a, b, c}` in order, made at
 * compile time; NEWOBJLIT stores registers straight into slots. No index keys,
 * no duplicates, no __proto__. */
typedef struct LiteralKeys {
    uint32_t n;
    PropKey *keys;
} LiteralKeys;

enum {
    FUNC_ASYNC = 1,
    FUNC_GENERATOR = 2,
    FUNC_ARROW = 4,
    FUNC_METHOD = 8,       /* no prototype, not a constructor */
    FUNC_CLASS = 16,       /* class constructor: call without new throws */
    FUNC_DERIVED = 32,     /* derived class constructor */
    FUNC_VARARG = 64,      /* uses rest parameter or arguments: arguments beyond
                              the parameters are kept below the frame */
    FUNC_NEEDS_HOME = 128, /* uses super */
    FUNC_PROGRAM = 256     /* the program's body */
};

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): by topic */
typedef struct FuncProto {
    const uint32_t *code;
    uint32_t n_code;
    const Value *consts; /* shared strings, numbers, image objects */
    uint32_t n_consts;
    struct FuncProto **protos;
    uint32_t n_protos;
    const LiteralKeys *literals;
    uint32_t n_literals;
    const UpvalueDesc *upvalues;
    uint32_t n_upvalues;
    const CodeHandler *handlers;
    uint32_t n_handlers;
    const CodePos *positions;
    uint32_t n_positions;
    const CodeName *names; /* Lua; sorted by pc, may be NULL */
    uint32_t n_names;
    uint32_t n_ics;    /* inline caches */
    uint32_t n_regs;   /* registers, parameters included; <= 255 */
    uint32_t n_params; /* declared, without a rest parameter */
    uint32_t length;   /* value of the function's `length` */
    uint32_t flags;    /* FUNC_* */
    uint32_t id;       /* number within the program, from 0 */
    Str *name;         /* interned; "" when anonymous */
    uint32_t source_start, source_end; /* text for toString */
    struct Program *program;
} FuncProto;

struct Realm;

typedef struct Program {
    const cm_allocator *alloc; /* borrowed */
    const struct Realm *realm; /* home of names known to every program */
    Heap heap;                 /* shared: strings of constants */
    Atoms atoms;               /* names that the image lacks */
    Arena arena;               /* FuncProtos, code, tables */
    FuncProto *main;
    uint32_t n_protos;
    char *source; /* owned copy, UTF-8 as submitted */
    size_t source_len;
    uint32_t *line_starts; /* built at compile time: byte offsets of lines */
    uint32_t n_lines;
} Program;

/* Line and column (from 1, columns in Unicode characters) of a byte offset. */
void program_location(const Program *p, uint32_t offset, uint32_t *ret_line,
                      uint32_t *ret_column);

/* The position entry that covers the instruction at pc, or NULL. */
const CodePos *proto_position(const FuncProto *f, uint32_t pc);

/* An empty program over a copy of the source. NULL: memory refused. */
Program *program_new(const cm_allocator *alloc, const struct Realm *realm,
                     const char *source, size_t source_len);
void program_free(Program *p);

/* Interning for constants of a program: image first, then the program's own
 * table. Used at compile time only (no VM exists then). NULL: memory refused.
 * */
Str *program_intern8(Program *p, const uint8_t *units, size_t len);
Str *program_intern16(Program *p, const uint16_t *units, size_t len);
/* A flat shared string that need not be a name (long literals). */
Str *program_str8(Program *p, const uint8_t *units, size_t len);

/* Text of the whole program's bytecode, for tests and debugging. */
struct Buf;
void code_disassemble(const FuncProto *f, struct Buf *out);

#endif
