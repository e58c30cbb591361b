/* SPDX-License-Identifier: MIT */
#include "engine/merge.h"

#include "engine/meter.h"

#include <string.h>

#define SEAM_FROM 4 /* width from which a look at the seam pays */

static ValuesCell *row(Value v)
{
    return value_ptr(v);
}

static void start_pair(Merge *m)
{
    m->mid = merge_run_end(m->lo, m->width, m->n);
    m->hi = merge_run_end(m->mid, m->width, m->n);
    m->i = m->k = m->lo;
    m->j = m->mid;
    m->in_order = false;
    m->phase =
        m->width >= SEAM_FROM && m->mid < m->hi ? MERGE_SEAM : MERGE_RUNS;
}

void merge_start(Merge *m, uint32_t n)
{
    *m = (Merge){ .n = n, .width = 1, .phase = MERGE_DONE };
    if (n > 1)
        start_pair(m);
}

/* Copies what one exhausted run leaves of the other and goes to the next pair
 * of runs, or to the next pass with twice the width. */
static void finish_pair(Merge *m, Value rows[2])
{
    const ValuesCell *from = row(rows[0]);
    ValuesCell *to = row(rows[1]);
    memcpy(to->v + m->k, from->v + m->i, (m->mid - m->i) * sizeof(Value));
    m->k += m->mid - m->i;
    memcpy(to->v + m->k, from->v + m->j, (m->hi - m->j) * sizeof(Value));
    m->lo = m->hi;
    if (m->lo == m->n) {
        Value swap = rows[0];
        rows[0] = rows[1];
        rows[1] = swap;
        m->width *= 2;
        m->lo = 0;
    }
    if (m->width >= m->n)
        m->phase = MERGE_DONE;
    else
        start_pair(m);
}

Tri merge_next(VM *vm, Merge *m, Value rows[2], Value ret_pair[2])
{
    while (m->phase != MERGE_DONE) {
        bool is_seam = m->phase == MERGE_SEAM;
        if (is_seam || (!m->in_order && m->i < m->mid && m->j < m->hi)) {
            const ValuesCell *from = row(rows[0]);
            ret_pair[0] = from->v[is_seam ? m->mid - 1 : m->i];
            ret_pair[1] = from->v[is_seam ? m->mid : m->j];
            m->is_waiting = true;
            return TRI_TRUE;
        }
        if (!vm_charge(vm, m->hi - m->lo))
            return TRI_THROWN;
        finish_pair(m, rows);
    }
    return TRI_FALSE;
}

void merge_answer(Merge *m, const Value rows[2], bool is_below)
{
    m->is_waiting = false;
    if (m->phase == MERGE_SEAM) {
        m->in_order = !is_below;
        m->phase = MERGE_RUNS;
        return;
    }
    const ValuesCell *from = row(rows[0]);
    row(rows[1])->v[m->k++] = is_below ? from->v[m->j++] : from->v[m->i++];
}
