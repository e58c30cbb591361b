# SPDX-License-Identifier: MIT
"""What the fixture server offers: its tools, prompts and resources, in both
eras of the protocol. Nothing here knows a transport.

The names are those that the conformance suite asks for. A `Call` is one
request under way; `answer` turns it into a result or raises RpcError.
"""
import base64
import hashlib
import hmac
import json
import os
import secrets
import struct
import subprocess
import sys
import threading
import zlib

HANDSHAKE_VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
MODERN = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
INFO = {"name": "codemode-fixture", "title": "Fixture", "version": "1.0.0"}

PARSE_ERROR, INVALID_REQUEST, NO_METHOD = -32700, -32600, -32601
INVALID_PARAMS, NO_RESOURCE = -32602, -32002
HEADER_MISMATCH, NO_CAPABILITY, NO_VERSION = -32020, -32021, -32022


class RpcError(Exception):
    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.error = {"code": code, "message": message}
        if data is not None:
            self.error["data"] = data


class Call:
    """A request under way. `session` is None in the modern era; `emit` sends
    a message that belongs to the request."""

    def __init__(self, message, session, emit):
        self.id = message["id"]
        self.method = message["method"]
        self.params = message.get("params") or {}
        self.meta = self.params.get("_meta") or {}
        self.session = session
        self.emit = emit
        self.cancelled = threading.Event()
        self.hang_up = lambda: None

    @property
    def is_modern(self):
        return self.session is None

    @property
    def capabilities(self):
        if self.is_modern:
            return self.meta[PREFIX + "clientCapabilities"]
        return self.session.capabilities

    def notify(self, method, params):
        self.emit({"jsonrpc": "2.0", "method": method, "params": params})

    def log(self, text, level="info"):
        wanted = self.meta.get(PREFIX + "logLevel") if self.is_modern else "info"
        if wanted is not None:
            self.notify("notifications/message",
                        {"level": level, "logger": "fixture", "data": text})

    def progress(self, progress, total):
        token = self.meta.get("progressToken")
        if token is not None:
            self.notify("notifications/progress", {
                "progressToken": token, "progress": progress, "total": total})

    def ask(self, method, params):
        """A request to the client, of the handshake era."""
        return self.session.ask(method, params, self.emit, self.cancelled)

    def pause(self, seconds):
        if self.cancelled.wait(seconds):
            raise RpcError(-32800, "cancelled")


class Session:
    """A client that shook hands."""

    def __init__(self, listen):
        self.capabilities = {}
        self.client = {}
        self.version = None
        self.listen = listen # sends what belongs to no request
        self.watched = set()
        self.calls = {}
        self.asked = {} # id -> [event, answer]
        self.n_asked = 0
        self.lock = threading.Lock()

    def ask(self, method, params, emit, cancelled):
        with self.lock:
            ident = self.n_asked
            self.n_asked += 1
            waiter = self.asked[ident] = [threading.Event(), None]
        emit({"jsonrpc": "2.0", "id": ident, "method": method, "params": params})
        while not waiter[0].wait(0.05):
            if cancelled.is_set():
                raise RpcError(-32800, "cancelled")
        del self.asked[ident]
        if "error" in waiter[1]:
            raise RpcError(-32603, "the client refused: " +
                           str(waiter[1]["error"].get("message")))
        return waiter[1]["result"]

    def take_answer(self, message):
        waiter = self.asked.get(message.get("id"))
        if waiter is not None:
            waiter[1] = message
            waiter[0].set()

    def take_notification(self, message):
        params = message.get("params") or {}
        if message["method"] == "notifications/cancelled":
            call = self.calls.get(params.get("requestId"))
            if call is not None:
                CANCELLED.append(params)
                call.cancelled.set()


# ---- files ----

def png():
    """One red pixel."""
    def chunk(kind, body):
        return (struct.pack(">I", len(body)) + kind + body +
                struct.pack(">I", zlib.crc32(kind + body)))
    return base64.b64encode(
        b"\x89PNG\r\n\x1a\n" +
        chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)) +
        chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")) +
        chunk(b"IEND", b"")).decode()


