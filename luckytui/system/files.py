"""Files that are private, are never half written, and belong to the program that has them locked."""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

RENAMES_OPEN_FILES = sys.platform != "win32"
"""Whether a file can be renamed, replaced and removed while a program has it open."""

_LOCKED = 2**30
"""Which byte of a file is locked on Windows, where nobody else can read that: one far behind the content."""
_AS_IT_IS = getattr(os, "O_BINARY", 0)
"""Lets lines be read and written as they are, where a system would change their ends."""
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | _AS_IT_IS
_PATIENCE, _PAUSE = 2.0, 0.002
"""How many seconds to try again while other programs only look at a file, and how often."""


def private_folder(folder: Path) -> Path:
    """Make a folder that nobody else may look into, and those above that are missing. Raises OSError."""
    for missing in [above for above in reversed(folder.parents) if not above.exists()]:
        missing.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_mode & 0o777 != 0o700:  # a disk may be read-only, and its folders private
        folder.chmod(0o700)
    return folder


def make_private(path: Path) -> None:
    """Create a file that nobody else may read, or make an existing one private. Raises OSError."""
    file = os.open(path, os.O_RDONLY | os.O_CREAT, 0o600)
    os.close(file)
    if others_can_read(path):
        path.chmod(0o600)


def others_can_read(path: Path) -> bool:
    """Return whether others on this computer can read a file or look into a folder. Raises OSError.

    On Windows modes do not tell; there, files in a person's own folder are private.
    """
    return sys.platform != "win32" and bool(path.stat().st_mode & 0o077)


# ── A file as a whole ─────────────────────────────────────────────────────────────────────────────


def write_file(path: Path, content: bytes) -> None:
    """Put a private file with this content in place of what is there, and bring it to the disk.

    A link stays: what it leads to is replaced. Raises OSError; then the old content is there, or the new one
    if only its folder could not be brought to the disk.
    """
    os.close(hold_written(path, content))


def hold_written(path: Path, content: bytes) -> int:
    """Do as `write_file`; return the file, which was locked before anybody could find it. Raises OSError."""
    path = Path(os.path.realpath(path))
    new = path.with_name(f"{path.name}.{os.urandom(4).hex()}.new")  # two programs may write at once
    try:
        file = new_file(new)
        with _closed_on_failure(file):
            write(file, content)
            sync(file)
        file = renamed(file, new, path)
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise
    with _closed_on_failure(file):
        sync_folder(path.parent)
    return file


@contextmanager
def _closed_on_failure(file: int) -> Iterator[None]:
    try:
        yield
    except OSError:
        os.close(file)
        raise


def new_file(path: Path) -> int:
    """Make a new file that is locked and private, in place of what a killed program left. Raises OSError."""
    path.unlink(missing_ok=True)
    file = os.open(path, _NEW, 0o600)
    _lock(file)
    return file


def write(file: int, content: bytes) -> None:
    """Write all of it. Raises OSError when a part of it may have been written."""
    while content:
        content = content[os.write(file, content) :]


# ── On the disk ───────────────────────────────────────────────────────────────────────────────────


def sync(file: int) -> None:
    """Bring a file's content to the disk itself, where macOS leaves it in the disk's memory at first."""
    if sys.platform != "win32" and (full := getattr(fcntl, "F_FULLFSYNC", None)):
        with suppress(OSError):  # not every file system can do that
            fcntl.fcntl(file, full)
            return
    getattr(os, "fdatasync", os.fsync)(file)  # not every system has the quicker one


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, or a power cut brings the old ones back. Raises OSError.

    Windows opens no folders: there, a file that was `renamed` is brought to the disk with its name.
    """
    if sys.platform == "win32":
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:  # not every file system can do that
            raise
    finally:
        os.close(file)


# ── Files that are locked ─────────────────────────────────────────────────────────────────────────


def open_file(path: Path) -> int:
    """Open and lock a file. Raises OSError: BlockingIOError when another program has it."""
    end = time.monotonic() + _PATIENCE
    while True:
        file = os.open(path, os.O_RDWR | os.O_APPEND | _AS_IT_IS)
        try:
            _lock(file)
            if os.path.samestat(os.fstat(file), path.stat()):
                return file
        except BlockingIOError:
            os.close(file)
            if is_held(path) or time.monotonic() > end:
                raise
            time.sleep(_PAUSE)  # somebody only looks whether it is held
            continue
        except OSError:
            os.close(file)
            raise
        os.close(file)  # another file has its place by now


def is_held(path: Path) -> bool:
    """Whether a program has this file locked; looking keeps nobody from doing so. Raises OSError."""
    file = os.open(path, os.O_RDONLY | _AS_IT_IS)
    try:
        _lock(file, shared=True)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def _lock(file: int, *, shared: bool = False) -> None:
    """Lock a file that is open. Raises OSError: BlockingIOError when another program has it."""
    if sys.platform == "win32":
        os.lseek(file, _LOCKED, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError as error:  # under Wine it has no number
            raise BlockingIOError(errno.EACCES, os.strerror(errno.EACCES)) from error
    else:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def renamed(file: int, path: Path, target: Path) -> int:
    """Give an open file another name; return it, still locked. Raises OSError; then it is closed."""
    if RENAMES_OPEN_FILES:
        with _closed_on_failure(file):
            path.replace(target)
        return file
    os.close(file)
    _replace_patiently(path, target)
    file = open_file(target)
    with _closed_on_failure(file):
        sync(file)
    return file


def _replace_patiently(path: Path, target: Path) -> None:
    """Rename a closed file, as soon as nobody has it or its target open to read them. Raises OSError."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            path.replace(target)
        except PermissionError:
            if time.monotonic() > end:
                raise
            time.sleep(_PAUSE)
        else:
            return


def remove_file(path: Path, file: int) -> None:
    """Remove a file that is open, and close it. Raises OSError; then it is closed, too."""
    if not RENAMES_OPEN_FILES:
        os.close(file)
    try:
        path.unlink(missing_ok=True)
    finally:
        if RENAMES_OPEN_FILES:
            os.close(file)
