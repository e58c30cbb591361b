/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_ERROR_H
#define CM_ENGINE_ERROR_H
/* error: throwing, error objects, diagnostic kinds.
 *
 * A thrown value is parked in vm->exception and C functions return
 * VALUE_THROWN, false, NULL or TRI_THROWN. Refused memory looks the same with
 * vm->heap.refused set and nothing parked: the VM loop collects and retries or
 * ends the execution. An ended execution (deadline, memory, steps, cancelled)
 * has vm->termination set; nothing catches that.
 *
 * Errors raised by the engine or the host are Error objects that carry a
 * diagnostic kind, an origin and the place of the innermost program expression;
 * the first place stays (spec/execution.md 3). */
#include "engine/object.h"

#include <stdarg.h>

#define DIAG_KINDS(X)                                \
    X(DIAG_EXECUTION_FAILURE, "ExecutionFailure")    \
    X(DIAG_PARSE_ERROR, "ParseError")                \
    X(DIAG_UNSUPPORTED_SYNTAX, "UnsupportedSyntax")  \
    X(DIAG_UNKNOWN_TOOL, "UnknownTool")              \
    X(DIAG_INVALID_TOOL_INPUT, "InvalidToolInput")   \
    X(DIAG_INVALID_TOOL_OUTPUT, "InvalidToolOutput") \
    X(DIAG_INVALID_DATA_VALUE, "InvalidDataValue")   \
    X(DIAG_TOOL_CALL_LIMIT, "ToolCallLimitExceeded") \
    X(DIAG_TIMEOUT, "TimeoutExceeded")               \
    X(DIAG_MEMORY_LIMIT, "MemoryLimitExceeded")      \
    X(DIAG_TOOL_FAILURE, "ToolFailure")              \
    X(DIAG_TRUNCATED, "Truncated")

typedef enum DiagKind {
#define X(id, text) id,
    DIAG_KINDS(X)
#undef X
    DIAG_KIND_COUNT
} DiagKind;

const char *diag_kind_name(DiagKind kind);

typedef enum ErrorClass {
    ERR_ERROR = 0,
    ERR_TYPE,
    ERR_RANGE,
    ERR_REFERENCE,
    ERR_SYNTAX,
    ERR_URI,
    ERR_EVAL,
    ERR_AGGREGATE,
    ERR_SUPPRESSED,
    ERR_CLASS_COUNT
} ErrorClass;

typedef enum ErrorOrigin {
    ORIGIN_PROGRAM = 0, /* new Error(...) in the program */
    ORIGIN_ENGINE,      /* raised by the interpreter or a built-in */
    ORIGIN_HOST_CALL,   /* tool or search */
    ORIGIN_EXTENSION
} ErrorOrigin;

typedef struct ErrorObj {
    Obj obj;
    uint8_t kind;   /* DiagKind */
    uint8_t origin; /* ErrorOrigin */
    uint8_t error_class;
    uint8_t cancelled;     /* a tool reported its own cancellation */
    uint32_t line, column; /* 0: no place */
    Value suggestion;      /* string or undefined */
} ErrorObj;

/* Throws an engine error located at the innermost program expression. The text
 * is printf-like; %S takes a Str * (NULL prints nothing), quoted as it is and
 * cut to 100 units. Returns VALUE_THROWN. */
Value throw_error(VM *vm, ErrorClass cls, const char *fmt, ...);
Value throw_type(VM *vm, const char *fmt, ...);
Value throw_range(VM *vm, const char *fmt, ...);
/* The same with a diagnostic kind of its own (InvalidDataValue, ...), which
 * also becomes the own non-enumerable property `kind`. */
Value throw_kind(VM *vm, DiagKind kind, ErrorClass cls, const char *fmt, ...);
/* Parks any value. */
Value throw_value(VM *vm, Value v);

/* An Error object without throwing; message VALUE_UNDEFINED means none. NULL
 * when refused. The place is the innermost program expression when located. */
ErrorObj *error_new(VM *vm, ErrorClass cls, Value message, bool located);

/* Place of the innermost program frame's current expression; 0, 0 without
 * one. */
void vm_location(VM *vm, uint32_t *ret_line, uint32_t *ret_column);

/* Text of a callee or operand as written, for messages: nested argument lists
 * are shown as "(...)", blanks folded, cut to 60 characters. Uses the position
 * entry of the current instruction. NULL when unknown. */
Str *vm_callee_text(VM *vm);

/* The await hint: InvalidDataValue, TypeError. what: e.g. "a promise". */
Value throw_await_hint(VM *vm, const char *what);
/* The same for a tool reference: call it and await the answer. */
Value throw_reference_hint(VM *vm);
/* throw_kind with a suggestion (ASCII, may be NULL). */
Value throw_suggest(VM *vm, DiagKind kind, ErrorClass cls,
                    const char *suggestion, const char *fmt, ...);

/* Sets the kind; any but ExecutionFailure also becomes the own hidden property
 * `kind`. False when refused. */
bool error_set_kind(VM *vm, ErrorObj *e, DiagKind kind);

/* The formatter of throw_error: %s (UTF-8) %S %d %u %zu %c %g (as JavaScript
 * prints numbers) %%. NULL when refused. */
Str *format_text(VM *vm, const char *fmt, ...);
Str *format_text_v(VM *vm, const char *fmt, va_list ap);

/* Source text for messages; see vm_callee_text. NULL when refused. */
Str *source_excerpt(VM *vm, const char *text, size_t len);

#endif
