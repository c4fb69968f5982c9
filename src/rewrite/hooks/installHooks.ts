import { dirname, join } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { findStableProgram, Program } from "../../config/Program.ts"
import { Git } from "../../adapters/git/Git.ts"
import { HookInTheWay, inaccessible, SetupError } from "./SetupError.ts"
import { type FileNow, isThere, putFile, readFile } from "./files.ts"
import { readRecord, writeRecord } from "./record.ts"
import { canHold, keptSuffix, ownHook, renewed, standingIn, withLines, withoutLines } from "./hookFile.ts"
import { findHookFolder, type HookFolder, isOfPreCommit } from "./hookFolder.ts"
import { type HookName, hookNames } from "./HookName.ts"
import type { HookProgram } from "./hookText.ts"
import { type ManualLine, manualLine } from "./manualLines.ts"

/** What became of one hook. `beside`: what was there is kept under another name, and ours hands over to it. */
export interface HookChange {
  readonly hook: HookName
  /** Absolute. */
  readonly file: string
  readonly kind: "made" | "added" | "beside" | "updated" | "unchanged" | "removed" | "restored"
}

/** What installing or removing hooks did, or would do. */
export interface HooksOutcome {
  readonly folder: HookFolder
  readonly changes: ReadonlyArray<HookChange>
  /** What we do not write ourselves. */
  readonly lines: ReadonlyArray<ManualLine>
}

interface Options {
  readonly dryRun?: boolean
}

/** What to do with one file: what it shall be, and whether it makes room first. */
interface Plan {
  readonly kind: HookChange["kind"]
  readonly text?: string
  readonly mode?: number
  readonly aside?: boolean
}

const isExecutable = ({ mode }: FileNow): boolean => (mode & 0o111) !== 0

const plan = (hook: HookName, program: HookProgram, now: Option.Option<FileNow>, there: boolean): Plan => {
  if (Option.isNone(now)) {
    const standing = there ? "before" : "alone"
    return { kind: there ? "beside" : "made", text: ownHook(hook, program, standing), mode: 0o755, aside: there }
  }
  const { link, mode, text } = now.value
  if (standingIn(text) !== undefined && !link) {
    const changed = renewed(text, hook, program)
    return changed === text ? { kind: "unchanged" } : { kind: "updated", text: changed, mode }
  }
  return !link && isExecutable(now.value) && canHold(text)
    ? { kind: "added", text: withLines(text, hook, program), mode }
    : { kind: "beside", text: ownHook(hook, program, "before"), mode: 0o755, aside: true }
}

const installOne = Effect.fnUntraced(function* (file: string, hook: HookName, program: HookProgram, dryRun: boolean) {
  const files = yield* FileSystem.FileSystem
  const { aside, kind, mode, text } = plan(hook, program, yield* readFile(file), yield* isThere(file))
  const kept = `${file}${keptSuffix}`
  if (aside === true && (yield* isThere(kept))) {
    return yield* new SetupError({ reason: new HookInTheWay({ file: kept }) })
  }
  if (!dryRun && text !== undefined && mode !== undefined) {
    if (aside === true) yield* files.rename(file, kept)
    yield* putFile(file, text, mode).pipe(
      Effect.onError(() => (aside === true ? Effect.ignore(files.rename(kept, file)) : Effect.void))
    )
  }
  return { hook, file, kind } satisfies HookChange
})

const isPreCommits = (file: string) =>
  Effect.map(
    readFile(file),
    Option.exists(({ text }) => isOfPreCommit(text))
  )

/** Makes the folder, and records which of those above it were missing. */
const makeFolder = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const missing: Array<string> = []
  for (let path = folder; !(yield* files.exists(path)) && dirname(path) !== path; path = dirname(path))
    missing.push(path)
  if (missing.length === 0) return
  const { repository } = yield* Git
  const record = yield* readRecord(yield* repository)
  yield* writeRecord(yield* repository, { ...record, folders: [...record.folders, ...missing] })
  yield* files.makeDirectory(folder, { recursive: true })
})

const installIn = Effect.fnUntraced(function* (folder: HookFolder, names: ReadonlyArray<HookName>, dryRun: boolean) {
  const program = findStableProgram(yield* Program)
  if (!dryRun) yield* makeFolder(folder.path)
  const changes: Array<HookChange> = []
  const lines: Array<ManualLine> = []
  for (const hook of names) {
    const file = join(folder.path, hook)
    if (yield* isPreCommits(file)) lines.push(yield* manualLine(folder, hook, true))
    else changes.push(yield* installOne(file, hook, program, dryRun))
  }
  return { folder, changes, lines } satisfies HooksOutcome
})

/**
 * Puts our lines into hooks, beside whatever is there; twice changes nothing, and lines of an older version are replaced
 * (spec writing §2). A folder that is not this repository's alone, is tracked, or belongs to a hook manager is not
 * written to: `lines` then says what to add where. Fails with `SetupError`, `GitError`.
 */
export const installHooks = Effect.fn("Hooks.install")(function* (
  names: ReadonlyArray<HookName>,
  options: Options = {}
) {
  const folder = yield* findHookFolder()
  if (folder.keeper === "own") {
    return yield* Effect.catchTag(installIn(folder, names, options.dryRun === true), "PlatformError", (error) =>
      Effect.fail(inaccessible(error))
    )
  }
  const lines = yield* Effect.forEach(names, (hook) => manualLine(folder, hook)).pipe(
    Effect.mapError((error) => (error._tag === "PlatformError" ? inaccessible(error) : error))
  )
  return { folder, changes: [], lines } satisfies HooksOutcome
})

const removeOne = Effect.fnUntraced(function* (file: string, hook: HookName, dryRun: boolean) {
  const files = yield* FileSystem.FileSystem
  const now = yield* readFile(file)
  if (Option.isNone(now) || now.value.link) return Option.none<HookChange>()
  const standing = standingIn(now.value.text)
  if (standing === undefined) return Option.none<HookChange>()
  const rest = withoutLines(now.value.text)
  const kept = `${file}${keptSuffix}`
  const back = standing === "before" && rest === undefined && (yield* isThere(kept))
  if (!dryRun) {
    if (rest !== undefined) yield* putFile(file, rest, now.value.mode)
    else if (back) yield* files.rename(kept, file)
    else yield* files.remove(file)
  }
  const kind = back || rest !== undefined ? "restored" : "removed"
  return Option.some<HookChange>({ hook, file, kind })
})

/** Takes our lines out of the hooks again, byte for byte what was there before. Lines that users added stay. */
export const removeHooks = Effect.fn("Hooks.remove")(function* (
  names: ReadonlyArray<HookName> = hookNames,
  options: Options = {}
) {
  const folder = yield* findHookFolder()
  const strange = folder.keeper === "outside" || folder.keeper === "tracked"
  const removed = yield* Effect.forEach(strange ? [] : names, (hook) =>
    removeOne(join(folder.path, hook), hook, options.dryRun === true)
  ).pipe(Effect.mapError(inaccessible))
  return { folder, changes: removed.flatMap(Option.toArray), lines: [] } satisfies HooksOutcome
})
