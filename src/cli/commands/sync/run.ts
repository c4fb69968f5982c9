import { Effect, Option, Result } from "effect"
import { checkFirstPush } from "../../../sharing/sync/checkFirstPush.ts"
import { disable, enable } from "../../../sharing/sync/enable.ts"
import { pull, type PullResult } from "../../../sharing/sync/pull.ts"
import { push } from "../../../sharing/sync/push.ts"
import { type SharingStatus, status, type SyncStatus } from "../../../sharing/sync/status.ts"
import { toSentence, formatCount } from "../../../domain/Text.ts"
import { printResult } from "../../kit/result.ts"
import { toHooksDocument, formatHooks } from "../../kit/hooks.ts"

/** Flags of every `sync` command. */
export interface SyncFlags {
  readonly remote: Option.Option<string>
  readonly json: boolean
}

interface MergedNotes {
  readonly kind: string
  readonly written: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  readonly merged: ReadonlyArray<string>
}

const toMergedDocument = ({ kind, merged, removed, written }: MergedNotes) => ({
  kind,
  written: written.length,
  removed: removed.length,
  merged: merged.length
})

const formatMerged = ({ merged, removed, written }: MergedNotes, remote: string): string => {
  if (written.length === 0) return `No new notes from ${remote}.`
  const fetched = written.length - removed.length
  const gone = `Removed ${formatCount(removed.length, "note")} that ${remote} no longer has.`
  if (fetched === 0) return gone
  const together = merged.length === 0 ? "" : `; ${merged.length} of them merged with local notes`
  const brought = `Fetched ${formatCount(fetched, "note")} from ${remote}${together}.`
  return removed.length === 0 ? brought : `${brought} ${gone}`
}

/** Formats how many commits got or changed imported pull requests. */
const formatMergedPulls = ({ written }: MergedNotes, remote: string): string =>
  written.length === 0
    ? `No new pull requests from ${remote}.`
    : `Fetched the pull requests of ${formatCount(written.length, "commit")} from ${remote}.`

/** Formats the first pull after sharing began, or its failure. */
const formatPulled = (outcome: Result.Result<PullResult, string>, remote: string, ref: string): string =>
  Result.match(outcome, {
    onFailure: (problem) => `Notes of ${remote} could not be fetched: ${toSentence(problem)} Retry: ultragit sync pull`,
    onSuccess: (pulled) =>
      Option.isNone(pulled.there) ? `${remote} has no notes at ${ref} yet.` : formatMerged(pulled, remote)
  })

const toPulledDocument = (outcome: Result.Result<PullResult, string>) =>
  Result.match(outcome, {
    onFailure: (problem) => ({ problem }),
    onSuccess: (pulled) => ({ remote_has_notes: Option.isSome(pulled.there), pulled: toMergedDocument(pulled) })
  })

/** Formats the first pull of pull requests, or its failure. */
const formatPulledPulls = (outcome: Result.Result<PullResult, string>, remote: string): ReadonlyArray<string> => [
  `Imported pull requests are shared with ${remote}, too.`,
  Result.match(outcome, {
    onFailure: (problem) =>
      `Pull requests of ${remote} could not be fetched: ${toSentence(problem)} Retry: ultragit sync pull`,
    onSuccess: (pulled) => formatMergedPulls(pulled, remote)
  })
]

/** Flags of `sync enable`. */
interface EnableFlags extends SyncFlags {
  readonly hooks: boolean
  readonly pulls: boolean
}

/** Enables sharing and prints what changed. */
export const printEnable = Effect.fnUntraced(function* (input: EnableFlags) {
  const { changed, fetched, hooks, pulled, pulls, ref, remote, warnings } = yield* enable(input)
  const lines = [
    changed ? `Notes are now shared with ${remote}.` : `Notes are already shared with ${remote}.`,
    fetched
      ? `git fetch includes notes; ultragit sync pull and push share them immediately.`
      : `${remote} has no fetch refspec: only ultragit sync pull fetches its notes.`,
    ...Option.match(hooks, { onNone: () => [], onSome: (outcome) => formatHooks(outcome, false) }),
    ...Option.toArray(pulled).map((outcome) => formatPulled(outcome, remote, ref)),
    ...Option.toArray(pulls).flatMap((outcome) => formatPulledPulls(outcome, remote))
  ]
  const document = {
    $schema: "ultragit-sync-enable/v1",
    remote,
    ref,
    changed,
    fetched,
    ...Option.match(pulled, { onNone: () => ({}), onSome: toPulledDocument }),
    ...Option.match(pulls, { onNone: () => ({}), onSome: (outcome) => ({ pulls: toPulledDocument(outcome) }) }),
    ...Option.match(hooks, { onNone: () => ({}), onSome: (outcome) => ({ hooks: toHooksDocument(outcome) }) })
  }
  yield* printResult({ document, lines, warnings }, input.json)
})

/** Disables sharing and prints what changed. */
export const printDisable = Effect.fnUntraced(function* (input: SyncFlags) {
  const { changed, hooks, ref, remote } = yield* disable(input)
  const lines = [
    changed ? `Notes are no longer shared with ${remote}.` : `Notes were not shared with ${remote}.`,
    ...Option.match(hooks, { onNone: () => [], onSome: (outcome) => formatHooks(outcome, false) })
  ]
  const document = { $schema: "ultragit-sync-disable/v1", remote, ref, changed }
  yield* printResult({ document, lines }, input.json)
})

