import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const script = fileURLToPath(new URL("../fixtures/gitblit/make-repositories.sh", import.meta.url))

/** A temporary folder, removed with the scope. */
export const makeTemporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "gitblit-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

/** Makes the repositories of the recorded answers in a temporary folder. */
export const makeGitblitFolder = Effect.gen(function* () {
  const root = join(yield* makeTemporaryFolder, "root")
  yield* Effect.promise(() => promisify(execFile)("sh", [script, root]))
  return root
})
