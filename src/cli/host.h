/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_HOST_H
#define CM_CLI_HOST_H
/* host: what the commands that run or show programs have in common: terminal,
 * loop, configuration and the hub over it.
 *
 * A command opens the host, sets what it waits for, runs the loop, and closes.
 * Ownership: storage is the caller's; the options are borrowed.
 * Threads:   the main thread is the loop's thread; programs run in the hub's
 *            workers, see mcp/hostcall.h for how the two meet. */
#include "cli/config.h"
#include "cli/demo.h"
#include "cli/options.h"
#include "cli/term.h"
#include "mcp/hub.h"

/* Exit statuses of the command; other programs depend on them. */
enum {
    CM_EXIT_OK = 0,
    CM_EXIT_FAILED = 1,
    CM_EXIT_USAGE = 2,
    CM_EXIT_INTERRUPTED = 130
};

typedef struct CliHost {
    const Options *options;
    const cm_allocator *alloc;
    Term term;
    Config config;
    Loop *loop;
    OpenApiNetwork network;
    Hub *hub;
    Demo *demo;
    SignalWatch *watches[3]; /* when the host handles interrupts */
    bool is_interrupted;
} CliHost;

typedef struct CliHostSpec {
    const Options *options;
    unsigned n_workers;
    bool lists_faults; /* of sources: they are no warnings then */
    bool is_lenient;   /* a file that cannot be read is no reason to stop */
    /* SIGINT, SIGTERM and SIGHUP set is_interrupted, stop the servers and end
     * the loop; `changed` does not come any more. */
    bool handles_interrupts;
    const char *cache_folder; /* these two: see hub.h */
    bool is_long_lived;
    void (*changed)(void *user); /* of the hub; may be NULL */
    void *user;
} CliHostSpec;

/* CM_EXIT_OK or the exit status to end with; errors have been shown. The host
 * must be closed in both cases. */
int cm__host_open(CliHost *host, const CliHostSpec *spec);
void cm__host_close(CliHost *host);

/* Stops the servers in order and then the loop. */
void cm__host_finish(CliHost *host);

/* Whether nothing is configured, and nothing that is wrong tells why. */
bool cm__host_has_nothing(const CliHost *host);
/* Says how to configure something when nothing is. */
void cm__host_warn_of_nothing(const CliHost *host);
/* Whether all servers and documents of the configuration are there; command
 * tools are not looked at. */
bool cm__host_has_all(const CliHost *host);

/* Says that there was no memory for what was to be printed. False. */
bool cm__host_no_memory(CliHost *host);
/* Writes to standard output; false when it is gone. */
bool cm__host_print(const char *text, size_t len);
bool cm__host_print_json(const char *json, size_t len);

#endif
