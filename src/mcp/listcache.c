/* SPDX-License-Identifier: MIT */
#include "mcp/listcache.h"

#include <string.h>

#include "mcp/privatefile.h"
#include "json/writer.h"

#define FILE_MAX ((size_t)32 << 20)

/* FNV-1a (Fowler, Noll, Vo), 64 bits. */
static void hash_bytes(uint64_t *hash, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        *hash = (*hash ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
}

/* With its end, so that "ab","c" is not "a","bc"; NULL is not "". */
static void hash_text(uint64_t *hash, const char *text)
{
    if (text != NULL)
        hash_bytes(hash, text, strlen(text) + 1);
    hash_bytes(hash, "\xFF", 1);
}

static void hash_list(uint64_t *hash, const char *const *list)
{
    for (size_t i = 0; list != NULL && list[i] != NULL; i++)
        hash_text(hash, list[i]);
    hash_text(hash, NULL);
}

static uint64_t hash_spec(const UpstreamSpec *spec, uint64_t seed)
{
    uint64_t hash = UINT64_C(14695981039346656037) ^ seed;
    hash_text(&hash, spec->name);
    hash_text(&hash, spec->cwd);
    hash_text(&hash, spec->url);
    hash_list(&hash, spec->argv);
    hash_list(&hash, spec->kept_env != NULL ? spec->kept_env : spec->env);
    if (spec->secret != NULL) {
        hash_text(&hash, spec->secret->from.file);
        hash_list(&hash, spec->secret->from.argv);
    }
    for (size_t i = 0; i < spec->n_headers; i++) {
        hash_text(&hash, spec->headers[i].name);
        hash_text(&hash, spec->headers[i].value);
    }
    return hash;
}

bool cm__listcache_path(const char *folder, const UpstreamSpec *spec, Buf *out)
{
    cm__buf_add_fmt(
        out, "%s/list-%016llx%016llx.json", folder,
        (unsigned long long)hash_spec(spec, 0),
        (unsigned long long)hash_spec(spec, UINT64_C(0x9e3779b97f4a7c15)));
    return out->status == CM_OK;
}

const JsonValue *cm__listcache_read(const cm_allocator *alloc, const char *path,
                                    JsonDoc **ret_doc)
{
    Buf text;
    JsonDoc *doc = NULL;
    const JsonValue *tools = NULL;
    cm__buf_init(&text, alloc, FILE_MAX);
    if (cm__private_read(path, FILE_MAX, &text) &&
        cm__json_parse(alloc, text.bytes, text.len, NULL, &doc, NULL) ==
            CM_OK) {
        tools = cm__json_get(&doc->root, "tools");
        if (!cm__json_is_text(cm__json_get(&doc->root, "codemode"),
                              cm_version()) ||
            tools == NULL || tools->type != CM_JSON_TYPE_ARRAY)
            tools = NULL;
    }
    cm__buf_done(&text);
    if (tools == NULL)
        cm__json_doc_free(doc);
    else
        *ret_doc = doc;
    return tools;
}

bool cm__listcache_write(const cm_allocator *alloc, const char *folder,
                         const char *path, const char *tools, size_t len)
{
    Buf text;
    cm__buf_init(&text, alloc, FILE_MAX);
    JsonWriter w = cm__json_writer(&text);
    cm__json_begin_object(&w);
    cm__json_key(&w, "codemode");
    cm__json_write_text(&w, cm_version());
    cm__json_key(&w, "tools");
    cm__json_write_raw(&w, tools, len);
    cm__json_end_object(&w);
    bool is_ok = text.status == CM_OK && cm__private_folder(folder) &&
                 cm__private_replace(path, text.bytes, text.len);
    cm__buf_done(&text);
    return is_ok;
}
