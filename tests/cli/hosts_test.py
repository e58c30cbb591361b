#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Configuration files of other programs: exact lists of servers, how each is
started, --import, what is left out and why."""
import json
import os
import pathlib
import sys

from harness import CODEMODE, TESTS, codemode, main, together, call

sys.path.insert(0, str(TESTS / "mcp"))
from http_server_double import Double # noqa: E402

FILES = pathlib.Path(__file__).with_name("config")
WORD = "$HOME ${HOME} {env:HOME}" # what comes from a variable stays as it is


class World:
    """A home folder and a project in it, both with files of programs."""

    def __init__(self, folder):
        self.home = pathlib.Path(folder).resolve() / "home"
        self.project = self.home / "work" / "project"
        (self.project / "sub").mkdir(parents=True)
        (self.project / ".git").mkdir()
        (self.project / ".env").write_text(
            "# comment\nexport DOT='from file'\nQUOTED=\"a\\nb\" # c\nPLAIN = 1 # c\n"
            "KEY=file\n")
        (self.project / "key.txt").write_text("s3cret\n")
        self.env = {"HOME": str(self.home), "CM_WORD": WORD,
                    "CM_PYTHON": sys.executable, "XDG_CONFIG_HOME": "",
                    "CODEX_HOME": "", "OPENCODE_CONFIG": "",
                    "CLAUDE_CONFIG_DIR": ""}

    def text(self, name):
        text = (FILES / name).read_text()
        for mark, value in (("@PYTHON@", sys.executable),
                            ("@PROBE@", FILES / "probe.py"),
                            ("@PROJECT@", self.project),
                            ("@CODEMODE@", CODEMODE)):
            text = text.replace(mark, str(value))
        return text

    def put(self, name, where):
        """A file of tests/cli/config; where: "~/..." or below the project."""
        path = (self.home / where[2:] if where.startswith("~/")
                else self.project / where)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text(name))
        return path

    def codemode(self, *args, cwd=None, **more):
        env = dict(self.env, **more.pop("env", {}))
        return codemode(*args, cwd=str(cwd or self.project), env=env, **more)

    def doctor(self, *args, **more):
        done = self.codemode("doctor", "--json", *args, **more)
        assert done.out, done
        return done, json.loads(done.out)["sources"]

    def reports(self, *names, args=(), **more):
        done = self.codemode("run", *args, stdin=together(
            *(call(f"{name}.report") for name in names)), **more)
        return done.value()


def row(source):
    """What a list of servers says of each."""
    return (source["name"], source.get("transport"),
            source["tools"] if source["ok"] else None)


# host: files, the servers that doctor shows, and how `files` was started: its
# arguments and, below "cwd", the folder.
HOSTS = {
    "claude-desktop": (
        [("claude-desktop.json", "~/.config/Claude/claude_desktop_config.json")],
        [("files", "stdio", 4)], ["one", "two words"], "project"),
    "cursor": (
        [("cursor.json", ".cursor/mcp.json")],
        [("files", "stdio", 4), ("docs", "http", None)],
        ["@PROJECT@", "project", "a/b", "@HOME@"], "project"),
    "vscode": (
        [("vscode.json", ".vscode/mcp.json")],
        [("files", "stdio", 4), ("docs", "http", None), ("asks", None, None)],
        ["k3y", "low"], "project/sub"),
    "opencode": (
        [("opencode-1.jsonc", "opencode.jsonc")],
        [("files", "stdio", 3), ("docs", "http", None)],
        [WORD, "s3cret"], "project"),
    "codex": (
        [("codex.toml", "~/.codex/config.toml")],
        [("files", "stdio", 2), ("docs", "http", None)],
        ["tab\tand \u00e9"], "project"),
    "windsurf": (
        [("windsurf.json", "~/.codeium/windsurf/mcp_config.json")],
        [("files", "stdio", 2), ("docs", "http", None)],
        [WORD, "s3cret"], "project"),
    "zed": (
        [("zed.json", "~/.config/zed/settings.json")],
        [("files", "stdio", 4), ("older", "stdio", 4), ("docs", "http", None)],
        ["new"], "project"),
    "gemini": (
        [("gemini.json", ".gemini/settings.json")],
        [("files", "stdio", 1), ("docs", "http", None), ("events", "sse", None)],
        [WORD, WORD, "$5", "a$"], "project"),
    "cline": (
        [("cline.json", "~/.config/Code/User/globalStorage/saoudrizwan.claude-dev"
          "/settings/cline_mcp_settings.json")],
        [("files", "stdio", 4), ("docs", "http", None), ("events", "sse", None)],
        [], "project"),
}


def check_host(folder, host):
    world = World(folder)
    files, servers, words, cwd = HOSTS[host]
    paths = [str(world.put(name, where)) for name, where in files]
    options = ("--input", "the-key=k3y")
    done, sources = world.doctor("--import", host, *options)
    assert [row(s) for s in sources] == servers, done
    assert all(s["file"] == paths[0] and s["line"] > 0 for s in sources), sources
    report, = world.reports("files", args=("--import", host, *options))
    expected = [w.replace("@PROJECT@", str(world.project))
                 .replace("@HOME@", str(world.home)) for w in words]
    assert report["args"] == expected, report
    assert report["cwd"] == str(world.project.parent / cwd), report
    # The same file by its name, from another folder: the project is the file's.
    is_project = not files[0][1].startswith("~/")
    done, sources = world.doctor("--config", paths[0], *options, cwd=folder)
    assert [row(s) for s in sources] == servers, done
    report, = world.reports("files", args=("--config", paths[0], *options),
                            cwd=folder)
    assert report["args"] == expected, report
    assert report["cwd"] == (str(world.project.parent / cwd) if is_project
                             else str(pathlib.Path(folder).resolve())), report
    return world, report


def test_claude_desktop(folder):
    _, report = check_host(folder, "claude-desktop")
    assert report["env"]["PLAIN"] == "yes", report
    assert "CM_WORD" not in report["env"], report


def test_cursor(folder):
    _, report = check_host(folder, "cursor")
    env = report["env"]
    assert (env["DOT"], env["QUOTED"], env["PLAIN"]) == ("from file", "a\nb", "1")
    assert env["KEY"] == WORD, report # its own after that of the file


def test_vscode(folder):
    world, report = check_host(folder, "vscode")
    env = report["env"]
    assert (env["PORT"], env["ON"], env["DOT"]) == ("8080", "true", "from file")
    assert "USER" not in env, report
    done, sources = world.doctor("--import", "vscode")
    reasons = {s["name"]: s.get("error") for s in sources}
    assert reasons["files"] == ("args[2]: no value for the input the-key; "
                                "--input ID=VALUE gives it"), reasons
    report, = world.reports("files", args=("--import", "vscode"),
                            env={"CM_INPUT_THE_KEY": "from env"})
    assert report["args"] == ["from env", "low"], report


def test_opencode_1(folder):
    world, report = check_host(folder, "opencode")
    assert report["env"]["A"] == WORD + "!", report
    _, sources = world.doctor("--import", "opencode")
    assert sources[0]["skipped"] == [
        {"name": "save_all", "reason": "the configuration switches it off"}]


def test_opencode_2(folder):
    world = World(folder)
    path = world.put("opencode-2.json", ".opencode/opencode.json")
    done, sources = world.doctor("--import", "opencode")
    assert [row(s) for s in sources] == [
        ("files", "stdio", 4), ("docs", "http", None)], done
    report, = world.reports("files", args=("--config", str(path)))
    assert report["cwd"] == str(world.project / "sub"), report


def test_codex(folder):
    world, report = check_host(folder, "codex")
    assert report["env"]["ONE"] == "1" and report["env"]["CM_WORD"] == WORD
    _, sources = world.doctor("--import", "codex")
    assert sources[0]["skipped"] == [
        {"name": "save_all", "reason": "the configuration excludes it"},
        {"name": "drop", "reason": "the configuration does not include it"}]
    # The project's file wins over the user's.
    more = world.project / ".codex" / "config.toml"
    more.parent.mkdir()
    more.write_text('[mcp_servers.docs]\ncommand = "no-such-program"\n'
                    "[mcp_servers.files]\nenabled = false\n")
    _, sources = world.doctor("--import", "codex")
    assert [(s["name"], s["file"], s["transport"]) for s in sources] == [
        ("docs", str(more), "stdio")], sources


def test_windsurf(folder):
    world, _ = check_host(folder, "windsurf")
    _, sources = world.doctor("--import", "windsurf")
    assert [s["name"] for s in sources[0]["skipped"]] == ["save_all", "drop"]


def test_zed(folder):
    world, _ = check_host(folder, "zed")
    old, = world.reports("older", args=("--import", "zed"))
    assert old["args"] == ["old"] and old["env"]["A"] == "1", old


def test_gemini(folder):
    _, report = check_host(folder, "gemini")
    assert report["env"]["KEY"] == WORD + "-x", report


def test_cline(folder):
    check_host(folder, "cline")


def test_claude_code(folder):
    world = World(folder)
    user = world.put("claude-user.json", "~/.claude.json")
    project = world.put("claude-project.json", ".mcp.json")
    done, sources = world.doctor("--import", "claude-code", cwd=world.project / "sub")
    # claude-user.json names the project's folder, which is above this one.
    assert [row(s) for s in sources] == [
        ("mine", "stdio", 4), ("shared", "stdio", 4), ("docs", "http", None),
        ("events", "sse", None), ("lost", None, None), ("local", "stdio", 4)], done
    assert [s["file"] for s in sources] == [str(user)] + 4 * [str(project)] + [
        str(user)], sources
    assert sources[4]["error"] == ("headers.x-key: the environment variable "
                                   "CM_UNSET_ONE is not set"), sources
    assert done.status == 2 and done.err == "", done
    shared, local, mine = world.reports("shared", "local", "mine",
                                        args=("--import", "claude-code"))
    assert shared["args"] == [WORD, "else", WORD], shared
    assert shared["env"]["FROM"] == WORD, shared
    assert shared["cwd"] == local["cwd"] == mine["cwd"] == str(world.project)
    done = world.codemode("doctor", "--import", "claude-code", "--log-level", "info")
    assert (f"{project}:12:83: mcpServers.lost.headers.x-key: the environment "
            "variable CM_UNSET_ONE is not set") in done.err, done
    assert ("mcpServers.gateway: starts this gateway, which would read this entry "
            "again; left out") in done.err, done
    assert "mcpServers.shared: takes the place of the one in " + str(user) in done.err
    assert "/etc/claude-code/managed-mcp.json" in done.err, done
    # All of one file, without its neighbour.
    _, sources = world.doctor("--config", str(user))
    assert [s["name"] for s in sources] == ["shared", "mine", "local"], sources


def test_a_lost_server_leaves_the_others(folder):
    world = World(folder)
    world.put("claude-project.json", ".mcp.json")
    done = world.codemode("run", "--import", "claude-code", stdin=(
        "await tools.shared.report({}); return await tools.lost.x({})"))
    assert done.status == 1, done
    assert ('server "lost" is not available: headers.x-key: the environment variable '
            "CM_UNSET_ONE is not set") in done.err, done


def test_bare_maps_and_nested_transports(folder):
    world = World(folder)
    path = str(world.put("bare.json", "servers.json"))
    done, sources = world.doctor("--config", path)
    assert [row(s) for s in sources] == [
        ("files", "stdio", 4), ("docs", "http", None), ("nested", "stdio", 4),
        ("nestedUrl", "sse", None)], done
    files, nested = world.reports("files", "nested", args=("--config", path))
    assert files["args"] == ["two words", WORD, "of two"], files
    assert nested["args"] == ["nested"], nested


def test_mcporter(folder):
    world = World(folder)
    path = str(world.put("mcporter.json", "mcporter.json"))
    done, sources = world.doctor("--config", path)
    assert [row(s) for s in sources] == [
        ("files", "stdio", 1), ("docs", "http", None)], done
    report, = world.reports("files", args=("--config", path))
    assert report["args"] == [WORD], report


def test_codex_headers(folder):
    world = World(folder)
    with Double() as server:
        path = world.put("codex.toml", "~/.codex/config.toml")
        path.write_text(path.read_text().replace("http://127.0.0.1:9/mcp", server.url))
        done = world.codemode("run", "--import", "codex", stdin=(
            "return await tools.docs.headers({})"), env={"CM_WORD": "w0rd"})
        sent = done.value()
    assert sent["authorization"] == "Bearer w0rd" and sent["x-team"] == "blue", sent
    assert sent["x-word"] == "w0rd", sent


def test_imports_of_nothing(folder):
    world = World(folder)
    done = world.codemode("run", "--import", "cursor", stdin="return 1\n")
    assert done.status == 2, done
    assert (f"--import cursor: no file was found; looked at {world.home}/.cursor/"
            f"mcp.json, {world.project}/.cursor/mcp.json\n") in done.err, done
    done = world.codemode("run", "--import", "emacs", stdin="return 1\n")
    assert done.status == 2 and ", only cursor, claude-code, " in done.err
    world.put("cursor.json", ".cursor/mcp.json")
    done = world.codemode("run", "--import", "cursor", "--log-level", "info",
                          stdin="return 1\n")
    assert done.value() == 1 and (
        f"codemode: --import cursor: no file {world.home}/.cursor/mcp.json\n") in done.err, done


def test_imports_of_what_is_no_file(folder):
    world = World(folder)
    path = world.home / ".cursor" / "mcp.json"
    path.parent.mkdir()
    os.mkfifo(path)
    done = world.codemode("run", "--import", "cursor", stdin="return 1\n")
    assert (done.status, done.out, done.err) == (
        2, "", f"codemode: error: cannot read {path}: not a regular file\n"), done


def test_imports_together_and_our_own_file(folder):
    world = World(folder)
    world.put("zed.json", "~/.config/zed/settings.json")
    world.put("gemini.json", ".gemini/settings.json")
    own = world.project / "own.json"
    own.write_text(json.dumps({"mcpServers": {"older": {
        "command": sys.executable, "args": ["-B", str(FILES / "probe.py"), "own"]}}}))
    done, sources = world.doctor("--import", "zed", "--import", "gemini",
                                 "--config", str(own))
    assert [(s["name"], pathlib.Path(s["file"]).name) for s in sources] == [
        ("files", "settings.json"), ("docs", "settings.json"),
        ("events", "settings.json"), ("older", "own.json")], done
    assert all(".gemini" in s["file"] for s in sources[:3]), sources


def test_a_timeout_of_cline_counts_seconds(folder):
    world = World(folder)
    slow = {"command": sys.executable, "args": [
        "-B", str(TESTS / "mcp" / "fault_server.py")], "timeout": 1}
    path = world.project / "cline_mcp_settings.json"
    path.write_text(json.dumps({"mcpServers": {"s": slow}}))
    done = world.codemode("run", "--config", str(path), stdin="return tools.s.slow({})")
    assert done.status == 0, done # 300 ms
    path = world.project / "other.json"
    path.write_text(json.dumps({"mcpServers": {"s": slow}}))
    done = world.codemode("run", "--config", str(path), stdin="return tools.s.slow({})")
    assert done.status == 1 and "within 1 ms" in done.err, done


def test_filters_of_our_own_file(folder):
    world = World(folder)
    probe = {"command": sys.executable, "args": ["-B", str(FILES / "probe.py")]}
    path = world.project / "own.json"
    path.write_text(json.dumps({"mcpServers": {
        "safe": dict(probe, readOnly=True),
        "some": dict(probe, includeTools=["save_*", "report"],
                     excludeTools=["*_all"], renameTools={"save_file": "save file"}),
        "none": dict(probe, includeTools=[])}}))
    done, sources = world.doctor("--config", str(path))
    no_hint = "the configuration asks for readOnly, and the tool has no readOnlyHint"
    assert [(s["tools"], s["skipped"]) for s in sources] == [
        (1, [{"name": name, "reason": no_hint}
             for name in ("save_file", "save_all", "drop")]),
        (2, [{"name": "save_all", "reason": "the configuration excludes it"},
             {"name": "drop", "reason": "the configuration does not include it"}]),
        (0, [{"name": name, "reason": "the configuration does not include it"}
             for name in ("report", "save_file", "save_all", "drop")])], done
    done = world.codemode("run", "--config", str(path), stdin=(
        "const kind = await tools.some.drop({}).catch((e) => e.kind);\n"
        "return [Object.keys(tools.safe), Object.keys(tools.some), kind, "
        "(await tools.some.save_file({})).tool]"))
    assert done.value() == [["report"], ["report", "save_file"], "UnknownTool",
                            "save_file"], done
    # A call of what was left out says so, and where.
    calls = ("safe.drop", "some.save_all", "some.drop", "some.Save_All", "none.report",
             "some.sav")
    done = world.codemode("run", "--config", str(path),
                          stdin=together(*(call(name) for name in calls)))
    gone = 'Unknown tool "{}": tool "{}" of server "{}" was left out: {} ({}:1)'
    assert [row["error"] for row in done.value()] == [
        gone.format("safe.drop", "drop", "safe", no_hint, path),
        *(gone.format(called, name, "some", "the configuration " + why, path)
          for called, name, why in (("some.save_all", "save_all", "excludes it"),
                                    ("some.drop", "drop", "does not include it"),
                                    ("some.Save_All", "save_all", "excludes it"))),
        gone.format("none.report", "report", "none",
                    "the configuration does not include it", path),
        'Unknown tool "some.sav". Did you mean tools.some.save_file?'], done
    done = world.codemode("check", "--config", str(path),
                          stdin="return await tools.some.drop({})\n")
    assert done.status == 1 and "was left out: the configuration" in done.err, done


def test_patterns_that_match_nothing_are_told(folder):
    world = World(folder)
    path = world.project / "own.json"
    path.write_text(json.dumps({"mcpServers": {"s": {
        "command": sys.executable, "args": ["-B", str(FILES / "probe.py")],
        "includeTools": ["report", "sav_*"], "excludeTools": ["drop"],
        "renameTools": {"gone": "here"}}}}))
    done, _ = world.doctor("--config", str(path))
    assert done.err == "".join(
        f'codemode: warn: {path}:1: server "s": {key}: no tool matches "{name}"; there '
        'are names such as "report", "save_file", "save_all"\n'
        for key, name in (("includeTools", "sav_*"), ("renameTools", "gone"))), done


def test_a_renamed_tool_is_called_by_its_old_name(folder):
    world = World(folder)
    path = world.project / "own.json"
    path.write_text(json.dumps({"mcpServers": {"s": {
        "command": sys.executable, "args": ["-B", str(FILES / "probe.py")],
        "renameTools": {"save_file": "keep"}}}}))
    done = world.codemode("run", "--config", str(path), stdin=(
        "return [Object.keys(tools.s).sort(), (await tools.s.keep({})).tool]"))
    assert done.value() == [["drop", "keep", "report", "save_all"], "save_file"], done
    done = world.codemode("run", "--config", str(path),
                          stdin=together(call("s.save_file")))
    assert done.value() == [{"error": (
        'Unknown tool "s.save_file": the configuration gives it the name s.keep '
        f"({path}:1)")}], done
    done = world.codemode("serve", "--passthrough", "--config", str(path))
    assert done.status == 2 and "must not choose or rename any" in done.err, done


def test_placeholders_that_are_wrong(folder):
    world = World(folder)
    path = world.project / "own.json"
    for arg, why in (
            ("${command:x}", "args[0]: the placeholder ${command:x} is not known"),
            ("${file:/no/such}", "args[0]: cannot read /no/such: No such file or directory"),
            ("{env:CM_UNSET_ONE}", "args[0]: the environment variable CM_UNSET_ONE is not set"),
            ("${input:x y}", "args[0]: no value for the input x y; --input ID=VALUE gives it")):
        path.write_text(json.dumps({"mcpServers": {
            "s": {"command": "x", "args": [arg]},
            "t": {"command": sys.executable, "args": ["-B", str(FILES / "probe.py"), "${", "$X"]}}}))
        done, sources = world.doctor("--config", str(path))
        assert sources[0]["error"] == why and sources[1]["ok"], done
        assert done.status == 2 and done.err == "", done
    report, = world.reports("t", args=("--config", str(path)))
    assert report["args"] == ["${", "$X"], report


def test_unknown_keys_of_others_are_notes(folder):
    world = World(folder)
    world.put("cursor.json", ".cursor/mcp.json")
    path = world.project / ".cursor" / "mcp.json"
    path.write_text(path.read_text().replace('"envFile"', '"colour": 1, "envFile"'))
    done = world.codemode("run", "--import", "cursor", stdin="return 1\n")
    assert done.value() == 1 and done.err == "", done
    done = world.codemode("run", "--import", "cursor", "--log-level", "debug",
                          stdin="return 1\n")
    assert "mcpServers.files.colour: unknown key" in done.err, done


if __name__ == "__main__":
    main(globals())
