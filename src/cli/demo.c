/* SPDX-License-Identifier: MIT */
#include "cli/demo.h"

#include <stdio.h>
#include <string.h>

#include "json/writer.h"

enum {
    LINES_MAX = 2,
    NOTES_MAX = 32,
    NOTE_TEXT_MAX = 200,
    SLOW_MS = 250,
    BUSY_EVERY = 3,
};

typedef struct Customer {
    const char *id, *name, *country;
} Customer;

typedef struct Item {
    const char *sku, *name;
    double price;
    int available; /* at the start */
} Item;

typedef struct OrderLine {
    const char *sku;
    int quantity;
} OrderLine;

typedef struct Order {
    const char *id, *customer, *status, *date;
    OrderLine lines[LINES_MAX];
} Order;

static const Customer customers[] = {
    { "c1", "Ada Brandt", "DE" },
    { "c2", "Bruno Costa", "PT" },
    { "c3", "Chen Wei", "SG" },
    { "c4", "Dana Ito", "JP" },
};

static const Item items[] = {
    { "tea-001", "Green tea, 100 g", 7.5, 40 },
    { "mug-010", "Stoneware mug", 12, 3 },
    { "pot-100", "Cast iron teapot", 49.9, 0 },
    { "tin-020", "Tea tin", 5.25, 18 },
};

static const Order orders[] = {
    { "o-1001",
      "c1",
      "open",
      "2026-11-24",
      { { "tea-001", 2 }, { "mug-010", 1 } } },
    { "o-1002", "c2", "open", "2026-11-25", { { "pot-100", 1 } } },
    { "o-1003", "c3", "shipped", "2026-11-25", { { "tea-001", 5 } } },
    { "o-1004",
      "c1",
      "open",
      "2026-11-26",
      { { "tin-020", 4 }, { "tea-001", 1 } } },
    { "o-1005", "c4", "open", "2026-11-27", { { "mug-010", 2 } } },
    { "o-1006", "c2", "cancelled", "2026-11-27", { { "tea-001", 1 } } },
};

typedef struct Note {
    size_t order; /* index */
    char text[NOTE_TEXT_MAX + 1];
} Note;

/* A slow call on its way. */
typedef struct SlowCall {
    struct SlowCall *prev, *next;
    Demo *demo;
    HostCall *call;
    Timer *timer;
    Buf answer;
} SlowCall;

struct Demo {
    Loop *loop;
    const cm_allocator *alloc;
    int available[CM_ARRAY_LEN(items)];
    unsigned n_reserve_calls;
    Note notes[NOTES_MAX];
    size_t n_notes;
    SlowCall *slow;
};

/* ---- reading arguments, writing answers ---- */

static const char *text_arg(const JsonValue *input, const char *name)
{
    const JsonValue *value = cm__json_get(input, name);
    return value != NULL && value->type == CM_JSON_TYPE_STRING ? value->text
                                                               : NULL;
}

static void member_text(JsonWriter *w, const char *key, const char *value)
{
    cm__json_key(w, key);
    cm__json_write_text(w, value);
}

static void member_int(JsonWriter *w, const char *key, int64_t value)
{
    cm__json_key(w, key);
    cm__json_write_int(w, value);
}

static void write_customer(JsonWriter *w, const Customer *customer)
{
    cm__json_begin_object(w);
    member_text(w, "id", customer->id);
    member_text(w, "name", customer->name);
    member_text(w, "country", customer->country);
    cm__json_end_object(w);
}

static void write_order(const Demo *demo, JsonWriter *w, size_t index)
{
    const Order *order = &orders[index];
    cm__json_begin_object(w);
    member_text(w, "id", order->id);
    member_text(w, "customerId", order->customer);
    member_text(w, "status", order->status);
    member_text(w, "date", order->date);
    cm__json_key(w, "lines");
    cm__json_begin_array(w);
    for (size_t i = 0; i < LINES_MAX && order->lines[i].sku != NULL; i++) {
        cm__json_begin_object(w);
        member_text(w, "sku", order->lines[i].sku);
        member_int(w, "quantity", order->lines[i].quantity);
        cm__json_end_object(w);
    }
    cm__json_end_array(w);
    cm__json_key(w, "notes");
    cm__json_begin_array(w);
    for (size_t i = 0; i < demo->n_notes; i++)
        if (demo->notes[i].order == index)
            cm__json_write_text(w, demo->notes[i].text);
    cm__json_end_array(w);
    cm__json_end_object(w);
}

/* Index of the thing with this id; the count when there is none. */
static size_t find_order(const char *id)
{
    size_t i = 0;
    while (i < CM_ARRAY_LEN(orders) &&
           (id == NULL || strcmp(orders[i].id, id) != 0))
        i++;
    return i;
}

