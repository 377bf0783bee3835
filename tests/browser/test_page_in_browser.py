"""The replay page in a browser: keys, buttons, addresses, widths, themes, paper, hostile texts."""

from __future__ import annotations

import re
import statistics
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from dealing import RoundPlayed, play_match
from recording import Writing, record_of

from allfives_cli.checking.replay import replay
from allfives_cli.commands.reports import board_labels
from allfives_cli.record.model import Record
from allfives_cli.rulesets import published
from allfives_cli.show.page import page as page_of
from allfives_cli.text.catalog import catalog

Page = Any
Open = Callable[..., Page]

TARGET = 120
RULES = {"base": "all-fives", "target": TARGET}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
HOSTILE = "Ann </script><img src=x onerror=alert(1)> \u202e5 + 5 \u2066 <!-- &lt; \u200b"
LONGEST = "W" * 40
TOUCHED = 40
"""A finger needs so many pixels."""
SHOWN_WITHIN = 300
STEP_WITHIN = 16
"""Milliseconds."""


def rounds_of(players: int, *, seed: int = 3, target: int = TARGET) -> list[RoundPlayed]:
    return list(
        play_match(
            published("all-fives"), players, seed=seed, target=target, policies=("most-points",)
        )
    )


def written(record: Record, path: Path, *, lang: str = "en", hands: str = "all") -> Path:
    say = catalog(lang)
    path.write_text(
        page_of(record, replay(record), say, board_labels(say), hands=hands), encoding="utf-8"
    )
    return path


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="session")
def two(folder: Path) -> Path:
    remarks = {(1, 2): {"mark": "!?", "notes": ["A note."]}}
    writing = Writing(["Ann", "Ben"], remarks=remarks)
    return written(record_of(rounds_of(2), writing, rules=RULES), folder / "two.html")


@pytest.fixture(scope="session")
def pairs(folder: Path) -> Path:
    writing = Writing([LONGEST, "Ben", "Cal", "Dee"])
    return written(record_of(rounds_of(4), writing, rules=RULES), folder / "pairs.html", lang="pl")


@pytest.fixture(scope="session")
def hostile(folder: Path) -> Path:
    players = [{"key": "שלום", "name": HOSTILE}, {"key": "Ben", "name": HOSTILE}]
    remarks = {(1, 1): {"notes": [HOSTILE]}, (1, 2): {"before": [HOSTILE]}}
    record = record_of(
        rounds_of(2), Writing(players, remarks=remarks), rules=RULES, event=HOSTILE, notes=[HOSTILE]
    )
    return written(record, folder / "hostile.html")


@pytest.fixture(scope="session")
def large(folder: Path) -> Path:
    rounds: list[RoundPlayed] = []
    for played in play_match(published("all-fives"), 2, seed=5, target=100_000):
        rounds.append(played)
        if sum(len(each.turns()) for each in rounds) >= 150:
            break
    rules = {"base": "all-fives", "target": 100_000}
    return written(record_of(rounds, Writing(["Ann", "Ben"]), rules=rules), folder / "large.html")


