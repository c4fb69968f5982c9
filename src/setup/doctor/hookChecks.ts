import { join } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { findStableProgram, Program } from "../../config/Program.ts"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import { isOfPreCommit, findHookFolder, type HookFolder } from "../../rewrite/hooks/hookFolder.ts"
import { keptSuffix, programIn, renewed, standingIn } from "../../rewrite/hooks/hookFile.ts"
import { basicHooks, type HookName, hookNames } from "../../rewrite/hooks/HookName.ts"
import { manualLine } from "../../rewrite/hooks/manualLines.ts"
import { isOnPath } from "../../rewrite/hooks/searchPath.ts"
import { type Check, fail, pass, warn } from "./Check.ts"
import { type FileNow, isThere, readFile } from "../../rewrite/hooks/files.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"

const mend = "ultragit init"

/** Whether what our lines start is there: Node and script, or the program by its name. */
const startsSomething = Effect.fnUntraced(function* (text: string) {
  const files = yield* FileSystem.FileSystem
  const named = programIn(text)
  const there = yield* Effect.forEach(named, (path) => Effect.orElseSucceed(files.exists(path), () => false))
  return (named.length === 2 && there.every((one) => one)) || (yield* isOnPath)
})

const standingCheck = Effect.fnUntraced(function* (hook: HookName, file: string, now: FileNow) {
  const name = `hook ${hook}`
  if ((now.mode & 0o111) === 0) return fail(name, `${file} cannot be run: git passes it over.`, `chmod +x ${file}`)
  if (!(yield* startsSomething(now.text))) {
    return fail(name, `${file} names a program that is not there, and ultragit is not on the PATH.`, mend)
  }
  if (standingIn(now.text) === "before" && !(yield* isThere(`${file}${keptSuffix}`))) {
    return warn(name, `${file} hands over to ${file}${keptSuffix}, which is gone.`)
  }
  const program = findStableProgram(yield* Program)
  return renewed(now.text, hook, program) === now.text
    ? pass(name, "Installed and current.")
    : warn(name, `${file} has lines of another version or place of the program.`, mend)
})

const lineCheck = Effect.fnUntraced(function* (folder: HookFolder, hook: HookName, preCommit: boolean) {
  const name = `hook ${hook}`
  const { file, line, present } = yield* manualLine(folder, hook, preCommit)
  if (!present) return warn(name, `${file} does not run it.`, line)
  return (yield* isOnPath)
    ? pass(name, `${file} runs it.`)
    : warn(name, `${file} runs it, but ultragit is not on the PATH.`, "npm install --global ultragit")
})

const hookCheck = Effect.fnUntraced(function* (folder: HookFolder, hook: HookName) {
  if (folder.keeper !== "own") return yield* lineCheck(folder, hook, false)
  const file = join(folder.path, hook)
  const now = yield* readFile(file)
  if (Option.isSome(now) && isOfPreCommit(now.value.text)) return yield* lineCheck(folder, hook, true)
  return Option.isSome(now) && standingIn(now.value.text) !== undefined
    ? yield* standingCheck(hook, file, now.value)
    : warn(`hook ${hook}`, "Not installed: notes do not follow their commits by themselves.", mend)
})

/** The hooks a repository should have now. */
export const wantedHooks = Effect.gen(function* () {
  const { syncRemote } = yield* (yield* Settings).values
  return syncRemote.length === 0 ? basicHooks : hookNames
})

/** Hooks installed, current, able to run, and starting a program that is there. */
export const hookChecks = Effect.gen(function* () {
  const { workTree } = yield* (yield* Git).repository
  if (Option.isNone(workTree)) return [pass("hooks", "A bare repository needs none.")]
  const folder = yield* findHookFolder()
  const checks: ReadonlyArray<Check> = yield* Effect.forEach(yield* wantedHooks, (hook) => hookCheck(folder, hook))
  return checks
}).pipe(Effect.catchTag("PlatformError", (error) => Effect.fail(inaccessible(error))))
