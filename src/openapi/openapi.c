/* SPDX-License-Identifier: MIT */
/* OpenAPI in the public API: calls of tools meet the host's `send` and `resolve`.
 *
 * One call is a Live. Its machine (call.h) is touched by one thread at a time:
 * by the one that starts it, then by whoever answers what was asked last. A
 * callback of the machine only notes what it wants; the driver, a loop, then
 * asks the host. An answer that comes while the driver is still inside that
 * host function feeds the machine at once but leaves driving to the driver:
 *
 *     driver:  wants a credential -> resolve( ... ) -> was it fed? go on
 *     answer:                          feeds, notes that it was fed
 *
 * A Live is counted: one for the call until it is settled, one for each thread
 * that works on it, so that a cancel callback of the host runs on live memory.
 * `cm_openapi.lock` protects the list of lives, the counts and the flags of
 * all lives. Neither host code nor the library's runs under it. */
#include "codemode.h"

#include "base/buf.h"
#include "base/options.h"
#include "openapi/call.h"

#include <pthread.h>
#include <string.h>

typedef struct Live Live;

struct cm_http_exchange {
    Live *live;
};
struct cm_credential_question {
    Live *live;
};

typedef enum Want {
    WANT_NOTHING,
    WANT_CREDENTIAL,
    WANT_ANSWER,
    WANT_END /* the call was settled */
} Want;

struct Live {
    cm_openapi *owner;
    cm_call *call; /* the library's; gone after it is settled */
    void *context;
    OaCall *machine;
    Live *next, *previous; /* in the owner's list until it is settled */
    Want want;             /* noted by the machine */
    cm_credential_request question;
    const cm_http_request *request;
    struct cm_http_exchange exchange;
    struct cm_credential_question asked;
    void (*on_cancel)(void *user, cm_http_exchange *exchange);
    void *on_cancel_user;

    /* under the lock */
    unsigned refs;
    bool is_in_host;   /* a driver is inside resolve or send */
    bool is_fed;       /* it was answered meanwhile */
    bool is_cancelled; /* the answer is not wanted any more */
    bool is_sent;      /* the host has the exchange */
    bool is_ended;     /* and has ended it */
    bool was_told;     /* of the cancellation */
};

typedef struct ToolUser {
    cm_openapi *owner;
    const Operation *op;
} ToolUser;

struct cm_openapi {
    cm_allocator alloc;
    OpenApiSet *set;
    bool validates;
    void (*send)(void *user, cm_http_exchange *exchange,
                 const cm_http_request *request);
    void (*resolve)(void *user, cm_credential_question *question,
                    const cm_credential_request *request);
    void *user;
    ToolUser *users; /* one for each operation */
    pthread_mutex_t lock;
    pthread_cond_t quiet; /* busy became 0 */
    unsigned busy;        /* threads inside, which may still touch this */
    uint64_t n_calls;
    Live *lives;
};

/* ---- lives ---- */

static void enter(cm_openapi *o)
{
    (void)pthread_mutex_lock(&o->lock);
    o->busy++;
    (void)pthread_mutex_unlock(&o->lock);
}

/* The last thing a thread does here: after it o may be gone. */
static void leave(cm_openapi *o)
{
    (void)pthread_mutex_lock(&o->lock);
    if (--o->busy == 0)
        (void)pthread_cond_broadcast(&o->quiet);
    (void)pthread_mutex_unlock(&o->lock);
}

static Live *new_live(ToolUser *tool, cm_call *call)
{
    cm_openapi *o = tool->owner;
    Live *live = cm__alloc_zero(&o->alloc, 1, sizeof *live);
    if (!live)
        return NULL;
    live->owner = o;
    live->call = call;
    live->context = cm_call_context(call);
    live->exchange.live = live;
    live->asked.live = live;
    live->refs = 2; /* the call's and the driver's */
    (void)pthread_mutex_lock(&o->lock);
    live->next = o->lives;
    if (o->lives)
        o->lives->previous = live;
    o->lives = live;
    (void)pthread_mutex_unlock(&o->lock);
    return live;
}

static void ref(Live *live)
{
    (void)pthread_mutex_lock(&live->owner->lock);
    live->refs++;
    (void)pthread_mutex_unlock(&live->owner->lock);
}

static void unref(Live *live)
{
    cm_openapi *o = live->owner;
    (void)pthread_mutex_lock(&o->lock);
    bool is_last = --live->refs == 0;
    (void)pthread_mutex_unlock(&o->lock);
    if (is_last)
        cm__free(&o->alloc, live, sizeof *live);
}

