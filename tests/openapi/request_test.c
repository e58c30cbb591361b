/* SPDX-License-Identifier: MIT */
/* Values to bytes, spec/openapi.md 8: every style in every place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../oom_sweep.h"
#include "literal.h"

/* ---- the table of 8.1 ---- */

enum {
    PLAIN = 0,
    EXPLODE = 1,
    RESERVED = 2,
    IS_LIST = 4
};

typedef struct Row {
    OaPlace place;
    OaStyle style;
    int flags;
    const char *value;    /* JSON of the parameter `n` */
    const char *expected; /* what the place holds; '!' and a refusal */
} Row;

#define NESTED    "!Parameter 'n' cannot carry nested values."
#define NO_OBJECT "!Parameter 'n' takes no object."
#define OBJECT    "!Parameter 'n' takes an object."
#define UNUSABLE  "!Path parameter 'n' has an unusable value."
#define BAD_HEAD  "!Parameter 'n' has an invalid header value."

/* Paths: what follows "/x/". */
static const Row path_rows[] = {
    { OA_PATH, OA_SIMPLE, PLAIN, "\"a\"", "a" },
    { OA_PATH, OA_SIMPLE, PLAIN, "[\"a\",\"b\"]", "a,b" },
    { OA_PATH, OA_SIMPLE, EXPLODE, "[\"a\",\"b\"]", "a,b" },
    { OA_PATH, OA_SIMPLE, PLAIN, "{\"r\":1,\"g\":2}", "r,1,g,2" },
    { OA_PATH, OA_SIMPLE, EXPLODE, "{\"r\":1,\"g\":2}", "r=1,g=2" },
    { OA_PATH, OA_SIMPLE, EXPLODE, "{\"k\":\"v\"}", "k=v" },
    { OA_PATH, OA_SIMPLE, PLAIN, "[\"a,b\",\"c\"]", "a%2Cb,c" },
    { OA_PATH, OA_SIMPLE, PLAIN, "\"a/b?c#d\"", "a%2Fb%3Fc%23d" },
    { OA_PATH, OA_SIMPLE, PLAIN, "\"-._~\"", "-._~" },
    { OA_PATH, OA_SIMPLE, PLAIN, "\"a b+c*!'()\"", "a%20b%2Bc%2A%21%27%28%29" },
    { OA_PATH, OA_SIMPLE, PLAIN, "\":@$&=;\"", "%3A%40%24%26%3D%3B" },
    { OA_PATH, OA_SIMPLE, PLAIN, "\"ü€😀\"", "%C3%BC%E2%82%AC%F0%9F%98%80" },
    { OA_PATH, OA_SIMPLE, PLAIN, "\"\\ud800x\"", "%EF%BF%BDx" },
    { OA_PATH, OA_SIMPLE, PLAIN, "\"a\\u0000b\"", "a%00b" },
    { OA_PATH, OA_SIMPLE, PLAIN, "\"%2e%2e\"", "%252e%252e" },
    { OA_PATH, OA_SIMPLE, PLAIN, "\"{n}{m}\"", "%7Bn%7D%7Bm%7D" },
    { OA_PATH, OA_SIMPLE, PLAIN, "\"...\"", "..." },
    { OA_PATH, OA_SIMPLE, PLAIN, "\"..\"", UNUSABLE },
    { OA_PATH, OA_SIMPLE, PLAIN, "\".\"", UNUSABLE },
    { OA_PATH, OA_SIMPLE, PLAIN, "[\".\"]", UNUSABLE },
    { OA_PATH, OA_SIMPLE, PLAIN, "\"\"", UNUSABLE },
    { OA_PATH, OA_SIMPLE, PLAIN, "[]", UNUSABLE },
    { OA_PATH, OA_SIMPLE, PLAIN, "[\"\"]", UNUSABLE },
    { OA_PATH, OA_SIMPLE, EXPLODE, "{}", UNUSABLE },
    { OA_PATH, OA_LABEL, PLAIN, "[]", UNUSABLE },
    { OA_PATH, OA_LABEL, PLAIN, "\"\"", UNUSABLE },
    { OA_PATH, OA_LABEL, PLAIN, "\".\"", UNUSABLE },
    { OA_PATH, OA_MATRIX, EXPLODE, "[]", UNUSABLE },
    { OA_PATH, OA_MATRIX, PLAIN, "{}", UNUSABLE },
    { OA_PATH, OA_SIMPLE, IS_LIST, "{}", UNUSABLE },
    { OA_PATH, OA_SIMPLE, PLAIN, "null", "null" },
    { OA_PATH, OA_SIMPLE, PLAIN, "true", "true" },
    { OA_PATH, OA_SIMPLE, PLAIN, "2.0", "2" },
    { OA_PATH, OA_SIMPLE, PLAIN, "1.5", "1.5" },
    { OA_PATH, OA_SIMPLE, PLAIN, "-0.0", "0" },
    { OA_PATH, OA_SIMPLE, PLAIN, "1e21", "1e%2B21" },
    { OA_PATH, OA_SIMPLE, PLAIN, "9007199254740993", "9007199254740993" },
    { OA_PATH, OA_SIMPLE, PLAIN, "[1,[2]]", NESTED },
    { OA_PATH, OA_SIMPLE, PLAIN, "[{}]", NESTED },
    { OA_PATH, OA_SIMPLE, EXPLODE, "{\"a\":{}}", NESTED },
    { OA_PATH, OA_LABEL, PLAIN, "\"a\"", ".a" },
    { OA_PATH, OA_LABEL, PLAIN, "[\"a\",\"b\"]", ".a,b" },
    { OA_PATH, OA_LABEL, EXPLODE, "[\"a\",\"b\"]", ".a.b" },
    { OA_PATH, OA_LABEL, PLAIN, "{\"r\":1,\"g\":2}", ".r,1,g,2" },
    { OA_PATH, OA_LABEL, EXPLODE, "{\"r\":1,\"g\":2}", ".r=1.g=2" },
    { OA_PATH, OA_MATRIX, PLAIN, "\"a\"", ";n=a" },
    { OA_PATH, OA_MATRIX, PLAIN, "\"\"", ";n" },
    { OA_PATH, OA_MATRIX, PLAIN, "[\"a\",\"b\"]", ";n=a,b" },
    { OA_PATH, OA_MATRIX, EXPLODE, "[\"a\",\"b\"]", ";n=a;n=b" },
    { OA_PATH, OA_MATRIX, PLAIN, "{\"r\":1,\"g\":2}", ";n=r,1,g,2" },
    { OA_PATH, OA_MATRIX, EXPLODE, "{\"r\":1,\"g\":2}", ";r=1;g=2" },
    { OA_PATH, OA_MATRIX, EXPLODE, "{\"a b\":\"c;d\"}", ";a%20b=c%3Bd" },
    { OA_PATH, OA_JSON, PLAIN, "{\"a\":[1]}", "%7B%22a%22%3A%5B1%5D%7D" },
    { OA_PATH, OA_JSON, PLAIN, "\"a\"", "%22a%22" },
};

