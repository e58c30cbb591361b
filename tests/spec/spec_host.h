/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_SPEC_SPEC_HOST_H
#define CM_TESTS_SPEC_SPEC_HOST_H
/* spec_host: a host with tools that answer from a script.
 *
 * Its clock is the real one plus the time it skipped: whenever the program only
 * waits, the clock jumps to the next answer or to the deadline. So delays cost
 * nothing, and time that a program really spends still counts.
 * Ownership: texts are borrowed from the case file. One thread. */
#include "codemode.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SPEC_TOOLS = 32,
    SPEC_ANSWERS = 24, /* of one tool */
    SPEC_CALLS = 4096, /* of one run */
    SPEC_CAUSES = 8,
    SPEC_LOG = 1 << 20
};

typedef enum AnswerKind {
    ANSWER_JSON,      /* the text */
    ANSWER_RAW,       /* the text, which may be no JSON */
    ANSWER_ECHO,      /* the input */
    ANSWER_MEMBER,    /* the input's member `text` */
    ANSWER_FAIL,      /* text, causes */
    ANSWER_NEVER,     /* until it is interrupted */
    ANSWER_CANCELLED, /* reports its own cancellation */
    ANSWER_LINES      /* 100,000 lines of 50 bytes, seven with FAIL */
} AnswerKind;

typedef struct Answer {
    AnswerKind kind;
    const char *input; /* JSON; NULL: every input */
    const char *text;
    const char *causes[SPEC_CAUSES];
    size_t n_causes;
    double delay_ms;          /* 0: inside the call */
    const char *delay_member; /* the input says the delay */
} Answer;

typedef struct Host Host;

typedef struct SpecTool {
    Host *host;
    const char *path, *description, *input_schema;
    const char *output_schema; /* NULL: {} */
    bool no_output, validates;
    Answer answers[SPEC_ANSWERS];
    size_t n_answers;
} SpecTool;

typedef struct SpecCall {
    cm_call *call; /* NULL once settled */
    const Answer *answer;
    uint64_t due; /* UINT64_MAX: never */
    char *input;
} SpecCall;

struct Host {
    SpecTool tools[SPEC_TOOLS];
    size_t n_tools;
    const char *deny, *deny_text; /* tool.before refuses this name */
    double fixed_clock_ms;        /* NaN: none */

    uint64_t skipped_ns;
    SpecCall calls[SPEC_CALLS];
    size_t n_calls;
    size_t running, most_running, n_interrupted;
    char *inputs, *hooks; /* JSON lists without the closing bracket */
    size_t inputs_len, hooks_len;
    const char *fault; /* what went wrong in the host itself */
};

typedef struct SpecRun {
    cm_result *result; /* NULL when cancelled */
    double ms;         /* on the host's clock */
    size_t memory_peak;
    bool cancelled, stuck;
} SpecRun;

/* Fills the hooks and clocks of the options; *ret_runtime by the caller. */
void spec_host_options(Host *host, cm_runtime_options *options);
/* A tree of the host's tools; NULL and *err when one is refused. */
cm_tools *spec_host_tools(Host *host, cm_error *err);
/* Forgets the calls of the run before. */
void spec_host_reset(Host *host);
void spec_host_free(Host *host);
/* One execution to its end. */
SpecRun spec_host_run(Host *host, const cm_runtime *runtime, const char *source,
                      size_t source_len);

#endif
