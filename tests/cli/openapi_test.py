# SPDX-License-Identifier: MIT
"""OpenAPI documents through the command: options, configuration, credentials,
requests byte for byte against a recording server, doctor, serve."""
import json
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import sys
import time

from harness import Server, bare, call, codemode, compact, main, together
from recorder import Recorder, answer

for name in list(os.environ):  # the recorder is not behind a proxy
    if name.lower().endswith("_proxy"):
        del os.environ[name]

# Requests without the two headers that recorder.take leaves out.
AGENT = "\r\nUser-Agent: codemode/0.1.0"

YAML = """\
# A small shop of pets.
openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
servers:
  - url: SERVER/v1
paths:
  /pets:
    get:
      operationId: listPets
      summary: All pets
      parameters:
        - {name: limit, in: query, schema: &count {type: integer, maximum: 100}}
        - {name: tags, in: query, schema: {type: array, items: {type: string}}}
      responses: &answers
        200:
          description: ok
          content: {application/json: {schema: {type: array, items: {}}}}
    post:
      operationId: pets.add
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              additionalProperties: no
              required: [name]
              properties: {name: {type: string}, age: *count}
      responses: *answers
  /pets/{petId}:
    get:
      operationId: getPet
      security: [{key: []}, {token: []}]
      parameters:
        - {name: petId, in: path, required: true, schema: {type: string}}
      responses: *answers
    delete:
      operationId: deletePet
      security: [{login: []}]
      parameters:
        - {name: petId, in: path, required: true, schema: {type: string}}
      responses: *answers
  /pets/{petId}/photo:
    get:
      responses:
        '200': {description: a picture, content: {image/png: {}}}
  /live:
    get: {x-websocket: true, responses: {}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    token: {type: http, scheme: bearer}
    login: {type: http, scheme: basic}
    query: {type: apiKey, in: query, name: api_key}
"""

ANSWERS = {"200": {"description": "ok", "content": {"application/json": {
    "schema": {"type": "array", "items": {}}}}}}
COUNT = {"type": "integer", "maximum": 100}
PET = {"name": "petId", "in": "path", "required": True,
       "schema": {"type": "string"}}


def document(server):
    """The JSON twin of YAML."""
    return {
        "openapi": "3.1.0", "info": {"title": "Pets", "version": "1.0.0"},
        "servers": [{"url": server + "/v1"}],
        "paths": {
            "/pets": {
                "get": {
                    "operationId": "listPets", "summary": "All pets",
                    "parameters": [
                        {"name": "limit", "in": "query", "schema": COUNT},
                        {"name": "tags", "in": "query", "schema": {
                            "type": "array", "items": {"type": "string"}}}],
                    "responses": ANSWERS},
                "post": {
                    "operationId": "pets.add",
                    "requestBody": {"required": True, "content": {
                        "application/json": {"schema": {
                            "type": "object", "additionalProperties": "no",
                            "required": ["name"],
                            "properties": {"name": {"type": "string"},
                                           "age": COUNT}}}}},
                    "responses": ANSWERS}},
            "/pets/{petId}": {
                "get": {"operationId": "getPet",
                        "security": [{"key": []}, {"token": []}],
                        "parameters": [PET], "responses": ANSWERS},
                "delete": {"operationId": "deletePet",
                           "security": [{"login": []}],
                           "parameters": [PET], "responses": ANSWERS}},
            "/pets/{petId}/photo": {"get": {"responses": {"200": {
                "description": "a picture", "content": {"image/png": {}}}}}},
            "/live": {"get": {"x-websocket": True, "responses": {}}}},
        "components": {"securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "token": {"type": "http", "scheme": "bearer"},
            "login": {"type": "http", "scheme": "basic"},
            "query": {"type": "apiKey", "in": "query", "name": "api_key"}}}}


def write(folder, name, content):
    path = pathlib.Path(folder) / name
    path.write_text(content if isinstance(content, str) else
                    json.dumps(content))
    return str(path)


def pets(folder, server, name="pets.json"):
    return write(folder, name, document(server))


def config(folder, **entries):
    return write(folder, "config.json", {"mcpServers": entries})


def tiny(server, **operation):
    """A document with one operation: t of GET /t."""
    return {"openapi": "3.1.0", "servers": [{"url": server}],
            "paths": {"/t": {"get": dict({
                "operationId": "t", "responses": {"200": {"content": {
                    "application/json": {}}}}}, **operation)}}}


def run(program, *args, **more):
    return codemode("run", *args, "-", stdin=program, **more)


# ---- requests ----

def test_a_program_calls_and_requests_are_exact(folder):
    with Recorder({"/v1/pets?limit=2&tags=a+b&tags=c": answer("[1,2]"),
                   "/v1/pets": answer("[3]")}) as server:
        path = pets(folder, server.url)
        done = run("return [await tools.pets.listPets({ limit: 2, tags: "
                   "['a b', 'c'] }), await tools.pets.pets.add({ body: { name: "
                   "'R\u00e9x', age: 3 } })]", "--openapi", f"pets={path}")
        assert done.value() == [[1, 2], [3]], done
        requests = server.take()
    assert requests[0] == ("GET /v1/pets?limit=2&tags=a+b&tags=c HTTP/1.1"
                           + AGENT + "\r\naccept: application/json\r\n\r\n"), requests
    body = '{"name":"R\u00e9x","age":3}'.encode()
    assert requests[1] == (
        "POST /v1/pets HTTP/1.1" + AGENT + "\r\naccept: application/json"
        "\r\ncontent-type: application/json"
        f"\r\nContent-Length: {len(body)}\r\n\r\n"
        + body.decode("latin-1")), requests
    assert len(requests) == 2, requests


