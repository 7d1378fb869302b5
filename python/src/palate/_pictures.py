"""From what Python programs hold, such as paths, bytes, PIL images, arrays and tensors, to what the service takes."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Iterable, Protocol, TypeAlias, TypeGuard, Union, cast

from ._errors import PalateError



class Image(Protocol):
    """A PIL image."""

    @property
    def mode(self) -> Any: ...
    @property
    def save(self) -> Any: ...
    @property
    def convert(self) -> Any: ...


class Pixels(Protocol):
    """A NumPy array or a PyTorch tensor."""

    @property
    def shape(self) -> Any: ...
    @property
    def dtype(self) -> Any: ...


#: A path, an address (`https:`, `data:`, `frame:`), bytes, a PIL image, a NumPy array or a PyTorch tensor.
Picture: TypeAlias = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Image, Pixels]

#: The service scores files of up to 10 MiB, and keeps files of up to 32 MiB.
SCORED_BYTES_MAX = 10 * 2**20
UPLOADED_BYTES_MAX = 32 * 2**20

_SCHEMES = ("http://", "https://", "data:", "frame:")


@dataclass(frozen=True)
class Address:
    """A picture that the service reads itself."""

    url: str


@dataclass(frozen=True)
class File:
    """The bytes of a picture."""

    content: bytes
    name: str = ""


Sendable = Union[Address, File]


def to_sendable(picture: Picture, bytes_max: int = SCORED_BYTES_MAX) -> Sendable:
    """Encodes pixels as PNG, reads files, and passes addresses on."""
    sendable = _to_sendable(picture)
    if isinstance(sendable, File):
        if not sendable.content:
            raise PalateError("invalid_picture", "the picture is empty")
        if len(sendable.content) > bytes_max:
            raise PalateError("body_too_large", f"the picture has more than {bytes_max // 2**20} MiB")
    return sendable


def is_many(pictures: Picture | Iterable[Picture]) -> TypeGuard[Iterable[Picture]]:
    """A list, a tuple, a generator or a batch of pixels, and not one picture."""
    if isinstance(pictures, (str, bytes, bytearray, memoryview, os.PathLike)) or _is_pil(pictures):
        return False
    if _is_pixels(pictures):
        return len(pictures.shape) == 4
    return hasattr(pictures, "__iter__")


def _to_sendable(picture: Picture) -> Sendable:
    if isinstance(picture, str) and picture.startswith(_SCHEMES):
        # Percent-encoding takes three characters for a byte; a longer one would not fit into a request.
        if len(picture) > 3 * SCORED_BYTES_MAX:
            raise PalateError("body_too_large", f"the address has more than {3 * SCORED_BYTES_MAX // 2**20} MiB")
        return Address(picture)
    if isinstance(picture, (str, os.PathLike)):
        return _read(os.fspath(picture))
    if isinstance(picture, (bytes, bytearray, memoryview)):
        return File(bytes(picture))
    if _is_pil(picture):
        return File(_png(picture))
    if _is_pixels(picture):
        return File(_png(_image_of(picture)))
    raise PalateError(
        "invalid_argument",
        "a picture is a path, an address, bytes, a PIL image, a NumPy array or a PyTorch tensor, "
        f"not {type(picture).__name__}",
    )


def _read(path: str) -> File:
    try:
        with open(path, "rb") as file:
            return File(file.read(UPLOADED_BYTES_MAX + 1), os.path.basename(path))
    except OSError as cause:
        raise PalateError("file_unreadable", f"cannot read {path}: {cause.strerror}") from cause


# PIL, NumPy and PyTorch are recognised by what they offer, because none of them needs to be installed.
def _is_pil(picture: object) -> TypeGuard[Image]:
    return hasattr(picture, "save") and hasattr(picture, "mode") and hasattr(picture, "convert")


def _is_pixels(picture: object) -> TypeGuard[Pixels]:
    return hasattr(picture, "shape") and hasattr(picture, "dtype")


def _png(image: Image) -> bytes:
    output = io.BytesIO()
    # PNG has no CMYK, YCbCr or floating point.
    savable: Image = image if image.mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16") else image.convert("RGB")
    try:
        # The least effort: the picture travels once, and the network is rarely slower than the processor.
        savable.save(output, "PNG", compress_level=1)
    except OSError as cause:
        raise PalateError("invalid_picture", f"the image cannot be read: {cause}") from cause
    return output.getvalue()


def _image_of(pixels: Any) -> Image:
    """Height × width, with 1, 3 or 4 channels last (or else first); whole numbers from 0 to 255, or 0 to 1."""
    try:
        numpy: Any = import_module("numpy")
        pillow: Any = import_module("PIL.Image")
    except ImportError as cause:
        raise PalateError("invalid_argument", "arrays and tensors need Pillow and NumPy") from cause
    # A tensor may be on another device, need a gradient, or have a type that NumPy does not know, such as bfloat16.
    tensor = pixels.detach().cpu() if hasattr(pixels, "detach") else pixels
    if "bfloat16" in str(tensor.dtype):
        tensor = tensor.float()
    array = numpy.asarray(tensor)
    if array.ndim == 4 and array.shape[0] == 1:
        array = array[0]
    shape = "×".join(str(size) for size in array.shape)
    if array.ndim == 3 and array.shape[2] not in (1, 3, 4) and array.shape[0] in (1, 3, 4):
        array = array.transpose(1, 2, 0)
    if array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (1, 3, 4)) or 0 in array.shape:
        raise PalateError(
            "invalid_picture", f"pixels have a height, a width and 1, 3 or 4 channels, not the shape {shape}"
        )
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[:, :, 0]
    return cast(Image, pillow.fromarray(_bytes_of(array, numpy)))


def _bytes_of(array: Any, numpy: Any) -> Any:
    kind = array.dtype.kind
    if kind == "b":
        return array.astype(numpy.uint8) * 255
    if kind not in "uif":
        raise PalateError("invalid_picture", f"pixels are numbers, not {array.dtype}")
    if kind == "f" and not numpy.isfinite(array).all():
        raise PalateError("invalid_picture", "some pixels are not numbers (NaN or infinite)")
    low, high = float(array.min()), float(array.max())
    # Resizing and mixed precision leave values a little outside.
    margin, top = (0.01, 1.0) if kind == "f" else (0.0, 255.0)
    if low < -margin or high > top + margin:
        rule = "0 to 1" if kind == "f" else "0 to 255"
        raise PalateError("invalid_picture", f"pixels of the type {array.dtype} go from {rule}, not {low:g} to {high:g}")
    if kind != "f":
        return array.astype(numpy.uint8)
    return numpy.rint(array.clip(0, 1).astype(numpy.float32) * 255).astype(numpy.uint8)
