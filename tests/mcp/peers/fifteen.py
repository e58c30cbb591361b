# SPDX-License-Identifier: MIT
"""Fifteen servers that people use, all over standard input and output: how each
is started, and one call of each. Their 145 tools are a catalog of real size."""

SETS = {
    # set -> packages, whether their install scripts may run
    "fifteen": ([
        "@modelcontextprotocol/server-everything@2026.8.31",
        "@modelcontextprotocol/server-filesystem@2026.8.31",
        "@modelcontextprotocol/server-memory@2026.8.31",
        "@modelcontextprotocol/server-sequential-thinking@2026.8.31",
        "@modelcontextprotocol/server-github@2025.4.8",
        "@modelcontextprotocol/server-gitlab@2025.4.25",
        "@modelcontextprotocol/server-slack@2025.4.25",
        "@modelcontextprotocol/server-google-maps@0.6.2",
        "@modelcontextprotocol/server-postgres@0.6.2",
        "@playwright/mcp@0.0.83",
        "@upstash/context7-mcp@4.1.1",
        "mcp-server-commands@0.5.0",
        "mcp-server-code-runner@0.1.8",
        "mcp-server-kubernetes@4.1.7",
    ], False),
    "fifteen-sqlite": (["mcp-server-sqlite-npx@0.8.0"], True),
}
REFERENCE = "@modelcontextprotocol/server-"


class Peer:
    """tool: called with args. words: found in its answer, which is a failure in
    the server's own words where the call `needs` what a test cannot have."""

    def __init__(self, name, path, n_tools, tool, args, words, *, needs=None,
                 start=(), env=None, package_set="fifteen"):
        self.name, self.path, self.n_tools = name, path, n_tools
        self.tool, self.args, self.words = tool, args, words
        self.needs, self.start, self.env = needs, list(start), env or {}
        self.package_set = package_set


def peers(room):
    """room: a folder with a folder `data` in it."""
    dummy = "not-a-token"
    return [
        Peer("everything", REFERENCE + "everything/dist/index.js", 13,
             "get-sum", {"a": 20, "b": 22}, "is 42", start=["stdio"]),
        Peer("files", REFERENCE + "filesystem/dist/index.js", 14,
             "list_directory", {"path": f"{room}/data"}, "[FILE] apple.txt",
             start=[f"{room}/data"]),
        Peer("memory", REFERENCE + "memory/dist/index.js", 9,
             "read_graph", {}, "entities",
             env={"MEMORY_FILE_PATH": f"{room}/memory.jsonl"}),
        Peer("thinking", REFERENCE + "sequential-thinking/dist/index.js", 1,
             "sequentialthinking",
             {"thought": "x", "nextThoughtNeeded": False, "thoughtNumber": 1,
              "totalThoughts": 1}, "thoughtHistoryLength"),
        Peer("sqlite", "mcp-server-sqlite-npx/dist/index.js", 5,
             "list_tables", {}, "[]", start=[f"{room}/db.sqlite"],
             package_set="fifteen-sqlite"),
        Peer("browser", "@playwright/mcp/cli.js", 25,
             "browser_navigate", {"url": "http://127.0.0.1:9/"},
             "### Error",
             needs="a browser", start=["--headless", "--isolated"]),
        Peer("context7", "@upstash/context7-mcp/dist/index.js", 2,
             "resolve-library-id", {"query": "x", "libraryName": "sqlite"},
             "fetch failed", needs="the network"),
        Peer("commands", "mcp-server-commands/build/index.js", 1,
             "run_command",
             {"command": "echo seen"}, "seen"),
        Peer("runner", "mcp-server-code-runner/dist/cli.js", 1,
             "run-code", {"code": "console.log(6 * 7)",
                          "languageId": "javascript"}, "42"),
        Peer("github", REFERENCE + "github/dist/index.js", 26,
             "get_issue", {"owner": "a", "repo": "b", "issue_number": 1},
             "fetch failed", needs="the network",
             env={"GITHUB_PERSONAL_ACCESS_TOKEN": dummy}),
        Peer("gitlab", REFERENCE + "gitlab/dist/index.js", 9,
             "search_repositories", {"search": "x"},
             "ENOTFOUND gitlab.com", needs="the network",
             env={"GITLAB_PERSONAL_ACCESS_TOKEN": dummy}),
        Peer("slack", REFERENCE + "slack/dist/index.js", 8,
             "slack_list_channels", {}, "fetch failed", needs="the network",
             env={"SLACK_BOT_TOKEN": dummy, "SLACK_TEAM_ID": "T0"}),
        Peer("maps", REFERENCE + "google-maps/dist/index.js", 7,
             "maps_geocode", {"address": "x"},
             "ENOTFOUND maps.googleapis.com", needs="the network",
             env={"GOOGLE_MAPS_API_KEY": dummy}),
        Peer("postgres", REFERENCE + "postgres/dist/index.js", 1,
             "query", {"sql": "select 1"}, "ECONNREFUSED", needs="a database",
             start=["postgresql://127.0.0.1:9/none"]),
        Peer("kubernetes", "mcp-server-kubernetes/dist/index.js", 23,
             "kubectl_get", {"resourceType": "pods"}, "kubectl get",
             needs="a cluster", env={"KUBECONFIG": f"{room}/none.yaml"}),
    ]