/* Queries: what follows the '?', "" for no query. */
static const Row query_rows[] = {
    { OA_QUERY, OA_FORM, EXPLODE, "\"a\"", "n=a" },
    { OA_QUERY, OA_FORM, PLAIN, "\"a\"", "n=a" },
    { OA_QUERY, OA_FORM, EXPLODE, "[\"a\",\"b\"]", "n=a&n=b" },
    { OA_QUERY, OA_FORM, PLAIN, "[\"a\",\"b\"]", "n=a%2Cb" },
    { OA_QUERY, OA_FORM, PLAIN, "{\"r\":1,\"g\":2}", "n=r%2C1%2Cg%2C2" },
    { OA_QUERY, OA_FORM, EXPLODE, "{\"r\":1,\"g\":2}", "r=1&g=2" },
    { OA_QUERY, OA_FORM, EXPLODE, "{\"2\":1,\"1\":2}", "2=1&1=2" },
    { OA_QUERY, OA_FORM, EXPLODE, "[\"a b\",\"c&d\"]", "n=a+b&n=c%26d" },
    { OA_QUERY, OA_FORM, PLAIN, "[\"a b\",\"c&d\"]", "n=a+b%2Cc%26d" },
    { OA_QUERY, OA_FORM, EXPLODE, "{\"a b\":\"=\"}", "a+b=%3D" },
    { OA_QUERY, OA_FORM, EXPLODE, "\"*-._\"", "n=*-._" },
    { OA_QUERY, OA_FORM, EXPLODE, "\"~!'()\"", "n=%7E%21%27%28%29" },
    { OA_QUERY, OA_FORM, EXPLODE, "\"+%2f\\n\"", "n=%2B%252f%0A" },
    { OA_QUERY, OA_FORM, EXPLODE, "\"ü\"", "n=%C3%BC" },
    { OA_QUERY, OA_FORM, EXPLODE, "\"\"", "n=" },
    { OA_QUERY, OA_FORM, EXPLODE, "true", "n=true" },
    { OA_QUERY, OA_FORM, EXPLODE, "1.5", "n=1.5" },
    { OA_QUERY, OA_FORM, EXPLODE, "2.0", "n=2" },
    { OA_QUERY, OA_FORM, EXPLODE, "null", "n=null" },
    { OA_QUERY, OA_FORM, EXPLODE, "[null,false]", "n=null&n=false" },
    { OA_QUERY, OA_FORM, EXPLODE, "[]", "" },
    { OA_QUERY, OA_FORM, EXPLODE, "{}", "" },
    { OA_QUERY, OA_FORM, PLAIN, "[]", "n=" },
    { OA_QUERY, OA_FORM, PLAIN, "{}", "n=" },
    { OA_QUERY, OA_FORM, EXPLODE | IS_LIST, "{}", "" },
    { OA_QUERY, OA_FORM, PLAIN | IS_LIST, "{}", "n=" },
    { OA_QUERY, OA_FORM, EXPLODE, "[[1]]", NESTED },
    { OA_QUERY, OA_FORM, EXPLODE, "{\"a\":[]}", NESTED },
    { OA_QUERY, OA_FORM, PLAIN, "{\"a\":[]}", NESTED },
    { OA_QUERY, OA_SPACE_DELIMITED, PLAIN, "\"a\"", "n=a" },
    { OA_QUERY, OA_SPACE_DELIMITED, PLAIN, "[\"a b\",\"c&d\"]",
      "n=a+b%20c%26d" },
    { OA_QUERY, OA_SPACE_DELIMITED, EXPLODE, "[\"a\",\"b\"]", "n=a&n=b" },
    { OA_QUERY, OA_SPACE_DELIMITED, PLAIN, "{\"r\":1,\"g\":2}",
      "n=r%201%20g%202" },
    { OA_QUERY, OA_SPACE_DELIMITED, EXPLODE, "{\"r\":1}", NO_OBJECT },
    { OA_QUERY, OA_SPACE_DELIMITED, EXPLODE, "{}", NO_OBJECT },
    { OA_QUERY, OA_SPACE_DELIMITED, EXPLODE, "[]", "" },
    { OA_QUERY, OA_SPACE_DELIMITED, EXPLODE | IS_LIST, "{}", "" },
    { OA_QUERY, OA_SPACE_DELIMITED, PLAIN, "[]", "n=" },
    { OA_QUERY, OA_SPACE_DELIMITED, PLAIN, "[[1]]", NESTED },
    { OA_QUERY, OA_PIPE_DELIMITED, PLAIN, "\"a\"", "n=a" },
    { OA_QUERY, OA_PIPE_DELIMITED, PLAIN, "[\"a b\",\"c&d\"]",
      "n=a+b%7Cc%26d" },
    { OA_QUERY, OA_PIPE_DELIMITED, PLAIN, "[\"a|b\",\"c\"]", "n=a%7Cb%7Cc" },
    { OA_QUERY, OA_PIPE_DELIMITED, EXPLODE, "[\"a\",\"b\"]", "n=a&n=b" },
    { OA_QUERY, OA_PIPE_DELIMITED, PLAIN, "{\"r\":1,\"g\":2}",
      "n=r%7C1%7Cg%7C2" },
    { OA_QUERY, OA_PIPE_DELIMITED, EXPLODE, "{\"r\":1}", NO_OBJECT },
    { OA_QUERY, OA_DEEP_OBJECT, EXPLODE, "{\"r\":1,\"g\":2}",
      "n%5Br%5D=1&n%5Bg%5D=2" },
    { OA_QUERY, OA_DEEP_OBJECT, EXPLODE, "{\"a]\":\" \"}", "n%5Ba%5D%5D=+" },
    { OA_QUERY, OA_DEEP_OBJECT, EXPLODE, "{}", "" },
    { OA_QUERY, OA_DEEP_OBJECT, EXPLODE, "\"a\"", OBJECT },
    { OA_QUERY, OA_DEEP_OBJECT, EXPLODE, "[1]", OBJECT },
    { OA_QUERY, OA_DEEP_OBJECT, EXPLODE, "null", OBJECT },
    { OA_QUERY, OA_DEEP_OBJECT, EXPLODE, "{\"a\":{\"b\":1}}", NESTED },
    { OA_QUERY, OA_DEEP_OBJECT, EXPLODE, "{\"a\":[1]}", NESTED },
    { OA_QUERY, OA_FORM, EXPLODE | RESERVED, "\"a/b?c&d#e\"",
      "n=a/b?c%26d%23e" },
    { OA_QUERY, OA_FORM, EXPLODE | RESERVED, "\":/?@!$'()*,;\"",
      "n=:/?@!$'()*,;" },
    { OA_QUERY, OA_FORM, EXPLODE | RESERVED, "\"#[]&=+ \"",
      "n=%23%5B%5D%26%3D%2B%20" },
    { OA_QUERY, OA_FORM, EXPLODE | RESERVED, "\"%2f%zz%\"", "n=%2f%25zz%25" },
    { OA_QUERY, OA_FORM, PLAIN | RESERVED, "[\"a\",\"b\"]", "n=a,b" },
    { OA_QUERY, OA_FORM, PLAIN | RESERVED, "[\"%2\",\"f\"]", "n=%252,f" },
    { OA_QUERY, OA_DEEP_OBJECT, EXPLODE | RESERVED, "{\"/\":\"/\"}",
      "n%5B%2F%5D=/" },
    { OA_QUERY, OA_JSON, PLAIN, "{\"a\":[1]}", "n=%7B%22a%22%3A%5B1%5D%7D" },
    { OA_QUERY, OA_JSON, PLAIN, "\"x y\"", "n=%22x+y%22" },
    { OA_QUERY, OA_JSON, PLAIN, "[]", "n=%5B%5D" },
    { OA_QUERY, OA_JSON, PLAIN | IS_LIST, "{}", "n=%5B%5D" },
};

