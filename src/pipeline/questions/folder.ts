import { Effect, Option, Stream } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { GitError, HeadMoved } from "../../adapters/git/GitError.ts"
import type { AnnotationsError } from "../subject/AnnotationsError.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import type { Question } from "../answering/Question.ts"
import { resolveSubject } from "../subject/resolveSubject.ts"
import type { Subject } from "../subject/Subject.ts"

/** Files looked at at once. */
const concurrentFiles = 4

/** Files of a directory, each with whether notes speak of it under any path it had. */
const filesBelow = Effect.fnUntraced(function* (question: Question) {
  const git = yield* Git
  const lineage = yield* Lineage
  const { commit, path } = question.subject
  const entries = yield* git.files(commit, path)
  const noted = yield* lineage.present(commit, question.snapshot.index.files())
  return entries
    .filter((entry) => entry.kind === "file" || entry.kind === "executable")
    .filter((entry) => Option.isNone(question.filter(entry.path)))
    .map((entry) => ({ path: entry.path, noted: noted.has(entry.path) }))
})

/** A file of the same commit as the folder. */
const subjectIn = Effect.fnUntraced(function* (question: Question, path: string, revision: string | undefined) {
  const subject = yield* resolveSubject(path, revision)
  const { commit } = question.subject
  if (subject.commit === commit) return subject
  return yield* new GitError({ reason: new HeadMoved({ from: commit, to: subject.commit }) })
})

const hasMoved = (error: GitError | AnnotationsError): boolean => error.reason._tag === "HeadMoved"

/**
 * Something of every file of a folder, in their order, a few at once. `skipped`: what stands for one that cannot be read;
 * fails with `HeadMoved` when they would not be of one commit.
 */
export const forFilesBelow = Effect.fn("Annotations.forFilesBelow")(function* <A, R>(
  question: Question,
  revision: string | undefined,
  each: {
    readonly use: (subject: Subject, noted: boolean) => Effect.Effect<A, GitError | AnnotationsError, R>
    readonly skipped: (path: string, detail: string) => A
  }
) {
  const files = yield* filesBelow(question)
  return yield* Stream.fromIterable(files).pipe(
    Stream.mapEffect(
      ({ noted, path }) =>
        subjectIn(question, path, revision).pipe(
          Effect.flatMap((subject) => each.use(subject, noted)),
          Effect.catchIf(
            (error) => !hasMoved(error),
            (error) => Effect.succeed(each.skipped(path, error.message))
          )
        ),
      { concurrency: concurrentFiles }
    ),
    Stream.runCollect
  )
})
