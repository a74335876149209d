"use strict";
(() => {
  const words = JSON.parse(document.getElementById("words").textContent);
  const data = JSON.parse(document.getElementById("games").textContent);
  const $ = (id) => document.getElementById(id);
  const languages = Object.keys(words);
  let language = "en";
  const say = (key) => words[language][key] || words.en[key] || key;

  function speak(tag) {
    language = tag;
    document.documentElement.lang = tag;
    for (const node of document.querySelectorAll("[data-t]")) {
      node.textContent = say(node.dataset.t).replace("{percent}", node.dataset.percent || "");
    }
    for (const node of document.querySelectorAll("[data-label]")) {
      node.setAttribute("aria-label", say(node.dataset.label));
      node.title = say(node.dataset.label);
    }
    for (const button of document.querySelectorAll("[data-lang]")) {
      button.setAttribute("aria-pressed", String(button.dataset.lang === tag));
    }
    fillFilter();
    fillList();
    draw();
  }

  // Games: a game is a list of moves, a move is its text and what it did to the squares.
  let chosen = 0, ply = 0, shown = [], pair = null, only = null;
  const steps = (game) => game.m ? game.m.split(" ").map((token) => {
    const at = token.indexOf(":");
    return { text: at < 0 ? token.slice(1) : token.slice(0, at), effects: (at < 0 ? token : token.slice(at + 1)).split(",").filter(Boolean) };
  }) : [];

  function boardAt(game, upto) {
    const cells = new Map(Object.entries(game.b || {}));
    let last = [];
    steps(game).slice(0, upto).forEach(({ effects }) => {
      last = [];
      for (const effect of effects) {
        const fell = effect.split(">");
        if (fell.length === 2) { cells.set(fell[1], cells.get(fell[0])); cells.delete(fell[0]); }
        else if (effect[0] === "-") { cells.delete(effect.slice(1)); last.push(effect.slice(1)); }
        else { cells.set(effect.slice(1), effect[0]); last.push(effect.slice(1)); }
      }
    });
    return { cells, last };
  }

  const SIZE = 64;
  const place = (cell) => {
    const col = cell.charCodeAt(0) - 97, row = Number(cell.slice(1)) - 1;
    return [col * SIZE + SIZE / 2, (data.rows - 1 - row) * SIZE + SIZE / 2];
  };

  function disc(cell, letter) {
    const [x, y] = place(cell), first = letter.toLowerCase() === "x", bomb = letter !== letter.toLowerCase();
    if (!data.gravity) {
      return `<circle cx="${x}" cy="${y}" r="28" fill="${first ? "#1d2430" : "#fffdf9"}" stroke="#1d2430" stroke-width="2"/>`;
    }
    const [fill, rim] = first ? ["var(--one)", "var(--one-2)"] : ["var(--two)", "var(--two-2)"];
    const mark = first
      ? `<path d="M${x - 7} ${y}h14M${x} ${y - 7}v14" stroke="#fff" stroke-width="3" stroke-linecap="round"/>`
      : `<circle cx="${x}" cy="${y}" r="6.5" fill="none" stroke="#5a3d00" stroke-width="3"/>`;
    const fuse = bomb ? `<path d="M${x + 12} ${y - 14}q4-12 12-9" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round"/>` : "";
    return `<circle cx="${x}" cy="${y}" r="25" fill="${fill}"/><circle cx="${x}" cy="${y}" r="18" fill="none" stroke="${rim}" stroke-width="2.5"/>${mark}${fuse}`;
  }

  function empty() {
    const W = data.cols * SIZE, H = data.rows * SIZE;
    let s = "";
    if (data.gravity) {
      s = `<rect width="${W}" height="${H}" rx="18" fill="var(--board)"/>`;
      for (let c = 0; c < data.cols; c++) for (let r = 0; r < data.rows; r++) {
        s += `<circle cx="${c * SIZE + 32}" cy="${r * SIZE + 32}" r="25" fill="var(--hole)" stroke="var(--board-2)" stroke-width="2"/>`;
      }
      return s;
    }
    s = `<rect width="${W}" height="${H}" rx="8" fill="#efe9dc"/>`;
    for (let c = 0; c < data.cols; c++) s += `<path d="M${c * SIZE + 32} 32V${H - 32}" stroke="#8a8578" stroke-width="1.5"/>`;
    for (let r = 0; r < data.rows; r++) s += `<path d="M32 ${r * SIZE + 32}H${W - 32}" stroke="#8a8578" stroke-width="1.5"/>`;
    return s;
  }

  // The squares of the end may belong to several lines: each straight run is drawn by itself.
  function alignments(list) {
    const cells = new Set(list), name = (c, r) => String.fromCharCode(97 + c) + (r + 1);
    let s = "";
    for (const cell of list) for (const [dc, dr] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
      const c = cell.charCodeAt(0) - 97, r = Number(cell.slice(1)) - 1;
      let n = 0;
      while (cells.has(name(c + (n + 1) * dc, r + (n + 1) * dr))) n++;
      if (n < 2 || cells.has(name(c - dc, r - dr))) continue;
      const [x1, y1] = place(cell), [x2, y2] = place(name(c + n * dc, r + n * dr));
      s += `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="var(--ink)" stroke-width="9" stroke-linecap="round" opacity=".75"/>`;
    }
    return s;
  }

  function draw() {
    const game = data.games[chosen];
    if (!game) return;
    const moves = steps(game), { cells, last } = boardAt(game, ply), M = 30;
    let s = empty();
    for (const [cell, letter] of cells) s += disc(cell, letter);
    for (const cell of last) {
      const [x, y] = place(cell);
      s += `<circle cx="${x}" cy="${y}" r="${data.gravity ? 28 : 10}" fill="none" stroke="${data.gravity ? "#fff" : "#1f5fbf"}" stroke-width="4"/>`;
    }
    if (ply === moves.length && game.l) s += alignments(game.l);
    let edge = "";
    for (let c = 0; c < data.cols; c++) {
      edge += `<text x="${M + c * SIZE + 32}" y="${data.rows * SIZE + 26}" text-anchor="middle">${data.gravity && data.cols <= 9 ? c + 1 : String.fromCharCode(97 + c)}</text>`;
    }
    for (let r = 0; r < data.rows; r++) edge += `<text x="12" y="${r * SIZE + 40}" text-anchor="middle">${data.rows - r}</text>`;
    $("board").innerHTML = `<svg class="board" viewBox="0 0 ${data.cols * SIZE + M} ${data.rows * SIZE + 36}" role="img" aria-label="${say("report.board")}"><g font-size="20" fill="var(--ink-2)">${edge}</g><g transform="translate(${M},0)">${s}</g></svg>`;
    const [first, second] = [data.names[game.f], data.names[game.s]];
    $("players").replaceChildren(
      bold(first), " – ", bold(second), `   ${game.r}   ${say("report.end." + game.e)}${game.w ? ": " + game.w : ""}`);
    $("at").textContent = `${say("report.move")} ${ply}/${moves.length}${ply <= game.o && ply > 0 ? " (" + say("report.opening") + ")" : ""}`;
    $("moves").replaceChildren(...moves.flatMap((move, i) => [i + 1 === ply ? bold(move.text) : move.text, " "]));
    $("slider").max = moves.length;
    $("slider").value = ply;
    $("first").disabled = $("back").disabled = ply === 0;
    $("last").disabled = $("forward").disabled = ply === moves.length;
  }

  function bold(text) {
    const node = document.createElement("b");
    node.textContent = text;
    return node;
  }

  function option(value, text) {
    const node = document.createElement("option");
    node.value = value;
    node.textContent = text;
    return node;
  }

  function fillFilter() {
    const kept = $("who").value || "-1";
    $("who").replaceChildren(option(-1, say("report.all")), ...data.names.map((name, i) => option(i, name)));
    $("who").value = kept;
  }

  // Whether a game was won, drawn, lost or lost by failing, in the view of one contestant.
  function isResult(game, who, wanted) {
    if (game.r === "1/2") return wanted === "drawn";
    const won = (game.r === "1-0" ? game.f : game.s) === who;
    if (wanted === "failed") return !won && ["illegal", "timeout", "crash", "script"].includes(game.e);
    return wanted === (won ? "won" : "lost");
  }

  function fillList() {
    const who = Number($("who").value);
    shown = data.games.map((_, i) => i).filter((i) => {
      const { f, s } = data.games[i];
      if (only && who >= 0 && !isResult(data.games[i], who, only)) return false;
      if (pair && who === pair[0]) return (f === pair[0] && s === pair[1]) || (f === pair[1] && s === pair[0]);
      return who < 0 || f === who || s === who;
    });
    $("list").replaceChildren(...shown.map((i) => {
      const game = data.games[i];
      return option(i, `${i + 1}.  ${game.r}  ${data.names[game.f]} – ${data.names[game.s]}`);
    }));
    if (!shown.includes(chosen)) { chosen = shown.length ? shown[0] : 0; go(Infinity); }
    $("list").value = String(chosen);
  }

  function go(to) {
    const game = data.games[chosen];
    if (!game) return;
    ply = Math.max(0, Math.min(to, steps(game).length));
    draw();
  }

  $("who").addEventListener("change", () => { pair = only = null; fillList(); draw(); });
  // Links from tables: #game=12&ply=7, #who=3&only=lost, #pair=3,5 (numbers of contestants from 0).
  function follow() {
    const wish = new URLSearchParams(location.hash.slice(1));
    const numbers = (wish.get("pair") || wish.get("who") || "").split(",").filter(Boolean).map(Number);
    pair = numbers.length === 2 ? numbers : null;
    only = wish.get("only");
    if (numbers.length) $("who").value = String(numbers[0]);
    if (wish.has("game")) { $("who").value = "-1"; chosen = Math.max(0, Number(wish.get("game")) - 1) || 0; }
    fillList();
    go(wish.has("ply") ? Number(wish.get("ply")) || 0 : Infinity);
    if (location.hash) $("board").scrollIntoView();
  }
  addEventListener("hashchange", follow);
  $("list").addEventListener("change", () => { chosen = Number($("list").value); go(Infinity); });
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(ply - 1));
  $("forward").addEventListener("click", () => go(ply + 1));
  $("last").addEventListener("click", () => go(Infinity));
  document.addEventListener("keydown", (event) => {
    if (/^(SELECT|INPUT)$/.test(event.target.tagName)) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) { event.preventDefault(); go(ply + step); }
  });
  for (const button of document.querySelectorAll("[data-lang]")) {
    button.addEventListener("click", () => speak(button.dataset.lang));
  }
  const wished = new URLSearchParams(location.search).get("lang") || navigator.language || "en";
  const match = languages.find((tag) => wished.toLowerCase().startsWith(tag.slice(0, 2)));
  chosen = 0;
  go(Infinity);
  speak(match || "en");
  follow();
})();
