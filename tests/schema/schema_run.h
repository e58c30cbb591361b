/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_SCHEMA_RUN_H
#define CM_TESTS_SCHEMA_RUN_H
/* schema_run: rows of a schema, an instance and the problems, compared whole. */
#include "base/buf.h"
#include "schema/schema.h"

#include <string.h>

typedef struct CheckRow {
    const char *schema, *instance;
    const char *problems; /* NULL: valid */
} CheckRow;

static Schema *compile_with(const char *text, const SchemaOptions *options)
{
    Schema *s = NULL;
    cm_error err = { 0 };
    cm_status status = cm__schema_compile(cm__alloc_default(), text,
                                          strlen(text), options, &s, &err);
    if (status != CM_OK)
        fail_msg("%s: %s", text, err.text);
    return s;
}

static void expect_verdict(const Schema *s, const char *instance,
                           SchemaVerdict verdict, const char *problems)
{
    SchemaHost host = { cm__alloc_default(), NULL, NULL };
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    SchemaVerdict got =
        cm__schema_check(s, &host, instance, strlen(instance), &out);
    assert_string_equal(cm__buf_text(&out), problems);
    assert_int_equal(got, verdict);
    /* Without problems the machine takes its short ways: same verdict. */
    got = cm__schema_check(s, &host, instance, strlen(instance), NULL);
    assert_int_equal(got, verdict);
    cm__buf_done(&out);
}

static inline void check_row(const CheckRow *row, const SchemaOptions *options)
{
    Schema *s = compile_with(row->schema, options);
    expect_verdict(s, row->instance,
                   row->problems ? SCHEMA_INVALID : SCHEMA_VALID,
                   row->problems ? row->problems : "");
    cm__schema_unref(s);
}

#define CHECK_ROWS(rows, options)                       \
    do {                                                \
        for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) \
            check_row(&(rows)[i], options);             \
    } while (0)

#endif
