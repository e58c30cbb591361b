/* SPDX-License-Identifier: MIT */
#include "mcp/toolname.h"

#include "base/utf8.h"

static bool is_name_char(uint32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '-';
}

bool cm__name_clean(const char *name, size_t len, char out[CM_NAME_MAX + 1])
{
    const char *end = name + len;
    size_t n = 0;
    while (name < end) {
        uint32_t c = cm__utf8_next(&name, end, NULL);
        if (n == CM_NAME_MAX)
            return false;
        if (is_name_char(c))
            out[n++] = (char)c;
        else
            out[n++] = '_';
    }
    out[n] = '\0';
    return n > 0;
}

bool cm__path_is_clean(const char *path, size_t max)
{
    size_t n = 0, segment = 0;
    for (; path[n] != '\0'; n++) {
        if (path[n] == '.') {
            if (segment == 0)
                return false;
            segment = 0;
        } else if (!is_name_char((unsigned char)path[n]) ||
                   ++segment > CM_NAME_MAX) {
            return false;
        }
    }
    return segment > 0 && n <= max;
}
