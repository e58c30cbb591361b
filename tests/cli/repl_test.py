#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""codemode repl: from a pipe, and from a terminal with keys."""
import os
import pathlib
import pty
import re
import select
import subprocess
import time

from harness import CODEMODE, PATIENCE, codemode, main

HAS_LIBEDIT = b"libedit.so" in pathlib.Path(CODEMODE).read_bytes()


def test_entries_of_a_pipe():
    done = codemode("repl", stdin="1 + 1\n\n[1,\n2].length\n'plain'\n")
    assert (done.status, done.out, done.err) == (0, "2\n2\nplain\n", ""), done
    done = codemode("repl", "--language", "lua", stdin=(
        "7 // 2\nn = 0\nfor i = 1, 3 do\n  n = i\nend\nreturn 5, 6\n"
        'print("a", 1)'))
    assert done.out == "3\nnull\nnull\n5\nnull\n" and done.err == "a\t1\n", done


def test_an_entry_keeps_nothing():
    done = codemode("repl", "--language", "lua", stdin="x = 1\nx == nil\n")
    assert (done.status, done.out) == (0, "null\ntrue\n"), done


def test_failures_do_not_end_the_session():
    done = codemode("repl", stdin="nope\nconst = 1\n7\n")
    assert done.status == 1 and done.out == "7\n", done
    assert "nope is not defined" in done.err and "ParseError" in done.err, done


def test_an_entry_that_never_ends():
    done = codemode("repl", stdin="[1, 2\n")
    assert done.status == 1 and "ParseError" in done.err, done
    done = codemode("repl", stdin="[1, 2\n\n3\n")
    assert done.out == "3\n" and "ParseError" in done.err, done


def test_tools_limits_and_json():
    done = codemode("repl", "--demo", "--json", "--max-steps", "1000", stdin=(
        'await tools.stock.level({ sku: "tea-001" })\nfor (;;);\n'))
    lines = done.out.splitlines()
    assert len(lines) == 2 and '"ok":true' in lines[0], done
    assert "1000 steps" in lines[1], done


class Terminal:
    def __init__(self, *args):
        self.master, slave = pty.openpty()
        # libedit never frees the names of functions that were added to it.
        env = dict(os.environ, TERM="vt100", ASAN_OPTIONS=(
            os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0").strip(":"))
        self.process = subprocess.Popen(
            [CODEMODE, "repl", *args], stdin=slave, stdout=slave, stderr=slave,
            env=env, start_new_session=True, preexec_fn=self.control)
        os.close(slave)
        self.text = ""

    @staticmethod
    def control():
        import fcntl
        import termios
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def wait_for(self, part):
        """Reads until `part` (a regular expression) was seen; what came."""
        end = time.monotonic() + PATIENCE
        while True:
            found = re.search(part, self.text)
            if found:
                seen, self.text = self.text, self.text[found.end():]
                return seen
            left = end - time.monotonic()
            assert left > 0, (part, self.text)
            if select.select([self.master], [], [], left)[0]:
                try:
                    self.text += os.read(self.master, 4096).decode("utf-8", "replace")
                except OSError:
                    assert re.search(part, self.text), (part, self.text)

    def send(self, text):
        os.write(self.master, text.encode())

    def end(self):
        """A key that comes just before the editor takes the terminal over is
        lost or becomes text, so that the line is emptied and it is sent again."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, "it does not end"
            self.send("\x15\x04")
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    os.read(self.master, 4096)
                except OSError:
                    break
        status = self.process.wait(PATIENCE)
        os.close(self.master)
        assert status == 0, status


def test_a_terminal_has_prompts():
    t = Terminal("--demo")
    t.wait_for(r"Ctrl-D ends[\s\S]*js> ")
    t.send("20 + 22\n")
    t.wait_for(r"\n42\r?\n[\s\S]*js> ")
    t.send("[1,\n")
    t.wait_for(r"\.\.\.> ")
    t.send("2].length + 1000\n")
    t.wait_for(r"\n1002\r?\n[\s\S]*js> ")
    t.end()
    t = Terminal("--language", "lua", "--quiet")
    t.wait_for("lua> ")
    t.send("#'abc' + 100\n")
    t.wait_for(r"\n103\r?\n[\s\S]*lua> ")
    t.end()


def test_an_interrupt_cancels_the_program_only():
    t = Terminal()
    t.wait_for("js> ")
    t.send("for (;;);\n")
    time.sleep(0.3)
    t.send("\x03")
    t.wait_for(r"cancelled\r?\n[\s\S]*js> ")
    t.send("6 * 7\n")
    t.wait_for(r"\n42\r?\n")
    t.end()


def test_keys():
    if not HAS_LIBEDIT:
        print("skipped: built without libedit")
        return
    t = Terminal("--demo", "--language", "lua")
    t.wait_for("lua> ")
    t.send("tools.stock.l\t")
    t.wait_for(r"evel")
    t.send('({ sku = "none" })\n')
    t.wait_for(r"no item[\s\S]*lua> ")
    t.send("tools.st\t")
    t.wait_for(r"ck\.")
    t.send("\t")
    t.wait_for(r"  tools\.stock\.level[\s\S]*  tools\.stock\.price[\s\S]*  tools\.stock\.reserve")
    t.send("\x03")
    t.wait_for(r"\^C[\s\S]*lua> ")
    t.send("40 + 2\n")
    t.wait_for(r"\n42\r?\n[\s\S]*lua> ")
    t.send("\x1b[A + 100\n")
    t.wait_for(r"\n142\r?\n[\s\S]*lua> ")
    t.end()


def test_words_of_the_session():
    told = ("Each entry is a program of its own. Tab completes paths of tools; exit, "
            "quit or Ctrl-D ends.\n")
    for language in ("javascript", "lua"):
        for word in ("exit", "quit", ".exit", ".quit", "exit()", "quit()"):
            done = codemode("repl", "--language", language,
                            stdin=f"1 + 1\n{word}\n3\n")
            assert (done.status, done.out, done.err) == (0, "2\n", ""), (word, done)
        for word in ("help", ".help", "help()"):
            done = codemode("repl", "--language", language, stdin=f"{word}\n3\n")
            assert (done.status, done.out, done.err) == (0, "3\n", told), (word, done)
    # inside of an entry they are words of the program
    done = codemode("repl", stdin="[1,\nexit\n].length\n3\n")
    assert done.out == "3\n" and "exit is not defined" in done.err, done
    done = codemode("repl", stdin="nope\nquit")
    assert done.status == 1 and done.out == "", done


if __name__ == "__main__":
    main(globals())
