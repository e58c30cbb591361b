/* SPDX-License-Identifier: MIT */
#include <pthread.h>

#include "base/compiler.h"
#include "net/curl_internal.h"
#include "net/dynlib.h"

static CurlApi api;
static const CurlApi *loaded; /* &api once every function was found */

static const DynName functions[] = {
    { "curl_global_init", offsetof(CurlApi, global_init) },
    { "curl_easy_init", offsetof(CurlApi, easy_init) },
    { "curl_easy_cleanup", offsetof(CurlApi, easy_cleanup) },
    { "curl_easy_setopt", offsetof(CurlApi, easy_setopt) },
    { "curl_easy_getinfo", offsetof(CurlApi, easy_getinfo) },
    { "curl_easy_pause", offsetof(CurlApi, easy_pause) },
    { "curl_easy_strerror", offsetof(CurlApi, easy_strerror) },
    { "curl_multi_init", offsetof(CurlApi, multi_init) },
    { "curl_multi_cleanup", offsetof(CurlApi, multi_cleanup) },
    { "curl_multi_add_handle", offsetof(CurlApi, multi_add_handle) },
    { "curl_multi_remove_handle", offsetof(CurlApi, multi_remove_handle) },
    { "curl_multi_info_read", offsetof(CurlApi, multi_info_read) },
    { "curl_multi_socket_action", offsetof(CurlApi, multi_socket_action) },
    { "curl_multi_setopt", offsetof(CurlApi, multi_setopt) },
    { "curl_multi_assign", offsetof(CurlApi, multi_assign) },
    { "curl_slist_append", offsetof(CurlApi, slist_append) },
    { "curl_slist_free_all", offsetof(CurlApi, slist_free_all) },
};

_Static_assert(CM_ARRAY_LEN(functions) * sizeof(void (*)(void)) ==
                   sizeof(CurlApi),
               "one name for each function");

static void load(void)
{
    if (cm__dynlib_load("libcurl.so.4", functions, CM_ARRAY_LEN(functions),
                        &api) &&
        api.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
        loaded = &api;
}

const CurlApi *cm__curl(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    return loaded;
}
