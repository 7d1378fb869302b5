"""Palate for ComfyUI: your team's taste in a workflow."""

from comfy_api.latest import ComfyExtension

from .nodes import NODES


class PalateExtension(ComfyExtension):
    async def get_node_list(self) -> list:
        return NODES


async def comfy_entrypoint() -> PalateExtension:
    return PalateExtension()
