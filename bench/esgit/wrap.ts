/** Wraps references of es-git: `node --expose-gc bench/esgit/wrap.ts FOLDER COUNT exit|natural` prints by how many bytes it grew. */
import { openRepository } from "es-git"
import process from "node:process"

const [directory = ".", count = "300000", end = "exit"] = process.argv.slice(2)
const repository = await openRepository(directory)
const branch = repository.head().name()
const before = process.memoryUsage().rss

// Finalizers run only between turns of the event loop.
const wrap = (left: number): void => {
  for (let n = Math.min(1000, left); n > 0; n -= 1) repository.getReference(branch).target()
  if (left > 1000) {
    setImmediate(wrap, left - 1000)
    return
  }
  globalThis.gc?.()
  process.stdout.write(`${JSON.stringify({ getReference: process.memoryUsage().rss - before })}\n`)
  if (end === "exit") process.exit(0)
}

wrap(Number(count))
