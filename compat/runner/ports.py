"""Free ports of this machine, kept from other runs for as long as they are held."""

import contextlib
import random
import socket
from typing import Iterator, List

_CANDIDATES = range(20000, 30000)
"""Below the ports that systems hand out to outgoing connections: 32768 on Linux, 49152 elsewhere."""


@contextlib.contextmanager
def reserved_ports(count: int) -> Iterator[List[int]]:
    """Yield `count` ports that are free for a TCP server; raise `OSError` where there are not as many.

    The port of a server cannot be held for it. A UDP socket on the same number is held instead, which every run asks
    for first; it goes with the process, however that ends.
    """
    with contextlib.ExitStack() as held:
        found: List[int] = []
        for port in random.Random().sample(_CANDIDATES, len(_CANDIDATES)):  # noqa: S311  (no secret)
            if len(found) == count:
                break
            guard = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            if _binds(guard, "127.0.0.1", port) and _is_free(port):
                held.callback(guard.close)
                found.append(port)
            else:
                guard.close()
        if len(found) < count:
            raise OSError(f"{count} free ports are needed, and {len(found)} were found from 20000 to 29999")
        yield found


def _is_free(port: int) -> bool:
    with contextlib.closing(socket.socket()) as server:
        return _binds(server, "", port)


def _binds(sock: socket.socket, host: str, port: int) -> bool:
    try:
        sock.bind((host, port))
    except OSError:
        return False
    return True
