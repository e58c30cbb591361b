/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_FAULTY_SOURCE_H
#define CM_CLI_FAULTY_SOURCE_H
/* faulty_source: an entry of a configuration that cannot be used, as a source
 * of the hub that never works and says why when a program asks for it; and one
 * that is switched off, of which calls alone are told.
 *
 * Ownership: the spec is borrowed for good. Threads: the loop's thread only. */
#include "cli/config.h"

/* The spec has a namespace. */
cm_status cm__faulty_source_add(Hub *hub, const FaultySpec *spec);
cm_status cm__off_source_add(Hub *hub, const ConfigOff *off);

#endif
