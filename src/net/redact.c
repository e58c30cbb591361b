/* SPDX-License-Identifier: MIT */
#include "net/redact.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

typedef struct Hidden {
    struct Hidden *next; /* the longest first: one may hold another */
    size_t len, size;
    uint64_t serial; /* the smallest came first */
    const char *shown;
    char text[];
} Hidden;

struct Redactor {
    const cm_allocator *alloc;
    Hidden *first; /* owned */
    size_t n;
    uint64_t serial;
    bool is_lacking; /* memory was refused to a secret: nothing can be shown */
};

static const char out_of_memory[] = "(out of memory)";
static Redactor nothing_shown = { .is_lacking = true }; /* never written */

Redactor *cm__redactor_new(const cm_allocator *alloc)
{
    Redactor *r = cm__alloc_zero(alloc, 1, sizeof *r);
    if (r == NULL)
        return &nothing_shown;
    r->alloc = alloc;
    return r;
}

void cm__redactor_free(Redactor *r)
{
    if (r == NULL || r == &nothing_shown)
        return;
    for (Hidden *h = r->first, *next; h != NULL; h = next) {
        next = h->next;
        cm__free(r->alloc, h, h->size);
    }
    cm__free(r->alloc, r, sizeof *r);
}

/* ---- what is hidden ---- */

static bool is_known(const Redactor *r, const char *text, size_t len)
{
    for (const Hidden *h = r->first; h != NULL && h->len >= len; h = h->next)
        if (h->len == len && memcmp(h->text, text, len) == 0)
            return true;
    return false;
}

static void forget_oldest(Redactor *r)
{
    Hidden **oldest = &r->first;
    for (Hidden **at = &r->first; *at != NULL; at = &(*at)->next)
        if ((*at)->serial < (*oldest)->serial)
            oldest = at;
    Hidden *h = *oldest;
    *oldest = h->next;
    cm__free(r->alloc, h, h->size);
    r->n--;
}

static void add(Redactor *r, const char *text, size_t len, const char *shown)
{
    size_t shown_size = strlen(shown) + 1;
    size_t size = sizeof(Hidden) + len + 1 + shown_size;
    if (len < CM_REDACT_MIN || is_known(r, text, len))
        return;
    Hidden *h = cm__alloc(r->alloc, size);
    if (h == NULL) {
        r->is_lacking = true;
        return;
    }
    *h = (Hidden){ .len = len, .size = size, .serial = ++r->serial };
    memcpy(h->text, text, len);
    h->text[len] = '\0';
    memcpy(h->text + len + 1, shown, shown_size);
    h->shown = h->text + len + 1;
    Hidden **at = &r->first;
    while (*at != NULL && (*at)->len > len)
        at = &(*at)->next;
    h->next = *at;
    *at = h;
    if (++r->n > CM_REDACT_MAX)
        forget_oldest(r);
}

/* As it stands inside a JSON string; false when that is no different. */
static bool escape(const char *text, size_t len, Buf *out)
{
    bool differs = false;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            cm__buf_add_fmt(out, "\\%c", c);
        else if (c == '\n' || c == '\t')
            cm__buf_add_str(out, c == '\n' ? "\\n" : "\\t");
        else if (c < ' ')
            cm__buf_add_fmt(out, "\\u%04x", c);
        else
            cm__buf_add_char(out, (char)c);
        differs = differs || c < ' ' || c == '"' || c == '\\';
    }
    return differs && out->status == CM_OK;
}

void cm__redactor_hide(Redactor *r, const char *text, const char *shown)
{
    Buf escaped;
    if (r == NULL || r == &nothing_shown || text == NULL)
        return;
    size_t len = strlen(text);
    add(r, text, len, shown);
    cm__buf_init(&escaped, r->alloc, CM_BUF_NO_LIMIT);
    if (escape(text, len, &escaped))
        add(r, escaped.bytes, escaped.len, shown);
    r->is_lacking = r->is_lacking || escaped.status != CM_OK;
    cm__buf_done(&escaped);
}

bool cm__redact_is_secret_name(const char *name, size_t len)
{
    static const char *const parts[] = { "auth",     "cookie",     "credential",
                                         "key",      "passphrase", "passwd",
                                         "password", "secret",     "token" };
    for (size_t i = 0; i < CM_ARRAY_LEN(parts); i++) {
        size_t n = strlen(parts[i]);
        for (size_t at = 0; at + n <= len; at++)
            if (cm__ascii_is_same(name + at, n, parts[i], n))
                return true;
    }
    return false;
}

/* ---- hiding ---- */

static const char *find(const char *from, const char *end, const Hidden *h)
{
    while ((size_t)(end - from) >= h->len) {
        from = memchr(from, h->text[0], (size_t)(end - from) - h->len + 1);
        if (from == NULL)
            return NULL;
        if (memcmp(from, h->text, h->len) == 0)
            return from;
        from++;
    }
    return NULL;
}