def test_answers_reach_the_program(folder):
    with Recorder({"/t": answer('{"a": [1, "x"]}')}) as server:
        path = write(folder, "t.json", tiny(server.url))
        assert run("return tools.d.t({})", "--openapi", f"d={path}").value() == {
            "a": [1, "x"]}
        done = run("return tools.d.t({}).a[2]", "--openapi", f"d={path}",
                   "--language", "lua")
        assert done.out == "x\n", done


# O60
def test_yaml_is_its_json_twin(folder):
    json_path = pets(folder, "http://127.0.0.1:9")
    yaml_path = write(folder, "pets.yaml",
                      YAML.replace("SERVER", "http://127.0.0.1:9"))
    twins = [codemode("catalog", "--json", "--openapi", f"pets={path}")
             for path in (json_path, yaml_path)]
    assert twins[0].status == 0 and twins[0].out == twins[1].out, twins
    paths = [tool["path"] for tool in json.loads(twins[0].out)]
    assert sorted(paths) == ["pets.deletePet", "pets.getPet", "pets.listPets",
                             "pets.pets.add"], paths
    flow = write(folder, "flow.yaml", json.dumps(tiny("http://h"))[:-1]
                 + ", # comment\n x: 1}")
    assert codemode("catalog", "--json", "--openapi",
                    f"d={flow}").out.count('"path"') == 1
    bad = write(folder, "bad.yaml", "openapi: 3.1.0\npaths: {}\npaths: {}\n")
    done = codemode("doctor", "--json", "--openapi", f"d={bad}")
    source = json.loads(done.out)["sources"][0]
    assert done.status == 1 and source["error"] == \
        'line 3, column 1: the key "paths" comes twice', done


def test_all_commands_take_documents(folder):
    path = pets(folder, "http://127.0.0.1:9")
    option = ("--openapi", f"pets={path}")
    program = "return tools.pets.listPets({})"
    assert codemode("check", *option, "-", stdin=program).out == "ok\n"
    done = codemode("check", *option, "-", stdin="return tools.pets.listPet({})")
    assert done.status == 1 and "pets.listPets" in done.err, done
    assert "listPets" in codemode("catalog", *option).out
    assert "listPets" in codemode("search", "all pets", *option).out
    assert "listPets" in codemode("types", *option).out
    assert "listPets" in codemode("instructions", *option).out
    assert "listPets" in codemode("instructions", *option, "--language",
                                  "lua").out
    done = codemode("batch", *option,
                    stdin=compact({"id": 1, "code": "return Object.keys(tools)"})
                    + "\n")
    assert json.loads(done.out)["result"]["value"] == ["pets"], done


def test_options_that_are_wrong(folder):
    for value in ("pets", "=x", "pets="):
        done = codemode("run", "--openapi", value, "-", stdin="return 1")
        assert done.status == 2, done
        assert "--openapi takes NAME=FILE or NAME=URL" in done.err, done
    done = codemode("run", "--openapi", "https://h/?t=s3cret", "-", stdin="")
    assert done.status == 2 and "s3cret" not in done.err, done
    assert "--openapi takes NAME=URL; there is no name" in done.err, done
    path = pets(folder, "http://127.0.0.1:9")
    done = codemode("catalog", "--json", "--openapi", f"my pets={path}")
    assert '"path":"my_pets.listPets"' in done.out, done


# ---- configuration ----

def test_entries_of_a_configuration_file(folder):
    with Recorder({"/base/pets": answer("[]")}) as server:
        pets(folder, "http://127.0.0.1:9", "doc.json")
        path = config(folder, shop={
            "openapi": "doc.json", "baseUrl": "${BASE}/base",
            "headers": {"X-Team": "${TEAM:-none}", "x-empty": ""},
            "includeOperations": ["listPets", "GET /pets/{petId}", "pets.a*",
                                  "nope"]})
        done = run("return [await tools.shop.listPets({}), Object.keys(tools.shop)]",
                   "--config", path, env={"BASE": server.url, "TEAM": "red"})
        assert done.value() == [[], ["listPets", "pets", "getPet"]], done
        assert 'no tool matches "nope"' in done.err, done
        assert server.take() == [
            "GET /base/pets HTTP/1.1" + AGENT + "\r\naccept: application/json"
            "\r\nx-team: red\r\nx-empty:\r\n\r\n"]


def shop(folder, **more):
    """What doctor tells of the pets with more keys: tools, left out, log."""
    path = config(folder, shop=dict({"openapi": "pets.json"}, **more))
    listed = codemode("catalog", "--json", "--config", path)
    done = codemode("doctor", "--json", "--config", path)
    assert listed.status == 0 and done.status == 0, (listed, done)
    tools = [tool["path"][5:] for tool in json.loads(listed.out)]
    source, = json.loads(done.out)["sources"]
    assert source["tools"] == len(tools), (source, tools)
    assert [row["path"] for row in source["skipped"][:2]] == [
        "/pets/{petId}/photo", "/live"], source  # of the document itself
    return tools, source["skipped"][2:], done.err


NOT_INCLUDED = "the configuration does not include it"
EXCLUDED = "the configuration excludes it"
NOT_READING = ("the configuration asks for readOnly, and the method is neither "
               "GET nor HEAD")


