"use strict";
// Keys of a record: n next, p previous, r right, w wrong, m missed. Offsets count characters as Python does.

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

let chosenHit = null;

async function judge(form, verdict) {
  const data = new URLSearchParams(new FormData(form));
  data.set("verdict", verdict);
  const at = verdict === "missed" ? selected() : null;
  if (verdict === "missed" && !at) return say("select what was missed in the original first");
  if (verdict === "wrong" && !chosenHit) return say("move to a span first");
  if (at) for (const name of ["text", "start", "end"]) data.set(name, at[name]);
  if (!at && chosenHit) {
    data.set("text", chosenHit.closest("section.text").dataset.text);
    for (const name of ["start", "end", "entity"]) data.set(name, chosenHit.dataset[name]);
  }
  const answer = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "application/json" } });
  if (!answer.ok) return say("not kept: " + answer.status);
  if (!at && chosenHit) {
    const text = chosenHit.closest("section.text");
    for (const hit of text.querySelectorAll(`.hit[data-start="${chosenHit.dataset.start}"]`)) {
      hit.classList.remove("v-right", "v-wrong");
      hit.classList.add("v-" + verdict);
    }
  }
  say(at ? "marked as missed" : chosenHit ? "span marked " + verdict : "looked at");
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
    if (!event.target.closest(".toolbar")) chosenHit = event.target.closest("section.text .hit");
  });
  document.addEventListener("mousedown", (event) => {
    if (!event.target.closest(".toolbar") && !event.target.closest(".hit")) chosenHit = null;
  });
  if (form) form.addEventListener("submit", (event) => {
    event.preventDefault();
    judge(form, event.submitter ? event.submitter.value : "right");
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (keys && keys.getAttribute("aria-pressed") !== "true") return;
    if (event.key === "n") { if (whole) step(1); else follow("next"); }
    else if (event.key === "p") { if (whole) step(-1); else follow("previous"); }
    else if (form && event.key === "r") judge(form, "right");
    else if (form && event.key === "w") judge(form, "wrong");
    else if (form && event.key === "m") judge(form, "missed");
    else return;
    event.preventDefault();
  });
});
