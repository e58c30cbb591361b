/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_ABSENCE_H
#define CM_CATALOG_ABSENCE_H
/* absence: paths without a tool of which the host says why; cm_tools_leave_out.
 *
 * Programs see nothing of them but the reason, in the failure of a call there.
 * Ownership: the list owns its texts. Threads: not written once it is shared.
 */
#include "base/alloc.h"

struct IndexMeter; /* catalog/index.h */

typedef struct Absence {
    char *path, *reason; /* owned */
} Absence;

/* All zero is an empty list. */
typedef struct AbsenceList {
    Absence *items; /* owned */
    size_t n, cap;
} AbsenceList;

/* Texts are copied. On failure nothing changed. */
cm_status cm__absence_add(AbsenceList *list, const cm_allocator *alloc,
                          const char *path, const char *reason);
/* Appends copies; on failure `to` may have some of them. */
cm_status cm__absence_copy(AbsenceList *to, const cm_allocator *alloc,
                           const AbsenceList *from);
void cm__absence_done(AbsenceList *list, const cm_allocator *alloc);

/* *ret_item: of that path, else the first one that has the same letters and
 * digits, without case; NULL: none. CM_E_LIMIT when the meter (may be NULL)
 * refused. */
cm_status cm__absence_find(const AbsenceList *list, const char *path,
                           size_t path_len, const struct IndexMeter *meter,
                           const Absence **ret_item);

#endif