def test_filters_of_an_entry(folder):
    pets(folder, "http://127.0.0.1:9")
    add = {"method": "POST", "path": "/pets"}
    get = {"method": "GET", "path": "/pets/{petId}"}
    delete = {"method": "DELETE", "path": "/pets/{petId}"}
    listing = {"method": "GET", "path": "/pets"}
    rows = [
        ({"includeTools": ["*Pet"]}, ["deletePet", "getPet"],
         [dict(listing, reason=NOT_INCLUDED), dict(add, reason=NOT_INCLUDED)]),
        ({"includeTools": ["pets.add", "GET /pets/{petId}"]},
         ["getPet", "pets.add"],
         [dict(listing, reason=NOT_INCLUDED),
          dict(delete, reason=NOT_INCLUDED)]),
        ({"excludeTools": ["DELETE *", "pets.ad?"]}, ["getPet", "listPets"],
         [dict(add, reason=EXCLUDED), dict(delete, reason=EXCLUDED)]),
        ({"readOnly": True}, ["getPet", "listPets"],
         [dict(add, reason=NOT_READING), dict(delete, reason=NOT_READING)]),
        ({"includeOperations": ["*Pet"], "excludeTools": ["getPet"]},
         ["deletePet"],
         [dict(listing, reason=NOT_INCLUDED), dict(add, reason=NOT_INCLUDED),
          dict(get, reason=EXCLUDED)]),
        ({"includeTools": []}, [],
         [dict(row, reason=NOT_INCLUDED)
          for row in (listing, add, get, delete)]),
        ({"renameTools": {"listPets": "all", "POST /pets": "new.pet"}},
         ["all", "deletePet", "getPet", "new.pet"], []),
    ]
    for keys, tools, skipped in rows:
        assert shop(folder, **keys) == (tools, skipped, ""), keys


def test_filters_that_are_of_no_use(folder):
    pets(folder, "http://127.0.0.1:9")
    place = f"{folder}/config.json:1: "
    head = 'codemode: warn: {}document "shop": '
    like = '; there are names such as "listPets", "GET /pets"'
    for keys, lines in [
        ({"includeTools": ["*", "nope*"]},
         [f'includeTools: no tool matches "nope*"{like}']),
        ({"excludeTools": ["nope"]}, [f'excludeTools: no tool matches "nope"{like}']),
        ({"renameTools": {"nope": "x"}}, [f'renameTools: no tool matches "nope"{like}']),
        ({"includeOperations": ["*", "shop.*"]},
         [f'includeOperations: no tool matches "shop.*"{like}']),
        ({"direct": ["shop.*"]}, [f'direct: no tool matches "shop.*"{like}']),
        ({"renameTools": {"getPet": "listPets"}},
         ['renameTools: "getPet" stays, for there is a tool "listPets"']),
    ]:
        tools, skipped, err = shop(folder, **keys)
        assert len(tools) == 4 and skipped == [], (keys, tools)
        assert err == "".join(
            head.format(place if "such as" in line else "") + f"{line}\n"
            for line in lines), err
    path = config(folder, shop={"openapi": "pets.json",
                                "renameTools": {"getPet": "a..b"}})
    done = codemode("doctor", "--config", path)
    assert done.status == 2, done
    assert 'FAIL  shop: renameTools.getPet: "a..b" is no path of a tool' in done.out, done


def test_security_schemes_that_are_misspelt(folder):
    pets(folder, "http://127.0.0.1:9")
    for auth, lines in [
        ({"ky": {"env": "K"}}, ['"ky"; did you mean key?']),
        ({"key": {"env": "K"}, "login": {"env": "L", "user": "me"}}, []),
        ({"Token": {"env": "K"}, "other-one": {"file": "f"}},
         ['"Token"; did you mean token?', '"other-one"']),
    ]:
        path = config(folder, shop={"openapi": "pets.json", "auth": auth})
        done = codemode("doctor", "--config", path, env={"K": "k", "L": "l"})
        assert done.status == 0 and done.out.startswith("ok    shop: 4 tools"), done
        assert done.err == "".join(
            f'codemode: warn: document "shop": auth: it has no security scheme {line}\n'
            for line in lines), done
    write(folder, "tiny.json", tiny("http://127.0.0.1:9"))
    path = config(folder, shop={"openapi": "tiny.json", "auth": {"key": {"env": "K"}}})
    assert codemode("doctor", "--config", path, env={"K": "k", "L": "l"}).err == (
        'codemode: warn: document "shop": auth: it has no security scheme "key"\n')


def test_urls_are_bounded(folder):
    doc = tiny("http://127.0.0.1:9", parameters=[
        {"name": "q", "in": "query", "schema": {"type": "string"}},
        {"name": "a", "in": "path", "schema": {"type": "string"}}])
    doc["paths"] = {"/t" + "{a}" * 500: doc["paths"]["/t"]}
    write(folder, "d.json", doc)
    path = config(folder, d={"openapi": "d.json"})
    shown = "GET /t" + "{a}" * 66 + " needs a URL over 256 KiB."
    program = ("const t = (a, q) => tools.d.t({ a, q: 'x'.repeat(q) })"
               ".catch((e) => e.message)\n"
               "return [await t('x'.repeat(600), 1), await t('x', 262144), "
               "await t('x', 200000)]\n")
    value = run(program, "--config", path).value()
    assert value[:2] == [shown, shown], value
    assert value[2].startswith("GET /t{a}{a}") and " failed: " in value[2], value


def test_renamed_tools_are_called(folder):
    with Recorder({"/v1/pets": answer("[1]")}) as server:
        pets(folder, server.url)
        path = config(folder, shop={"openapi": "pets.json", "renameTools":
                                    {"listPets": "all.of.them"}})
        done = run("return tools.shop.all.of.them({})", "--config", path)
        assert done.value() == [1], done
        done = run("return tools.shop.listPets({})", "--config", path)
        assert done.status == 1 and (
            'UnknownTool: Unknown tool "shop.listPets": the configuration gives it '
            f"the name shop.all.of.them ({path}:1)") in done.err, done


def test_doctor_cuts_long_lists_of_what_is_filtered(folder):
    doc = tiny("http://127.0.0.1:9")
    for i in range(30):
        doc["paths"][f"/u{i}"] = {"post": {"responses": {}}}
    write(folder, "d.json", doc)
    path = config(folder, d={"openapi": "d.json", "readOnly": True})
    lines = codemode("doctor", "--config", path).out.splitlines()
    assert len(lines) == 22 and lines[0].startswith("ok    d: 1 tool of"), lines
    assert lines[20] == f"      POST /u19 skipped: {NOT_READING}", lines
    assert lines[21] == ("      and 10 more that the configuration leaves out; "
                         "--json lists them"), lines