def wav():
    """Eight silent samples."""
    samples = b"\0\0" * 8
    return base64.b64encode(
        b"RIFF" + struct.pack("<I", 36 + len(samples)) + b"WAVEfmt " +
        struct.pack("<IHHIIHH", 16, 1, 1, 8000, 16000, 2, 16) +
        b"data" + struct.pack("<I", len(samples)) + samples).decode()


def text(value):
    return {"type": "text", "text": value}


def content(*blocks, **more):
    return dict({"content": list(blocks)}, **more)


def resource(uri, mime, value):
    return {"type": "resource",
            "resource": {"uri": uri, "mimeType": mime, "text": value}}


def compact(value):
    return json.dumps(value, separators=(",", ":"))


# ---- state that the client carries ----

KEY = secrets.token_bytes(32)


def seal(state):
    plain = base64.urlsafe_b64encode(compact(state).encode()).decode()
    mark = hmac.new(KEY, plain.encode(), hashlib.sha256).hexdigest()
    return plain + "." + mark


def unseal(sealed, tool):
    plain, _, mark = str(sealed).partition(".")
    good = hmac.new(KEY, plain.encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(mark.encode(), good.encode()):
        raise RpcError(INVALID_PARAMS, "requestState was changed")
    state = json.loads(base64.urlsafe_b64decode(plain))
    if state["tool"] != tool:
        raise RpcError(INVALID_PARAMS, "requestState is of another request")
    return state


# ---- what a client is asked for ----

def form(message, required=None, **properties):
    return {"method": "elicitation/create", "params": {
        "mode": "form", "message": message, "requestedSchema": {
            "type": "object", "properties": properties,
            "required": list(properties) if required is None else required}}}


def sample(question, tokens):
    return {"method": "sampling/createMessage", "params": {
        "messages": [{"role": "user", "content": text(question)}],
        "maxTokens": tokens}}


ROOTS = {"method": "roots/list", "params": {}}
NEEDS = {"elicitation/create": "elicitation", "roots/list": "roots",
         "sampling/createMessage": "sampling"}


def is_answered(request, answer):
    """Whether an input response has the shape that its request asks for."""
    if not isinstance(answer, dict):
        return False
    if request["method"] == "roots/list":
        return isinstance(answer.get("roots"), list)
    if request["method"] == "sampling/createMessage":
        return "content" in answer
    if answer.get("action") != "accept":
        return answer.get("action") in ("decline", "cancel")
    given = answer.get("content")
    schema = request["params"]["requestedSchema"]
    return isinstance(given, dict) and all(
        name in given for name in schema["required"])


def need(call, **requests):
    """The answers to what a request needs of the client; the first value is
    the result that asks when one is missing."""
    given = call.params.get("inputResponses")
    if given is not None and not isinstance(given, dict):
        raise RpcError(INVALID_PARAMS, "inputResponses must be an object")
    given = given or {}
    missing = {name: request for name, request in requests.items()
               if not is_answered(request, given.get(name))}
    for request in missing.values():
        capability = NEEDS[request["method"]]
        if capability not in call.capabilities:
            raise RpcError(NO_CAPABILITY, "the client cannot do that",
                           {"requiredCapabilities": {capability: {}}})
    if missing:
        return {"resultType": "input_required", "inputRequests": missing}, None
    return None, given


def words_of(answer):
    block = answer["content"]
    block = block[0] if isinstance(block, list) else block
    return block.get("text", "")


# ---- tools ----

TOOLS = []
FUNCTIONS = {}
CANCELLED = [] # params of notifications/cancelled
FORGET_SESSIONS = int # a transport with sessions puts something else


def tool(name, description, era="both", required=(), schema=None, **properties):
    """Registers the function below it. era: "both", "handshake", "modern"."""
    def register(function):
        full = schema or dict({"type": "object", "properties": properties},
                              **({"required": list(required)} if required else {}))
        TOOLS.append((era, {"name": name, "description": description,
                            "inputSchema": full}))
        FUNCTIONS[name] = (era, function)
        return function
    return register


STRING = {"type": "string"}


@tool("test_simple_text", "Answers with a text.")
def simple_text(call, args):
    return content(text("This is a simple text response for testing."))


@tool("test_image_content", "Answers with an image.")
def image_content(call, args):
    return content({"type": "image", "data": png(), "mimeType": "image/png"})


@tool("test_audio_content", "Answers with a sound.")
def audio_content(call, args):
    return content({"type": "audio", "data": wav(), "mimeType": "audio/wav"})


@tool("test_embedded_resource", "Answers with a resource.")
def embedded_resource(call, args):
    return content(resource("test://embedded-resource", "text/plain",
                            "This is an embedded resource content."))


@tool("test_multiple_content_types", "Answers with a text, an image and a "
      "resource.")
def multiple_content_types(call, args):
    return content(
        text("Multiple content types test:"),
        {"type": "image", "data": png(), "mimeType": "image/png"},
        resource("test://mixed-content-resource", "application/json",
                 compact({"test": "data", "value": 123})))


@tool("test_tool_with_logging", "Logs three lines on its way.")
def with_logging(call, args):
    call.log("Tool execution started")
    call.pause(0.05)
    call.log("Tool processing data")
    call.pause(0.05)
    call.log("Tool execution completed")
    return content(text("Three lines were logged."))


@tool("test_logging_tool", "Logs a line when the request asks for a log.")
def logging_tool(call, args):
    call.log("Called")
    return content(text("done"))


@tool("test_error_handling", "Always fails.")
def error_handling(call, args):
    return content(text("This tool intentionally returns an error for testing"),
                   isError=True)


@tool("test_tool_with_progress", "Reports its progress.")
def with_progress(call, args):
    for done in (0, 50, 100):
        call.progress(done, 100)
        if done < 100:
            call.pause(0.05)
    return content(text("Progress was reported."))


@tool("test_missing_capability", "Works for clients that can sample.")
def missing_capability(call, args):
    if "sampling" not in call.capabilities:
        raise RpcError(NO_CAPABILITY, "the client must be able to sample",
                       {"requiredCapabilities": {"sampling": {}}})
    return content(text("The client can sample."))


def change(call, kind):
    with LISTENERS_LOCK:
        for listener in list(LISTENERS):
            listener(kind)
    return content(text(f"The list of {kind} has changed."))


@tool("test_trigger_tool_change", "Says that the list of tools has changed.")
def trigger_tool_change(call, args):
    return change(call, "tools")


@tool("test_trigger_prompt_change", "Says that the list of prompts has changed.")
def trigger_prompt_change(call, args):
    return change(call, "prompts")


@tool("test_custom_headers", "Its arguments are repeated in headers.",
      required=["region"],
      region={"type": "string", "x-mcp-header": "Region"},
      count={"type": "integer", "x-mcp-header": "Count"},
      note=STRING)
def custom_headers(call, args):
    return content(text(compact(args)))


SCHEMA_2020_12 = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": {
        "$anchor": "addressDef", "type": "object",
        "properties": {"street": STRING, "city": STRING}}},
    "properties": {
        "name": STRING, "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": STRING, "email": STRING},
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}},
           "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