/** Pulls and prints what came. */
export const printPull = Effect.fnUntraced(function* (input: SyncFlags) {
  const pulled = yield* pull(input)
  const { ref, remote, there } = pulled
  const tip = Option.getOrUndefined(there)
  const absent = tip === undefined && pulled.written.length === 0
  const line = absent ? `${remote} has no notes at ${ref}.` : formatMerged(pulled, remote)
  const document = {
    $schema: "ultragit-sync-pull/v1",
    remote,
    ref,
    ...toMergedDocument(pulled),
    remote_tip: tip ?? null,
    ...Option.match(pulled.pulls, { onNone: () => ({}), onSome: (pulls) => ({ pulls: toMergedDocument(pulls) }) })
  }
  const lines = [line, ...Option.toArray(pulled.pulls).map((pulls) => formatMergedPulls(pulls, remote))]
  yield* printResult({ document, lines }, input.json)
})

const formatPushedPulls = (
  { pulled, pushed, ref }: { readonly pulled: MergedNotes; readonly pushed: boolean; readonly ref: string },
  remote: string
): ReadonlyArray<string> => [
  ...(pulled.written.length === 0 ? [] : [formatMergedPulls(pulled, remote)]),
  pushed ? `Pushed ${ref} to ${remote}.` : `${remote} already has all imported pull requests.`
]

/** Pushes and prints what was pulled and pushed. */
export const printPush = Effect.fnUntraced(function* (input: SyncFlags) {
  yield* checkFirstPush(input.remote)
  const { pulled, pulls, pushed, ref, remote, tip } = yield* push(input)
  const sent = Option.isNone(tip) ? "There are no notes to push." : `${remote} already has all notes.`
  const lines = [
    ...(pulled.written.length === 0 ? [] : [formatMerged(pulled, remote)]),
    pushed ? `Pushed ${ref} to ${remote}.` : sent,
    ...Option.toArray(pulls).flatMap((shared) => formatPushedPulls(shared, remote))
  ]
  const document = {
    $schema: "ultragit-sync-push/v1",
    remote,
    ref,
    pushed,
    tip: Option.getOrNull(tip),
    pulled: toMergedDocument(pulled),
    ...Option.match(pulls, {
      onNone: () => ({}),
      onSome: (shared) => ({ pulls: { pushed: shared.pushed, pulled: toMergedDocument(shared.pulled) } })
    })
  }
  yield* printResult({ document, lines }, input.json)
})

const pullLines: Record<SyncStatus["pull"], string> = {
  nothing: "All fetched notes are merged.",
  "fast-forward": "ultragit sync pull adds them without a merge.",
  merge: "ultragit sync pull merges them with the local notes."
}

const formatRemoteNow = ({ known, now, ref, remote }: SharingStatus): ReadonlyArray<string> => {
  if (now === undefined) return []
  if (Option.isNone(now)) return [`${remote} currently has no notes at ${ref}.`]
  const same = Option.isSome(known) && known.value === now.value
  return [same ? `${remote} has no newer notes.` : `${remote} has newer notes: ${now.value.slice(0, 12)}.`]
}

const formatStatus = (found: SyncStatus): ReadonlyArray<string> => {
  const { ahead, behind, enabled, fetched, known, ref, remote } = found
  const stand = Option.match(known, {
    onNone: () => [`${ref}: ${formatCount(ahead, "commit")} of notes here; nothing fetched from ${remote} yet.`],
    onSome: (tip) => [
      `${ref}: ${formatCount(ahead, "commit")} of notes ahead, ${behind} behind ${remote} as last fetched (${tip.slice(0, 12)}).`,
      pullLines[found.pull]
    ]
  })
  return [
    enabled
      ? `Notes are shared with ${remote}.`
      : `Notes are not shared with ${remote}. Share them: ultragit sync enable`,
    ...(enabled && !fetched ? [`git fetch does not include notes. Fix it: ultragit sync enable`] : []),
    ...stand,
    ...formatRemoteNow(found)
  ]
}

/** Says how imported pull requests are shared. */
const formatPulls = ({ ahead, behind, enabled, known, ref, remote }: SharingStatus): ReadonlyArray<string> => {
  if (!enabled) {
    return [`Imported pull requests are not shared with ${remote}. Share them: ultragit sync enable --pulls`]
  }
  const seen = Option.isSome(known)
    ? `, ${behind} behind ${remote} as last fetched`
    : `; nothing fetched from ${remote} yet`
  return [`Imported pull requests are shared with ${remote}.`, `${ref}: ${formatCount(ahead, "commit")} ahead${seen}.`]
}

const toSharingDocument = (found: SharingStatus) => ({
  ref: found.ref,
  enabled: found.enabled,
  fetched: found.fetched,
  tip: Option.getOrNull(found.tip),
  last_seen: Option.getOrNull(found.known),
  ahead: found.ahead,
  behind: found.behind,
  pull: found.pull,
  ...(found.now === undefined ? {} : { remote_tip: Option.getOrNull(found.now) })
})

/** Prints how the local notes compare with the remote's. */
export const printStatus = Effect.fnUntraced(function* (input: SyncFlags & { readonly ask: boolean }) {
  const found = yield* status(input)
  const document = {
    $schema: "ultragit-sync-status/v1",
    remote: found.remote,
    ...toSharingDocument(found),
    ...Option.match(found.pulls, { onNone: () => ({}), onSome: (pulls) => ({ pulls: toSharingDocument(pulls) }) })
  }
  const lines = [...formatStatus(found), ...Option.toArray(found.pulls).flatMap(formatPulls)]
  yield* printResult({ document, lines, warnings: found.warnings }, input.json)
})
