/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

#include "base/buf.h"

static Str *ascii(VM *vm, const char *text)
{
    return str_from_ascii(vm, text);
}

static void short_strings_come_from_the_image(void **state)
{
    Fixture *f = *state;
    assert_ptr_equal(ascii(f->vm, ""), f->realm.empty);
    assert_ptr_equal(ascii(f->vm, "x"), f->realm.units['x']);
    uint16_t unit = 0xE9;
    assert_ptr_equal(str_new16(f->vm, &unit, 1), f->realm.units[0xE9]);
    assert_ptr_equal(str_from_int(f->vm, 200), f->realm.small_ints[200]);
    assert_text(f->vm, str_from_int(f->vm, -7), "-7");
    assert_text(f->vm, str_from_number(f->vm, 0.5), "0.5");
    assert_text(f->vm, str_from_number(f->vm, -0.0), "0");
}

static void wide_text_narrows_when_it_can(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    uint16_t narrow[] = { 'a', 0xFF, 'c' }, wide[] = { 'a', 0x100, 'c' };
    Str *a = str_new16(vm, narrow, 3), *b = str_new16(vm, wide, 3);
    assert_false(str_is_wide(a));
    assert_true(str_is_wide(b));
    uint8_t bytes[] = { 'a', 0xFF, 'c' };
    assert_true(str_equal(vm, a, str_new8(vm, bytes, 3)));
    assert_false(str_equal(vm, a, b));
    assert_true(str_compare(vm, a, b) < 0);
}

static void equal_text_has_equal_hash_in_both_widths(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Str *narrow = ascii(vm, "0123456789012345678901234567");
    uint16_t units[40];
    for (int i = 0; i < 28; i++)
        units[i] = (uint16_t)('0' + i % 10);
    units[28] = 0x1234;
    Str *wide = str_slice(vm, str_new16(vm, units, 29), 0, 28);
    assert_true(str_is_wide(wide));
    assert_true(str_equal(vm, narrow, wide));
    assert_int_equal(str_hash(vm, narrow), str_hash(vm, wide));
    assert_ptr_equal(str_intern(vm, narrow), str_intern(vm, wide));
}

static void interning_gives_one_pointer(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    assert_ptr_equal(str_intern_ascii(vm, "length"),
                     value_str(f->realm.name.length));
    assert_null(str_find_interned(vm, ascii(vm, "fresh name")));
    Str *first = ascii(vm, "fresh name");
    assert_ptr_equal(str_intern(vm, first), first);
    Str *second = ascii(vm, "fresh name");
    assert_ptr_not_equal(first, second);
    assert_ptr_equal(str_find_interned(vm, second), first);
    assert_int_equal(second->hd.kind, CELL_SLICE);
    assert_true(second->hd.flags & STR_HAS_ATOM);
    assert_text(vm, second, "fresh name");
    assert_ptr_equal(str_intern(vm, second), first);
    assert_true(str_equal(vm, first, second));
    Str *one = str_concat(vm, ascii(vm, "fre"), ascii(vm, "sh name"));
    assert_ptr_equal(str_intern(vm, one), first);
}

static void canonical_indices_are_known(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    uint32_t i = 77;
    assert_true(str_to_index(vm, ascii(vm, "0"), &i) && i == 0);
    assert_true(str_to_index(vm, ascii(vm, "4294967294"), &i) &&
                i == 4294967294u);
    assert_false(str_to_index(vm, ascii(vm, "4294967295"), &i));
    assert_false(str_to_index(vm, ascii(vm, "01"), &i));
    assert_false(str_to_index(vm, ascii(vm, "-1"), &i));
    assert_false(str_to_index(vm, ascii(vm, ""), &i));
    assert_false(str_to_index(vm, ascii(vm, "1e3"), &i));
    Str *name = str_intern_ascii(vm, "1234567");
    assert_true(name->hd.flags & STR_IS_INDEX);
    assert_true(str_to_index(vm, name, &i) && i == 1234567);
    assert_false(str_intern_ascii(vm, "00")->hd.flags & STR_IS_INDEX);
}

static void slices_share_long_text(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Str *s = ascii(vm, "The quick brown fox jumps over the lazy dog");
    Str *a = str_slice(vm, s, 4, 40);
    assert_int_equal(a->hd.kind, CELL_SLICE);
    assert_text(vm, a, "quick brown fox jumps over the lazy ");
    Str *b = str_slice(vm, a, 2, 34);
    assert_ptr_equal(b->as.slice.base, s);
    assert_text(vm, b, "ick brown fox jumps over the laz");
    assert_text(vm, str_slice(vm, b, 4, 9), "brown");
    assert_ptr_equal(str_slice(vm, s, 0, s->len), s);
    assert_int_equal(str_slice(vm, s, 7, 7)->len, 0);
}

