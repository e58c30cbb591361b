/* SPDX-License-Identifier: MIT */
#include "mcp/media.h"

#include <stdbool.h>
#include <string.h>

#include "base/base64.h"

enum {
    HEAD = 12
};

typedef struct Signature {
    const char *mime;
    size_t at; /* offset of the bytes */
    const char *bytes;
    size_t len;
} Signature;

/* Several rows for a type: any of them will do. */
static const Signature signatures[] = {
    { "image/png", 0, "\x89PNG\r\n\x1a\n", 8 },
    { "image/jpeg", 0, "\xFF\xD8\xFF", 3 },
    { "image/jpg", 0, "\xFF\xD8\xFF", 3 },
    { "image/gif", 0, "GIF8", 4 },
    { "image/webp", 8, "WEBP", 4 },
    { "image/bmp", 0, "BM", 2 },
    { "audio/wav", 8, "WAVE", 4 },
    { "audio/x-wav", 8, "WAVE", 4 },
    { "audio/ogg", 0, "OggS", 4 },
    { "audio/flac", 0, "fLaC", 4 },
    { "audio/mpeg", 0, "ID3", 3 },
    { "audio/mpeg", 0, "\xFF\xFB", 2 },
    { "audio/mpeg", 0, "\xFF\xF3", 2 },
    { "audio/mpeg", 0, "\xFF\xF2", 2 },
    { "application/pdf", 0, "%PDF-", 5 },
};

static void decode_head(const char *base64, size_t n_digits,
                        unsigned char head[HEAD])
{
    uint32_t bits = 0;
    size_t out = 0;
    for (size_t i = 0; i < n_digits && out < HEAD; i++) {
        bits = bits << 6 | (uint32_t)cm__base64_value(base64[i]);
        if (i % 4 > 0)
            head[out++] = (unsigned char)(bits >> (2 * (3 - i % 4)) & 0xFF);
    }
}

static bool fits_type(const unsigned char *head, size_t n, const char *mime)
{
    bool is_known = false;
    size_t len = strcspn(mime, "; ");
    for (size_t i = 0; i < CM_ARRAY_LEN(signatures); i++) {
        const Signature *s = &signatures[i];
        if (strlen(s->mime) != len || memcmp(s->mime, mime, len) != 0)
            continue;
        is_known = true;
        if (s->at + s->len <= n && memcmp(head + s->at, s->bytes, s->len) == 0)
            return true;
    }
    return !is_known;
}

const char *cm__media_check(const char *base64, size_t len, const char *mime,
                            size_t *ret_bytes)
{
    unsigned char head[HEAD] = { 0 };
    size_t n = len;
    while (n > 0 && len - n < 2 && base64[n - 1] == '=')
        n--;
    if (n % 4 == 1)
        return "its base64 data is cut";
    for (size_t i = 0; i < n; i++)
        if (cm__base64_value(base64[i]) < 0)
            return "its data is not base64";
    size_t n_bytes = n / 4 * 3 + (n % 4 > 0 ? n % 4 - 1 : 0);
    if (n_bytes == 0)
        return "its data is empty";
    decode_head(base64, n, head);
    if (mime != NULL && !fits_type(head, n_bytes < HEAD ? n_bytes : HEAD, mime))
        return "its data is not of the type that it declares";
    *ret_bytes = n_bytes;
    return NULL;
}
