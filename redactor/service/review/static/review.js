"use strict";
// Keys of a record: n next, p previous, r right, w wrong, m missed, u take back. Offsets count characters as Python does.

function ready(run) {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run);
  else run();
}

function characters(text) {
  return Array.from(text).length;
}

// The place of a point of the selection in its text: the start of its piece, and the characters before it there.
function placeOf(node, offset) {
  const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  const piece = element && element.closest(".old [data-start]");
  if (!piece || element.closest(".why") || node.nodeType !== Node.TEXT_NODE) return null;
  return Number(piece.dataset.start) + characters(node.data.slice(0, offset));
}

function selected() {
  const chosen = document.getSelection();
  if (!chosen || chosen.rangeCount === 0 || chosen.isCollapsed) return null;
  const range = chosen.getRangeAt(0);
  const start = placeOf(range.startContainer, range.startOffset);
  const end = placeOf(range.endContainer, range.endOffset);
  const section = range.startContainer.parentElement.closest("section.text");
  if (start === null || end === null || start >= end || !section || !section.contains(range.endContainer)) return null;
  return { text: section.dataset.text, start, end };
}

function say(words) {
  const status = document.getElementById("status");
  if (status) status.textContent = words;
}

let chosen = null; // the span or value that keys and buttons judge
let last = null; // what was sent last

async function send(form, data) {
  data.set("silent", "1");
  const answer = await fetch(form.action, { method: "POST", body: data });
  const why = { 409: "the record did not leave, and nothing tells its patient, whom you may have to forget" };
  const isTold = answer.status === 500 && answer.headers.get("Content-Type").startsWith("text/plain");
  if (!answer.ok) say("not kept: " + (isTold ? await answer.text() : why[answer.status] ?? answer.status));
  return answer.ok;
}

function show(element, verdict) {
  const text = element.closest("section.text");
  const same = text ? text.querySelectorAll(`.hit[data-start="${element.dataset.start}"]`) : [element];
  for (const one of same) {
    one.classList.remove("v-right", "v-wrong", "v-missed");
    if (verdict !== "none") one.classList.add("v-" + verdict);
  }
}

async function judge(form, verdict) {
  const data = new URLSearchParams(new FormData(form));
  data.set("verdict", verdict);
  const at = verdict === "missed" ? selected() : null;
  const of = at || (chosen && (verdict !== "missed" || chosen.dataset.place) ? chosen : null);
  if (verdict === "missed" && !of) return say("select what was missed in the original first, or move to a value");
  if (verdict === "wrong" && !of) return say("move to a span or a value first");
  if (at) {
    for (const name of ["text", "start", "end"]) data.set(name, at[name]);
  } else if (of) {
    const text = of.closest("section.text");
    if (text) data.set("text", text.dataset.text);
    for (const name of ["start", "end", "place"]) if (of.dataset[name]) data.set(name, of.dataset[name]);
    if (verdict !== "missed" && of.dataset.entity) data.set("entity", of.dataset.entity);
  } else if (verdict === "none" && last) {
    for (const name of ["text", "start", "end", "place"]) data.set(name, last.get(name));
  }
  if (!(await send(form, data))) return;
  if (of && !at) show(of, verdict);
  const whole = !data.get("text") && !data.get("place");
  last = verdict === "none" ? null : data;
  if (verdict === "none") return say(whole ? "not looked at" : "mark taken back");
  say(at ? "marked as missed" : !of ? "looked at" : `${of.dataset.place ? "value" : "span"} marked ${verdict}`);
}

function move(by) {
  const all = Array.from(document.querySelectorAll("[data-place]"));
  const next = all[all.indexOf(document.activeElement) + by];
  if (next) next.focus();
}

function follow(id) {
  const link = document.getElementById(id);
  if (link) link.click();
}

function step(by) {
  const all = Array.from(document.querySelectorAll("article"));
  const here = all.findIndex((a) => a.getBoundingClientRect().bottom > 20);
  const next = all[Math.min(all.length - 1, Math.max(0, here + by))];
  if (next) { next.scrollIntoView(); next.focus({ preventScroll: true }); }
}

ready(() => {
  const form = document.getElementById("judge");
  const keys = document.getElementById("keys");
  const whole = document.body.classList.contains("whole");
  if (keys) keys.addEventListener("click", () => {
    const on = keys.getAttribute("aria-pressed") !== "true";
    keys.setAttribute("aria-pressed", String(on));
    keys.textContent = on ? "Keys on" : "Keys off";
  });
  document.addEventListener("focusin", (event) => {
    if (!event.target.closest(".toolbar")) chosen = event.target.closest("section.text .hit, [data-place]");
  });
  document.addEventListener("mousedown", (event) => {
    if (!event.target.closest(".toolbar, .hit, [data-place]")) chosen = null;
  });
  const first = document.querySelector("[data-place]");
  if (first) first.tabIndex = 0; // arrows lead to the others
  if (form) form.addEventListener("submit", (event) => {
    event.preventDefault();
    judge(form, event.submitter ? event.submitter.value : "right");
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const onValue = document.activeElement && document.activeElement.dataset.place;
    if (onValue && event.key === "ArrowDown") { event.preventDefault(); return move(1); }
    if (onValue && event.key === "ArrowUp") { event.preventDefault(); return move(-1); }
    if (event.key === "Escape") { chosen = null; return document.activeElement.blur(); }
    if (keys && keys.getAttribute("aria-pressed") !== "true") return;
    if (event.key === "n") { if (whole) step(1); else follow("next"); }
    else if (event.key === "p") { if (whole) step(-1); else follow("previous"); }
    else if (form && event.key === "r") judge(form, "right");
    else if (form && event.key === "w") judge(form, "wrong");
    else if (form && event.key === "m") judge(form, "missed");
    else if (form && event.key === "u") judge(form, "none");
    else return;
    event.preventDefault();
  });
});
