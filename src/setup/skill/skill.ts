import { basename, dirname, join } from "node:path"
import { Effect, FileSystem, Option, type PlatformError, type Result } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { blockState, type BlockState, withBlock, withoutBlock } from "./block.ts"
import { FileInaccessible, MarkersDamaged, NoWorkTree, SkillError } from "./SkillError.ts"

/** The files that agents read, in the root of the work tree. */
export const guidanceFiles = ["AGENTS.md", "CLAUDE.md"] as const
export type GuidanceFile = (typeof guidanceFiles)[number]

/** What was done, or would be, to one file. */
export interface FileOutcome {
  readonly file: GuidanceFile
  readonly done: "added" | "updated" | "unchanged" | "newer" | "removed" | "absent"
}

/** How the guidance in one file is. */
export interface FileState {
  readonly file: GuidanceFile
  readonly state: BlockState
}

interface Opened {
  readonly file: GuidanceFile
  /** Where its bytes are, symbolic links followed. */
  readonly target: string
  /** Each byte one character, so that whatever it holds is written back as it was; none when there is no file. */
  readonly text: Option.Option<string>
  readonly mode: Option.Option<number>
}

const failed = (file: string) => (error: PlatformError.PlatformError) =>
  new SkillError({ reason: new FileInaccessible({ file, detail: error.message }) })

const refused = (file: string, detail: string) => new SkillError({ reason: new FileInaccessible({ file, detail }) })

const root = Effect.gen(function* () {
  const git = yield* Git
  const { workTree } = yield* git.repository
  return Option.isSome(workTree) ? workTree.value : yield* new SkillError({ reason: new NoWorkTree({}) })
})

/** Links are followed as long as they stay inside the work tree. */
const open = Effect.fnUntraced(function* (folder: string, file: GuidanceFile) {
  const fs = yield* FileSystem.FileSystem
  const path = join(folder, file)
  const target = yield* Effect.option(fs.realPath(path))
  if (Option.isNone(target)) {
    const link = yield* Effect.option(fs.readLink(path))
    if (Option.isSome(link)) return yield* refused(file, "it is a link to nothing")
    return { file, target: path, text: Option.none(), mode: Option.none() } satisfies Opened
  }
  if (!target.value.startsWith(join(folder, "/"))) return yield* refused(file, "it leads out of the repository")
  const info = yield* Effect.mapError(fs.stat(target.value), failed(file))
  if (info.type !== "File") return yield* refused(file, "it is no file")
  const bytes = yield* Effect.mapError(fs.readFile(target.value), failed(file))
  if (bytes.includes(0)) return yield* refused(file, "it is not text in UTF-8")
  const text = Option.some(Buffer.from(bytes).toString("latin1"))
  return { file, target: target.value, text, mode: Option.some(info.mode & 0o7777) } satisfies Opened
})

/** Puts the text in the file's place in one step, permissions as before; an empty one takes the file away. */
const write = Effect.fnUntraced(function* ({ file, mode, target }: Opened, text: string) {
  const fs = yield* FileSystem.FileSystem
  const put = Effect.gen(function* () {
    const work = yield* fs.makeTempDirectoryScoped({ directory: dirname(target), prefix: `.${basename(target)}-` })
    const draft = join(work, "draft")
    yield* fs.writeFile(draft, Buffer.from(text, "latin1"))
    if (Option.isSome(mode)) yield* fs.chmod(draft, mode.value)
    yield* fs.rename(draft, target)
  })
  yield* Effect.scoped(text === "" ? fs.remove(target) : put).pipe(Effect.mapError(failed(file)))
})

const whole = <A>(file: string, result: Result.Result<A, "damaged">): Effect.Effect<A, SkillError> =>
  Effect.mapError(Effect.fromResult(result), () => new SkillError({ reason: new MarkersDamaged({ file }) }))

/** Claude Code's way to say that another file holds the text. */
const imports = /(?:^|\s)@(?:\.\/)?AGENTS\.md(?:\s|$)/

/**
 * The files meant: those named, else those that are there, else `AGENTS.md`. One that is only another name of the other,
 * or says that the other is to be read, is left out.
 */
const meant = Effect.fnUntraced(function* (named: ReadonlyArray<GuidanceFile>) {
  const folder = yield* root
  const wanted = named.length === 0 ? guidanceFiles : guidanceFiles.filter((file) => named.includes(file))
  const opened = yield* Effect.forEach(wanted, (file) => open(folder, file))
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

const textOf = (opened: Opened): string => Option.getOrElse(opened.text, () => "")

/** Options of `install` and `uninstall`. */
export interface SkillOptions {
  /** Empty: those that are there. */
  readonly files: ReadonlyArray<GuidanceFile>
  /** Writes nothing. */
  readonly dryRun: boolean
}

const doneBy: Record<BlockState, FileOutcome["done"]> = {
  absent: "added",
  outdated: "updated",
  current: "unchanged",
  newer: "newer"
}

/** Puts the guidance into the files meant; a second time changes nothing. Fails with `SkillError` before anything is written. */
export const install = Effect.fn("Skill.install")(function* ({ dryRun, files }: SkillOptions) {
  const planned = yield* Effect.forEach(yield* meant(files), (opened) =>
    Effect.all({
      opened: Effect.succeed(opened),
      state: whole(opened.file, blockState(textOf(opened))),
      text: whole(opened.file, withBlock(textOf(opened)))
    })
  )
  for (const { opened, state, text } of planned) {
    if (!dryRun && (state === "absent" || state === "outdated")) yield* write(opened, text)
  }
  return planned.map(({ opened, state }): FileOutcome => ({ file: opened.file, done: doneBy[state] }))
})

/** Takes the guidance out of the files named, else of both; one that holds nothing else goes with it. */
export const uninstall = Effect.fn("Skill.uninstall")(function* ({ dryRun, files }: SkillOptions) {
  const folder = yield* root
  const wanted = files.length === 0 ? guidanceFiles : guidanceFiles.filter((file) => files.includes(file))
  const opened = yield* Effect.forEach(wanted, (file) => open(folder, file))
  const distinct = opened.filter(({ target }, index) => opened.findIndex((one) => one.target === target) === index)
  const planned = yield* Effect.forEach(distinct, (one) =>
    Effect.map(whole(one.file, withoutBlock(textOf(one))), (text) => ({ one, text, gone: text !== textOf(one) }))
  )
  for (const { gone, one, text } of planned) {
    if (gone && !dryRun) yield* write(one, text)
  }
  return planned.map(({ gone, one }): FileOutcome => ({ file: one.file, done: gone ? "removed" : "absent" }))
})

/** How the guidance is in the files meant. */
export const check = Effect.fn("Skill.check")(function* (files: ReadonlyArray<GuidanceFile>) {
  return yield* Effect.forEach(yield* meant(files), (opened) =>
    Effect.map(whole(opened.file, blockState(textOf(opened))), (state): FileState => ({ file: opened.file, state }))
  )
})
