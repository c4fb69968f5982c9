import { Duration, Effect, Option } from "effect"
import { WorkProgress } from "../../domain/WorkProgress.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitError, HeadMoved } from "../../adapters/git/GitError.ts"
import type { PipelineError } from "../subject/PipelineError.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import type { Question } from "../answering/Question.ts"
import { resolveSubject } from "../subject/resolveSubject.ts"
import type { Subject } from "../subject/Subject.ts"

/** Files looked at at once. */
const concurrentFiles = 4

/** A file of a folder. */
interface FileBelow {
  readonly path: string
  /** Whether notes speak of it under any path it had. */
  readonly noted: boolean
}

/** Files of a directory, by path. */
const filesBelow = Effect.fnUntraced(function* (question: Question) {
  const git = yield* Git
  const lineage = yield* Lineage
  const { commit, path } = question.subject
  const entries = yield* git.files(commit, path)
  const noted = yield* lineage.findPresentPaths(commit, question.snapshot.index.files())
  return entries
    .filter((entry) => entry.kind === "file" || entry.kind === "executable")
    .filter((entry) => Option.isNone(question.pathFilter(entry.path)))
    .map((entry): FileBelow => ({ path: entry.path, noted: noted.has(entry.path) }))
})

/**
 * Most annotated first, the same each time: should the time not suffice for all, it went to those that say most. Files
 * without annotations come last, though they cost least: they only add to a count.
 */
const mostAnnotatedFirst = ({ snapshot: { index } }: Question, files: ReadonlyArray<FileBelow>) => {
  const regions = new Map(
    files.filter(({ noted }) => noted).map(({ path }) => [path, 1 + index.regionsOf(path).length] as const)
  )
  return files.toSorted((a, b) => (regions.get(b.path) ?? 0) - (regions.get(a.path) ?? 0))
}

/** A file of the same commit as the folder. */
const subjectIn = Effect.fnUntraced(function* (question: Question, path: string, revision: string | undefined) {
  const subject = yield* resolveSubject(path, revision)
  const { commit } = question.subject
  if (subject.commit === commit) return subject
  return yield* new GitError({ reason: new HeadMoved({ from: commit, to: subject.commit }) })
})

const hasMoved = (error: GitError | PipelineError): boolean => error.reason._tag === "HeadMoved"

/**
 * Something of every file of a folder that is reached within `folderTimeout`, in the order of their paths, a few looked at at once.
 * `skipped`: what stands for one that cannot be read; fails with `HeadMoved` when they would not be of one commit.
 */
export const forFilesBelow = Effect.fn("Pipeline.forFilesBelow")(function* <A extends object, R>(
  question: Question,
  revision: string | undefined,
  each: {
    readonly use: (subject: Subject, noted: boolean) => Effect.Effect<A, GitError | PipelineError, R>
    readonly skipped: (path: string, detail: string) => A
  }
) {
  const report = yield* WorkProgress
  const files = yield* filesBelow(question)
  const found = new Map<FileBelow, A>()
  const look = (file: FileBelow) =>
    subjectIn(question, file.path, revision).pipe(
      Effect.flatMap((subject) => each.use(subject, file.noted)),
      Effect.catchIf(
        (error) => !hasMoved(error),
        (error) => Effect.succeed(each.skipped(file.path, error.message))
      ),
      Effect.tap((result) => Effect.sync(() => found.set(file, result))),
      Effect.tap(() => report({ done: found.size, total: files.length, counted: "files" }))
    )
  const all = Effect.forEach(mostAnnotatedFirst(question, files), look, {
    concurrency: concurrentFiles,
    discard: true
  })
  yield* Effect.timeoutOption(all, Duration.seconds(question.settings.folderTimeout))
  return {
    reached: files.flatMap((file) => found.get(file) ?? []),
    unreached: files.filter((file) => !found.has(file))
  }
})
