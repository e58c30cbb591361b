/* SPDX-License-Identifier: MIT */
/* Which operations of a document become tools, and under which paths: what
 * includeOperations, includeTools, excludeTools, readOnly, renameTools and
 * direct say.
 * An operation has three names: operationId, path of the tool, "METHOD /path".
 */
#include <string.h>

#include "base/edit_distance.h"
#include "cli/openapi_internal.h"
#include "cli/unmatched.h"

enum {
    N_NAMES = 3
};

typedef struct Chooser {
    OpenApiSource *source;
    Buf *lines;      /* "METHOD /path" of each operation, NUL-ended */
    size_t *line_at; /* where in lines */
} Chooser;

static void names_of(const Chooser *c, size_t index, ToolName names[N_NAMES])
{
    const Operation *op = &c->source->set->operations[index];
    const char *line = cm__buf_text(c->lines) + c->line_at[index];
    names[0] = (ToolName){ op->tool.text, op->tool.len };
    names[1] = (ToolName){ line, strlen(line) };
    /* an id of no text matches nothing, not even '*' alone */
    names[2] =
        op->id.len > 0 ? (ToolName){ op->id.text, op->id.len } : names[0];
}

static bool is_named(const Chooser *c, size_t index, const char *pattern)
{
    ToolName names[N_NAMES];
    names_of(c, index, names);
    for (size_t i = 0; i < N_NAMES; i++)
        if (cm__glob_matches(pattern, names[i].text, names[i].len))
            return true;
    return false;
}

static bool is_any_named(const Chooser *c, size_t index,
                         const char *const *patterns, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_named(c, index, patterns[i]))
            return true;
    return false;
}

static bool is_reading(const Operation *op)
{
    return strcmp(op->method.text, "GET") == 0 ||
           strcmp(op->method.text, "HEAD") == 0;
}

static const char *refusal(const Chooser *c, size_t index)
{
    const OpenApiSpec *spec = c->source->spec;
    ToolName names[N_NAMES];
    names_of(c, index, names);
    if (spec->n_include > 0 &&
        !is_any_named(c, index, spec->include, spec->n_include))
        return "the configuration does not include it";
    const char *reason =
        cm__toolfilter_refusal_of(spec->filter, names, N_NAMES, true);
    bool is_read_only = spec->filter != NULL && spec->filter->is_read_only;
    if (reason == NULL && is_read_only &&
        !is_reading(&c->source->set->operations[index]))
        reason = "the configuration asks for readOnly, and the method is "
                 "neither GET nor HEAD";
    return reason;
}

/* ---- names ---- */

static bool is_exactly(const Chooser *c, size_t index, const char *name)
{
    ToolName names[N_NAMES];
    size_t len = strlen(name);
    names_of(c, index, names);
    for (size_t i = 0; i < N_NAMES; i++)
        if (names[i].len == len && memcmp(names[i].text, name, len) == 0)
            return true;
    return false;
}

static bool is_taken(const OpenApiSource *s, const char *path)
{
    for (size_t i = 0; i < s->set->n_operations; i++)
        if (s->choices[i].refusal == NULL &&
            strcmp(s->choices[i].path, path) == 0)
            return true;
    return false;
}

static void rename_all(const Chooser *c)
{
    OpenApiSource *s = c->source;
    const ToolFilter *f = s->spec->filter;
    for (size_t k = 0; f != NULL && k < f->n_renames; k++)
        for (size_t i = 0; i < s->set->n_operations; i++) {
            if (s->choices[i].refusal != NULL ||
                !is_exactly(c, i, f->renames[k].from) ||
                strcmp(s->choices[i].path, f->renames[k].to) == 0)
                continue;
            if (is_taken(s, f->renames[k].to))
                cm__log(s->log, CM_LOG_WARN,
                        "document \"%s\": renameTools: \"%.100s\" stays, for "
                        "there is a tool \"%.100s\"",
                        s->spec->name, f->renames[k].from, f->renames[k].to);
            else
                s->choices[i].path = f->renames[k].to;
        }
}

/* ---- patterns that are of no use ---- */

/* With the names of the first operation, for who does not know which count. */
static void warn(const Chooser *c, const char *key, const char *pattern)
{
    const OpenApiSpec *spec = c->source->spec;
    const UnmatchedPattern what = { .kind = "document",
                                    .name = spec->name,
                                    .place = spec->place,
                                    .key = key,
                                    .pattern = pattern };
    const char *names[N_NAMES];
    size_t n = 0;
    if (c->source->set->n_operations > 0) {
        const Operation *op = &c->source->set->operations[0];
        if (op->id.len > 0)
            names[n++] = op->id.text;
        if (n == 0 || strcmp(op->tool.text, names[0]) != 0)
            names[n++] = op->tool.text;
        names[n++] = cm__buf_text(c->lines) + c->line_at[0];
    }
    cm__unmatched_warn(c->source->log, &what, names, n);
}

static void warn_of_unused(const Chooser *c, const char *key,
                           const char *const *patterns, size_t n)
{
    const OpenApiSource *s = c->source;
    for (size_t k = 0; k < n; k++) {
        size_t i = 0;
        while (i < s->set->n_operations && !is_named(c, i, patterns[k]))
            i++;
        if (i == s->set->n_operations)
            warn(c, key, patterns[k]);
    }
}

