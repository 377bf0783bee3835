"""Plays the first of the plays, until it does the one thing that its first argument names."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

FAULT = sys.argv[1]
PATH = Path(sys.argv[2]) if len(sys.argv) > 2 else None
AGES = 600


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(asked: dict, **more: object) -> str:
    if asked["type"] == "hello":
        return json.dumps({"seq": asked["seq"], "protocol": 1, **more}) + "\n"
    return json.dumps({"seq": asked["seq"], "play": asked["plays"][0], **more}) + "\n"


def at_start() -> None:
    match FAULT:
        case "silent":
            time.sleep(AGES)
        case "silent-and-deaf-to-sigterm":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(AGES)
        case "exits-with-an-error":
            sys.stderr.write("no licence found\n")
            sys.exit(3)
        case "starts-the-second-time" if PATH and not PATH.exists():
            PATH.touch()
            sys.exit(1)
        case "leaves-a-child" | "leaves-a-child-and-plays":
            child = subprocess.Popen(["sleep", str(AGES)])  # it holds the pipes open
            Path(sys.argv[2]).write_text(str(child.pid))
            if FAULT == "leaves-a-child":
                sys.exit(0)
        case "deaf-to-all" | "deaf-to-the-end":
            number = signal.SIGTERM if FAULT == "deaf-to-all" else signal.SIGUSR1
            signal.signal(number, signal.SIG_IGN)
        case _:
            pass


def at_hello(asked: dict) -> None:
    match FAULT:
        case "speaks-another-version":
            say(json.dumps({"seq": asked["seq"], "protocol": 2}) + "\n")
        case "sends-hello-back":
            say(json.dumps(asked) + "\n")
        case _:
            say(answer(asked))


def at_move(asked: dict) -> None:  # noqa: C901, PLR0912, PLR0915 - one case for each fault
    good = answer(asked)
    match FAULT:
        case "thinks-for-ever":
            PATH and PATH.write_text(str(os.getpid()))
            time.sleep(AGES)
        case "thinks-once" if PATH and not PATH.exists():
            PATH.touch()
            time.sleep(AGES)
        case "floods-without-an-end":
            while True:
                say("x" * 65_536)
        case "floods-with-lines":
            while True:
                say("[1]\n" * 10_000)
        case "floods-standard-error":
            sys.stderr.write("thinking hard\n" * 100_000)
            sys.stderr.flush()
            say(good)
        case "lies-about-the-number":
            say(good.replace(f'"seq": {asked["seq"]}', f'"seq": {asked["seq"] + 1}'))
        case "prints-what-it-thinks":
            say("thinking\n" + good)
        case "answers-twice":
            say(good + good)
        case "crashes":
            raise RuntimeError("lost \x1b[31mmy way")
        case "is-killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "closes-its-output":
            os.close(1)
            time.sleep(AGES)
        case "sends-half-a-line":
            say(good[:10])
            time.sleep(AGES)
        case "sends-half-a-line-and-ends":
            say(good[:10])
            sys.exit(0)
        case "sends-a-line-without-its-end-and-ends":
            say(good.rstrip("\n"))
            sys.exit(0)
        case "sends-bytes":
            sys.stdout.buffer.write(b'{"seq": \xff}\n')
            sys.stdout.flush()
        case "sends-controls":
            say("\x1b]0;pwned\x07\u202e\n")
        case "sends-nan":
            say(good.replace(f'"seq": {asked["seq"]}', '"seq": NaN'))
        case "sends-a-huge-number":
            say(good.replace(f'"seq": {asked["seq"]}', '"seq": ' + "9" * 5_000))
        case "sends-deep-json":
            say("[" * 30_000 + "\n")
        case "sends-a-key-twice":
            say(good.replace("{", '{"seq": 1, ', 1))
        case "sends-nothing-on-a-line":
            say("\n")
        case "sends-wide-characters":
            sys.stdout.buffer.write(good.encode("utf-16"))
            sys.stdout.flush()
        case "plays-what-it-has-not":
            say(json.dumps({"seq": asked["seq"], "play": {"tile": other_tile(asked)}}) + "\n")
        case "is-illegal-until-told":
            tile = asked["plays"][0]["tile"] if "refused" in asked else other_tile(asked)
            play = {**asked["plays"][0], "tile": tile}
            say(json.dumps({"seq": asked["seq"], "play": play}) + "\n")
        case _:
            say(good)


def other_tile(asked: dict) -> str:
    tiles = [f"{low}-{high}" for low in range(7) for high in range(low, 7)]
    played = [turn.get("tile") for turn in asked["turns"]]
    return next(tile for tile in tiles if tile not in asked["hand"] and tile not in played)


at_start()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        at_hello(message)
    elif message["type"] == "move":
        at_move(message)
    else:
        break
match FAULT:
    case "deaf-to-all" | "deaf-to-the-end":
        sys.stdin.read()
        time.sleep(AGES)
    case "says-goodbye":
        say("goodbye\n")
    case "floods-at-the-end":
        while True:
            say("bye " * 20_000)
    case "fails-at-the-end":
        sys.exit(2)
    case "waits-a-little-at-the-end":
        time.sleep(0.1)
    case _:
        pass