def shown(page: Page) -> list[str]:
    """The addresses of the turns that are to be seen."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('.step')]"
        ".filter(step => step.getClientRects().length).map(step => step.id)"
    )
    return found


def addresses(page: Page) -> list[str]:
    found: list[str] = page.evaluate("[...document.querySelectorAll('.step')].map(step => step.id)")
    return found


def first_of_round(page: Page, number: int) -> str:
    return next(each for each in addresses(page) if each.startswith(f"{number}."))


# -- stepping ---------------------------------------------------------------------------


def test_the_first_turn_is_shown_alone(opened: Open, two: Path) -> None:
    page = opened(two)
    assert shown(page) == ["1.1"]
    assert page.locator(".round:visible h2").count() == 1
    assert page.evaluate("document.title") == "All Fives: Ann, Ben"


def test_keys_step_through_turns_and_rounds(opened: Open, two: Path) -> None:
    page = opened(two)
    every = addresses(page)
    second = every.index(first_of_round(page, 2))
    for key, address in (
        ("ArrowLeft", every[0]),
        ("ArrowRight", every[1]),
        ("ArrowRight", every[2]),
        ("ArrowLeft", every[1]),
        ("ArrowDown", every[second]),
        ("ArrowRight", every[second + 1]),
        ("ArrowUp", every[second]),
        ("ArrowUp", every[0]),
        ("End", every[-1]),
        ("ArrowRight", every[-1]),
        ("ArrowDown", every[-1]),
        ("Home", every[0]),
        ("ArrowUp", every[0]),
    ):
        page.keyboard.press(key)
        assert shown(page) == [address], key
        assert page.evaluate("location.hash") in ("", f"#{address}")


def test_every_turn_can_be_reached_by_keys_and_one_is_shown_at_a_time(
    opened: Open, two: Path
) -> None:
    page = opened(two)
    passed = page.evaluate(
        """() => [...document.querySelectorAll(".step")].map(() => {
          const seen = [...document.querySelectorAll(".step")]
            .filter((step) => step.getClientRects().length).map((step) => step.id);
          document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
          return seen;
        })"""
    )
    assert passed == [[address] for address in addresses(page)]


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta"])
def test_keys_with_modifiers_are_left_alone(opened: Open, two: Path, modifier: str) -> None:
    page = opened(two)
    page.evaluate(
        "m => document.body.dispatchEvent(new KeyboardEvent('keydown',"
        " {key: 'ArrowRight', bubbles: true, [m]: true}))",
        {"Control": "ctrlKey", "Alt": "altKey", "Meta": "metaKey"}[modifier],
    )
    assert shown(page) == ["1.1"]


def test_keys_in_fields_are_left_alone(opened: Open, two: Path) -> None:
    page = opened(two)
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    page.locator("main input").focus()
    for key in ("ArrowRight", "End", "h", "?"):
        page.keyboard.press(key)
    assert shown(page) == ["1.1"]
    assert page.locator("main input").input_value() == "h?"
    assert page.locator("#keys").is_hidden()


def test_buttons_do_what_keys_do(opened: Open, two: Path) -> None:
    page = opened(two)
    every = addresses(page)
    second = first_of_round(page, 2)
    for button, address in (
        ("forward", every[1]),
        ("forward", every[2]),
        ("back", every[1]),
        ("roundForward", second),
        ("roundBack", every[0]),
        ("last", every[-1]),
        ("first", every[0]),
    ):
        page.locator(f"[data-do={button}]").click()
        assert shown(page) == [address], button


def test_space_plays_and_stops(opened: Open, two: Path) -> None:
    page = opened(two)
    page.clock.install()
    run = page.locator("[data-do=run]")
    page.keyboard.press("Space")
    assert run.get_attribute("aria-pressed") == "true"
    page.clock.run_for(5000)
    assert shown(page) == ["1.4"]
    page.keyboard.press("Space")
    assert run.get_attribute("aria-pressed") == "false"
    page.clock.run_for(5000)
    assert shown(page) == ["1.4"]
    page.keyboard.press("End")
    run.click()
    assert shown(page) == ["1.1"]
    page.clock.run_for(1_000_000)
    assert shown(page) == addresses(page)[-1:]
    assert run.get_attribute("aria-pressed") == "false"


def test_addresses_open_a_turn_and_follow_it(opened: Open, two: Path) -> None:
    page = opened(two, "#2.3")
    assert shown(page) == ["2.3"]
    assert page.evaluate("scrollY") == 0
    page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == "#2.4"
    page.evaluate("location.hash = '#1.end'")
    page.wait_for_function("() => document.querySelector('.step.on').id === '1.end'")
    assert shown(page) == ["1.end"]


@pytest.mark.parametrize("address", ["#9.99", "#nonsense", "#%", "#keys", "#"])
def test_an_address_that_leads_nowhere_opens_the_first_turn(
    opened: Open, two: Path, address: str
) -> None:
    assert shown(opened(two, address)) == ["1.1"]


def test_the_list_the_strip_and_the_graph_lead_to_turns(opened: Open, two: Path) -> None:
    page = opened(two)
    page.locator(".turns a[href='#2.2']").click()
    assert shown(page) == ["2.2"]
    assert page.locator(".turns [aria-current]").get_attribute("href") == "#2.2"
    page.locator(".strip a[href='#2.5']").click()
    assert shown(page) == ["2.5"]
    width = page.locator(".graph").bounding_box()["width"]
    page.locator(".graph").click(position={"x": width - 4, "y": 20})
    assert shown(page) == addresses(page)[-1:]


def test_the_turn_in_the_list_is_always_in_sight(opened: Open, large: Path) -> None:
    page = opened(large)
    for key in ("End", "Home", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
        seen = page.evaluate(
            "(() => { const list = document.querySelector('.turns').getBoundingClientRect();"
            " const link = document.querySelector('.turns [aria-current]').getBoundingClientRect();"
            " return link.top >= list.top && link.bottom <= Math.min(list.bottom, innerHeight) })()"
        )
        assert seen, key


def test_a_step_is_announced(opened: Open, two: Path) -> None:
    page = opened(two)
    status = page.locator("#status")
    assert status.get_attribute("aria-live") == "polite"
    page.keyboard.press("ArrowRight")
    said = status.inner_text()
    assert page.locator(".step.on .sum").inner_text() in said
    assert page.locator(".step.on h3 bdi").inner_text() in said


def test_hands_are_shown_as_asked(opened: Open, two: Path) -> None:
    page = opened(two)

    def seen() -> list[str]:
        found: list[str] = page.locator(
            ".step.on .hands p:not(.yard):visible bdi"
        ).all_inner_texts()
        return found

    for expected in (["Ann", "Ben"], ["Ann"], ["Ben"], [], ["Ann", "Ben"]):
        assert seen() == expected
        page.keyboard.press("h")
    page.locator("#hands").select_option("none")
    page.locator("#hands").focus()
    assert seen() == []
    page.keyboard.press("ArrowRight")
    assert shown(page) == ["1.1"], "an arrow in the list of hands is the list's own"


def test_help_opens_and_keys_rest_meanwhile(opened: Open, two: Path) -> None:
    page = opened(two)
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("ArrowRight")
    assert shown(page) == ["1.1"]
    page.keyboard.press("Escape")
    assert page.locator("#keys").is_hidden()
    page.locator("[data-do=help]").click()
    page.locator("[data-do=close]").click()
    assert page.locator("#keys").is_hidden()


def test_a_finger_steps_by_swiping_the_board(opened: Open, two: Path) -> None:
    page = opened(two, **PHONE)
    board = page.locator(".step.on .table").bounding_box()
    touch = page.context.new_cdp_session(page)

    def swipe(start: float, end: float) -> None:
        y = board["y"] + board["height"] / 2
        for kind, x in (("touchStart", start), ("touchMove", end), ("touchEnd", None)):
            points = [] if x is None else [{"x": board["x"] + x, "y": y}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    swipe(250, 100)
    assert shown(page) == ["1.2"]
    swipe(100, 250)
    assert shown(page) == ["1.1"]
    swipe(100, 115)
    assert shown(page) == ["1.1"]


# -- how it looks --------------------------------------------------------------------------


def test_without_its_script_every_turn_is_shown_in_order(opened: Open, two: Path) -> None:
    page = opened(two, java_script_enabled=False)
    assert page.locator(".step:visible").count() == page.locator(".step").count() > 20
    tops = [page.locator(".step").nth(at).bounding_box()["y"] for at in range(6)]
    assert tops == sorted(tops)
    assert page.locator(".step .table:visible").count() == page.locator(".step").count()
    for useless in (".bar", ".tools"):
        assert page.locator(useless).is_hidden()


WIDTHS = [320, 412, 736, 1152, 1920]


@pytest.mark.parametrize("which", ["two", "pairs", "hostile"])
def test_nothing_is_wider_than_the_screen(
    opened: Open, request: pytest.FixtureRequest, which: str
) -> None:
    page = opened(request.getfixturevalue(which))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        for key in ("Home", "ArrowRight", "End"):
            page.keyboard.press(key)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, (width, key)


def test_a_phone_shows_board_and_buttons_that_fingers_hit(opened: Open, two: Path) -> None:
    page = opened(two, **PHONE)
    board = page.locator(".step.on .table").bounding_box()
    assert board["width"] >= 330
    assert board["y"] + board["height"] <= 740
    for button in page.locator(".bar button").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= TOUCHED
        assert box["y"] + box["height"] <= 740


def test_the_board_does_not_move_from_turn_to_turn(opened: Open, two: Path) -> None:
    page = opened(two)
    boxes = set()
    for _ in range(12):
        box = page.locator(".step.on .table").bounding_box()
        boxes.add((box["x"], box["y"], box["width"], box["height"]))
        page.keyboard.press("ArrowRight")
    assert len(boxes) == 1


def test_every_tile_is_drawn_where_it_lies(opened: Open, two: Path) -> None:
    """The last board of each round: as many tiles as the layout has, none of them empty."""
    page = opened(two)
    for address in [each for each in addresses(page) if each.endswith("end")]:
        page.evaluate("hash => { location.hash = hash }", f"#{address}")
        page.wait_for_function("id => document.querySelector('.step.on').id === id", arg=address)
        told = page.locator(".step.on .table").get_attribute("aria-label")
        sizes = page.evaluate(
            "[...document.querySelectorAll('.step.on .table > use:not(.l)')]"
            ".map(use => use.getBoundingClientRect().width)"
        )
        assert all(size > 0 for size in sizes)
        heaps = page.locator(".step.on .table > use[href^='#g']").count()
        single = page.evaluate(
            "[...document.querySelectorAll('.step.on .table > use')]"
            ".filter(use => /^#[0-9]/.test(use.getAttribute('href'))).length"
        )
        assert 4 * heaps + single == len(re.findall(r"\d-\d", told))


# Text on a see-through background stands on what is behind; sizes of 24 px, or 18.7 in bold, are
# large (WCAG 2.2, 1.4.3).
CONTRASTS = """
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (color) => {
    const [r, g, b] = color.map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = rgb(getComputedStyle(each).backgroundColor);
      if (color[3] === 255) return color;
    }
    return rgb("white");
  };
  const found = [];
  for (const element of document.querySelectorAll("body *:not(svg, svg *)")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || !element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const [a, b] = [light(rgb(style.color)), light(behind(element))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < (large ? 3 : 4.5)) {
      found.push(`${element.tagName}.${element.className} ${contrast.toFixed(2)}`);
    }
  }
  return found;
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("which", ["two", "pairs"])
def test_text_stands_out_in_light_and_dark(
    opened: Open, request: pytest.FixtureRequest, which: str, scheme: str
) -> None:
    page = opened(request.getfixturevalue(which), color_scheme=scheme)
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", paper))) > 384) == (scheme == "light")
    for key in ("Home", "ArrowRight", "End"):
        page.keyboard.press(key)
        assert page.evaluate(CONTRASTS) == []


