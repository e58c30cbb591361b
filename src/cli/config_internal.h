/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_CONFIG_INTERNAL_H
#define CM_CLI_CONFIG_INTERNAL_H
/* config_internal: what the readers of configuration entries share: the place
 * in the file, and values that are checked and copied into the arena.
 *
 *     config.c          files and entries
 *     config_format.c   whose file it is, and where in it the servers stand
 *     config_import.c   where other programs keep their files
 *     config_shape.c    entries in entries: "transport", Zed's "command"
 *     config_server.c   keys of all servers; servers that are processes
 *     config_remote.c   servers with a URL
 *     config_secret.c   their headers that a file or a command gives
 *     config_openapi.c  OpenAPI documents
 *     config_command.c  command tools
 *     config_filter.c   which tools are offered
 *     config_direct.c   which ones to the model itself
 *     config_argv.c     command and args
 *     config_env.c      the environment of children
 *     config_expand.c   ${VAR} and its kin
 *     config_value.c    plain values, messages
 *     config_keys.c     keys in messages: nested, unknown, of other kinds
 *     config_self.c     entries that start this gateway
 *
 * A function that reads a value and finds it wrong reports it and returns false
 * or NULL; a value that is absent (NULL) leaves *ret as it was. */
#include "cli/config.h"
#include "cli/config_format.h"
#include "json/scan.h"
#include "json/tree.h"

enum {
    CM_CONFIG_MAX_CALLS = 64 /* of a server or document at once */
};

/* No file that a person writes is larger. */
#define CM_CONFIG_FILE_LIMIT ((size_t)16 << 20)

/* Spots of a file, from which its lines are counted: made for the first message
 * that needs them, else each would count from the start of the file. */
typedef struct ConfigSpots {
    JsonSpot *spots; /* in the arena */
    size_t n;
} ConfigSpots;

/* Where we are in a file, for messages. */
typedef struct ConfigPlace {
    Config *config;
    const char *file; /* NULL: the command line */
    const char *text; /* the whole file */
    size_t len;
    ConfigSpots *spots;            /* of the text; NULL: the command line */
    const char *container, *entry; /* keys on the way; NULL: not inside */
    ConfigDialect dialect;
    bool inherits_all; /* "inheritEnv" of the file */
    const char
        *project; /* folder of the project that the file is of, or NULL */
    bool is_imported;
    ConfigPart part;
    const JsonValue *own;    /* the entry before it was made flat, or NULL */
    const JsonValue *inputs; /* of VS Code: what ${input:id} may be, or NULL */
    const JsonValue *switches; /* of opencode: "tools", or NULL */
} ConfigPlace;

/* ---- messages ---- */

/* A key inside of another one, for messages: "env.HOME", "args[1]". */
typedef struct ConfigKey {
    char text[200];
} ConfigKey;

/* outer NULL: the name alone. */
ConfigKey cm__config_key(const char *outer, const char *name);
ConfigKey cm__config_item(const char *outer, size_t index);
/* A key of the flat entry as the file has it: "transport.command". */
ConfigKey cm__config_key_in_file(const ConfigPlace *at, const char *key);

/* Line and column of a value of the file. */
void cm__config_locate(const ConfigPlace *at, const JsonValue *value,
                       uint32_t *ret_line, uint32_t *ret_column);
/* Logs FILE:LINE:COLUMN: KEYS: and the text; counts an error. */
void cm__config_report(const ConfigPlace *at, LogLevel level,
                       const JsonValue *value, const char *key, const char *fmt,
                       ...) CM_PRINTF(5, 6);
/* Reports it; always false. */
bool cm__config_no_memory(const ConfigPlace *at, const JsonValue *value);
/* Tell of keys that are not in the NULL-ended list: a warning in files of ours,
 * a note for debugging in those of others. outer NULL: the object is an entry,
 * and keys of entries of another kind are told as such. */
void cm__config_warn_unknown(const ConfigPlace *at, const JsonValue *object,
                             const char *outer, const char *const *known);
void cm__config_warn_of_key(const ConfigPlace *at, const JsonMember *m,
                            const char *key, const char *const *known);

