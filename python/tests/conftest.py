"""Tests against a real service, given by PALATE_URL and PALATE_API_KEY (an account-wide key)."""

from __future__ import annotations

import os
import random
import uuid
from typing import Any, Iterator

import pytest
from PIL import Image

import palate
from palate._http import http

URL = os.environ.get("PALATE_URL", "")
KEY = os.environ.get("PALATE_API_KEY", "")
WARM = f"Warm {uuid.uuid4().hex}"


def picture(is_warm: bool, seed: int, size: int = 96) -> Image.Image:
    """Blocks of warm or cool colours."""
    chance = random.Random(seed * 2 + is_warm)
    image = Image.new("RGB", (size, size))
    for _ in range(30):
        strong, weak = chance.randint(150, 255), chance.randint(0, 90)
        colour = (strong, chance.randint(60, 160), weak) if is_warm else (weak, chance.randint(60, 160), strong)
        x, y = chance.randrange(size), chance.randrange(size)
        image.paste(colour, (x, y, x + chance.randint(8, 50), y + chance.randint(8, 50)))
    return image


class Service:
    """The API without the package under test."""

    def __init__(self, key: str = KEY) -> None:
        self.http = http.Client(base_url=URL, headers={"authorization": f"Bearer {key}"}, timeout=60)

    def call(self, method: str, path: str, **arguments: Any) -> Any:
        response = self.http.request(method, path, **arguments)
        assert response.is_success, response.text
        return response.json()

    def profile(self, name: str | None = None, project: str = "python") -> Any:
        return self.call("POST", "/v1/profiles", json={"projectId": project, "name": name or uuid.uuid4().hex})

    def working(self, profile_id: str) -> Any:
        path = f"/v1/profiles/{profile_id}"
        return self.call("GET", path)["profileData"]["workingChanges"]

    def commit(self, profile_id: str) -> None:
        working = self.working(profile_id)
        version = {
            "id": uuid.uuid4().hex,
            "branchId": "main",
            "parentVersionId": None,
            "message": "taught",
            "snapshot": working,
            "createdAt": "2026-01-01T00:00:00.000Z",
        }
        data = {
            "versions": [version],
            "branches": [{"id": "main", "headVersionId": version["id"]}],
            "workingChanges": {"constraints": [], "exemplars": [], "comparisons": []},
        }
        self.call("PATCH", f"/v1/profiles/{profile_id}", json={"profileData": data})


@pytest.fixture(scope="session")
def service() -> Service:
    return Service()


@pytest.fixture(scope="session")
def warm(service: Service) -> Any:
    """A profile that likes warm pictures."""
    profile = service.profile(WARM)
    with palate.connect(profile["id"], url=URL, key=KEY) as p:
        p.teach(good=[picture(True, n) for n in range(8)], bad=[picture(False, n) for n in range(8)])
    service.commit(profile["id"])
    return profile


@pytest.fixture
def p(warm: Any) -> Iterator[palate.Palate]:
    with palate.connect(warm["id"], url=URL, key=KEY) as client:
        yield client