static void warn_of_all_unused(const Chooser *c)
{
    const OpenApiSource *s = c->source;
    const OpenApiSpec *spec = s->spec;
    const ToolFilter *f = spec->filter;
    warn_of_unused(c, "includeOperations", spec->include, spec->n_include);
    if (spec->direct != NULL)
        warn_of_unused(c, "direct", spec->direct->patterns,
                       spec->direct->n_patterns);
    if (f == NULL)
        return;
    warn_of_unused(c, "includeTools", f->include, f->n_include);
    warn_of_unused(c, "excludeTools", f->exclude, f->n_exclude);
    for (size_t k = 0; k < f->n_renames; k++) {
        size_t i = 0;
        while (i < s->set->n_operations &&
               !is_exactly(c, i, f->renames[k].from))
            i++;
        if (i == s->set->n_operations)
            warn(c, "renameTools", f->renames[k].from);
    }
}

/* ---- credentials that are of no use ---- */

static void warn_of_schemes(const OpenApiSource *s)
{
    const OpenApiSet *set = s->set;
    for (size_t k = 0; k < s->spec->n_auth; k++) {
        const char *scheme = s->spec->auth[k].scheme;
        size_t i = 0;
        while (i < set->n_schemes && strcmp(set->schemes[i], scheme) != 0)
            i++;
        if (i < set->n_schemes)
            continue;
        const char *near = cm__edit_nearest(scheme, strlen(scheme),
                                            set->schemes, set->n_schemes);
        cm__log(s->log, CM_LOG_WARN,
                "document \"%s\": auth: it has no security scheme "
                "\"%.100s\"%s%.100s%s",
                s->spec->name, scheme, near != NULL ? "; did you mean " : "",
                near != NULL ? near : "", near != NULL ? "?" : "");
    }
}

/* ---- all operations ---- */

static bool write_lines(const Chooser *c)
{
    const OpenApiSet *set = c->source->set;
    for (size_t i = 0; i < set->n_operations; i++) {
        const Operation *op = &set->operations[i];
        c->line_at[i] = c->lines->len;
        cm__buf_add_fmt(c->lines, "%s %s", op->method.text, op->path.text);
        cm__buf_add_char(c->lines, '\0');
    }
    return c->lines->status == CM_OK;
}

/* ---- direct tools ---- */

static bool is_direct(const Chooser *c, size_t index)
{
    const DirectRule *rule = c->source->spec->direct;
    return rule != NULL &&
           (rule->is_all ||
            is_any_named(c, index, rule->patterns, rule->n_patterns));
}

/* One whose name is too long for a direct tool is none at all. */
static void choose_direct(const Chooser *c)
{
    OpenApiSource *s = c->source;
    char id[CM_DIRECT_ID_MAX + 1];
    Buf path;
    s->n_direct = 0;
    cm__buf_init(&path, s->alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < s->set->n_operations; i++) {
        OpenApiChoice *choice = &s->choices[i];
        if (choice->refusal != NULL || !is_direct(c, i))
            continue;
        cm__buf_clear(&path);
        cm__buf_add_fmt(&path, "%s.%s", s->spec->ns, choice->path);
        choice->is_direct = true;
        choice->refusal = cm__direct_id(cm__buf_text(&path), id);
        if (choice->refusal != NULL)
            s->filtered[s->n_filtered++] = i;
        s->n_direct += choice->refusal == NULL;
    }
    cm__buf_done(&path);
}

/* ---- all of it ---- */

static void choose(const Chooser *c)
{
    OpenApiSource *s = c->source;
    s->n_filtered = 0;
    for (size_t i = 0; i < s->set->n_operations; i++) {
        s->choices[i].path = s->set->operations[i].tool.text;
        s->choices[i].refusal = refusal(c, i);
        if (s->choices[i].refusal != NULL)
            s->filtered[s->n_filtered++] = i;
    }
    rename_all(c);
    choose_direct(c);
    warn_of_all_unused(c);
    warn_of_schemes(s);
}

bool cm__openapi_choose(OpenApiSource *s)
{
    size_t n = s->set->n_operations + 1;
    Buf lines;
    cm__buf_init(&lines, s->alloc, CM_BUF_NO_LIMIT);
    Chooser c = { s, &lines, cm__alloc_zero(s->alloc, n, sizeof(size_t)) };
    s->choices = cm__alloc_zero(s->alloc, n, sizeof *s->choices);
    s->filtered = cm__alloc_zero(s->alloc, n, sizeof *s->filtered);
    bool is_ok = c.line_at != NULL && s->choices != NULL &&
                 s->filtered != NULL && write_lines(&c);
    if (is_ok)
        choose(&c);
    cm__free(s->alloc, c.line_at, n * sizeof(size_t));
    cm__buf_done(&lines);
    return is_ok;
}

void cm__openapi_drop_choices(OpenApiSource *s)
{
    size_t n = s->set->n_operations + 1;
    cm__free(s->alloc, s->choices, n * sizeof *s->choices);
    cm__free(s->alloc, s->filtered, n * sizeof *s->filtered);
    s->choices = NULL;
    s->filtered = NULL;
}
