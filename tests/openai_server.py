"""Serves a model on loopback to the harness's API models, with the habits and faults of APIs."""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from loopback import running

from tempanswerqa.questions.record import TOT_PREFILL

for package in ("aiohttp", "tenacity"):
    pytest.importorskip(package, reason="models behind web APIs need the extra `api`")

SLOW = "slow"
"""A fault: no answer until the client has given up. Others are HTTP statuses."""

MESSAGES = "/v1/messages"
"""The path of Anthropic."""

Replies = Mapping[str, str | None]
"""The whole reply to each question, by a text that only its prompt contains."""


class RefusedError(Exception):
    """Raised for a request that the server does not serve, with the status that says so."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Server(ThreadingHTTPServer):
    """Serves `/v1/completions`, `/v1/chat/completions` and, plainly, `MESSAGES`.

    A plain prompt is continued. A server of `parts` sends thinking and text apart. What becomes of
    a last message that is the assistant's is the `manner`: `continue` it, `repeat` it first,
    `refuse` it, or continue it where `told` as vLLM is, and else begin another turn. `faults` come
    before the reply to a question, in their order. Prompts of tokens need `decode`.
    """

    request_queue_size = 64

    def __init__(
        self,
        replies: Replies,
        manner: str = "continue",
        faults: Mapping[str, Sequence[int | str]] | None = None,
        decode: Callable[[list[int]], str] | None = None,
    ) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/v1"
        self.payloads: list[dict[str, Any]] = []
        self.faults = {question: list(of_it) for question, of_it in (faults or {}).items()}
        self.released = threading.Event()
        self._replies = replies
        self._manner = manner
        self._decode = decode
        self._lock = threading.Lock()

    def answer(self, path: str, payload: dict[str, Any]) -> dict[str, Any]:
        """Return the body of the answer to a request. Raises RefusedError."""
        self.payloads.append(payload)
        stop, seed = ("stop_sequences", ()) if path == MESSAGES else ("stop", ["seed"])
        most = {"max_tokens", "max_completion_tokens"} & payload.keys()
        if len(most) != 1 or not {"model", "temperature", stop, *seed} <= payload.keys():
            raise RefusedError(422, "lacks a field")
        if path == MESSAGES:
            reply = self._reply(json.dumps(payload["messages"], ensure_ascii=False))
            return {"content": [{"type": "text", "text": reply}], "stop_reason": "end_turn"}
        if path == "/v1/chat/completions":
            message = {"role": "assistant", "content": self._chat(payload)}
            choices = [{"message": message}]
        elif path == "/v1/completions":
            choices = [{"text": self._plain(prompt)} for prompt in self._prompts(payload["prompt"])]
        else:
            raise RefusedError(404, path)
        numbered = [{"index": n, "finish_reason": "stop"} | c for n, c in enumerate(choices)]
        return {"object": "a completion", "model": payload["model"], "choices": numbered}

    def _chat(self, payload: dict[str, Any]) -> str | list | None:
        messages = payload["messages"]
        if any(message.keys() != {"role", "content"} for message in messages):
            raise RefusedError(422, "a message has a role and a content")
        reply = self._reply("\n".join(message["content"] for message in messages))
        if reply and self._manner == "parts":
            thought = {"type": "thinking", "thinking": "Final Answer: 7"}
            return [thought, {"type": "text", "text": reply}]
        if messages[-1]["role"] != "assistant" or not reply:
            return reply
        begun = messages[-1]["content"]
        told = payload.get("continue_final_message", False)
        if self._manner == "refuse":
            raise RefusedError(400, "the last message may not be the assistant's")
        if self._manner == "told" and told and payload.get("add_generation_prompt", True):
            raise RefusedError(400, "continue_final_message excludes add_generation_prompt")
        if self._manner == "told" and not told:
            return reply
        continued = reply.removeprefix(begun)
        return begun + continued if self._manner == "repeat" else continued

    def _prompts(self, prompt: str | list) -> list[str]:
        if isinstance(prompt, str):
            return [prompt]
        if all(isinstance(token, int) for token in prompt):
            return [self._decode(prompt)]
        return [text for part in prompt for text in self._prompts(part)]

    def _plain(self, prompt: str) -> str | None:
        reply = self._reply(prompt)
        return reply.removeprefix(TOT_PREFILL) if reply and prompt.endswith(TOT_PREFILL) else reply

    def _reply(self, prompt: str) -> str | None:
        asked = [question for question in self._replies if question in prompt]
        if len(asked) != 1:
            raise RefusedError(404, f"a prompt with {len(asked)} known questions")
        with self._lock:
            faults = self.faults.get(asked[0])
            fault = faults.pop(0) if faults else None
        if fault == SLOW:
            self.released.wait(timeout=10)
        elif fault:
            raise RefusedError(fault, "try again")
        return self._replies[asked[0]]


def serving(*arguments: Any, **options: Any) -> AbstractContextManager[Server]:
    """Return a running server with these arguments of `Server`."""
    return running(Server(*arguments, **options))


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self):
        payload = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            status, answer = 200, self.server.answer(self.path, payload)
        except RefusedError as error:
            status, answer = error.status, {"error": {"message": str(error)}}
        body = json.dumps(answer).encode()
        with suppress(ConnectionError):  # the client may have left
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *_):
        """Keep quiet."""
