"""The asynchronous client. `scripts/make_sync.py` makes `_sync.py` from this file."""

from __future__ import annotations

import hashlib
import json
from collections import deque
from types import TracebackType
from typing import Any, AsyncIterator, Iterable, Iterator, Mapping, Sequence, cast, overload

from . import types
from ._errors import PalateError
from ._http import http
from ._pictures import UPLOADED_BYTES_MAX, Address, File, Picture, is_many, to_sendable
from ._requests import (
    BATCHES_AT_ONCE_MAX,
    BYTES_PER_REQUEST_MAX,
    ELEMENTS_PER_REQUEST_MAX,
    FRAMES_PER_REQUEST_MAX,
    Call,
    Chunk,
    Filling,
    Prompted,
    Settings,
    chunks_of,
    error_from,
    failed,
    frame_error,
    grouped,
    idempotency_key,
    may_repeat,
    only_profile,
    path_of,
    pause_s,
    require_all,
    score_of,
    scores_from,
    settings_from,
)
from ._results import Score, Scores
from ._wait_async import apart, sleep

_NDJSON = {"accept": "application/x-ndjson"}
# About a minute and a half: a service that restarts is back by then. A batch goes on, and its results are kept for a week.
_RESUMES_MAX = 8
_ID_CHARACTERS_MAX = 255


def aconnect(
    profile: str | None = None,
    *,
    url: str | None = None,
    key: str | None = None,
    dimension: str = "aesthetics",
    branch: str | None = None,
    version: str | None = None,
    person: str | None = None,
    timeout: float = 60.0,
    max_retries: int = 2,
) -> AsyncPalate:
    """
    A client for one profile, given by its name or id.

    Without arguments, `PALATE_URL`, `PALATE_API_KEY` and `PALATE_PROFILE` are used. A branch or version pins the state that
    scores; a person's id scores by that person's taste. Nothing is sent before the first call.
    """
    return AsyncPalate(
        settings_from(profile, url, key, dimension, branch, version, person, timeout, max_retries)
    )


