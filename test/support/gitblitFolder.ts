import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, rename, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtFolder } from "./builtFolder.ts"

const script = fileURLToPath(new URL("../fixtures/gitblit/make-repositories.sh", import.meta.url))

/** A temporary folder, removed with the scope. */
export const makeTemporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "gitblit-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

const run = promisify(execFile)
const template = join(builtFolder, "gitblit")

/** Has the script make the template, unless it is there since the tests began. Of several processes, the first keeps its own. */
const makeTemplate = Effect.gen(function* () {
  if (existsSync(template)) return
  const folder = yield* Effect.promise(() => mkdtemp(`${template}-`))
  yield* Effect.promise(() => run("sh", [script, folder]))
  yield* Effect.promise(() => rename(folder, template).catch(() => rm(folder, { recursive: true, force: true })))
})

/** Makes the repositories of the recorded answers in a temporary folder: by the script the first time, then as a copy. */
export const makeGitblitFolder = Effect.gen(function* () {
  const root = join(yield* makeTemporaryFolder, "root")
  yield* makeTemplate
  yield* Effect.promise(() => run("cp", ["-pR", template, root]))
  return root
})
