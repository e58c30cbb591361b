/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_OPTIONS_H
#define CM_CLI_OPTIONS_H
/* options: the command line as data.
 *
 * One list, options.def, makes the enumeration, the parser and the help text.
 * Ownership: strings are borrowed from argv, whose pointers are moved: those to
 *            words that are no options come first. Threads: none. */
#include <stdbool.h>

#include "codemode.h"
#include "net/log.h"

enum {
    CM_OPTIONS_MAX_CONFIGS = 64,
    CM_OPTIONS_MAX_OPENAPIS = 64,
    CM_OPTIONS_MAX_IMPORTS = 16,
    CM_OPTIONS_MAX_INPUTS = 64,
    CM_OPTIONS_MAX_ALLOWED = 16
};

/* One --openapi NAME=FILE|URL. */
typedef struct OptionsOpenApi {
    const char *name; /* not NUL-ended */
    size_t name_len;
    const char *document;
} OptionsOpenApi;

/* Groups of options: each command takes, and shows on its help page, those of
 * its groups. */
enum {
    CM_OPTS_SOURCES = 1,    /* where tools come from */
    CM_OPTS_PROGRAM = 2,    /* how a program is read */
    CM_OPTS_LIMITS = 4,     /* what a program may use */
    CM_OPTS_RESULT = 8,     /* how a result is printed */
    CM_OPTS_LOG = 16,       /* what is told on the way */
    CM_OPTS_RUN = 32,       /* of run alone */
    CM_OPTS_SERVE = 64,     /* of serve alone */
    CM_OPTS_GENERAL = 128,  /* of no command */
    CM_OPTS_HELP = 256,     /* of every command */
    CM_OPTS_CATALOG = 512,  /* of catalog and instructions */
    CM_OPTS_SEARCH = 1024,  /* of search alone */
    CM_OPTS_EXECUTE = 2048, /* of no use where no program runs */
    CM_OPTS_HTTP = 4096     /* of no use without --http */
};

typedef struct Options {
    uint64_t given;      /* one bit for each option */
    const char *command; /* NULL: none was given */
    const char *file;    /* NULL or "-": standard input */
    char **words;        /* all behind the command; the file is the first */
    size_t n_words;
    const char *configs[CM_OPTIONS_MAX_CONFIGS];
    size_t n_configs;
    const char *imports[CM_OPTIONS_MAX_IMPORTS]; /* of cm__import_hosts */
    size_t n_imports;
    const char *inputs[CM_OPTIONS_MAX_INPUTS]; /* "id=value" */
    size_t n_inputs;
    OptionsOpenApi openapis[CM_OPTIONS_MAX_OPENAPIS];
    size_t n_openapis;
    cm_language language;
    bool has_language;
    cm_limits limits;
    int64_t budget, limit;  /* CM_UNSET: not given */
    const char *output_dir; /* NULL: the cache folder's */
    const char *http;       /* address to serve; NULL: standard input */
    const char *token_env;  /* variable with the bearer token; NULL: none */
    const char *hosts[CM_OPTIONS_MAX_ALLOWED];
    const char *origins[CM_OPTIONS_MAX_ALLOWED];
    size_t n_hosts, n_origins;
    const char *trace;                   /* NULL: none */
    int64_t description_max, schema_max; /* CM_UNSET: as the client needs */
    int64_t max_calls;                   /* CM_UNSET: the hub's default */
    bool allows_remote, is_passthrough, has_no_cache, is_structured;
    bool is_demo, is_json, is_quiet, is_log_json, shows_calls;
    bool wants_help, wants_version;
    LogLevel log_level;
} Options;

/* CM_E_ARGUMENT with err->text for a command line that is not right. */
cm_status cm__options_parse(int argc, char **argv, Options *ret_options,
                            cm_error *err);

/* The first given option that is in one of the groups, or NULL. */
const char *cm__options_given(const Options *options, unsigned groups);

/* The first given option that is in none of the groups, and the groups that it
 * is in; NULL: all are. */
const char *cm__options_stray(const Options *options, unsigned groups,
                              unsigned *ret_groups);

/* The option lines of the groups, through puts-like calls of `print`. */
void cm__options_help(unsigned groups, void (*print)(const char *line));

/* CM_E_RANGE, naming the option, when the library refuses a limit;
 * CM_E_ARGUMENT when one has no effect beside the others. */
cm_status cm__options_check(const Options *options, cm_error *err);

/* The language of a file by its ending, unless the options name one. */
cm_language cm__options_language(const Options *options, const char *file);

#endif
