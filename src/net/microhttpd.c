/* SPDX-License-Identifier: MIT */
#include <pthread.h>

#include "base/compiler.h"
#include "net/dynlib.h"
#include "net/microhttpd_internal.h"

MhdApi cm__mhd;
static bool is_loaded;

#define FUNCTION(name)                       \
    {                                        \
        "MHD_" #name, offsetof(MhdApi, name) \
    }

static const DynName functions[] = {
    FUNCTION(add_response_header),
    FUNCTION(create_response_from_buffer),
    FUNCTION(create_response_from_callback),
    FUNCTION(destroy_response),
    FUNCTION(get_connection_info),
    FUNCTION(get_connection_values),
    FUNCTION(get_daemon_info),
    FUNCTION(get_reason_phrase_for),
    FUNCTION(get_timeout),
    FUNCTION(queue_response),
    FUNCTION(quiesce_daemon),
    FUNCTION(resume_connection),
    FUNCTION(run),
    FUNCTION(set_connection_option),
    FUNCTION(set_response_options),
    FUNCTION(start_daemon),
    FUNCTION(stop_daemon),
    FUNCTION(suspend_connection),
};

_Static_assert(CM_ARRAY_LEN(functions) * sizeof(void (*)(void)) ==
                   sizeof(MhdApi),
               "one name for each function");

static void load(void)
{
    is_loaded = cm__dynlib_load("libmicrohttpd.so.12", functions,
                                CM_ARRAY_LEN(functions), &cm__mhd);
}

bool cm__mhd_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    return is_loaded;
}
