/* SPDX-License-Identifier: MIT */
/* Why an exchange has no answer, in words that show no URL and no header. */
#include <stdarg.h>
#include <stdio.h>

#include "net/http_internal.h"

static CM_PRINTF(2, 3) void say(HttpFault *fault, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(fault->reason, sizeof fault->reason, format, args);
    va_end(args);
}

static void say_not_connected(const HttpExchange *x, HttpFault *fault)
{
    static const char text[] = "cannot connect";
    long number = 0;
    (void)x->client->curl->easy_getinfo(x->easy, CURLINFO_OS_ERRNO, &number);
    if (number == 0) {
        say(fault, "%s", text);
        return;
    }
    char why[80] = "";
    (void)uv_strerror_r(uv_translate_sys_error((int)number), why, sizeof why);
    say(fault, "%s: %s", text, why);
    fault->cause = fault->reason + sizeof text + 1;
}

static void say_too_late(const HttpExchange *x, HttpFault *fault)
{
    const CurlApi *curl = x->client->curl;
    curl_off_t connected_us = 0, total_us = 0;
    (void)curl->easy_getinfo(x->easy, CURLINFO_PRETRANSFER_TIME_T,
                             &connected_us);
    (void)curl->easy_getinfo(x->easy, CURLINFO_TOTAL_TIME_T, &total_us);
    bool is_total =
        x->timeout_ms > 0 && (uint64_t)total_us >= x->timeout_ms * 1000;
    if (connected_us == 0 && !is_total)
        say(fault, "no connection within %llu ms",
            (unsigned long long)x->connect_timeout_ms);
    else
        say(fault, "no answer within %llu ms",
            (unsigned long long)x->timeout_ms);
}

/* A constant text of the code; those of libcurl's own show no URL and no header
 * either. */
static const char *transfer_text(const HttpExchange *x, CURLcode code)
{
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return "the host name cannot be resolved";
    case CURLE_COULDNT_RESOLVE_PROXY:
        return "the proxy's name cannot be resolved";
    case CURLE_SSL_CONNECT_ERROR:
        return "the TLS handshake failed";
    case CURLE_PEER_FAILED_VERIFICATION:
        return "the server's certificate is not trusted";
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL: /* also for bytes that are no HTTP/1 */
        return x->n_sent == 0 ? "the URL is no http or https URL"
                              : "the answer is not HTTP";
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
        return "the connection was closed before an answer came";
    case CURLE_WEIRD_SERVER_REPLY:
        return "the answer is not HTTP";
    case CURLE_LOGIN_DENIED: /* nothing else of ours makes it */
        return "the URL has a user name";
    case CURLE_OUT_OF_MEMORY: /* also for a line over its limit in a head */
        return x->n_sent == 0 || x->has_head
                   ? HTTP_NO_MEMORY
                   : "a header is too long, or the host is out of memory";
    default:
        return x->client->curl->easy_strerror(code);
    }
}

static void say_why(const HttpExchange *x, CURLcode code, HttpFault *fault)
{
    if (code == CURLE_COULDNT_CONNECT)
        say_not_connected(x, fault);
    else if (code == CURLE_OPERATION_TIMEDOUT)
        say_too_late(x, fault);
    else
        say(fault, "%s", transfer_text(x, code));
}

/* Whether its length was kept, and what is in it ends too early. */
static bool is_cut(const HttpExchange *x)
{
    return x->inflater != NULL && !cm__inflate_is_whole(x->inflater);
}

bool cm__http_judge(const HttpExchange *x, CURLcode code, HttpFault *fault)
{
    fault->kind = CM_HTTP_FAILED;
    fault->cause = NULL;
    fault->reason[0] = '\0';
    if (x->cause == STOP_CAUSE_BODY || code == CURLE_FILESIZE_EXCEEDED) {
        fault->kind = CM_HTTP_TOO_LARGE;
        say(fault, "the body is over %zu bytes", x->max_body);
    } else if (x->cause == STOP_CAUSE_HEADS) {
        say(fault, "the headers are over %zu bytes", x->max_heads);
    } else if (x->cause == STOP_CAUSE_CODING) {
        fault->kind = CM_HTTP_UNREADABLE;
        say(fault, "the body is compressed although %s",
            x->events.data != NULL ? "that was not asked for"
                                   : "only gzip and deflate were asked for");
    } else if (x->cause == STOP_CAUSE_GARBLED) {
        fault->kind = CM_HTTP_UNREADABLE;
        say(fault, "the body cannot be decompressed");
    } else if (x->cause == STOP_CAUSE_MEMORY) {
        say(fault, "%s", HTTP_NO_MEMORY);
    } else if ((code == CURLE_OK || x->cause == STOP_CAUSE_WHOLE) &&
               x->cause != STOP_CAUSE_REPEAT && x->has_head && !is_cut(x)) {
        return true;
    } else if (x->has_head && x->cause != STOP_CAUSE_REPEAT &&
               code != CURLE_OPERATION_TIMEDOUT) {
        fault->kind = CM_HTTP_UNREADABLE;
        say(fault, "the body broke off");
    } else if (code == CURLE_OK || x->cause == STOP_CAUSE_REPEAT) {
        /* Not sent a second time, or nothing but interim answers came. */
        say_why(x, CURLE_GOT_NOTHING, fault);
    } else {
        say_why(x, code, fault);
    }
    return false;
}
