import { checkRange } from "../../codeIndex/asking/checkRange.ts"
import { FileNotFound } from "../../codeIndex/model/CodeError.ts"
import { Effect, Option } from "effect"
import { type BlameHunk, Git } from "../../adapters/git/Git.ts"
import { plainName } from "../../domain/AnchorName.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import { blameFile } from "../../lineage/Blame.ts"
import type { CoChange } from "../../lineage/coChangeIndex.ts"
import { CoChanges } from "../../lineage/CoChanges.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import { Outlines } from "../../pipeline/subject/Outlines.ts"
import { resolveWritten } from "../../pipeline/subject/locate.ts"
import { resolveAnchor, resolveScope } from "../../pipeline/subject/Scope.ts"
import type { Subject } from "../../pipeline/subject/Subject.ts"
import type { EvolutionAnswer, EvolutionCommit } from "../model/answers.ts"
import { FileIsFolder, FileMissing, FunctionUnknown, GraphError, NameMissing } from "../model/GraphError.ts"
import type { EvolutionInput } from "../model/inputs.ts"
import { fileChurn, fileCommits, hottestFiles, maxCommits } from "./churn.ts"
import { toCommittedLines } from "./committedLines.ts"
import { functionHistory } from "./functionHistory.ts"
import { blameEntity, clip, countLines, findOwnership } from "./ownership.ts"
import { formatSeconds, readCommits } from "./people.ts"

const defaultLimit = 20
const maxLimit = 500
const maxSimilar = 5

const stillReading = "History is still being read for the first time: ask again."

type Found = Omit<EvolutionAnswer, "query_type">

const asWarnings = (warnings: ReadonlyArray<string>) => (warnings.length === 0 ? {} : { warnings })

/** What asking about a file needs. */
interface Asked {
  readonly input: EvolutionInput
  readonly limit: number
  readonly subject: Subject
}

const fail = (reason: GraphError["reason"]) => Effect.fail(new GraphError({ reason }))

const findFile = Effect.fnUntraced(function* ({ file, query_type }: EvolutionInput) {
  if (file === undefined || file === "") return yield* fail(new FileMissing({ query: query_type }))
  const { subject } = yield* resolveWritten(file)
  if (subject.kind === "directory") return yield* fail(new FileIsFolder({ path: file }))
  if (subject.kind !== "file") return yield* fail(new FileNotFound({ path: file }))
  return subject
})

/** Lines of the input, from the start of the file or to its end where one is missing. */
const linesOf = ({ line_end: end, line_start: start }: EvolutionInput, length: number): string | undefined =>
  start === undefined && end === undefined ? undefined : `${start ?? 1}:${end ?? length}`

/** The lines that a question is about, in the file as it is. Fails with `FunctionUnknown` and `NameMissing`. */
const findLines = Effect.fnUntraced(function* ({ input, subject }: Asked) {
  const whole = yield* resolveScope(subject, { anchor: undefined, lines: undefined })
  const lines = linesOf(input, whole.length)
  if (input.name === undefined && lines === undefined) {
    return yield* fail(new NameMissing({ query: input.query_type }))
  }
  const scope = yield* resolveScope(subject, {
    anchor: input.name === undefined ? undefined : plainName(input.name),
    lines
  })
  if (input.name !== undefined && (scope.kind !== "anchor" || scope.match === "fuzzy")) {
    const similar = scope.units.map((unit) => unit.name).slice(0, maxSimilar)
    return yield* fail(new FunctionUnknown({ name: input.name, file: subject.path, similar }))
  }
  return scope
})

/** The same lines in the commit: where the work tree differs, those that the name has there, or that these lines are or replace. */
const findCommittedLines = Effect.fnUntraced(function* (asked: Asked) {
  const { length, ranges } = yield* findLines(asked)
  const { input, subject } = asked
  if (!subject.dirty) return ranges
  if (input.name === undefined) return yield* toCommittedLines(subject, length, ranges)
  const outline = yield* (yield* Outlines).at(subject.commit, subject.path)
  return Option.match(outline, {
    onNone: (): ReadonlyArray<LineRange> => [],
    onSome: (found) => resolveAnchor(plainName(input.name ?? ""), found, subject.path).units.map((unit) => unit.lines)
  })
})

