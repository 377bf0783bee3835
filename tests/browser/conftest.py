"""A real browser for pages: Debian's chromium, headless, driven by Playwright for Python.

Where it is not installed these tests say so and are skipped, but not where CI=true: there they
fail. Nothing is downloaded; `apt-get install chromium` puts the browser where it is looked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs the browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    why = None
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - it may be missing
    except ImportError:
        why = "Playwright for Python is not installed"
    if not CHROMIUM.exists():
        why = f"there is no {CHROMIUM}"
    if why is not None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"no browser to test pages in: {why}")
        pytest.skip(f"no browser to test pages in: {why}")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield launched
        launched.close()


@dataclass
class Opened:
    """Pages that were opened, and everything that they said or asked for."""

    browser: Any
    said: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    contexts: list[Any] = field(default_factory=list)

    def __call__(self, path: Path | str, address: str = "", **options: Any) -> Any:
        """Open a page at an address; options are those of Playwright's context."""
        options = {
            "viewport": {"width": 1280, "height": 800},
            "reduced_motion": "reduce",
            **options,
        }
        context = self.browser.new_context(**options)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("dialog", lambda dialog: self.said.append(dialog.message))
        url = path if isinstance(path, str) else path.as_uri()
        page.on("request", lambda request: self._note(request.url, url))
        page.goto(f"{url}{address}")
        return page

    def _note(self, asked: str, page: str) -> None:
        if asked.partition("#")[0] != page:
            self.requests.append(asked)


@pytest.fixture
def opened(browser: Any) -> Iterator[Opened]:
    """Opens pages; afterwards none may have said anything or asked for anything but itself."""
    found = Opened(browser)
    yield found
    for context in found.contexts:
        context.close()
    assert found.said == []
    assert found.requests == []
