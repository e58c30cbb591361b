/* SPDX-License-Identifier: MIT */
/* Command lines. A command that is one string with blanks, without arguments
 * beside it, is split into words as a shell splits them (POSIX.1-2017, Shell
 * Command Language 2.2), before placeholders are expanded: a value never falls
 * into two words. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config_internal.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Appends one word without its quotes; false when a quote does not end. */
static bool read_word(ConfigBraces *braces, const char **from, const char *end,
                      Buf *out)
{
    const char *at = *from;
    char quote = '\0';
    while (at < end && (quote != '\0' || !is_blank(*at))) {
        bool is_placeholder = at[0] == '$' && end - at > 1 && at[1] == '{';
        const char *close =
            is_placeholder ? cm__config_closing(braces, at + 1, end) : NULL;
        if (close != NULL) { /* as it stands, with its blanks */
            cm__buf_add(out, at, (size_t)(close + 1 - at));
            at = close + 1;
        } else if (*at == '\\' && quote != '\'' && end - at > 1 &&
                   (quote == '\0' || strchr("\"\\$`", at[1]) != NULL)) {
            cm__buf_add_char(out, at[1]);
            at += 2;
        } else if (quote == '\0' && (*at == '\'' || *at == '"')) {
            quote = *at++;
        } else if (quote != '\0' && *at == quote) {
            quote = '\0';
            at++;
        } else {
            cm__buf_add_char(out, *at++);
        }
    }
    *from = at;
    return quote == '\0';
}

static const char *const *split(const ConfigPlace *at, const char *key,
                                const JsonValue *command)
{
    const char *from = command->text, *end = from + command->len;
    Arena *arena = &at->config->arena;
    const char **argv =
        cm__arena_zero(arena, (command->len + 2) * sizeof *argv);
    size_t n = 0;
    bool is_ok = true;
    ConfigBraces braces = { .n_passed = 0 };
    Buf word;
    if (argv == NULL) {
        (void)cm__config_no_memory(at, command);
        return NULL;
    }
    cm__buf_init(&word, arena->alloc, CM_CONFIG_FILE_LIMIT);
    cm__buf_init(&braces.open, arena->alloc, CM_BUF_NO_LIMIT);
    while (is_ok) {
        while (from < end && is_blank(*from))
            from++;
        if (from == end)
            break;
        cm__buf_clear(&word);
        if (!read_word(&braces, &from, end, &word)) {
            cm__config_report(at, CM_LOG_ERROR, command, key,
                              "a quote does not end");
            is_ok = false;
        } else if (word.status != CM_OK) {
            is_ok = cm__config_no_memory(at, command);
        } else {
            argv[n] = cm__config_expand_part(at, command, key,
                                             cm__buf_text(&word), word.len);
            is_ok = argv[n++] != NULL;
        }
    }
    cm__buf_done(&word);
    cm__buf_done(&braces.open);
    return is_ok ? argv : NULL;
}

/* A string with blanks that is not the name of a program as it stands. */
static bool is_line(const JsonValue *command, const JsonValue *args)
{
    return command->type == CM_JSON_TYPE_STRING && args == NULL &&
           strlen(command->text) == command->len &&
           strpbrk(command->text, " \t\n\r") != NULL &&
           access(command->text, X_OK) != 0;
}

static const char *const *join(const ConfigPlace *at, const char *key,
                               const JsonValue *command, const JsonValue *args)
{
    bool is_list = command->type == CM_JSON_TYPE_ARRAY;
    size_t n = is_list ? command->n_items : 1;
    size_t total = n + (args != NULL ? args->n_items : 0);
    const char **argv =
        cm__arena_zero(&at->config->arena, (total + 2) * sizeof *argv);
    if (argv == NULL) {
        (void)cm__config_no_memory(at, command);
        return NULL;
    }
    for (size_t i = 0; i < total; i++) {
        const JsonValue *value = i >= n    ? &args->items[i - n]
                                 : is_list ? &command->items[i]
                                           : command;
        const ConfigKey item = i >= n    ? cm__config_item("args", i - n)
                               : is_list ? cm__config_item(key, i)
                                         : cm__config_key(NULL, key);
        argv[i] = cm__config_expand(at, value, item.text);
        if (argv[i] == NULL)
            return NULL;
    }
    return argv;
}

const char *const *cm__config_argv(const ConfigPlace *at, const char *outer,
                                   const JsonValue *command,
                                   const JsonValue *args)
{
    const ConfigKey key = cm__config_key(outer, "command");
    if (args != NULL && args->type != CM_JSON_TYPE_ARRAY) {
        cm__config_report(at, CM_LOG_ERROR, args, "args",
                          "must be an array of strings");
        return NULL;
    }
    const char *const *argv = is_line(command, args)
                                  ? split(at, key.text, command)
                                  : join(at, key.text, command, args);
    if (argv != NULL && (argv[0] == NULL || argv[0][0] == '\0')) {
        cm__config_report(at, CM_LOG_ERROR, command, key.text,
                          "must not be empty");
        return NULL;
    }
    return argv;
}
