/* SPDX-License-Identifier: MIT */
#include "net/inflate.h"

#include <pthread.h>

#define ZLIB_CONST
#include <zlib.h>

#include "base/compiler.h"
#include "net/dynlib.h"

enum {
    WINDOW = 15,       /* the greatest; what came may need it */
    GZIP = 16,         /* added to it: a gzip header is there */
    GZIP_FIRST = 0x1F, /* byte of one */
    PORTION = 16384,   /* bytes that are made at once */
    HEADER = 16        /* before each piece of memory: its size */
};

struct Inflater {
    const cm_allocator *alloc;
    z_stream z;
    bool is_gzip;
    bool has_begun; /* z is in use */
    bool has_ended; /* at a place where the body may end */
};

/* ---- zlib ---- */

typedef struct Zlib {
    int (*init)(z_streamp z, int window_bits, const char *version, int size);
    int (*inflate)(z_streamp z, int flush);
    int (*reset)(z_streamp z);
    int (*end)(z_streamp z);
} Zlib;

static Zlib api;
static const Zlib *zlib; /* &api once every function was found */

static const DynName functions[] = {
    { "inflateInit2_", offsetof(Zlib, init) },
    { "inflate", offsetof(Zlib, inflate) },
    { "inflateReset", offsetof(Zlib, reset) },
    { "inflateEnd", offsetof(Zlib, end) },
};

_Static_assert(CM_ARRAY_LEN(functions) * sizeof(void (*)(void)) == sizeof(Zlib),
               "one name for each function");

static void load(void)
{
    if (cm__dynlib_load("libz.so.1", functions, CM_ARRAY_LEN(functions), &api))
        zlib = &api;
}

static voidpf take(voidpf ctx, uInt n, uInt size)
{
    size_t bytes = (size_t)n * size + HEADER;
    char *piece = cm__alloc(ctx, bytes);
    if (piece == NULL)
        return NULL;
    *(size_t *)(void *)piece = bytes;
    return piece + HEADER;
}

static void give(voidpf ctx, voidpf ptr)
{
    char *piece = (char *)ptr - HEADER;
    cm__free(ctx, piece, *(size_t *)(void *)piece);
}

/* ---- life ---- */

Inflater *cm__inflate_new(const cm_allocator *alloc, bool is_gzip)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    Inflater *i = zlib != NULL ? cm__alloc_zero(alloc, 1, sizeof *i) : NULL;
    if (i == NULL)
        return NULL;
    i->alloc = alloc;
    i->is_gzip = is_gzip;
    i->z.zalloc = take;
    i->z.zfree = give;
    i->z.opaque = cm_unconst(alloc);
    return i;
}

void cm__inflate_free(Inflater *i)
{
    if (i == NULL)
        return;
    if (i->has_begun)
        (void)zlib->end(&i->z);
    cm__free(i->alloc, i, sizeof *i);
}

/* ---- decompressing ---- */

/* "deflate" has a zlib header, but many servers leave it out. The first byte of
 * one has 8 in its low half, which no block that a compressor makes begins
 * with. */
static cm_status begin(Inflater *i, char first)
{
    int window = i->is_gzip                         ? WINDOW + GZIP
                 : ((unsigned char)first & 15) == 8 ? WINDOW
                                                    : -WINDOW;
    if (zlib->init(&i->z, window, ZLIB_VERSION, (int)sizeof i->z) != Z_OK)
        return CM_E_NOMEM;
    i->has_begun = true;
    return CM_OK;
}

/* gzip is a row of members, of which most bodies have one. What else follows
 * an end is let go, as browsers do. */
static bool goes_on(Inflater *i)
{
    if (!i->has_ended)
        return true;
    if (!i->is_gzip || i->z.avail_in == 0 || *i->z.next_in != GZIP_FIRST)
        return false;
    i->has_ended = false;
    return zlib->reset(&i->z) == Z_OK;
}

cm_status cm__inflate_add(Inflater *i, const char *bytes, size_t n, Buf *out)
{
    unsigned char portion[PORTION];
    cm_status status = n > 0 && !i->has_begun ? begin(i, bytes[0]) : CM_OK;
    i->z.next_in = (const unsigned char *)bytes;
    i->z.avail_in = (uInt)n;
    bool is_full = false; /* there may be more without more input */
    while (status == CM_OK && (i->z.avail_in > 0 || is_full) && goes_on(i)) {
        i->z.next_out = portion;
        i->z.avail_out = PORTION;
        int ret = zlib->inflate(&i->z, Z_NO_FLUSH);
        cm__buf_add(out, portion, PORTION - i->z.avail_out);
        is_full = i->z.avail_out == 0;
        i->has_ended = ret == Z_STREAM_END;
        status = out->status;
        if (ret == Z_MEM_ERROR)
            status = CM_E_NOMEM;
        else if (ret == Z_BUF_ERROR)
            break; /* all was taken */
        else if (ret != Z_OK && ret != Z_STREAM_END)
            status = CM_E_SYNTAX;
    }
    return status;
}

bool cm__inflate_is_whole(const Inflater *i)
{
    return !i->has_begun || i->has_ended;
}