/* Headers: what follows "n: ". */
static const Row header_rows[] = {
    { OA_HEADER, OA_SIMPLE, PLAIN, "\"a\"", "a" },
    { OA_HEADER, OA_SIMPLE, PLAIN, "[1,2]", "1,2" },
    { OA_HEADER, OA_SIMPLE, EXPLODE, "[\"a\",\"b\"]", "a,b" },
    { OA_HEADER, OA_SIMPLE, PLAIN, "{\"r\":1,\"g\":2}", "r,1,g,2" },
    { OA_HEADER, OA_SIMPLE, EXPLODE, "{\"r\":1,\"g\":2}", "r=1,g=2" },
    { OA_HEADER, OA_SIMPLE, PLAIN, "\"a b%,ü\"", "a b%,ü" },
    { OA_HEADER, OA_SIMPLE, PLAIN, "\"\"", "" },
    { OA_HEADER, OA_SIMPLE, PLAIN, "[]", "" },
    { OA_HEADER, OA_SIMPLE, EXPLODE, "{}", "" },
    { OA_HEADER, OA_SIMPLE, PLAIN, "null", "null" },
    { OA_HEADER, OA_SIMPLE, PLAIN, "\"a\\nb\"", BAD_HEAD },
    { OA_HEADER, OA_SIMPLE, PLAIN, "\"a\\rb\"", BAD_HEAD },
    { OA_HEADER, OA_SIMPLE, PLAIN, "\"a\\u0000b\"", BAD_HEAD },
    { OA_HEADER, OA_SIMPLE, EXPLODE, "{\"a\\n\":1}", BAD_HEAD },
    { OA_HEADER, OA_SIMPLE, PLAIN, "[[]]", NESTED },
    { OA_HEADER, OA_JSON, PLAIN, "{\"a\":[\"x\\ny\"]}", "{\"a\":[\"x\\ny\"]}" },
};

