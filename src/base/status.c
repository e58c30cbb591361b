/* SPDX-License-Identifier: MIT */
#include "base/status.h"

#include <stdio.h>
#include <string.h>

#define TEXT_OF(x)       #x
#define TEXT_OF_VALUE(x) TEXT_OF(x)

const char *cm_version(void)
{
    return TEXT_OF_VALUE(CM_VERSION_MAJOR) "." TEXT_OF_VALUE(
        CM_VERSION_MINOR) "." TEXT_OF_VALUE(CM_VERSION_PATCH);
}

const char *cm_status_text(cm_status status)
{
    /* No default: a new code without a text is a compiler warning. A host may
     * still hand in any number, hence the line behind the switch. */
    switch (status) {
    case CM_OK:
        return "success";
    case CM_E_NOMEM:
        return "out of memory";
    case CM_E_ARGUMENT:
        return "invalid argument";
    case CM_E_RANGE:
        return "number out of range";
    case CM_E_SYNTAX:
        return "text is not well formed";
    case CM_E_LIMIT:
        return "over a fixed limit";
    case CM_E_NAME:
        return "name is taken, empty or not allowed";
    case CM_E_STATE:
        return "call does not fit the state of the object";
    case CM_E_CANCELLED:
        return "execution was cancelled";
    case CM_E_IO:
        return "input or output failed";
    }
    return "unknown status";
}

cm_status cm__error_set(cm_error *err, cm_status status, const char *path,
                        const char *text)
{
    if (err) {
        memset(err, 0, sizeof *err);
        err->status = status;
        (void)snprintf(err->path, sizeof err->path, "%s", path);
        (void)snprintf(err->text, sizeof err->text, "%s", text);
    }
    return status;
}
