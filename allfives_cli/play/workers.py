"""Who plays the matches of a series on this machine: this process, or others that it starts.

Both have ``submit`` as the executors of concurrent.futures have it, and so the
futures are its own. ProcessPoolExecutor itself is not used: a process of it
that is killed while it hands over a result leaves everybody waiting for the
rest of that for ever. Here each process has a pipe of its own, and a thread
that waits at the other end, so that the loss of a process is the end of its
pipe, and of its task alone.

Processes are spawned anew, never forked, which is the same on every system.
They leave with this process, however it ends: each watches for that, ends the
programs that it has at a table, and goes.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from types import FrameType, TracebackType
from typing import Any, Final, Self, TypeVar, final

Given = TypeVar("Given")

MOST_JOBS: Final = 256
LEAVING: Final = 5
"""Seconds after which a process that was told to leave is gone; programs have ended by then."""


class ProcessLost(Exception):
    """A process ended in the middle of a task."""


@final
class Later:
    """Work that is done when its result is asked for."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work

    def result(self) -> Any:  # noqa: ANN401 - whatever the work gives
        """Do it."""
        return self._work()

    def cancel(self) -> bool:
        """It has not begun, and does not begin by itself."""
        return True


@final
class Here:
    """Does everything in this process, one thing after another."""

    def submit(self, fn: Callable[..., Given], /, *args: Any) -> Later:  # noqa: ANN401 - whatever the function takes
        """Do it when the result is asked for."""
        return Later(lambda: fn(*args))


@final
class Processes:
    """Does everything in so many processes of its own.

    They are spared the interrupt key. Left by an exception they give up what
    they are doing.
    """

    def __init__(self, jobs: int) -> None:
        self._threads = ThreadPoolExecutor(jobs)
        self._of_thread = threading.local()
        self._workers: list[_Worker] = []
        self._lock = threading.Lock()
        self._closed = False

    def submit(self, fn: Callable[..., Given], /, *args: Any) -> Future[Given]:  # noqa: ANN401 - as above
        """Have it done by the next process that is free; its result raises ProcessLost if lost."""
        return self._threads.submit(self._ask, fn, args)

    def _ask(self, fn: Callable[..., Given], args: tuple[Any, ...]) -> Given:
        worker: _Worker | None = getattr(self._of_thread, "worker", None)
        if worker is None or worker.lost:
            with self._lock:
                if self._closed:
                    raise ProcessLost("nobody is to begin any more")
                worker = self._of_thread.worker = _Worker()
                self._workers.append(worker)
        given: Given = worker.ask(fn, args)
        return given

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._closed = True
        try:
            for worker in self._workers:
                worker.leave(at_once=kind is not None)
            for worker in self._workers:
                worker.join(LEAVING + 1)
        finally:
            for worker in self._workers:
                worker.kill()
            self._threads.shutdown()
            for worker in self._workers:
                worker.close()


@final
class _Worker:
    """A process and this end of its pipe."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(there,), daemon=True)
        self.lost = False
        with _signals_held():
            self._process.start()
        there.close()

    def ask(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Any:  # noqa: ANN401 - whatever the function gives
        """Have it call a function. Raises what that raised, and ProcessLost."""
        try:
            self._pipe.send((fn, args))
            is_raised, given = self._pipe.recv()
        except (EOFError, OSError):
            self.lost = True
            self._process.join(LEAVING + 1)
            raise ProcessLost(f"exit status {self._process.exitcode}") from None
        if is_raised:
            raise given
        return given

    def leave(self, *, at_once: bool) -> None:
        """Tell it to go: in the middle of a task, or by the end of its pipe after the last."""
        if at_once:
            self._process.terminate()
        else:
            self._pipe.close()

    def join(self, seconds: float) -> None:
        self._process.join(seconds)

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self._pipe.close()
        self._process.join()
        self._process.close()


@contextmanager
def _signals_held() -> Iterator[None]:
    """Keep signals from a process that starts, until it is ready for them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would lift the hold
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _signals() -> set[signal.Signals]:
    """The interrupt key, a terminal that goes away, and to be told to end. POSIX only."""
    return {signal.SIGINT, signal.SIGHUP, signal.SIGTERM}


# -- in the other processes ------------------------------------------------------------


@final
class _Leave:
    """SIGTERM: gives up what is being played, and goes; the alarm ends what is held up.

    Where nothing is played there is nothing to be put in order. An exception
    there would come out of whatever is being imported as one of another kind.
    """

    def __init__(self) -> None:
        self._is_playing = False
        self.came = False

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        """Handle the signal; a second time it changes nothing."""
        if not self.came:
            self.came = True
            signal.alarm(LEAVING)
            if self._is_playing:
                raise SystemExit
            os._exit(_LEFT)

    @contextmanager
    def playing(self) -> Iterator[None]:
        """What is done within is given up by an exception."""
        self._is_playing = True
        try:
            yield
        finally:
            self._is_playing = False


_LEFT: Final = 128 + signal.SIGTERM


def _serve(pipe: Connection) -> None:
    """Call the functions that come through the pipe, until it ends."""
    leave = _Leave()
    if hasattr(signal, "pthread_sigmask"):
        # Handlers, not SIG_IGN: programs at the table would inherit that.
        signal.signal(signal.SIGINT, _do_nothing)
        signal.signal(signal.SIGHUP, _do_nothing)
        signal.signal(signal.SIGTERM, leave)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _signals())
        threading.Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while not leave.came:
            fn, args = pipe.recv()
            try:
                with leave.playing():
                    given = fn(*args)
                pipe.send((False, given))
            except Exception as error:  # noqa: BLE001 - it is raised at the other end
                _send_error(pipe, error)


def _send_error(pipe: Connection, error: Exception) -> None:
    try:
        pipe.send((True, error))
    except OSError:
        raise
    except Exception:  # noqa: BLE001 - what cannot be pickled is told in words
        pipe.send((True, RuntimeError(f"{type(error).__name__}: {error}")))


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _do_nothing(_number: int, _frame: FrameType | None) -> None:
    """Stay: it is for the process that started this one to say what becomes of it."""