@tool("json_schema_2020_12_tool", "Has a schema with many keywords.",
      schema=SCHEMA_2020_12)
def json_schema_2020_12(call, args):
    return content(text(compact(args)))


# of the handshake era, in which a server asks

def asks(call, capability, request):
    if capability not in call.capabilities:
        raise RpcError(INVALID_PARAMS, f"the client has no {capability}")
    return call.ask(request["method"], request["params"])


@tool("test_sampling", "Asks the client's model.", "handshake", ["prompt"],
      prompt=STRING)
def sampling(call, args):
    answer = asks(call, "sampling", sample(args.get("prompt", ""), 100))
    return content(text("LLM response: " + words_of(answer)))


@tool("test_elicitation", "Asks the user.", "handshake", ["message"],
      message=STRING)
def elicitation(call, args):
    answer = asks(call, "elicitation", form(
        args.get("message", ""),
        username={"type": "string", "description": "User's response"},
        email={"type": "string", "description": "User's email address"}))
    return content(text("User response: action=%s, content=%s" % (
        answer.get("action"), compact(answer.get("content")))))


def completed(answer):
    return content(text("Elicitation completed: action=%s, content=%s" % (
        answer.get("action"), compact(answer.get("content", {})))))


@tool("test_elicitation_sep1034_defaults", "Asks with defaults.", "handshake")
def elicitation_defaults(call, args):
    return completed(asks(call, "elicitation", form(
        "Please check these values", required=[],
        name={"type": "string", "default": "John Doe"},
        age={"type": "integer", "default": 30},
        score={"type": "number", "default": 95.5},
        status={"type": "string", "default": "active",
                "enum": ["active", "inactive", "pending"]},
        verified={"type": "boolean", "default": True})))


