import { join } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { findStableProgram, installAdvice, Program } from "../../config/Program.ts"
import { Settings } from "../../config/Settings.ts"
import { isOfPreCommit, findHookFolder, type HookFolder } from "../../rewrite/hooks/hookFolder.ts"
import { savedHookSuffix, parseHookProgram, updateLines, parseHookLayout } from "../../rewrite/hooks/hookFile.ts"
import { basicHooks, type HookName, hookNames } from "../../rewrite/hooks/HookName.ts"
import { isWithoutWorkTrees } from "../../rewrite/hooks/isWithoutWorkTrees.ts"
import { manualLine } from "../../rewrite/hooks/manualLines.ts"
import { isOnPath } from "../../rewrite/hooks/isOnPath.ts"
import { type Check, fail, pass, warn } from "./Check.ts"
import { type FileContent, pathExists, readFile } from "../../rewrite/hooks/files.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"

const initCommand = "ultragit init"

/** Whether the program that our lines start exists: Node and the script, or `ultragit` on the search path. */
const hasRunnableProgram = Effect.fnUntraced(function* (text: string) {
  const files = yield* FileSystem.FileSystem
  const named = parseHookProgram(text)
  const there = yield* Effect.forEach(named, (path) => Effect.orElseSucceed(files.exists(path), () => false))
  return (named.length === 2 && there.every((one) => one)) || (yield* isOnPath)
})

const checkHookFile = Effect.fnUntraced(function* (hook: HookName, file: string, now: FileContent) {
  const name = `hook ${hook}`
  if ((now.mode & 0o111) === 0) return fail(name, `${file} cannot be run: git ignores it.`, `chmod +x ${file}`)
  if (!(yield* hasRunnableProgram(now.text))) {
    return fail(name, `${file} starts a program that does not exist, and ultragit is not on the PATH.`, initCommand)
  }
  if (parseHookLayout(now.text) === "before" && !(yield* pathExists(`${file}${savedHookSuffix}`))) {
    return warn(name, `${file} calls ${file}${savedHookSuffix}, which does not exist.`)
  }
  const program = findStableProgram(yield* Program)
  return updateLines(now.text, hook, program) === now.text
    ? pass(name, "Installed and current.")
    : warn(name, `${file} has lines of another version or location of the program.`, initCommand)
})

const checkManualLine = Effect.fnUntraced(function* (folder: HookFolder, hook: HookName, preCommit: boolean) {
  const name = `hook ${hook}`
  const { file, line, present } = yield* manualLine(folder, hook, preCommit)
  if (!present) return warn(name, `${file} does not run it. Add this line to it:`, line)
  return (yield* isOnPath)
    ? pass(name, `${file} runs it.`)
    : warn(name, `${file} runs it, but ultragit is not on the PATH.`, installAdvice)
})

const checkHook = Effect.fnUntraced(function* (folder: HookFolder, hook: HookName) {
  if (folder.owner !== "own") return yield* checkManualLine(folder, hook, false)
  const file = join(folder.path, hook)
  const now = yield* readFile(file)
  if (Option.isSome(now) && isOfPreCommit(now.value.text)) return yield* checkManualLine(folder, hook, true)
  return Option.isSome(now) && parseHookLayout(now.value.text) !== undefined
    ? yield* checkHookFile(hook, file, now.value)
    : warn(`hook ${hook}`, "Not installed: notes do not follow rewritten commits automatically.", initCommand)
})

/** The hooks that a repository should have with its settings. */
const expectedHooks = Effect.gen(function* () {
  const { syncRemote } = yield* (yield* Settings).values
  return syncRemote.length === 0 ? basicHooks : hookNames
})

/** Checks that each hook is installed, current and executable, and starts a program that exists. */
export const hookChecks = Effect.gen(function* () {
  if (yield* isWithoutWorkTrees) return [pass("hooks", "A bare repository needs no hooks.")]
  const folder = yield* findHookFolder()
  const checks: ReadonlyArray<Check> = yield* Effect.forEach(yield* expectedHooks, (hook) => checkHook(folder, hook))
  return checks
}).pipe(Effect.catchTag("PlatformError", (error) => Effect.fail(inaccessible(error))))
