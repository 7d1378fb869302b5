"""
A small stand-in for the parts of ComfyUI that the nodes use: `comfy_api.latest` and `comfy_execution.graph_utils`.

It records what a node declares, and refuses what the real classes have no parameter for.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any


class ExecutionBlocker:
    def __init__(self, message: str | None) -> None:
        self.message = message


class NodeOutput:
    def __init__(self, *args: Any, ui: Any = None, expand: Any = None, block_execution: str | None = None) -> None:
        self.args, self.ui = args, ui


class PreviewText:
    def __init__(self, value: str) -> None:
        self.value = value


@dataclass
class Input:
    id: str
    display_name: str | None = None
    optional: bool = False
    tooltip: str | None = None
    default: Any = None
    min: Any = None
    max: Any = None
    step: Any = None
    multiline: bool | None = None


@dataclass
class Output:
    id: str | None = None
    display_name: str | None = None
    tooltip: str | None = None
    is_output_list: bool = False


@dataclass
class Schema:
    node_id: str
    display_name: str
    category: str
    description: str = ""
    inputs: list[Input] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)
    is_output_node: bool = False


class ComfyExtension:
    pass


def install() -> None:
    kind = SimpleNamespace(Input=Input, Output=Output)
    io = SimpleNamespace(
        ComfyNode=type("ComfyNode", (), {}),
        NodeOutput=NodeOutput,
        Schema=Schema,
        Image=kind,
        Int=kind,
        Float=kind,
        String=kind,
    )
    latest, graph_utils = ModuleType("comfy_api.latest"), ModuleType("comfy_execution.graph_utils")
    latest.__dict__.update(io=io, ui=SimpleNamespace(PreviewText=PreviewText), ComfyExtension=ComfyExtension)
    graph_utils.__dict__.update(ExecutionBlocker=ExecutionBlocker)
    sys.modules |= {
        "comfy_api": ModuleType("comfy_api"),
        "comfy_api.latest": latest,
        "comfy_execution": ModuleType("comfy_execution"),
        "comfy_execution.graph_utils": graph_utils,
    }
