"""What both clients decide alike, without sending anything: settings, requests, retries and errors."""

from __future__ import annotations

import json
import os
import random
import re
import time
import uuid
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Iterable, Iterator, Mapping, Sequence, TypeAlias, TypeVar
from urllib.parse import quote

from ._errors import PalateError
from ._pictures import Address, File, Picture, Sendable
from ._results import Score

#: One request scores at most so many pictures here; longer lists become batches.
FRAMES_PER_REQUEST_MAX = 50
#: A batch takes 10,000 frames. Smaller ones keep less in memory, and their first results come earlier.
FRAMES_PER_BATCH_MAX = 1_000
#: A form takes 32 MiB, with room for its other parts.
BYTES_PER_REQUEST_MAX = 31 * 2**20
#: While one batch is scored, the next is encoded and sent.
BATCHES_AT_ONCE_MAX = 2
ELEMENTS_PER_REQUEST_MAX = 1_000

_FIRST_PAUSE_S = 0.5
_PAUSE_S_MAX = 30.0
_REQUESTED_PAUSE_S_MAX = 60.0

Item = TypeVar("Item")


@dataclass(frozen=True)
class Settings:
    url: str
    key: str
    profile: str | None
    dimension: str
    branch: str | None
    version: str | None
    person: str | None
    timeout_s: float
    max_retries: int

    def state(self) -> dict[str, Any]:
        """Which state of the profile is meant, as members of a request."""
        members = {"branch_id": self.branch, "version_id": self.version, "person": self.person}
        return {name: value for name, value in members.items() if value is not None}


def settings_from(
    profile: str | None,
    url: str | None,
    key: str | None,
    dimension: str,
    branch: str | None,
    version: str | None,
    person: str | None,
    timeout: float,
    max_retries: int,
) -> Settings:
    chosen_url = (url or os.environ.get("PALATE_URL") or "http://127.0.0.1:8080").rstrip("/")
    chosen_key = (key or os.environ.get("PALATE_API_KEY") or "").strip()
    if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", chosen_url):
        raise PalateError("invalid_argument", f"url must be like http://127.0.0.1:8080, not {chosen_url}")
    if not chosen_key:
        raise PalateError("missing_api_key", "give key= or set PALATE_API_KEY")
    if not re.fullmatch(r"[\x21-\x7e]+", chosen_key):
        # Named without the key: messages end up in logs.
        raise PalateError("invalid_api_key", "the key has characters that no key has")
    if branch and version:
        raise PalateError("invalid_argument", "give a branch or a version, not both")
    chosen_profile = profile or os.environ.get("PALATE_PROFILE")
    return Settings(
        chosen_url, chosen_key, chosen_profile, dimension, branch, version, person, timeout, max_retries
    )


@dataclass(frozen=True)
class Call:
    """
    A request. Each may be repeated after a lost connection: what changes something has an idempotency key, the others
    change nothing.
    """

    method: str
    path: str
    query: Mapping[str, Any] | None = None
    headers: Mapping[str, str] | None = None
    #: JSON, or the part `request` of a form.
    body: Any = None
    #: The pictures of a form.
    files: Sequence[tuple[str, File]] = ()
    #: The texts of a form.
    fields: Mapping[str, str | None] | None = None

    def arguments(self) -> dict[str, Any]:
        query = {name: value for name, value in (self.query or {}).items() if value is not None}
        arguments: dict[str, Any] = {"params": query, "headers": dict(self.headers or {})}
        if self.files:
            fields = {name: value for name, value in (self.fields or {}).items() if value is not None}
            arguments["data"] = fields if self.body is None else {"request": json.dumps(self.body), **fields}
            arguments["files"] = [(part, (file.name or "picture", file.content)) for part, file in self.files]
        elif self.body is not None:
            arguments["json"] = self.body
        return arguments


def path_of(*segments: str) -> str:
    return "/" + "/".join(quote(segment, safe="") for segment in segments)


def idempotency_key() -> dict[str, str]:
    return {"idempotency-key": uuid.uuid4().hex}


@dataclass(frozen=True)
class Chunk:
    """Pictures for one request."""

    frames: Sequence[dict[str, Any]] = ()
    files: Sequence[tuple[str, File]] = ()
    size: int = 0

    @staticmethod
    def of(index: int, sendable: Sendable, **members: Any) -> "Chunk":
        present = {name: value for name, value in members.items() if value is not None}
        # A data: address is as long as its picture.
        size = sum(len(value) for value in present.values())
        if isinstance(sendable, Address):
            return Chunk([{"id": str(index), "url": sendable.url, **present}], [], size + len(sendable.url))
        frame = {"id": str(index), "url": f"part:{index}", **present}
        return Chunk([frame], [(str(index), sendable)], size + len(sendable.content))

    def plus(self, other: "Chunk") -> "Chunk":
        return Chunk([*self.frames, *other.frames], [*self.files, *other.files], self.size + other.size)

    @property
    def indexes(self) -> list[int]:
        return [int(frame["id"]) for frame in self.frames]


class Filling:
    """Collects pictures until the next ones would not fit into the same request."""

    def __init__(self) -> None:
        self.chunk = Chunk()

    def add(self, more: Chunk) -> Chunk | None:
        """The request that is full; what is added then begins the next one."""
        both = self.chunk.plus(more)
        fits = len(both.frames) <= FRAMES_PER_BATCH_MAX and both.size <= BYTES_PER_REQUEST_MAX
        if fits or not self.chunk.frames:
            self.chunk = both
            return None
        full, self.chunk = self.chunk, more
        return full


