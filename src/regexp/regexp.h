/* SPDX-License-Identifier: MIT */
#ifndef CM_REGEXP_REGEXP_H
#define CM_REGEXP_REGEXP_H
/* regexp: ECMAScript 2025 regular expressions over 8-bit and 16-bit units.
 *
 * A pattern is compiled into one buffer (RegexpCode) without pointers: it may
 * be copied with memcpy, kept wherever 4-byte alignment is given, and matched
 * by any number of threads at once. Matching backtracks with an explicit stack;
 * it calls back every few thousand steps, so that whoever pays for the work can
 * end it.
 *
 * Ownership: the buffer belongs to whom compile gave it; a match keeps nothing.
 * Threads:   none inside.
 * Limits:    REGEXP_MAX_NESTING groups in each other, REGEXP_MAX_GROUPS
 *            captures, patterns of REGEXP_MAX_PATTERN units, code of
 *            REGEXP_MAX_WORDS. */
#include "base/alloc.h"

#include <stdbool.h>

#define REGEXP_MAX_NESTING 1000
#define REGEXP_MAX_GROUPS  32767
#define REGEXP_MAX_PATTERN (UINT32_C(1) << 20)
#define REGEXP_MAX_WORDS   (UINT32_C(1) << 23)

/* A capture that took no part. */
#define REGEXP_NONE UINT32_MAX

enum {
    REGEXP_HAS_INDICES = 1,   /* d */
    REGEXP_GLOBAL = 2,        /* g */
    REGEXP_IGNORE_CASE = 4,   /* i */
    REGEXP_MULTILINE = 8,     /* m */
    REGEXP_DOT_ALL = 16,      /* s */
    REGEXP_UNICODE = 32,      /* u */
    REGEXP_UNICODE_SETS = 64, /* v */
    REGEXP_STICKY = 128       /* y */
};

/* Who pays for memory and time. */
typedef struct RegexpHost {
    const cm_allocator *alloc;
    /* A number of steps was done; false: stop. NULL: never stop. */
    bool (*charge)(void *user, uint64_t steps);
    void *user;
} RegexpHost;

/* Units of a pattern or subject: exactly one of p8 and p16. */
typedef struct RegexpText {
    const uint8_t *p8;
    const uint16_t *p16;
    uint32_t len;
} RegexpText;

typedef struct RegexpError {
    const char *what; /* one phrase, static */
    uint32_t at;      /* unit of the pattern */
} RegexpError;

/* The head of compiled code; offsets are in words from the head. */
typedef struct RegexpCode {
    uint32_t size; /* bytes, head included */
    uint32_t flags;
    uint32_t n_groups; /* the whole match included */
    uint32_t n_slots;  /* 2 * n_groups, then registers of the matcher */
    uint32_t n_names;
    uint32_t names_at; /* RegexpName, then their units */
    uint32_t code_at, n_code;
    uint32_t sets_at, n_sets;
    uint32_t scan;      /* how starts are found, see regexp_internal.h */
    uint32_t scan_at;   /* its set or text */
    uint32_t scan_len;  /* text: units */
    uint32_t scan_rare; /* text: the unit to look for */
    uint32_t lead_pc;   /* loop at the start of the pattern, or REGEXP_NONE */
    uint32_t min_len;   /* units that a match has at least */
    uint32_t n_memos;   /* places worth remembering, 0: none */
} RegexpCode;

/* A named group; several may have one name. In the order of their groups. */
typedef struct RegexpName {
    uint32_t group;
    uint32_t at, len; /* UTF-16 units, from names_at, counted in units */
} RegexpName;

/* Compiles. The caller frees *ret_code with its `size`. CM_E_SYNTAX and
 * *ret_error, CM_E_NOMEM, or CM_E_LIMIT when the host said stop. */
cm_status cm__regexp_compile(const RegexpHost *host, const RegexpText *pattern,
                             unsigned flags, RegexpCode **ret_code,
                             RegexpError *ret_error);

/* The flags of a text like "gi". False: unknown, twice, or u with v. */
bool cm__regexp_flags(const RegexpText *text, unsigned *ret_flags);

static inline const RegexpName *regexp_names(const RegexpCode *code)
{
    return (
        const RegexpName *)(const void *)((const uint32_t *)(const void *)code +
                                          code->names_at);
}
static inline const uint16_t *regexp_name_units(const RegexpCode *code,
                                                const RegexpName *name)
{
    return (const uint16_t *)(const void *)regexp_names(code) + name->at;
}

typedef enum RegexpResult {
    REGEXP_STOPPED = -2, /* the host said stop */
    REGEXP_NOMEM = -1,
    REGEXP_NO_MATCH = 0,
    REGEXP_MATCH = 1
} RegexpResult;

/* The first match at or after `start` <= text->len, or only at it when sticky.
 * captures has 2 * n_groups places: start and end of each, REGEXP_NONE without.
 * They are undefined unless it matched. */
RegexpResult cm__regexp_match(const RegexpCode *code, const RegexpHost *host,
                              const RegexpText *text, uint32_t start,
                              bool sticky, uint32_t *captures);

#endif