def test_focus_can_be_seen(opened: Open, two: Path) -> None:
    page = opened(two)
    for _ in range(4):
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"


@pytest.mark.parametrize(("motion", "animated"), [("reduce", False), ("no-preference", True)])
def test_motion_is_only_for_those_who_do_not_mind(
    opened: Open, two: Path, motion: str, *, animated: bool
) -> None:
    page = opened(two, reduced_motion=motion)
    page.keyboard.press("ArrowRight")
    name = page.evaluate("getComputedStyle(document.querySelector('.step.on .l')).animationName")
    assert (name != "none") == animated


def test_paper_has_every_turn_the_settlements_and_the_tally(opened: Open, two: Path) -> None:
    page = opened(two)
    page.emulate_media(media="print")
    steps = page.locator(".step").count()
    assert page.locator(".step:visible").count() == steps
    assert page.locator(".step h3:visible").count() == steps
    assert page.locator(".table:visible").count() == page.locator(".round").count()
    assert page.locator(".tally svg:visible").count() == 2
    for useless in (".bar", ".tools", "nav", "#status"):
        assert page.locator(useless).is_hidden()
    assert page.evaluate(CONTRASTS) == []


def test_a_match_prints_on_a_few_sheets(opened: Open, two: Path) -> None:
    page = opened(two)
    printed = page.pdf(format="A4")
    assert printed.startswith(b"%PDF")
    sheets = len(re.findall(rb"/Type\s*/Page\b", printed))
    assert 1 <= sheets <= 1.5 * page.locator(".round").count() + 1


