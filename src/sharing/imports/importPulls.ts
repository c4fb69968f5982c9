import { Effect, MutableRef, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { findToken } from "../../adapters/hosting/findToken.ts"
import type { Access } from "../../adapters/hosting/Access.ts"
import { Hosting } from "../../adapters/hosting/Hosting.ts"
import { AnswerTooLarge, HostingError } from "../../adapters/hosting/HostingError.ts"
import type { BatchSize, MergedRequest } from "../../adapters/hosting/MergedRequest.ts"
import type { Site } from "../../adapters/hosting/Site.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { WorkProgress } from "../../domain/WorkProgress.ts"
import type { ImportedPull } from "../../notes/pulls/PullsNote.ts"
import { makeBatches } from "./askInBatches.ts"
import { locateCommits } from "./locateCommits.ts"
import { readTemplateLines } from "./readTemplates.ts"
import { type ProjectState, readState, writeState } from "./state.ts"
import { toPull } from "./toPull.ts"
import { writePulls } from "./writePulls.ts"

/** What an import did so far. */
export interface ImportTally {
  /** Merged requests of the project, as its host counts them; 0 before the first answer. */
  readonly total: number
  /** Requests whose texts were added to their commits, or changed there. */
  readonly imported: number
  /** Requests that programs opened. */
  readonly byPrograms: number
  /** Requests whose commits are not here: not known to the host, or not in this repository's history. */
  readonly untraceable: number
  /** Requests that the host did not give. */
  readonly unreadable: number
  /** Requests that later runs import, once this repository has their commits. */
  readonly waiting: number
  /** Requests looked at in this and earlier runs. */
  readonly known: number
  /** Whether all requests were looked at. */
  readonly complete: boolean
  /** Why the import ended early. */
  readonly stopped: Option.Option<HostingError>
}

/** Cursors of hosts have about a hundred characters. */
const maxCursorChars = 4096

const emptyTally = (state: ProjectState): ImportTally => ({
  total: 0,
  imported: 0,
  byPrograms: 0,
  untraceable: 0,
  unreadable: 0,
  waiting: state.waiting.length,
  known: state.numbers.length,
  complete: false,
  stopped: Option.none()
})

/** Where an import is, between two batches. */
interface Run {
  readonly access: Access
  readonly templateLines: ReadonlySet<string>
  readonly state: MutableRef.MutableRef<ProjectState>
  readonly tally: MutableRef.MutableRef<ImportTally>
}

const groupByCommit = (
  placed: ReadonlyArray<{ readonly pull: ImportedPull; readonly commits: ReadonlyArray<ObjectId> }>
): ReadonlyMap<ObjectId, ReadonlyArray<ImportedPull>> => {
  const groups = new Map<ObjectId, ReadonlyArray<ImportedPull>>()
  for (const { commits, pull } of placed) {
    for (const commit of commits) groups.set(commit, [...(groups.get(commit) ?? []), pull])
  }
  return groups
}

/** Sorts the requests of a batch by what can be done with them. */
const sortBatch = Effect.fnUntraced(function* (run: Run, requests: ReadonlyArray<MergedRequest>) {
  const located = yield* locateCommits(requests)
  const all = requests.map((request, index) => ({
    number: request.number,
    pull: toPull(run.access.site, request, run.templateLines),
    commits: located[index]?.commits ?? [],
    missing: located[index]?.missing ?? Option.none<ObjectId>()
  }))
  const byPeople = all.flatMap(({ pull, ...rest }) => (Option.isSome(pull) ? [{ ...rest, pull: pull.value }] : []))
  return {
    byPrograms: all.length - byPeople.length,
    placed: byPeople.filter(({ commits }) => commits.length > 0),
    waiting: byPeople.flatMap(({ missing, number }) =>
      Option.isSome(missing) ? [{ number, commit: missing.value }] : []
    ),
    untraceable: byPeople.filter(({ commits, missing }) => commits.length === 0 && Option.isNone(missing)).length
  }
})

interface Batch {
  readonly requests: ReadonlyArray<MergedRequest>
  readonly unreadable: number
  /** Numbers that no longer wait, whatever the host gave for them. */
  readonly settled: ReadonlyArray<number>
  readonly cursor: Option.Option<string>
  readonly total?: number
}

/** Writes the texts of a batch to the commits, then how far the import is: a killed run repeats one batch at most. */
const settle = Effect.fnUntraced(function* (run: Run, batch: Batch) {
  const { site } = run.access
  const { byPrograms, placed, untraceable, waiting } = yield* sortBatch(run, batch.requests)
  const message = `Import pull requests of ${site.host}/${site.project}`
  const { tip, written } = yield* writePulls(groupByCommit(placed), message)
  const changed = new Set(written)
  const before = MutableRef.get(run.state)
  const seen = new Set([...batch.settled, ...batch.requests.map(({ number }) => number)])
  const state: ProjectState = {
    ...before,
    ...Option.match(batch.cursor, { onNone: () => ({}), onSome: (cursor) => ({ cursor }) }),
    ...Option.match(tip, { onNone: () => ({}), onSome: (id) => ({ tip: id }) }),
    numbers: [...new Set([...before.numbers, ...batch.requests.map(({ number }) => number)])],
    waiting: [...before.waiting.filter(({ number }) => !seen.has(number)), ...waiting]
  }
  yield* writeState(site, state)
  MutableRef.set(run.state, state)
  const tally = MutableRef.get(run.tally)
  const now: ImportTally = {
    ...tally,
    total: batch.total ?? tally.total,
    imported: tally.imported + placed.filter(({ commits }) => commits.some((commit) => changed.has(commit))).length,
    byPrograms: tally.byPrograms + byPrograms,
    untraceable: tally.untraceable + untraceable,
    unreadable: tally.unreadable + batch.unreadable,
    waiting: state.waiting.length,
    known: state.numbers.length
  }
  MutableRef.set(run.tally, now)
  const report = yield* WorkProgress
  yield* report({ done: Math.min(now.known, now.total), total: now.total, counted: "pull requests" })
}, Effect.uninterruptible)

/** Returns the waiting requests whose commits are here by now. */
const findArrived = Effect.fnUntraced(function* ({ waiting }: ProjectState) {
  const found = yield* (yield* Git).commits(waiting.map(({ commit }) => commit))
  return waiting.filter((_, index) => Option.isSome(found[index] ?? Option.none())).map(({ number }) => number)
})

/** Fails where requests are missing from a large answer: the host may give them in a smaller one. */
const refuseIncomplete =
  ({ site }: Access, size: BatchSize) =>
  <A extends { readonly unreadable: number }, E, R>(answer: Effect.Effect<A, E, R>) =>
    Effect.filterOrFail(
      answer,
      ({ unreadable }) => unreadable === 0 || size.requests === 1,
      () => new HostingError({ reason: new AnswerTooLarge({ host: site.host, detail: "some requests are missing" }) })
    )

const importArrived = Effect.fnUntraced(function* (run: Run, ask: Effect.Success<typeof makeBatches>) {
  const hosting = yield* Hosting
  let left = yield* findArrived(MutableRef.get(run.state))
  while (left.length > 0) {
    const remaining = left
    const picked = yield* ask((size) => {
      const settled = remaining.slice(0, size.requests)
      return hosting.pickMerged(run.access, size, settled).pipe(
        refuseIncomplete(run.access, size),
        Effect.map((page) => ({ ...page, settled }))
      )
    })
    yield* settle(run, { ...picked, cursor: Option.none() })
    left = remaining.slice(picked.settled.length)
  }
})

/** Whether the host no longer knows the cursor with which to continue. */
const isCursorUnknown = (error: unknown): boolean =>
  error instanceof HostingError && error.reason._tag === "QueryRejected" && /\bcursor\b/i.test(error.reason.detail)

/** Begins again: requests that are imported already are found unchanged. */
const forgetCursor = ({ state }: Run) =>
  Effect.sync(() => {
    const { cursor: _, ...rest } = MutableRef.get(state)
    MutableRef.set(state, rest)
  })

const importListed = Effect.fnUntraced(function* (run: Run, ask: Effect.Success<typeof makeBatches>) {
  const hosting = yield* Hosting
  let hasMore = true
  while (hasMore) {
    const after = Option.fromUndefinedOr(MutableRef.get(run.state).cursor)
    const page = yield* ask((size) => refuseIncomplete(run.access, size)(hosting.listMerged(run.access, size, after)))
    const cursor = Option.filter(page.cursor, ({ length }) => length <= maxCursorChars)
    yield* settle(run, { ...page, cursor, settled: [] })
    // A host that repeats its cursor, or has pages without an end, would be asked for ever.
    const isNew = Option.isSome(cursor) && cursor.value !== Option.getOrUndefined(after)
    hasMore = page.hasMore && isNew && page.requests.length + page.unreadable > 0
  }
})

/** What an import would do. */
export interface ImportPlan {
  readonly total: number
  /** Requests that earlier runs looked at. */
  readonly known: number
  readonly waiting: number
}

/** Counts what an import would do, with one query. Fails with `HostingError`. */
export const planImport = Effect.fn("Imports.plan")(function* (site: Site) {
  const access = yield* findToken(site)
  const state = yield* readState(site)
  const total = yield* (yield* Hosting).countMerged(access)
  return { total, known: state.numbers.length, waiting: state.waiting.length } satisfies ImportPlan
})

/**
 * Imports the merged requests of a project that were not imported yet, or were changed since, in batches: first those
 * whose commits have arrived, then the others, those that were changed longest ago first. A failure of the host ends the
 * run; the tally has it, and the next run continues. `report` gets the tally of an interrupted run. Fails with
 * `HostingError` if there is no token, and if notes or the record of the import cannot be written.
 */
export const importPulls = Effect.fn("Imports.run")(function* (
  site: Site,
  report: (tally: ImportTally) => Effect.Effect<void>
) {
  const access = yield* findToken(site)
  const state = yield* readState(site)
  const templateLines = yield* readTemplateLines()
  const run: Run = { access, templateLines, state: MutableRef.make(state), tally: MutableRef.make(emptyTally(state)) }
  const ask = yield* makeBatches
  const listed = importListed(run, ask)
  const again = Effect.andThen(forgetCursor(run), listed)
  const stopped = yield* importArrived(run, ask).pipe(
    Effect.andThen(Effect.catchIf(listed, isCursorUnknown, () => again)),
    Effect.as(Option.none<HostingError>()),
    Effect.catchIf(
      (error) => error instanceof HostingError,
      (error) => Effect.succeedSome(error)
    ),
    Effect.onInterrupt(() => report(MutableRef.get(run.tally)))
  )
  return { ...MutableRef.get(run.tally), complete: Option.isNone(stopped), stopped } satisfies ImportTally
})
