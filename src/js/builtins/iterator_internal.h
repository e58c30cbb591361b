/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_ITERATOR_INTERNAL_H
#define CM_JS_BUILTINS_ITERATOR_INTERNAL_H
/* iterator_internal: what the files of Iterator share.
 *
 * An Iterator helper is an IterObj of ITERKIND_HELPER; what it does stands in
 * `what`. Its iterations are states of iterate.h in cells that hang in `extra`:
 *
 *               extra[0]           extra[1]          extra[2]
 *     map..     row of the source  callback          row of flatMap's inner
 *     chunks    row of the source  the chunk so far
 *     windows   row of the source  values before the next one
 *     concat    row of the one     method, iterable, method, iterable, ...
 *     zip       rows of all        padding or none   keys of zipKeyed or none
 *
 * next and return of a helper share their registers (H_*). Whatever moves along
 * lies in registers or in the helper, never in the frame, so that an entry that
 * ran out of memory can be repeated. */
#include "js/builtins/builtins.h"

#define ITER_MAX_COUNT 9007199254740991.0 /* 2^53 - 1 */

typedef enum HelperKind {
    HELPER_MAP,
    HELPER_FILTER,
    HELPER_TAKE,
    HELPER_DROP,
    HELPER_FLAT_MAP,
    HELPER_CHUNKS,
    HELPER_WINDOWS,
    HELPER_CONCAT,
    HELPER_ZIP
} HelperKind;

/* IterObj.state. return() on a fresh helper ends it first and closes then; one
 * that has yielded is running while it closes. */
enum {
    HELPER_FRESH,
    HELPER_RUNNING,
    HELPER_YIELDED
};

enum {
    H_RESULT, /* the result object, made first; undefined: not started */
    H_ITER,
    H_INNER = H_ITER + 3,
    H_VALUE = H_INNER + 3, /* a value on its way, VALUE_ABSENT for none */
    H_INDEX,               /* zip: the iterator being asked */
    H_ERROR,
    HELPER_REGS
};

/* f->pc of next */
enum {
    NEXT_START,
    NEXT_SOURCE,   /* asks the source */
    NEXT_ANSWERED, /* the callback returned */
    NEXT_OPEN,     /* opens an inner iteration */
    NEXT_INNER,    /* asks the inner iteration */
    NEXT_REST,     /* zip: looks whether the others are done too */
    NEXT_LIMIT,    /* take has taken enough: closes the source */
    NEXT_FAILED    /* closes the source after an error */
};

/* The three values of an iteration in a cell. VALUE_THROWN when refused. */
Value cm__iter_row_new(VM *vm, const Value *from);

/* A helper over f->call.this_val, whose next method is read now, into registers
 * 0..2. NULL when thrown. */
IterObj *cm__helper_over_this(VM *vm, NativeFrame *f, HelperKind what);
/* Ends an entry of next or return with { value: v, done }. */
Step cm__helper_finish(NativeFrame *f, IterObj *it, Value v, bool done);
/* The same by throwing what is parked; nothing is closed. Refused memory
 * changes nothing. */
Step cm__helper_throw(VM *vm, IterObj *it);
/* The same, closing the source in H_ITER first. */
Step cm__helper_fail(VM *vm, NativeFrame *f, IterObj *it);

/* The argument of an Iterator method was invalid (the error is parked): closes
 * `this`, whose next method nobody has read, and throws the error. Takes
 * registers iter..iter+2 and error_reg. */
Step cm__iter_reject(VM *vm, NativeFrame *f, uint32_t iter, uint32_t error_reg);

/* ---- kinds with files of their own; entries of next() after the start ---- */

Step cm__chunks_next(VM *vm, NativeFrame *f, IterObj *it);
Step cm__concat_next(VM *vm, NativeFrame *f, IterObj *it);
Step cm__zip_next(VM *vm, NativeFrame *f, IterObj *it);
/* Closes all and ends return(). */
Step cm__zip_return(VM *vm, NativeFrame *f, IterObj *it);
/* Closes the open ones of the iterations in a cell, the last
 * one first. *error is what was thrown before and after, VALUE_ABSENT for
 * nothing. False: memory or the end of the execution. */
bool cm__zip_close(VM *vm, Value rows, Value *error);

typedef enum ZipMode {
    ZIP_SHORTEST,
    ZIP_LONGEST,
    ZIP_STRICT
} ZipMode;

/* map, filter, take, drop, flatMap and the objects they return. */
void cm__install_iterator_helpers(RealmBuilder *b);
/* Iterator.from. */
void cm__install_iterator_from(RealmBuilder *b, Obj *ctor);
/* chunks, windows. */
void cm__install_iterator_chunks(RealmBuilder *b);
/* Iterator.concat. */
void cm__install_iterator_concat(RealmBuilder *b, Obj *ctor);
/* Iterator.zip, Iterator.zipKeyed. */
void cm__install_iterator_zip(RealmBuilder *b, Obj *ctor);
/* reduce, toArray, forEach, some, every, find, includes, join. */
void cm__install_iterator_consumers(RealmBuilder *b);

#endif
