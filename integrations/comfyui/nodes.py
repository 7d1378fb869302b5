"""The nodes. They keep no state; a node's id is what workflows refer to, so it never changes."""

from __future__ import annotations

from typing import Any

from comfy_api.latest import io, ui
from comfy_execution.graph_utils import ExecutionBlocker

from .palate_client import PalateError, Scored, Taste, prompt_from

CATEGORY = "Palate"


def profile_input() -> Any:
    tip = "Name of the profile, or its id. The service and its key come from PALATE_URL and PALATE_API_KEY."
    return io.String.Input("profile", default="", tooltip=tip)


def dimension_input() -> Any:
    return io.String.Input("dimension", default="aesthetics", tooltip="aesthetics, likeness, or one of the profile's own")


def schema(node_id: str, display_name: str, description: str, inputs: list[Any], outputs: list[Any], **more: Any) -> Any:
    """What the nodes have in common: their category."""
    return io.Schema(
        node_id=node_id,
        display_name=display_name,
        category=CATEGORY,
        description=description,
        inputs=inputs,
        outputs=outputs,
        **more,
    )


def scoring_schema(node_id: str, display_name: str, description: str, inputs: list[Any], outputs: list[Any]) -> Any:
    """What the nodes that score have in common: a batch, a taste, and a report."""
    common = [io.Image.Input("images"), profile_input(), dimension_input()]
    report = io.String.Output(display_name="report")
    return schema(node_id, display_name, description, [*common, *inputs], [*outputs, report])


async def scored(profile: str, images: Any, dimension: str) -> list[Scored]:
    async with Taste(profile) as taste:
        return await taste.score(images, dimension.strip() or "aesthetics")


