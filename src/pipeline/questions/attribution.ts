import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { isMissingObject } from "../../adapters/git/GitError.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import { countLines } from "../../domain/lines.ts"
import { formatCount } from "../../domain/Text.ts"
import { blameFile } from "../../lineage/Blame.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import type { Question } from "../answering/Question.ts"
import { orWarn } from "../subject/orWarn.ts"
import type { Subject } from "../subject/Subject.ts"

/** What is known of the commits that wrote the lines of a file. */
export interface Attribution {
  /** The blame of the file; none where git lacks objects for it. */
  readonly hunks: ReadonlyArray<BlameHunk>
  /** Without a blame, the annotated commits of notes that name the file. Which of its lines they wrote is unknown. */
  readonly named: ReadonlySet<ObjectId>
  /** Says that there is no blame, and why. */
  readonly warnings: ReadonlyArray<string>
}

const consequences =
  "who wrote these lines is unknown, so that annotations are found by path and name, also those of overwritten code, but none from before a rename, and history is not quoted:"

const warnOfUnknown = ({ path }: Subject, detail: string): string =>
  `In ${formatPath(path)}, ${consequences} ${detail} In a partial clone, 'git blame ${formatPath(path)}' fetches what is missing; in a whole one, 'git fsck --full' lists it.`

/** Maximum files that a warning names. */
const maxNamed = 3

/** A file without a blame, and the warning of that. */
export interface Unattributed {
  readonly path: string
  readonly warnings: ReadonlyArray<string>
}

/** Says of the files of a folder that they have no blame: of several at once. */
export const warnOfUnattributed = (files: ReadonlyArray<Unattributed>): ReadonlyArray<string> => {
  const [first] = files
  if (first === undefined) return []
  if (files.length === 1) return first.warnings
  const named = files
    .slice(0, maxNamed)
    .map(({ path }) => formatPath(path))
    .join(", ")
  const more = files.length > maxNamed ? `, and ${files.length - maxNamed} more` : ""
  return [
    `In ${formatCount(files.length, "file")} (${named}${more}), ${consequences} objects are not in this repository. In a partial clone, 'git fetch --refetch --no-filter' fetches them; in a whole one, 'git fsck --full' lists them.`
  ]
}

const findNamed = Effect.fnUntraced(function* ({ snapshot: { index } }: Question, { commit, path }: Subject) {
  // Notes that cannot be read may name the file, too.
  const commits = [...index.regionsOf(path), ...index.problems()].map((ref) => ref.commit)
  return yield* (yield* Reachability).reachableFromHead(commits, commit, index)
})

/** Starts the blame of a committed file, so that git works while the units of the file are found. {@link attribute} joins it. */
export const blameAhead = Effect.fnUntraced(function* (subject: Subject) {
  if (!subject.committed) return
  const length = Option.match(subject.content, { onNone: () => 0, onSome: countLines })
  yield* Effect.forkScoped(Effect.ignore(blameFile(subject, length)), { startImmediately: true })
})

/** Blames a file of `length` lines. Where objects for that are missing, as in a partial clone, the names in notes must do. */
export const attribute = Effect.fnUntraced(function* (question: Question, subject: Subject, length: number) {
  const unknown: ReadonlyArray<BlameHunk> = []
  const { value: hunks, warnings } = yield* orWarn({
    commit: subject.commit,
    isExpected: isMissingObject,
    instead: Effect.succeed(unknown),
    warn: (detail) => warnOfUnknown(subject, detail)
  })(blameFile(subject, length))
  const named = warnings.length === 0 ? new Set<ObjectId>() : yield* findNamed(question, subject)
  return { hunks, named, warnings } satisfies Attribution
})