def test_calls_of_what_was_left_out_say_why(folder):
    pets(folder, "http://127.0.0.1:9")
    path = config(folder, shop={"openapi": "pets.json", "readOnly": True})
    photo = ('Unknown tool "shop.getPetsByPetidPhoto": operation GET '
             "/pets/{petId}/photo was left out: success response is binary only")
    gone = ('Unknown tool "shop.pets.add": operation POST /pets was left out: '
            f"{NOT_READING} ({path}:1)")
    program = together(call("shop.getPetsByPetidPhoto"), call("shop.pets.add"),
                       call("shop.pets_Add"))
    value = run(program, "--config", path).value()
    assert value == [{"error": photo}, {"error": gone},
                     {"error": gone.replace("pets.add", "pets_Add")}], value
    done = run("return tools.shop.getPetsByPetidPhoto{}", "--language", "lua",
               "--config", path)
    assert done.status == 1 and photo in done.err, done
    done = codemode("check", "--config", path,
                    stdin="await tools.shop.pets.add({})\n")
    assert done.status == 1 and gone in done.err, done


def test_wrong_entries_are_told(folder):
    for entry, text in [ # nested keys: config_test.py
        ({"openapi": 1}, "openapi: must be a string, is number"),
        ({"openapi": ""}, "openapi: must not be empty"),
        ({"openapi": "${NOT_SET}"},
         "openapi: the environment variable NOT_SET is not set"),
        ({"openapi": "x", "headers": []}, "headers: must be an object"),
        ({"openapi": "x", "auth": {"k": {"env": "A", "type": "header"}}},
         'auth.k.name: is missing, "type": "header" needs it'),
        ({"openapi": "x", "includeOperations": "a"},
         "includeOperations: must be an array of strings"),
        ({"openapi": "x", "validate": 1}, "validate: must be true or false, is number"),
    ]:
        path = config(folder, d=entry)
        done = codemode("doctor", "--config", path)
        assert (done.status, done.out, done.err) == (
            2, f"FAIL  d: {text} ({path}:1)\n", ""), (entry, done)
    rows = [
        ({"openapi": "x", "baseUlr": "y"},
         "unknown key, ignored; did you mean baseUrl?"),
        ({"openapi": "x", "includeTool": ["y"]},
         "unknown key, ignored; did you mean includeTools?"),
        ({"openapi": "x", "auth": {"k": {"env": "A", "typ": "bearer"}}},
         "d.auth.k.typ: unknown key, ignored; did you mean type?"),
    ]
    for entry, text in rows:
        path = config(folder, d=entry)
        done = codemode("doctor", "--config", path)
        assert text in done.err, (entry, done)
    done = codemode("doctor", "--config", config(folder, d={"openApi": "x"}))
    assert "unknown key, ignored; did you mean openapi?" in done.err, done
    assert 'FAIL  d: command: is missing (or "url", "openapi", or "tools" for ' \
        "command tools)" in done.out, done
    # in the file of another program too: such entries are ours alone
    path = write(folder, ".mcp.json", {"mcpServers": {"d": rows[-3][0]}})
    done = codemode("doctor", "--config", path)
    assert rows[-3][1] in done.err, done


def test_validate_false_sends_what_schemas_refuse(folder):
    with Recorder({"/v1/pets?limit=many": answer("[]")}) as server:
        pets(folder, server.url)
        program = call("pets.listPets", {"limit": "many"})
        for flag, sent in ((True, 0), (False, 1)):
            path = config(folder, pets={"openapi": "pets.json",
                                        "validate": flag})
            value = run(together(program), "--config", path).value()
            assert len(server.take()) == sent, value
            if flag:
                assert "limit" in value[0]["error"], value
            else:
                assert value == [[]], value


# ---- credentials ----

def test_credentials(folder):
    write(folder, "secret.txt", "from-file\n")
    script = "import sys; print('from-command')"
    rows = [
        # auth, tool, expected header lines
        ({"key": {"env": "PETS_KEY"}}, "getPet", "x-key: from-env"),
        ({"key": {"file": "secret.txt"}}, "getPet", "x-key: from-file"),
        ({"key": {"command": [sys.executable, "-c", script]}}, "getPet",
         "x-key: from-command"),
        ({"token": {"env": "PETS_KEY"}}, "getPet",
         "authorization: Bearer from-env"),
        ({"key": {"env": "NOT_SET"}, "token": {"type": "bearer", "file":
                                               "secret.txt"}}, "getPet",
         "authorization: Bearer from-file"),
        ({"key": {"type": "bearer", "env": "PETS_KEY"}}, "getPet",
         "authorization: Bearer from-env"),
        ({"key": {"type": "header", "name": "X-Other", "env": "PETS_KEY"}},
         "getPet", "x-other: from-env"),
        ({"login": {"user": "me", "env": "PETS_KEY"}}, "deletePet",
         "authorization: Basic bWU6ZnJvbS1lbnY="),
        ({"login": {"type": "basic", "user": "${LOGIN}", "command":
                    [sys.executable, "-c", script]}}, "deletePet",
         "authorization: Basic YmU6ZnJvbS1jb21tYW5k"),
    ]
    with Recorder({"/v1/pets/7": answer("[]")}) as server:
        pets(folder, server.url)
        for auth, tool, line in rows:
            path = config(folder, pets={"openapi": "pets.json", "auth": auth})
            done = run(f"return tools.pets.{tool}({{ petId: '7' }})",
                       "--config", path, "--log-level", "debug",
                       "--show-calls", env={"PETS_KEY": "from-env",
                                            "LOGIN": "be"})
            assert done.value() == [], (auth, done)
            assert "from-" not in done.err, done
            method = "DELETE" if tool == "deletePet" else "GET"
            assert server.take() == [
                f"{method} /v1/pets/7 HTTP/1.1" + AGENT +
                f"\r\naccept: application/json\r\n{line}\r\n\r\n"], auth


