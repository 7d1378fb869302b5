"""
Makes `src/palate/_sync.py` from `src/palate/_async.py`, so that both clients are one source.

    python scripts/make_sync.py            writes it
    python scripts/make_sync.py --check    fails if it differs
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "palate" / "_async.py"
TARGET = SOURCE.with_name("_sync.py")

RULES = [
    (r'^""".*?"""', '"""The client. Made from `_async.py` by `scripts/make_sync.py`. Do not edit."""'),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\banext\b", "next"),
    (r"\b__a(enter|exit)__\b", r"__\1__"),
    (r"\ba(close|iter_lines|read)\b", r"\1"),
    (r"\baconnect\b", "connect"),
    (r"\bAsyncPalate\b", "Palate"),
    (r"\bhttp\.AsyncClient\b", "http.Client"),
    (r"\bAsyncIterator, Iterable, Iterator\b", "Iterable, Iterator"),
    (r"\bAsyncIterator\b", "Iterator"),
    (r"\b_wait_async\b", "_wait_sync"),
]


def made() -> str:
    text = SOURCE.read_text(encoding="utf-8")
    for pattern, replacement in RULES:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE | re.DOTALL if pattern.startswith("^") else 0)
    return text


if __name__ == "__main__":
    if "--check" not in sys.argv:
        TARGET.write_text(made(), encoding="utf-8")
    elif TARGET.read_text(encoding="utf-8") != made():
        sys.exit("_sync.py is not what scripts/make_sync.py makes: run it")
