/* SPDX-License-Identifier: MIT */
#include "js/url/url_encode.h"

#include <string.h>

#include "base/ascii.h"

/* What each set adds to the C0 control set. */
static const char *const additions[] = {
    [URL_SET_C0] = "",
    [URL_SET_FRAGMENT] = " \"<>`",
    [URL_SET_QUERY] = " \"#<>",
    [URL_SET_SPECIAL_QUERY] = " \"#<>'",
    [URL_SET_PATH] = " \"#<>?^`{}",
    [URL_SET_USERINFO] = " \"#<>?^`{}/:;=@[\\]|",
    [URL_SET_FORM] = " \"#<>?^`{}/:;=@[\\]|$%&+,!'()~",
};

bool url_in_set(UrlSet set, unsigned char byte)
{
    return byte <= 0x1F || byte > 0x7E ||
           strchr(additions[set], (char)byte) != NULL;
}

void url_encode_byte(UrlSet set, unsigned char byte, Buf *out)
{
    static const char digits[] = "0123456789ABCDEF";
    if (!url_in_set(set, byte)) {
        cm__buf_add_char(out, (char)byte);
        return;
    }
    char text[3] = { '%', digits[byte >> 4], digits[byte & 15] };
    cm__buf_add(out, text, sizeof text);
}

void url_encode(UrlSet set, const char *text, size_t len, Buf *out)
{
    for (size_t i = 0; i < len; i++) {
        if (set == URL_SET_FORM && text[i] == ' ')
            cm__buf_add_char(out, '+');
        else
            url_encode_byte(set, (unsigned char)text[i], out);
    }
}

void url_decode(const char *text, size_t len, Buf *out)
{
    for (size_t i = 0; i < len; i++) {
        int high = -1, low = -1;
        if (text[i] == '%' && i + 2 < len) {
            high = cm__ascii_hex((unsigned char)text[i + 1]);
            low = cm__ascii_hex((unsigned char)text[i + 2]);
        }
        if (high >= 0 && low >= 0) {
            cm__buf_add_char(out, (char)(high << 4 | low));
            i += 2;
        } else {
            cm__buf_add_char(out, text[i]);
        }
    }
}