/* Takes it out of the list: from now on no cancellation finds it. */
static void detach(Live *live)
{
    cm_openapi *o = live->owner;
    (void)pthread_mutex_lock(&o->lock);
    if (live->previous)
        live->previous->next = live->next;
    else
        o->lives = live->next;
    if (live->next)
        live->next->previous = live->previous;
    (void)pthread_mutex_unlock(&o->lock);
}

/* ---- settling ---- */

static void settle_value(void *ctx, const char *json, size_t len)
{
    Live *live = ctx;
    live->want = WANT_END;
    detach(live);
    cm_call_return(live->call, json, len);
    unref(live); /* the caller has one of its own */
}

static void settle_failure(void *ctx, const char *message, size_t len)
{
    Live *live = ctx;
    live->want = WANT_END;
    detach(live);
    /* a value, since a message may hold NULs */
    cm_call_fail_value(
        live->call,
        message ? cm_value_string(&live->owner->alloc, message, len) : NULL);
    unref(live);
}

static void note_question(void *ctx, OaCall *machine,
                          const cm_credential_request *request)
{
    Live *live = ctx;
    live->machine = machine;
    live->question = *request;
    live->question.context = live->context;
    live->want = WANT_CREDENTIAL;
}

static void note_request(void *ctx, OaCall *machine,
                         const cm_http_request *request)
{
    Live *live = ctx;
    live->machine = machine;
    live->request = request;
    live->want = WANT_ANSWER;
}

static const OaCallHost call_host = { note_question, note_request, settle_value,
                                      settle_failure };

static void settle_cancelled(Live *live)
{
    static const char text[] = "The call was cancelled.";
    cm__oa_call_drop(live->machine);
    settle_failure(live, text, sizeof text - 1);
}

/* ---- driving ---- */

/* Whether the host is to be told now that its exchange is not wanted. */
static bool must_tell(Live *live)
{
    if (!live->is_cancelled || !live->is_sent || live->is_ended ||
        live->was_told || !live->on_cancel)
        return false;
    live->was_told = true;
    return true;
}

/* The machine waits for the host. False when the call was cancelled before. */
static bool enter_host(Live *live)
{
    (void)pthread_mutex_lock(&live->owner->lock);
    bool is_wanted = !live->is_cancelled;
    live->is_in_host = is_wanted;
    live->is_fed = false;
    (void)pthread_mutex_unlock(&live->owner->lock);
    return is_wanted;
}

/* True when the machine was fed meanwhile. */
static bool leave_host(Live *live)
{
    (void)pthread_mutex_lock(&live->owner->lock);
    live->is_in_host = false;
    bool is_fed = live->is_fed;
    (void)pthread_mutex_unlock(&live->owner->lock);
    return is_fed;
}

static void send_out(Live *live)
{
    cm_openapi *o = live->owner;
    o->send(o->user, &live->exchange, live->request);
    (void)pthread_mutex_lock(&o->lock);
    /* `on_cancel` was set inside send: a cancellation before could not tell */
    live->is_sent = true;
    bool tell = must_tell(live);
    (void)pthread_mutex_unlock(&o->lock);
    if (tell)
        live->on_cancel(live->on_cancel_user, &live->exchange);
}

/* Does what the machine wants until it waits for the host or has ended. The
 * caller has a reference. */
static void drive(Live *live)
{
    cm_openapi *o = live->owner;
    while (live->want != WANT_END) {
        if (!enter_host(live)) {
            settle_cancelled(live);
            return;
        }
        if (live->want == WANT_ANSWER) {
            send_out(live);
            return;
        }
        o->resolve(o->user, &live->asked, &live->question);
        if (!leave_host(live))
            return;
    }
}

/* The machine was fed: this thread goes on, unless a driver is inside the host
 * and does so. */
static void drive_after_feed(Live *live)
{
    (void)pthread_mutex_lock(&live->owner->lock);
    bool is_driven = live->is_in_host;
    live->is_fed = true;
    (void)pthread_mutex_unlock(&live->owner->lock);
    if (!is_driven)
        drive(live);
}

/* ---- calls of tools ---- */

/* In the thread that runs the execution; the call is alive, so that no other
 * can have its address. */
static void on_cancel(void *user, cm_call *call)
{
    cm_openapi *o = user;
    enter(o);
    (void)pthread_mutex_lock(&o->lock);
    Live *live = o->lives;
    while (live && live->call != call)
        live = live->next;
    bool tell = false;
    if (live) {
        live->refs++;
        live->is_cancelled = true;
        tell = must_tell(live);
    }
    (void)pthread_mutex_unlock(&o->lock);
    if (tell)
        live->on_cancel(live->on_cancel_user, &live->exchange);
    if (live)
        unref(live);
    leave(o);
}