def summary(scores: list[Scored]) -> str:
    """Lowest, middle and highest score, so that people see where to set a threshold."""
    values = sorted(score.value for score in scores if score.value is not None)
    if not values:
        return "no image was scored"
    middle = (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2
    line = f"min {values[0]:.2f}, median {middle:.2f}, max {values[-1]:.2f}"
    threshold = next((score.threshold for score in scores if score.threshold is not None), None)
    return line if threshold is None else f"{line}; the profile passes {threshold:.2f}"


def report(scores: list[Scored]) -> str:
    return "\n".join([summary(scores), *(score.line(number) for number, score in enumerate(scores, 1))])


def chosen(images: Any, indexes: list[int]) -> Any:
    """The images at these positions. Without any, what follows does not run."""
    return images[indexes] if indexes else ExecutionBlocker(None)


class PalateScore(io.ComfyNode):
    @classmethod
    def define_schema(cls) -> Any:
        return scoring_schema(
            "PalateScore",
            "Palate Score",
            "Scores each image by the taste of a profile, from 0 to 1, and says why.",
            inputs=[],
            outputs=[io.Float.Output(display_name="scores", is_output_list=True)],
        )

    @classmethod
    async def execute(cls, images: Any, profile: str, dimension: str) -> Any:
        scores = await scored(profile, images, dimension)
        failed = [score for score in scores if score.value is None]
        if failed and len(failed) == len(scores):
            raise PalateError(f"no image was scored: {failed[0].error}")
        text = report(scores)
        values = [float("nan") if score.value is None else score.value for score in scores]
        return io.NodeOutput(values, text, ui=ui.PreviewText(text))


class PalateGate(io.ComfyNode):
    @classmethod
    def define_schema(cls) -> Any:
        return scoring_schema(
            "PalateGate",
            "Palate Gate",
            "Splits a batch by taste. What follows an empty side does not run.",
            inputs=[
                io.Float.Input(
                    "threshold",
                    default=0.0,
                    min=0.0,
                    max=1.0,
                    step=0.01,
                    tooltip="The score that passes; 0 takes the profile's own decision",
                ),
            ],
            outputs=[
                io.Image.Output(display_name="accepted"),
                io.Image.Output(display_name="rejected"),
                io.Int.Output(display_name="accepted count"),
                io.Int.Output(display_name="rejected count"),
            ],
        )

    @classmethod
    async def execute(cls, images: Any, profile: str, dimension: str, threshold: float) -> Any:
        scores = await scored(profile, images, dimension)
        accepted = [index for index, score in enumerate(scores) if passes(score, threshold)]
        rejected = [index for index in range(len(scores)) if index not in accepted]
        text = f"{len(accepted)} accepted, {len(rejected)} rejected; {report(scores)}"
        sides = (chosen(images, accepted), chosen(images, rejected))
        return io.NodeOutput(*sides, len(accepted), len(rejected), text, ui=ui.PreviewText(text))


def passes(score: Scored, threshold: float) -> bool:
    """What is broken, such as a blank image, never passes; nor does what has no score."""
    if score.value is None or score.problem is not None:
        return False
    return score.value >= threshold if threshold > 0 else score.decision == "pass"


class PalatePick(io.ComfyNode):
    @classmethod
    def define_schema(cls) -> Any:
        return scoring_schema(
            "PalatePick",
            "Palate Pick",
            "Keeps the best images of a batch, best first.",
            inputs=[io.Int.Input("keep", default=1, min=1, max=10_000)],
            outputs=[
                io.Image.Output(display_name="best"),
                io.Float.Output(display_name="scores", is_output_list=True),
            ],
        )

    @classmethod
    async def execute(cls, images: Any, profile: str, dimension: str, keep: int) -> Any:
        scores = await scored(profile, images, dimension)
        ranked = sorted(
            (index for index, score in enumerate(scores) if score.value is not None),
            key=lambda index: scores[index].value or 0.0,
            reverse=True,
        )
        if not ranked:
            raise PalateError(f"no image was scored: {scores[0].error if scores else 'the batch is empty'}")
        best = ranked[:keep]
        text = report(scores)
        return io.NodeOutput(images[best], [scores[index].value for index in best], text, ui=ui.PreviewText(text))


class PalateTeach(io.ComfyNode):
    @classmethod
    def define_schema(cls) -> Any:
        return schema(
            "PalateTeach",
            "Palate Teach",
            "Labels images good or bad, as working changes of the profile. A person commits them.",
            is_output_node=True,
            inputs=[
                profile_input(),
                io.Image.Input("good", optional=True),
                io.Image.Input("bad", optional=True),
                io.String.Input(
                    "prompt",
                    optional=True,
                    multiline=True,
                    default="",
                    tooltip="The text that generated the images: images of one prompt can be exported for training",
                ),
            ],
            outputs=[io.String.Output(display_name="report")],
        )

    @classmethod
    async def execute(cls, profile: str, good: Any = None, bad: Any = None, prompt: str = "") -> Any:
        async with Taste(profile) as taste:
            count = await taste.teach(good, bad, prompt)
        text = f"{count} {'image' if count == 1 else 'images'} labelled; review and commit in the dashboard"
        return io.NodeOutput(text, ui=ui.PreviewText(text))


class PalateBrief(io.ComfyNode):
    @classmethod
    def define_schema(cls) -> Any:
        return schema(
            "PalateBrief",
            "Palate Brief",
            "The taste in words: as a prompt for a text encoder, and as a brief for people and models.",
            inputs=[profile_input()],
            outputs=[io.String.Output(display_name="prompt"), io.String.Output(display_name="brief")],
        )

    @classmethod
    async def execute(cls, profile: str) -> Any:
        async with Taste(profile) as taste:
            prompt, brief = prompt_from(await taste.brief("json")), await taste.brief("markdown")
        return io.NodeOutput(prompt, brief, ui=ui.PreviewText(prompt))

    @classmethod
    def fingerprint_inputs(cls, **_: Any) -> float:
        """The taste changes while the inputs stay, so the brief is read again each time."""
        return float("nan")


NODES = [PalateScore, PalateGate, PalatePick, PalateTeach, PalateBrief]
