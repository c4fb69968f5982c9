import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client"

/** Wraps a transport and calls `show` with every message. */
export const showing = (inner: Transport, show: (direction: "→" | "←", message: JSONRPCMessage) => void): Transport => {
  const outer: Transport = {
    start: () => {
      inner.onmessage = (message, extra) => {
        show("←", message)
        outer.onmessage?.(message, extra)
      }
      inner.onclose = () => outer.onclose?.()
      inner.onerror = (error) => outer.onerror?.(error)
      return inner.start()
    },
    send: (message, options) => {
      show("→", message)
      return inner.send(message, options)
    },
    close: () => inner.close()
  }
  return outer
}