#: The position of a picture, with its prompt and its group.
Prompted: TypeAlias = "tuple[int, Picture, str | None, str | None]"


def grouped(
    pictures: Iterable[Picture], prompts: "Iterable[str | None] | None", groups: "Iterable[str | None] | None"
) -> Iterator[Sequence[Prompted]]:
    """The pictures of each group. Without groups one after the other, so that a generator is read as it is sent."""
    prompted = (
        (index, picture, prompt, group)
        for index, ((picture, prompt), group) in enumerate(paired(paired(pictures, prompts), groups))
    )
    if groups is None:
        yield from ([one] for one in prompted)
        return
    members: dict[object, list[Prompted]] = {}
    for one in prompted:
        members.setdefault(one[0] if one[3] is None else one[3], []).append(one)
    yield from members.values()


def require_all(indexes: Iterable[int], results: Mapping[int, object]) -> None:
    missing = [index for index in indexes if index not in results]
    if missing:
        raise PalateError("invalid_response", f"the service returned no result for {len(missing)} pictures")


def scores_from(response: Any, dimension: str, images: Mapping[int, Picture]) -> dict[int, Score]:
    model = response.get("model")
    return {
        int(frame["frame_id"]): score_of(frame, dimension, model, images.get(int(frame["frame_id"])))
        for frame in response["scores"]
    }


def score_of(frame: Mapping[str, Any], dimension: str, model: str | None, image: Picture | None) -> Score:
    index = int(frame["frame_id"])
    error = frame.get("error")
    if error:
        return failed(index, frame_error(error), dimension, image)
    verdict = frame.get("verdict", {}).get(dimension, {})
    return Score(
        value=frame[dimension],
        verdict=verdict.get("decision"),
        threshold=verdict.get("pass"),
        certainty=verdict.get("certainty"),
        unsure=verdict.get("unsure", False),
        novelty=verdict.get("novelty"),
        problem=verdict.get("problem"),
        differences=tuple(verdict.get("differences", ())),
        suggestions=tuple(verdict.get("suggestions", ())),
        changes=tuple(verdict.get("changes", ())),
        dimension=dimension,
        index=index,
        model=model,
        image=image,
    )


def failed(index: int, error: PalateError, dimension: str, image: Picture | None) -> Score:
    return Score(value=None, error=error, dimension=dimension, index=index, image=image)


def frame_error(error: Mapping[str, Any]) -> PalateError:
    return PalateError(error["code"], error["message"], retryable=error.get("retryable", False))


def chunks_of(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def paired(pictures: Iterable[Item], values: "Iterable[str | None] | None") -> Iterator["tuple[Item, str | None]"]:
    """Each picture with its prompt or group. As many as pictures, because a shifted list teaches nonsense."""
    if values is None:
        yield from ((picture, None) for picture in pictures)
        return
    ended = object()
    rest = iter(values)
    for picture in pictures:
        value: Any = next(rest, ended)
        if value is ended:
            raise PalateError("invalid_argument", "there are more pictures than prompts or groups")
        yield picture, value
    if next(rest, ended) is not ended:
        raise PalateError("invalid_argument", "there are fewer pictures than prompts or groups")


def error_from(status: int, headers: Mapping[str, str], content: bytes) -> PalateError:
    """The problem document of the service, or what a proxy in between said instead."""
    request_id = headers.get("x-request-id")
    try:
        problem = json.loads(content)
    except ValueError:
        problem = None
    if not isinstance(problem, dict) or "code" not in problem:
        message = f"the response is {status}, without a problem document: is this the address of a Palate service?"
        return PalateError("invalid_response", message, status=status, request_id=request_id)
    document: dict[str, Any] = problem  # pyright: ignore[reportUnknownVariableType]
    details = "; ".join(f"{error['path']}: {error['message']}" for error in document.get("errors", []))
    message = document.get("detail") or document.get("title") or str(status)
    return PalateError(
        document["code"],
        f"{message} ({details})" if details else message,
        status=status,
        request_id=document.get("requestId") or request_id,
        problem=document,
    )


def may_repeat(error: PalateError) -> bool:
    return error.status in (429, 502, 503, 504) or error.code in ("connection_failed", "timeout")


def pause_s(attempt: int, retry_after: str | None) -> float:
    requested = _seconds(retry_after)
    if requested is not None:
        return min(max(requested, 0.0), _REQUESTED_PAUSE_S_MAX)
    return min(_FIRST_PAUSE_S * 2.0**attempt, _PAUSE_S_MAX) * random.uniform(0.75, 1.25)


def _seconds(retry_after: str | None) -> float | None:
    if not retry_after:
        return None
    try:
        return float(retry_after)
    except ValueError:
        pass
    try:
        return float(parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def only_profile(profiles: Sequence[Mapping[str, Any]], name: str) -> Mapping[str, Any]:
    found = [profile for profile in profiles if profile["name"] == name]
    if len(found) == 1:
        return found[0]
    if not found:
        raise PalateError("profile_not_found", f"there is no profile named {name}")
    ids = ", ".join(f"{profile['id']} in {profile['projectId']}" for profile in found)
    raise PalateError("invalid_argument", f"several profiles are named {name}: give the id of one of them ({ids})")
