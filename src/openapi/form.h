/* SPDX-License-Identifier: MIT */
#ifndef CM_OPENAPI_FORM_H
#define CM_OPENAPI_FORM_H
/* form: an object as application/x-www-form-urlencoded; spec/openapi.md 8.2.
 * Threads: free of state. */
#include "openapi/request.h"

/* What `encoding` says of a field; NULL: nothing. */
const OaEncoding *cm__oa_encoding(const OaBody *body, const JsonMember *field);

/* Appends the form. `fields` is an object. CM_E_ARGUMENT with the text in `why`,
 * CM_E_NOMEM. */
cm_status cm__oa_form_write(Buf *out, const OaBody *body,
                            const JsonValue *fields, Buf *why);

#endif
