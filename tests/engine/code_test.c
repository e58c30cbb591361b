/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

#include "base/buf.h"

static void assert_location(const Program *p, uint32_t offset, uint32_t line,
                            uint32_t column)
{
    uint32_t l, c;
    program_location(p, offset, &l, &c);
    assert_int_equal(l, line);
    assert_int_equal(c, column);
}

static void locations_count_characters(void **state)
{
    Fixture *f = *state;
    static const char text[] =
        "a\n\xC3\xA9x\r\ny\rz\xE2\x80\xA8w\n"; /* LF, CR LF, CR, U+2028, LF */
    Program *p =
        program_new(cm__alloc_default(), &f->realm, text, sizeof(text) - 1);
    assert_non_null(p);
    assert_int_equal(p->n_lines, 6);
    assert_location(p, 0, 1, 1);
    assert_location(p, 1, 1, 2);
    assert_location(p, 2, 2, 1);
    assert_location(p, 4, 2, 2);
    assert_location(p, 7, 3, 1);
    assert_location(p, 9, 4, 1);
    assert_location(p, 13, 5, 1);
    assert_location(p, 1000, 6, 1);
    program_free(p);
    p = program_new(cm__alloc_default(), &f->realm, "", 0);
    assert_location(p, 0, 1, 1);
    program_free(p);
    program_free(NULL);
}

/* Terminators at every place of the words that are passed over at once. */
static void lines_start_behind_every_terminator(void **state)
{
    Fixture *f = *state;
    static const struct {
        const char *text;
        uint32_t n_lines, starts_at;
    } ends[] = {
        { "\n", 2, 1 },           { "\r", 2, 1 },
        { "\r\n", 2, 2 },         { "\xE2\x80\xA8", 2, 3 },
        { "\xE2\x80\xA9", 2, 3 }, { "\xE2\x80\xAA", 1, 0 },
        { "\xE2\x82\xAC", 1, 0 }, { "\v", 1, 0 },
    };
    for (size_t k = 0; k < CM_ARRAY_LEN(ends); k++) {
        for (uint32_t before = 0; before < 18; before++) {
            char text[64];
            size_t len =
                (size_t)snprintf(text, sizeof text, "%.*s%s%.*s", (int)before,
                                 "aaaaaaaaaaaaaaaaaaaa", ends[k].text,
                                 18 - (int)before, "zzzzzzzzzzzzzzzzzzzz");
            Program *p = program_new(cm__alloc_default(), &f->realm, text, len);
            assert_non_null(p);
            assert_int_equal(p->n_lines, ends[k].n_lines);
            if (ends[k].n_lines == 2)
                assert_int_equal(p->line_starts[1], before + ends[k].starts_at);
            program_free(p);
        }
    }
}

static void constants_are_interned_and_hashed(void **state)
{
    Fixture *f = *state;
    Program *p = program_new(cm__alloc_default(), &f->realm, "x", 1);
    const uint8_t *length = (const uint8_t *)"length";
    assert_ptr_equal(program_intern8(p, length, 6),
                     value_str(f->realm.name.length));
    Str *own = program_intern8(p, (const uint8_t *)"mine", 4);
    uint16_t wide[] = { 'm', 'i', 'n', 'e' };
    assert_ptr_equal(program_intern16(p, wide, 4), own);
    assert_true(own->hd.flags & CELL_SHARED);
    Str *text = program_str8(p, (const uint8_t *)"mine", 4);
    assert_ptr_not_equal(text, own);
    assert_true(text->hash == own->hash && text->hash != 0);
    assert_ptr_equal(program_str8(p, (const uint8_t *)"x", 1),
                     f->realm.units['x']);
    /* an execution of the program finds its names */
    f->vm->program = p;
    assert_ptr_equal(str_intern_ascii(f->vm, "mine"), own);
    assert_ptr_equal(str_intern(f->vm, text), own);
    assert_int_equal(text->hd.kind, CELL_STR8); /* shared: left as it is */
    f->vm->program = NULL;
    program_free(p);
}

static void positions_cover_what_follows(void **state)
{
    (void)state;
    static const CodePos positions[] = { { 2, 10, 10 }, { 5, 20, 25 } };
    FuncProto f = { .positions = positions, .n_positions = 2 };
    assert_null(proto_position(&f, 1));
    assert_ptr_equal(proto_position(&f, 2), &positions[0]);
    assert_ptr_equal(proto_position(&f, 4), &positions[0]);
    assert_ptr_equal(proto_position(&f, 5), &positions[1]);
    assert_ptr_equal(proto_position(&f, 500), &positions[1]);
}

static void disassembly_shows_operands(void **state)
{
    Fixture *fix = *state;
    uint32_t code[] = { INS_ABX(OP_LOADK, 1, 0),  INS_ABC(OP_ADD, 2, 1, 1),
                        INS_ABC(OP_JMP, 0, 0, 0), 1,
                        INS_ABC(OP_NOP, 0, 0, 0), INS_ABC(OP_RETURN, 2, 0, 0) };
    Value consts[] = { value_from_str(str_from_ascii(fix->vm, "hello")) };
    FuncProto f = { .code = code,
                    .n_code = CM_ARRAY_LEN(code),
                    .consts = consts,
                    .n_consts = 1,
                    .n_regs = 3,
                    .name = fix->realm.empty };
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    code_disassemble(&f, &out);
    assert_string_equal(cm__buf_text(&out),
                        "function 0 \"\" params 0 regs 3 upvalues 0 flags 0\n"
                        "      0 LOADK            1   0   0  ; \"hello\"\n"
                        "      1 ADD              2   1   1\n"
                        "      2 JMP              0   0   0  -> 5\n"
                        "      4 NOP              0   0   0\n"
                        "      5 RETURN           2   0   0\n");
    cm__buf_done(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(locations_count_characters),
        FIXTURE_TEST(lines_start_behind_every_terminator),
        FIXTURE_TEST(constants_are_interned_and_hashed),
        FIXTURE_TEST(positions_cover_what_follows),
        FIXTURE_TEST(disassembly_shows_operands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