static size_t find_item(const char *sku)
{
    size_t i = 0;
    while (i < CM_ARRAY_LEN(items) &&
           (sku == NULL || strcmp(items[i].sku, sku) != 0))
        i++;
    return i;
}

/* ---- the tools: each writes its answer or gives the reason of its failure;
 * reasons that name something are written to why ---- */

typedef struct Why {
    char text[200];
} Why;

static const char *no_such(Why *why, const char *kind, const char *id)
{
    (void)snprintf(why->text, sizeof why->text, "no %s \"%.100s\"", kind,
                   id != NULL ? id : "");
    return why->text;
}

static const char *customers_list(Demo *demo, const JsonValue *input,
                                  JsonWriter *w, Why *why)
{
    (void)demo;
    (void)input;
    (void)why;
    cm__json_begin_array(w);
    for (size_t i = 0; i < CM_ARRAY_LEN(customers); i++)
        write_customer(w, &customers[i]);
    cm__json_end_array(w);
    return NULL;
}

static const char *customers_get(Demo *demo, const JsonValue *input,
                                 JsonWriter *w, Why *why)
{
    const char *id = text_arg(input, "id");
    (void)demo;
    for (size_t i = 0; i < CM_ARRAY_LEN(customers); i++) {
        if (id != NULL && strcmp(customers[i].id, id) == 0) {
            write_customer(w, &customers[i]);
            return NULL;
        }
    }
    return no_such(why, "customer", id);
}

static const char *orders_list(Demo *demo, const JsonValue *input,
                               JsonWriter *w, Why *why)
{
    const char *status = text_arg(input, "status");
    const char *customer = text_arg(input, "customerId");
    (void)why;
    cm__json_begin_array(w);
    for (size_t i = 0; i < CM_ARRAY_LEN(orders); i++)
        if ((status == NULL || strcmp(orders[i].status, status) == 0) &&
            (customer == NULL || strcmp(orders[i].customer, customer) == 0))
            write_order(demo, w, i);
    cm__json_end_array(w);
    return NULL;
}

static const char *orders_get(Demo *demo, const JsonValue *input, JsonWriter *w,
                              Why *why)
{
    const char *id = text_arg(input, "id");
    size_t i = find_order(id);
    if (i == CM_ARRAY_LEN(orders))
        return no_such(why, "order", id);
    write_order(demo, w, i);
    return NULL;
}

static const char *orders_note(Demo *demo, const JsonValue *input,
                               JsonWriter *w, Why *why)
{
    const char *id = text_arg(input, "id"), *text = text_arg(input, "text");
    size_t i = find_order(id);
    if (i == CM_ARRAY_LEN(orders))
        return no_such(why, "order", id);
    if (text == NULL || strlen(text) > NOTE_TEXT_MAX)
        return "text must be a string of at most 200 bytes";
    if (demo->n_notes == NOTES_MAX)
        return "the shop's notebook is full";
    Note *note = &demo->notes[demo->n_notes++];
    note->order = i;
    memcpy(note->text, text, strlen(text) + 1);
    write_order(demo, w, i);
    return NULL;
}

static const char *stock_price(Demo *demo, const JsonValue *input,
                               JsonWriter *w, Why *why)
{
    const char *sku = text_arg(input, "sku");
    size_t i = find_item(sku);
    (void)demo;
    if (i == CM_ARRAY_LEN(items))
        return no_such(why, "item", sku);
    cm__json_begin_object(w);
    member_text(w, "sku", items[i].sku);
    member_text(w, "name", items[i].name);
    cm__json_key(w, "price");
    cm__json_write_number(w, items[i].price);
    member_text(w, "currency", "EUR");
    cm__json_end_object(w);
    return NULL;
}

static const char *stock_level(Demo *demo, const JsonValue *input,
                               JsonWriter *w, Why *why)
{
    const char *sku = text_arg(input, "sku");
    size_t i = find_item(sku);
    if (i == CM_ARRAY_LEN(items))
        return no_such(why, "item", sku);
    cm__json_begin_object(w);
    member_text(w, "sku", items[i].sku);
    member_int(w, "available", demo->available[i]);
    cm__json_end_object(w);
    return NULL;
}

