/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "net/inflate.h"
#include "oom_alloc.h"

#define TEXT "hello hello hello"

/* That text, as RFC 1951, 1950 and 1952 have it. */
#define RAW  "\xcb\x48\xcd\xc9\xc9\x57\xc8\x40\x90\x00"
#define ZLIB "\x78\xda" RAW "\x3a\x2e\x06\x7d"
#define GZIP                                       \
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03" RAW \
    "\x80\x88\xf9\xe5\x11\x00\x00\x00"

typedef struct Coded {
    const char *bytes;
    size_t n;
    bool is_gzip;
    const char *text;
} Coded;

#define CODED(bytes, is_gzip, text)                   \
    {                                                 \
        (bytes), sizeof(bytes) - 1, (is_gzip), (text) \
    }

static const Coded whole[] = {
    CODED(RAW, false, TEXT),
    CODED(ZLIB, false, TEXT),
    CODED(GZIP, true, TEXT),
    CODED(GZIP GZIP, true, TEXT TEXT),
    CODED(GZIP "rubbish", true, TEXT),
    CODED(ZLIB "rubbish", false, TEXT),
    CODED("", true, ""),
    CODED("", false, ""),
};

static Buf open_buf(const cm_allocator *alloc, size_t limit)
{
    Buf b;
    cm__buf_init(&b, alloc, limit);
    return b;
}

/* In pieces, the first of them with `first` bytes. */
static cm_status undo(const cm_allocator *alloc, const Coded *c, size_t n,
                      size_t first, Buf *out, bool *ret_is_whole)
{
    Inflater *i = cm__inflate_new(alloc, c->is_gzip);
    if (i == NULL)
        return CM_E_NOMEM;
    cm_status status = cm__inflate_add(i, c->bytes, first, out);
    if (status == CM_OK)
        status = cm__inflate_add(i, c->bytes + first, n - first, out);
    *ret_is_whole = cm__inflate_is_whole(i);
    cm__inflate_free(i);
    return status;
}

static void bodies_in_any_pieces(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++)
        for (size_t first = 0; first <= whole[k].n; first++) {
            bool is_whole = false;
            Buf out = open_buf(cm__alloc_default(), 100);
            assert_int_equal(undo(cm__alloc_default(), &whole[k], whole[k].n,
                                  first, &out, &is_whole),
                             CM_OK);
            assert_true(is_whole);
            assert_string_equal(cm__buf_text(&out), whole[k].text);
            cm__buf_done(&out);
        }
}

static void one_that_is_cut_is_not_whole(void **state)
{
    (void)state;
    for (size_t k = 0; k < 3; k++)
        for (size_t n = 1; n < whole[k].n; n++) {
            bool is_whole = true;
            Buf out = open_buf(cm__alloc_default(), 100);
            assert_int_equal(
                undo(cm__alloc_default(), &whole[k], n, 1, &out, &is_whole),
                CM_OK);
            assert_false(is_whole);
            cm__buf_done(&out);
        }
    /* The second member, too. */
    bool is_whole = true;
    Buf out = open_buf(cm__alloc_default(), 100);
    assert_int_equal(undo(cm__alloc_default(), &whole[3], whole[3].n - 9, 5,
                          &out, &is_whole),
                     CM_OK);
    assert_false(is_whole);
    cm__buf_done(&out);
}

static void what_is_no_such_body(void **state)
{
    (void)state;
    static const Coded rows[] = {
        CODED("nope", true, ""),
        CODED("\xff\xff\xff", false, ""),
        CODED(ZLIB, true, ""),
        CODED(GZIP, false, ""),
        /* a wrong check sum */
        CODED("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03" RAW
              "\x80\x88\xf9\xe6\x11\x00\x00\x00",
              true, ""),
        CODED("\x78\xda" RAW "\x3a\x2e\x06\x7e", false, ""),
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        bool is_whole;
        Buf out = open_buf(cm__alloc_default(), 100);
        assert_int_equal(
            undo(cm__alloc_default(), &rows[k], rows[k].n, 1, &out, &is_whole),
            CM_E_SYNTAX);
        cm__buf_done(&out);
    }
}

static void the_limit_counts_what_is_made(void **state)
{
    (void)state;
    for (size_t limit = 0; limit <= strlen(TEXT); limit++) {
        bool is_whole;
        Buf out = open_buf(cm__alloc_default(), limit);
        assert_int_equal(undo(cm__alloc_default(), &whole[2], whole[2].n, 3,
                              &out, &is_whole),
                         limit < strlen(TEXT) ? CM_E_LIMIT : CM_OK);
        cm__buf_done(&out);
    }
}

static void refused_memory_is_told(void **state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        OomAlloc refusing;
        bool is_whole;
        oom_alloc_init(&refusing, (long)n, 0);
        Buf out = open_buf(&refusing.alloc, 100);
        cm_status status =
            undo(&refusing.alloc, &whole[2], whole[2].n, 3, &out, &is_whole);
        cm__buf_done(&out);
        assert_int_equal((int)refusing.live_bytes, 0);
        if (status == CM_OK) {
            assert_true(n > 3);
            break;
        }
        assert_int_equal(status, CM_E_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_in_any_pieces),
        cmocka_unit_test(one_that_is_cut_is_not_whole),
        cmocka_unit_test(what_is_no_such_body),
        cmocka_unit_test(the_limit_counts_what_is_made),
        cmocka_unit_test(refused_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
