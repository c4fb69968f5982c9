import { createContext, Script } from "node:vm"

const script = new Script("run()")
const context: { run: () => void } = { run: () => {} }
let isContext = false

/**
 * Runs a function on this thread and stops it after `millis` of elapsed time, also in the middle of a loop in
 * WebAssembly: it then throws, and what the function worked on is left as it was at that moment. Native code is not
 * stopped.
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