@tool("test_elicitation_sep1330_enums", "Asks with choices.", "handshake")
def elicitation_enums(call, args):
    options = ["option1", "option2", "option3"]

    def titled(word):
        return [{"const": f"value{i}", "title": f"{rank} {word}"}
                for i, rank in enumerate(("First", "Second", "Third"), 1)]
    return completed(asks(call, "elicitation", form(
        "Please choose", required=[],
        untitledSingle={"type": "string", "enum": options},
        titledSingle={"type": "string", "oneOf": titled("Option")},
        legacyEnum={"type": "string", "enum": ["opt1", "opt2", "opt3"],
                    "enumNames": ["Option One", "Option Two", "Option Three"]},
        untitledMulti={"type": "array",
                       "items": {"type": "string", "enum": options}},
        titledMulti={"type": "array", "items": {"anyOf": titled("Choice")}})))


@tool("test_reconnection", "Ends its stream before it answers.", "handshake")
def reconnection(call, args):
    call.hang_up()
    call.pause(0.2)
    return content(text("The client has come back."))


# of the modern era, in which a result asks

@tool("test_input_required_result_elicitation", "Asks for a name.", "modern")
def input_elicitation(call, args):
    asking, given = need(call, user_name=form("What is your name?", name=STRING))
    return asking or content(text("Hello, %s!" % given["user_name"].get(
        "content", {}).get("name", "stranger")))


@tool("test_input_required_result_sampling", "Asks for a capital.", "modern")
def input_sampling(call, args):
    asking, given = need(
        call, capital_question=sample("What is the capital of France?", 100))
    return asking or content(text(words_of(given["capital_question"])))


@tool("test_input_required_result_list_roots", "Asks for roots.", "modern")
def input_roots(call, args):
    asking, given = need(call, client_roots=ROOTS)
    return asking or content(text("Roots: " + ", ".join(
        str(root.get("uri")) for root in given["client_roots"]["roots"])))


def with_state(call, result, **state):
    return dict(result, requestState=seal(
        dict(state, tool=call.params["name"])))


def state_of(call):
    sealed = call.params.get("requestState")
    return unseal(sealed, call.params["name"]) if sealed is not None else {}


CONFIRM = form("Please confirm", ok={"type": "boolean"})


@tool("test_input_required_result_request_state", "Asks with a state.", "modern")
def input_state(call, args):
    state = state_of(call)
    asking, _ = need(call, confirm=CONFIRM)
    if asking or not state:
        return with_state(call, asking or {
            "resultType": "input_required", "inputRequests": {"confirm": CONFIRM}})
    return content(text("state-ok"))


@tool("test_input_required_result_tampered_state", "Notices a changed state.",
      "modern")
def input_tampered(call, args):
    return input_state(call, args)


@tool("test_input_required_result_multiple_inputs", "Asks three things.",
      "modern")
