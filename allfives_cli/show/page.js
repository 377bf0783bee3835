"use strict";
document.documentElement.classList.add("js");
addEventListener("DOMContentLoaded", () => {
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const steps = all(".step");
  if (!steps.length) return;
  const places = new Map(steps.map((step, index) => [step.id, index]));
  const rounds = steps.map((step) => step.parentElement);
  const links = new Map();
  for (const link of all("a[href^='#']")) {
    const address = link.hash.slice(1);
    if (!links.has(address)) links.set(address, []);
    links.get(address).push(link);
  }
  const list = one(".turns");
  const status = one("#status");
  const graph = one(".graph");
  const now = one(".now");
  const keys = one("#keys");
  const hands = one("#hands");
  const run = one("[data-do=run]");
  for (const link of all(".strip > a")) link.tabIndex = -1;
  let at = -1;
  let timer = 0;

  const mark = (address, current) => {
    for (const link of links.get(address) || []) {
      if (current) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
  };

  const follow = () => {
    const link = (links.get(steps[at].id) || []).find((each) => list.contains(each));
    if (!link) return;
    const above = link.offsetTop - list.offsetTop - list.scrollTop;
    const room = list.clientHeight - link.offsetHeight;
    if (above < room / 8 || above > (7 * room) / 8) list.scrollTop += above - room / 2;
  };

  const show = (index, quietly) => {
    const next = Math.max(0, Math.min(steps.length - 1, index));
    if (next === at) return;
    if (at >= 0) {
      steps[at].classList.remove("on");
      rounds[at].classList.remove("on");
      mark(steps[at].id, false);
    }
    at = next;
    steps[at].classList.add("on");
    rounds[at].classList.add("on");
    mark(steps[at].id, true);
    const { left, right } = graph.dataset;
    const x = +left + ((right - left) * at) / Math.max(1, steps.length - 1);
    now.setAttribute("transform", `translate(${x} 0)`);
    follow();
    if (!quietly) {
      history.replaceState(null, "", "#" + steps[at].id);
      const said = steps[at].querySelectorAll("h3, .sum, .verdict");
      status.textContent = [...said].map((each) => each.textContent).join(". ");
    }
  };

  const firstOf = (index) => {
    while (index > 0 && rounds[index - 1] === rounds[index]) index -= 1;
    return index;
  };

  const halt = () => {
    clearInterval(timer);
    timer = 0;
    run.setAttribute("aria-pressed", "false");
  };

  const actions = {
    first: () => show(0),
    last: () => show(steps.length - 1),
    back: () => show(at - 1),
    forward: () => show(at + 1),
    roundBack: () => show(firstOf(at) < at ? firstOf(at) : firstOf(Math.max(0, at - 1))),
    roundForward: () => {
      const next = rounds.findIndex((round, index) => index > at && round !== rounds[at]);
      show(next < 0 ? steps.length - 1 : next);
    },
    run: () => {
      if (timer) return halt();
      if (at === steps.length - 1) show(0);
      run.setAttribute("aria-pressed", "true");
      timer = setInterval(() => {
        show(at + 1);
        if (at === steps.length - 1) halt();
      }, 1600);
    },
    hands: () => {
      if (!hands) return;
      hands.selectedIndex = (hands.selectedIndex + 1) % hands.options.length;
      hands.dispatchEvent(new Event("change"));
    },
    help: () => keys.showModal(),
    close: () => keys.close(),
    print: () => print(),
  };
  const byKey = {
    ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last",
    ArrowUp: "roundBack", ArrowDown: "roundForward", " ": "run", h: "hands", "?": "help",
  };

  addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || keys.open) return;
    if (target.isContentEditable || target.closest("input, textarea, select")) return;
    if (key === " " && target.closest("a, button, summary")) return;
    const action = Object.hasOwn(byKey, key) && byKey[key];
    if (!action) return;
    event.preventDefault();
    if (timer && action !== "run" && action !== "hands") halt();
    actions[action]();
  });

  for (const button of all("[data-do]")) {
    button.addEventListener("click", () => {
      const action = button.dataset.do;
      if (timer && action !== "run") halt();
      actions[action]();
    });
  }

  addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const index = places.get(link.hash.slice(1));
    if (index === undefined) return;
    event.preventDefault();
    halt();
    show(index);
  });

  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * graph.viewBox.baseVal.width;
    const { left, right } = graph.dataset;
    halt();
    show(Math.round(((x - left) / (right - left)) * (steps.length - 1)));
  });

  let touch = null;
  const table = one("main");
  table.addEventListener("touchstart", (event) => {
    touch = event.touches.length === 1 && event.target.closest(".table") ? event.touches[0] : null;
  }, { passive: true });
  table.addEventListener("touchend", (event) => {
    if (!touch) return;
    const across = event.changedTouches[0].clientX - touch.clientX;
    const down = event.changedTouches[0].clientY - touch.clientY;
    touch = null;
    if (Math.abs(across) < 40 || Math.abs(down) > Math.abs(across)) return;
    halt();
    show(across < 0 ? at + 1 : at - 1);
  }, { passive: true });

  if (hands) {
    hands.addEventListener("change", () => {
      document.body.dataset.hands = hands.value;
    });
  }

  const fromAddress = (quietly) => {
    const index = places.get(location.hash.slice(1));
    if (index !== undefined || at < 0) show(index || 0, quietly);
  };
  addEventListener("hashchange", () => fromAddress(false));
  fromAddress(true);
});
