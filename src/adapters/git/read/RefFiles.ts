import { Clock, Effect, Option, RegExp as RegExps } from "effect"
import { lstatSync, readdirSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { isSharedRefName } from "../RefName.ts"
import type { Repository } from "../Repository.ts"

/** Larger packed-refs files are left to git. */
const maxPackedRefsBytes = 64 * 1024 * 1024
/** Questions about one packed-refs file whose answers are kept. */
const maxKept = 100
/** A more recent change may share its time stamp with a later one, because file systems count time in ticks. */
const settleMillis = 2_000

/** Stats are synchronous, as in `FileFingerprint.ts`. Whatever cannot be read counts as there. */
const stat = Option.liftThrowable((path: string) => lstatSync(path, { throwIfNoEntry: false }))
const exists = (path: string): boolean => Option.getOrElse(stat(path), () => true) !== undefined
const isFolder = (path: string): boolean => Option.exists(stat(path), (found) => found?.isDirectory() === true)
const list = Option.liftThrowable((folder: string): ReadonlyArray<string> => readdirSync(folder))

/** Whether refs are files here: other storage leaves a file in place of `refs/heads`, so that old programs stop. */
const areRefsFiles = (directory: string): boolean =>
  isFolder(join(directory, "refs", "heads")) && !exists(join(directory, "reftable"))

/** Returns whether a file is at a path or in a folder there. Git leaves empty folders behind. */
const hasFile = (path: string): boolean =>
  isFolder(path)
    ? Option.match(list(path), {
        onNone: () => true,
        onSome: (names) => names.some((name) => hasFile(join(path, name)))
      })
    : exists(path)

const hasLoose = (folder: string, [part, ...rest]: ReadonlyArray<string>): boolean => {
  if (part === undefined) return hasFile(folder)
  if (part !== "*") return hasLoose(join(folder, part), rest)
  return Option.match(isFolder(folder) ? list(folder) : Option.some([]), {
    onNone: () => true,
    onSome: (names) => names.some((name) => hasLoose(join(folder, name), rest))
  })
}

/** Matches lines of packed-refs for refs that a pattern selects. */
const packedPattern = (pattern: string): RegExp => {
  const parts = pattern.split("/").map((part) => (part === "*" ? "[^/\\n]+" : RegExps.escape(part)))
  return new RegExp(` ${parts.join("/")}(?:/|$)`, "m")
}

/** What is known of a packed-refs file, by the patterns that were asked for. */
interface KnownPackedRefs {
  /** Git replaces the file, and never writes into it. */
  readonly identity: string
  readonly answers: Map<string, boolean>
}

const knownFiles = new WeakMap<Repository, KnownPackedRefs>()

/** Finds what is known of the file of a repository, as long as it is the same. */
const knownOf = (repository: Repository, identity: string): KnownPackedRefs => {
  const last = knownFiles.get(repository)
  if (last?.identity === identity && last.answers.size < maxKept) return last
  const known: KnownPackedRefs = { identity, answers: new Map() }
  knownFiles.set(repository, known)
  return known
}

const readPacked = Effect.fnUntraced(function* (file: string, patterns: ReadonlyArray<string>) {
  const text = yield* Effect.option(Effect.tryPromise(() => readFile(file, "latin1")))
  return !Option.exists(text, (lines) => patterns.every((pattern) => !packedPattern(pattern).test(lines)))
})

const hasPacked = Effect.fnUntraced(function* (repository: Repository, patterns: ReadonlyArray<string>) {
  const file = join(repository.commonDirectory, "packed-refs")
  const found = stat(file)
  if (Option.isSome(found) && found.value === undefined) return false
  const info = Option.getOrUndefined(found)
  if (info === undefined || !info.isFile() || info.size > maxPackedRefsBytes) return true
  const known = knownOf(repository, `${info.ino} ${info.size} ${info.mtimeMs} ${info.ctimeMs}`)
  const key = patterns.join("\0")
  const answer = known.answers.get(key)
  if (answer !== undefined) return answer
  const has = yield* readPacked(file, patterns)
  if (info.ctimeMs + settleMillis < (yield* Clock.currentTimeMillis)) known.answers.set(key, has)
  return has
})

/**
 * Returns whether the files of a repository alone prove that it has none of these refs, without a git process. Patterns
 * are names, folders of refs, or have `*` for one part. False in any doubt: a broken ref, a name that differs between
 * file systems or work trees, other storage than files. Loose refs are looked for first, because git packs a ref before
 * it removes its file.
 */
export const hasNoRefs = Effect.fnUntraced(function* (repository: Repository, patterns: ReadonlyArray<string>) {
  const { commonDirectory } = repository
  const parts = patterns.map((pattern) => pattern.replace(/\/$/, ""))
  if (!parts.every((pattern) => isSharedRefName(pattern) && !/[?[\\]|[^/]\*|\*[^/]/.test(pattern))) return false
  if (!areRefsFiles(commonDirectory)) return false
  if (parts.some((pattern) => hasLoose(commonDirectory, pattern.split("/")))) return false
  return !(yield* hasPacked(repository, parts))
})