def input_multiple(call, args):
    state_of(call)
    asking, given = need(
        call, user_name=form("What is your name?", name=STRING),
        greeting=sample("Generate a greeting", 50), client_roots=ROOTS)
    if asking:
        return with_state(call, asking)
    return content(text("%s %s (%d roots)" % (
        words_of(given["greeting"]),
        given["user_name"].get("content", {}).get("name", "stranger"),
        len(given["client_roots"]["roots"]))))


@tool("test_input_required_result_multi_round", "Asks twice.", "modern")
def input_rounds(call, args):
    state = state_of(call)
    if "name" not in state:
        asking, given = need(call, step1=form("Step 1: What is your name?",
                                              name=STRING))
        if asking:
            return with_state(call, asking, round=1)
        state["name"] = given["step1"].get("content", {}).get("name")
    asking, given = need(call, step2=form(
        "Step 2: What is your favorite color?", color=STRING))
    if asking:
        return with_state(call, asking, round=2, name=state["name"])
    return content(text("%s likes %s" % (
        state["name"], given["step2"].get("content", {}).get("color"))))


@tool("test_input_required_result_capabilities", "Asks for what the client can "
      "do.", "modern")
def input_capabilities(call, args):
    wanted = {"user_name": form("What is your name?", name=STRING),
              "greeting": sample("Generate a greeting", 50),
              "client_roots": ROOTS}
    can = {name: request for name, request in wanted.items()
           if NEEDS[request["method"]] in call.capabilities}
    asking, _ = need(call, **can)
    return asking or content(text("Nothing is missing."))


@tool("test_streaming_elicitation", "Reports progress, then asks.", "modern")
def input_streaming(call, args):
    call.progress(1, 2)
    asking, _ = need(call, confirm=CONFIRM)
    return asking or content(text("confirmed"))


# for the tests of a relay

@tool("whoami", "Says who asks, and which process answers.")
def whoami(call, args):
    client = (call.meta.get(PREFIX + "clientInfo", {}) if call.is_modern
              else call.session.client)
    return content(text(compact({
        "pid": os.getpid(), "client": client.get("name"),
        "id": call.id, "token": call.meta.get("progressToken")})))


@tool("forget", "Forgets all sessions; says how many there were.")
def forget(call, args):
    return content(text(str(FORGET_SESSIONS())))


@tool("hold", "Answers after some milliseconds, with progress at the start.",
      ms={"type": "integer"}, say=STRING)
def hold(call, args):
    call.progress(1, 2)
    call.pause(args.get("ms", 60000) / 1000)
    return content(text(args.get("say", "")))


@tool("hold_and_ask", "Asks the user after some milliseconds.",
      ms={"type": "integer"})
def hold_and_ask(call, args):
    call.progress(1, 2)
    call.pause(args.get("ms", 1000) / 1000)
    return content(text(asks(call, "elicitation", form("still there?"))["action"]))


@tool("cancelled", "What was cancelled.")
def cancelled(call, args):
    return content(text(compact(CANCELLED)))


@tool("crash", "Ends the process.")
def crash(call, args):
    print("crashing as asked", file=sys.stderr, flush=True)
    os._exit(3)


@tool("breed", "Starts a process that outlives this one; says its number.")
def breed(call, args):
    child = subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL)
    return content(text(str(child.pid)))


@tool("touch", "Changes the watched resource.", "handshake")
def touch(call, args):
    for uri in call.session.watched:
        call.session.listen({"jsonrpc": "2.0", "params": {"uri": uri},
                             "method": "notifications/resources/updated"})
    return content(text("touched"))


def call_tool(call):
    name = call.params.get("name")
    era, function = FUNCTIONS.get(name, (None, None))
    if function is None or era == ("handshake" if call.is_modern else "modern"):
        raise RpcError(INVALID_PARAMS, f"Unknown tool: {name}")
    return function(call, call.params.get("arguments") or {})


def list_tools(call):
    other = "handshake" if call.is_modern else "modern"
    return {"tools": [one for era, one in TOOLS if era != other]}


