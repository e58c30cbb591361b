/* SPDX-License-Identifier: MIT */
/* What the host sees of its calls; spec/execution.md 7. */
#include "runtime/execution.h"

#include <stdio.h>
#include <string.h>

bool cm__hook_before(cm_execution *x, const HookCall *call, char reason[256])
{
    const cm_hooks *hooks = &x->runtime->hooks;
    if (!hooks->tool_before)
        return true;
    cm_hook_event event = { .name = call->name,
                            .input = call->input,
                            .input_len = call->input_len,
                            .call_id = call->id,
                            .context = x->mailbox->context };
    memset(reason, 0, 256);
    if (hooks->tool_before(hooks->user, &event, reason))
        return true;
    reason[255] = '\0';
    if (!reason[0])
        (void)snprintf(reason, 256, "The call was denied");
    return false;
}

void cm__hook_after(cm_execution *x, const HookCall *call, cm_outcome outcome,
                    const char *output, size_t output_len)
{
    const cm_hooks *hooks = &x->runtime->hooks;
    if (!hooks->tool_after)
        return;
    cm_hook_event event = { .name = call->name,
                            .input = call->input,
                            .input_len = call->input_len,
                            .call_id = call->id,
                            .outcome = outcome,
                            .output = output,
                            .output_len = output_len,
                            .context = x->mailbox->context };
    hooks->tool_after(hooks->user, &event);
}