# -- trust -----------------------------------------------------------------------------------


def test_hostile_texts_are_shown_and_do_nothing(opened: Open, hostile: Path) -> None:
    page = opened(hostile)
    assert page.evaluate("document.images.length") == 0
    assert page.evaluate("document.scripts.length") == 1
    page.keyboard.press("End")
    page.keyboard.press("Home")
    assert "</script><img src=x onerror=alert(1)>" in page.locator(".facts").first.inner_text()
    assert "\\u{202e}" in page.locator(".step.on .note").first.inner_text()


def test_a_name_from_right_to_left_does_not_reorder_the_turn(opened: Open, hostile: Path) -> None:
    page = opened(hostile)
    heading = page.locator(".step.on h3")
    lefts = [heading.locator(part).bounding_box()["x"] for part in ("a", "bdi", "span")]
    assert lefts == sorted(lefts)
    scores = page.locator(".step.on .score li").first
    assert scores.locator("bdi").bounding_box()["x"] < scores.locator("b").bounding_box()["x"]


def test_the_policy_stops_a_script_that_is_not_the_page_s_own(browser: Any, two: Path) -> None:
    page = browser.new_context().new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(two.as_uri())
    page.evaluate(
        "(() => { const script = document.createElement('script');"
        " script.textContent = 'window.broken = true'; document.body.append(script);"
        " document.body.insertAdjacentHTML('beforeend', '<i style=\"color:red\">') })()"
    )
    assert page.evaluate("window.broken") is None
    for directive in ("script-src", "style-src"):
        assert any(directive in said for said in refused), directive
    page.context.close()