/* Cookies: what follows "cookie: "; NULL for none. */
static const Row cookie_rows[] = {
    { OA_COOKIE, OA_FORM, EXPLODE, "\"x y\"", "n=x%20y" },
    { OA_COOKIE, OA_FORM, EXPLODE, "[\"a\",\"b\"]", "n=a; n=b" },
    { OA_COOKIE, OA_FORM, PLAIN, "[1,2]", "n=1,2" },
    { OA_COOKIE, OA_FORM, PLAIN, "[\"a,b\",\";\"]", "n=a%2Cb,%3B" },
    { OA_COOKIE, OA_FORM, PLAIN, "{\"r\":1,\"g\":2}", "n=r,1,g,2" },
    { OA_COOKIE, OA_FORM, EXPLODE, "{\"r\":1,\"g\":2}", "r=1; g=2" },
    { OA_COOKIE, OA_FORM, EXPLODE, "{\"a; b\":\"\\n\"}", "a%3B%20b=%0A" },
    { OA_COOKIE, OA_FORM, EXPLODE, "[]", NULL },
    { OA_COOKIE, OA_FORM, EXPLODE, "{}", NULL },
    { OA_COOKIE, OA_FORM, PLAIN, "[]", "n=" },
    { OA_COOKIE, OA_FORM, EXPLODE, "[[1]]", NESTED },
    { OA_COOKIE, OA_JSON, PLAIN, "[1]", "n=%5B1%5D" },
};

static void expect(const Row *row, char out[512])
{
    static const char *const starts[] = {
        [OA_PATH] = "GET https://h/x/",
        [OA_QUERY] = "GET https://h/x?",
        [OA_HEADER] = "GET https://h/x\nn: ",
        [OA_COOKIE] = "GET https://h/x\ncookie: ",
    };
    if (!row->expected || (row->place == OA_QUERY && !*row->expected))
        (void)snprintf(out, 512, "GET https://h/x\n");
    else if (*row->expected == '!')
        (void)snprintf(out, 512, "%s", row->expected);
    else
        (void)snprintf(out, 512, "%s%s\n", starts[row->place], row->expected);
}

static void check_rows(const Row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char input[256], expected[512];
        const OaField field = {
            .name = TEXT("n"),
            .wire = TEXT("n"),
            .place = rows[i].place,
            .style = rows[i].style,
            .explode = (rows[i].flags & EXPLODE) != 0,
            .allow_reserved = (rows[i].flags & RESERVED) != 0,
            .is_list = (rows[i].flags & IS_LIST) != 0,
        };
        const Operation op = literal_operation(
            rows[i].place == OA_PATH ? "/x/{n}" : "/x", &field, 1);
        (void)snprintf(input, sizeof input, "{\"n\":%s}", rows[i].value);
        expect(&rows[i], expected);
        literal_check(NULL, &op, input, expected);
    }
}

static void every_style_in_paths(void **state)
{
    (void)state;
    check_rows(path_rows, CM_ARRAY_LEN(path_rows));
}

static void every_style_in_queries(void **state)
{
    (void)state;
    check_rows(query_rows, CM_ARRAY_LEN(query_rows));
}

static void headers_and_cookies(void **state)
{
    (void)state;
    check_rows(header_rows, CM_ARRAY_LEN(header_rows));
    check_rows(cookie_rows, CM_ARRAY_LEN(cookie_rows));
}

/* ---- templates ---- */

static OaField path_field(const char *name)
{
    return (OaField){ .name = literal_text(name),
                      .wire = literal_text(name),
                      .place = OA_PATH,
                      .is_required = true };
}

