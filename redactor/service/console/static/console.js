"use strict";
// A page with data-again asks for itself again after so many seconds, until what it waits for is there.
for (const waiting of document.querySelectorAll("[data-again]")) {
  setTimeout(() => location.reload(), Number(waiting.dataset.again) * 1000);
}

// A part with data-refresh is replaced by what the server renders at that address, every data-every seconds.
for (const part of document.querySelectorAll("[data-refresh]")) {
  const pause = document.getElementById("pause");
  const status = document.getElementById("status");
  const isPaused = () => pause && pause.getAttribute("aria-pressed") === "true";
  let timer = 0;
  const refresh = async () => {
    clearTimeout(timer);
    try {
      const answer = isPaused() || document.hidden ? null : await fetch(part.dataset.refresh);
      if (answer && answer.ok) part.innerHTML = await answer.text();
      if (answer) status.textContent = answer.ok ? "" : "The session has ended: log in again.";
    } catch {
      status.textContent = "The service does not answer.";
    }
    timer = setTimeout(refresh, Number(part.dataset.every) * 1000);
  };
  timer = setTimeout(refresh, Number(part.dataset.every) * 1000);
  if (pause) {
    pause.hidden = false;
    pause.addEventListener("click", () => {
      pause.setAttribute("aria-pressed", String(!isPaused()));
      pause.textContent = isPaused() ? "Go on" : "Pause";
      refresh();
    });
  }
}
