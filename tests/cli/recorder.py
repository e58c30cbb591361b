# SPDX-License-Identifier: MIT
"""A server on 127.0.0.1 that knows no HTTP beyond the length of a request: it
keeps requests byte for byte and plays raw answers by path."""
import re
import socket
import threading
import time


def answer(body=b"", status="200 OK", kind="application/json", **headers):
    """A raw answer with a content-length."""
    if isinstance(body, str):
        body = body.encode()
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    if kind is not None:
        lines.append(f"Content-Type: {kind}")
    lines += [f"{name.replace('_', '-')}: {value}"
              for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Recorder:
    """Routes: path, with or without the query, -> bytes, or a list of them;
    numbers in it are pauses in seconds, None closes the connection."""

    def __init__(self, routes=None, tls=None):
        self.tls = tls  # an ssl.SSLContext
        self.routes = routes or {}
        self.requests = []  # as they came
        self.closed = []    # paths whose client went away while we answered
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.url = f"http{'s' if tls else ''}://127.0.0.1:{self.port}"
        self.is_over = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,),
                             daemon=True).start()

    def _read(self, connection):
        data = b""
        while b"\r\n\r\n" not in data:
            piece = connection.recv(65536)
            if not piece:
                return None
            data += piece
        head, body = data.split(b"\r\n\r\n", 1)
        length = re.search(rb"(?im)^content-length: (\d+)", head)
        while length and len(body) < int(length.group(1)):
            piece = connection.recv(65536)
            if not piece:
                return None
            body += piece
        return head + b"\r\n\r\n" + body

    def _pause(self, connection, path, seconds):
        """False when the client went away meanwhile."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.is_over:
            connection.settimeout(0.02)
            try:
                if connection.recv(1) == b"":
                    with self.lock:
                        self.closed.append(path)
                    return False
            except socket.timeout:
                pass
            finally:
                connection.settimeout(None)
        return True

    def _serve(self, connection):
        try:
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            with connection:
                while (request := self._read(connection)) is not None:
                    target = request.decode("latin-1").split(" ")[1]
                    path = target.split("?")[0]
                    with self.lock:
                        self.requests.append(request)
                    script = self.routes.get(target) or self.routes.get(
                        path, answer("", "404 Not Found"))
                    for step in script if isinstance(script, list) else [script]:
                        if step is None:
                            return
                        if isinstance(step, bytes):
                            connection.sendall(step)
                        elif not self._pause(connection, path, step):
                            return
        except OSError:
            pass

    def take(self):
        """The requests since the last take, without what depends on libcurl
        and the port."""
        with self.lock:
            requests, self.requests = self.requests, []
        plain = []
        for request in requests:
            text = request.decode("latin-1")
            assert "\r\nAccept-Encoding: " in text, text
            assert f"\r\nHost: 127.0.0.1:{self.port}\r\n" in text, text
            text = re.sub(r"\r\nAccept-Encoding: [^\r]*", "", text, 1)
            text = re.sub(r"\r\nHost: [^\r]*", "", text, 1)
            plain.append(text)
        return plain

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.is_over = True
        self.listener.shutdown(socket.SHUT_RDWR)  # ends the accept
        self.listener.close()