class AsyncPalate:
    """A taste, as a service answers for it. Made by `aconnect`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._profile_id: str | None = None
        self._project_id: str | None = None
        self._http = http.AsyncClient(
            timeout=settings.timeout_s,
            headers={"authorization": f"Bearer {settings.key}", "user-agent": "palate-python/0.1.0"},
        )

    async def __aenter__(self) -> AsyncPalate:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._http.aclose()

    @overload
    async def score(
        self, pictures: Picture, *, dimension: str | None = None, suggestions: bool | None = None
    ) -> Score: ...
    @overload
    async def score(
        self,
        pictures: list[Any] | tuple[Any, ...] | Iterator[Any],
        *,
        dimension: str | None = None,
        suggestions: bool | None = None,
    ) -> Scores: ...
    async def score(
        self,
        pictures: Picture | list[Any] | tuple[Any, ...] | Iterator[Any],
        *,
        dimension: str | None = None,
        suggestions: bool | None = None,
    ) -> Score | Scores:
        """
        Scores a picture, or each of a list, a generator or a batch of pixels.

        One picture that cannot be scored raises its error. In a list it keeps its place, with an `error`. More than 50
        pictures are sent as batches, which survive a lost connection and a restart of the service. They get no
        suggestions unless you ask for them: finding those of one picture takes as long as scoring ten.
        """
        chosen = dimension or self._settings.dimension
        if is_many(pictures):
            return await self._score_many(pictures, chosen, suggestions)
        scores = await self._score_many([cast(Picture, pictures)], chosen, suggestions)
        if scores[0].error:
            raise scores[0].error
        return scores[0]

    async def pick(self, pictures: Iterable[Picture], keep: int = 1, *, dimension: str | None = None) -> Scores:
        """The best pictures, best first. `images` of the result are the pictures, `index` their positions."""
        if keep < 1:
            raise PalateError("invalid_argument", f"keep is at least 1, not {keep}")
        scores = await self._score_many(pictures, dimension or self._settings.dimension, False)
        scored = [score for score in scores.ranked() if score.error is None]
        if not scored and scores:
            raise cast(PalateError, scores[0].error)
        return Scores(scored[:keep])

    async def reward(
        self,
        pictures: Iterable[Picture],
        prompts: Iterable[str | None] | None = None,
        *,
        groups: Iterable[str | None] | None = None,
        dimension: str | None = None,
        failed: float | None = None,
    ) -> list[float]:
        """
        A reward for each picture, for a training loop: the score in log odds, less what is uncertain and unlike
        everything judged. Within a group, such as the samples of one prompt, rewards are centred.

        A picture that cannot be scored raises its error, or gets the reward `failed` where one is given.
        """
        chosen = dimension or self._settings.dimension
        rewards: dict[int, float] = {}
        async for chunk in self._reward_chunks(grouped(pictures, prompts, groups), failed, rewards):
            body = {
                "profile_id": await self._profile(),
                "dimension": chosen,
                "frames": chunk.frames,
                **self._settings.state(),
            }
            response = await self._json(Call("POST", "/v1/reward", body=body, files=chunk.files))
            for frame in response["rewards"]:
                if frame.get("error") and failed is None:
                    raise frame_error(frame["error"])
                index = int(frame["frame_id"])
                rewards[index] = cast(float, failed) if frame.get("error") else frame["reward"]
            require_all(chunk.indexes, rewards)
        return [rewards[index] for index in sorted(rewards)]

    async def teach(
        self,
        good: Iterable[Picture] = (),
        bad: Iterable[Picture] = (),
        better: Iterable[tuple[Picture, Picture]] = (),
        *,
        dimension: str | None = None,
        prompt: str | None = None,
        group: str | None = None,
    ) -> types.AddedAnnotations:
        """
        Records judgements: good pictures, bad ones, and pairs of which the first is better. They are working changes;
        a person commits them. Judging a picture again replaces its judgement. With the prompt that generated them,
        pictures can be exported as pairs for training; `group` names the run.
        """
        made_with = {"prompt": prompt, "group": group}
        about = {} if dimension is None else {"dimension": dimension}
        exemplars = [
            {"label": label, "url": (await self._reference(picture, made_with))["url"], **about}
            for label, pictures in (("good", good), ("bad", bad))
            for picture in pictures
        ]
        comparisons: list[dict[str, Any]] = []
        for first, second in better:
            winner, other = await self._reference(first, made_with), await self._reference(second, made_with)
            comparisons.append({"frameA": winner, "frameB": other, "winner": winner["id"], **about})
        kinds = [("exemplars", element) for element in exemplars]
        kinds += [("comparisons", element) for element in comparisons]
        if not kinds:
            raise PalateError("invalid_argument", "there is nothing to teach")
        return await self._annotate(kinds)

    async def brief(self, format: str = "markdown") -> str:
        """The taste in words, for a person or a model: `markdown`, `design` (a DESIGN.md) or `json`."""
        path = path_of("v1", "profiles", await self._profile(), "brief")
        response = await self._send(Call("GET", path, {**self._version(), "format": format}))
        return response.text

    async def threshold(self, dimension: str | None = None) -> types.Threshold:
        """The scores that pass and fail, and what they rest on."""
        path = path_of("v1", "profiles", await self._profile(), "threshold")
        query: dict[str, str | None] = {"dimension": dimension or self._settings.dimension, **self._version()}
        return cast(types.Threshold, await self._json(Call("GET", path, query)))

    async def suggestions(self, kind: str | None = None, limit: int = 10) -> types.Suggestions:
        """What to judge next, most useful first."""
        path = path_of("v1", "profiles", await self._profile(), "suggestions")
        query = {"kind": kind, "limit": limit, "person": self._settings.person}
        return cast(types.Suggestions, await self._json(Call("GET", path, query)))

    async def upload(
        self,
        picture: Picture,
        *,
        name: str | None = None,
        prompt: str | None = None,
        group: str | None = None,
        seed: int | str | None = None,
    ) -> types.LibraryFrame:
        """
        Adds a picture to the library of the profile's project. The same bytes are the same frame, to which `prompt`,
        `group` and `seed` are added if it has none.
        """
        sendable = await apart(to_sendable, picture, UPLOADED_BYTES_MAX)
        if isinstance(sendable, Address):
            raise PalateError("invalid_argument", "an address cannot be uploaded: read its picture first")
        query = {"projectId": await self._project()}
        files = [("file", File(sendable.content, name or sendable.name))]
        fields = {"prompt": prompt, "group": group, "seed": None if seed is None else str(seed)}
        call = Call("POST", "/api/frames/upload", query, idempotency_key(), files=files, fields=fields)
        return cast(types.LibraryFrame, await self._json(call))

    async def profiles(self) -> list[types.ProfileSummary]:
        """The profiles that the key can read."""
        profiles: list[types.ProfileSummary] = []
        cursor: str | None = None
        while True:
            page = await self._json(Call("GET", "/v1/profiles", {"cursor": cursor}))
            profiles += page["profiles"]
            cursor = page.get("nextCursor")
            if cursor is None:
                return profiles

    async def _score_many(
        self, pictures: Iterable[Picture], dimension: str, suggestions: bool | None
    ) -> Scores:
        # What the caller holds anyway can be shown with its score. A generator may be longer than the memory.
        images: dict[int, Picture] = dict(enumerate(pictures)) if _is_held(pictures) else {}
        scores: dict[int, Score] = {}
        body = {
            "profile_id": await self._profile(),
            "dimensions": [dimension],
            "verdict": True,
            **self._settings.state(),
        }
        running: deque[tuple[types.Batch, Sequence[int]]] = deque()
        chunks = self._chunks(pictures, images, dimension, scores)
        # Whether there is only one is known when the next was asked for.
        chunk = await anext(chunks, None)
        following = await anext(chunks, None) if chunk else None
        if chunk and following is None and len(chunk.frames) <= FRAMES_PER_REQUEST_MAX:
            members = {"suggestions": suggestions is not False, "frames": chunk.frames}
            call = Call("POST", "/v1/score", body={**body, **members}, files=chunk.files)
            scores.update(scores_from(await self._json(call), dimension, images))
            require_all(chunk.indexes, scores)
            return _in_order(scores)
        while chunk:
            if len(running) == BATCHES_AT_ONCE_MAX:
                await self._read_batch(*running.popleft(), dimension, images, scores)
            members = {"suggestions": suggestions is True, "frames": chunk.frames}
            running.append((await self._submit({**body, **members}, chunk), chunk.indexes))
            chunk, following = following, await anext(chunks, None)
        while running:
            await self._read_batch(*running.popleft(), dimension, images, scores)
        return _in_order(scores)

    async def _chunks(
        self,
        pictures: Iterable[Picture],
        images: Mapping[int, Picture],
        dimension: str,
        scores: dict[int, Score],
    ) -> AsyncIterator[Chunk]:
        """What fits into one request. What cannot be read gets its score here, which is an error."""
        filling = Filling()
        for index, picture in enumerate(pictures):
            try:
                sendable = await apart(to_sendable, picture)
            except PalateError as error:
                scores[index] = failed(index, error, dimension, images.get(index))
                continue
            full = filling.add(Chunk.of(index, sendable))
            if full:
                yield full
        if filling.chunk.frames:
            yield filling.chunk

    async def _reward_chunks(
        self,
        groups: Iterable[Iterable[Prompted]],
        failed: float | None,
        rewards: dict[int, float],
    ) -> AsyncIterator[Chunk]:
        """What fits into one request. The service centres a group, so it stays together."""
        filling = Filling()
        for group in groups:
            members = Chunk()
            for index, picture, prompt, name in group:
                try:
                    sendable = await apart(to_sendable, picture)
                except PalateError:
                    if failed is None:
                        raise
                    rewards[index] = failed
                    continue
                members = members.plus(Chunk.of(index, sendable, prompt=prompt, group=name))
            if members.size > BYTES_PER_REQUEST_MAX:
                raise PalateError("body_too_large", "the pictures of one group have more than 31 MiB")
            full = filling.add(members)
            if full:
                yield full
        if filling.chunk.frames:
            yield filling.chunk

    async def _submit(self, body: dict[str, Any], chunk: Chunk) -> types.Batch:
        headers = {"prefer": "respond-async", **idempotency_key()}
        call = Call("POST", "/v1/score/batch", headers=headers, body=body, files=chunk.files)
        return cast(types.Batch, await self._json(call, self._resumes()))

    async def _read_batch(
        self,
        batch: types.Batch,
        indexes: Sequence[int],
        dimension: str,
        images: Mapping[int, Picture],
        scores: dict[int, Score],
    ) -> None:
        batch_id = batch["batch_id"]
        async for line in self._lines(path_of("v1", "score", "batch", batch_id, "results")):
            if line["type"] in ("score", "error"):
                score = score_of(line, dimension, batch.get("model"), images.get(int(line["frame_id"])))
                scores[score.index] = score
            elif line["type"] == "done" and line["status"] != "completed":
                raise PalateError("batch_" + line["status"], f"batch {batch_id} ended as {line['status']}")
        require_all(indexes, scores)

    async def _lines(self, path: str) -> AsyncIterator[dict[str, Any]]:
        """The lines of a stream. After a lost connection it goes on behind the last result."""
        after = 0
        attempt = 0
        while True:
            retry_after: str | None = None
            try:
                query = {"after": after} if after else {}
                address = self._settings.url + path
                async with self._http.stream("GET", address, params=query, headers=_NDJSON) as response:
                    if response.is_success:
                        async for text in response.aiter_lines():
                            line = cast("dict[str, Any]", json.loads(text))
                            if "seq" in line:
                                after, attempt = line["seq"], 0
                            yield line
                            if line["type"] == "done":
                                return
                        error = PalateError("connection_failed", "the stream ended before its last line")
                    else:
                        retry_after = response.headers.get("retry-after")
                        content = await response.aread()
                        error = error_from(response.status_code, response.headers, content)
            except http.TransportError as cause:
                error = _lost(cause, self._settings.url)
            except ValueError:
                error = PalateError("connection_failed", "the stream broke off within a line")
            if attempt >= self._resumes() or not may_repeat(error):
                raise error
            await sleep(pause_s(attempt, retry_after))
            attempt += 1

    async def _annotate(self, kinds: Sequence[tuple[str, dict[str, Any]]]) -> types.AddedAnnotations:
        path = path_of("v1", "profiles", await self._profile(), "annotations")
        added: dict[str, Any] = {}
        for part in chunks_of(kinds, ELEMENTS_PER_REQUEST_MAX):
            body: dict[str, list[Any]] = {}
            for kind, element in part:
                body.setdefault(kind, []).append(element)
            answer = await self._json(Call("POST", path, headers=idempotency_key(), body=body))
            for member, value in answer.items():
                added[member] = added[member] + value if isinstance(added.get(member), list) else value
        return cast(types.AddedAnnotations, added)

    async def _reference(self, picture: Picture, made_with: dict[str, str | None]) -> dict[str, str]:
        """A picture as judgements name it: pixels and files become frames of the library."""
        if isinstance(picture, str) and picture.startswith(("http://", "https://", "frame:")):
            id = picture.removeprefix("frame:")
            # An id has an end; a hash stands for what is longer.
            short = id if len(id) <= _ID_CHARACTERS_MAX else hashlib.sha256(id.encode()).hexdigest()
            return {"id": short, "url": picture}
        if isinstance(picture, str) and picture.startswith("data:"):
            return {"id": hashlib.sha256(picture.encode()).hexdigest(), "url": picture}
        frame = await self.upload(picture, prompt=made_with["prompt"], group=made_with["group"])
        return {"id": frame["id"], "url": frame["url"]}

    async def _profile(self) -> str:
        if self._profile_id is None:
            await self._find_profile()
        return cast(str, self._profile_id)

    async def _project(self) -> str:
        if self._project_id is None:
            path = path_of("v1", "profiles", await self._profile())
            self._project_id = (await self._json(Call("GET", path, {"snapshots": "omit"})))["projectId"]
        return cast(str, self._project_id)

    async def _find_profile(self) -> None:
        name = self._settings.profile
        if not name:
            raise PalateError("invalid_argument", "name the profile: connect(profile='Brand')")
        if name.startswith("prof_"):
            self._profile_id = name
            return
        try:
            found = only_profile(cast("list[dict[str, Any]]", await self.profiles()), name)
        except PalateError as error:
            if error.code != "scope_forbidden":
                raise
            rule = "this key cannot look up names of profiles: give the id of the profile (prof_…)"
            raise PalateError(error.code, rule, status=error.status, request_id=error.request_id) from error
        self._profile_id, self._project_id = found["id"], found["projectId"]

    def _version(self) -> dict[str, str | None]:
        return {"branch_id": self._settings.branch, "version_id": self._settings.version}

    def _resumes(self) -> int:
        return _RESUMES_MAX if self._settings.max_retries else 0

    async def _json(self, call: Call, retries: int | None = None) -> Any:
        response = await self._send(call, retries)
        try:
            return response.json()
        except ValueError as cause:
            message = f"the response to {call.method} {call.path} is not JSON: is this the address of a Palate service?"
            raise PalateError("invalid_response", message, status=response.status_code) from cause

    async def _send(self, call: Call, retries: int | None = None) -> http.Response:
        retries_max = self._settings.max_retries if retries is None else retries
        attempt = 0
        while True:
            retry_after: str | None = None
            try:
                address = self._settings.url + call.path
                response = await self._http.request(call.method, address, **call.arguments())
                if response.is_success:
                    return response
                error = error_from(response.status_code, response.headers, response.content)
                retry_after = response.headers.get("retry-after")
            except http.TransportError as cause:
                error = _lost(cause, self._settings.url)
            if attempt >= retries_max or not may_repeat(error):
                raise error
            await sleep(pause_s(attempt, retry_after))
            attempt += 1


def _in_order(scores: Mapping[int, Score]) -> Scores:
    return Scores([scores[index] for index in sorted(scores)])


def _is_held(pictures: object) -> bool:
    return isinstance(pictures, (list, tuple)) or hasattr(pictures, "shape")


def _lost(cause: Exception, url: str) -> PalateError:
    if isinstance(cause, http.TimeoutException):
        return PalateError("timeout", f"no response from {url} in time")
    return PalateError("connection_failed", f"no response from {url}: {cause}")

