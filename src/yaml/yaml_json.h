/* SPDX-License-Identifier: MIT */
#ifndef CM_YAML_YAML_JSON_H
#define CM_YAML_YAML_JSON_H
/* yaml_json: a YAML 1.2 document of the core schema as JSON text.
 *
 * One pass over libyaml's events, without a tree: an alias copies the JSON that
 * its anchor gave. Scalars by the core schema (YAML 1.2.2, 10.3): plain null,
 * true, 1, 0o7, 0xF, 1.5; `yes`, `on` and dates are strings, as is all that is
 * quoted. Numbers keep their digits. Keys stay as they are written: `200:` is
 * "200". `<<` is a key like any other.
 * Refused: several documents, a key that comes twice, keys that are no scalars,
 * infinities and NaN, aliases inside their own anchor, tags that are not of the
 * core schema or do not fit.
 * Ownership: the caller frees the text with cm__buf_done, also after a failure.
 * Threads:   free of state.
 * Limits:    256 MiB of JSON, 10,000,000 nodes with those that aliases repeat,
 *            1,000 levels. */
#include "base/buf.h"

enum {
    CM_YAML_DEPTH_MAX = 1000,
    CM_YAML_NODES_MAX = 10000000
};
#define CM_YAML_JSON_MAX ((size_t)256 << 20)

/* Initialises *ret_json and writes the text there. CM_E_SYNTAX or CM_E_LIMIT with
 * line and column in err, or CM_E_NOMEM; the text is not whole then. */
cm_status cm__yaml_to_json(const cm_allocator *alloc, const char *yaml,
                           size_t len, Buf *ret_json, cm_error *err);

#endif
