import { Effect, type Scope } from "effect"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import { type HistoryCommit, historyStream, notesStream } from "./history.ts"
import { type GitInput, type GitResult, runGit, runGitChecked } from "./runGit.ts"

const notesRef = "refs/notes/ultragit"

/** Time of the first commit of every temporary repository: 2024-01-01T00:00:00Z. Each further one is an hour later. */
export const firstDate = 1_704_067_200

type Content = string | Uint8Array
/** A note: bytes and text go in as they are, anything else as JSON. */
type Note = Content | object

interface CommitOptions {
  /** Written (`null`: removed) before the commit. */
  readonly files?: Readonly<Record<string, Content | null>>
  /** Author and committer time, seconds since 1970; an hour after the commit before unless given. */
  readonly date?: number
  /** Author time where it differs from the committer's. */
  readonly authorDate?: number
}

/** A real git repository in a temporary folder, for one test. Every failing command is a defect. */
export interface TemporaryRepository {
  /** Absolute, symbolic links resolved. */
  readonly directory: string
  /** Runs git here; standard output without its last newline. */
  git(args: ReadonlyArray<string>, input?: GitInput): Effect.Effect<string>
  /** Runs git here and returns any exit code. */
  tryGit(args: ReadonlyArray<string>, input?: GitInput): Effect.Effect<GitResult>
  /** Writes a file of the work tree and the folders above it. */
  write(path: string, content: Content, options?: { readonly executable?: boolean }): Effect.Effect<void>
  /** Makes a symbolic link in the work tree. */
  link(path: string, target: string): Effect.Effect<void>
  /** Removes a file of the work tree. */
  remove(path: string): Effect.Effect<void>
  /** Commits everything in the work tree (also nothing). */
  commit(message: string, options?: CommitOptions): Effect.Effect<ObjectId>
  /** Adds or replaces the note of a commit or other object; the notes ref's new tip. */
  note(commit: string, note: Note, options?: { readonly ref?: string }): Effect.Effect<ObjectId>
  /** Adds or replaces many notes in one notes commit, fan-out as git wants it; the notes ref's new tip. */
  importNotes(
    notes: ReadonlyArray<readonly [string, Note]>,
    options?: { readonly ref?: string }
  ): Effect.Effect<ObjectId>
  /**
   * Builds a history by `git fast-import` on a branch (`main` unless named), on top of what is there; the ids in the
   * order given. In a repository that is not bare the work tree is reset to HEAD afterwards.
   */
  importHistory(
    history: ReadonlyArray<HistoryCommit>,
    options?: { readonly branch?: string }
  ): Effect.Effect<ReadonlyArray<ObjectId>>
  /** Time of the last commit made by these helpers, seconds since 1970. */
  lastDate(): number
  /** The object a revision names. */
  id(revision: string): Effect.Effect<ObjectId>
}

const io = <A>(run: () => Promise<A>): Effect.Effect<A> => Effect.promise(run)

/** A temporary folder, symbolic links resolved, removed at the end of the scope. */
export const makeFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  io(() => mkdtemp(join(tmpdir(), "ultragit-")).then((path) => realpath(path))),
  (path) => io(() => rm(path, { recursive: true, force: true, maxRetries: 3 }))
)

const isRef = /^(?:HEAD|refs\/[\w/-]+)$/

/**
 * The object of a ref that is a file of its own in the folder's git directory, as most are, without starting git; none
 * where git has to be asked: in linked work trees, bare repositories, other formats, or where refs are packed.
 */
const refIn = Effect.fnUntraced(function* (directory: string, ref: string) {
  let name = ref
  for (let step = 0; step < 5; step += 1) {
    const file = join(directory, ".git", name)
    const text = (yield* io(() => readFile(file, "utf8").catch(() => ""))).trim()
    if (!text.startsWith("ref: ")) return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : undefined
    name = text.slice("ref: ".length)
  }
  return undefined
})

const hasOnlyLooseRefs = (directory: string): boolean => {
  const has = (name: string) => existsSync(join(directory, ".git", name))
  return has("refs/heads") && !has("packed-refs") && !has("reftable") && !has("commondir")
}

const encodeNote = (note: Note): Content =>
  typeof note === "string" || note instanceof Uint8Array ? note : JSON.stringify(note)

const datesEnv = (committer: number, author: number) => ({
  GIT_COMMITTER_DATE: `${committer} +0000`,
  GIT_AUTHOR_DATE: `${author} +0000`
})

/**
 * A repository that exists already (a clone, a work tree, a submodule) with the same helpers; its next commit is made an
 * hour after the date given.
 */
