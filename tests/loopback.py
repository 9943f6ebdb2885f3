"""Serves answers by script on loopback, with faults."""

import gzip
import threading
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Reply:
    """One scripted answer: `sent` bytes of the body go out, and a stall keeps the rest back.

    An endless one goes out again and again.
    """

    body: bytes = b""
    status: int = 200
    sent: int | None = None
    stall: str | None = None  # "head" or "body"
    packed: bool = False
    endless: bool = False


class Server(ThreadingHTTPServer):
    """Gives out `replies` in order, the last one for ever, and keeps the paths asked for.

    A barrier in `together` holds every answer until as many requests have come.
    """

    def __init__(self, *replies: Reply):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/"
        self.replies = list(replies)
        self.paths: list[str] = []
        self.together: threading.Barrier | None = None
        self.released = threading.Event()


def serving(*replies: Reply) -> AbstractContextManager[Server]:
    return running(Server(*replies))


@contextmanager
def running(server):
    """Serve in a thread of its own; what waits for the server's `released` is let go at the end."""
    with server:
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
        if self.server.together:
            self.server.together.wait(timeout=10)
        with suppress(ConnectionError):  # the client may have left
            self._answer(reply)

    def _answer(self, reply: Reply):
        if reply.stall == "head":
            self.server.released.wait(timeout=5)
        body = gzip.compress(reply.body) if reply.packed else reply.body
        self.send_response(reply.status)
        if not reply.endless:
            self.send_header("Content-Length", str(len(body)))
        if reply.packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body[: reply.sent])
        while reply.endless and not self.server.released.is_set():
            self.wfile.write(body)
        if reply.stall == "body":
            self.server.released.wait(timeout=5)

    def log_message(self, *_):
        """Keep quiet."""
