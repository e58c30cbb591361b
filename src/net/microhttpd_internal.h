/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_MICROHTTPD_INTERNAL_H
#define CM_NET_MICROHTTPD_INTERNAL_H
/* microhttpd_internal: libmicrohttpd, loaded when the first server needs it
 * (dynlib.h says why).
 * Threads: cm__mhd_load from any; the table does not change afterwards. */
#include <microhttpd.h>
#include <stdbool.h>

typedef struct MhdApi {
    enum MHD_Result (*add_response_header)(struct MHD_Response *response,
                                           const char *name, const char *value);
    struct MHD_Response *(*create_response_from_buffer)(
        size_t size, void *buffer, enum MHD_ResponseMemoryMode mode);
    struct MHD_Response *(*create_response_from_callback)(
        uint64_t size, size_t block_size, MHD_ContentReaderCallback reader,
        void *ctx, MHD_ContentReaderFreeCallback free_ctx);
    void (*destroy_response)(struct MHD_Response *response);
    const union MHD_ConnectionInfo *(*get_connection_info)(
        struct MHD_Connection *connection, enum MHD_ConnectionInfoType what,
        ...);
    int (*get_connection_values)(struct MHD_Connection *connection,
                                 enum MHD_ValueKind kind,
                                 MHD_KeyValueIterator iterator, void *ctx);
    const union MHD_DaemonInfo *(*get_daemon_info)(struct MHD_Daemon *daemon,
                                                   enum MHD_DaemonInfoType what,
                                                   ...);
    const char *(*get_reason_phrase_for)(unsigned status);
    enum MHD_Result (*get_timeout)(struct MHD_Daemon *daemon,
                                   MHD_UNSIGNED_LONG_LONG *ret_ms);
    enum MHD_Result (*queue_response)(struct MHD_Connection *connection,
                                      unsigned status,
                                      struct MHD_Response *response);
    MHD_socket (*quiesce_daemon)(struct MHD_Daemon *daemon);
    void (*resume_connection)(struct MHD_Connection *connection);
    enum MHD_Result (*run)(struct MHD_Daemon *daemon);
    enum MHD_Result (*set_connection_option)(struct MHD_Connection *connection,
                                             enum MHD_CONNECTION_OPTION option,
                                             ...);
    enum MHD_Result (*set_response_options)(struct MHD_Response *response,
                                            enum MHD_ResponseFlags flags, ...);
    struct MHD_Daemon *(*start_daemon)(unsigned flags, uint16_t port,
                                       MHD_AcceptPolicyCallback accepts,
                                       void *accepts_ctx,
                                       MHD_AccessHandlerCallback handler,
                                       void *handler_ctx, ...);
    void (*stop_daemon)(struct MHD_Daemon *daemon);
    void (*suspend_connection)(struct MHD_Connection *connection);
} MhdApi;

/* Of no use before cm__mhd_load said true. */
extern MhdApi cm__mhd;

bool cm__mhd_load(void);

#endif