export const repositoryAt = (directory: string, dateBefore: number = firstDate - 3600): TemporaryRepository => {
  let lastDate = dateBefore

  const git = (args: ReadonlyArray<string>, input?: GitInput) => runGitChecked(directory, args, input)
  const tryGit = (args: ReadonlyArray<string>, input?: GitInput) => runGit(directory, args, input)
  const id = Effect.fnUntraced(function* (revision: string) {
    const read = isRef.test(revision) ? yield* refIn(directory, revision) : undefined
    return ObjectId.make(read ?? (yield* git(["rev-parse", "--verify", "--end-of-options", revision])))
  })
  const tipOf = Effect.fnUntraced(function* (ref: string) {
    const read = yield* refIn(directory, ref)
    if (read !== undefined || hasOnlyLooseRefs(directory)) return read
    const result = yield* tryGit(["rev-parse", "--verify", "--quiet", ref])
    return result.exitCode === 0 ? result.stdout.toString().trim() : undefined
  })
  const write: TemporaryRepository["write"] = Effect.fnUntraced(function* (path, content, options) {
    const file = join(directory, path)
    yield* io(() => mkdir(dirname(file), { recursive: true }))
    yield* io(() => writeFile(file, content))
    if (options?.executable === true) yield* io(() => chmod(file, 0o755))
  })
  const link: TemporaryRepository["link"] = Effect.fnUntraced(function* (path, target) {
    const file = join(directory, path)
    yield* io(() => mkdir(dirname(file), { recursive: true }))
    yield* io(() => symlink(target, file))
  })
  const remove = (path: string) => io(() => rm(join(directory, path), { recursive: true, force: true }))

  const commit: TemporaryRepository["commit"] = Effect.fnUntraced(function* (message, options) {
    for (const [path, content] of Object.entries(options?.files ?? {})) {
      yield* content === null ? remove(path) : write(path, content)
    }
    lastDate = options?.date ?? lastDate + 3600
    yield* git(["add", "--all"])
    // Whether there is anything to tidy would be the question of a further process.
    const args = ["--quiet", "--allow-empty", "--allow-empty-message", "--no-verify", "-m", message]
    yield* git(["-c", "maintenance.auto=false", "commit", ...args], {
      env: datesEnv(lastDate, options?.authorDate ?? lastDate)
    })
    return yield* id("HEAD")
  })

  const note: TemporaryRepository["note"] = Effect.fnUntraced(function* (object, content, options) {
    const ref = options?.ref ?? notesRef
    const blob = yield* git(["hash-object", "-w", "--stdin"], { stdin: encodeNote(content) })
    yield* git(["notes", `--ref=${ref}`, "add", "--force", "--allow-empty", "-C", blob, object], {
      env: datesEnv(lastDate, lastDate)
    })
    return yield* id(ref)
  })

  const importNotes: TemporaryRepository["importNotes"] = Effect.fnUntraced(function* (notes, options) {
    const ref = options?.ref ?? notesRef
    const from = yield* tipOf(ref)
    const encoded = notes.map(([object, content]) => [object, encodeNote(content)] as const)
    yield* git(["fast-import", "--quiet", "--done"], { stdin: notesStream(encoded, { ref, from, date: lastDate }) })
    return yield* id(ref)
  })

  const importHistory: TemporaryRepository["importHistory"] = Effect.fnUntraced(function* (history, options) {
    const ref = `refs/heads/${options?.branch ?? "main"}`
    const from = yield* tipOf(ref)
    const input = historyStream(history, { ref, from, startDate: lastDate })
    lastDate = input.lastDate
    const ids = yield* git(["fast-import", "--quiet", "--done", "--force"], { stdin: input.stream })
    const hasTree = existsSync(join(directory, ".git"))
    if (hasTree) yield* git(["reset", "--hard", "--quiet"])
    return ids.split("\n").map((line) => ObjectId.make(line))
  })

  return {
    directory,
    git,
    tryGit,
    write,
    link,
    remove,
    commit,
    note,
    importNotes,
    importHistory,
    lastDate: () => lastDate,
    id
  }
}

interface Kind {
  readonly bare?: boolean
  readonly objectFormat?: "sha1" | "sha256"
}

/** What `git init` makes of each kind, by path; a folder has no content. */
const skeletons = new Map<string, ReadonlyArray<readonly [path: string, content: Buffer | undefined]>>()

const initialised = Effect.fnUntraced(function* ({ bare = false, objectFormat = "sha1" }: Kind, folder: string) {
  const kind = ["--initial-branch=main", `--object-format=${objectFormat}`, ...(bare ? ["--bare"] : [])]
  yield* runGitChecked(folder, ["init", "--quiet", "--template=", ...kind, "."])
  const made = yield* io(() => readdir(folder, { recursive: true, withFileTypes: true }))
  return made.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return [relative(folder, path), entry.isFile() ? readFileSync(path) : undefined] as const
  })
})

/** `git init`, by git the first time and by copying what it made then. */
const initialise = Effect.fnUntraced(function* (kind: Kind, folder: string) {
  const key = JSON.stringify([kind.bare, kind.objectFormat])
  const skeleton = skeletons.get(key)
  if (skeleton === undefined) {
    skeletons.set(key, yield* initialised(kind, folder))
    return
  }
  for (const [path, content] of skeleton) {
    if (content === undefined) mkdirSync(join(folder, path), { recursive: true })
    else writeFileSync(join(folder, path), content)
  }
})

/** A new empty repository with the branch `main`, removed at the end of the scope. */
export const makeRepository = Effect.fnUntraced(function* (
  options: Kind & {
    /** Configuration written to the repository: `{ "core.autocrlf": "true" }`. */
    readonly config?: Readonly<Record<string, string>>
  } = {}
) {
  const repository = repositoryAt(yield* makeFolder)
  yield* initialise(options, repository.directory)
  for (const [key, value] of Object.entries(options.config ?? {})) yield* repository.git(["config", key, value])
  return repository
})

/** A clone in a folder of its own, removed at the end of the scope. `args` go to `git clone` (`--depth=1` …). */
export const cloneRepository = Effect.fnUntraced(function* (source: TemporaryRepository, args?: ReadonlyArray<string>) {
  const clone = repositoryAt(join(yield* makeFolder, "clone"))
  yield* source.git([
    "-c",
    "protocol.file.allow=always",
    "clone",
    "--quiet",
    "--template=",
    ...(args ?? []),
    `file://${source.directory}`,
    clone.directory
  ])
  return clone
})
