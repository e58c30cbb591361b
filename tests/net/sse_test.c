/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "net/sse.h"

#define MAX_LINE  ((size_t)40)
#define MAX_EVENT ((size_t)60)

/* What the sink saw, as one text: name(id)=data| for an event, "id!" when the
 * event itself had an id line, "-" for no data line. */
static void see_event(void *ctx, const SseEvent *e)
{
    Buf *seen = ctx;
    assert_int_equal(strlen(e->name), e->name_len);
    assert_int_equal(e->data[e->data_len], '\0');
    assert_int_equal(e->id[e->id_len], '\0');
    cm__buf_add(seen, e->name, e->name_len);
    cm__buf_add_char(seen, '(');
    cm__buf_add(seen, e->id, e->id_len);
    cm__buf_add_str(seen, e->has_id ? "!)=" : ")=");
    if (e->has_data)
        cm__buf_add(seen, e->data, e->data_len);
    else
        cm__buf_add_char(seen, '-');
    cm__buf_add_char(seen, '|');
}

static void see_retry(void *ctx, uint64_t ms)
{
    cm__buf_add_fmt(ctx, "retry %llu|", (unsigned long long)ms);
}

static void see_fault(void *ctx, cm_status why)
{
    cm__buf_add_fmt(ctx, "fault %d|", (int)why);
}

static const SseSink sink = { see_event, see_retry, see_fault };