/** Blames the file, but for lines that are as old as the boundary of a shallow clone or older: who wrote them is not known. */
const blameSubject = Effect.fnUntraced(function* (subject: Subject) {
  const { length } = yield* resolveScope(subject, { anchor: undefined, lines: undefined })
  const boundary = yield* readBoundary
  const hunks = yield* blameFile(subject, length)
  const isOld = ({ commit }: BlameHunk): boolean => Option.exists(commit, (id) => boundary.has(id))
  return { hunks: hunks.filter((hunk) => !isOld(hunk)), old: hunks.filter(isOld) }
})

/** Lines without an author who is known: not committed, or as old as the boundary of a shallow clone or older. */
interface UnknownLines {
  readonly uncommitted: number
  readonly old: number
}

const warnOfUnknown = ({ old, uncommitted }: UnknownLines) => {
  const warnings = [
    ...(uncommitted === 0 ? [] : [`Lines not committed yet, which have no author: ${uncommitted}.`]),
    ...(old === 0
      ? []
      : [`Lines as old as the boundary of this shallow clone or older, whose authors are unknown: ${old}.`])
  ]
  return asWarnings(warnings)
}

/** Says how many authors there are if not all are listed. */
const countAuthors = (count: number, limit: number) => (count > limit ? { num_authors: count, has_more: true } : {})

const queriesOfFile = {
  file_churn: ({ limit, subject }: Asked) =>
    Effect.map(fileChurn(subject.commit, subject.path), ({ authors, isComplete, unread, ...churn }): Found => ({
      file: subject.path,
      ...churn,
      authors: authors.slice(0, limit),
      ...countAuthors(authors.length, limit),
      ...asWarnings([
        ...(isComplete ? [] : [`Only the newest ${maxCommits} commits of the file are counted.`]),
        ...unread
      ])
    })),
  file_commits: ({ limit, subject }: Asked) =>
    Effect.map(fileCommits(subject.commit, subject.path, limit), ({ commits, warnings }): Found => ({
      file: subject.path,
      commits,
      total_commits: commits.length,
      ...asWarnings(warnings)
    })),
  function_history: (asked: Asked) =>
    Effect.gen(function* () {
      const { input, limit, subject } = asked
      const ranges = yield* findCommittedLines(asked)
      const { authors, commits, total } = yield* functionHistory(subject.commit, subject.path, ranges, limit)
      return {
        ...(input.name === undefined ? {} : { function: input.name }),
        file: subject.path,
        commits,
        total_commits: total,
        unique_authors: authors,
        has_more: commits.length < total
      } satisfies Found
    }),
  entity_blame: (asked: Asked) =>
    Effect.gen(function* () {
      const { input, subject } = asked
      const { ranges } = yield* findLines(asked)
      const { hunks, old } = yield* blameSubject(subject)
      const { commit_count: commits, num_authors: authors, uncommitted, ...found } = yield* blameEntity(hunks, ranges)
      const unknown = countLines(clip(old, ranges))
      return {
        file: subject.path,
        ...(input.name === undefined ? {} : { function: input.name }),
        ...found,
        ...(commits === 0 && unknown > 0 ? {} : { commit_count: commits, num_authors: authors }),
        ...warnOfUnknown({ old: unknown, uncommitted })
      } satisfies Found
    }),
  file_ownership: ({ limit, subject }: Asked) =>
    Effect.gen(function* () {
      const { hunks, old } = yield* blameSubject(subject)
      const unknown = countLines(old)
      const { ownership, ...found } = yield* findOwnership(hunks, unknown)
      return {
        file: subject.path,
        ownership: ownership.slice(0, limit),
        ...found,
        ...countAuthors(ownership.length, limit),
        ...warnOfUnknown({ old: unknown, uncommitted: 0 })
      } satisfies Found
    }),
  coupled_files: ({ limit, subject }: Asked) =>
    Effect.gen(function* () {
      const time = yield* (yield* CommitTimes).committerTime(subject.commit)
      const { found, warnings } = yield* (yield* CoChanges).find(subject.commit, subject.path, time).pipe(
        Effect.map((each) => ({ found: each, warnings: Option.isSome(each) ? [] : [stillReading] })),
        Effect.catchReason("GitError", "ObjectMissing", ({ message }) =>
          Effect.succeed({
            found: Option.none<ReadonlyArray<CoChange>>(),
            warnings: [`Files that change together are left out: ${message}`]
          })
        )
      )
      const all = Option.getOrElse(found, () => [])
      return {
        file: subject.path,
        coupled: all.slice(0, limit).map(({ confidence, path, reverseConfidence, support }) => ({
          path,
          support,
          confidence: Math.round(confidence * 100) / 100,
          reverse_confidence: Math.round(reverseConfidence * 100) / 100,
          hidden: false
        })),
        total_count: all.length,
        has_more: all.length > limit,
        ...asWarnings(warnings)
      } satisfies Found
    })
}

