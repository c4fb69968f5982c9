import { writeFileSync } from "node:fs"
import process, { env } from "node:process"

/**
 * Imported into a server that was started with `--expose-gc`: at SIGUSR2 it writes what the process still holds after a
 * full collection to the file that `MEMORY_PROBE` names.
 */
process.on("SIGUSR2", () => {
  globalThis.gc?.()
  globalThis.gc?.()
  const { arrayBuffers, heapUsed, rss } = process.memoryUsage()
  writeFileSync(env["MEMORY_PROBE"] ?? "", JSON.stringify({ held: heapUsed + arrayBuffers, rss }))
})
