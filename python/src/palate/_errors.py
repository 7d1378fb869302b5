"""The one error of this package."""

from __future__ import annotations

from typing import Any


class PalateError(Exception):
    """
    What went wrong, with a stable `code`.

    Codes of the service, such as `invalid_api_key` or `profile_not_found`, come with the `status` and the `request_id` of
    its response. Codes of this package have none: `connection_failed`, `timeout`, `file_unreadable`, `invalid_picture`,
    `invalid_argument` and `invalid_response`.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        retryable: bool = False,
        problem: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.request_id = request_id
        self.retryable = retryable
        #: The whole problem document of the service, with members such as `errors`.
        self.problem: dict[str, Any] = problem or {}

    def __str__(self) -> str:
        where = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.code}: {self.message}{where}"

    def __reduce__(self) -> Any:
        # An exception with keyword arguments cannot be sent between processes otherwise, as data loaders do.
        return _restored, (self.code, self.message, self.status, self.request_id, self.retryable, self.problem)


def _restored(
    code: str,
    message: str,
    status: int | None,
    request_id: str | None,
    retryable: bool,
    problem: dict[str, Any],
) -> PalateError:
    return PalateError(
        code, message, status=status, request_id=request_id, retryable=retryable, problem=problem
    )
