/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_INTL_COLLATION_H
#define CM_JS_BUILTINS_INTL_COLLATION_H
/* collation: the order of texts in en-US; string_collate.c. */
#include "js/builtins/builtins.h"

/* In the order of the option's values. */
typedef enum Sensitivity {
    SENSITIVE_BASE,
    SENSITIVE_ACCENT,
    SENSITIVE_CASE,
    SENSITIVE_VARIANT
} Sensitivity;

typedef struct CollationOptions {
    uint8_t sensitivity; /* Sensitivity */
    uint8_t case_first;  /* "upper", "lower", "false" */
    bool numeric, ignores_punctuation, is_search;
} CollationOptions;

/* Below, at or above 0. The caller has charged for both texts. */
int cm__collate(VM *vm, const CollationOptions *o, const StrView *a,
                const StrView *b);

#endif
