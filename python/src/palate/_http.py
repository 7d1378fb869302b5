"""`httpx2` where it is installed, else `httpx`: they have the same interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx as http
else:
    try:
        import httpx2 as http
    except ImportError:
        try:
            import httpx as http
        except ImportError as cause:
            raise ImportError("palate sends requests with httpx2 or httpx: install one of them") from cause

__all__ = ["http"]
