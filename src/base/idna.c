/* SPDX-License-Identifier: MIT */
#include "base/idna.h"

#include <unictype.h>

static bool is_joining(uint32_t c, int side)
{
    int type = uc_joining_type((ucs4_t)c);
    return type == UC_JOINING_TYPE_D || type == side;
}

bool cm__idna_joiner_fits(const uint32_t *p, size_t n, size_t at)
{
    if (at > 0 && uc_combining_class(p[at - 1]) == UC_CCC_VR)
        return true;
    if (p[at] == CM_IDNA_ZWJ)
        return false;
    size_t before = at, after = at + 1;
    while (before > 0 && uc_joining_type(p[before - 1]) == UC_JOINING_TYPE_T)
        before--;
    while (after < n && uc_joining_type(p[after]) == UC_JOINING_TYPE_T)
        after++;
    return before > 0 && is_joining(p[before - 1], UC_JOINING_TYPE_L) &&
           after < n && is_joining(p[after], UC_JOINING_TYPE_R);
}

bool cm__idna_is_rtl(uint32_t c)
{
    int b = uc_bidi_class(c);
    return b == UC_BIDI_R || b == UC_BIDI_AL || b == UC_BIDI_AN;
}

static bool may_stand(int b, bool rtl)
{
    switch (b) {
    case UC_BIDI_EN:
    case UC_BIDI_ES:
    case UC_BIDI_CS:
    case UC_BIDI_ET:
    case UC_BIDI_ON:
    case UC_BIDI_BN:
    case UC_BIDI_NSM:
        return true;
    case UC_BIDI_L:
        return !rtl;
    case UC_BIDI_R:
    case UC_BIDI_AL:
    case UC_BIDI_AN:
        return rtl;
    default:
        return false;
    }
}

bool cm__idna_bidi_fits(const uint32_t *p, size_t n)
{
    bool has_en = false, has_an = false;
    if (n == 0)
        return true;
    int first = uc_bidi_class(p[0]);
    bool rtl = first == UC_BIDI_R || first == UC_BIDI_AL;
    if (!rtl && first != UC_BIDI_L)
        return false;
    for (size_t i = 0; i < n; i++) {
        int b = uc_bidi_class(p[i]);
        if (!may_stand(b, rtl))
            return false;
        has_en |= b == UC_BIDI_EN;
        has_an |= b == UC_BIDI_AN;
    }
    while (n > 1 && uc_bidi_class(p[n - 1]) == UC_BIDI_NSM)
        n--;
    int last = uc_bidi_class(p[n - 1]);
    if (rtl)
        return !(has_en && has_an) &&
               (last == UC_BIDI_R || last == UC_BIDI_AL || last == UC_BIDI_EN ||
                last == UC_BIDI_AN);
    return last == UC_BIDI_L || last == UC_BIDI_EN;
}
