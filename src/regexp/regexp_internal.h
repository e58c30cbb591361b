/* SPDX-License-Identifier: MIT */
#ifndef CM_REGEXP_REGEXP_INTERNAL_H
#define CM_REGEXP_REGEXP_INTERNAL_H
/* regexp_internal: the code, the sets in it, and the tree it is made from.
 *
 * Code is 32-bit words: an instruction in the low byte of a word with an
 * argument above, then its further words. Sets live behind the code, named by
 * their word offset from sets_at:
 *
 *     set    8 words of bits for units below 256, 1 word: SET_HIGH_* and the
 *            number of pairs << 8, then pairs (first, last), ascending
 *     first  8 words of bits, 1 word: FIRST_HIGH and FIRST_END */
#include "base/buf.h"
#include "regexp/ranges.h"
#include "regexp/regexp.h"

typedef enum RegexpOp {
    RE_MATCH,
    RE_FAIL,
    RE_CHAR,       /* unit */
    RE_CHAR_BACK,  /* unit */
    RE_STR,        /* n | two units a word */
    RE_SET,        /* set; one unit */
    RE_SET_U,      /* set; one code point */
    RE_SET_BACK,   /* set */
    RE_SET_BACK_U, /* set */
    RE_JMP,        /* | target */
    RE_SPLIT, /* | target, memo, first here, first there: go on, then there */
    RE_SPLIT_LAZY, /* the same, there first */
    RE_CHOOSE,     /* SPLIT whose firsts are known and differ */
    RE_CHOOSE_LAZY,
    RE_SAVE,  /* slot */
    RE_RESET, /* slot | end: these slots are forgotten */
    RE_BOL,
    RE_EOL,
    RE_LINE_BOL,
    RE_LINE_EOL,
    RE_WORD, /* 1: with the two letters that fold to ASCII */
    RE_NOT_WORD,
    RE_BACKREF, /* n | flags, n groups: the first that took part */
    RE_LOOP,    /* set | min, max, first behind, memo: as many as there are */
    RE_LOOP_U,
    RE_LOOP_OWN, /* gives nothing back */
    RE_LOOP_OWN_U,
    RE_LOOP_LAZY,
    RE_LOOP_LAZY_U,
    RE_LOOP_BACK, /* the same to the left */
    RE_LOOP_BACK_U,
    RE_LOOP_BACK_LAZY,
    RE_LOOP_BACK_LAZY_U,
    RE_INIT,    /* slot: counter = 0 */
    RE_REPEAT,  /* slot | min, max, exit, lazy */
    RE_NEXT,    /* slot | target, mark slot or NONE, min */
    RE_MARK,    /* slot: where the round starts */
    RE_MOVED,   /* slot: fails when the round took nothing */
    RE_LOOK,    /* slot | negative, end */
    RE_LOOK_OK, /* slot | negative */
    RE_OPS
} RegexpOp;

#define RE_WORD_OF(op, arg) ((uint32_t)(op) | (uint32_t)(arg) << 8)
#define RE_OP(w)            ((RegexpOp)((w)&0xFF))
#define RE_ARG(w)           ((w) >> 8)

/* Words of an instruction, its own included. */
uint32_t cm__regexp_words(const uint32_t *pc);

enum {
    SET_HIGH_NONE = 0,
    SET_HIGH_ALL = 1,
    SET_HIGH_PAIRS = 2,
    SET_HEAD = 9, /* words before the pairs */
    FIRST_HIGH = 1,
    FIRST_END = 2,
    FIRST_WORDS = 9
};
#define FIRST_ANY REGEXP_NONE /* everything may come: no set */

enum {
    BACKREF_FOLD = 1,
    BACKREF_UNICODE = 2,
    BACKREF_BACK = 4
};

/* How the places to try are found. */
enum {
    SCAN_ALL,
    SCAN_START, /* only at 0 */
    SCAN_LINES, /* 0 and behind line terminators */
    SCAN_TEXT,  /* where a text occurs */
    SCAN_FIRST, /* where the first unit fits */
    SCAN_TEXT_MAX = 64
};

static inline bool set_has_low(const uint32_t *set, uint32_t c)
{
    return set[c >> 5] >> (c & 31) & 1;
}
bool cm__regexp_set_has_high(const uint32_t *set, uint32_t c);
static inline bool set_has(const uint32_t *set, uint32_t c)
{
    return c < 256 ? set_has_low(set, c) : cm__regexp_set_has_high(set, c);
}

/* ---- the tree ---- */

typedef enum NodeKind {
    NODE_EMPTY,
    NODE_CHAR,    /* a: code point; never a surrogate in Unicode mode */
    NODE_SET,     /* a: set; b: needs whole code points */
    NODE_OP,      /* a: instruction without operands */
    NODE_BACKREF, /* a: first of `refs`, b: their number, c: flags */
    NODE_GROUP,   /* a: index; one child, an ALT */
    NODE_ALT,     /* children: SEQ */
    NODE_SEQ,
    NODE_QUANT, /* a: min, b: max or NONE; one child */
    NODE_LOOK   /* one child, an ALT */
} NodeKind;

typedef struct Node {
    uint8_t kind;
    bool is_back;     /* matches to the left */
    bool is_lazy;     /* QUANT */
    bool is_negative; /* LOOK */
    uint8_t mods;     /* to go back to at the end of a group */
    uint32_t a, b, c;
    uint32_t min_len;
    uint32_t group_from, group_to; /* captures inside */
    uint32_t pc;                   /* emitter */
    struct Node *parent, *prev, *next, *first, *last;
} Node;

