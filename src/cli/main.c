/* SPDX-License-Identifier: MIT */
/* The `codemode` command: reads the command line and calls one command. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/host.h"
#include "cli/options.h"

typedef struct CommandRow {
    const char *name, *argument, *help;
    int (*run)(const Options *options); /* NULL: not built in yet */
} CommandRow;

static const CommandRow commands[] = {
    { "run", "[FILE|-]", "run one program, print its result", cm__run_command },
    { "check", "[FILE|-]", "parse a program and find missing tools",
      cm__check_command },
    { "batch", "", "programs as lines of JSON in, results out",
      cm__batch_command },
    { "catalog", "", "the tools that a program can call", cm__catalog_command },
    { "serve", "", "MCP server on standard input and output",
      cm__serve_command },
    { "doctor", "", "connect everything and say what works",
      cm__doctor_command },
    { "repl", "", "interactive session", NULL },
    { "search", "QUERY", "find tools", NULL },
    { "types", "", "declarations for editors", NULL },
    { "instructions", "", "what a model is told", NULL },
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
        if (commands[i].run != NULL)
            (void)fprintf(out, "  %-9s %-9s %s\n", commands[i].name,
                          commands[i].argument, commands[i].help);
}

/* For who types the bare name to see what it is. */
static int first_look(void)
{
    print_commands(stderr);
    (void)fputs("\nexamples:\n"
                "  codemode run --demo program.js\n"
                "  codemode run --config servers.json program.ts\n"
                "  codemode serve --config servers.json\n"
                "\ncodemode --help lists the options.\n",
                stderr);
    return CM_EXIT_USAGE;
}

static int print_help(void)
{
    print_commands(stdout);
    (void)puts("\noptions:");
    cm__options_help(print_line);
    (void)puts("\nexit status: 0 ok, 1 the program failed, 2 usage or "
               "configuration, 130 interrupted");
    return fflush(stdout) == 0 ? CM_EXIT_OK : CM_EXIT_FAILED;
}

static int usage_error(const char *text, const char *name)
{
    (void)fprintf(stderr, "codemode: error: %s%.100s\n", text, name);
    return CM_EXIT_USAGE;
}

int main(int argc, char **argv)
{
    Options options;
    cm_error err;
    if (cm__options_parse(argc, argv, &options, &err) != CM_OK)
        return usage_error(err.text, "");
    const char *name = options.command;
    if (options.wants_version ||
        (name != NULL && strcmp(name, "version") == 0)) {
        (void)printf("codemode %s\n", cm_version());
        return fflush(stdout) == 0 ? CM_EXIT_OK : CM_EXIT_FAILED;
    }
    if (options.wants_help || (name != NULL && strcmp(name, "help") == 0))
        return print_help();
    if (name == NULL)
        return first_look();
    for (size_t i = 0; i < CM_ARRAY_LEN(commands); i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if (commands[i].run == NULL)
            return usage_error("this command is not built in yet: ", name);
        return commands[i].run(&options);
    }
    return usage_error("unknown command; see codemode --help: ", name);
}
