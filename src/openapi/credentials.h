/* SPDX-License-Identifier: MIT */
#ifndef CM_OPENAPI_CREDENTIALS_H
#define CM_OPENAPI_CREDENTIALS_H
/* credentials: the credentials of one alternative go into a draft;
 * spec/openapi.md 9.
 * Ownership: grants live in the arena of the call that asked for them and die
 *            with it; nothing is kept.
 * Threads:   none. */
#include "openapi/request.h"

/* What was given for one use of a scheme. */
typedef struct OaGrantText {
    cm_credential_kind kind;
    OaText name, value;
} OaGrantText;

/* A copy in the arena; false when memory was refused. */
bool cm__oa_grant_copy(Arena *arena, const cm_credential *credential,
                       OaGrantText *ret);

/* grants[i] belongs to alternative->uses[i]. CM_E_ARGUMENT with the text in
 * `why`, CM_E_NOMEM. */
cm_status cm__oa_credentials_apply(OaDraft *draft,
                                   const OaAlternative *alternative,
                                   const OaGrantText *grants, Buf *why);

/* The question for one use; its texts are borrowed from the operation, the
 * array of scopes from the arena. False when memory was refused. */
bool cm__oa_credential_question(Arena *arena, const Operation *op,
                                const OaSchemeUse *use,
                                cm_credential_request *ret);

#endif