# ---- prompts ----

def argument(name, description):
    return {"name": name, "description": description, "required": True}


PROMPTS = [
    {"name": "test_simple_prompt", "description": "Has no arguments."},
    {"name": "test_prompt_with_arguments", "description": "Has two arguments.",
     "arguments": [argument("arg1", "First"), argument("arg2", "Second")]},
    {"name": "test_prompt_with_embedded_resource",
     "description": "Holds a resource.",
     "arguments": [argument("resourceUri", "Its address")]},
    {"name": "test_prompt_with_image", "description": "Holds an image."},
]
ASKING_PROMPT = {"name": "test_input_required_result_prompt",
                 "description": "Asks for a context."}


def list_prompts(call):
    return {"prompts": PROMPTS + ([ASKING_PROMPT] if call.is_modern else [])}


def messages(*blocks):
    return {"messages": [{"role": "user", "content": block} for block in blocks]}


def get_prompt(call):
    name = call.params.get("name")
    args = call.params.get("arguments") or {}
    if name == "test_simple_prompt":
        return messages(text("This is a simple prompt for testing."))
    if name == "test_prompt_with_arguments":
        return messages(text("Prompt with arguments: arg1='%s', arg2='%s'" % (
            args.get("arg1"), args.get("arg2"))))
    if name == "test_prompt_with_embedded_resource":
        return messages(resource(args.get("resourceUri"), "text/plain",
                                 "Embedded resource content for testing."),
                        text("Please process the embedded resource above."))
    if name == "test_prompt_with_image":
        return messages({"type": "image", "data": png(), "mimeType": "image/png"},
                        text("Please analyze the image above."))
    if name == ASKING_PROMPT["name"] and call.is_modern:
        asking, given = need(call, user_context=form(
            "What context should the prompt use?", context=STRING))
        return asking or messages(text("Context: %s" % given["user_context"].get(
            "content", {}).get("context")))
    raise RpcError(INVALID_PARAMS, f"Unknown prompt: {name}")


def complete(call):
    args = call.params.get("argument") or {}
    words = [word for word in ("paris", "park", "party", "plain")
             if word.startswith(args.get("value", ""))]
    return {"completion": {"values": words, "total": len(words),
                           "hasMore": False}}


# ---- resources ----

RESOURCES = [
    {"uri": "test://static-text", "name": "Static text",
     "description": "A text that stays.", "mimeType": "text/plain"},
    {"uri": "test://static-binary", "name": "Static image",
     "description": "An image that stays.", "mimeType": "image/png"},
    {"uri": "test://watched-resource", "name": "Watched",
     "description": "A text that changes.", "mimeType": "text/plain"},
]
TEMPLATE = {"uriTemplate": "test://template/{id}/data", "name": "Template",
            "description": "Data for an id.", "mimeType": "application/json"}


def read_resource(call):
    uri = call.params.get("uri")
    head, tail = "test://template/", "/data"
    if uri == "test://static-text":
        one = {"mimeType": "text/plain",
               "text": "This is the content of the static text resource."}
    elif uri == "test://static-binary":
        one = {"mimeType": "image/png", "blob": png()}
    elif uri == "test://watched-resource":
        one = {"mimeType": "text/plain", "text": "watched"}
    elif isinstance(uri, str) and uri.startswith(head) and uri.endswith(tail):
        ident = uri[len(head):-len(tail)]
        one = {"mimeType": "application/json", "text": compact({
            "id": ident, "templateTest": True, "data": f"Data for ID: {ident}"})}
    else:
        raise RpcError(INVALID_PARAMS if call.is_modern else NO_RESOURCE,
                       "Resource not found", {"uri": uri})
    return {"contents": [dict(one, uri=uri)]}


def watch(call):
    call.session.watched.add(call.params.get("uri"))
    return {}


def unwatch(call):
    call.session.watched.discard(call.params.get("uri"))
    return {}


# ---- subscriptions of the modern era ----

LISTENERS = []
LISTENERS_LOCK = threading.Lock()


