/** Syncs the index named by the first argument, and is killed where the second says, if it says anything: `changes 3`. */
import process from "node:process"
import { Effect } from "effect"
import { SyncProgress } from "../../../src/commitIndex/sync/Progress.ts"
import { type Meddling, sync } from "./syncing.ts"

const [path = "", point = "", count = "0"] = process.argv.slice(2)

let left = Number(count)
/** Indistinguishable from a process killed from outside. */
const pass = (at: string): void => {
  if (at === point && left-- === 0) process.kill(process.pid, "SIGKILL")
}

const deadly: Meddling = (git) => ({
  ...git,
  changes: (ids, take) =>
    git.changes(ids, (change) => {
      pass("changes")
      take(change)
    }),
  patches: (ids, options, take) =>
    git.patches(ids, options, (patch) => {
      pass("patches")
      take(patch)
    })
})

void Effect.runPromise(
  sync(path, undefined, deadly).pipe(
    Effect.provideService(SyncProgress, ({ stage }) => Effect.sync(() => pass(`reported ${stage}`)))
  )
)
