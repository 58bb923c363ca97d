"""What a child process does to itself before it becomes its command.

Run by path with `python -I -S`, so that it needs nothing but the standard library and no code runs
between fork and exec of a process that may have threads:

    child.py PARENT_PID DEATH_SIGNAL plain|namespace|nobody COMMAND [ARGUMENT …]

`plain` keeps the user, `namespace` enters a user namespace as user 1000 (files stay root's), and
`nobody` becomes that user. On Linux the child gets `DEATH_SIGNAL` when its parent ends.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
CLONE_NEWUSER = 0x10000000
NAMESPACE_ID = 1000


def main(arguments: list[str]) -> None:
    """Changes the user, arms the parent-death signal, and becomes the command."""
    parent, death_signal, user, *command = arguments
    if user == "namespace":
        _enter_user_namespace()
    elif user == "nobody":
        _become_nobody()
    # A change of credentials disarms the signal, so it comes last.
    if sys.platform == "linux":
        _call("prctl", PR_SET_PDEATHSIG, int(death_signal))
    if os.getppid() != int(parent):
        sys.exit("memfold: the parent ended before its child began")
    os.execv(command[0], command)  # noqa: S606 -- becoming the command is the purpose


def _enter_user_namespace() -> None:
    uid, gid = os.geteuid(), os.getegid()
    _call("unshare", CLONE_NEWUSER)
    own = Path("/proc/self")
    (own / "setgroups").write_text("deny", encoding="ascii")
    (own / "uid_map").write_text(f"{NAMESPACE_ID} {uid} 1", encoding="ascii")
    (own / "gid_map").write_text(f"{NAMESPACE_ID} {gid} 1", encoding="ascii")


def _become_nobody() -> None:
    import pwd  # noqa: PLC0415 -- only this road needs the user database

    nobody = pwd.getpwnam("nobody")
    os.setgroups([])
    os.setgid(nobody.pw_gid)
    os.setuid(nobody.pw_uid)


def _call(name: str, *arguments: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) != 0:
        code = ctypes.get_errno()
        sys.exit(f"memfold: {name}: {os.strerror(code)}")


if __name__ == "__main__":
    main(sys.argv[1:])
