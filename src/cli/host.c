/* SPDX-License-Identifier: MIT */
#include "cli/host.h"

#include "cli/config_import.h"
#include "cli/faulty_source.h"
#include "cli/file.h"
#include "net/process.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum {
    ZONE_BYTES_MAX = 131072 /* the library takes half, reading needs room */
};

/* Time zones come from the system's files. The name was checked: it is relative
 * and has no "..". Called from the threads that run programs. */
static int zone_data(void *user, const char *name, cm_zone_put put, void *sink)
{
    (void)user;
    char path[128];
    int n = snprintf(path, sizeof path, "/usr/share/zoneinfo/%s", name);
    if (n < 0 || (size_t)n >= sizeof path)
        return 0;
    Buf bytes;
    cm__buf_init(&bytes, cm__alloc_default(), ZONE_BYTES_MAX);
    cm_error err;
    cm_status status = cm__file_read(path, &bytes, &err);
    if (status == CM_OK)
        put(sink, cm__buf_text(&bytes), bytes.len);
    cm__buf_done(&bytes);
    return status == CM_OK;
}

static cm_status add_item(CliHost *host, const ConfigItem *item)
{
    if (item->server != NULL)
        return cm__hub_add_server(host->hub, item->server);
    if (item->command != NULL)
        return cm__hub_add_command(host->hub, item->command);
    if (item->openapi != NULL)
        return cm__openapi_source_add(host->hub, &host->network,
                                      &host->term.log, item->openapi);
    return item->ns != NULL ? cm__faulty_source_add(host->hub, item->faulty)
                            : CM_OK;
}

static cm_status add_sources(CliHost *host)
{
    cm_status status = CM_OK;
    if (host->options->is_demo) {
        host->demo = cm__demo_new(host->loop);
        status = host->demo != NULL ? cm__demo_register(host->demo, host->hub)
                                    : CM_E_NOMEM;
    }
    for (const ConfigItem *item = host->config.items;
         item != NULL && status == CM_OK; item = item->next)
        status = add_item(host, item);
    /* Behind the others: doctor counts those. */
    for (const ConfigOff *off = host->config.off;
         off != NULL && status == CM_OK; off = off->next)
        if (off->is_switch)
            status = cm__off_source_add(host->hub, off);
    return status;
}

static void interrupted(void *user, int signum)
{
    CliHost *host = user;
    (void)signum;
    if (host->is_interrupted)
        _exit(CM_EXIT_INTERRUPTED);
    host->is_interrupted = true;
    cm__host_finish(host);
}

static bool watch_interrupts(CliHost *host)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
    for (size_t i = 0; i < CM_ARRAY_LEN(signals); i++) {
        host->watches[i] =
            cm__signal_new(host->loop, signals[i], interrupted, host);
        if (host->watches[i] == NULL)
            return false;
    }
    return true;
}

/* What is imported comes first, so that files of ours can replace entries. */
static void load_config(Config *config, const Options *o)
{
    config->inputs = o->inputs;
    config->n_inputs = o->n_inputs;
    for (size_t i = 0; i < o->n_imports; i++)
        cm__config_import(config, o->imports[i]);
    for (size_t i = 0; i < o->n_configs; i++)
        cm__config_load(config, o->configs[i]);
    for (size_t i = 0; i < o->n_openapis; i++)
        cm__config_add_openapi(config, o->openapis[i].name,
                               o->openapis[i].name_len,
                               o->openapis[i].document);
}

static const char file_lack[] =
    "A configuration file could not be read; the messages of codemode on "
    "standard error, which agents keep in a log, say which and why.";

int cm__host_open(CliHost *host, const CliHostSpec *spec)
{
    const Options *o = spec->options;
    *host = (CliHost){ .options = o, .alloc = cm__alloc_default() };
    /* A reader that goes away is an error of a write, not the end of us. */
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN); /* the same of a file at its limit */
    cm__term_init(&host->term, host->alloc, o->log_level, o->is_log_json,
                  o->is_quiet);
    host->term.log.lists_faults = spec->lists_faults;
    cm__config_init(&host->config, host->alloc, &host->term.log);
    host->term.log.redactor = host->config.redactor;
    load_config(&host->config, o);
    if (host->config.n_file_errors > 0 && !spec->is_lenient)
        return CM_EXIT_USAGE;
    HubSpec hub = { .limits = o->limits,
                    .n_workers = spec->n_workers,
                    .log = &host->term.log,
                    .cache_folder = spec->cache_folder,
                    .max_calls =
                        o->max_calls != CM_UNSET ? (size_t)o->max_calls : 0,
                    .lack = host->config.n_file_errors > 0 ? file_lack : NULL,
                    .is_long_lived = spec->is_long_lived,
                    .changed = spec->changed,
                    .zone_data = zone_data,
                    .user = spec->user };
    host->loop = cm__loop_new(host->alloc);
    host->network.loop = host->loop;
    if (host->loop != NULL)
        host->hub = cm__hub_new(host->loop, &hub);
    if (host->hub == NULL || add_sources(host) != CM_OK ||
        (spec->handles_interrupts && !watch_interrupts(host))) {
        cm__log(&host->term.log, CM_LOG_ERROR,
                "out of memory, threads or descriptors");
        return CM_EXIT_FAILED;
    }
    return CM_EXIT_OK;
}