const recentCommits = Effect.fnUntraced(function* (limit: number) {
  const git = yield* Git
  const head = yield* git.resolveCommit("HEAD")
  const ids = yield* git.walk({ from: [head], maxCount: limit })
  const commits = (yield* readCommits(ids)).map(({ author, id, subject, time }): EvolutionCommit => ({
    hash: id,
    author,
    timestamp: formatSeconds(time),
    message: subject
  }))
  return { commits, count: commits.length } satisfies Found
})

const hottest = Effect.fnUntraced(function* (limit: number) {
  const { files, warnings } = yield* hottestFiles(yield* (yield* Git).resolveCommit("HEAD"))
  return {
    files: files.slice(0, limit),
    total_count: files.length,
    has_more: files.length > limit,
    ...asWarnings(warnings)
  } satisfies Found
})

const queriesOfRepository = { recent_commits: recentCommits, hottest_files: hottest }

/** Warns that history ends early in a shallow clone. */
export const warnOfShallow = Effect.gen(function* () {
  const boundary = yield* readBoundary
  return boundary.size > 0
    ? ["This clone is shallow: history ends at its boundary. Run 'git fetch --unshallow' for all of it."]
    : []
})

/** Says which arguments a query about the whole repository leaves out of account. */
const warnOfUnused = ({ file, line_end, line_start, name, query_type }: EvolutionInput): ReadonlyArray<string> => {
  const given = Object.entries({ file, name, line_start, line_end }).flatMap(([key, value]) =>
    value === undefined ? [] : [key]
  )
  if (given.length === 0) return []
  const instead = query_type === "recent_commits" ? "file_commits" : "file_churn"
  return [`${query_type} is about the whole repository and ignores ${given.join(", ")}. Of one file: ${instead}.`]
}

/** Answers `repotoire_query_evolution`, but for what the code index knows. */
export const queryEvolution = Effect.fn("Evolution.query")(function* (input: EvolutionInput) {
  const { limit = defaultLimit, query_type } = input
  yield* Effect.fromResult(checkRange("limit", limit, 1, maxLimit))
  const isOfRepository = query_type === "recent_commits" || query_type === "hottest_files"
  const found: Found = isOfRepository
    ? yield* queriesOfRepository[query_type](limit)
    : yield* queriesOfFile[query_type]({ input, limit, subject: yield* findFile(input) })
  const warnings = [
    ...(isOfRepository ? warnOfUnused(input) : []),
    ...(found.warnings ?? []),
    ...(yield* warnOfShallow)
  ]
  const answer: EvolutionAnswer = { query_type, ...found, ...asWarnings(warnings) }
  return answer
})