def listen(call):
    """A stream of the changes that were asked for."""
    wanted = call.params.get("notifications") or {}
    mark = {"_meta": {PREFIX + "subscriptionId": call.id}}
    kinds = {kind for kind in ("tools", "prompts")
             if wanted.get(f"{kind}ListChanged")}

    def changed(kind):
        if kind in kinds:
            call.notify(f"notifications/{kind}/list_changed", mark)
    with LISTENERS_LOCK:
        call.notify("notifications/subscriptions/acknowledged", dict(
            mark, notifications={f"{kind}ListChanged": True for kind in kinds}))
        LISTENERS.append(changed)
    call.cancelled.wait()
    with LISTENERS_LOCK:
        LISTENERS.remove(changed)
    return dict(mark)


# ---- the protocol ----

CAPABILITIES = {
    "tools": {"listChanged": True}, "prompts": {"listChanged": True},
    "resources": {}, "completions": {},
}


def initialize(call):
    params = call.params
    asked = params.get("protocolVersion")
    call.session.capabilities = params.get("capabilities") or {}
    call.session.client = params.get("clientInfo") or {}
    call.session.version = (asked if asked in HANDSHAKE_VERSIONS
                            else HANDSHAKE_VERSIONS[-1])
    return {"protocolVersion": call.session.version, "serverInfo": INFO,
            "capabilities": dict(CAPABILITIES, logging={},
                                 resources={"subscribe": True}),
            "instructions": "A server for tests."}


def discover(call):
    return {"supportedVersions": [MODERN], "capabilities": CAPABILITIES,
            "instructions": "A server for tests."}


def nothing(call):
    return {}


COMMON = {
    "tools/list": list_tools,
    "tools/call": call_tool,
    "prompts/list": list_prompts,
    "prompts/get": get_prompt,
    "resources/list": lambda call: {"resources": RESOURCES},
    "resources/templates/list": lambda call: {"resourceTemplates": [TEMPLATE]},
    "resources/read": read_resource,
    "completion/complete": complete,
}
HANDSHAKE = dict(COMMON, **{
    "initialize": initialize,
    "ping": nothing,
    "logging/setLevel": nothing,
    "resources/subscribe": watch,
    "resources/unsubscribe": unwatch,
})
MODERN_METHODS = dict(COMMON, **{
    "server/discover": discover,
    "subscriptions/listen": listen,
})
CACHED = {"server/discover", "tools/list", "prompts/list", "resources/list",
          "resources/templates/list", "resources/read"}


def is_modern(message):
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return (isinstance(meta, dict) and PREFIX + "protocolVersion" in meta or
            message.get("method") in ("server/discover", "subscriptions/listen"))


def check_modern(message):
    """What every request of the modern era must say of itself."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    meta = meta if isinstance(meta, dict) else {}
    version = meta.get(PREFIX + "protocolVersion")
    if not isinstance(version, str) or not isinstance(
            meta.get(PREFIX + "clientCapabilities"), dict):
        raise RpcError(INVALID_PARAMS,
                       "_meta needs protocolVersion and clientCapabilities")
    if version != MODERN:
        raise RpcError(NO_VERSION, "unsupported protocol version",
                       {"supported": [MODERN], "requested": version})


def answer(call):
    """The whole answer to a request."""
    methods = MODERN_METHODS if call.is_modern else HANDSHAKE
    try:
        function = methods.get(call.method)
        if function is None:
            raise RpcError(NO_METHOD, f"Method not found: {call.method}")
        result = function(call)
        if call.is_modern:
            result.setdefault("resultType", "complete")
            result["_meta"] = dict(result.get("_meta", {}),
                                   **{PREFIX + "serverInfo": INFO})
            if call.method in CACHED:
                result.update(ttlMs=0, cacheScope="private")
        return {"jsonrpc": "2.0", "id": call.id, "result": result}
    except RpcError as e:
        return {"jsonrpc": "2.0", "id": call.id, "error": e.error}