/* What has the key beside the entry that it stands in. */
typedef enum ConfigKeyKind {
    CM_KEY_COMMAND,
    CM_KEY_PROCESS,
    CM_KEY_CHILD, /* the command of a credential too */
    CM_KEY_URL,
    CM_KEY_HEADERS,
    CM_KEY_SERVER,
    CM_KEY_SOURCE, /* servers and documents */
    CM_KEY_DOCUMENT,
    CM_KEY_TOOL /* of a command */
} ConfigKeyKind;

#define CM_KEY_PROCESS_REMARK "is for servers with a \"command\", ignored"

/* Tells of the keys of the kind that the entry has. */
void cm__config_warn_of_kind(const ConfigPlace *at, const JsonValue *entry,
                             ConfigKeyKind kind, const char *remark);

/* Hides a value that was read from messages: ${KINDNAME} is shown for it. */
void cm__config_hide(const ConfigPlace *at, const char *value, const char *kind,
                     const char *name);
/* The same when the header is one that holds secrets. */
void cm__config_hide_header(const ConfigPlace *at, const char *name,
                            const char *value);

/* ---- values ---- */

/* A string without NUL characters; false after a report. */
bool cm__config_is_text(const ConfigPlace *at, const JsonValue *value,
                        const char *key);
/* A plain text, not expanded. */
bool cm__config_text_into(const ConfigPlace *at, const JsonValue *value,
                          const char *key, const char **ret);
bool cm__config_schema_into(const ConfigPlace *at, const JsonValue *value,
                            const char *key, const char **ret);
/* Milliseconds, 1 or more; the same, least or more. */
bool cm__config_ms_into(const ConfigPlace *at, const JsonValue *value,
                        const char *key, uint64_t *ret);
bool cm__config_ms_from(const ConfigPlace *at, const JsonValue *value,
                        const char *key, int least, uint64_t *ret);
/* Seconds, parts of one allowed. */
bool cm__config_seconds_into(const ConfigPlace *at, const JsonValue *value,
                             const char *key, uint64_t *ret_ms);
bool cm__config_bool_into(const ConfigPlace *at, const JsonValue *value,
                          const char *key, bool *ret);
/* An array of plain texts, NULL-ended. */
bool cm__config_texts_into(const ConfigPlace *at, const JsonValue *value,
                           const char *key, const char *const **ret,
                           size_t *ret_count);
/* The first of the keys of the NULL-ended list that the entry has, or NULL. */
const JsonMember *cm__config_first_of(const JsonValue *entry,
                                      const char *const *keys);

/* A name of a file; a relative one starts at the folder, which may be NULL, a
 * "~" is the home folder. NULL after a report. */
const char *cm__config_join(const ConfigPlace *at, const char *folder,
                            const char *name);
/* FILE:LINE of the value; NULL on the command line, or after a report. */
const char *cm__config_place(const ConfigPlace *at, const JsonValue *value);
/* The folder of the configuration file; NULL: ours. */
const char *cm__config_folder(const ConfigPlace *at);
/* Shortens the absolute folder to the one above; false at the root. */
bool cm__config_go_up(char *folder);

/* ---- expansion ---- */

/* The text with its placeholders expanded; NULL after a report. */
const char *cm__config_expand(const ConfigPlace *at, const JsonValue *value,
                              const char *key);
/* The same for a part of the value's text. */
const char *cm__config_expand_part(const ConfigPlace *at,
                                   const JsonValue *value, const char *key,
                                   const char *text, size_t len);
bool cm__config_expand_into(const ConfigPlace *at, const JsonValue *value,
                            const char *key, const char **ret);
/* What is known of the braces of one text: those that do not end are found once
 * and not searched again. */
typedef struct ConfigBraces {
    Buf open; /* of const char *, in order; the caller's to init and free */
    size_t n_passed;
    bool has_open;
} ConfigBraces;

/* The '}' that closes the '{', or NULL; asked in the order of the text. */
const char *cm__config_closing(ConfigBraces *braces, const char *brace,
                               const char *end);

/* ---- processes ---- */

/* command and args as one NULL-ended list; outer: the key of the object that
 * holds them, NULL: they stand in the entry. */
const char *const *cm__config_argv(const ConfigPlace *at, const char *outer,
                                   const JsonValue *command,
                                   const JsonValue *args);
