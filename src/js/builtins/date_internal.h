/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_DATE_INTERNAL_H
#define CM_JS_BUILTINS_DATE_INTERNAL_H
/* date_internal: the groups of functions of Date. */
#include "js/builtins/date_time.h"

void cm__install_date_format(RealmBuilder *b);

#endif