static const char *stock_reserve(Demo *demo, const JsonValue *input,
                                 JsonWriter *w, Why *why)
{
    const char *sku = text_arg(input, "sku");
    const JsonValue *quantity = cm__json_get(input, "quantity");
    size_t i = find_item(sku);
    if (i == CM_ARRAY_LEN(items))
        return no_such(why, "item", sku);
    if (quantity == NULL || quantity->type != CM_JSON_TYPE_NUMBER ||
        !quantity->is_integer || quantity->integer < 1)
        return "quantity must be a whole number of at least 1";
    if (++demo->n_reserve_calls % BUSY_EVERY == 0)
        return "the warehouse line is busy, try again";
    if (quantity->integer > demo->available[i]) {
        (void)snprintf(why->text, sizeof why->text, "only %d of %s left",
                       demo->available[i], items[i].sku);
        return why->text;
    }
    demo->available[i] -= (int)quantity->integer;
    cm__json_begin_object(w);
    member_text(w, "sku", items[i].sku);
    member_int(w, "reserved", quantity->integer);
    member_int(w, "available", demo->available[i]);
    cm__json_end_object(w);
    return NULL;
}

/* ---- the table ---- */

typedef struct DemoTool {
    const char *path, *description, *input_schema, *output_schema;
    uint64_t delay_ms;
    const char *(*answer)(Demo *demo, const JsonValue *input, JsonWriter *w,
                          Why *why);
} DemoTool;

/* Schemas, put together from pieces so that a reader sees their shape. */
#define STRING       "{\"type\":\"string\"}"
#define INTEGER      "{\"type\":\"integer\"}"
#define MEMBER(name) "\"" name "\":"
#define OBJECT(properties, required)                   \
    "{\"type\":\"object\",\"properties\":{" properties \
    "},\"required\":[" required "]}"
#define LIST_OF(schema) "{\"type\":\"array\",\"items\":" schema "}"
#define STATUS          "{\"enum\":[\"open\",\"shipped\",\"cancelled\"]}"

#define ID_INPUT  OBJECT(MEMBER("id") STRING, "\"id\"")
#define SKU_INPUT OBJECT(MEMBER("sku") STRING, "\"sku\"")
#define CUSTOMER                                                               \
    OBJECT(MEMBER("id") STRING "," MEMBER("name") STRING "," MEMBER("country") \
               STRING,                                                         \
           "\"id\",\"name\",\"country\"")
#define ORDER_LINE                                              \
    OBJECT(MEMBER("sku") STRING "," MEMBER("quantity") INTEGER, \
           "\"sku\",\"quantity\"")

/* clang-format off */
#define ORDER                                                                \
    OBJECT(MEMBER("id") STRING "," MEMBER("customerId") STRING ","           \
           MEMBER("status") STATUS "," MEMBER("date") STRING ","             \
           MEMBER("lines") LIST_OF(ORDER_LINE) ","                           \
           MEMBER("notes") LIST_OF(STRING),                                  \
           "\"id\",\"customerId\",\"status\",\"date\",\"lines\",\"notes\"")

static const DemoTool table[] = {
    { "customers.list", "All customers of the shop",
      OBJECT("", ""), LIST_OF(CUSTOMER), 0, customers_list },
    { "customers.get", "One customer by id",
      ID_INPUT, CUSTOMER, 0, customers_get },
    { "orders.list", "Orders, all or by status and customer",
      OBJECT(MEMBER("status") STATUS "," MEMBER("customerId") STRING, ""),
      LIST_OF(ORDER), 0, orders_list },
    { "orders.get", "One order by id",
      ID_INPUT, ORDER, 0, orders_get },
    { "orders.note", "Adds a note to an order and returns it",
      OBJECT(MEMBER("id") STRING "," MEMBER("text") STRING,
             "\"id\",\"text\""),
      ORDER, 0, orders_note },
    { "stock.price", "Name and price of an item",
      SKU_INPUT,
      OBJECT(MEMBER("sku") STRING "," MEMBER("name") STRING ","
             MEMBER("price") "{\"type\":\"number\"}," MEMBER("currency") STRING,
             "\"sku\",\"name\",\"price\",\"currency\""),
      0, stock_price },
    { "stock.level", "Counts an item in the warehouse (slow)",
      SKU_INPUT,
      OBJECT(MEMBER("sku") STRING "," MEMBER("available") INTEGER,
             "\"sku\",\"available\""),
      SLOW_MS, stock_level },
    { "stock.reserve",
      "Reserves items for an order; fails when the line is busy",
      OBJECT(MEMBER("sku") STRING "," MEMBER("quantity")
             "{\"type\":\"integer\",\"minimum\":1}", "\"sku\",\"quantity\""),
      OBJECT(MEMBER("sku") STRING "," MEMBER("reserved") INTEGER ","
             MEMBER("available") INTEGER,
             "\"sku\",\"reserved\",\"available\""),
      0, stock_reserve },
};
/* clang-format on */

/* ---- calls ---- */

