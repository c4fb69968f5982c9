import { closeSync, openSync } from "node:fs"
import { Result } from "effect"

/** Opens files until none can be opened. Returns how many were opened, and how to close them. */
export const useUpDescriptors = (): { readonly count: number; readonly close: () => void } => {
  const opened: Array<number> = []
  for (;;) {
    const next = Result.try(() => openSync("/dev/null", "r"))
    if (Result.isFailure(next)) break
    opened.push(next.success)
  }
  return { count: opened.length, close: () => opened.forEach((each) => closeSync(each)) }
}