static void ropes_flatten_in_order(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    char expected[4000] = "";
    Str *s = ascii(vm, "start of a text that is long;");
    strcat(expected, "start of a text that is long;");
    for (int i = 0; i < 60; i++) { /* right parts that are ropes */
        char piece[40];
        snprintf(piece, sizeof piece, "<part number %d of the text>", i);
        Str *p = str_concat(vm, ascii(vm, piece),
                            str_concat(vm, ascii(vm, piece), ascii(vm, "|")));
        s = str_concat(vm, s, p);
        strcat(expected, piece);
        strcat(expected, piece);
        strcat(expected, "|");
    }
    assert_int_equal(s->hd.kind, CELL_ROPE);
    assert_text(vm, s, expected);
    assert_int_equal(s->hd.kind, CELL_SLICE);
}

static void deep_ropes_on_either_side(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Str *left = ascii(vm, "0123456789012345678901234567890");
    Str *right = left;
    Str *x = ascii(vm, "xy");
    for (int i = 0; i < 200000; i++) {
        left = str_concat(vm, left, x);
        right = str_concat(vm, x, right);
    }
    assert_int_equal(left->len, 400031);
    StrView a, b;
    assert_true(str_view(vm, left, &a) && str_view(vm, right, &b));
    assert_int_equal(view_at(&a, 31), 'x');
    assert_int_equal(view_at(&a, 400030), 'y');
    assert_int_equal(view_at(&b, 0), 'x');
    assert_int_equal(view_at(&b, 399999), 'y');
    assert_int_equal(view_at(&b, 400000), '0');
}

static void appending_while_reading_is_linear(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    Str *s = f->realm.empty;
    for (uint32_t i = 0; i < 300000; i++) {
        s = str_concat(vm, s, str_from_unit(vm, 'a' + i % 26));
        StrView v;
        assert_true(str_view(vm, s, &v));
        assert_int_equal(view_at(&v, i), 'a' + i % 26);
    }
    /* Copying each time would have charged 300000^2 / 128 steps. */
    assert_true(INT64_MAX - vm->fuel < 1000000);
    StrView v;
    assert_true(str_view(vm, s, &v));
    for (uint32_t i = 0; i < v.len; i++)
        assert_int_equal(view_at(&v, i), 'a' + i % 26);
}

/* Two strings grow out of the same one: neither sees the other's units. */
static void branches_of_a_buffer_do_not_mix(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Str *s = ascii(vm, "a text of more than enough units ");
    for (int i = 0; i < 10; i++) {
        s = str_concat(vm, s, ascii(vm, "and more "));
        assert_true(str_flat(vm, s));
    }
    Str *old = s;
    Str *a = str_concat(vm, s, ascii(vm, "AAAA"));
    Str *b = str_concat(vm, s, ascii(vm, "BBBB"));
    Str *c = str_concat(vm, a, ascii(vm, "CC"));
    uint16_t wide_unit = 0x4E00;
    Str *w = str_concat(vm, a, str_new16(vm, &wide_unit, 1));
    uint32_t n = old->len;
    assert_text(vm, str_slice(vm, a, n, n + 4), "AAAA");
    assert_text(vm, str_slice(vm, b, n, n + 4), "BBBB");
    assert_text(vm, str_slice(vm, c, n, n + 6), "AAAACC");
    assert_text(vm, str_slice(vm, w, n, n + 4), "AAAA");
    assert_int_equal(old->len, n);
    StrView v;
    assert_true(str_view(vm, w, &v));
    assert_int_equal(view_at(&v, n + 4), 0x4E00);
    assert_true(str_equal(vm, str_slice(vm, b, 0, n), old));
}

static void too_long_is_a_range_error(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Str *s = ascii(vm, "0123456789012345678901234567890123456789");
    while (s != NULL && s->len <= STR_MAX_LEN / 2)
        s = str_concat(vm, s, s);
    assert_non_null(s);
    assert_null(str_concat(vm, s, s));
    assert_true(value_is_class(vm->exception, CLASS_ERROR));
}

static void utf8_both_ways(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    static const char *const texts[] = {
        "plain",
        "na\xC3\xAFve",
        "\xE4\xB8\xAD\xE6\x96\x87",
        "a\xF0\x9F\x98\x80z",
        "\xED\xA0\x80 lone",
        "",
    };
    static const uint32_t lengths[] = { 5, 5, 2, 4, 6, 0 };
    for (size_t i = 0; i < CM_ARRAY_LEN(texts); i++) {
        Str *s = str_from_utf8(vm, texts[i], strlen(texts[i]));
        assert_int_equal(s->len, lengths[i]);
        Buf out;
        cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        assert_true(str_to_utf8(vm, s, &out));
        assert_string_equal(cm__buf_text(&out), texts[i]);
        cm__buf_done(&out);
    }
    Str *bad = str_from_utf8(vm, "a\xFFz", 3);
    StrView v;
    assert_true(str_view(vm, bad, &v));
    assert_int_equal(v.len, 3);
    assert_int_equal(view_at(&v, 1), 0xFFFD);
}

