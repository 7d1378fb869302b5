"""What the package does with a real service."""

from __future__ import annotations

import base64
import io
import weakref
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image
from conftest import KEY, URL, WARM, Service, picture

import palate


def test_scores_one_picture_with_its_verdict(p: palate.Palate) -> None:
    score = p.score(picture(True, 100))
    assert score.value is not None and score.value > 0.5
    assert float(score) == score.value
    assert score.verdict in ("pass", "revise", "fail")
    assert score.threshold is not None and score.certainty is not None and score.novelty is not None
    assert score.model


def test_takes_paths_bytes_addresses_images_arrays_and_tensors_for_the_same_picture(
    p: palate.Palate, tmp_path: Path
) -> None:
    torch = pytest.importorskip("torch")
    image = picture(True, 101)
    path = tmp_path / "é picture.png"
    image.save(path)
    pixels = numpy.asarray(image)
    scores = p.score(
        [
            image,
            path,
            str(path),
            path.read_bytes(),
            bytearray(path.read_bytes()),
            pixels,
            pixels / 255,
            torch.tensor(pixels),
            torch.tensor(pixels / 255, dtype=torch.float16).permute(2, 0, 1),
            torch.tensor(pixels / 255, dtype=torch.float32, requires_grad=True),
            p.upload(image)["url"],
        ]
    )
    assert len({score.value for score in scores}) == 1


def test_a_list_a_generator_and_a_batch_of_pixels_keep_their_order(p: palate.Palate) -> None:
    images = [picture(n % 2 == 0, 200 + n) for n in range(6)]
    listed = p.score(images)
    generated = p.score(image for image in images)
    stacked = p.score(numpy.stack([numpy.asarray(image) for image in images]))
    assert [score.value for score in listed] == [score.value for score in generated]
    assert [score.value for score in listed] == [score.value for score in stacked]
    assert all((score.value or 0) > 0.5 for score in listed[::2])
    assert all((score.value or 1) < 0.5 for score in listed[1::2])
    assert [score.index for score in listed] == list(range(6))
    assert listed[0].image is images[0] and generated[0].image is None


def test_no_pictures_are_an_empty_list(p: palate.Palate) -> None:
    assert list(p.score([])) == []
    assert list(p.pick([])) == []
    assert p.reward([]) == []


