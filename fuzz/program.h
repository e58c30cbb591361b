/* SPDX-License-Identifier: MIT */
#ifndef CM_FUZZ_PROGRAM_H
#define CM_FUZZ_PROGRAM_H
/* program: runs a text as a program of either language through the public API.
 *
 * Oracles: every run ends; its record is JSON; the memory limit holds; and the
 * record is the same (clocks stand still and the seed is fixed, so nothing may
 * differ) when the program runs in slices, when it was compiled before and runs
 * a second time, with the other interpreter (switch in place of computed goto),
 * and with little memory, unless that or the steps of its collections ended it.
 * A check finds the same error of syntax, or none.
 * The tools: echo answers with its input at once, later does so while the
 * program waits (last call first), fail fails, void has no output. */
#include "fuzz.h"

#include "codemode.h"

typedef enum ProgramSource {
    PROGRAM_ANY,        /* any text */
    PROGRAM_WELL_FORMED /* it must compile */
} ProgramSource;

void program_check(cm_language language, ProgramSource kind, const char *text,
                   size_t len);

#endif
