/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_RESOURCEBOUND_H
#define CM_MCP_RESOURCEBOUND_H
/* resourcebound: the texts of the embedded resources of one result, which reach
 * a model as its text does, and have a bound of the same size together.
 *
 * The first that does not fit is cut to what is left (bound.h), those after it
 * to nothing but the line that names the file with all of it. After a few of
 * these the others are left out and counted, so that a result of very many
 * leaves neither very many lines nor very many files.
 * Ownership: borrows the bound's folder.
 * Threads:   none; files are written in the calling thread. */
#include "mcp/bound.h"
#include "json/tree.h"
#include "json/writer.h"

typedef struct ResourceBound {
    Bound left;
    size_t n_cut, n_left_out;
} ResourceBound;

/* The text of an embedded resource; NULL: the part is another one. */
const JsonValue *cm__resource_text(const JsonValue *part);
/* Writes a part, its text cut where that is needed; false: it is left out. */
bool cm__resource_write(ResourceBound *bound, JsonWriter *w,
                        const JsonValue *part);
/* Writes an object, a text part or a resource, with another text. */
void cm__resource_write_text(JsonWriter *w, const JsonValue *object,
                             const Buf *text);
/* Says that n of them were left out. */
void cm__resource_left_out_line(size_t n, char line[100]);

#endif
