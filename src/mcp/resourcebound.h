/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_RESOURCEBOUND_H
#define CM_MCP_RESOURCEBOUND_H
/* resourcebound: how many parts beside its text a result may have, and how
 * large they are together.
 *
 * CM_PARTS_MAX of them, and CM_MEDIA_MAX bytes of JSON without inline media,
 * which have a bound of their own; those that do not fit are left out and
 * counted. The texts of embedded resources reach a model as its text does, and
 * have a bound of the same size together. The first that does not fit is cut to what is left (bound.h), those after it
 * to nothing but the line that names the file with all of it. After a few of
 * these the others are left out and counted, so that a result of very many
 * leaves neither very many lines nor very many files.
 * Ownership: borrows the bound's folder.
 * Threads:   none; files are written in the calling thread. */
#include "mcp/bound.h"
#include "json/tree.h"
#include "json/writer.h"

/* Bytes of inline media, decoded, in one result; and of the other JSON of its
 * parts. */
#define CM_MEDIA_MAX ((size_t)5 << 20)
#define CM_PARTS_MAX 1000

typedef struct ResourceBound {
    Bound left;
    size_t n_cut, n_left_out;
    size_t n_parts, n_bytes; /* written; bytes without media */
    size_t n_over;           /* left out for one of these */
} ResourceBound;

/* The text of a text part; NULL: the part is another one. */
const JsonValue *cm__part_text(const JsonValue *part);
/* The base64 text of an image, audio or embedded resource, or NULL. */
const JsonValue *cm__resource_media(const JsonValue *part);

/* The text of an embedded resource; NULL: the part is another one. */
const JsonValue *cm__resource_text(const JsonValue *part);
/* Writes a part, its text cut where that is needed; false: it is left out. */
bool cm__resource_write(ResourceBound *bound, JsonWriter *w,
                        const JsonValue *part);
/* The same of a part that is JSON already, n_media bytes of it base64. */
bool cm__resource_write_raw(ResourceBound *bound, JsonWriter *w,
                            const char *json, size_t len, size_t n_media);
/* Writes a text part with another text; its other members only while they
 * fit. */
void cm__resource_write_words(ResourceBound *bound, JsonWriter *w,
                              const JsonValue *part, const char *text,
                              size_t len);
/* Says that n parts were left out. */
void cm__resource_over_line(size_t n, char line[100]);
/* Says that n resources were left out for their texts. */
void cm__resource_left_out_line(size_t n, char line[100]);

#endif
