"use strict";
// A terminal in a page: keys and frames go over a websocket, which comes back by itself.
(() => {
  const LEAST_FONT = 12, MOST_FONT = 18, COLUMNS = 100, ROWS = 30;
  // On a phone: what must fit, in columns and rows. Upright all columns fill the width; lying, there are more of
  // them where the letters can still be read.
  const UPRIGHT = [48, 30], LYING = [80, 20], WIDE = 116, LEAST_READ = 11;
  const COLUMN = 0.602, ROW = 1.2; // how wide and how high a cell is, in sizes of the font
  const FIRST_PAUSE = 300, LAST_PAUSE = 5000;
  const KEYS = {
    left: "\x1b[D", up: "\x1b[A", down: "\x1b[B", right: "\x1b[C", enter: "\r", escape: "\x1b", tab: "\t",
  };
  const byId = (id) => document.getElementById(id);
  const screen = byId("screen"), paper = byId("paper"), note = byId("note"), commands = byId("commands");
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const terminal = new Terminal({
    fontFamily: '"DejaVu Sans Mono", Menlo, Consolas, "Roboto Mono", monospace',
    fontSize: LEAST_FONT, scrollback: 0, theme: { background: "#15191b" }, macOptionIsMeta: true,
  });
  const fit = new FitAddon.FitAddon();
  const encoder = new TextEncoder();
  let socket = null, pause = FIRST_PAUSE, waiting = 0, isOver = false, takesDigits = false;

  function fontOf(width, height) {
    const fitting = ([columns, rows]) => Math.min(width / columns / COLUMN, height / rows / ROW);
    if (!isTouch) return Math.max(LEAST_FONT, Math.floor(Math.min(fitting([COLUMNS, ROWS]), MOST_FONT)));
    if (width < height) return fitting(UPRIGHT);
    const wide = fitting([WIDE, LYING[1]]);
    return wide >= LEAST_READ ? wide : fitting(LYING);
  }

  function layOut() {
    const { width, height } = screen.getBoundingClientRect();
    terminal.options.fontSize = Math.floor(fontOf(width, height) * 10) / 10;
    fit.fit();
  }

  function tellSize() {
    send(JSON.stringify({ width: terminal.cols, height: terminal.rows, touch: isTouch }));
  }

  function send(data) {
    if (socket && socket.readyState === WebSocket.OPEN) socket.send(data);
  }

  function say(text) {
    note.textContent = text;
    note.hidden = !text;
  }

  function connect() {
    clearTimeout(waiting);
    if (isOver || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const mine = socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    mine.binaryType = "arraybuffer";
    mine.onopen = () => { terminal.reset(); takesDigits = false; tellSize(); };
    mine.onmessage = (message) => { pause = FIRST_PAUSE; hear(message.data); };
    mine.onclose = () => { if (mine === socket) tryAgain(); };
  }

  function hear(data) {
    if (typeof data !== "string") {
      say("");
      terminal.write(new Uint8Array(data));
      return;
    }
    const told = JSON.parse(data);
    if (told.commands) show(told.commands);
    if ("digits" in told) takesDigits = told.digits;
    if ("end" in told) {
      isOver = true;
      say([told.end, note.dataset.over].filter(Boolean).join(" "));
    }
  }

  function tryAgain() {
    if (isOver) return;
    say(note.dataset.again);
    waiting = setTimeout(connect, pause);
    pause = Math.min(2 * pause, LAST_PAUSE);
  }

  function show(told) {
    commands.replaceChildren(...told.map(({ sign, label, sends }) => {
      const button = document.createElement("button"), key = document.createElement("kbd");
      key.textContent = sign;
      button.append(key, ` ${label}`);
      onTap(button, () => send(encoder.encode(sends)));
      return button;
    }));
  }

  function onTap(button, act) {
    button.addEventListener("pointerdown", (event) => event.preventDefault()); // the keyboard stays as it is
    button.addEventListener("click", act);
  }

  terminal.loadAddon(fit);
  terminal.open(paper);
  terminal.onData((text) => {
    // Anybody on the network can read what a page sends: a table's code typed here by mistake must not leave it.
    if (takesDigits && /\p{L}/u.test(text.replace(/\x1b\[[\d;]*[A-Za-z~]/g, ""))) say(note.dataset.digits);
    else send(encoder.encode(text));
  });
  terminal.onResize(tellSize);
  for (const button of document.querySelectorAll("[data-key]")) {
    onTap(button, () => send(encoder.encode(KEYS[button.dataset.key])));
  }
  onTap(byId("keyboard"), () => (document.activeElement === terminal.textarea ? terminal.blur() : terminal.focus()));
  terminal.textarea.addEventListener("focus", () => { byId("hint").hidden = true; layOut(); });
  addEventListener("resize", layOut);
  for (const event of ["online", "pageshow", "focus"]) addEventListener(event, connect);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) connect(); });
  document.fonts.ready.then(() => {
    layOut();
    connect();
    if (!isTouch) terminal.focus();
  });
})();
