/* SPDX-License-Identifier: MIT */
/* The `codemode` command: reads the command line and calls one command. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/edit_distance.h"
#include "cli/commands.h"
#include "cli/host.h"
#include "cli/options.h"

typedef struct CommandRow {
    const char *name, *argument;
    unsigned groups; /* of options that its help page shows */
    const char *help;
    int (*run)(const Options *options);
    const char *more; /* lines for its help page, or NULL */
} CommandRow;

static const char batch_help[] =
    "in   {\"id\":any,\"code\":\"...\",\"language\":\"javascript\"|\"lua\","
    "\"limits\":{...}}\n"
    "out  {\"id\":any,\"result\":{...}} or {\"id\":any,\"error\":\"...\"}\n"
    "Only code must be there. Limits are timeoutMs, maxToolCalls, "
    "maxOutputBytes,\nmaxMemoryBytes and maxSteps.\n";

static const char file_help[] =
    "FILE.lua is Lua, all else JavaScript, unless --language says it.\n";

static const char search_help[] =
    "QUERY is all words behind the command; without one, all tools.\n";

static const char repl_help[] =
    "help, exit and quit are words of the session; Ctrl-D ends it too.\n";

static const char schema_help[] =
    "in   {\"id\":any,\"schema\":...,\"instance\":...,\"draft\":\"2020-12\","
    "\n      \"remotes\":{\"URI\":schema,...},\"assertFormat\":true}\n"
    "out  {\"id\":any,\"valid\":true}\n"
    "     {\"id\":any,\"valid\":false,\"problems\":\"...\"}\n"
    "     {\"id\":any,\"error\":\"...\"}\n"
    "Only schema and instance must be there. Drafts are 2020-12, 2019-09, 7, 6 "
    "and 4.\n";

enum {
    COMMON = CM_OPTS_SOURCES | CM_OPTS_LOG,
    PROGRAM = COMMON | CM_OPTS_PROGRAM | CM_OPTS_LIMITS
};

static const CommandRow commands[] = {
    { "run", "[FILE|-]", PROGRAM | CM_OPTS_RESULT | CM_OPTS_RUN,
      "run one program, print its result", cm__run_command, file_help },
    { "check", "[FILE|-]", COMMON | CM_OPTS_PROGRAM | CM_OPTS_RESULT,
      "parse a program and find missing tools", cm__check_command, file_help },
    { "batch", "", PROGRAM, "programs as lines of JSON in, results out",
      cm__batch_command, batch_help },
    { "catalog", "",
      COMMON | CM_OPTS_PROGRAM | CM_OPTS_RESULT | CM_OPTS_CATALOG,
      "the tools that a program can call", cm__catalog_command, NULL },
    { "search", "[QUERY]",
      COMMON | CM_OPTS_PROGRAM | CM_OPTS_RESULT | CM_OPTS_SEARCH,
      "find tools by words", cm__search_command, search_help },
    { "types", "", COMMON | CM_OPTS_PROGRAM, "declarations for editors",
      cm__types_command, NULL },
    { "instructions", "", COMMON | CM_OPTS_PROGRAM | CM_OPTS_CATALOG,
      "what a model is told", cm__instructions_command, NULL },
    { "serve", "", PROGRAM | CM_OPTS_SERVE,
      "MCP server on standard input and output", cm__serve_command, NULL },
    { "doctor", "", COMMON | CM_OPTS_RESULT,
      "connect everything and say what works", cm__doctor_command, NULL },
    { "schema", "", 0, "check values by JSON Schemas, lines of JSON in and out",
      cm__schema_command, schema_help },
    { "repl", "", PROGRAM | CM_OPTS_RESULT, "interactive session",
      cm__repl_command, repl_help },
};

static void print_line(const char *line)
{
    (void)puts(line);
}

static void print_commands(FILE *out)
{
    (void)fputs("codemode runs small programs over tools.\n\n"
                "usage: codemode COMMAND [OPTIONS] [FILE]\n\ncommands:\n",
                out);
    for (size_t i = 0; i < CM_ARRAY_LEN(commands); i++)
        (void)fprintf(out, "  %-12s %-9s %s\n", commands[i].name,
                      commands[i].argument, commands[i].help);
    (void)fprintf(out, "  %-12s %-9s %s\n", "help", "[COMMAND]",
                  "this page, or that of a command");
}

/* For who types the bare name to see what it is. */
static int first_look(void)
{
    print_commands(stderr);
    (void)fputs("\nexamples:\n"
                "  codemode run --demo program.js\n"
                "  codemode run --config servers.json program.ts\n"
                "  codemode serve --config servers.json\n"
                "\ncodemode --help lists the options, codemode COMMAND --help "
                "those of a command.\n",
                stderr);
    return CM_EXIT_USAGE;
}

