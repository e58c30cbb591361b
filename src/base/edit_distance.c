/* SPDX-License-Identifier: MIT */
#include "base/edit_distance.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"

static uint32_t min3(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t m = a < b ? a : b;
    return m < c ? m : c;
}

uint32_t cm__edit_distance(const char *a, size_t n, const char *b, size_t m)
{
    uint32_t rows[3][CM_EDIT_DISTANCE_MAX + 1];
    uint32_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= m; j++)
        last[j] = (uint32_t)j;
    for (size_t i = 1; i <= n; i++) {
        row[0] = (uint32_t)i;
        for (size_t j = 1; j <= m; j++) {
            uint32_t cost = a[i - 1] != b[j - 1];
            row[j] = min3(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
                a[i - 2] == b[j - 1] && before[j - 2] + 1 < row[j])
                row[j] = before[j - 2] + 1;
        }
        uint32_t *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[m];
}

size_t cm__edit_tolerance(size_t n, size_t m)
{
    size_t longer = n > m ? n : m;
    return longer / 4 > 1 ? longer / 4 : 1;
}

/* At most CM_EDIT_DISTANCE_MAX bytes. */
static uint32_t distance(const char *a, size_t n, const char *b, size_t m,
                         bool ignores_case)
{
    char x[CM_EDIT_DISTANCE_MAX], y[CM_EDIT_DISTANCE_MAX];
    if (!ignores_case)
        return cm__edit_distance(a, n, b, m);
    for (size_t i = 0; i < n; i++)
        x[i] = cm__ascii_lower(a[i]);
    for (size_t i = 0; i < m; i++)
        y[i] = cm__ascii_lower(b[i]);
    return cm__edit_distance(x, n, y, m);
}

static const char *nearest(const char *name, size_t len,
                           const char *const *names, size_t n_names,
                           bool ignores_case)
{
    const char *best = NULL;
    uint32_t best_distance = UINT32_MAX;
    if (len > CM_EDIT_DISTANCE_MAX)
        return NULL;
    for (size_t i = 0; i < n_names; i++) {
        size_t m = strlen(names[i]);
        size_t most = cm__edit_tolerance(len, m);
        if (m > CM_EDIT_DISTANCE_MAX || (m > len ? m - len : len - m) > most)
            continue;
        uint32_t d = distance(name, len, names[i], m, ignores_case);
        if (d <= most && d < best_distance) {
            best = names[i];
            best_distance = d;
        }
    }
    return best;
}

const char *cm__edit_nearest(const char *name, size_t len,
                             const char *const *names, size_t n_names)
{
    return nearest(name, len, names, n_names, true);
}

static bool has_same_letters(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        size_t in_a = 0, in_b = 0;
        for (size_t k = 0; k < len; k++) {
            in_a += a[k] == a[i];
            in_b += b[k] == a[i];
        }
        if (in_a != in_b)
            return false;
    }
    return true;
}

const char *cm__edit_typo(const char *word, size_t len,
                          const char *const *words, size_t n_words)
{
    const char *near = nearest(word, len, words, n_words, false);
    size_t m = near ? strlen(near) : 0;
    if (!near || len < 3 || (m == len && memcmp(near, word, len) == 0))
        return NULL;
    bool is_short = len < 5 && m < 5;
    if (is_short && (m != len || !has_same_letters(word, near, len)))
        return NULL;
    return near;
}
