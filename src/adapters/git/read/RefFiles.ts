import { Effect, Option, RegExp as RegExps } from "effect"
import { lstatSync, readdirSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { isSharedRefName } from "../RefName.ts"
import { cacheWhileUnchanged } from "../process/FileFingerprint.ts"
import type { Repository } from "../Repository.ts"

/** Larger packed-refs files are left to git. */
const maxPackedRefsBytes = 64 * 1024 * 1024
/** Maximum questions about the packed-refs of a repository whose answers are kept. */
const maxKept = 100

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

const readPacked = Effect.fnUntraced(function* (file: string, patterns: ReadonlyArray<string>) {
  const text = yield* Effect.option(Effect.tryPromise(() => readFile(file, "latin1")))
  return !Option.exists(text, (lines) => patterns.every((pattern) => !packedPattern(pattern).test(lines)))
})

/** Answers about packed-refs, by the patterns that were asked for. Each is kept until git replaces the file. */
const keptAnswers = new WeakMap<Repository, Map<string, Effect.Effect<boolean>>>()

const readPackedOnce = (repository: Repository, file: string, patterns: ReadonlyArray<string>) => {
  const kept = keptAnswers.get(repository) ?? new Map<string, Effect.Effect<boolean>>()
  keptAnswers.set(repository, kept)
  const key = patterns.join("\0")
  const answer = kept.get(key) ?? cacheWhileUnchanged(readPacked(file, patterns), () => Option.some([file]))
  if (kept.size >= maxKept) kept.clear()
  kept.set(key, answer)
  return answer
}

const hasPacked = Effect.fnUntraced(function* (repository: Repository, patterns: ReadonlyArray<string>) {
  const file = join(repository.commonDirectory, "packed-refs")
  const found = stat(file)
  if (Option.isSome(found) && found.value === undefined) return false
  const info = Option.getOrUndefined(found)
  if (info === undefined || !info.isFile() || info.size > maxPackedRefsBytes) return true
  return yield* readPackedOnce(repository, file, patterns)
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
