/* SPDX-License-Identifier: MIT */
/* Prints programs of the grammars: for a look at them, as first inputs, and for
 * differential.py, which gives them to two machines.
 *
 *     fuzz.generate js|ts|lua SEED COUNT [FLAGS]
 *
 * One JSON text a line: a program; for ts an array of the program and the same
 * with types. FLAGS are those that are not set at the start ("E": nothing that
 * other engines may lack). `@FILE` in place of SEED and COUNT takes the bytes of
 * a file. */
#include <stdio.h>
#include <string.h>

#include "grammar.h"
#include "json/writer.h"

enum {
    MAX_BYTES = 4096
};

/* xorshift64* (Vigna 2016) */
static uint64_t next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static void print_program(const GrammarRules *rules, bool is_typed,
                          const char *without, const uint8_t *bytes,
                          size_t size)
{
    Buf plain, typed, line;
    const cm_allocator *alloc = cm__alloc_default();
    cm__buf_init(&plain, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&typed, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&line, alloc, CM_BUF_NO_LIMIT);
    grammar_write(rules, without, bytes, size, &plain,
                  is_typed ? &typed : NULL);
    cm__buf_add_str(&line, is_typed ? "[" : "");
    cm__json_quote(&line, plain.bytes, plain.len);
    if (is_typed) {
        cm__buf_add_str(&line, ",");
        cm__json_quote(&line, typed.bytes, typed.len);
        cm__buf_add_str(&line, "]");
    }
    puts(cm__buf_text(&line));
    cm__buf_done(&plain);
    cm__buf_done(&typed);
    cm__buf_done(&line);
}

static size_t read_file(const char *path, uint8_t bytes[MAX_BYTES])
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    size_t size = fread(bytes, 1, MAX_BYTES, file);
    fclose(file);
    return size;
}

int main(int argc, char **argv)
{
    static uint8_t bytes[MAX_BYTES];
    bool is_file = argc > 2 && argv[2][0] == '@';
    if (argc < (is_file ? 3 : 4)) {
        fputs("usage: fuzz.generate js|ts|lua SEED COUNT [FLAGS]\n", stderr);
        return 2;
    }
    const GrammarRules *rules =
        strcmp(argv[1], "lua") == 0 ? &grammar_lua : &grammar_js;
    bool is_typed = strcmp(argv[1], "ts") == 0;
    if (is_file) {
        size_t size = read_file(argv[2] + 1, bytes);
        print_program(rules, is_typed, NULL, bytes, size);
        return 0;
    }
    const char *without = argc > 4 ? argv[4] : NULL;
    uint64_t state = strtoull(argv[2], NULL, 10) * 2 + 1;
    unsigned long count = strtoul(argv[3], NULL, 10);
    for (unsigned long i = 0; i < count; i++) {
        size_t size = 40 + (size_t)(next(&state) >> 33) % 400;
        for (size_t k = 0; k < size; k++)
            bytes[k] = (uint8_t)(next(&state) >> 40);
        print_program(rules, is_typed, without, bytes, size);
    }
    return 0;
}