static void templates(void **state)
{
    static const struct {
        const char *path, *input, *expected;
    } rows[] = {
        { "/{a}/{a}", "{\"a\":1,\"b\":2}", "GET https://h/1/1\n" },
        { "/{a}{b}", "{\"a\":\".\",\"b\":\".\"}",
          "!Path parameter 'a' has an unusable value." },
        { "/{b}{a}", "{\"a\":\".\",\"b\":\".\"}",
          "!Path parameter 'b' has an unusable value." },
        { "/{a}{b}", "{\"a\":\"{b}\",\"b\":\"x\"}",
          "GET https://h/%7Bb%7Dx\n" },
        { "/%2e{a}", "{\"a\":\".\",\"b\":\"x\"}",
          "!Path parameter 'a' has an unusable value." },
        { "/%2E{a}/y", "{\"a\":\".\",\"b\":\"x\"}",
          "!Path parameter 'a' has an unusable value." },
        { "/.{a}", "{\"a\":\".x\",\"b\":\"x\"}", "GET https://h/..x\n" },
        { "/{a}/{c}", "{\"a\":\"..\",\"b\":\"x\"}",
          "!Path parameter 'a' has an unusable value." },
        { "/{c}/{a}/{d}", "{\"a\":1,\"b\":\"x\"}",
          "!Path template has no value for 'c'." },
        { "/{a", "{\"a\":1,\"b\":1}", "GET https://h/%7Ba\n" },
        { "/{{a}}", "{\"a\":1,\"b\":1}", "GET https://h/%7B1%7D\n" },
        { "/ü /<a>|[b]", "{\"a\":1,\"b\":1}",
          "GET https://h/%C3%BC%20/%3Ca%3E%7C%5Bb%5D\n" },
        { "/$&'()*+,;=:@%41", "{\"a\":1,\"b\":1}",
          "GET https://h/$&'()*+,;=:@%41\n" },
        { "/{a}", "{\"b\":1}", "!Missing path parameter 'a'." },
        { "/", "{\"a\":1}", "!Missing path parameter 'b'." },
        { "/{a}", "{\"a\":[[1]]}",
          "!Parameter 'a' cannot carry nested values." },
        { "/{a}", "[1]", "!Missing path parameter 'a'." },
    };
    const OaField fields[] = { path_field("a"), path_field("b") };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        const Operation op = literal_operation(rows[i].path, fields, 2);
        literal_check(NULL, &op, rows[i].input, rows[i].expected);
    }
}

/* ---- names and order ---- */

static const OaField all_places[] = {
    { .name = TEXT("path_id"),
      .wire = TEXT("id"),
      .place = OA_PATH,
      .is_required = true },
    { .name = TEXT("query_id"),
      .wire = TEXT("id"),
      .place = OA_QUERY,
      .style = OA_FORM,
      .is_required = true },
    { .name = TEXT("X"),
      .wire = TEXT("X-A"),
      .place = OA_HEADER,
      .is_required = true },
    { .name = TEXT("c"),
      .wire = TEXT("c"),
      .place = OA_COOKIE,
      .style = OA_FORM,
      .is_required = true },
    { .name = TEXT("body_id"),
      .wire = TEXT("id"),
      .place = OA_BODY,
      .is_required = true },
};

static Operation all_operation(void)
{
    Operation op =
        literal_operation("/{id}", all_places, CM_ARRAY_LEN(all_places));
    op.body = (OaBody){ .kind = OA_BODY_JSON,
                        .is_flattened = true,
                        .is_required = true,
                        .content_type = TEXT("application/json") };
    return op;
}

static void the_first_missing_field_is_told(void **state)
{
    static const char *const rows[][2] = {
        { "{}", "!Missing path parameter 'id'." },
        { "{\"path_id\":[[]]}", "!Parameter 'id' cannot carry nested values." },
        { "{\"path_id\":1}", "!Missing query parameter 'id'." },
        { "{\"path_id\":1,\"query_id\":[[]]}",
          "!Missing header parameter 'X-A'." },
        { "{\"path_id\":1,\"query_id\":1,\"X\":\"\\n\"}",
          "!Missing cookie parameter 'c'." },
        { "{\"path_id\":1,\"query_id\":1,\"X\":1,\"c\":1}",
          "!Missing body field 'id'." },
        { "{\"path_id\":null,\"query_id\":null,\"X\":null,\"c\":null,"
          "\"body_id\":null}",
          "GET https://h/null?id=null\nx-a: null\ncookie: c=null\n"
          "content-type: application/json\n\n{\"id\":null}" },
        { "{\"path_id\":1,\"query_id\":[[]],\"X\":\"\\n\",\"c\":[[]],"
          "\"body_id\":1}",
          "!Parameter 'id' cannot carry nested values." },
        { "{\"path_id\":1,\"query_id\":1,\"X\":\"\\n\",\"c\":[[]],"
          "\"body_id\":1}",
          "!Parameter 'X-A' has an invalid header value." },
        { "{\"path_id\":1,\"query_id\":1,\"X\":1,\"c\":[[]],\"body_id\":1}",
          "!Parameter 'c' cannot carry nested values." },
    };
    const Operation op = all_operation();
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        literal_check(NULL, &op, rows[i][0], rows[i][1]);
}

/* ---- headers ---- */

