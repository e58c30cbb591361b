/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_INTL_NUMBER_TABLES_H
#define CM_JS_INTL_NUMBER_TABLES_H
/* number_tables: currencies (currency_table.c) and units (unit_table.c). */
#include <stdbool.h>
#include <stddef.h>

typedef struct Currency {
    char code[4];
    int digits;
    const char *symbol; /* NULL: the code */
    const char *narrow; /* NULL: as symbol */
    const char *one;    /* name for exactly one */
    const char *other;  /* NULL: one and an s */
} Currency;

extern const Currency cm__currencies[];
extern const size_t cm__n_currencies;

typedef struct UnitNames {
    const char *one, *other, *per;
} UnitNames;

typedef struct Unit {
    const char *name;
    UnitNames names[3]; /* long, short, narrow */
    bool is_apart[3];   /* a space stands before it */
} Unit;

extern const Unit cm__units[];
extern const size_t cm__n_units;

#endif
