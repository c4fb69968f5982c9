import { dirname, join } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { findStableProgram, Program } from "../../config/Program.ts"
import { Git } from "../../adapters/git/Git.ts"
import { HookInTheWay, inaccessible, SetupError } from "./SetupError.ts"
import { type FileContent, pathExists, replaceFileBytes, readFile } from "./files.ts"
import { readRecord, writeRecord } from "./SetupRecord.ts"
import {
  canInsertLines,
  savedHookSuffix,
  ownHook,
  updateLines,
  parseHookLayout,
  insertLines,
  removeLines
} from "./hookFile.ts"
import { findHookFolder, type HookFolder, isOfPreCommit } from "./hookFolder.ts"
import { type HookName, hookNames } from "./HookName.ts"
import type { HookProgram } from "./hookText.ts"
import { type ManualLine, manualLine } from "./manualLines.ts"

/** The change of one hook. `beside`: the existing hook was renamed, and ours runs it. */
export interface HookChange {
  readonly hook: HookName
  /** Absolute. */
  readonly file: string
  readonly kind: "made" | "added" | "beside" | "updated" | "unchanged" | "removed" | "restored"
}

/** Result of installing or removing hooks, also in a dry run. */
export interface HooksOutcome {
  readonly folder: HookFolder
  readonly changes: ReadonlyArray<HookChange>
  /** Lines that the user has to add. */
  readonly lines: ReadonlyArray<ManualLine>
}

interface Options {
  readonly dryRun?: boolean
}

/** The plan for one file: its new content, and whether to rename the existing file first. */
interface Plan {
  readonly kind: HookChange["kind"]
  readonly text?: string
  readonly mode?: number
  readonly moveAside?: boolean
}

const isExecutable = ({ mode }: FileContent): boolean => (mode & 0o111) !== 0

const planInstall = (hook: HookName, program: HookProgram, now: Option.Option<FileContent>, exists: boolean): Plan => {
  if (Option.isNone(now)) {
    const layout = exists ? "before" : "alone"
    return { kind: exists ? "beside" : "made", text: ownHook(hook, program, layout), mode: 0o755, moveAside: exists }
  }
  const { link, mode, text } = now.value
  if (parseHookLayout(text) !== undefined && !link) {
    const changed = updateLines(text, hook, program)
    return changed === text ? { kind: "unchanged" } : { kind: "updated", text: changed, mode }
  }
  return !link && isExecutable(now.value) && canInsertLines(text)
    ? { kind: "added", text: insertLines(text, hook, program), mode }
    : { kind: "beside", text: ownHook(hook, program, "before"), mode: 0o755, moveAside: true }
}

const installOne = Effect.fnUntraced(function* (file: string, hook: HookName, program: HookProgram, dryRun: boolean) {
  const files = yield* FileSystem.FileSystem
  const { moveAside, kind, mode, text } = planInstall(hook, program, yield* readFile(file), yield* pathExists(file))
  const kept = `${file}${savedHookSuffix}`
  if (moveAside === true && (yield* pathExists(kept))) {
    return yield* new SetupError({ reason: new HookInTheWay({ file: kept }) })
  }
  if (!dryRun && text !== undefined && mode !== undefined) {
    if (moveAside === true) yield* files.rename(file, kept)
    yield* replaceFileBytes(file, text, mode).pipe(
      Effect.onError(() => (moveAside === true ? Effect.ignore(files.rename(kept, file)) : Effect.void))
    )
  }
  return { hook, file, kind } satisfies HookChange
})

const isPreCommitHook = (file: string) =>
  Effect.map(
    readFile(file),
    Option.exists(({ text }) => isOfPreCommit(text))
  )

/** Creates the folder, and records which of its parents were missing. */
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
  if (!dryRun) {
    // Fails before anything is changed if a file is in the way.
    yield* Effect.forEach(names, (hook) => installOne(join(folder.path, hook), hook, program, true), { discard: true })
    yield* makeFolder(folder.path)
  }
  const changes: Array<HookChange> = []
  const lines: Array<ManualLine> = []
  for (const hook of names) {
    const file = join(folder.path, hook)
    if (yield* isPreCommitHook(file)) lines.push(yield* manualLine(folder, hook, true))
    else changes.push(yield* installOne(file, hook, program, dryRun))
  }
  return { folder, changes, lines } satisfies HooksOutcome
})

/**
 * Adds our lines to hooks and keeps what is there (spec writing §2). Idempotent; replaces the lines of an older version.
 * Does not write to a folder that is shared, tracked, or owned by a hook manager: `lines` then lists what to add and
 * where. Fails with `SetupError` or `GitError`.
 */
export const installHooks = Effect.fn("Hooks.install")(function* (
  names: ReadonlyArray<HookName>,
  options: Options = {}
) {
  const folder = yield* findHookFolder()
  if (folder.owner === "own") {
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
  const layout = parseHookLayout(now.value.text)
  if (layout === undefined) return Option.none<HookChange>()
  const rest = removeLines(now.value.text)
  const kept = `${file}${savedHookSuffix}`
  const restoresSaved = layout === "before" && rest === undefined && (yield* pathExists(kept))
  if (!dryRun) {
    if (rest !== undefined) yield* replaceFileBytes(file, rest, now.value.mode)
    else if (restoresSaved) yield* files.rename(kept, file)
    else yield* files.remove(file)
  }
  const kind = restoresSaved || rest !== undefined ? "restored" : "removed"
  return Option.some<HookChange>({ hook, file, kind })
})

/** Removes our lines from the hooks and restores the previous files byte for byte. Keeps lines that users added. */
export const removeHooks = Effect.fn("Hooks.remove")(function* (
  names: ReadonlyArray<HookName> = hookNames,
  options: Options = {}
) {
  const folder = yield* findHookFolder()
  const isForeign = folder.owner === "outside" || folder.owner === "tracked"
  const removed = yield* Effect.forEach(isForeign ? [] : names, (hook) =>
    removeOne(join(folder.path, hook), hook, options.dryRun === true)
  ).pipe(Effect.mapError(inaccessible))
  return { folder, changes: removed.flatMap(Option.toArray), lines: [] } satisfies HooksOutcome
})