static void later_headers_win(void **state)
{
    static const OaHeader fixed[] = {
        { TEXT("accept"), TEXT("text/x") },
        { TEXT("x-a"), TEXT("host") },
        { TEXT("x-b"), TEXT("1") },
        { TEXT("x-b"), TEXT("2") },
        { TEXT("cookie"), TEXT("h=1") },
        { TEXT("content-type"), TEXT("text/host") },
    };
    const OpenApiSet set = { .headers = fixed,
                             .n_headers = CM_ARRAY_LEN(fixed) };
    Operation op = all_operation();
    (void)state;
    op.accept = AS_TEXT("application/json");
    literal_check(&set, &op,
                  "{\"path_id\":1,\"query_id\":1,\"X\":\"mine\",\"c\":1,"
                  "\"body_id\":1}",
                  "GET https://h/1?id=1\naccept: text/x\nx-a: mine\nx-b: 2\n"
                  "cookie: h=1; c=1\ncontent-type: application/json\n\n"
                  "{\"id\":1}");
}

static void header_values_of_any_origin_are_checked(void **state)
{
    static const OaHeader fixed[] = { { TEXT("x-h"), TEXT("a\r\nb: c") } };
    const OpenApiSet set = { .headers = fixed, .n_headers = 1 };
    const OaField body = { .name = TEXT("body"),
                           .wire = TEXT("body"),
                           .place = OA_BODY };
    Operation op = literal_operation("/", NULL, 0);
    (void)state;
    literal_check(&set, &op, "{}",
                  "!Parameter 'x-h' has an invalid header value.");
    op.accept = AS_TEXT("text/a\nb: c");
    literal_check(NULL, &op, "{}",
                  "!Parameter 'accept' has an invalid header value.");
    op = literal_operation("/", &body, 1);
    op.body = (OaBody){ .kind = OA_BODY_JSON,
                        .content_type = TEXT("application/json\nb: c") };
    literal_check(NULL, &op, "{\"body\":1}",
                  "!Parameter 'content-type' has an invalid header value.");
    literal_check(NULL, &op, "{}", "GET https://h/\n");
}

static void a_query_in_the_template_comes_first(void **state)
{
    const OaField field = { .name = TEXT("q"),
                            .wire = TEXT("q"),
                            .place = OA_QUERY,
                            .style = OA_FORM };
    Operation op = literal_operation("/a", &field, 1);
    (void)state;
    op.template_query = AS_TEXT("k=1&{x}&&a[]=%20+b");
    literal_check(NULL, &op, "{\"q\":2}",
                  "GET https://h/a?k=1&%7Bx%7D&&a%5B%5D=%20+b&q=2\n");
    literal_check(NULL, &op, "{}",
                  "GET https://h/a?k=1&%7Bx%7D&&a%5B%5D=%20+b\n");
}

/* ---- bodies ---- */

typedef struct BodyRow {
    OaBodyKind kind;
    const char *type, *input, *expected;
} BodyRow;

static void wrapped_bodies(void **state)
{
    static const BodyRow rows[] = {
        { OA_BODY_JSON, "application/json; charset=utf-8",
          "{\"body\":{\"b\":[1,2.0,\"x\\u00fc\"],\"a\":null}}",
          "GET https://h/\ncontent-type: application/json; charset=utf-8\n\n"
          "{\"b\":[1,2,\"xü\"],\"a\":null}" },
        { OA_BODY_JSON, "application/vnd.a+json", "{\"body\":null}",
          "GET https://h/\ncontent-type: application/vnd.a+json\n\nnull" },
        { OA_BODY_JSON, "application/json", "{\"body\":\"\\ud800\"}",
          "GET https://h/\ncontent-type: application/json\n\n\"\\ud800\"" },
        { OA_BODY_JSON, "application/json", "{}", "GET https://h/\n" },
        { OA_BODY_TEXT, "text/plain", "{\"body\":\"a\\nü\"}",
          "GET https://h/\ncontent-type: text/plain\n\na\nü" },
        { OA_BODY_TEXT, "text/plain", "{\"body\":\"\"}",
          "GET https://h/\ncontent-type: text/plain\n\n" },
        { OA_BODY_TEXT, "text/plain", "{\"body\":[1]}",
          "GET https://h/\ncontent-type: text/plain\n\n[1]" },
        { OA_BODY_FORM, "application/x-www-form-urlencoded",
          "{\"body\":{\"a\":\"x y\",\"b\":[1,2],\"c\":{\"d\":1}}}",
          "GET https://h/\ncontent-type: application/x-www-form-urlencoded\n\n"
          "a=x+y&b=1&b=2&c=%7B%22d%22%3A1%7D" },
        { OA_BODY_FORM, "f", "{\"body\":{}}",
          "GET https://h/\ncontent-type: f\n\n" },
        { OA_BODY_FORM, "f", "{\"body\":{\"a\":[1,[2]],\"b\":[],\"c\":null}}",
          "GET https://h/\ncontent-type: f\n\n"
          "a=%5B1%2C%5B2%5D%5D&c=null" },
        { OA_BODY_FORM, "f", "{\"body\":[]}",
          "!Request body must be an object." },
        { OA_BODY_FORM, "f", "{\"body\":null}",
          "!Request body must be an object." },
        { OA_BODY_MULTIPART, "multipart/form-data", "{\"body\":\"x\"}",
          "!Request body must be an object." },
    };
    const OaField body = { .name = TEXT("body"),
                           .wire = TEXT("body"),
                           .place = OA_BODY };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Operation op = literal_operation("/", &body, 1);
        op.body = (OaBody){ .kind = rows[i].kind,
                            .content_type = literal_text(rows[i].type) };
        literal_check(NULL, &op, rows[i].input, rows[i].expected);
    }
}

