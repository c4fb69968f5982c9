import { FileNotFound } from "../../codeIndex/model/CodeError.ts"
import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { countLines } from "../../domain/lines.ts"
import { resolveWritten } from "../../pipeline/subject/locate.ts"
import { resolveUncommitted } from "../../pipeline/subject/resolveSubject.ts"
import type { Subject } from "../../pipeline/subject/Subject.ts"
import type { FileAnswer } from "../model/answers.ts"
import { FileIsFolder, FileUnreadable, GraphError, LinesInvalid } from "../model/GraphError.ts"
import type { FileInput } from "../model/inputs.ts"

/** Characters of an answer; the rest of a longer file is read from `next_line`. */
const maxChars = 60_000

/** Whether a file is the project's: tracked, or not ignored. */
const isOwn = ({ committed, path }: Pick<Subject, "committed" | "path">) =>
  committed
    ? Effect.succeed(true)
    : Effect.flatMap(Git, (git) => Effect.map(git.workTreePaths, (paths) => paths.includes(path)))

/** The longest run of whole lines from the first that fits, at least one. */
const takeLines = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  let length = 0
  const end = lines.findIndex((line, index) => {
    length += line.length + 1
    return index > 0 && length > maxChars
  })
  return end === -1 ? lines : lines.slice(0, end)
}

const resolve = (path: string) =>
  Effect.catchReason(resolveWritten(path), "GitError", "UnbornHead", () =>
    Effect.map(resolveUncommitted(path), (subject) => ({ subject, lines: undefined }))
  )

/** Reads a file of the project, as it is in the work tree. Fails with `FileNotFound` and `FileUnreadable`. */
export const readText = Effect.fn("CodeGraph.readText")(function* (path: string) {
  const { lines: named, subject } = yield* resolve(path)
  if (subject?.kind === "directory") return yield* new GraphError({ reason: new FileIsFolder({ path }) })
  if (subject?.kind !== "file" || !(yield* isOwn(subject))) {
    return yield* new GraphError({ reason: new FileNotFound({ path }) })
  }
  if (Option.isNone(subject.content)) {
    const detail = subject.warnings.at(-1) ?? `${subject.path} has no text.`
    return yield* new GraphError({ reason: new FileUnreadable({ detail }) })
  }
  const text = new TextDecoder().decode(subject.content.value)
  return { path: subject.path, text, lines: countLines(subject.content.value), named }
})

/** Reads lines of a file of the project like {@link readText}. Fails with `LinesInvalid`, too. */
export const readFile = Effect.fn("CodeGraph.file")(function* (input: FileInput) {
  const { lines: total, named, path, text } = yield* readText(input.file_path)
  // Lines in the path are those that are asked for where no others are given.
  const range = input.start_line === undefined && input.end_line === undefined ? named : undefined
  const { end_line: wantedEnd = range?.end ?? Math.max(1, total), start_line: start = range?.start ?? 1 } = input
  const end = Math.min(wantedEnd, total)
  if (start < 1 || wantedEnd < start || start > Math.max(1, total)) {
    return yield* new GraphError({
      reason: new LinesInvalid({ start, ...(input.end_line === undefined ? {} : { end: wantedEnd }), total })
    })
  }
  const shown = takeLines(text.split("\n").slice(start - 1, end))
  const last = start + shown.length - 1
  const answer: FileAnswer = {
    path,
    content: shown.join("\n"),
    total_lines: total,
    showing_lines: total === 0 ? "0-0" : `${start}-${last}`,
    ...(last < end ? { next_line: last + 1 } : {})
  }
  return answer
})
