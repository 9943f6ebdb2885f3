"""Serves scripted answers on loopback, with faults."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Reply:
    """A scripted answer: `sent` bytes of the body are sent, and a stall holds back the rest."""

    body: bytes = b""
    status: int = 200
    sent: int | None = None
    stall: str | None = None  # "head" or "body"
    packed: bool = False


class Server(ThreadingHTTPServer):
    """Serves `replies` in order, the last one forever, and records the requested paths."""

    def __init__(self, *replies: Reply):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/"
        self.replies = list(replies)
        self.paths: list[str] = []
        self.released = threading.Event()


@contextmanager
def serving(*replies: Reply) -> Iterator[Server]:
    """Serve in a separate thread; what waits for the server's `released` is freed at the end."""
    with Server(*replies) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.released.set()
            server.shutdown()
            thread.join(timeout=5)


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self):
        replies = self.server.replies
        reply = replies.pop(0) if len(replies) > 1 else replies[0]
        self.server.paths.append(self.path)
        with suppress(ConnectionError):  # the client may have left
            self._answer(reply)

    def _answer(self, reply: Reply):
        if reply.stall == "head":
            self.server.released.wait(timeout=5)
        body = gzip.compress(reply.body) if reply.packed else reply.body
        self.send_response(reply.status)
        self.send_header("Content-Length", str(len(body)))
        if reply.packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body[: reply.sent])
        if reply.stall == "body":
            self.server.released.wait(timeout=5)

    def log_message(self, *_):
        """Keep quiet."""
