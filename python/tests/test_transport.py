"""What the package does when the other end fails. The far end is a server of the test."""

from __future__ import annotations

import json
import pickle
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Iterator

import pytest

import palate

Answer = Callable[[BaseHTTPRequestHandler, int], None]


class FarEnd:
    """Answers each request as the test says, and records them."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.requests: list[tuple[str, str, dict[str, str]]] = []
        end = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                self.rfile.read(int(self.headers.get("content-length", 0)))
                end.requests.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}))
                number = len(end.requests) - 1
                end.answers[min(number, len(end.answers) - 1)](self, number)

            do_GET = do_POST = handle_any

            def log_message(self, format: str, *args: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def far() -> Iterator[FarEnd]:
    end = FarEnd()
    yield end
    end.server.shutdown()
    end.server.server_close()


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    pauses: list[float] = []
    monkeypatch.setattr("palate._sync.sleep", pauses.append)
    return pauses


def says(status: int, body: Any, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler, _: int) -> None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {"content-length": str(len(content)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def hangs_up(handler: BaseHTTPRequestHandler, _: int) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def stream(*lines: Any) -> Answer:
    """A stream without an end of its own: the connection breaks behind its last line."""

    def answer(handler: BaseHTTPRequestHandler, _: int) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "application/x-ndjson")
        handler.send_header("transfer-encoding", "chunked")
        handler.end_headers()
        for line in lines:
            content = line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n"
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(content), content))
        if isinstance(lines[-1], dict) and lines[-1].get("type") == "done":
            handler.wfile.write(b"0\r\n\r\n")
        else:
            hangs_up(handler, 0)

    return answer


def connect(far: FarEnd, **options: Any) -> palate.Palate:
    return palate.connect("prof_x", url=far.url, key="plt_x", **options)


def problem(code: str, status: int) -> Any:
    return {"type": "x", "title": "T", "status": status, "detail": "D", "code": code, "requestId": "r1"}


def test_refused_requests_are_repeated_after_the_pause_that_the_service_asks_for(
    far: FarEnd, no_pauses: list[float]
) -> None:
    far.answers = [
        says(429, problem("rate_limited", 429), retry_after="7"),
        says(503, problem("unavailable", 503)),
        says(200, b"# Brief"),
    ]
    assert connect(far).brief() == "# Brief"
    assert no_pauses[0] == 7 and 0.75 <= no_pauses[1] <= 1.25


def test_a_pause_is_never_longer_than_a_minute(far: FarEnd, no_pauses: list[float]) -> None:
    far.answers = [says(503, problem("unavailable", 503), retry_after="86400"), says(200, b"")]
    connect(far).brief()
    assert no_pauses == [60]


def test_retries_end_and_the_last_error_is_raised(far: FarEnd) -> None:
    far.answers = [says(503, problem("unavailable", 503))]
    with pytest.raises(palate.PalateError) as caught:
        connect(far, max_retries=1).brief()
    assert (caught.value.code, caught.value.request_id, len(far.requests)) == ("unavailable", "r1", 2)


def test_what_is_wrong_is_not_repeated(far: FarEnd) -> None:
    far.answers = [says(404, problem("profile_not_found", 404))]
    with pytest.raises(palate.PalateError, match="profile_not_found: D"):
        connect(far).brief()
    assert len(far.requests) == 1


def test_a_change_is_repeated_under_one_idempotency_key(far: FarEnd) -> None:
    added = {"constraints": [], "exemplars": [{}], "comparisons": [], "budget": {}}
    far.answers = [hangs_up, says(201, added)]
    connect(far).teach(good=["https://example.com/a.png"])
    keys = {headers["idempotency-key"] for _, _, headers in far.requests}
    assert len(far.requests) == 2 and len(keys) == 1


def test_what_is_not_palate_is_said_to_be_so(far: FarEnd) -> None:
    for answer in (
        says(200, b"<html>"),
        says(404, b"<html>"),
        says(302, b"", location="http://127.0.0.1:1/"),
        says(500, b"[1]"),
    ):
        far.answers, far.requests = [answer], []
        with pytest.raises(palate.PalateError) as caught:
            connect(far).threshold()
        assert caught.value.code == "invalid_response" and "Palate service" in caught.value.message


def test_a_service_that_does_not_answer_is_a_timeout(far: FarEnd) -> None:
    far.answers = [lambda handler, _: time.sleep(2)]
    with pytest.raises(palate.PalateError) as caught:
        connect(far, timeout=0.2, max_retries=0).brief()
    assert caught.value.code == "timeout"


def test_nobody_listening_is_a_lost_connection() -> None:
    with pytest.raises(palate.PalateError) as caught:
        palate.connect("prof_x", url="http://127.0.0.1:1", key="plt_x").brief()
    assert caught.value.code == "connection_failed"


def test_a_batch_goes_on_behind_its_last_result_and_is_submitted_once(
    far: FarEnd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("palate._sync.FRAMES_PER_REQUEST_MAX", 0)

    def line(n: int) -> Any:
        return {"type": "score", "seq": n + 1, "frame_id": str(n), "aesthetics": n / 10}

    head = {"type": "batch", "batch_id": "b", "model": "m"}
    far.answers = [
        hangs_up,
        says(202, {"batch_id": "b"}),
        stream(head, line(0), b'{"type":"score","se'),
        says(503, problem("unavailable", 503)),
        stream(head, line(1)),
        hangs_up,
        stream(head, line(2), {"type": "done", "status": "completed"}),
    ]
    scores = connect(far).score(["https://e.com/a", "https://e.com/b", "https://e.com/c"])
    assert [score.value for score in scores] == [0.0, 0.1, 0.2]
    submissions = [headers["idempotency-key"] for method, _, headers in far.requests if method == "POST"]
    assert len(submissions) == 2 and len(set(submissions)) == 1
    assert [path.partition("?")[2] for method, path, _ in far.requests if method == "GET"] == [
        "", "after=1", "after=1", "after=2", "after=2",
    ]


def test_a_batch_is_submitted_to_a_service_that_takes_its_time_to_restart(
    far: FarEnd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("palate._sync.FRAMES_PER_REQUEST_MAX", 0)
    gone = [says(503, problem("unavailable", 503)), hangs_up] * 3
    done = {"type": "done", "status": "completed"}
    line = {"type": "score", "seq": 1, "frame_id": "0", "aesthetics": 0.5}
    far.answers = [*gone, says(202, {"batch_id": "b"}), stream(line, done)]
    assert connect(far).score(["https://e.com/a"])[0].value == 0.5
    keys = {headers["idempotency-key"] for method, _, headers in far.requests if method == "POST"}
    assert len(far.requests) == 8 and len(keys) == 1


def test_a_result_that_never_came_is_an_error_and_not_a_shorter_list(
    far: FarEnd, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = ["https://e.com/a", "https://e.com/b"]
    far.answers = [says(200, {"scores": [{"frame_id": "1", "aesthetics": 0.5}]})]
    with pytest.raises(palate.PalateError, match="no result for 1 pictures"):
        connect(far).score(addresses)
    far.answers = [says(200, {"rewards": []})]
    with pytest.raises(palate.PalateError, match="no result for 2 pictures"):
        connect(far).reward(addresses)
    monkeypatch.setattr("palate._sync.FRAMES_PER_REQUEST_MAX", 0)
    far.requests = []
    far.answers = [says(202, {"batch_id": "b"}), stream({"type": "done", "status": "completed"})]
    with pytest.raises(palate.PalateError, match="no result for 2 pictures"):
        connect(far).score(addresses)


def test_a_stream_that_never_moves_on_ends(far: FarEnd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("palate._sync.FRAMES_PER_REQUEST_MAX", 0)
    far.answers = [says(202, {"batch_id": "b"}), stream({"type": "batch", "batch_id": "b"})]
    with pytest.raises(palate.PalateError) as caught:
        connect(far).score(["https://e.com/a"])
    assert caught.value.code == "connection_failed" and len(far.requests) == 10


def test_a_batch_that_fails_is_an_error(far: FarEnd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("palate._sync.FRAMES_PER_REQUEST_MAX", 0)
    far.answers = [
        says(202, {"batch_id": "b"}),
        stream({"type": "batch", "batch_id": "b"}, {"type": "done", "status": "failed"}),
    ]
    with pytest.raises(palate.PalateError, match="ended as failed"):
        connect(far).score(["https://e.com/a"])


def test_settings_are_checked_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PALATE_URL", "PALATE_API_KEY", "PALATE_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    for options, code in (
        ({"key": "plt_x", "url": "127.0.0.1:8080"}, "invalid_argument"),
        ({}, "missing_api_key"),
        ({"key": "plt_ü"}, "invalid_api_key"),
        ({"key": "plt_x", "branch": "a", "version": "b"}, "invalid_argument"),
    ):
        with pytest.raises(palate.PalateError) as caught:
            palate.connect("x", **options)  # type: ignore[arg-type]
        assert caught.value.code == code
    with pytest.raises(palate.PalateError, match="name the profile"):
        palate.connect(key="plt_x").brief()


def test_settings_come_from_the_environment(far: FarEnd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PALATE_URL", far.url + "/")
    monkeypatch.setenv("PALATE_API_KEY", "plt_env\n")
    monkeypatch.setenv("PALATE_PROFILE", "prof_env")
    far.answers = [says(200, b"")]
    palate.connect().brief()
    assert far.requests[0][1].startswith("/v1/profiles/prof_env/brief")
    assert far.requests[0][2]["authorization"] == "Bearer plt_env"


def test_prompts_and_groups_are_as_many_as_pictures(far: FarEnd) -> None:
    addresses = ["https://e.com/a", "https://e.com/b"]
    for wrong in (["a"], ["a", "b", "c"]):
        for options in ({"prompts": wrong}, {"groups": wrong}, {"prompts": ["a", "b"], "groups": wrong}):
            with pytest.raises(palate.PalateError, match="than prompts or groups"):
                connect(far).reward(addresses, **options)
    assert far.requests == []


def test_errors_travel_between_processes() -> None:
    error = palate.PalateError("rate_limited", "later", status=429, request_id="r")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.code, copy.status, copy.request_id, str(copy)) == ("rate_limited", 429, "r", str(error))