/* `out`, which goes, in place of the text. */
static void replace(Buf *text, Buf *out)
{
    cm__buf_clear(text);
    if (out->status == CM_OK)
        cm__buf_add(text, out->bytes, out->len);
    else
        cm__buf_add_str(text, out_of_memory); /* rather than the secret */
    cm__buf_done(out);
}

/* In place of the buffer's text when it is found there. */
static void hide(const Redactor *r, Buf *text, const Hidden *h)
{
    const char *from = cm__buf_text(text), *end = from + text->len;
    const char *at = find(from, end, h);
    if (at == NULL)
        return;
    Buf out;
    cm__buf_init(&out, r->alloc, CM_BUF_NO_LIMIT);
    for (; at != NULL; at = find(from, end, h)) {
        cm__buf_add(&out, from, (size_t)(at - from));
        cm__buf_add_str(&out, h->shown);
        from = at + h->len;
    }
    cm__buf_add(&out, from, (size_t)(end - from));
    replace(text, &out);
}

/* ---- texts that were cut in the middle of a hidden one ---- */

/* How much of the hidden text, but not all, is the end of the text. */
static size_t begun_len(const Buf *text, const Hidden *h)
{
    const char *end = cm__buf_text(text) + text->len;
    size_t n = h->len - 1 < text->len ? h->len - 1 : text->len;
    while (n >= CM_REDACT_MIN &&
           (h->text[n - 1] != end[-1] || memcmp(end - n, h->text, n) != 0))
        n--;
    return n >= CM_REDACT_MIN ? n : 0;
}

/* How much of the hidden text, but not all, is the begin of the text. */
static size_t ended_len(const Buf *text, const Hidden *h)
{
    const char *begin = cm__buf_text(text);
    size_t n = h->len - 1 < text->len ? h->len - 1 : text->len;
    while (n >= CM_REDACT_MIN && memcmp(begin, h->text + h->len - n, n) != 0)
        n--;
    return n >= CM_REDACT_MIN ? n : 0;
}

/* The one of which most is there; NULL: none. */
static const Hidden *longest(const Redactor *r, const Buf *text,
                             size_t (*part_len)(const Buf *, const Hidden *),
                             size_t *ret_len)
{
    const Hidden *found = NULL;
    *ret_len = 0;
    for (const Hidden *h = r->first; h != NULL; h = h->next) {
        size_t n = part_len(text, h);
        if (n > *ret_len) {
            *ret_len = n;
            found = h;
        }
    }
    return found;
}

static void hide_begun(const Redactor *r, Buf *text)
{
    size_t len;
    const Hidden *h = longest(r, text, begun_len, &len);
    if (h == NULL)
        return;
    cm__buf_truncate(text, text->len - len);
    cm__buf_add_str(text, h->shown);
}

static void hide_ended(const Redactor *r, Buf *text)
{
    size_t len;
    const Hidden *h = longest(r, text, ended_len, &len);
    if (h == NULL)
        return;
    Buf out;
    cm__buf_init(&out, r->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&out, h->shown);
    cm__buf_add(&out, text->bytes + len, text->len - len);
    replace(text, &out);
}

/* ---- public ---- */

void cm__redact(const Redactor *r, Buf *text)
{
    if (r == NULL || text->status != CM_OK)
        return;
    if (r->is_lacking) {
        cm__buf_clear(text);
        cm__buf_add_str(text, out_of_memory);
        return;
    }
    for (const Hidden *h = r->first; h != NULL; h = h->next)
        hide(r, text, h);
    hide_begun(r, text);
}

void cm__redact_text(const Redactor *r, char *text, size_t size)
{
    Buf copy;
    if (r == NULL || (r->first == NULL && !r->is_lacking))
        return;
    if (r->is_lacking) {
        (void)snprintf(text, size, "%s", out_of_memory);
        return;
    }
    cm__buf_init(&copy, r->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&copy, text);
    cm__redact(r, &copy);
    (void)snprintf(text, size, "%s",
                   copy.status == CM_OK ? cm__buf_text(&copy) : out_of_memory);
    cm__buf_done(&copy);
}

void cm__redact_tail(const Redactor *r, Buf *text)
{
    cm__redact(r, text);
    if (r != NULL && text->status == CM_OK)
        hide_ended(r, text);
}

static void copy_begin(const char *text, size_t len, char *out, size_t size)
{
    size_t n = cm__utf8_floor(text, len, size - 1);
    memcpy(out, text, n);
    out[n] = '\0';
}

const char *cm__redact_cut(const Redactor *r, const char *text, char *out,
                           size_t size)
{
    Buf whole;
    if (r == NULL || r->first == NULL || r->is_lacking) {
        text = r != NULL && r->is_lacking ? out_of_memory : text;
        copy_begin(text, strlen(text), out, size);
        return out;
    }
    cm__buf_init(&whole, r->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&whole, text);
    cm__redact(r, &whole);
    if (whole.status != CM_OK)
        copy_begin(out_of_memory, sizeof out_of_memory - 1, out, size);
    else
        copy_begin(cm__buf_text(&whole), whole.len, out, size);
    cm__buf_done(&whole);
    return out;
}
