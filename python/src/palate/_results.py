"""Scores, and how a notebook shows them."""

from __future__ import annotations

import base64
import html
import io
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Sequence, overload

from ._errors import PalateError
from ._pictures import Address, File, Picture, to_sendable
from .types import VerdictChanges


@dataclass(frozen=True)
class Score:
    """How well a picture suits a taste."""

    #: From 0 to 1; None if the picture has an `error`.
    value: float | None
    #: `pass`, `revise` or `fail`.
    verdict: str | None = None
    #: The score from which a picture passes.
    threshold: float | None = None
    #: The probability that the verdict is right; `unsure` below 0.75.
    certainty: float | None = None
    unsure: bool = False
    #: How unlike everything judged the picture is, from 0 to 1.
    novelty: float | None = None
    #: `blank`, `noise`, `unstyled` or `error_page`.
    problem: str | None = None
    #: How the picture departs from what the profile likes, strongest first.
    differences: Sequence[str] = ()
    #: What to do, largest gain first: "Use fewer colours (about +0.1)".
    suggestions: Sequence[str] = ()
    #: The same as data.
    changes: Sequence[VerdictChanges] = ()
    dimension: str = "aesthetics"
    #: The position in the list that was scored.
    index: int = 0
    #: What made the number: scores with different ids cannot be compared to the last digit.
    model: str | None = None
    #: Why there is no score.
    error: PalateError | None = None
    #: The picture, as it was given; None if it came from an iterator, which may be longer than the memory.
    image: Picture | None = field(default=None, repr=False, compare=False)

    def __float__(self) -> float:
        if self.value is None:
            raise self.error or PalateError("not_scored", "the picture has no score")
        return self.value

    def _repr_html_(self) -> str:
        return f'<div style="max-width:420px;font:14px sans-serif">{_card(self, 400)}{_reasons(self)}</div>'


class Scores(Sequence[Score]):
    """Scores in the order of the pictures. A notebook shows them best first."""

    def __init__(self, scores: Sequence[Score]) -> None:
        self._scores = list(scores)

    @overload
    def __getitem__(self, index: int) -> Score: ...
    @overload
    def __getitem__(self, index: slice) -> "Scores": ...
    def __getitem__(self, index: "int | slice") -> "Score | Scores":
        return Scores(self._scores[index]) if isinstance(index, slice) else self._scores[index]

    def __len__(self) -> int:
        return len(self._scores)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)  # pyright: ignore[reportUnknownArgumentType]

    def __repr__(self) -> str:
        return repr(self._scores)

    @property
    def errors(self) -> list[Score]:
        """The pictures without a score."""
        return [score for score in self._scores if score.error]

    @property
    def images(self) -> list[Any]:
        """The pictures, as they were given."""
        return [score.image for score in self._scores]

    def ranked(self) -> "Scores":
        """Best first; what could not be scored comes last."""
        return Scores(sorted(self._scores, key=lambda score: -1.0 if score.value is None else score.value, reverse=True))

    def _repr_html_(self) -> str:
        shown = self.ranked()[:_SHOWN_MAX]
        cards = "".join(f'<div style="width:150px">{_card(score, 150)}</div>' for score in shown)
        more = f"<p>and {len(self) - len(shown)} more</p>" if len(shown) < len(self) else ""
        return f'<div style="display:flex;flex-wrap:wrap;gap:12px;font:13px sans-serif">{cards}</div>{more}'


_SHOWN_MAX = 40
_COLOURS = {"pass": "#1a7f4b", "revise": "#b26a00", "fail": "#c0362c"}


def _card(score: Score, pixels: int) -> str:
    picture = _picture(score, pixels)
    if score.value is None:
        return f"{picture}<p>{html.escape(str(score.error or 'not scored'))}</p>"
    colour = _COLOURS.get(score.verdict or "", "#555")
    label = f"<b>{score.value:.2f}</b> {html.escape(score.verdict or '')}"
    label += " (close to the threshold)" if score.unsure else ""
    bar = f'<div style="height:6px;width:{round(100 * score.value)}%;background:{colour}"></div>'
    return f'{picture}<div style="background:#ddd;border-radius:3px;overflow:hidden">{bar}</div><div>{label}</div>'


def _reasons(score: Score) -> str:
    lines = [*score.differences, *score.suggestions]
    return f"<ul>{''.join(f'<li>{html.escape(line)}</li>' for line in lines)}</ul>" if lines else ""


def _picture(score: Score, pixels: int) -> str:
    """A small copy, so that a notebook with many scores stays small. Without Pillow there is none."""
    source = _source(score.image, pixels)
    return f'<img src="{html.escape(source)}" style="max-width:100%;border-radius:4px" alt="">' if source else ""


def _source(image: Picture | None, pixels: int) -> str | None:
    if image is None:
        return None
    try:
        sendable = to_sendable(image, bytes_max=2**40)
        if isinstance(sendable, Address):
            return sendable.url if sendable.url.startswith("http") else None
        return _thumbnail(sendable, pixels)
    except Exception:  # A picture that cannot be shown must not hide its score.
        return None


def _thumbnail(file: File, pixels: int) -> str:
    pillow: Any = import_module("PIL.Image")
    image = pillow.open(io.BytesIO(file.content)).convert("RGB")
    image.thumbnail((pixels, pixels))
    output = io.BytesIO()
    image.save(output, "JPEG", quality=80)
    return "data:image/jpeg;base64," + base64.b64encode(output.getvalue()).decode()