static void form_encodings(void **state)
{
    static const OaEncoding encodings[] = {
        { TEXT("deep"), TEXT(""), OA_DEEP_OBJECT, true, true, false },
        { TEXT("comma"), TEXT(""), OA_FORM, true, false, false },
        { TEXT("pipe"), TEXT(""), OA_PIPE_DELIMITED, true, false, false },
        { TEXT("raw"), TEXT(""), OA_FORM, true, true, true },
        { TEXT("typed"), TEXT("text/x"), OA_FORM, false, false, false },
    };
    static const char *const rows[][2] = {
        { "{\"deep\":{\"b\":{\"c\":1,\"d\":[2,{\"e\":\" \"}]},\"x\":{}}}",
          "deep%5Bb%5D%5Bc%5D=1&deep%5Bb%5D%5Bd%5D%5B0%5D=2&"
          "deep%5Bb%5D%5Bd%5D%5B1%5D%5Be%5D=+" },
        { "{\"deep\":[1,2]}", "deep%5B0%5D=1&deep%5B1%5D=2" },
        { "{\"deep\":1}", "!Parameter 'deep' takes an object." },
        { "{\"comma\":[\"a b\",\"c\"]}", "comma=a+b%2Cc" },
        { "{\"comma\":{\"a\":1}}", "comma=a%2C1" },
        { "{\"comma\":[[1]]}",
          "!Parameter 'comma' cannot carry nested values." },
        { "{\"pipe\":[1,2]}", "pipe=1%7C2" },
        { "{\"raw\":\"a/b &\"}", "raw=a/b%20%26" },
        { "{\"raw\":{\"k\":\"v\"}}", "k=v" },
        { "{\"typed\":[1,2]}", "typed=1&typed=2" },
        { "{\"typed\":[{}]}", "typed=%5B%7B%7D%5D" },
    };
    const OaField body = { .name = TEXT("body"),
                           .wire = TEXT("body"),
                           .place = OA_BODY };
    Operation op = literal_operation("/", &body, 1);
    (void)state;
    op.body = (OaBody){ .kind = OA_BODY_FORM,
                        .content_type = TEXT("f"),
                        .encodings = encodings,
                        .n_encodings = CM_ARRAY_LEN(encodings) };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        char input[256], expected[256];
        (void)snprintf(input, sizeof input, "{\"body\":%s}", rows[i][0]);
        (void)snprintf(expected, sizeof expected, "%s%s",
                       *rows[i][1] == '!' ? ""
                                          : "GET https://h/\n"
                                            "content-type: f\n\n",
                       rows[i][1]);
        literal_check(NULL, &op, input, expected);
    }
}

static void multipart_parts(void **state)
{
    static const OaEncoding encodings[] = {
        { TEXT("t"), TEXT("text/csv"), OA_FORM, false, false, false },
    };
    static const OaField body = { .name = TEXT("body"),
                                  .wire = TEXT("body"),
                                  .place = OA_BODY };
    Operation op = literal_operation("/", &body, 1);
    (void)state;
    op.body = (OaBody){ .kind = OA_BODY_MULTIPART,
                        .content_type = TEXT("multipart/form-data"),
                        .encodings = encodings,
                        .n_encodings = 1 };
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    assert_int_equal(
        literal_build(cm__alloc_default(), &(OpenApiSet){ 0 }, &op,
                      "{\"body\":{\"a\\\"\\r\\nb\":\"x\\r\\ny\",\"t\":\"1,2\","
                      "\"l\":[1,true],\"o\":{\"k\":[1]},\"m\":[{\"a\":1},2],"
                      "\"e\":[]}}",
                      1, &out),
        CM_OK);
    const char *text = cm__buf_text(&out);
    const char *boundary = strstr(text, "boundary=");
    assert_non_null(boundary);
    char mark[26], expected[2048];
    (void)snprintf(mark, sizeof mark, "%.25s", boundary + 9);
    assert_memory_equal(mark, "codemode-", 9);
    (void)snprintf(
        expected, sizeof expected,
        "GET https://h/\ncontent-type: multipart/form-data; boundary=%s\n\n"
        "--%s\r\ncontent-disposition: form-data; name=\"a%%22%%0D%%0Ab\"\r\n"
        "\r\nx\r\ny\r\n"
        "--%s\r\ncontent-disposition: form-data; name=\"t\"\r\n"
        "content-type: text/csv\r\n\r\n1,2\r\n"
        "--%s\r\ncontent-disposition: form-data; name=\"l\"\r\n\r\n1\r\n"
        "--%s\r\ncontent-disposition: form-data; name=\"l\"\r\n\r\ntrue\r\n"
        "--%s\r\ncontent-disposition: form-data; name=\"o\"\r\n"
        "content-type: application/json\r\n\r\n{\"k\":[1]}\r\n"
        "--%s\r\ncontent-disposition: form-data; name=\"m\"\r\n"
        "content-type: application/json\r\n\r\n{\"a\":1}\r\n"
        "--%s\r\ncontent-disposition: form-data; name=\"m\"\r\n\r\n2\r\n"
        "--%s--\r\n",
        mark, mark, mark, mark, mark, mark, mark, mark, mark);
    assert_string_equal(text, expected);
    cm__buf_done(&out);
}