@pytest.fixture
def server(two: Path) -> Iterator[tuple[str, list[str]]]:
    """Serves one page and notes everything that it is asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(two.read_bytes())

        def log_message(self, *_: object) -> None:
            pass

    running = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}/match.html", asked
    running.shutdown()
    thread.join()
    running.server_close()


def test_a_served_page_asks_for_itself_only(opened: Open, server: tuple[str, list[str]]) -> None:
    url, asked = server
    page = opened(url)
    for key in ("End", "Home", "h", "?"):
        page.keyboard.press(key)
    page.wait_for_timeout(200)
    assert asked == ["/match.html"]


# -- speed -----------------------------------------------------------------------------------


def test_a_large_match_is_shown_and_stepped_through_at_once(
    opened: Open, large: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = opened(large)
    paints = []
    for _ in range(4):
        page.reload()
        page.wait_for_function(
            "() => performance.getEntriesByName('first-contentful-paint').length"
        )
        paints.append(
            page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        )
    took = page.evaluate(
        """() => {
          const took = [];
          for (let step = 0; step < 150; step += 1) {
            const began = performance.now();
            document.body.dispatchEvent(
              new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
            document.body.getBoundingClientRect();
            took.push(performance.now() - began);
          }
          return took;
        }"""
    )
    assert page.evaluate("document.querySelector('.step.on').id") != "1.1"
    first, step = min(paints), statistics.median(took)
    with capsys.disabled():
        print(  # noqa: T201 - the ratios are to be read
            f"\n150 turns: first turn after {first:.0f} ms ({first / SHOWN_WITHIN:.2f} of what"
            f" is allowed), a step in {step:.1f} ms ({step / STEP_WITHIN:.2f} of what is allowed)"
        )
    assert first < SHOWN_WITHIN
    assert step < STEP_WITHIN
