/* SPDX-License-Identifier: MIT */
/* The smallest host in C++11: objects freed by their owners, a lambda as tool,
 * a program in Lua, run event-driven. */
#include <codemode.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

namespace
{

struct Free {
    void operator()(cm_tools *tools) const
    {
        cm_tools_free(tools);
    }
    void operator()(cm_runtime *runtime) const
    {
        cm_runtime_free(runtime);
    }
    void operator()(cm_execution *x) const
    {
        cm_execution_free(x);
    }
    void operator()(cm_result *result) const
    {
        cm_result_free(result);
    }
};

template <typename T> using Owned = std::unique_ptr<T, Free>;

const char source[] = "local order = tools.orders.lookup({ id = 7 })\n"
                      "return { order.total, order.total * 2 }";

cm_tool lookup_tool(std::string *answer)
{
    cm_tool tool = cm_tool();
    tool.output_schema = "{}";
    tool.user = answer;
    tool.execute = [](void *user, cm_call *call, const char *input,
                      size_t len) {
        const std::string &text = *static_cast<std::string *>(user);
        std::printf("%s %.*s\n", cm_call_name(call), static_cast<int>(len),
                    input);
        cm_call_return(call, text.data(), text.size());
    };
    return tool;
}

bool run(const cm_runtime *runtime)
{
    cm_execution_options options = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *started = nullptr;
    cm_result *taken = nullptr;
    options.source = source;
    options.source_len = sizeof source - 1;
    if (cm_execution_start(runtime, &options, &started, nullptr) != CM_OK)
        return false;
    Owned<cm_execution> execution(started);
    while (cm_execution_run(started, 0) != CM_RUN_DONE)
        continue; /* the tool answers at once: there is nothing to wait for */
    if (cm_execution_take_result(started, &taken) != CM_OK)
        return false;
    Owned<cm_result> result(taken);
    std::printf("codemode %s: %s\n", cm_version(),
                cm_result_value(taken, nullptr));
    return true;
}

} // namespace

int main()
{
    std::string answer = "{\"total\":12.5}";
    const cm_tool tool = lookup_tool(&answer);
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *made = nullptr;
    Owned<cm_tools> tools(cm_tools_new(nullptr));
    options.language = CM_LANGUAGE_LUA;
    if (!tools ||
        cm_tools_add(tools.get(), "orders.lookup", &tool, nullptr) != CM_OK ||
        cm_runtime_new(tools.get(), &options, &made, nullptr) != CM_OK)
        return 1;
    Owned<cm_runtime> runtime(made);
    return run(made) ? 0 : 1;
}
