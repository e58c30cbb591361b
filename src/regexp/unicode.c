/* SPDX-License-Identifier: MIT */
#include "regexp/unicode.h"

#include <string.h>

typedef struct RangeList {
    uint32_t at; /* in range_bytes */
    uint32_t n;
} RangeList;

/* A place within a list: the end of the range before, and what follows it. */
typedef struct RangeMark {
    uint32_t end;
    uint32_t at; /* in range_bytes */
} RangeMark;

typedef struct PropertyName {
    uint16_t name; /* in property_pool */
    uint16_t set;
    uint16_t other; /* scripts: Script_Extensions */
} PropertyName;

typedef struct SequenceProperty {
    uint16_t name;
    uint16_t single; /* set of its single characters */
    uint32_t at;     /* in sequence_bytes */
    uint32_t n;
} SequenceProperty;

/* Characters first, first + stride, ... map to themselves plus delta. */
typedef struct CaseRun {
    uint32_t first;
    uint16_t n, stride;
    int32_t delta;
} CaseRun;

#include "regexp/unicode_tables.inc"

static uint32_t varint(const uint8_t **at)
{
    uint32_t n = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t b = *(*at)++;
        n |= (uint32_t)(b & 127) << shift;
        if (b < 128)
            return n;
    }
}

static void add_list(Ranges *out, const RangeList *list)
{
    const uint8_t *at = range_bytes + list->at;
    uint32_t c = 0;
    for (uint32_t i = 0; i < list->n; i++) {
        uint32_t first = c + varint(&at);
        c = first + varint(&at);
        cm__ranges_add(out, first, c - 1);
    }
}

/* With marks a look-up reads at most RANGES_PER_MARK ranges: identifiers are
 * looked up letter by letter. */
static bool list_has(const RangeList *list, const RangeMark *marks, uint32_t c)
{
    uint32_t low = 0, high = (list->n - 1) / RANGES_PER_MARK;
    while (low < high) {
        uint32_t mid = (low + high + 1) / 2;
        if (c < marks[mid].end)
            high = mid - 1;
        else
            low = mid;
    }
    const uint8_t *at = range_bytes + marks[low].at;
    uint32_t end = marks[low].end;
    uint32_t left = list->n - low * RANGES_PER_MARK;
    for (uint32_t i = 0; i < left && i < RANGES_PER_MARK; i++) {
        uint32_t first = end + varint(&at);
        end = first + varint(&at);
        if (c < end)
            return c >= first;
    }
    return false;
}

/* ---- properties ---- */

static const PropertyName *find_name(const PropertyName *rows, size_t n,
                                     const char *name)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t mid = (low + high) / 2;
        int order = strcmp(name, property_pool + rows[mid].name);
        if (order == 0)
            return &rows[mid];
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return NULL;
}

#define FIND(rows, name) find_name(rows, CM_ARRAY_LEN(rows), name)

bool cm__unicode_property(const char *name, const char *value, Ranges *ret_set)
{
    const PropertyName *row;
    uint16_t set;
    if (value == NULL) {
        row = FIND(binary_names, name);
        row = row ? row : FIND(category_names, name);
        set = row ? row->set : 0;
    } else if (strcmp(name, "gc") == 0 ||
               strcmp(name, "General_Category") == 0) {
        row = FIND(category_names, value);
        set = row ? row->set : 0;
    } else if (strcmp(name, "sc") == 0 || strcmp(name, "Script") == 0) {
        row = FIND(script_names, value);
        set = row ? row->set : 0;
    } else if (strcmp(name, "scx") == 0 ||
               strcmp(name, "Script_Extensions") == 0) {
        row = FIND(script_names, value);
        set = row ? row->other : 0;
    } else {
        return false;
    }
    if (row == NULL)
        return false;
    add_list(ret_set, &range_lists[set]);
    return true;
}

enum {
    SEQUENCE_MAX = 16 /* code points; the longest has 10 */
};

static bool add_sequences(const SequenceProperty *p, Ranges *ret_set,
                          UnicodeStringFn add, void *user)
{
    const uint8_t *at = sequence_bytes + p->at;
    uint32_t c[SEQUENCE_MAX];
    add_list(ret_set, &range_lists[p->single]);
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t len = varint(&at);
        for (uint32_t rest = varint(&at); rest > 0; rest--)
            c[len++] = sequence_alphabet[varint(&at)];
        if (!add(user, c, len))
            return false;
    }
    return true;
}

