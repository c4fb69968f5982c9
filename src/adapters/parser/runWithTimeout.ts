import { createContext, Script } from "node:vm"

const script = new Script("run()")
const context: { run: () => void } = { run: () => {} }
let isContext = false

/**
 * Runs a function on this thread and throws after `millis` of elapsed time, even in the middle of a WebAssembly loop.
 * The function's state stays as it was at that moment. Native code is not interrupted.
 */
export const runWithTimeout = (millis: number, run: () => void): void => {
  if (!isContext) createContext(context)
  isContext = true
  context.run = run
  try {
    script.runInContext(context, { timeout: millis })
  } finally {
    context.run = () => {}
  }
}
