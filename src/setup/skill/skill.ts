import { basename, dirname, join } from "node:path"
import { Effect, FileSystem, Option, type PlatformError, type Result } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { blockState, type BlockState, withBlock, withoutBlock } from "./block.ts"
import { FileInaccessible, MarkersDamaged, NoWorkTree, SkillError } from "./SkillError.ts"

/** The files in the root of the work tree that agents read. */
const guidanceFiles = ["AGENTS.md", "CLAUDE.md"] as const
export type GuidanceFile = (typeof guidanceFiles)[number]

/** What was done to one file, or would be in a dry run. */
export interface FileOutcome {
  readonly file: GuidanceFile
  readonly done: "added" | "updated" | "unchanged" | "newer" | "removed" | "absent"
}

/** State of the guidance in one file. */
export interface FileState {
  readonly file: GuidanceFile
  readonly state: BlockState
}

interface GuidanceText {
  readonly file: GuidanceFile
  /** Absolute path, symbolic links resolved. */
  readonly target: string
  /** Decoded as Latin-1, so that all bytes survive the edit. None if the file does not exist. */
  readonly text: Option.Option<string>
  readonly mode: Option.Option<number>
}

const toSkillError = (file: string) => (error: PlatformError.PlatformError) =>
  new SkillError({ reason: new FileInaccessible({ file, detail: error.message }) })

const inaccessible = (file: string, detail: string) =>
  new SkillError({ reason: new FileInaccessible({ file, detail }) })

const findRoot = Effect.gen(function* () {
  const git = yield* Git
  const { workTree } = yield* git.repository
  return Option.isSome(workTree) ? workTree.value : yield* new SkillError({ reason: new NoWorkTree({}) })
})

/** Reads a file. Follows symbolic links only inside the work tree. */
const readFile = Effect.fnUntraced(function* (folder: string, file: GuidanceFile) {
  const fs = yield* FileSystem.FileSystem
  const path = join(folder, file)
  const target = yield* Effect.option(fs.realPath(path))
  if (Option.isNone(target)) {
    const link = yield* Effect.option(fs.readLink(path))
    if (Option.isSome(link)) return yield* inaccessible(file, "it is a dangling symbolic link")
    return { file, target: path, text: Option.none(), mode: Option.none() } satisfies GuidanceText
  }
  if (!target.value.startsWith(join(folder, "/")))
    return yield* inaccessible(file, "it is a symbolic link out of the repository")
  const info = yield* Effect.mapError(fs.stat(target.value), toSkillError(file))
  if (info.type !== "File") return yield* inaccessible(file, "it is not a regular file")
  const bytes = yield* Effect.mapError(fs.readFile(target.value), toSkillError(file))
  if (bytes.includes(0)) return yield* inaccessible(file, "it is not a text file")
  const text = Option.some(Buffer.from(bytes).toString("latin1"))
  return { file, target: target.value, text, mode: Option.some(info.mode & 0o7777) } satisfies GuidanceText
})

/** Replaces the file's text atomically and keeps its permissions. Deletes the file if the text is empty. */
const write = Effect.fnUntraced(function* ({ file, mode, target }: GuidanceText, text: string) {
  const fs = yield* FileSystem.FileSystem
  const put = Effect.gen(function* () {
    const work = yield* fs.makeTempDirectoryScoped({ directory: dirname(target), prefix: `.${basename(target)}-` })
    const draft = join(work, "draft")
    yield* fs.writeFile(draft, Buffer.from(text, "latin1"))
    if (Option.isSome(mode)) yield* fs.chmod(draft, mode.value)
    yield* fs.rename(draft, target)
  })
  yield* Effect.scoped(text === "" ? fs.remove(target) : put).pipe(Effect.mapError(toSkillError(file)))
})

const failDamaged = <A>(file: string, result: Result.Result<A, "damaged">): Effect.Effect<A, SkillError> =>
  Effect.mapError(Effect.fromResult(result), () => new SkillError({ reason: new MarkersDamaged({ file }) }))