def test_credentials_that_cannot_be_had(folder):
    loud = "import sys; print('s3cret'); print('s3cret', file=sys.stderr); sys.exit(3)"
    rows = [
        ({}, "GET /pets/{petId} needs credentials; none available for: key, token."),
        ({"key": {"env": "NOT_SET"}},
         "GET /pets/{petId} needs credentials; none available for: key, token."),
        ({"key": {"file": "missing"}, "token": {"env": "PETS_KEY"}},
         "The credential for 'key' could not be read."),
        ({"key": {"file": "empty"}}, "The credential for 'key' could not be read."),
        ({"key": {"file": "lines"}}, "The credential for 'key' could not be read."),
        ({"key": {"command": [sys.executable, "-c", loud]}},
         "The credential for 'key' could not be read."),
        ({"key": {"command": ["no-such-program-here"]}},
         "The credential for 'key' could not be read."),
        ({"token": {"type": "apiKey", "env": "PETS_KEY"}},
         "'token' takes a bearer, basic or header credential, not an API key."),
    ]
    write(folder, "empty", "\n")
    write(folder, "lines", "s3cret\ns3cret\n")
    with Recorder() as server:
        pets(folder, server.url)
        for auth, message in rows:
            path = config(folder, pets={"openapi": "pets.json", "auth": auth})
            done = run(together(call("pets.getPet", {"petId": "7"})), "--config",
                       path, "--log-level", "debug", env={"PETS_KEY": "s3cret"})
            assert done.value() == [{"error": message}], (auth, done)
            assert "s3cret" not in done.out + done.err, done
            assert server.take() == [], auth


def test_credentials_that_the_environment_does_not_have(folder):
    pets(folder, "http://127.0.0.1:9")
    path = config(folder, pets={"openapi": "pets.json", "auth": {
        "key": {"env": "PETS_KEY"}}})
    unset = "auth.key.env: the environment variable PETS_KEY is not set"
    warn = f"codemode: warn: {path}:1:53: mcpServers.pets.{unset}\n"
    for env in ({}, {"PETS_KEY": ""}):
        done = run("return 1", "--config", path, env=env)
        assert (done.status, done.out, done.err) == (0, "1\n", warn.replace(
            "1:53", re.search(r":(1:\d+): ", done.err)[1])), done
        done = codemode("doctor", "--config", path, env=env)
        assert (done.status, done.out.splitlines()[0], done.err) == (
            1, f"FAIL  pets: {unset} ({path}:1)", ""), done
        done = codemode("doctor", "--config", path, "--json", env=env)
        source = json.loads(done.out)["sources"][0]
        assert (done.status, source["ok"], source["error"], source["tools"]) == (
            1, False, unset, 4), done
    done = codemode("doctor", "--config", path, env={"PETS_KEY": "s3cret"})
    assert done.status == 0 and "s3cret" not in done.out + done.err, done
    # what is no name may be the secret itself
    for name, said in (
            ("$PETS", "the environment variable $PETS is not set; write the name "
             "alone: PETS"),
            ("${PETS}", "the environment variable ${PETS} is not set; write the name "
             "alone: PETS"),
            ("sk-s3cret", "must be the name of an environment variable, is another text"),
            ("", "must be the name of an environment variable, is another text")):
        path = config(folder, pets={"openapi": "pets.json", "auth": {
            "key": {"env": name}, "token": {"env": "TOKEN"}, "login": {
                "user": "me", "env": "LOGIN"}}})
        done = codemode("doctor", "--config", path, env={"TOKEN": "t"})
        assert (done.status, done.out.splitlines()[0]) == (
            1, f"FAIL  pets: auth.key.env: {said}; auth.login.env: the environment "
            f"variable LOGIN is not set ({path}:1)"), done
        assert "s3cret" not in done.out + done.err, done
        done = codemode("catalog", "--config", path, env={"TOKEN": "t"})
        assert [line.split(": ", 3)[3] for line in done.err.splitlines()] == [
            f"mcpServers.pets.auth.key.env: {said}",
            "mcpServers.pets.auth.login.env: the environment variable LOGIN is not "
            "set"], done


def test_documents_without_operations(folder):
    head = {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}}
    hint = 'no tools: unknown key "gte" below "/pets"; did you mean get?'
    rows = [
        ({"paths": {"/pets": {"parameters": [], "x-a": {}, "gte": {}}}}, hint),
        ({"paths": {"/a": {}, "/pets": {"gte": {}}}}, hint),
        ({"paths": {"/pets": {"GET": {}}}},
         'no tools: unknown key "GET" below "/pets"; did you mean get?'),
        ({"paths": {"/pets": {"fetch_all": {}}}},
         'no tools: unknown key "fetch_all" below "/pets"'),
        ({"paths": {"/pets": {"get": None}}},
         'no tools: "get" below "/pets" must be an object, is null'),
        ({"paths": {"/pets": [1]}},
         'no tools: "/pets" below "paths" must be an object, is array'),
        ({"paths": [1]}, 'no tools: "paths" must be an object, is array'),
        ({"paths": {}}, 'no tools: "paths" is empty'),
        ({}, 'no tools: the document has no "paths"'),
        ({"paths": {"/pets": {"summary": "s"}}}, "no tools: no path has an operation"),
        ({"paths": {"/pets": {"$ref": "#/nowhere"}}},
         "no tools: no path has an operation"),
    ]
    for members, why in rows:
        path = write(folder, "a.json", {**head, **members})
        done = codemode("doctor", "--openapi", f"a={path}")
        assert (done.status, done.out, done.err) == (1, f"FAIL  a: {why}\n", ""), done
        done = codemode("catalog", "--openapi", f"a={path}")
        assert done.err == f'codemode: warn: document "a": {why}\n', done
        source = json.loads(codemode("doctor", "--json", "--openapi",
                                     f"a={path}").out)["sources"][0]
        assert (source["ok"], source["error"], source["tools"]) == (False, why, 0)
    path = write(folder, "a.yaml",
                 "openapi: 3.1.0\npaths:\n  /pets:\n    gte:\n      responses: {}\n")
    done = codemode("doctor", "--openapi", f"a={path}")
    assert (done.status, done.out) == (1, f"FAIL  a: {hint}\n"), done
    # what is there and cannot be a tool, or is left out, has its own line
    path = write(folder, "a.json", {**head, "paths": {"/t": {"get": {
        "x-websocket": True}}}})
    done = codemode("doctor", "--openapi", f"a={path}")
    assert done.status == 0 and done.out.startswith("ok    a: 0 tools"), done