/* All boundaries that were chosen before for the seed stand in the data. */
static void the_boundary_is_not_in_the_data(void **state)
{
    enum {
        TRIES = 100
    };
    static const OaField body = { .name = TEXT("body"),
                                  .wire = TEXT("body"),
                                  .place = OA_BODY };
    Operation op = literal_operation("/", &body, 1);
    char data[TRIES * 32] = "", input[TRIES * 32 + 32], mark[32];
    Buf out;
    (void)state;
    op.body =
        (OaBody){ .kind = OA_BODY_MULTIPART,
                  .content_type = TEXT("multipart/form-data; BOUNDARY=mine") };
    for (int i = 0; i < TRIES; i++) {
        (void)snprintf(input, sizeof input, "{\"body\":{\"a\":\"%s\"}}", data);
        cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        assert_int_equal(literal_build(cm__alloc_default(), &(OpenApiSet){ 0 },
                                       &op, input, 7, &out),
                         CM_OK);
        const char *text = strstr(cm__buf_text(&out), "boundary=");
        assert_non_null(text);
        assert_null(strstr(cm__buf_text(&out), "mine"));
        (void)snprintf(mark, sizeof mark, "%.25s", text + 9);
        assert_int_equal(strspn(mark + 9, "0123456789abcdef"), 16);
        assert_null(strstr(data, mark));
        strcat(data, mark);
        cm__buf_done(&out);
    }
}

/* ---- memory ---- */

static cm_status build_scenario(const cm_allocator *alloc)
{
    static const OaEncoding encodings[] = {
        { TEXT("d"), TEXT(""), OA_DEEP_OBJECT, true, true, false },
    };
    static const OaField fields[] = {
        { .name = TEXT("p"), .wire = TEXT("p"), .place = OA_PATH },
        { .name = TEXT("q"),
          .wire = TEXT("q"),
          .place = OA_QUERY,
          .style = OA_FORM,
          .explode = true },
        { .name = TEXT("h"), .wire = TEXT("h"), .place = OA_HEADER },
        { .name = TEXT("c"),
          .wire = TEXT("c"),
          .place = OA_COOKIE,
          .style = OA_JSON },
        { .name = TEXT("d"), .wire = TEXT("d"), .place = OA_BODY },
        { .name = TEXT("e"), .wire = TEXT("e"), .place = OA_BODY },
    };
    static const OaBodyKind kinds[] = { OA_BODY_JSON, OA_BODY_FORM,
                                        OA_BODY_MULTIPART };
    cm_status status = CM_OK;
    for (size_t i = 0; i < CM_ARRAY_LEN(kinds) && status == CM_OK; i++) {
        Operation op = literal_operation("/{p}", fields, CM_ARRAY_LEN(fields));
        Buf out;
        op.accept = AS_TEXT("a/b");
        op.template_query = AS_TEXT("x=1&y");
        op.body = (OaBody){ .kind = kinds[i],
                            .is_flattened = true,
                            .content_type = TEXT("t"),
                            .encodings = encodings,
                            .n_encodings = 1 };
        cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
        status = literal_build(alloc, &(OpenApiSet){ 0 }, &op,
                               "{\"p\":[\"a b\",1],\"q\":[1,2,3,4,5,6,7,8,9],"
                               "\"h\":{\"a\":1},\"c\":{\"x\":[1]},"
                               "\"d\":{\"a\":[1]},\"e\":\"\\\"\"}",
                               1, &out);
        if (status == CM_OK)
            status = out.status;
        cm__buf_done(&out);
    }
    return status;
}

static cm_status refuse_scenario(const cm_allocator *alloc)
{
    static const OaField fields[] = {
        { .name = TEXT("q"),
          .wire = TEXT("q"),
          .place = OA_QUERY,
          .style = OA_DEEP_OBJECT,
          .explode = true },
    };
    const Operation op = literal_operation("/", fields, 1);
    Buf out;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm_status status =
        literal_build(alloc, &(OpenApiSet){ 0 }, &op, "{\"q\":1}", 1, &out);
    if (status == CM_E_ARGUMENT)
        status = out.status;
    cm__buf_done(&out);
    return status;
}

static void memory_may_be_refused_anywhere(void **state)
{
    (void)state;
    assert_true(oom_sweep(build_scenario) > 40);
    assert_true(oom_sweep(refuse_scenario) > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_style_in_paths),
        cmocka_unit_test(every_style_in_queries),
        cmocka_unit_test(headers_and_cookies),
        cmocka_unit_test(templates),
        cmocka_unit_test(the_first_missing_field_is_told),
        cmocka_unit_test(later_headers_win),
        cmocka_unit_test(header_values_of_any_origin_are_checked),
        cmocka_unit_test(a_query_in_the_template_comes_first),
        cmocka_unit_test(wrapped_bodies),
        cmocka_unit_test(form_encodings),
        cmocka_unit_test(multipart_parts),
        cmocka_unit_test(the_boundary_is_not_in_the_data),
        cmocka_unit_test(memory_may_be_refused_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