def test_more_than_fifty_pictures_become_batches_with_errors_in_their_places(
    p: palate.Palate, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("palate._requests.FRAMES_PER_BATCH_MAX", 40)
    corrupt, missing = b"GIF89a nonsense", tmp_path / "missing.png"

    def pictures() -> Any:
        for n in range(130):
            yield {17: corrupt, 60: missing, 129: numpy.zeros((5, 5, 7))}.get(n) if n in (17, 60, 129) else picture(
                n % 2 == 0, n % 5
            )

    scores = p.score(pictures())
    assert len(scores) == 130 and [score.index for score in scores] == list(range(130))
    assert {score.index: score.error.code for score in scores.errors if score.error} == {
        17: "not_an_image",
        60: "file_unreadable",
        129: "invalid_picture",
    }
    alone = p.score([picture(True, 0), picture(False, 1)])
    assert [scores[0].value, scores[1].value] == [score.value for score in alone]
    assert scores[0].verdict == alone[0].verdict and scores[0].model == alone[0].model
    cold = picture(False, 1)
    assert p.score(cold).suggestions and p.score([cold])[0].suggestions and not scores[1].suggestions
    assert p.score([cold] * 60, suggestions=True)[59].suggestions == p.score(cold).suggestions
    assert not p.score(cold, suggestions=False).suggestions and not p.pick([cold])[0].suggestions


def test_a_key_that_is_revoked_in_the_middle_is_an_error_and_nothing_more_is_sent(
    service: Service, warm: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("palate._sync.BATCHES_AT_ONCE_MAX", 1)
    monkeypatch.setattr("palate._requests.FRAMES_PER_BATCH_MAX", 20)
    made = service.call("POST", "/api/api-keys", json={"name": "soon revoked"})
    read: list[int] = []

    def pictures() -> Any:
        for n in range(200):
            if n == 50:
                service.call("DELETE", "/api/api-keys", params={"id": made["id"]})
            read.append(n)
            yield picture(True, n % 3)

    with palate.connect(warm["id"], url=URL, key=made["key"]) as p, pytest.raises(palate.PalateError) as caught:
        p.score(pictures())
    assert (caught.value.code, caught.value.status) == ("revoked_api_key", 401)
    assert len(read) < 100


def test_a_generator_is_read_as_it_is_sent(p: palate.Palate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("palate._requests.FRAMES_PER_BATCH_MAX", 10)
    held: "weakref.WeakValueDictionary[int, Image.Image]" = weakref.WeakValueDictionary()
    most: list[int] = []

    def pictures(count: int) -> Any:
        for n in range(count):
            image = picture(n % 2 == 0, n % 4)
            held[n] = image
            most.append(len(held))
            yield image

    assert len(p.score(pictures(120))) == 120
    assert len(p.reward(pictures(60), (None for _ in range(60)))) == 60
    assert max(most) < 10


def test_what_does_not_fit_into_one_request_is_split(p: palate.Palate, monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.BytesIO()
    picture(True, 0).save(output, "PNG")
    address = "data:image/png;base64," + base64.b64encode(output.getvalue()).decode()
    whole = p.reward([address] * 5)
    monkeypatch.setattr("palate._requests.BYTES_PER_REQUEST_MAX", 2 * len(address) + 1)
    assert p.reward([address] * 5) == whole
    assert [score.error for score in p.score([address] * 60)] == [None] * 60
    too_long = "data:image/png;base64," + "A" * (30 * 2**20)
    assert [score.error.code if score.error else None for score in p.score([address, too_long])] == [
        None,
        "body_too_large",
    ]


def test_one_picture_that_cannot_be_scored_raises(p: palate.Palate, tmp_path: Path) -> None:
    for wrong, code in (
        (b"no picture", "not_an_image"),
        (b"", "invalid_picture"),
        (tmp_path / "none.png", "file_unreadable"),
        (tmp_path, "file_unreadable"),
        ("frame:none", "frame_not_found"),
        ("http://127.0.0.1:1/x.png", "url_forbidden"),
        (numpy.full((8, 8, 3), 2.0), "invalid_picture"),
        (numpy.full((8, 8, 3), numpy.nan), "invalid_picture"),
        (numpy.full((8, 8, 3), -1), "invalid_picture"),
        (numpy.zeros((8,)), "invalid_picture"),
        (numpy.zeros((0, 8, 3)), "invalid_picture"),
        (numpy.full((8, 8, 3), "a"), "invalid_picture"),
        (bytes(10 * 2**20 + 1), "body_too_large"),
        (7, "invalid_argument"),
    ):
        with pytest.raises(palate.PalateError) as caught:
            p.score(wrong)  # type: ignore[call-overload]
        assert caught.value.code == code, wrong


def test_picks_the_best(p: palate.Palate) -> None:
    images = [picture(False, 301), picture(True, 302), picture(False, 303), picture(True, 304)]
    picked = p.pick(images, keep=2)
    assert {score.index for score in picked} == {1, 3}
    assert (picked[0].value or 0) >= (picked[1].value or 0)
    assert picked.images[0] is images[picked[0].index]
    with pytest.raises(palate.PalateError, match="keep is at least 1"):
        p.pick(images, keep=0)


def test_teaching_records_working_changes_and_replaces_them(service: Service) -> None:
    profile = service.profile()
    first, second, third = picture(True, 401), picture(False, 402), picture(True, 403)
    with palate.connect(profile["id"], url=URL, key=KEY) as p:
        added = p.teach(good=[first], bad=[second], better=[(first, third)])
        assert [len(added["exemplars"]), len(added["comparisons"])] == [2, 1]
        p.teach(bad=[first])
        with pytest.raises(palate.PalateError, match="nothing to teach"):
            p.teach()
    working = service.working(profile["id"])
    assert [exemplar["label"] for exemplar in working["exemplars"]] == ["bad", "bad"]
    assert working["comparisons"][0]["winner"] == working["comparisons"][0]["frameA"]["id"]


def test_more_judgements_than_a_request_takes_are_split(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("palate._sync.ELEMENTS_PER_REQUEST_MAX", 3)
    profile = service.profile()
    with palate.connect(profile["id"], url=URL, key=KEY) as p:
        added = p.teach(good=[picture(True, n) for n in range(5)], bad=[picture(False, n) for n in range(2)])
    assert len(added["exemplars"]) == 7 and added["budget"]["labels"]["used"] == 7
    assert len(service.working(profile["id"])["exemplars"]) == 7


def test_reads_brief_threshold_and_suggestions(p: palate.Palate) -> None:
    assert p.brief().startswith("#")
    assert '"palette"' in p.brief("json")
    assert 0 < p.threshold()["pass"] < 1
    assert "suggestions" in p.suggestions(limit=3)
    with pytest.raises(palate.PalateError) as caught:
        p.brief("poem")
    assert (caught.value.code, caught.value.status) == ("invalid_request", 400) and caught.value.request_id


def test_a_profile_is_found_by_its_name(service: Service, warm: Any) -> None:
    with palate.connect(WARM, url=URL, key=KEY) as p:
        assert p.score(picture(True, 1)).value is not None
        assert WARM in {profile["name"] for profile in p.profiles()}
    name = service.profile(project="one")["name"]
    service.profile(name, project="two")
    for wrong, code in ((name, "invalid_argument"), ("No such name", "profile_not_found"), ("prof_none", "profile_not_found")):
        with palate.connect(wrong, url=URL, key=KEY) as p, pytest.raises(palate.PalateError) as caught:
            p.brief()
        assert caught.value.code == code


def test_a_score_key_scores_by_id_and_is_told_why_it_cannot_find_names(service: Service, warm: Any) -> None:
    key = service.call("POST", "/api/api-keys", json={"name": "CI", "scopes": ["score"]})["key"]
    with palate.connect(warm["id"], url=URL, key=key) as p:
        assert p.score([picture(True, 1)])[0].value is not None
    with palate.connect(WARM, url=URL, key=key) as p, pytest.raises(palate.PalateError, match="give the id"):
        p.score(picture(True, 1))


def test_a_revoked_key_is_an_error_with_its_code(service: Service, warm: Any) -> None:
    made = service.call("POST", "/api/api-keys", json={"name": "soon revoked"})
    with palate.connect(warm["id"], url=URL, key=made["key"]) as p:
        p.brief()
        service.call("DELETE", "/api/api-keys", params={"id": made["id"]})
        with pytest.raises(palate.PalateError) as caught:
            p.score([picture(True, n) for n in range(3)])
    assert (caught.value.code, caught.value.status) == ("revoked_api_key", 401)
    assert made["key"] not in str(caught.value)


async def test_the_asynchronous_client_does_the_same(p: palate.Palate, warm: Any) -> None:
    images = [picture(n % 2 == 0, 500 + n) for n in range(60)]
    async with palate.aconnect(WARM, url=URL, key=KEY) as client:
        scores = await client.score(images)
        assert await client.brief() == p.brief()
        assert [score.index for score in await client.pick(images[:4], keep=1)] == [
            score.index for score in p.pick(images[:4], keep=1)
        ]
    assert [score.value for score in scores] == [score.value for score in p.score(images)]


def test_a_notebook_shows_picture_bar_and_reasons(p: palate.Palate) -> None:
    shown = p.score(picture(False, 600))._repr_html_()
    assert "data:image/jpeg;base64," in shown and "<b>0." in shown
    scores = p.score([picture(True, 601), b"<script>", picture(False, 602)])
    strip = scores._repr_html_()
    assert strip.count("<img") == 2 and "<script>" not in strip
    assert strip.index(f"{max(score.value or 0 for score in scores):.2f}") < strip.index("not_an_image")


def test_an_uploaded_picture_keeps_its_name(p: palate.Palate, tmp_path: Path) -> None:
    output = io.BytesIO()
    picture(True, 700).save(output, "JPEG")
    (tmp_path / "cover.jpg").write_bytes(output.getvalue())
    frame = p.upload(tmp_path / "cover.jpg")
    assert (frame["name"], frame["contentType"], frame["width"]) == ("cover.jpg", "image/jpeg", 96)
    seed = 2**64 - 1
    made = p.upload(tmp_path / "cover.jpg", prompt="A lamp", group="run 1", seed=seed)
    assert (made["id"], made.get("prompt"), made.get("group"), made.get("seed")) == (frame["id"], "A lamp", "run 1", str(seed))
    with pytest.raises(palate.PalateError, match="address"):
        p.upload("https://example.com/a.png")