def test_secrets_stand_in_no_catalog(folder):
    path = pets(folder, "http://127.0.0.1:9")
    path = config(folder, pets={
        "openapi": path, "headers": {"authorization": "Bearer ${SECRET}"},
        "auth": {"key": {"env": "SECRET"}}})
    for args in (("catalog", "--json"), ("catalog",), ("types",),
                 ("instructions",), ("doctor", "--json"), ("search", "pets")):
        done = codemode(*args, "--config", path, "--log-level", "debug",
                        env={"SECRET": "s3cret"})
        assert done.status == 0 and "s3cret" not in done.out + done.err, done
    for url in ("https://h/?key=${SECRET}", "https://me:${SECRET}@h",
                "https://h/#${SECRET}", "ftp://me:${SECRET}@h"):
        path = config(folder, pets={
            "openapi": pets(folder, "http://127.0.0.1:9"), "baseUrl": url})
        done = codemode("doctor", "--json", "--config", path, "--log-level",
                        "debug", env={"SECRET": "s3cret"})
        assert "server URL" in done.out + done.err, done
        assert "s3cret" not in done.out + done.err, done


# ---- answers that are failures ----

def test_failures_by_status(folder):
    routes = {
        "/401": answer('{"message": "bad key"}', "401 Unauthorized"),
        "/500": answer("x" * 5000, "500 Oops", "text/plain"),
        "/moved": answer("", "301 Moved", None, Location="/t"),
        "/bad": answer("{", kind="application/problem+json"),
        "/bad500": answer("{", "500 Oops", "application/problem+json"),
        "/silent": [None],
        "/broken": [b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab", None],
    }
    rows = {
        "/401": 'GET /401 answered HTTP 401: {"message":"bad key"}',
        "/500": "GET /500 answered HTTP 500: " + "x" * 1024 + "...",
        "/moved": "GET /moved answered HTTP 301: empty body",  # O44
        "/bad": "GET /bad answered malformed JSON.",
        "/bad500": "GET /bad500 answered HTTP 500: {",
        "/silent": "GET /silent failed: the connection was closed before an "
                   "answer came",
        "/broken": "GET /broken response could not be read.",
    }
    with Recorder(routes) as server:
        text = {"openapi": "3.1.0", "servers": [{"url": server.url}], "paths": {
            path: {"get": {"responses": {"200": {"content": {
                "application/json": {}}}}}} for path in routes}}
        path = write(folder, "d.json", text)
        names = {route: "get" + route[1:].capitalize() for route in rows}
        value = run(together(*(call(f"d.{names[route]}") for route in rows)),
                    "--openapi", f"d={path}").value()
        for route, got in zip(rows, value):
            assert got == {"error": rows[route]}, (route, got)
        assert len(server.take()) == len(rows)
    value = run(together(call("d.get401")), "--openapi", f"d={path}").value()
    assert value == [{"error": "GET /401 failed: cannot connect\n"
                               "Caused by: connection refused"}], value


# O45
def test_large_answers(folder):
    whole = b'"' + b"x" * (52428800 - 2) + b'"'
    chunks = [b"%x\r\n" % len(whole) + whole + b"\r\n0\r\n\r\n"]
    chunked = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" \
        b"Transfer-Encoding: chunked\r\n\r\n"
    routes = {
        "/declared": [b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                      b"Content-Length: 52428801\r\n\r\n", 30.0],
        "/whole": [chunked, *chunks],
        "/over": [chunked, b"5\r\n     \r\n", *chunks],
    }
    with Recorder(routes) as server:
        text = {"openapi": "3.1.0", "servers": [{"url": server.url}], "paths": {
            path: {"get": {"operationId": path[1:], "responses": {"200": {
                "content": {"application/json": {}}}}}} for path in routes}}
        path = write(folder, "d.json", text)
        started = time.monotonic()
        value = run(together(call("d.declared"), call("d.over")),
                    "--openapi", f"d={path}").value()
        assert value == [{"error": f"GET /{name} response is larger than 50 MiB."}
                         for name in ("declared", "over")], value
        assert time.monotonic() - started < 20
        value = run("const t = await tools.d.whole({}); return t.length",
                    "--openapi", f"d={path}", "--max-memory-bytes",
                    "1000000000").value()
        assert value == 52428798, value


# O58
def test_the_deadline_aborts_the_request(folder):
    with Recorder({"/t": [30.0, answer("1")]}) as server:
        path = write(folder, "d.json", tiny(server.url))
        started = time.monotonic()
        done = run("return tools.d.t({})", "--openapi", f"d={path}",
                   "--timeout-ms", "300", "--json")
        assert json.loads(done.out)["error"]["kind"] == "TimeoutExceeded", done
        assert time.monotonic() - started < 20
        end = time.monotonic() + 10
        while not server.closed and time.monotonic() < end:
            time.sleep(0.02)
        assert server.closed == ["/t"]
        path = config(folder, d={"openapi": "d.json", "callTimeoutMs": 200})
        value = run(together(call("d.t")), "--config", path).value()
        assert value == [{"error": "GET /t failed: no answer within 200 ms"}]


def test_a_credential_command_ends_with_the_program(folder):
    with Recorder() as server:
        pets(folder, server.url)
        path = config(folder, pets={"openapi": "pets.json", "auth": {
            "key": {"command": ["sleep", "60"]}}})
        started = time.monotonic()
        done = run("return tools.pets.getPet({ petId: '7' })", "--config", path,
                   "--timeout-ms", "300", "--json")
        assert json.loads(done.out)["error"]["kind"] == "TimeoutExceeded", done
        assert time.monotonic() - started < 20
        assert server.take() == []


# O57
def test_wrong_inputs_are_not_sent(folder):
    with Recorder() as server:
        path = pets(folder, server.url)
        value = run(together(call("pets.listPets", {"limit": "x"}),
                             call("pets.getPet")),
                    "--openapi", f"pets={path}").value()
        assert "limit" in value[0]["error"] and "petId" in value[1]["error"]
        assert server.take() == []


# O61
def test_empty_tables_of_lua_are_lists(folder):
    with Recorder({"/v1/pets": answer("[]")}) as server:
        path = pets(folder, server.url)
        done = run("return #tools.pets.listPets({ tags = {} })", "--openapi",
                   f"pets={path}", "--language", "lua")
        assert done.out == "0\n", done
        assert [r.split("\r\n")[0] for r in server.take()] == [
            "GET /v1/pets HTTP/1.1"]


# ---- documents ----

def test_documents_from_urls(folder):
    with Recorder() as server:
        text = json.dumps(tiny(server.url))
        yaml = YAML.replace("SERVER", server.url)
        server.routes.update({
            "/t": answer("7"), "/doc.json?token=s3cret": answer(text),
            "/doc.yaml": answer(yaml, kind="text/plain"),
            "/five": answer("", "302 Found", Location="/four"),
            "/four": answer("", "307 Moved", Location="three"),
            "/three": answer("", "301 Moved", Location=server.url + "/two"),
            "/two": answer("", "303 See", Location="//127.0.0.1:%d/one"
                           % server.port),
            "/one": answer("", "308 Moved", Location="/doc.json?token=s3cret"),
            "/six": answer("", "302 Found", Location="/five"),
            "/away": answer("", "302 Found", Location="file:///etc/passwd"),
            "/html": answer("<html>", kind="text/html"),
            "/401": answer("", "401 Unauthorized"),
            "/403": answer("", "403 Forbidden"),
            "/big": [b"HTTP/1.1 200 OK\r\nContent-Length: 67108865\r\n\r\n", 30.0],
        })
        done = run("return tools.d.t({})", "--openapi",
                   f"d={server.url}/doc.json?token=s3cret")
        assert done.value() == 7, done
        assert server.take()[0] == (
            "GET /doc.json?token=s3cret HTTP/1.1" + AGENT +
            "\r\naccept: application/json, application/yaml, */*;q=0.5\r\n\r\n")
        assert run("return tools.d.t({})", "--openapi",
                   f"d={server.url}/five").value() == 7
        assert run("return tools.d.t({})", "--openapi", "d=HTTP" + server.url[4:]
                   + "/five").value() == 7
        done = codemode("doctor", "--json", "--openapi", "d=ftp://h/?t=s3cret")
        assert done.status == 1 and "s3cret" not in done.out + done.err, done
        assert "the URL is no http or https URL" in done.out, done
        done = codemode("catalog", "--json", "--openapi",
                        f"d={server.url}/doc.yaml")
        assert '"path":"d.pets.add"' in done.out, done
        no_token = ("; documents are fetched without headers and credentials: "
                    "download it and name the file")
        rows = {"six": "over 5 redirects", "401": "HTTP status 401" + no_token,
                "403": "HTTP status 403" + no_token, "nothing?token=s3cret":
                "HTTP status 404", "away": "the URL is no http or https URL",
                "big": "the document is over 64 MiB", "html": None}
        options = [x for name in rows
                   for x in ("--openapi", f"d{name[:4]}={server.url}/{name}")]
        done = codemode("doctor", "--json", *options)
        assert done.status == 1 and "s3cret" not in done.out + done.err, done
        for source, error in zip(json.loads(done.out)["sources"], rows.values()):
            assert source["ok"] is False and source["kind"] == "openapi"
            assert error is None or source["error"] == error, source


def test_certificates_are_checked(folder):
    if shutil.which("openssl") is None:
        print("no openssl: no certificate to test with")
        return
    files = [str(pathlib.Path(folder) / name) for name in ("key", "cert")]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes",
                    "-keyout", files[0], "-out", files[1], "-days", "2",
                    "-subj", "/CN=x", "-addext",
                    "subjectAltName=IP:127.0.0.1"], check=True,
                   capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files[1], files[0])
    with Recorder({"/t": answer("1")}, context) as server:
        path = write(folder, "d.json", tiny(server.url))
        program = together(call("d.t"))
        done = run(program, "--openapi", f"d={path}")
        assert done.value() == [{"error": "GET /t failed: the server's "
                                          "certificate is not trusted"}], done
        assert server.requests == []
        done = run(program, "--openapi", f"d={path}",
                   env={"SSL_CERT_FILE": files[1]})
        assert done.value() == [1], done
        other = write(folder, "o.json", tiny(server.url.replace("127.0.0.1",
                                                                "localhost")))
        done = run(program, "--openapi", f"d={other}",
                   env={"SSL_CERT_FILE": files[1]})
        assert "not trusted" in done.value()[0]["error"], done


