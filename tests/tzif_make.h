/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_TZIF_MAKE_H
#define CM_TESTS_TZIF_MAKE_H
/* tzif_make: builds TZif bytes for tests, so that they do not depend on the
 * zones of the machine. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct TzifMaker {
    uint8_t bytes[4096];
    size_t n;
} TzifMaker;

typedef struct TzifTime {
    int64_t at;
    uint8_t kind; /* in offsets */
} TzifTime;

static inline void tzif_put(TzifMaker *m, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        m->bytes[m->n++] = (uint8_t)(value >> 8 * (size - 1 - i));
}

static inline void tzif_header(TzifMaker *m, char version, uint32_t n_times,
                               uint32_t n_offsets)
{
    memcpy(m->bytes + m->n, "TZif", 4);
    m->n += 4;
    tzif_put(m, (uint8_t)version, 1);
    for (int i = 0; i < 15; i++)
        tzif_put(m, 0, 1);
    const uint32_t counts[6] = { 0, 0, 0, n_times, n_offsets, 4 };
    for (int i = 0; i < 6; i++)
        tzif_put(m, counts[i], 4);
}

static inline void tzif_block(TzifMaker *m, size_t time_size,
                              const TzifTime *times, uint32_t n_times,
                              const int32_t *offsets, uint32_t n_offsets)
{
    for (uint32_t i = 0; i < n_times; i++)
        tzif_put(m, (uint64_t)times[i].at, time_size);
    for (uint32_t i = 0; i < n_times; i++)
        tzif_put(m, times[i].kind, 1);
    for (uint32_t i = 0; i < n_offsets; i++) {
        tzif_put(m, (uint32_t)offsets[i], 4);
        tzif_put(m, i, 1); /* is daylight */
        tzif_put(m, 0, 1); /* name */
    }
    memcpy(m->bytes + m->n, "ABC", 4);
    m->n += 4;
}

/* Version 2: an empty first block, the second, the footer. */
static inline void tzif_make(TzifMaker *m, const TzifTime *times,
                             uint32_t n_times, const int32_t *offsets,
                             uint32_t n_offsets, const char *footer)
{
    m->n = 0;
    tzif_header(m, '2', 0, 1);
    tzif_block(m, 4, NULL, 0, offsets, 1);
    tzif_header(m, '2', n_times, n_offsets);
    tzif_block(m, 8, times, n_times, offsets, n_offsets);
    tzif_put(m, '\n', 1);
    memcpy(m->bytes + m->n, footer, strlen(footer));
    m->n += strlen(footer);
    tzif_put(m, '\n', 1);
}

#endif
