"""How much of an answer is read: a body without end must not fill the memory of 32 jobs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2

LARGEST_BODY = 4_000_000  # bytes; the longest answer and its reasoning are far below
_LARGEST_PACKED = LARGEST_BODY // 100  # nobody was asked to compress, and a byte may become 1,000


class BodyTooLargeError(httpx2.ReadError):
    """The endpoint sends more than any answer can be."""


async def bound_body(response: httpx2.Response) -> None:
    """Let no more than the limit be read of this response, of refusals too.

    Raises:
        BodyTooLargeError: here where the endpoint announces it, else while it is read.
    """
    packed = response.headers.get("content-encoding", "identity") != "identity"
    limit = _LARGEST_PACKED if packed else LARGEST_BODY
    announced = response.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > limit:
        raise BodyTooLargeError(announced)
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    response.stream = _Bounded(response.stream, limit)


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, limit: int) -> None:
        self._stream = stream
        self._left = limit

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._stream:
            self._left -= len(piece)
            if self._left < 0:
                raise BodyTooLargeError(str(self._left))
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()