static HostCall *slow_end(SlowCall *slow)
{
    Demo *demo = slow->demo;
    HostCall *call = slow->call;
    *(slow->prev != NULL ? &slow->prev->next : &demo->slow) = slow->next;
    if (slow->next != NULL)
        slow->next->prev = slow->prev;
    cm__timer_free(slow->timer);
    cm__buf_done(&slow->answer);
    cm__free(demo->alloc, slow, sizeof *slow);
    call->op = NULL;
    return call;
}

static void slow_ready(void *user)
{
    SlowCall *slow = user;
    Buf answer = slow->answer;
    cm__buf_init(&slow->answer, slow->demo->alloc, CM_BUF_NO_LIMIT);
    HostCall *call = slow_end(slow);
    cm__host_return(call, cm__buf_text(&answer), answer.len);
    cm__buf_done(&answer);
}

/* Delivers later; takes the answer over. */
static void deliver_later(Demo *demo, HostCall *call, uint64_t delay_ms,
                          Buf *answer)
{
    SlowCall *slow = cm__alloc_zero(demo->alloc, 1, sizeof *slow);
    Timer *timer =
        slow != NULL ? cm__timer_new(demo->loop, slow_ready, slow) : NULL;
    if (timer == NULL) {
        cm__free(demo->alloc, slow, sizeof *slow);
        cm__buf_done(answer);
        cm__host_fail(call, "the host is out of memory");
        return;
    }
    slow->demo = demo;
    slow->call = call;
    slow->timer = timer;
    slow->answer = *answer;
    slow->next = demo->slow;
    if (slow->next != NULL)
        slow->next->prev = slow;
    demo->slow = slow;
    call->op = slow;
    cm__timer_start(timer, delay_ms);
}

static void ops_start(HostCall *call)
{
    static const JsonValue nothing = { .type = CM_JSON_TYPE_OBJECT };
    Demo *demo = call->tool->source;
    const DemoTool *tool = table;
    while (strcmp(tool->path, call->tool->path) != 0)
        tool++;
    JsonDoc *doc = NULL;
    const JsonValue *input = &nothing;
    if (call->input_len > 0 &&
        cm__json_parse(demo->alloc, call->input, call->input_len, NULL, &doc,
                       NULL) == CM_OK &&
        doc->root.type == CM_JSON_TYPE_OBJECT)
        input = &doc->root;
    Buf answer;
    Why why;
    cm__buf_init(&answer, demo->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&answer);
    const char *reason = tool->answer(demo, input, &w, &why);
    cm__json_doc_free(doc);
    if (reason == NULL && answer.status != CM_OK)
        reason = "the host is out of memory";
    if (reason == NULL && tool->delay_ms > 0) {
        deliver_later(demo, call, tool->delay_ms, &answer);
        return;
    }
    if (reason != NULL)
        cm__host_fail(call, reason);
    else
        cm__host_return(call, answer.bytes, answer.len);
    cm__buf_done(&answer);
}

static void ops_cancel(HostCall *call)
{
    if (call->op != NULL)
        cm__host_fail(slow_end(call->op), "the call was cancelled");
}

/* ---- life ---- */

Demo *cm__demo_new(Loop *loop)
{
    const cm_allocator *alloc = cm__loop_alloc(loop);
    Demo *demo = cm__alloc_zero(alloc, 1, sizeof *demo);
    if (demo == NULL)
        return NULL;
    demo->loop = loop;
    demo->alloc = alloc;
    for (size_t i = 0; i < CM_ARRAY_LEN(items); i++)
        demo->available[i] = items[i].available;
    return demo;
}

void cm__demo_stop(Demo *demo)
{
    while (demo != NULL && demo->slow != NULL)
        cm__host_fail(slow_end(demo->slow), "the host is shutting down");
}

void cm__demo_free(Demo *demo)
{
    if (demo != NULL)
        cm__free(demo->alloc, demo, sizeof *demo);
}

cm_status cm__demo_register(Demo *demo, Hub *hub)
{
    static const HostToolOps ops = { ops_start, ops_cancel };
    static const char *const groups[][2] = {
        { "customers", "Who buys" },
        { "orders", "What was ordered" },
        { "stock", "What is in the warehouse" },
    };
    cm_status status = CM_OK;
    for (size_t i = 0; i < CM_ARRAY_LEN(groups) && status == CM_OK; i++)
        status = cm__hub_describe(hub, groups[i][0], groups[i][1]);
    for (size_t i = 0; i < CM_ARRAY_LEN(table) && status == CM_OK; i++) {
        ToolboxEntry entry = { .path = table[i].path,
                               .description = table[i].description,
                               .input_schema = table[i].input_schema,
                               .output_schema = table[i].output_schema,
                               .ops = &ops,
                               .source = demo };
        status = cm__hub_add_tool(hub, &entry);
    }
    return status;
}
