import { Duration, Effect, Option } from "effect"
import { WorkProgress } from "../../domain/WorkProgress.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitError, HeadMoved } from "../../adapters/git/GitError.ts"
import type { PipelineError } from "../subject/PipelineError.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import type { Question } from "../answering/Question.ts"
import { resolveSubject } from "../subject/resolveSubject.ts"
import { isGone } from "../subject/isGone.ts"
import type { Subject } from "../subject/Subject.ts"

/** Number of files processed concurrently. */
const maxConcurrentFiles = 4

/** A file below a folder. */
export interface FileBelow {
  readonly path: string
  /** Whether notes have it under its current path or a former one. */
  readonly noted: boolean
}

/**
 * Lists the files below a directory, by path. Where an object of the past is missing, so that former paths cannot be found,
 * notes may have any file. Damage fails, as it has to be repaired.
 */
const listFilesBelow = Effect.fnUntraced(function* (question: Question) {
  const git = yield* Git
  const lineage = yield* Lineage
  const { commit, path } = question.subject
  const entries = yield* git.files(commit, path)
  const noted = yield* lineage
    .findPresentPaths(commit, question.snapshot.index.files())
    .pipe(
      Effect.catchReason("GitError", "ObjectMissing", ({ damaged = false }, error) =>
        Effect.flatMap(isGone(error, commit), (gone) =>
          gone || damaged ? Effect.fail(error) : Effect.succeed(new Set(entries.map((entry) => entry.path)))
        )
      )
    )
  return entries
    .filter((entry) => entry.kind === "file" || entry.kind === "executable")
    .filter((entry) => Option.isNone(question.pathFilter(entry.path)))
    .map((entry): FileBelow => ({ path: entry.path, noted: noted.has(entry.path) }))
})

/**
 * Sorts the most annotated files first, so that a timeout leaves out those with the fewest annotations. Files without
 * annotations come last: they only add to a count.
 */
const mostAnnotatedFirst = ({ snapshot: { index } }: Question, files: ReadonlyArray<FileBelow>) => {
  const regions = new Map(
    files.filter(({ noted }) => noted).map(({ path }) => [path, 1 + index.regionsOf(path).length] as const)
  )
  return files.toSorted((a, b) => (regions.get(b.path) ?? 0) - (regions.get(a.path) ?? 0))
}

/** Resolves a file in the commit of the folder. Fails with `HeadMoved` when HEAD is another commit now. */
const resolveFile = Effect.fnUntraced(function* (question: Question, path: string, revision: string | undefined) {
  const subject = yield* resolveSubject(path, revision)
  const { commit } = question.subject
  if (subject.commit === commit) return subject
  return yield* new GitError({ reason: new HeadMoved({ from: commit, to: subject.commit }) })
})

const hasMoved = (error: GitError | PipelineError): boolean => error.reason._tag === "HeadMoved"

interface UseOfFile<A, R> {
  readonly use: (subject: Subject, noted: boolean) => Effect.Effect<A, GitError | PipelineError, R>
  /** Makes the result for an unreadable file. */
  readonly skipped: (file: FileBelow, detail: string) => A
}

/** Processes a file below a folder. Fails with `HeadMoved` when it is of another commit than the folder. */
export const processFile = Effect.fnUntraced(function* <A, R>(
  question: Question,
  revision: string | undefined,
  file: FileBelow,
  { skipped, use }: UseOfFile<A, R>
) {
  return yield* resolveFile(question, file.path, revision).pipe(
    Effect.flatMap((subject) => use(subject, file.noted)),
    Effect.catchIf(
      (error) => !hasMoved(error),
      (error) =>
        Effect.flatMap(isGone(error, question.subject.commit), (gone) =>
          gone ? Effect.fail(error) : Effect.succeed(skipped(file, error.message))
        )
    )
  )
})

/**
 * Processes the files below a folder until `folderTimeout`, a few concurrently. Returns results by path, and the unreached
 * files. Fails with `HeadMoved` when files are of different commits.
 */
export const forEachFileBelow = Effect.fn("Pipeline.forEachFileBelow")(function* <A extends object, R>(
  question: Question,
  revision: string | undefined,
  each: UseOfFile<A, R>
) {
  const report = yield* WorkProgress
  const files = yield* listFilesBelow(question)
  const results = new Map<FileBelow, A>()
  const processNext = (file: FileBelow) =>
    processFile(question, revision, file, each).pipe(
      Effect.tap((result) => Effect.sync(() => results.set(file, result))),
      Effect.tap(() => report({ done: results.size, total: files.length, counted: "files" }))
    )
  const all = Effect.forEach(mostAnnotatedFirst(question, files), processNext, {
    concurrency: maxConcurrentFiles,
    discard: true
  })
  yield* Effect.timeoutOption(all, Duration.seconds(question.settings.folderTimeout))
  return {
    reached: files.flatMap((file) => results.get(file) ?? []),
    unreached: files.filter((file) => !results.has(file))
  }
})
