/* SPDX-License-Identifier: MIT */
#include "catalog/tokens.h"

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool cm__token_next(const char *text, size_t len, size_t *at, size_t *ret_start)
{
    size_t i = *at;
    while (i < len && !cm__is_token_byte(text[i]))
        i++;
    if (i == len) {
        *at = i;
        return false;
    }
    *ret_start = i++;
    while (i < len && cm__is_token_byte(text[i]) &&
           !(is_upper(text[i]) && !is_upper(text[i - 1])))
        i++;
    *at = i;
    return true;
}
