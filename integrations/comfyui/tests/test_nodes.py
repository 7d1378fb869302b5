"""The nodes against a real service (PALATE_URL, PALATE_API_KEY) and a stand-in for ComfyUI."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import random
import socket
import sys
import threading
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import stand_in

torch = pytest.importorskip("torch")
stand_in.install()

FOLDER = Path(__file__).parent.parent
spec = importlib.util.spec_from_file_location("palate_nodes", FOLDER / "__init__.py", submodule_search_locations=[str(FOLDER)])
assert spec and spec.loader
pack = importlib.util.module_from_spec(spec)
sys.modules["palate_nodes"] = pack
spec.loader.exec_module(pack)
nodes = sys.modules["palate_nodes.nodes"]
palate_client = sys.modules["palate_nodes.palate_client"]
PalateError = palate_client.PalateError


def call(method: str, path: str, body: Any = None) -> Any:
    request = urllib.request.Request(
        os.environ["PALATE_URL"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": f"Bearer {os.environ['PALATE_API_KEY']}", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read())


def image(is_warm: bool, seed: int) -> Any:
    chance = random.Random(seed * 2 + is_warm)
    pixels = torch.zeros(64, 64, 3)
    for _ in range(30):
        strong, weak = chance.uniform(0.6, 1), chance.uniform(0, 0.35)
        colour = [strong, chance.uniform(0.2, 0.6), weak] if is_warm else [weak, chance.uniform(0.2, 0.6), strong]
        x, y = chance.randrange(64), chance.randrange(64)
        pixels[y : y + chance.randint(8, 40), x : x + chance.randint(8, 40)] = torch.tensor(colour)
    return pixels


def batch(*warmths: bool, seed: int = 0) -> Any:
    return torch.stack([image(is_warm, seed + number) for number, is_warm in enumerate(warmths)])


def run(node: Any, **inputs: Any) -> Any:
    return asyncio.run(node.execute(**inputs))


@pytest.fixture(scope="module")
def profile() -> str:
    """Taught by the node itself; a person commits."""
    made = call("POST", "/v1/profiles", {"projectId": "comfy", "name": uuid.uuid4().hex, "seed": "Warm colours."})
    run(nodes.PalateTeach, profile=made["name"], good=batch(*[True] * 8), bad=batch(*[False] * 8))
    working = call("GET", f"/v1/profiles/{made['id']}")["profileData"]["workingChanges"]
    assert sorted(exemplar["label"] for exemplar in working["exemplars"]) == ["bad"] * 8 + ["good"] * 8
    version = {"id": "v1", "branchId": "main", "parentVersionId": None, "message": "taught", "snapshot": working, "createdAt": "2026-01-01T00:00:00.000Z"}
    empty: dict[str, Any] = {"constraints": [], "exemplars": [], "comparisons": []}
    data = {"versions": [version], "branches": [{"id": "main", "headVersionId": "v1"}], "workingChanges": empty}
    call("PATCH", f"/v1/profiles/{made['id']}", {"profileData": data})
    return str(made["name"])


def test_ids_and_types_of_the_nodes_are_what_workflows_refer_to() -> None:
    schemas = [node.define_schema() for node in asyncio.run(asyncio.run(pack.comfy_entrypoint()).get_node_list())]
    assert [schema.node_id for schema in schemas] == ["PalateScore", "PalateGate", "PalatePick", "PalateTeach", "PalateBrief"]
    widgets = {input.id for schema in schemas for input in schema.inputs}
    assert not any("key" in widget or "url" in widget for widget in widgets)


def test_example_workflows_use_nodes_and_inputs_that_exist() -> None:
    inputs = {node.define_schema().node_id: {input.id for input in node.define_schema().inputs} for node in nodes.NODES}
    paths = sorted((FOLDER / "example_workflows").glob("*.json"))
    assert len(paths) == 2
    for path in paths:
        graph = json.loads(path.read_text())
        ours = [node for node in graph.values() if node["class_type"].startswith("Palate")]
        assert ours
        for node in ours:
            assert set(node["inputs"]) <= inputs[node["class_type"]]
        for node in graph.values():
            links = [value for value in node["inputs"].values() if isinstance(value, list)]
            assert all(source in graph for source, _ in links)


def test_score_gives_a_float_for_each_image_and_the_range(profile: str) -> None:
    output = run(nodes.PalateScore, images=batch(True, False, True, seed=50), profile=profile, dimension="aesthetics")
    scores, text = output.args
    assert scores[0] > 0.5 > scores[1] and scores[2] > 0.5
    assert text.startswith(f"min {min(scores):.2f}, median ") and "the profile passes" in text
    assert output.ui.value == text


def test_gate_splits_a_batch_and_blocks_what_follows_an_empty_side(profile: str) -> None:
    images = batch(True, False, True, seed=70)
    accepted, rejected, count, other, _ = run(
        nodes.PalateGate, images=images, profile=profile, dimension="aesthetics", threshold=0.5
    ).args
    assert (count, other) == (2, 1)
    assert torch.equal(accepted, images[[0, 2]]) and torch.equal(rejected, images[[1]])
    none, everything, count, other, _ = run(
        nodes.PalateGate, images=batch(False, False, seed=71), profile=profile, dimension="aesthetics", threshold=0.0
    ).args
    assert isinstance(none, stand_in.ExecutionBlocker) and none.message is None
    assert (count, other, len(everything)) == (0, 2, 2)


def test_a_blank_image_never_passes_the_gate(profile: str) -> None:
    blank = torch.ones(1, 64, 64, 3)
    gate = run(nodes.PalateGate, images=blank, profile=profile, dimension="aesthetics", threshold=0.01)
    assert gate.args[2] == 0


def test_pick_keeps_the_best_in_order(profile: str) -> None:
    images = batch(False, True, False, True, seed=90)
    best, scores, _ = run(nodes.PalatePick, images=images, profile=profile, dimension="aesthetics", keep=2).args
    assert scores == sorted(scores, reverse=True)
    assert {index for index in range(4) if any(torch.equal(images[index], kept) for kept in best)} == {1, 3}


def test_brief_is_a_prompt_and_a_text(profile: str) -> None:
    prompt, brief = run(nodes.PalateBrief, profile=profile).args
    assert prompt.startswith("Warm colours") and "\n" not in prompt
    assert brief.startswith("#")


@pytest.mark.parametrize(
    ("images", "words"),
    [
        (torch.zeros(64, 64, 3), "batch"),
        (torch.zeros(1, 3, 64, 64), "batch"),
        (torch.full((1, 8, 8, 3), float("nan")), "not numbers"),
        (torch.full((1, 8, 8, 3), 255.0), "0 to 1"),
        (None, "batch"),
    ],
)
def test_images_of_the_wrong_shape_or_range_are_clear_errors(profile: str, images: Any, words: str) -> None:
    with pytest.raises(PalateError, match=words):
        run(nodes.PalateScore, images=images, profile=profile, dimension="aesthetics")


def test_an_image_that_is_none_keeps_its_place_in_the_batch(profile: str) -> None:
    images = batch(True, False, True, seed=140)
    images[1] = float("nan")
    scores, text = run(nodes.PalateScore, images=images, profile=profile, dimension="aesthetics").args
    assert scores[0] > 0.5 and scores[1] != scores[1] and scores[2] > 0.5
    assert "2: not scored: it has pixels that are not numbers" in text
    gate = run(nodes.PalateGate, images=images, profile=profile, dimension="aesthetics", threshold=0.5).args
    assert torch.equal(gate[0], images[[0, 2]]) and gate[3] == 1
    with pytest.raises(PalateError, match="bad image 2 cannot be taught: it has pixels"):
        run(nodes.PalateTeach, profile=profile, bad=images)


def test_a_key_that_is_revoked_is_a_clear_error(profile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = call("POST", "/api/api-keys", {"name": "soon revoked"})
    monkeypatch.setenv("PALATE_API_KEY", made["key"])
    run(nodes.PalateScore, images=batch(True), profile=profile, dimension="aesthetics")
    call("DELETE", f"/api/api-keys?id={made['id']}")
    with pytest.raises(PalateError, match="revoked_api_key"):
        run(nodes.PalateScore, images=batch(True), profile=profile, dimension="aesthetics")


class DyingService(BaseHTTPRequestHandler):
    """Hangs up on the first requests, and then answers for a while."""

    keys: list[str] = []
    deaths = 2

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        DyingService.keys.append(self.headers["idempotency-key"])
        if len(DyingService.keys) <= DyingService.deaths:
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        content = json.dumps({"scores": [{"frame_id": "0", "aesthetics": 0.5}]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None: ...


def test_a_service_that_dies_in_the_middle_is_asked_again_under_one_idempotency_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), DyingService)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("PALATE_URL", f"http://127.0.0.1:{server.server_address[1]}")
    monkeypatch.setattr(palate_client, "FIRST_PAUSE_S", 0)
    for deaths in (2, 99):
        monkeypatch.setattr(DyingService, "deaths", deaths)
        DyingService.keys.clear()
        if deaths == 2:
            scores = run(nodes.PalateScore, images=batch(True), profile="prof_x", dimension="aesthetics").args[0]
            assert scores == [0.5] and len(DyingService.keys) == 3
        else:
            with pytest.raises(PalateError, match="no response from"):
                run(nodes.PalateScore, images=batch(True), profile="prof_x", dimension="aesthetics")
        assert len(set(DyingService.keys)) == 1
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PALATE_API_KEY", "", "set PALATE_API_KEY"),
        ("PALATE_API_KEY", "plt_wrong", "invalid_api_key"),
        ("PALATE_URL", "http://127.0.0.1:1", "no response"),
    ],
)
def test_wrong_settings_are_clear_errors(
    profile: str, name: str, value: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    monkeypatch.setattr(palate_client, "ATTEMPTS_MAX", 1)
    with pytest.raises(PalateError, match=words) as caught:
        run(nodes.PalateScore, images=batch(True), profile=profile, dimension="aesthetics")
    assert "plt_" not in str(caught.value)


@pytest.mark.parametrize(("name", "words"), [("", "name the profile"), ("No such profile", "there is no profile")])
def test_a_profile_that_does_not_exist_is_a_clear_error(name: str, words: str) -> None:
    with pytest.raises(PalateError, match=words):
        run(nodes.PalateScore, images=batch(True), profile=name, dimension="aesthetics")


def test_a_batch_larger_than_a_request_is_sent_in_parts(profile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    images = batch(True, False, True, seed=120)
    whole = run(nodes.PalateScore, images=images, profile=profile, dimension="aesthetics").args[0]
    monkeypatch.setattr(palate_client, "BYTES_PER_REQUEST_MAX", 1)
    assert run(nodes.PalateScore, images=images, profile=profile, dimension="aesthetics").args[0] == whole


def test_taught_images_keep_their_prompt(profile: str) -> None:
    run(nodes.PalateTeach, profile=profile, good=batch(True, seed=900), prompt="A lamp")
    assert [frame.get("prompt") for frame in call("GET", "/api/frames?limit=1")["frames"]] == ["A lamp"]


def test_teaching_nothing_is_a_clear_error(profile: str) -> None:
    with pytest.raises(PalateError, match="connect good or bad"):
        run(nodes.PalateTeach, profile=profile)
