"""One profile for every property test, and a shell to run ``allfives validate`` in."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from commanding import FOREIGN, Done, Validate
from hypothesis import HealthCheck, settings

from allfives_cli.cli import run

# A shell that runs the tests in the background has them ignore interrupts, and so would every
# command that a test interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples each run, and no clock.
settings.register_profile(
    "allfives", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("allfives")


@pytest.fixture
def validate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Validate:
    """Run ``allfives validate`` in a folder of its own, with files written there before."""
    monkeypatch.chdir(tmp_path)
    for variable in FOREIGN:
        monkeypatch.delenv(variable, raising=False)

    def call(
        *arguments: str, files: Mapping[str, str | bytes] | None = None, stdin: bytes = b""
    ) -> Done:
        for name, content in (files or {}).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = run(["validate", *arguments])
        printed = capsysbinary.readouterr()
        return Done(status, printed.out.decode(), printed.err.decode())

    return call