def test_doctor_tells_all(folder):
    path = pets(folder, "http://127.0.0.1:9")
    swagger = write(folder, "old.json", {"swagger": "2.0", "paths": {}})
    broken = write(folder, "broken.json", '{"openapi": "3.1.0",\n  "paths": {]}')
    options = ("--openapi", f"pets={path}", "--openapi", f"old={swagger}",
               "--openapi", f"broken={broken}", "--openapi", "gone=/no/such",
               "--demo")
    done = codemode("doctor", "--json", *options)
    sources = json.loads(done.out)["sources"]
    assert done.status == 1, done
    assert all(isinstance(s.pop("startMs"), int) for s in sources), sources
    assert sources[0] == {
        "name": "pets", "kind": "openapi", "ok": True, "tools": 4,
        "direct": 0, "skipped": [
            {"method": "GET", "path": "/pets/{petId}/photo",
             "reason": "success response is binary only"},
            {"method": "GET", "path": "/live", "reason": "uses WebSocket"}]}
    for source, name, text in ((sources[1], "old", "OpenAPI 3"),
                               (sources[2], "broken", "line 2, column 13: "),
                               (sources[3], "gone", "cannot read /no/such: No such "
                                "file or directory")):
        assert (source["name"], source["ok"], source["tools"],
                source["skipped"]) == (name, False, 0, []), source
        assert text in source["error"], source
    done = codemode("doctor", *options)
    lines = done.out.splitlines()
    assert lines[0].startswith("ok    pets: 4 tools of an OpenAPI document, ")
    assert lines[1] == ("      GET /pets/{petId}/photo skipped: success response "
                        "is binary only"), done
    assert lines[5] == ("FAIL  gone: cannot read /no/such: No such file or "
                        "directory"), done
    done = codemode("doctor", "--openapi", f"pets={path}")
    assert done.status == 0, done


