#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A host in Python with nothing but ctypes: tools are Python functions.

Usage: host.py [LIBRARY]

LIBRARY is the path of libcodemode.so; otherwise the variable CODEMODE_LIBRARY
names it, otherwise the system's loader finds it. docs/embedding.md walks
through this file.
"""
import ctypes
import json
import os
import sys
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_char, c_char_p,
                    c_int, c_size_t, c_uint32, c_void_p)

CM_OK = 0
Execute = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(c_char), c_size_t)


class CmError(Structure):
    _fields_ = [("status", c_int), ("line", c_uint32), ("column", c_uint32),
                ("path", c_char * 64), ("text", c_char * 192)]


class CmTool(Structure):
    _fields_ = [("description", c_char_p), ("input_schema", c_char_p),
                ("output_schema", c_char_p), ("validate_input", c_int),
                ("validate_output", c_int), ("pinned", c_int),
                ("execute", Execute), ("user", c_void_p)]


# Name, type of the result, types of the arguments.
FUNCTIONS = [
    ("cm_tools_new", c_void_p, c_void_p),
    ("cm_tools_free", None, c_void_p),
    ("cm_tools_add_n", c_int, c_void_p, c_char_p, c_size_t, POINTER(CmTool),
     POINTER(CmError)),
    ("cm_runtime_new", c_int, c_void_p, c_void_p, POINTER(c_void_p),
     POINTER(CmError)),
    ("cm_runtime_free", None, c_void_p),
    ("cm_execute", c_int, c_void_p, c_char_p, c_size_t, POINTER(c_void_p),
     POINTER(CmError)),
    ("cm_result_json", c_void_p, c_void_p, POINTER(c_size_t)),
    ("cm_result_free", None, c_void_p),
    ("cm_call_return", None, c_void_p, c_char_p, c_size_t),
    ("cm_call_fail_text", None, c_void_p, c_char_p),
]


def load(path):
    library = ctypes.CDLL(path)
    for name, result, *arguments in FUNCTIONS:
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


class CodemodeError(Exception):
    pass


class Host:
    """Tools and the runtime over them; `with` frees what C has allocated."""

    def __init__(self, library):
        self.library = library
        self.callbacks = []  # C holds them, so Python must hold them too
        self.runtime = c_void_p()
        self.tools = c_void_p(library.cm_tools_new(None))
        if not self.tools:
            raise MemoryError

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.library.cm_runtime_free(self.runtime)
        self.library.cm_tools_free(self.tools)

    def check(self, status, error):
        if status != CM_OK:
            raise CodemodeError(error.text.decode())

    def add(self, path, function, description, input_schema, output_schema):
        """`function` takes the input and gives the output, both JSON data."""
        def execute(_user, call, text, length):
            # Nothing may be raised out of this function: C cannot catch it, and
            # the call would never be settled.
            try:
                answer = function(json.loads(ctypes.string_at(text, length)))
                encoded = json.dumps(answer, allow_nan=False).encode()
            except BaseException as error:
                message = str(error).replace("\0", "") or type(error).__name__
                self.library.cm_call_fail_text(
                    call, message.encode("utf-8", "replace"))
            else:
                self.library.cm_call_return(call, encoded, len(encoded))

        callback = Execute(execute)
        self.callbacks.append(callback)
        tool = CmTool(description.encode(), json.dumps(input_schema).encode(),
                      json.dumps(output_schema).encode(), 1, 1, 0, callback)
        error, name = CmError(), path.encode()
        self.check(self.library.cm_tools_add_n(
            self.tools, name, len(name), byref(tool), byref(error)), error)

    def run(self, source):
        """The result record of one program."""
        error, result, length = CmError(), c_void_p(), c_size_t()
        if not self.runtime:
            self.check(self.library.cm_runtime_new(
                self.tools, None, byref(self.runtime), byref(error)), error)
        text = source.encode()
        self.check(self.library.cm_execute(
            self.runtime, text, len(text), byref(result), byref(error)), error)
        try:
            record = self.library.cm_result_json(result, byref(length))
            if not record:
                raise MemoryError
            return json.loads(ctypes.string_at(record, length.value))
        finally:
            self.library.cm_result_free(result)


STOCK = {"pear": 4, "plum": 0}


def stock(query):
    fruit = query["fruit"]
    if fruit not in STOCK:
        raise LookupError(f"there is no {fruit}")
    return {"fruit": fruit, "count": STOCK[fruit]}


PROGRAM = """
const asked = await Promise.allSettled(
    ["pear", "plum", "fig"].map((fruit) => tools.stock({ fruit })));
for (const a of asked)
    if (a.status === "rejected") console.warn(a.reason.message);
return asked.filter((a) => a.value?.count > 0).map((a) => a.value);
"""


def main():
    path = (sys.argv[1] if len(sys.argv) > 1
            else os.environ.get("CODEMODE_LIBRARY", "libcodemode.so.0.1"))
    with Host(load(path)) as host:
        host.add("stock", stock, "How much there is of a fruit",
                 {"type": "object", "required": ["fruit"],
                  "properties": {"fruit": {"type": "string"}}},
                 {"type": "object", "properties": {
                     "fruit": {"type": "string"}, "count": {"type": "integer"}}})
        record = host.run(PROGRAM)
        print("value:", record["value"])
        print("logs:", record["logs"])
        print("calls:", [call["name"] for call in record["toolCalls"]])
        record = host.run("return await tools.stock({ fruit: 'kiwi' })")
        print(record["error"]["kind"], "-", record["error"]["message"])
        record = host.run("return await tools.stock({ fruit: 7 })")
        print(record["error"]["kind"], "-", record["error"]["message"])


if __name__ == "__main__":
    main()