/* Reads text cut after `first` bytes and then every `step` bytes. */
static void read_cut(const char *text, size_t len, size_t first, size_t step,
                     Buf *seen)
{
    SseReader r;
    cm__buf_init(seen, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__sse_reader_init(&r, cm__alloc_default(), MAX_LINE, MAX_EVENT);
    size_t part = first < len ? first : len;
    for (size_t at = 0; at < len; at += part, part = step) {
        if (part > len - at)
            part = len - at;
        /* A copy of the exact size, so that a sanitizer sees over-reads. */
        char *copy = malloc(part + (part == 0));
        assert_non_null(copy);
        memcpy(copy, text + at, part);
        cm__sse_reader_feed(&r, copy, part, &sink, seen);
        free(copy);
        assert_true(r.line.len <= MAX_LINE);
        assert_true(r.data.len <= MAX_EVENT + 1);
    }
    cm__sse_reader_done(&r);
}

static void check(const char *text, size_t len, const char *expected)
{
    for (size_t first = 1; first <= len; first++) {
        Buf seen;
        read_cut(text, len, first, len, &seen);
        assert_string_equal(cm__buf_text(&seen), expected);
        cm__buf_done(&seen);
        read_cut(text, len, first, first, &seen);
        assert_string_equal(cm__buf_text(&seen), expected);
        cm__buf_done(&seen);
    }
}

typedef struct Case {
    const char *text, *expected;
} Case;

static void streams_read_as_the_standard_says(void **state)
{
    (void)state;
    static const Case cases[] = {
        { "data: a\n\n", "message()=a|" },
        { "data: a\r\n\r\ndata: b\r\n\r\n", "message()=a|message()=b|" },
        { "data: a\r\rdata: b\r\r", "message()=a|message()=b|" },
        { "data: a\r\n\rdata: b\n\r", "message()=a|message()=b|" },
        { "data: a\ndata: b\r\ndata\rdata:c\n\n", "message()=a\nb\n\nc|" },
        { "data\n\n", "message()=|" },
        { "data\ndata\n\n", "message()=\n|" },
        { "data:test\n\ndata:  two\n\n", "message()=test|message()= two|" },
        { "data: a", "" },
        { "data: a\n", "" },
        { "data: YHOO\ndata: +2\ndata: 10\n\n", "message()=YHOO\n+2\n10|" },
        { ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid"
          "\n\ndata:  third event\n\n",
          "message(1!)=first event|message(!)=second event|"
          "message()= third event|" },
        /* An id lasts; without data it primes. */
        { "id: 7\ndata: \n\ndata: x\n\n", "message(7!)=|message(7)=x|" },
        { "id: 7\n\ndata: x\n\n", "message(7!)=-|message(7)=x|" },
        { "id: 7\nid: 8\n\n", "message(8!)=-|" },
        { "event: endpoint\ndata: /m?s=1\n\ndata: 2\n\n",
          "endpoint()=/m?s=1|message()=2|" },
        { "event: a\nevent\ndata: 1\n\n", "message()=1|" },
        { "event: only\n\ndata: 1\n\n", "message()=1|" },
        { "\n\n\r\r\n\n: c\n\n", "" },
        { ":\n:\r::data: x\n", "" },
        /* Unknown fields, cases that differ, blanks before the name. */
        { "foo: bar\nData: x\n data: y\ndatax: z\n\n", "" },
        { "data : x\n\n", "" },
        { "retry: 1000\nretry:5\n\n", "retry 1000|retry 5|" },
        { "retry: 1s\nretry: -1\nretry:\nretry\nretry: 1 \n\n", "" },
        { "retry: 99999999999999999999999\n\n", "retry 18446744073709551609|" },
        /* A BOM counts at the start alone, and whole. */
        { "\xEF\xBB\xBF"
          "data: a\n\n\xEF\xBB\xBF"
          "data: b\n\ndata: c\n\n",
          "message()=a|message()=c|" },
        { "\xEF\xBB\xBF\n\ndata: a\n\n", "message()=a|" },
        { "\xEF\xBB\xBF\xEF\xBB\xBF"
          "data: a\n\ndata: b\n\n",
          "message()=b|" },
        { "\xEF\xBB"
          "data: a\n\ndata: b\n\n",
          "message()=b|" },
        { "\xEF\ndata: b\n\n", "message()=b|" },
        { "data: \xEF\xBB\xBFx\xFF\n\n", "message()=\xEF\xBB\xBFx\xFF|" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(cases); i++)
        check(cases[i].text, strlen(cases[i].text), cases[i].expected);
}

static void an_id_with_nul_is_ignored(void **state)
{
    (void)state;
    static const char text[] = "id: 1\n\nid: 2\0\ndata: x\n\n";
    check(text, sizeof text - 1, "message(1!)=-|message(1)=x|");
    static const char data[] = "data: a\0b\n\nevent: e\0\ndata: 2\n\n";
    Buf seen;
    SseReader r;
    cm__buf_init(&seen, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__sse_reader_init(&r, cm__alloc_default(), 100, 100);
    const SseSink quiet = { .event = see_event };
    cm__sse_reader_feed(&r, data, 11, &quiet, &seen);
    assert_int_equal(seen.len, strlen("message()=") + 4);
    assert_memory_equal(seen.bytes, "message()=a\0b|", seen.len);
    cm__sse_reader_done(&r);
    cm__buf_done(&seen);
}

/* n times c, then the rest. */
static void check_long(const char *before, char c, size_t n, const char *after,
                       const char *expected)
{
    Buf text;
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_str(&text, before);
    cm__buf_add_fill(&text, c, n);
    cm__buf_add_str(&text, after);
    check(text.bytes, text.len, expected);
    cm__buf_done(&text);
}

static void what_is_over_a_cap_drops_its_event_alone(void **state)
{
    (void)state;
    /* Lines of MAX_LINE bytes pass, one more is a fault. */
    check_long("id:", 'x', MAX_LINE - 3, "\n\ndata: y\n\n",
               "message(xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx!)=-|"
               "message(xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx)=y|");
    check_long("id: 1\ndata:", 'x', MAX_LINE - 4, "\ndata: y\n\ndata: z\n\n",
               "fault -5|message(1)=z|");
    check_long("foo", 'x', 3 * MAX_LINE, "\n\ndata: z\n\n",
               "fault -5|message()=z|");
    check_long("", '\xEF', MAX_LINE + 1, "\n\ndata: z\n\n",
               "fault -5|message()=z|");
    /* Comments have no cap. */
    check_long("data: a\n:", 'x', 3 * MAX_LINE, "\n\n", "message()=a|");
    check_long("\xEF\xBB\xBF:", 'x', 3 * MAX_LINE, "\ndata: a\n\n",
               "message()=a|");
    /* MAX_EVENT bytes of data in several lines pass, one more does not. */
    check_long("data:123456789012345678901234567890\ndata:", 'x', 29,
               "\n\ndata: z\n\n",
               "message()=123456789012345678901234567890\n"
               "xxxxxxxxxxxxxxxxxxxxxxxxxxxxx|message()=z|");
    check_long("data:123456789012345678901234567890\ndata:", 'x', 30,
               "\ndata: more\n\ndata: z\n\n", "fault -5|message()=z|");
}

static void mixed_line_ends_take_linear_time(void **state)
{
    (void)state;
    size_t n = (size_t)4 << 20;
    char *text = malloc(n);
    assert_non_null(text);
    memset(text, '\r', n); /* one '\n' search for each would take hours */
    Buf seen;
    SseReader r;
    cm__buf_init(&seen, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__sse_reader_init(&r, cm__alloc_default(), 100, 100);
    cm__sse_reader_feed(&r, text, n, &sink, &seen);
    memset(text, '\n', n);
    cm__sse_reader_feed(&r, text, n, &sink, &seen);
    assert_int_equal(seen.len, 0);
    cm__sse_reader_done(&r);
    free(text);
}

static void the_writer_writes_what_the_reader_reads(void **state)
{
    (void)state;
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__sse_write_retry(&out, 250);
    SseEvent e = {
        .id = "s/1", .id_len = 3, .has_id = true, .data = "", .has_data = true
    };
    assert_int_equal(cm__sse_write_event(&out, &e), CM_OK);
    e = (SseEvent){ .name = "message",
                    .name_len = 7,
                    .has_data = true,
                    .data = " {\n\r\n}\r",
                    .data_len = 7 };
    assert_int_equal(cm__sse_write_event(&out, &e), CM_OK);
    cm__sse_write_comment(&out, NULL, 0);
    cm__sse_write_comment(&out, "a\nb", 3);
    e = (SseEvent){ .name = "end", .name_len = 3, .has_id = true, .id = "" };
    assert_int_equal(cm__sse_write_event(&out, &e), CM_OK);
    const char *expected = "retry: 250\nid: s/1\ndata: \n\n"
                           "data:  {\ndata: \ndata: }\ndata: \n\n"
                           ":\n:a\n:b\nevent: end\nid: \n\n";
    assert_string_equal(out.bytes, expected);
    check(expected, strlen(expected),
          "retry 250|message(s/1!)=|message(s/1)= {\n\n}\n|end(!)=-|");

    size_t len = out.len;
    e = (SseEvent){ .name = "a\rb", .name_len = 3 };
    assert_int_equal(cm__sse_write_event(&out, &e), CM_E_ARGUMENT);
    e = (SseEvent){ .id = "a\n", .id_len = 2, .has_id = true };
    assert_int_equal(cm__sse_write_event(&out, &e), CM_E_ARGUMENT);
    e = (SseEvent){ .id = "a\0", .id_len = 2, .has_id = true };
    assert_int_equal(cm__sse_write_event(&out, &e), CM_E_ARGUMENT);
    assert_int_equal(out.len, len);
    cm__buf_done(&out);
}

/* Refuses the allocation whose number is n_left, once. */
static void *refuse_once(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    long *n_left = ctx;
    if (new_size > 0 && (*n_left)-- == 0)
        return NULL;
    const cm_allocator *a = cm__alloc_default();
    return a->resize(a->ctx, ptr, old_size, new_size);
}

static void refused_memory_costs_one_event(void **state)
{
    (void)state;
    const char *text = "id: 1\nevent: e\ndata: some data\n\ndata: b\n\n";
    for (long nth = 0;; nth++) {
        long n_left = nth;
        const cm_allocator alloc = { refuse_once, &n_left };
        Buf seen;
        SseReader r;
        cm__buf_init(&seen, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__sse_reader_init(&r, &alloc, MAX_LINE, MAX_EVENT);
        for (size_t i = 0; i < strlen(text); i++)
            cm__sse_reader_feed(&r, text + i, 1, &sink, &seen);
        cm__sse_reader_done(&r);
        bool is_over = n_left >= 0;
        assert_true(is_over == (strstr(seen.bytes, "fault -1|") == NULL));
        assert_true(is_over == (strstr(seen.bytes, "e(1!)=") != NULL) ||
                    strstr(seen.bytes, "=b|") == NULL);
        cm__buf_done(&seen);
        if (is_over)
            break;
        assert_true(nth < 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_read_as_the_standard_says),
        cmocka_unit_test(an_id_with_nul_is_ignored),
        cmocka_unit_test(what_is_over_a_cap_drops_its_event_alone),
        cmocka_unit_test(mixed_line_ends_take_linear_time),
        cmocka_unit_test(the_writer_writes_what_the_reader_reads),
        cmocka_unit_test(refused_memory_costs_one_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