/* What is wrong with the name of a variable that is not set. A text that is no
 * name is not shown: it may be a secret that stands there by mistake. */
#define CM_UNSET_TEXT_MAX 400
void cm__config_unset_text(const char *name, char text[CM_UNSET_TEXT_MAX]);

/* What a child process gets: inherited variables, a few or all as "inheritEnv"
 * says, and the entry's own. entry may be NULL. */
const char *const *cm__config_env(const ConfigPlace *at,
                                  const JsonValue *entry);
typedef struct ConfigPair {
    const char *name, *value;
} ConfigPair;
/* The same, and some variables that the entry's own do not replace. */
const char *const *cm__config_env_with(const ConfigPlace *at,
                                       const JsonValue *entry,
                                       const ConfigPair *pairs, size_t n);
/* Whether children get the variable always: it is no secret. */
bool cm__config_is_inherited(const char *name);
/* What does not change from one session of the user to the next: *ret stays
 * NULL when that is all. */
bool cm__config_kept_env_into(const ConfigPlace *at, const JsonValue *entry,
                              const char *const **ret);
/* "inheritEnv", of an entry or of the file. */
bool cm__config_inherit_into(const ConfigPlace *at, const JsonValue *value,
                             bool *ret_all);
/* Where it starts: *ret stays NULL for our own folder. */
bool cm__config_cwd_into(const ConfigPlace *at, const JsonValue *entry,
                         const char **ret);
/* Whether the command line starts this gateway so that it would read the file
 * again, and start itself again. */
bool cm__config_starts_gateway(const ConfigPlace *at, const char *const *argv);

/* ---- files ---- */

/* One file in the words of a program. */
void cm__config_load_as(Config *config, const char *file, ConfigDialect dialect,
                        ConfigPart part, bool is_imported);

/* ---- entries ---- */

/* Appends a source, in place of an earlier one of the same namespace; false
 * when memory was refused (reported). */
bool cm__config_add(const ConfigPlace *at, const JsonValue *where,
                    const ConfigItem *item);

/* Notes that the entry is no source, and why: a static text, and whether calls
 * of its tools are told; that it is one all the same. */
void cm__config_add_off(const ConfigPlace *at, const JsonValue *where,
                        const char *name, const char *reason, bool is_switch);
void cm__config_not_off(Config *config, const char *name);

/* The members of nested objects beside the others: an entry that is flat.
 * NULL after a report. */
const JsonValue *cm__config_flatten(const ConfigPlace *at,
                                    const JsonValue *entry);
/* A server with its name and what all servers have: times, filters. NULL after
 * a report. */
UpstreamSpec *cm__config_new_server(const ConfigPlace *at,
                                    const JsonMember *member);
/* *ret stays as it is when all tools are offered; server: see ToolFilter. */
bool cm__config_filter_into(const ConfigPlace *at, const JsonValue *entry,
                            const char *server, const ToolFilter **ret);
/* Tells of opencode's switches that are neither true nor false. */
void cm__config_warn_of_switches(const ConfigPlace *at);

/* The same when programs reach all tools. */
bool cm__config_direct_into(const ConfigPlace *at, const JsonValue *entry,
                            const DirectRule **ret);
/* The spec's path must be known. */
bool cm__config_direct_command_into(const ConfigPlace *at,
                                    const JsonValue *entry, CommandSpec *spec);

/* "maxConcurrentCalls"; *ret is the default without it. */
bool cm__config_max_calls_into(const ConfigPlace *at, const JsonValue *entry,
                               size_t *ret);
/* Tells of keys that only processes have, in an entry with a URL; has_child:
 * but for those that the command of a credential has as well. */
void cm__config_warn_of_process_keys(const ConfigPlace *at,
                                     const JsonValue *entry, bool has_child);
/* After the headers of the spec. */
bool cm__config_secret_into(const ConfigPlace *at, const JsonValue *entry,
                            UpstreamSpec *spec);

void cm__config_load_server(const ConfigPlace *at, const JsonMember *member);
void cm__config_load_openapi(const ConfigPlace *at, const JsonMember *member);
void cm__config_load_command(const ConfigPlace *at, const JsonMember *member);

#endif