static uint64_t next_seed(cm_openapi *o)
{
    (void)pthread_mutex_lock(&o->lock);
    uint64_t seed = ++o->n_calls;
    (void)pthread_mutex_unlock(&o->lock);
    return seed;
}

static void execute(void *user, cm_call *call, const char *input, size_t len)
{
    ToolUser *tool = user;
    cm_openapi *o = tool->owner;
    enter(o);
    Live *live = new_live(tool, call);
    if (live) {
        cm_call_on_cancel(call, on_cancel, o);
        if (cm__oa_call_start(&o->alloc, o->set, tool->op, input, len,
                              o->resolve != NULL, next_seed(o), &call_host,
                              live) == CM_OK)
            drive(live);
        else
            settle_failure(live, NULL, 0);
        unref(live);
    } else {
        cm_call_fail_value(call, NULL);
    }
    leave(o);
}

/* ---- exchanges ---- */

/* True when this is the end; a second one, which only a host that was told of
 * a cancellation meanwhile may try, is none. */
static bool begin_end(Live *live)
{
    (void)pthread_mutex_lock(&live->owner->lock);
    live->owner->busy++;
    bool is_first = !live->is_ended;
    live->is_ended = true;
    if (is_first)
        live->refs++;
    (void)pthread_mutex_unlock(&live->owner->lock);
    return is_first;
}

static void finish_end(Live *live, bool is_first)
{
    cm_openapi *o = live->owner;
    if (is_first)
        unref(live);
    leave(o);
}

void cm_http_answer(cm_http_exchange *exchange, int status,
                    const char *content_type, const char *body, size_t body_len)
{
    Live *live = exchange->live;
    bool is_first = begin_end(live);
    if (is_first)
        cm__oa_call_answer(live->machine, status, content_type, body, body_len);
    finish_end(live, is_first);
}

void cm_http_fail(cm_http_exchange *exchange, cm_http_fault fault,
                  const char *reason)
{
    Live *live = exchange->live;
    bool is_first = begin_end(live);
    if (is_first)
        cm__oa_call_fault(live->machine, fault, reason);
    finish_end(live, is_first);
}

void cm_http_on_cancel(cm_http_exchange *exchange,
                       void (*cancel)(void *user, cm_http_exchange *exchange),
                       void *user)
{
    Live *live = exchange->live;
    (void)pthread_mutex_lock(&live->owner->lock);
    live->on_cancel = cancel;
    live->on_cancel_user = user;
    (void)pthread_mutex_unlock(&live->owner->lock);
}

void *cm_http_context(const cm_http_exchange *exchange)
{
    return exchange->live->context;
}

/* ---- questions ---- */

static void answer_question(cm_credential_question *question, OaGrant grant,
                            const cm_credential *credential,
                            const char *message)
{
    Live *live = question->live;
    cm_openapi *o = live->owner;
    enter(o);
    ref(live);
    cm__oa_call_credential(live->machine, grant, credential, message);
    drive_after_feed(live);
    unref(live);
    leave(o);
}

void cm_credential_give(cm_credential_question *question,
                        const cm_credential *credential)
{
    answer_question(question, OA_GRANT_GIVEN, credential, NULL);
}

void cm_credential_unavailable(cm_credential_question *question)
{
    answer_question(question, OA_GRANT_UNAVAILABLE, NULL, NULL);
}

void cm_credential_fail(cm_credential_question *question, const char *message)
{
    answer_question(question, OA_GRANT_FAILED, NULL, message);
}

/* ---- documents ---- */

static cm_status fail(cm_error *err, cm_status status, const char *text)
{
    return cm__error_set(err, status, "", text);
}

static cm_status take_options(const char *json, const cm_openapi_options *given,
                              cm_openapi **ret, cm_openapi_options *ret_options,
                              cm_error *err)
{
    if (!json || !given || !ret)
        return fail(err, CM_E_ARGUMENT,
                    "document, options and result are required");
    if (!cm__options_take(ret_options, sizeof *ret_options,
                          sizeof(cm_openapi_options), given))
        return cm__error_set(
            err, CM_E_ARGUMENT, "struct_size",
            "the options were not initialised with "
            "CM_OPENAPI_OPTIONS_INIT, or are of another version");
    if (!ret_options->send)
        return fail(err, CM_E_ARGUMENT, "send is required");
    if (ret_options->n_headers > 0 && !ret_options->headers)
        return fail(err, CM_E_ARGUMENT, "headers are missing");
    return CM_OK;
}

