// The theme searches in a worker, which browsers refuse to a page that is opened from a folder: a frame works there.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.append(frame)
      const inner = (this.inner = frame.contentWindow)
      addEventListener("message", ({ source, data }) => {
        if (source === inner) this.dispatchEvent(new MessageEvent("message", { data }))
      })
      inner.document.open()
      inner.document.write("<script>postMessage = (data) => parent.postMessage(data, '*')</script>")
      this.ready = new Promise((resolve) => {
        inner.resolve = resolve
        inner.document.write(`<script src="${url}"></script><script>resolve()</script>`)
      })
      inner.document.close()
    }
    postMessage(data) {
      this.ready.then(() => this.inner.dispatchEvent(new MessageEvent("message", { data })))
    }
  }
}
