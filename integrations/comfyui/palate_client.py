"""
Requests to a Palate service, with what ComfyUI brings: aiohttp, NumPy and Pillow.

The service and its key come from PALATE_URL and PALATE_API_KEY. A key in a widget would end up in every workflow and in
the metadata of every picture.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import uuid
from dataclasses import dataclass
from typing import Any

import aiohttp
import numpy
from PIL import Image

# A request takes 32 MiB, with room for what else is in it.
BYTES_PER_REQUEST_MAX = 31 * 2**20
ATTEMPTS_MAX = 4
FIRST_PAUSE_S = 0.5
TIMEOUT_S = 120


class PalateError(Exception):
    """What the person who runs the workflow can do something about."""


@dataclass(frozen=True)
class Scored:
    """The score of an image, or why it has none."""

    value: float | None
    decision: str | None = None
    threshold: float | None = None
    unsure: bool = False
    problem: str | None = None
    suggestions: tuple[str, ...] = ()
    error: str | None = None

    def line(self, number: int) -> str:
        if self.value is None:
            return f"{number}: not scored: {self.error}"
        words = [f"{number}: {self.value:.2f}", self.decision or "", "(could go either way)" if self.unsure else ""]
        return " ".join([*filter(None, words), *self.suggestions[:2]])


def encode(images: Any) -> list[bytes | PalateError]:
    """A batch of pixels, [B, H, W, C] from 0 to 1, as PNG files. An image that is none keeps its place, with its error."""
    shape = tuple(getattr(images, "shape", ()))
    if len(shape) != 4 or shape[3] not in (1, 3, 4) or 0 in shape[1:]:
        raise PalateError(f"images are a batch [B, H, W, C] with 1, 3 or 4 channels, not {list(shape)}")
    return [_png(image) for image in images]


def _png(image: Any) -> bytes | PalateError:
    pixels = numpy.asarray(image.detach().cpu().float() if hasattr(image, "detach") else image)
    if not numpy.isfinite(pixels).all():
        return PalateError("it has pixels that are not numbers (NaN or infinite): look at what made it")
    # Decoders leave values a little outside.
    if pixels.min() < -0.05 or pixels.max() > 1.05:
        return PalateError(f"pixels go from 0 to 1, not {pixels.min():g} to {pixels.max():g}")
    whole = numpy.rint(pixels.clip(0, 1) * 255).astype(numpy.uint8)
    output = io.BytesIO()
    Image.fromarray(whole[:, :, 0] if whole.shape[2] == 1 else whole).save(output, "PNG", compress_level=1)
    return output.getvalue()


class Taste:
    """A profile of the service, for the length of one node. `async with Taste("Brand") as taste: …`"""

    def __init__(self, profile: str) -> None:
        self._profile = profile.strip()
        self._url = (os.environ.get("PALATE_URL") or "http://127.0.0.1:8080").rstrip("/")
        key = (os.environ.get("PALATE_API_KEY") or "").strip()
        if not self._profile:
            raise PalateError("name the profile, or give its id (prof_…)")
        if not key:
            raise PalateError("set PALATE_API_KEY (and PALATE_URL) where ComfyUI starts")
        self._headers = {"authorization": f"Bearer {key}"}
        self._id: str | None = None
        self._project: str | None = None

    async def __aenter__(self) -> "Taste":
        timeout = aiohttp.ClientTimeout(total=TIMEOUT_S)
        self._session = aiohttp.ClientSession(timeout=timeout, headers=self._headers, trust_env=True)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def score(self, images: Any, dimension: str) -> list[Scored]:
        """One request for the batch; more only where it has more bytes than a request takes."""
        encoded = await asyncio.to_thread(encode, images)
        scored = {n: Scored(None, error=str(file)) for n, file in enumerate(encoded) if isinstance(file, PalateError)}
        for part in _parts({n: file for n, file in enumerate(encoded) if isinstance(file, bytes)}):
            frames = [{"id": str(n), "url": f"part:{n}"} for n in part]
            body = {"profile_id": await self._find(), "frames": frames, "dimensions": [dimension], "verdict": True}
            form: dict[str, Any] = {"request": json.dumps(body)}
            form |= {str(n): (f"{n}.png", file) for n, file in part.items()}
            answer = json.loads(await self._send("POST", "/v1/score", form=form))
            scored |= {int(frame["frame_id"]): _scored(frame, dimension) for frame in answer["scores"]}
        return [scored[n] for n in range(len(encoded))]

    async def teach(self, good: Any, bad: Any, prompt: str = "") -> int:
        """Uploads the images and labels them. They are working changes; a person commits them."""
        fields = {"prompt": prompt} if prompt.strip() else {}
        encoded = {
            label: [] if images is None else await asyncio.to_thread(encode, images)
            for label, images in (("good", good), ("bad", bad))
        }
        for label, files in encoded.items():
            for number, file in enumerate(files, 1):
                if isinstance(file, PalateError):
                    raise PalateError(f"{label} image {number} cannot be taught: {file}")
        exemplars = []
        for label, files in encoded.items():
            for file in files:
                query = {"projectId": await self._find_project()}
                form = {**fields, "file": (f"{label}.png", file)}
                frame = json.loads(await self._send("POST", "/api/frames/upload", query, form))
                exemplars.append({"label": label, "url": frame["url"]})
        if not exemplars:
            raise PalateError("connect good or bad images")
        path = f"/v1/profiles/{await self._find()}/annotations"
        await self._send("POST", path, body={"exemplars": exemplars})
        return len(exemplars)

    async def brief(self, format: str) -> str:
        return await self._send("GET", f"/v1/profiles/{await self._find()}/brief", {"format": format})

    async def _find(self) -> str:
        if self._profile.startswith("prof_"):
            return self._profile
        if self._id is None:
            profiles = json.loads(await self._send("GET", "/v1/profiles"))["profiles"]
            named = [found for found in profiles if found["name"] == self._profile]
            if len(named) > 1:
                raise PalateError(f"several profiles are named {self._profile}: give the id of one of them")
            if not named:
                raise PalateError(f"there is no profile named {self._profile}")
            self._id, self._project = named[0]["id"], named[0]["projectId"]
        return self._id

    async def _find_project(self) -> str:
        if self._project is None:
            path = f"/v1/profiles/{await self._find()}"
            self._project = json.loads(await self._send("GET", path, {"snapshots": "omit"}))["projectId"]
        return self._project

    async def _send(
        self,
        method: str,
        path: str,
        query: dict[str, str] | None = None,
        form: dict[str, Any] | None = None,
        body: Any = None,
    ) -> str:
        """Repeats what was refused for now or lost; an idempotency key makes that safe."""
        headers = {"idempotency-key": uuid.uuid4().hex} if method == "POST" else {}
        for attempt in range(ATTEMPTS_MAX):
            pause_s = FIRST_PAUSE_S * 2**attempt
            try:
                data = _form_data(form) if form else None
                request = self._session.request(
                    method, self._url + path, params=query, data=data, json=body, headers=headers, allow_redirects=False
                )
                async with request as response:
                    text = await response.text()
                    if response.status < 300:
                        return text
                    error = PalateError(_said(response.status, text))
                    if response.status not in (429, 502, 503, 504):
                        raise error
                    pause_s = _pause_s(response.headers.get("retry-after"), pause_s)
            except (aiohttp.ClientError, asyncio.TimeoutError) as cause:
                error = PalateError(f"no response from {self._url}: {cause or 'timeout'}")
            if attempt < ATTEMPTS_MAX - 1:
                await asyncio.sleep(pause_s)
        raise error


def prompt_from(brief: str) -> str:
    """What to aim for, as a comma list that a text encoder understands."""
    document = json.loads(brief)
    phrases = [document.get("seed") or "", *document.get("aim", [])]
    return ", ".join(phrase.strip().rstrip(".") for phrase in phrases if phrase.strip())


def _parts(files: dict[int, bytes]) -> list[dict[int, bytes]]:
    parts: list[dict[int, bytes]] = []
    size = 0
    for number, file in files.items():
        if not parts or size + len(file) > BYTES_PER_REQUEST_MAX:
            parts.append({})
            size = 0
        parts[-1][number] = file
        size += len(file)
    return parts


def _form_data(form: dict[str, Any]) -> aiohttp.FormData:
    data = aiohttp.FormData()
    for name, value in form.items():
        if isinstance(value, tuple):
            data.add_field(name, value[1], filename=value[0], content_type="image/png")
        else:
            data.add_field(name, value)
    return data


def _scored(frame: dict[str, Any], dimension: str) -> Scored:
    if frame.get("error"):
        return Scored(None, error=frame["error"]["message"])
    verdict = frame.get("verdict", {}).get(dimension, {})
    return Scored(
        frame[dimension],
        verdict.get("decision"),
        verdict.get("pass"),
        verdict.get("unsure", False),
        verdict.get("problem"),
        tuple(verdict.get("suggestions", ())),
    )


def _said(status: int, text: str) -> str:
    try:
        problem = json.loads(text)
        return f"{problem['code']}: {problem.get('detail') or problem.get('title')}"
    except (ValueError, KeyError, TypeError):
        return f"the response is {status}: is PALATE_URL the address of a Palate service?"


def _pause_s(retry_after: str | None, default: float) -> float:
    try:
        return min(60.0, max(0.0, float(retry_after or "")))
    except ValueError:
        return default
