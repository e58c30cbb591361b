#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""codemode serve over standard input and output, in the protocol of 2026-07-28:
no handshake, every request says what it is."""
from harness import Server, call, main, together

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
CLIENT = "io.modelcontextprotocol/clientInfo"
SERVER = "io.modelcontextprotocol/serverInfo"
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"


def meta(**more):
    return {"_meta": {VERSION: "2026-07-28", CAPABILITIES: {},
                      CLIENT: {"name": "test", "version": "1"}}, **more}


def test_discover():
    with Server("--demo") as server:
        result = server.request("server/discover", meta())["result"]
        assert result["_meta"][SERVER]["name"] == "codemode", result
        assert result["supportedVersions"] == ["2026-07-28"], result
        assert result["capabilities"] == {"tools": {"listChanged": True}}, result
        assert result["resultType"] == "complete", result
        assert result["ttlMs"] == 0 and result["cacheScope"] == "private", result
        assert "execute" in result["instructions"], result


def test_a_list_and_a_call_without_a_handshake():
    with Server("--demo") as server:
        result = server.request("tools/list", meta())["result"]
        assert [tool["name"] for tool in result["tools"]] == ["execute"], result
        assert result["resultType"] == "complete", result
        assert result["ttlMs"] == 0 and result["cacheScope"] == "private", result
        result = server.request("tools/call", meta(
            name="execute",
            arguments={"code": together(call("customers.list"))}))["result"]
        assert result["resultType"] == "complete", result
        assert result["_meta"]["toolCalls"] == [
            {"tool": "customers.list", "status": "completed"}], result
        assert result["_meta"][SERVER]["name"] == "codemode", result
        assert "isError" not in result, result


def test_both_eras_on_one_pipe():
    with Server("--demo") as server:
        server.start()
        assert "resultType" not in server.request("tools/list")["result"]
        assert "resultType" in server.request("tools/list", meta())["result"]
        assert server.request("ping")["result"] == {}
        for method in ("ping", "initialize", "logging/setLevel", "no/such"):
            assert server.request(method, meta())["error"]["code"] == -32601


def test_refusals_name_what_is_missing():
    with Server("--demo") as server:
        error = server.request("tools/list", {"_meta": {
            VERSION: "2031-01-01", CAPABILITIES: {}}})["error"]
        assert error == {"code": -32022, "message": "unsupported protocol version",
                         "data": {"supported": ["2026-07-28"],
                                  "requested": "2031-01-01"}}, error
        for params, part in [
                ({"_meta": {VERSION: "2026-07-28"}}, CAPABILITIES),
                ({"_meta": {VERSION: "2026-07-28", CAPABILITIES: 1}}, CAPABILITIES),
                ({"_meta": {VERSION: 7, CAPABILITIES: {}}}, VERSION)]:
            error = server.request("tools/list", params)["error"]
            assert error["code"] == -32602 and part in error["message"], error
        for params in ({}, {"_meta": {}}):
            error = server.request("server/discover", params)["error"]
            assert error["code"] == -32602 and VERSION in error["message"], error


def test_subscriptions():
    with Server("--demo") as server:
        server.send(id="s1", method="subscriptions/listen",
                    params=meta(notifications={"toolsListChanged": True,
                                               "promptsListChanged": True}))
        note = server.next()
        assert note["method"] == "notifications/subscriptions/acknowledged", note
        assert note["params"] == {"_meta": {SUBSCRIPTION: "s1"},
                                  "notifications": {"toolsListChanged": True}}, note
        server.send(method="notifications/cancelled", params={"requestId": "s1"})
        end = server.next()
        assert end["id"] == "s1", end
        assert end["result"]["_meta"][SUBSCRIPTION] == "s1", end
        server.send(id=2, method="subscriptions/listen",
                    params=meta(notifications={}))
        assert server.next()["params"]["notifications"] == {}
        assert server.next()["id"] == 2
        error = server.request("subscriptions/listen", meta(), 3)["error"]
        assert error["code"] == -32602, error


def test_limits_of_clients():
    for name, longest, schema in [("claude-code", 2048, 8000),
                                  ("codex-mcp-client", 20000, 500),
                                  ("opencode", 20000, 500), ("other", None, 3500)]:
        with Server("--demo") as server:
            params = meta()
            params["_meta"][CLIENT]["name"] = name
            tool = server.request("tools/list", params)["result"]["tools"][0]
            text = tool["inputSchema"]["properties"]["code"]["description"]
            has_catalog = "\n## Tools\n" in tool["description"]
            assert has_catalog == (name != "claude-code"), name
            assert longest is None or len(tool["description"]) <= longest
            assert len(text) <= schema, name
            assert ("tools.stock.level({" in text) == (schema > 500), name


if __name__ == "__main__":
    main(globals())