def test_one_that_fails_leaves_the_others(folder):
    with Recorder({"/t": answer("1")}) as server:
        path = write(folder, "d.json", tiny(server.url))
        options = ("--openapi", f"d={path}", "--openapi", "gone=/no/such")
        done = run("return tools.d.t({})", *options)
        assert done.value() == 1 and done.err == "", done  # gone is not needed
        done = run("return [await tools.d.t({}), Object.keys(tools)]", *options)
        assert done.value() == [1, ["d", "gone"]], done
        assert 'document "gone": cannot read /no/such' in done.err, done
        done = run("return tools.gone.x({})", *options)
        assert done.status == 1, done
        assert 'document "gone" is not available: cannot read' in done.err, done


# ---- the gateway ----

def test_serve(folder):
    with Recorder({"/v1/pets?limit=1": answer("[5]"),
                   "/v1/pets": [30.0, answer("[]")]}) as server:
        path = pets(folder, server.url)
        with Server("--openapi", f"pets={path}") as gateway:
            gateway.start()
            gateway.wait_for_tools("pets", "listPets")
            result = gateway.execute("return tools.pets.listPets({ limit: 1 })")
            assert result["content"][0]["text"] == "[\n  5\n]" or \
                "5" in result["content"][0]["text"], result
            assert not result.get("isError"), result
            # A request that is cancelled closes its connection.
            gateway.send(id="slow", method="tools/call", params={
                "name": "execute", "arguments": {
                    "code": "return tools.pets.listPets({})"}})
            end = time.monotonic() + 20
            while len(server.requests) < 2 and time.monotonic() < end:
                time.sleep(0.02)
            gateway.send(method="notifications/cancelled",
                         params={"requestId": "slow"})
            while not server.closed and time.monotonic() < end:
                time.sleep(0.02)
            assert server.closed == ["/v1/pets"]
            # One that is under way at the end does not hold it up.
            gateway.send(id="slow", method="tools/call", params={
                "name": "execute", "arguments": {
                    "code": "return tools.pets.listPets({})"}})
            while len(server.requests) < 3 and time.monotonic() < end:
                time.sleep(0.02)
            started = time.monotonic()
            assert gateway.stop() == 0
            assert time.monotonic() - started < 10


def test_serve_tries_a_url_again(folder):
    with Recorder({"/t": answer("1")}) as server:
        with Server("--openapi", f"d={server.url}/doc.json") as gateway:
            gateway.start()
            gateway.request("tools/list")
            text = gateway.execute("return tools.d.t({})")
            assert text["isError"] and \
                'document "d" is not available: HTTP status 404' in \
                json.dumps(text).replace('\\\\\\"', '"').replace('\\"', '"'), text
            server.routes["/doc.json"] = answer(json.dumps(tiny(server.url)))
            gateway.wait_for_tools("d.t")
            text = gateway.execute("return tools.d.t({})")
            assert not text.get("isError"), text


def test_batch_and_repl_call(folder):
    with Recorder({"/t": answer("41")}) as server:
        path = write(folder, "d.json", tiny(server.url))
        code = "return 1 + await tools.d.t({})"
        done = codemode("batch", "--openapi", f"d={path}",
                        stdin=compact({"id": 1, "code": code}) + "\n")
        assert json.loads(done.out)["result"]["value"] == 42, done
        done = codemode("repl", "--openapi", f"d={path}", stdin=code + "\n")
        assert "42" in done.out, done


def test_many_calls_share_connections(folder):
    with Recorder({"/t": [0.05, answer("1")]}) as server:
        path = write(folder, "d.json", tiny(server.url))
        value = run("return (await Promise.all(Array.from({ length: 40 }, () => "
                    "tools.d.t({})))).length", "--openapi", f"d={path}").value()
        assert value == 40 and len(server.take()) == 40


if __name__ == "__main__":
    main(globals())
