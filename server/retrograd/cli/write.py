"""Writing a changed file: whole or not at all, with the encoding, line ends and permissions that it had."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
import tokenize

from ..source.text import Undecodable, decode
from .files import Unwritable

_BOM = b"\xef\xbb\xbf"


def rewrite(path: str, before: str, after: str) -> None:
    """Write `after` to a file whose text is `before`. Raises Unwritable, also where that is no longer its text."""
    target = os.path.realpath(path)
    try:
        with open(target, "rb") as file:
            data = file.read()
        if decode(data) != before:
            raise Unwritable(f"{path}: it has changed since it was read; nothing was written")
        replace(target, _encode(after, data))
    except OSError as error:
        raise Unwritable(f"{path}: {error.strerror or error}") from None
    except (Undecodable, UnicodeEncodeError) as error:
        raise Unwritable(f"{path}: {error}") from None


def replace(target: str, data: bytes) -> None:
    """Put a file in the place of `target` in one step, with its permissions. Raises OSError, and leaves nothing behind."""
    handle, beside = tempfile.mkstemp(dir=os.path.dirname(os.path.abspath(target)), prefix=".retrograd-")
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _permit(beside, target)
        os.replace(beside, target)
    except BaseException:
        os.unlink(beside)
        raise


def _permit(beside: str, target: str) -> None:
    """Give a new file the permissions of the one it is to replace, or those that new files get."""
    if os.path.exists(target):
        shutil.copymode(target, beside)
        return
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(beside, 0o666 & ~mask)


def _encode(text: str, data: bytes) -> bytes:
    """The text in the encoding of the file that `data` is of. Raises UnicodeEncodeError."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    encoded = text.encode("utf-8" if encoding == "utf-8-sig" else encoding)
    return _BOM + encoded if data.startswith(_BOM) else encoded