bool cm__unicode_sequences(const char *name, Ranges *ret_set,
                           UnicodeStringFn add, void *user)
{
    bool all = strcmp(name, "RGI_Emoji") == 0, found = false;
    for (size_t i = 0; i < CM_ARRAY_LEN(sequence_properties); i++) {
        const SequenceProperty *p = &sequence_properties[i];
        if (!all && strcmp(name, property_pool + p->name) != 0)
            continue;
        found = true;
        if (!add_sequences(p, ret_set, add, user))
            break;
    }
    return found;
}

bool cm__unicode_is_id_start(uint32_t c)
{
    if (c < 128)
        return (c | 32) - 'a' < 26;
    return list_has(&range_lists[SET_ID_START], id_start_marks, c);
}

bool cm__unicode_is_id_part(uint32_t c)
{
    if (c < 128)
        return (c | 32) - 'a' < 26 || c - '0' < 10 || c == '_';
    return list_has(&range_lists[SET_ID_CONTINUE], id_continue_marks, c);
}

/* ---- case ---- */

typedef struct CaseMap {
    const CaseRun *runs;
    size_t n;
} CaseMap;

static CaseMap case_map(bool is_unicode)
{
    return is_unicode ? (CaseMap){ fold_runs, CM_ARRAY_LEN(fold_runs) }
                      : (CaseMap){ legacy_runs, CM_ARRAY_LEN(legacy_runs) };
}

uint32_t cm__unicode_canonical(uint32_t c, bool is_unicode)
{
    if (c < 128) {
        if (is_unicode)
            return c - 'A' < 26 ? c + 32 : c;
        return c - 'a' < 26 ? c - 32 : c;
    }
    CaseMap map = case_map(is_unicode);
    size_t low = 0, high = map.n;
    while (low < high) {
        size_t mid = (low + high) / 2;
        const CaseRun *run = &map.runs[mid];
        if (c < run->first) {
            high = mid;
        } else if (c > run->first + (uint32_t)(run->n - 1) * run->stride) {
            low = mid + 1;
        } else {
            bool is_member = (c - run->first) % run->stride == 0;
            return is_member ? c + (uint32_t)run->delta : c;
        }
    }
    return c;
}

/* Everything that maps to a canonical character. */
static void add_variants(Ranges *s, uint32_t canonical, const CaseMap *map)
{
    cm__ranges_add(s, canonical, canonical);
    for (size_t i = 0; i < map->n; i++) {
        const CaseRun *run = &map->runs[i];
        uint32_t off = canonical - (uint32_t)run->delta - run->first;
        if (off <= (uint32_t)(run->n - 1) * run->stride &&
            off % run->stride == 0)
            cm__ranges_add(s, run->first + off, run->first + off);
    }
}

/* Closes a large set by going through all mappings instead of all members. */
static void close_large(Ranges *s, const CaseMap *map)
{
    Ranges canonical;
    cm__ranges_init(&canonical, s->alloc);
    cm__ranges_add_all(&canonical, s);
    for (size_t i = 0; i < map->n; i++) {
        const CaseRun *run = &map->runs[i];
        for (uint32_t k = 0; k < run->n; k++) {
            uint32_t c = run->first + k * run->stride;
            uint32_t to = c + (uint32_t)run->delta;
            if (cm__ranges_has(s, c))
                cm__ranges_add(&canonical, to, to);
        }
    }
    cm__ranges_sort(&canonical);
    cm__ranges_add_all(s, &canonical);
    for (size_t i = 0; i < map->n && !canonical.failed; i++) {
        const CaseRun *run = &map->runs[i];
        for (uint32_t k = 0; k < run->n; k++) {
            uint32_t c = run->first + k * run->stride;
            if (cm__ranges_has(&canonical, c + (uint32_t)run->delta))
                cm__ranges_add(s, c, c);
        }
    }
    cm__ranges_done(&canonical);
}

#define CLOSE_SMALL 32

uint32_t cm__unicode_close(Ranges *s, bool is_unicode)
{
    CaseMap map = case_map(is_unicode);
    cm__ranges_sort(s);
    uint32_t members = 0;
    for (uint32_t i = 0; i < s->n && members <= CLOSE_SMALL; i++)
        members += s->v[(size_t)2 * i + 1] - s->v[(size_t)2 * i] + 1;
    if (members > CLOSE_SMALL) {
        close_large(s, &map);
        cm__ranges_sort(s);
        return s->n + 2000;
    }
    uint32_t c[CLOSE_SMALL], n = 0;
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t x = s->v[(size_t)2 * i]; x <= s->v[(size_t)2 * i + 1];
             x++)
            c[n++] = cm__unicode_canonical(x, is_unicode);
    for (uint32_t i = 0; i < n; i++)
        add_variants(s, c[i], &map);
    cm__ranges_sort(s);
    return n * 16;
}
