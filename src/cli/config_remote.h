/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_CONFIG_REMOTE_H
#define CM_CLI_CONFIG_REMOTE_H
/* config_remote: entries of servers with a URL.
 *
 *     "docs": { "type": "http", "url": "https://h/mcp",
 *               "headers": { "x-team": "${TEAM}" },
 *               "bearerTokenEnv": "DOCS_TOKEN",
 *               "callTimeoutMs": 60000 }
 *
 * The URL may also be called serverUrl, httpUrl or baseUrl, as other programs
 * call it. Without a type both transports are tried (mcp/upstream.h). */
#include "cli/config_internal.h"

bool cm__config_is_remote(const JsonValue *entry);
void cm__config_load_remote(const ConfigPlace *at, const JsonMember *member);

#endif