typedef struct GroupName {
    uint32_t group;
    uint32_t at, len; /* in `name_units` */
    uint32_t same;    /* next entry of this name, or NONE */
    bool is_open;     /* may take part together with what follows */
} GroupName;

/* Everything a compilation holds. */
typedef struct Regexp {
    const RegexpHost *host;
    RegexpText text;
    uint32_t at; /* next unit */
    unsigned flags, mods;
    bool is_unicode; /* u or v */
    bool is_sets;    /* v */
    bool has_names;  /* \k is a reference */
    bool is_back;    /* inside a lookbehind */
    bool has_backrefs, has_looks, has_counts;
    uint32_t depth, n_groups, all_groups, n_registers;
    struct Arena *arena;
    cm_status status;
    RegexpError error;
    Node *seq; /* being filled */
    Node *root;
    /* growing arrays */
    Buf code, sets, names, name_units, refs, named_refs, set_table, name_table;
    uint32_t set_buckets[256]; /* of rows in set_table */
    uint32_t n_name_table, n_memos;
    uint32_t lead_pc, scan, scan_at, scan_len, scan_rare;
} Regexp;

static inline uint32_t regexp_unit(const RegexpText *t, uint32_t i)
{
    return t->p8 ? t->p8[i] : t->p16[i];
}
static inline bool is_lead(uint32_t c)
{
    return (c & 0xFFFFFC00) == 0xD800;
}
static inline bool is_trail(uint32_t c)
{
    return (c & 0xFFFFFC00) == 0xDC00;
}
static inline bool is_surrogate(uint32_t c)
{
    return (c & 0xFFFFF800) == 0xD800;
}
static inline uint32_t join_pair(uint32_t lead, uint32_t trail)
{
    return ((lead & 0x3FF) << 10 | (trail & 0x3FF)) + 0x10000;
}

/* The first failure stays. */
bool cm__regexp_fail(Regexp *r, uint32_t at, const char *what);
bool cm__regexp_nomem(Regexp *r);
/* Charges for n units of work. */
bool cm__regexp_work(Regexp *r, uint64_t n);

Node *cm__regexp_node(Regexp *r, NodeKind kind);
/* Appends to the sequence being filled. */
Node *cm__regexp_add(Regexp *r, Node *n);
Node *cm__regexp_add_char(Regexp *r, uint32_t c);
/* Takes the set in any order; `close` adds case variants first where they
 * count. */
Node *cm__regexp_add_set(Regexp *r, Ranges *set, bool close, bool invert);
/* The serialised set; REGEXP_NONE on failure. */
uint32_t cm__regexp_set(Regexp *r, const Ranges *set);
uint32_t cm__regexp_set_words(Regexp *r, const uint32_t *words, uint32_t n);
static inline uint32_t *regexp_set_at(const Regexp *r, uint32_t at)
{
    return (uint32_t *)(void *)r->sets.bytes + at;
}
static inline uint32_t *regexp_code_at(const Regexp *r, uint32_t pc)
{
    return (uint32_t *)(void *)r->code.bytes + pc;
}
static inline uint32_t regexp_pc(const Regexp *r)
{
    return (uint32_t)(r->code.len / 4);
}

#define RE_END UINT32_MAX

/* The next code point (Unicode mode) or unit; RE_END at the end. */
uint32_t cm__regexp_peek(const Regexp *r);
void cm__regexp_skip(Regexp *r, uint32_t c);
bool cm__regexp_eat(Regexp *r, char c);

/* A class escape's set, or a character. */
typedef struct Atom {
    bool is_set;
    uint32_t c;
} Atom;

/* Behind the backslash. Fills *ret_atom; sets go to `set` (with `strings` for
 * properties of strings where allowed). */
struct ClassStrings;
bool cm__regexp_char_escape(Regexp *r, bool in_class, uint32_t *ret_c);
/* d D s S w W p P: true when it was one (or failed). */
bool cm__regexp_class_escape(Regexp *r, uint32_t c, Ranges *set,
                             struct ClassStrings *strings);
bool cm__regexp_hex(Regexp *r, uint32_t digits, uint32_t *ret_c);
bool cm__regexp_unicode_escape(Regexp *r, bool whole, uint32_t *ret_c);
bool cm__regexp_class(Regexp *r);
/* Name between < and >, behind the <. */
bool cm__regexp_name(Regexp *r, uint32_t *ret_at, uint32_t *ret_len);

bool cm__regexp_parse(Regexp *r);
bool cm__regexp_emit(Regexp *r);
/* Firsts, possessive loops, choices, the way to scan. */
bool cm__regexp_analyse(Regexp *r);

/* Strings of a class in v mode. */
typedef struct ClassString {
    struct ClassString *next;
    uint32_t len;
    uint32_t c[];
} ClassString;

typedef struct ClassStrings {
    ClassString **v; /* owned; sorted by length (longest first), then content */
    uint32_t n, cap;
    bool may; /* by its syntax it may contain strings */
} ClassStrings;

bool cm__regexp_strings_add(Regexp *r, ClassStrings *s, const uint32_t *c,
                            uint32_t len);
/* A class of characters and strings: an alternation, longest first. */
bool cm__regexp_add_strings(Regexp *r, Ranges *set, ClassStrings *strings);
void cm__regexp_strings_done(Regexp *r, ClassStrings *s);

#endif