/** Claude Code's import of another file. */
const imports = /(?:^|\s)@(?:\.\/)?AGENTS\.md(?:\s|$)/

/**
 * Selects files: those passed, otherwise those that exist, otherwise `AGENTS.md`. Omits an existing `CLAUDE.md` that
 * links to `AGENTS.md` or imports it.
 */
const selectFiles = Effect.fnUntraced(function* (named: ReadonlyArray<GuidanceFile>) {
  const folder = yield* findRoot
  const selected = named.length === 0 ? guidanceFiles : guidanceFiles.filter((file) => named.includes(file))
  const opened = yield* Effect.forEach(selected, (file) => readFile(folder, file))
  if (named.length > 0) return opened
  const present = opened.filter(({ text }) => Option.isSome(text))
  const agents = present.find(({ file }) => file === "AGENTS.md")
  const chosen = present.filter(
    ({ file, target, text }) =>
      file === "AGENTS.md" ||
      agents === undefined ||
      (target !== agents.target && !imports.test(Option.getOrElse(text, () => "")))
  )
  return chosen.length > 0 ? chosen : opened.filter(({ file }) => file === "AGENTS.md")
})

const textOf = (opened: GuidanceText): string => Option.getOrElse(opened.text, () => "")

/** Options of `install` and `uninstall`. */
export interface SkillOptions {
  /** Files to change. Empty: see {@link install} and {@link uninstall}. */
  readonly files: ReadonlyArray<GuidanceFile>
  /** Write nothing. */
  readonly dryRun: boolean
}

const outcomeOfState: Record<BlockState, FileOutcome["done"]> = {
  absent: "added",
  outdated: "updated",
  current: "unchanged",
  newer: "newer"
}

/**
 * Installs the guidance in the passed files, otherwise in those that exist, otherwise in `AGENTS.md`. Idempotent. Fails
 * with `SkillError` before it writes anything.
 */
export const install = Effect.fn("Skill.install")(function* ({ dryRun, files }: SkillOptions) {
  const planned = yield* Effect.forEach(yield* selectFiles(files), (opened) =>
    Effect.all({
      opened: Effect.succeed(opened),
      state: failDamaged(opened.file, blockState(textOf(opened))),
      text: failDamaged(opened.file, withBlock(textOf(opened)))
    })
  )
  for (const { opened, state, text } of planned) {
    if (!dryRun && (state === "absent" || state === "outdated")) yield* write(opened, text)
  }
  return planned.map(({ opened, state }): FileOutcome => ({ file: opened.file, done: outcomeOfState[state] }))
})

/** Removes the guidance from the passed files, otherwise from both. Deletes a file that contains nothing else. */
export const uninstall = Effect.fn("Skill.uninstall")(function* ({ dryRun, files }: SkillOptions) {
  const folder = yield* findRoot
  const selected = files.length === 0 ? guidanceFiles : guidanceFiles.filter((file) => files.includes(file))
  const opened = yield* Effect.forEach(selected, (file) => readFile(folder, file))
  const distinct = opened.filter(({ target }, index) => opened.findIndex((one) => one.target === target) === index)
  const planned = yield* Effect.forEach(distinct, (one) =>
    Effect.map(failDamaged(one.file, withoutBlock(textOf(one))), (text) => ({
      one,
      text,
      isChanged: text !== textOf(one)
    }))
  )
  for (const { isChanged, one, text } of planned) {
    if (isChanged && !dryRun) yield* write(one, text)
  }
  return planned.map(({ isChanged, one }): FileOutcome => ({ file: one.file, done: isChanged ? "removed" : "absent" }))
})

/** Checks the guidance in the files that `install` would select. */
export const check = Effect.fn("Skill.check")(function* (files: ReadonlyArray<GuidanceFile>) {
  return yield* Effect.forEach(yield* selectFiles(files), (opened) =>
    Effect.map(failDamaged(opened.file, blockState(textOf(opened))), (state): FileState => ({
      file: opened.file,
      state
    }))
  )
})
