/* SPDX-License-Identifier: MIT */
/* A host in C++11: small owners around the C objects, tools that are
 * std::function from JSON text to JSON text, and exceptions that never cross
 * the C boundary. docs/embedding.md walks through it. */
#include <codemode.h>

#include <cstring>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

struct Free {
    void operator()(cm_tools *p) const noexcept
    {
        cm_tools_free(p);
    }
    void operator()(cm_runtime *p) const noexcept
    {
        cm_runtime_free(p);
    }
    void operator()(cm_result *p) const noexcept
    {
        cm_result_free(p);
    }
    void operator()(cm_value *p) const noexcept
    {
        cm_value_free(p);
    }
};

template <class T> using Owner = std::unique_ptr<T, Free>;

/* A failure of the library as an exception. */
void check(cm_status status, const cm_error &err)
{
    if (status != CM_OK)
        throw std::runtime_error(err.text);
}

/* From JSON text to JSON text; what it throws, the program may catch. */
using Handler = std::function<std::string(const std::string &input)>;

/* The one place where C calls C++: nothing may be thrown out of it. */
void call_handler(void *user, cm_call *call, const char *input,
                  size_t len) noexcept
{
    try {
        const std::string answer =
            (*static_cast<Handler *>(user))(std::string(input, len));
        cm_call_return(call, answer.data(), answer.size());
    } catch (const std::exception &e) {
        cm_call_fail_text(call, e.what());
    } catch (...) {
        cm_call_fail_text(call, "the tool failed");
    }
}

class Host
{
  public:
    Host() : tools_(cm_tools_new(nullptr))
    {
        if (!tools_)
            throw std::bad_alloc();
    }

    void add(const std::string &path, const std::string &description,
             const std::string &input_schema, const std::string &output_schema,
             Handler handler)
    {
        handlers_.emplace_back(new Handler(std::move(handler)));
        cm_tool tool = cm_tool();
        tool.description = description.c_str();
        tool.input_schema = input_schema.c_str();
        tool.output_schema = output_schema.c_str();
        tool.validate_input = 1;
        tool.execute = call_handler;
        tool.user = handlers_.back().get();
        cm_error err = cm_error();
        check(cm_tools_add(tools_.get(), path.c_str(), &tool, &err), err);
        runtime_.reset();
    }

    /* The result record as JSON. */
    std::string run(const std::string &source)
    {
        cm_error err = cm_error();
        if (!runtime_) {
            cm_runtime *runtime = nullptr;
            check(cm_runtime_new(tools_.get(), nullptr, &runtime, &err), err);
            runtime_.reset(runtime);
        }
        cm_result *result = nullptr;
        check(cm_execute(runtime_.get(), source.data(), source.size(), &result,
                         &err),
              err);
        const Owner<cm_result> owner(result);
        size_t len = 0;
        const char *json = cm_result_json(result, &len);
        if (!json)
            throw std::bad_alloc();
        return std::string(json, len);
    }

  private:
    /* Handlers have fixed addresses and outlive the runtime. */
    std::vector<std::unique_ptr<Handler>> handlers_;
    Owner<cm_tools> tools_;
    Owner<cm_runtime> runtime_;
};

std::string mean(const std::string &input)
{
    const Owner<cm_value> in(
        cm_value_json(nullptr, input.data(), input.size()));
    const cm_value *numbers = cm_value_get(in.get(), "numbers", 7);
    const size_t n = cm_value_count(numbers);
    if (n == 0)
        throw std::invalid_argument("no numbers have no mean");
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += cm_value_double(cm_value_at(numbers, i));
    return std::to_string(sum / static_cast<double>(n));
}

} // namespace

int main()
{
    try {
        Host host;
        host.add("stats.mean", "The mean of some numbers",
                 R"({"type":"object","required":["numbers"],"properties":
                    {"numbers":{"type":"array","items":{"type":"number"}}}})",
                 R"({"type":"number"})", mean);
        std::cout << host.run(
                         "return await tools.stats.mean({numbers: [1, 2, 6]})")
                  << "\n"
                  << host.run("return await tools.stats.mean({numbers: []})")
                  << "\n";
        return 0;
    } catch (const std::exception &e) {
        std::cerr << e.what() << "\n";
        return 1;
    }
}