static int print_help(const CommandRow *row)
{
    if (row == NULL) {
        print_commands(stdout);
    } else {
        (void)printf("codemode %s: %s\n\nusage: codemode %s [OPTIONS]%s%s\n",
                     row->name, row->help, row->name,
                     row->argument[0] != '\0' ? " " : "", row->argument);
        if (row->more != NULL)
            (void)printf("\n%s", row->more);
    }
    (void)puts("\noptions:");
    cm__options_help(row != NULL ? row->groups | CM_OPTS_HELP : UINT_MAX,
                     print_line);
    (void)puts(
        "\nexit status: 0 ok, 1 the program or a source of tools failed, "
        "2 usage or configuration, 130 interrupted");
    return fflush(stdout) == 0 ? CM_EXIT_OK : CM_EXIT_FAILED;
}

static int print_version(void)
{
    (void)printf("codemode %s\n", cm_version());
    return fflush(stdout) == 0 ? CM_EXIT_OK : CM_EXIT_FAILED;
}

/* Arguments may come from elsewhere. */
static int print_error(const char *text)
{
    Buf line;
    cm__buf_init(&line, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__term_visible(&line, text, strlen(text), false);
    (void)fprintf(stderr, "codemode: error: %s\n",
                  line.status == CM_OK ? cm__buf_text(&line) : "out of memory");
    cm__buf_done(&line);
    return CM_EXIT_USAGE;
}

static CM_PRINTF(1, 2) int usage_error(const char *fmt, ...)
{
    char text[512];
    va_list args;
    va_start(args, fmt);
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): lost in inlining */
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return print_error(text);
}

static const CommandRow *find(const char *name)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(commands); i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static bool has_ending(const char *name, const char *ending)
{
    size_t n = strlen(name), m = strlen(ending);
    return n > m && strcmp(name + n - m, ending) == 0;
}

/* "codemode program.js" */
static bool looks_like_program(const char *name)
{
    static const char *const endings[] = { ".js", ".ts", ".mjs", ".lua" };
    for (size_t i = 0; i < CM_ARRAY_LEN(endings); i++)
        if (has_ending(name, endings[i]))
            return true;
    return false;
}

static int unknown_command(const char *name)
{
    const char *names[CM_ARRAY_LEN(commands)];
    size_t n = 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(commands); i++)
        names[n++] = commands[i].name;
    const char *near = cm__edit_nearest(name, strlen(name), names, n);
    if (near == NULL && looks_like_program(name))
        return usage_error("unknown command \"%.100s\"; did you mean "
                           "codemode run %.100s?",
                           name, name);
    if (near != NULL)
        return usage_error("unknown command \"%.100s\"; did you mean %s?", name,
                           near);
    return usage_error("unknown command \"%.100s\"; see codemode --help", name);
}

/* "run, batch and repl do": who takes options of the groups. */
static void name_takers(unsigned groups, char *out, size_t size)
{
    size_t n = 0, at = 0, used = 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(commands); i++)
        n += (commands[i].groups & groups) != 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(commands) && used < size; i++) {
        if ((commands[i].groups & groups) == 0)
            continue;
        const char *glue = at == 0 ? "" : at + 1 < n ? ", " : " and ";
        at++;
        used += (size_t)snprintf(out + used, size - used, "%s%s", glue,
                                 commands[i].name);
    }
    if (used < size)
        (void)snprintf(out + used, size - used, n == 1 ? " does" : " do");
}

static int too_many(const Options *options)
{
    return usage_error("one file is enough: \"%.80s\" and \"%.80s\"",
                       options->words[0], options->words[1]);
}

static int run_command(const CommandRow *row, const Options *options)
{
    cm_error err;
    unsigned groups = 0;
    const char *stray = cm__options_stray(options, row->groups, &groups);
    if (stray != NULL) {
        char takers[128];
        name_takers(groups, takers, sizeof takers);
        return usage_error("%s does not take --%s; %s", row->name, stray,
                           takers);
    }
    if (row->argument[0] == '\0' && options->file != NULL)
        return usage_error("%s takes no file: \"%.100s\"", row->name,
                           options->file);
    if (options->n_words > 1 && row->run != cm__search_command)
        return too_many(options);
    if (cm__options_check(options, &err) != CM_OK)
        return usage_error("%s", err.text);
    return row->run(options);
}

/* Whoever starts the command may have closed standard streams. What is opened
 * next would get their numbers, and be read and written in their place. They
 * are filled with what can neither be read nor written, so that it is told. */
static bool fill_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF &&
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    Options options;
    cm_error err;
    if (!fill_streams())
        return CM_EXIT_FAILED;
    if (cm__options_parse(argc, argv, &options, &err) != CM_OK)
        return usage_error("%s", err.text);
    const char *name = options.command;
    if (name != NULL && strcmp(name, "help") == 0) {
        if (options.n_words > 1)
            return too_many(&options);
        options.wants_help = true;
        name = options.file;
        if (name != NULL && strcmp(name, "help") == 0)
            name = NULL;
    }
    if (options.wants_version || (name != NULL && strcmp(name, "version") == 0))
        return print_version();
    if (name == NULL)
        return options.wants_help ? print_help(NULL) : first_look();
    const CommandRow *row = find(name);
    if (row == NULL)
        return unknown_command(name);
    return options.wants_help ? print_help(row) : run_command(row, &options);
}
