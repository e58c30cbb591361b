/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_IDNA_H
#define CM_BASE_IDNA_H
/* idna: the rules for labels of international host names that do not depend on
 * how a name was mapped: joiners (RFC 5892, appendix A.1 and A.2) and text from
 * right to left (RFC 5893, section 2). What points a label may hold is its
 * users' matter: URLs follow UTS 46, formats of schemas IDNA 2008.
 *
 * Points are Unicode code points; the properties are libunistring's. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CM_IDNA_ZWNJ UINT32_C(0x200C)
#define CM_IDNA_ZWJ  UINT32_C(0x200D)

/* Whether the joiner at that index may stand there. */
bool cm__idna_joiner_fits(const uint32_t *points, size_t n, size_t at);

/* Whether the point makes its name one that goes right to left. */
bool cm__idna_is_rtl(uint32_t point);

/* The bidi rule; for each label of such a name. An empty label fits. */
bool cm__idna_bidi_fits(const uint32_t *points, size_t n);

#endif
