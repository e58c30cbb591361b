/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_COMMAND_H
#define CM_MCP_COMMAND_H
/* command: tools that are programs of the system (spec/adapter.md 2).
 *
 * Each call is one child process: the input as JSON on its standard input, the
 * output from its standard output, a non-zero exit status is a failure with the
 * tail of standard error. A call that is not wanted any more kills the child
 * with its process group. No shell is involved.
 * Ownership: the spec is borrowed and outlives the tool.
 * Threads:   the loop's thread only.
 * Limits:    64 MiB of output; the timeout of the spec. */
#include "mcp/hostcall.h"

typedef struct CommandTool CommandTool;

typedef struct CommandSpec {
    const char *path; /* in the tool tree */
    const char *description, *input_schema, *output_schema; /* NULL: none */
    const char *const *argv, *const *env; /* NULL-ended; env NULL: ours */
    const char *cwd;                      /* NULL: ours */
    uint64_t timeout_ms;                  /* 0: none */
    bool is_json;                         /* "output": "json" */
    bool is_direct;                       /* programs do not reach it */
} CommandSpec;

CommandTool *cm__command_new(Loop *loop, const CommandSpec *spec);
/* Kills what runs; the calls fail. */
void cm__command_free(CommandTool *tool);
const CommandSpec *cm__command_spec(const CommandTool *tool);
/* Whether its program can be found; else err->text says why. Runs nothing. */
cm_status cm__command_check(const CommandTool *tool, cm_error *err);

/* A HostTool's source is the CommandTool. */
extern const HostToolOps cm__command_ops;

#endif
