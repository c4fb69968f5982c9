import { constants } from "node:fs"
import { join } from "node:path"
import { Effect, Option } from "effect"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { openRegularFile, tryFileCall } from "../../adapters/git/RegularFile.ts"
import { trackedFileName } from "../../config/Candidate.ts"
import { projectHookFiles } from "../events/projectHookFiles.ts"
import type { WorkTree } from "./openWorkTree.ts"

/** The record of `ultragit init`; its module loads Schema, which hooks do without. */
const recordName = "setup.json"
const maxBytes = 1024 * 1024

/** What one of our hooks in such a file has. */
const ownHook = /\bagents hook --client |`ultragit agents install`/

const readSmallFile = (path: string) =>
  Effect.gen(function* () {
    const { handle, stat } = yield* openRegularFile("read", path, constants.O_RDONLY)
    return stat.size > maxBytes ? "" : (yield* tryFileCall("read", path, () => handle.readFile())).toString("utf8")
  }).pipe(Effect.scoped, Effect.option)

/**
 * Whether Ultragit was set up in a repository: it has notes, settings or hooks of its own, or `init` was run. Elsewhere,
 * hooks of the user's that run everywhere give reasons from history, and neither introduce notes nor ask for them.
 */
export const isSetUp = Effect.fnUntraced(function* (tree: WorkTree, noteRef: string) {
  const refs = tree.refs.split("\n").map((line) => line.slice(line.indexOf(" ") + 1))
  if (refs.some((name) => name === noteRef || name.startsWith("refs/ultragit/"))) return true
  if (tree.ownKeys.some((key) => key.startsWith("ultragit."))) return true
  const record = Effect.orElseSucceed(privateFiles(tree.commonDirectory).stat(recordName), Option.none)
  if (Option.isSome(yield* record)) return true
  if (Option.isSome(yield* readSmallFile(join(tree.workTree, trackedFileName)))) return true
  const names = Object.values(projectHookFiles).flatMap((files) => Object.values(files))
  const hooks = yield* Effect.forEach(names, (name) => readSmallFile(join(tree.workTree, name)), { concurrency: 4 })
  return hooks.some((text) => Option.exists(text, (found) => ownHook.test(found)))
})
