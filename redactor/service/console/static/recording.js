"use strict";
// The transcript of a recording follows its sound, and leads to it: by click, or arrows and Enter.

const sound = document.getElementById("sound");
const words = Array.from(document.querySelectorAll(".word[data-start]"));
const inTime = words.slice().sort((a, b) => a.dataset.start - b.dataset.start);
const starts = inTime.map((word) => Number(word.dataset.start));
const head = document.getElementById("playhead");
const follow = document.getElementById("follow");
let current = null;

// The word that began last at a time, and has not ended for more than a second.
function wordAt(time) {
  let low = 0, high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= time) low = middle + 1;
    else high = middle;
  }
  const word = inTime[low - 1];
  return word && time < Number(word.dataset.end) + 1 ? word : null;
}

function show() {
  const word = wordAt(sound.currentTime);
  if (word !== current) {
    if (current) { current.classList.remove("now"); current.removeAttribute("aria-current"); }
    if (word) {
      word.classList.add("now");
      word.setAttribute("aria-current", "true");
      if (follow.checked && !sound.paused) word.scrollIntoView({ block: "nearest" });
    }
    current = word;
  }
  if (head) {
    const { left, width, seconds } = head.dataset;
    const x = Number(left) + Number(width) * Math.min(1, sound.currentTime / Math.max(0.001, Number(seconds)));
    head.setAttribute("x1", x.toFixed(1));
    head.setAttribute("x2", x.toFixed(1));
  }
  if (!sound.paused) requestAnimationFrame(show);
}

function playFrom(time) {
  sound.currentTime = time;
  sound.play().catch(() => { document.getElementById("status").textContent = "the sound cannot be played here"; });
}

function move(word, by) {
  const next = words[words.indexOf(word) + by];
  if (!next) return;
  word.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

if (sound) {
  for (const name of ["play", "seeked", "timeupdate", "loadedmetadata"]) sound.addEventListener(name, show);
  document.addEventListener("click", (event) => {
    const from = event.target.closest(".word[data-start], .seek");
    if (from) playFrom(Number(from.dataset.start));
  });
  document.addEventListener("keydown", (event) => {
    const word = event.target.closest(".word[data-start]");
    if (!word || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowRight") move(word, 1);
    else if (event.key === "ArrowLeft") move(word, -1);
    else if (event.key === "Enter" || event.key === " ") playFrom(Number(word.dataset.start));
    else return;
    event.preventDefault();
  });
}
