/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_CURL_INTERNAL_H
#define CM_NET_CURL_INTERNAL_H
/* curl_internal: libcurl, loaded when the first client needs it (dynlib.h says
 * why).
 * Threads: any. */
#include <curl/curl.h>

typedef struct CurlApi {
    CURLcode (*global_init)(long flags);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *easy);
    CURLcode (*easy_setopt)(CURL *easy, CURLoption option, ...);
    CURLcode (*easy_getinfo)(CURL *easy, CURLINFO info, ...);
    CURLcode (*easy_pause)(CURL *easy, int what);
    const char *(*easy_strerror)(CURLcode code);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM *multi);
    CURLMcode (*multi_add_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *easy);
    CURLMsg *(*multi_info_read)(CURLM *multi, int *n_left);
    CURLMcode (*multi_socket_action)(CURLM *multi, curl_socket_t socket,
                                     int what, int *n_running);
    CURLMcode (*multi_setopt)(CURLM *multi, CURLMoption option, ...);
    CURLMcode (*multi_assign)(CURLM *multi, curl_socket_t socket, void *user);
    struct curl_slist *(*slist_append)(struct curl_slist *list,
                                       const char *text);
    void (*slist_free_all)(struct curl_slist *list);
} CurlApi;

/* NULL when it cannot be loaded. */
const CurlApi *cm__curl(void);

#endif
