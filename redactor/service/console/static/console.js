"use strict";
// A page with data-again asks for itself again after so many seconds, until what it waits for is there.
for (const waiting of document.querySelectorAll("[data-again]")) {
  setTimeout(() => location.reload(), Number(waiting.dataset.again) * 1000);
}