static void builder_widens_once(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    StrBuilder b;
    strb_init(&b, vm);
    for (int i = 0; i < 1000; i++)
        strb_ascii(&b, "abc", 3);
    strb_str(&b, ascii(vm, "some text"));
    strb_unit(&b, 0xE9);
    assert_false(b.wide);
    strb_code_point(&b, 0x1F600);
    assert_true(b.wide);
    strb_range(&b, ascii(vm, "0123456789"), 3, 6);
    Str *s = strb_finish(&b);
    assert_int_equal(s->len, 3000 + 9 + 1 + 2 + 3);
    assert_text(vm, str_slice(vm, s, 2997, 3009), "abcsome text");
    StrView v;
    assert_true(str_view(vm, s, &v));
    assert_int_equal(view_at(&v, 3009), 0xE9);
    assert_int_equal(view_at(&v, 3010), 0xD83D);
    assert_int_equal(view_at(&v, 3011), 0xDE00);
    assert_text(vm, str_slice(vm, s, 3012, 3015), "345");
    strb_init(&b, vm);
    assert_ptr_equal(strb_finish(&b), vm->realm->empty);
}

static void collection_keeps_parts_of_strings(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    Str *s = ascii(vm, "a long text that is going to be a part of others");
    f->roots[0] = value_from_str(str_concat(vm, s, ascii(vm, " and so on")));
    f->roots[1] = value_from_str(str_slice(vm, s, 2, 40));
    Str *grown = s;
    for (int i = 0; i < 5000; i++)
        grown = str_concat(vm, grown, ascii(vm, "!?"));
    f->roots[2] = value_from_str(grown);
    gc_collect(vm);
    for (int i = 0; i < 1000; i++)
        ascii(vm, "overwrite what was freed, if anything was");
    assert_text(vm, value_str(f->roots[0]),
                "a long text that is going to be a part of others and so on");
    assert_text(vm, value_str(f->roots[1]),
                "long text that is going to be a part o");
    StrView v;
    assert_true(str_view(vm, value_str(f->roots[2]), &v));
    assert_int_equal(v.len, 48 + 10000);
    for (uint32_t i = 48; i < v.len; i++)
        assert_int_equal(view_at(&v, i), i % 2 ? '?' : '!');
}

static void growing_the_names_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    char name[16];
    for (int i = 0;
         vm->atoms.cap < 65536 || vm->atoms.n < vm->atoms.cap / 4 * 3; i++) {
        snprintf(name, sizeof name, "name %d", i);
        assert_non_null(str_intern_ascii(vm, name));
    }
    uint32_t cap = vm->atoms.cap;
    atomic_store(&vm->cancelled, true);
    assert_null(str_intern_ascii(vm, "one more"));
    assert_int_equal(vm->termination, TERM_CANCELLED);
    assert_int_equal(vm->atoms.cap, cap);
    assert_non_null(str_intern_ascii(vm, "name 1")); /* the table is whole */
    gc_collect(vm);
}

/* Without fuel each comparison of long strings looks, of short ones none. */
static void comparing_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    char text[101];
    memset(text, 'x', 100);
    text[100] = '\0';
    Str *a = ascii(vm, text), *b = ascii(vm, text);
    Str *c = ascii(vm, "abc"), *d = ascii(vm, "abc");
    vm->fuel = vm->fuel_slice = 0;
    assert_true(str_equal(vm, a, b));
    atomic_store(&vm->cancelled, true);
    assert_true(str_equal(vm, c, d));
    assert_int_equal(str_compare(vm, c, d), 0);
    assert_int_equal(vm->termination, TERM_NONE);
    assert_false(str_equal(vm, a, b));
    assert_int_equal(vm->termination, TERM_CANCELLED);
    vm->termination = TERM_NONE;
    assert_int_equal(str_compare(vm, a, b), 0);
    assert_int_equal(vm->termination, TERM_CANCELLED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(short_strings_come_from_the_image),
        FIXTURE_TEST(wide_text_narrows_when_it_can),
        FIXTURE_TEST(equal_text_has_equal_hash_in_both_widths),
        FIXTURE_TEST(interning_gives_one_pointer),
        FIXTURE_TEST(canonical_indices_are_known),
        FIXTURE_TEST(slices_share_long_text),
        FIXTURE_TEST(ropes_flatten_in_order),
        FIXTURE_TEST(deep_ropes_on_either_side),
        FIXTURE_TEST(appending_while_reading_is_linear),
        FIXTURE_TEST(branches_of_a_buffer_do_not_mix),
        FIXTURE_TEST(too_long_is_a_range_error),
        FIXTURE_TEST(utf8_both_ways),
        FIXTURE_TEST(builder_widens_once),
        FIXTURE_TEST(collection_keeps_parts_of_strings),
        FIXTURE_TEST(growing_the_names_looks_at_the_deadline),
        FIXTURE_TEST(comparing_looks_at_the_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
