import { Effect, Fiber, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { GitCaller } from "../../adapters/git/GitCaller.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { CommitReason } from "../../domain/CommitReason.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import { findReasons, type ReadReasons } from "./findReasons.ts"
import { listByFile, type ListedChanges, maxListedCommits } from "./listChanges.ts"
import { MaxReasonWait } from "./MaxReasonWait.ts"
import { MaxTitleWait } from "./MaxTitleWait.ts"
import { readRecentChanges, type RecentChanges } from "./readRecentChanges.ts"
import { indexTitles, matchTitles, type Titles } from "./titles.ts"

/** Commits whose titles are compared with what is searched for, newest first. */
const maxCommits = 2_000

/** Which history git shows. */
interface HistoryKey {
  readonly head: ObjectId
  /** The boundary of a shallow clone, which moves while HEAD stays when more is fetched. */
  readonly boundary: string
}

/** What was read of a history. */
interface ReadHistory extends Pick<ListedChanges, "changes">, Pick<HistoryKey, "boundary"> {
  readonly recent: RecentChanges
  readonly titles: Titles
}

/** What is known of the history of one commit. */
interface History extends HistoryKey {
  readonly reading: Fiber.Fiber<ReadHistory, GitError>
  readonly read: ReadReasons
}

/** Questions about the history of one commit. */
export interface FileReasons {
  /** Finds for each file the reason of the newest commit about few files that gives one. */
  readonly find: (paths: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, CommitReason>>
  /** Finds how well the titles of recent commits that changed a file match words, by its path; nothing before they are read. */
  readonly matchTitles: (words: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, number>>
}

const noReasons: ReadonlyMap<string, CommitReason> = new Map()
const noMatches: ReadonlyMap<string, number> = new Map()

/**
 * Answers what recent history says of files. What was read is cached in memory while HEAD stays; when it moves, only the
 * difference is read. An answer waits at most `MaxReasonWait` for reasons and `MaxTitleWait` for titles. What takes longer is
 * absent from it and goes on in the background for the next one.
 */
export const makeFileReasons = Effect.gen(function* () {
  const services = yield* Effect.context<Git>()
  const git = yield* Git
  const scope = yield* Effect.scope
  let kept: History | undefined
  let last: ReadHistory | undefined

  /** A failure is not kept, so that the next question tries again. */
  const forget = Effect.sync(() => {
    kept = undefined
  })

  const readAll = Effect.fnUntraced(function* ({ boundary, head }: HistoryKey) {
    const known = last?.boundary === boundary ? last.recent : undefined
    const recent = yield* readRecentChanges(head, maxCommits, known)
    const { changes } = listByFile({ ...recent, changes: recent.changes.slice(0, maxListedCommits) })
    last = { boundary, recent, changes, titles: yield* indexTitles(recent.changes) } satisfies ReadHistory
    return last
  })

  const readHistory = Effect.gen(function* () {
    const head = yield* git.resolveCommit("HEAD")
    const boundary = [...(yield* readBoundary)].join()
    if (kept?.head === head && kept.boundary === boundary) return kept
    const reading = yield* readAll({ head, boundary }).pipe(
      Effect.onError(() => forget),
      Effect.forkIn(scope)
    )
    kept = { head, boundary, reading, read: new Map() }
    return kept
  }).pipe(Effect.provideService(GitCaller, {}), Effect.provideContext(services))

  const read = Effect.fnUntraced(function* (history: History, paths: ReadonlyArray<string>) {
    const { changes } = yield* Fiber.join(history.reading)
    return yield* findReasons(new Map(paths.map((path) => [path, changes.get(path) ?? []])), history.read)
  }, Effect.provideContext(services))

  const find = Effect.fn("Evidence.fileReasons")(function* (history: History, paths: ReadonlyArray<string>) {
    if (paths.length === 0) return noReasons
    const reading = yield* read(history, paths).pipe(Effect.provideService(GitCaller, {}), Effect.forkIn(scope))
    const found = yield* Fiber.join(reading).pipe(Effect.timeoutOption(yield* MaxReasonWait), Effect.option)
    return Option.getOrElse(Option.flatten(found), () => noReasons)
  })

  const match = Effect.fn("Evidence.matchTitles")(function* ({ reading }: History, words: ReadonlyArray<string>) {
    if (words.length === 0) return noMatches
    const found = yield* Fiber.join(reading).pipe(Effect.timeoutOption(yield* MaxTitleWait), Effect.option)
    // Just after HEAD has moved, the titles from before say nearly the same.
    const titles = Option.getOrElse(Option.flatten(found), () => last)?.titles
    return titles === undefined ? noMatches : matchTitles(titles, words)
  })

  /** Starts to read the history of HEAD, so that it is there when it is asked for. */
  const start = Effect.match(readHistory, {
    onSuccess: (history): FileReasons => ({
      find: (paths) => find(history, paths),
      matchTitles: (words) => match(history, words)
    }),
    onFailure: (): FileReasons => ({
      find: () => Effect.succeed(noReasons),
      matchTitles: () => Effect.succeed(noMatches)
    })
  })

  return { start }
})