static cm_status read_document(cm_openapi *o, const char *json, size_t len,
                               const cm_openapi_options *given, cm_error *err)
{
    const OaOptions options = { given->base_url, given->headers,
                                given->n_headers };
    cm_status status =
        cm__openapi_generate(&o->alloc, json, len, &options, &o->set, err);
    if (status != CM_OK)
        return status;
    size_t n = o->set->n_operations;
    o->users = cm__alloc_zero(&o->alloc, n + 1, sizeof *o->users);
    if (!o->users) {
        cm__openapi_set_free(o->set);
        return fail(err, CM_E_NOMEM, "memory was refused");
    }
    for (size_t i = 0; i < n; i++)
        o->users[i] = (ToolUser){ o, &o->set->operations[i] };
    return CM_OK;
}

cm_status cm_openapi_new(const char *json, size_t len,
                         const cm_openapi_options *options,
                         cm_openapi **ret_openapi, cm_error *err)
{
    cm_openapi_options given = CM_OPENAPI_OPTIONS_INIT;
    cm_status status = take_options(json, options, ret_openapi, &given, err);
    if (status != CM_OK)
        return status;
    const cm_allocator *alloc =
        given.allocator ? given.allocator : cm__alloc_default();
    cm_openapi *o = cm__alloc_zero(alloc, 1, sizeof *o);
    if (!o)
        return fail(err, CM_E_NOMEM, "memory was refused");
    o->alloc = *alloc;
    o->validates = given.validate != 0;
    o->send = given.send;
    o->resolve = given.resolve;
    o->user = given.user;
    status = read_document(o, json, len, &given, err);
    if (status != CM_OK) {
        cm__free(alloc, o, sizeof *o);
        return status;
    }
    (void)pthread_mutex_init(&o->lock, NULL);
    (void)pthread_cond_init(&o->quiet, NULL);
    *ret_openapi = o;
    return CM_OK;
}

void cm_openapi_free(cm_openapi *openapi)
{
    if (!openapi)
        return;
    /* who settled the last call may not have returned yet */
    (void)pthread_mutex_lock(&openapi->lock);
    while (openapi->busy > 0)
        (void)pthread_cond_wait(&openapi->quiet, &openapi->lock);
    (void)pthread_mutex_unlock(&openapi->lock);
    (void)pthread_cond_destroy(&openapi->quiet);
    (void)pthread_mutex_destroy(&openapi->lock);
    const cm_allocator alloc = openapi->alloc;
    cm__free(&alloc, openapi->users,
             (openapi->set->n_operations + 1) * sizeof *openapi->users);
    cm__openapi_set_free(openapi->set);
    cm__free(&alloc, openapi, sizeof *openapi);
}

/* ---- tools ---- */

enum {
    MAX_SEGMENTS = 16, /* of a path, see cm_tools_add */
    JOINED_BYTES = 100 /* of a name made of too many segments */
};

static size_t count_segments(const char *path, size_t len)
{
    size_t n = len > 0;
    for (size_t i = 0; i < len; i++)
        n += path[i] == '.';
    return n;
}

static bool is_tool(const cm_openapi *o, const char *name, size_t len)
{
    for (size_t i = 0; i < o->set->n_operations; i++) {
        OaText tool = o->set->operations[i].tool;
        if (tool.len == len && memcmp(tool.text, name, len) == 0)
            return true;
    }
    return false;
}

/* One segment in place of too many: they joined by '_', and the operation's
 * number, which no other such name has. Segments are ASCII. */
static void add_joined(Buf *path, const cm_openapi *o, const ToolUser *user)
{
    OaText tool = user->op->tool;
    size_t start = path->len;
    cm__buf_add(path, tool.text,
                tool.len < JOINED_BYTES ? tool.len : JOINED_BYTES);
    for (size_t i = start; i < path->len; i++)
        if (path->bytes[i] == '.')
            path->bytes[i] = '_';
    cm__buf_add_fmt(path, "_%zu", (size_t)(user - o->users) + 1);
    while (path->status == CM_OK &&
           is_tool(o, path->bytes + start, path->len - start))
        cm__buf_add_char(path, '_');
}

