import { spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { Effect } from "effect"
import { serverOf } from "./program.ts"
import { isolation } from "./runGit.ts"

/** The launcher of the built program. */
const [main = ""] = serverOf("").args

/** Starts `ultragit serve` for the scope, and waits until it listens. `printed`: its addresses; `base` is their
 * beginning. */
export const startServe = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  cwd = "/"
) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [main, "serve", ...args], {
        cwd,
        env: { ...process.env, ...isolation, ...env },
        stdio: ["ignore", "pipe", "pipe"]
      })
    ),
    (running) => Effect.sync(() => running.kill("SIGKILL"))
  )
  const [chunk] = yield* Effect.promise(() => once(child.stdout, "data"))
  const printed = String(chunk)
  return { child, printed, base: /https?:\/\/[^/\s]+/.exec(printed)?.[0] ?? "" }
})