static void stopped(void *user)
{
    cm__loop_stop(((CliHost *)user)->loop);
}

void cm__host_finish(CliHost *host)
{
    cm__hub_stop(host->hub, stopped, host);
}

void cm__host_close(CliHost *host)
{
    cm__term_clear(&host->term);
    for (size_t i = 0; i < CM_ARRAY_LEN(host->watches); i++)
        cm__signal_free(host->watches[i]);
    cm__demo_stop(host->demo);
    cm__hub_free(host->hub);
    cm__openapi_network_free(&host->network);
    cm__demo_free(host->demo);
    cm__loop_free(host->loop);
    host->term.log.redactor = NULL;
    cm__config_done(&host->config);
}

bool cm__host_has_nothing(const CliHost *host)
{
    return host->config.items == NULL && host->config.n_errors == 0 &&
           !host->options->is_demo;
}

/* Files were read, and nothing stands in them. */
static void warn_of_empty_files(const CliHost *host)
{
    const Options *o = host->options;
    bool is_one = o->n_configs == 1 && o->n_imports == 0;
    cm__log(&host->term.log, CM_LOG_WARN,
            "no tools are configured: %s %s no entries; \"mcpServers\" holds "
            "servers and OpenAPI documents, \"tools\" command tools",
            is_one ? o->configs[0] : "the files that were read",
            is_one ? "has" : "have");
}

void cm__host_warn_of_nothing(const CliHost *host)
{
    const Options *o = host->options;
    if (cm__host_has_nothing(host) && host->config.off != NULL)
        cm__log(&host->term.log, CM_LOG_WARN,
                "no tools are configured: every entry is left out; codemode "
                "doctor says why");
    else if (cm__host_has_nothing(host) && o->n_configs + o->n_imports > 0)
        warn_of_empty_files(host);
    else if (cm__host_has_nothing(host))
        cm__log(&host->term.log, CM_LOG_WARN,
                "no tools are configured: name a file with --config, a program "
                "whose servers to read with --import, a document with "
                "--openapi, or try --demo");
}

bool cm__host_has_all(const CliHost *host)
{
    size_t n_servers = 0, n_sources = 0;
    for (const ConfigItem *item = host->config.items; item != NULL;
         item = item->next) {
        if (item->faulty != NULL)
            return false;
        if (item->server != NULL &&
            cm__upstream_state(cm__hub_server(host->hub, n_servers++)) !=
                CM_UPSTREAM_READY)
            return false;
        if (item->openapi != NULL &&
            !cm__openapi_source_facts(cm__hub_source(host->hub, n_sources++))
                 .is_ready)
            return false;
    }
    return true;
}

bool cm__host_no_memory(CliHost *host)
{
    static const char text[] = "out of memory";
    cm__term_error(&host->term, "error: ", text, sizeof text - 1);
    return false;
}

static bool print(const char *text, size_t len, bool is_json)
{
    bool is_ok;
    if (isatty(STDOUT_FILENO) == 1) {
        Buf visible;
        cm__buf_init(&visible, cm__alloc_default(), CM_BUF_NO_LIMIT);
        if (is_json)
            cm__term_visible_json(&visible, text, len);
        else
            cm__term_visible(&visible, text, len, true);
        is_ok = visible.status == CM_OK &&
                fwrite(cm__buf_text(&visible), 1, visible.len, stdout) ==
                    visible.len;
        cm__buf_done(&visible);
    } else {
        is_ok = fwrite(text, 1, len, stdout) == len;
    }
    if (len == 0 || text[len - 1] != '\n')
        is_ok = fputc('\n', stdout) != EOF && is_ok;
    return fflush(stdout) == 0 && is_ok;
}

bool cm__host_print(const char *text, size_t len)
{
    return print(text, len, false);
}

bool cm__host_print_json(const char *json, size_t len)
{
    return print(json, len, true);
}