static cm_status make_path(Buf *path, const cm_openapi *o, const ToolUser *user,
                           const char *name_space)
{
    OaText tool = user->op->tool;
    cm__buf_clear(path);
    if (name_space && *name_space) {
        cm__buf_add_str(path, name_space);
        cm__buf_add_char(path, '.');
    }
    if (path->status == CM_OK && path->len > 0 &&
        count_segments(path->bytes, path->len - 1) +
                count_segments(tool.text, tool.len) >
            MAX_SEGMENTS)
        add_joined(path, o, user);
    else
        cm__buf_add(path, tool.text, tool.len);
    return path->status;
}

/* A schema that does not compile only renders. */
static cm_status add_tool(const cm_openapi *o, const ToolUser *user,
                          cm_tools *tools, const Buf *path, bool *ret_checked,
                          cm_error *err)
{
    const Operation *op = user->op;
    cm_tool tool = {
        .description = op->description.text,
        .input_schema = op->input_schema.text,
        .output_schema =
            op->output_schema.len > 0 ? op->output_schema.text : "{}",
        .validate_input = o->validates && !op->is_cut,
        .execute = execute,
        .user = cm_unconst(user),
    };
    *ret_checked = !o->validates || !op->is_cut;
    cm_status status =
        cm_tools_add_n(tools, cm__buf_text(path), path->len, &tool, err);
    if (!tool.validate_input || (status != CM_E_SYNTAX && status != CM_E_LIMIT))
        return status;
    *ret_checked = false;
    tool.validate_input = 0;
    return cm_tools_add_n(tools, cm__buf_text(path), path->len, &tool, err);
}

/* Calls of what was skipped say why. What cannot be a path below the namespace
 * cannot be called either. */
static cm_status add_skipped(const OaSkipped *skip, cm_tools *tools,
                             const char *name_space, Buf *path, Buf *reason)
{
    cm__buf_clear(path);
    cm__buf_clear(reason);
    if (name_space && *name_space)
        cm__buf_add_fmt(path, "%s.", name_space);
    cm__buf_add(path, skip->tool.text, skip->tool.len);
    cm__openapi_tell_skip(skip->method, skip->path, skip->reason.text, reason);
    if (path->status != CM_OK || reason->status != CM_OK)
        return CM_E_NOMEM;
    return cm_tools_leave_out(tools, cm__buf_text(path), cm__buf_text(reason),
                              NULL) == CM_E_NOMEM
               ? CM_E_NOMEM
               : CM_OK;
}

static cm_status add_all_skipped(const cm_openapi *o, cm_tools *tools,
                                 const char *name_space, cm_error *err)
{
    Buf path, reason;
    cm_status status = CM_OK;
    cm__buf_init(&path, &o->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&reason, &o->alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < o->set->n_skipped && status == CM_OK; i++)
        status =
            add_skipped(&o->set->skipped[i], tools, name_space, &path, &reason);
    cm__buf_done(&path);
    cm__buf_done(&reason);
    return status == CM_OK ? CM_OK : fail(err, status, "memory was refused");
}

cm_status cm_openapi_add(const cm_openapi *openapi, cm_tools *tools,
                         const char *name_space, size_t *ret_unchecked,
                         cm_error *err)
{
    Buf path;
    size_t n_unchecked = 0;
    cm_status status = CM_OK;
    if (!openapi || !tools)
        return fail(err, CM_E_ARGUMENT, "document and tools are required");
    cm__buf_init(&path, &openapi->alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < openapi->set->n_operations; i++) {
        const ToolUser *user = &openapi->users[i];
        bool is_checked;
        status = make_path(&path, openapi, user, name_space);
        if (status != CM_OK) {
            (void)fail(err, status, "memory was refused");
            break;
        }
        status = add_tool(openapi, user, tools, &path, &is_checked, err);
        if (status != CM_OK)
            break;
        n_unchecked += !is_checked;
    }
    cm__buf_done(&path);
    if (status == CM_OK)
        status = add_all_skipped(openapi, tools, name_space, err);
    if (status == CM_OK && ret_unchecked)
        *ret_unchecked = n_unchecked;
    return status;
}

size_t cm_openapi_tool_count(const cm_openapi *openapi)
{
    return openapi->set->n_operations;
}

size_t cm_openapi_skipped_count(const cm_openapi *openapi)
{
    return openapi->set->n_skipped;
}

cm_openapi_skipped cm_openapi_skipped_at(const cm_openapi *openapi,
                                         size_t index)
{
    cm_openapi_skipped none = { "", "", "" };
    if (index >= openapi->set->n_skipped)
        return none;
    const OaSkipped *s = &openapi->set->skipped[index];
    return (cm_openapi_skipped){ s->method.text, s->path.text, s->reason.text };
}
