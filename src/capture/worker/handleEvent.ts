import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { formatCount } from "../../domain/Text.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { annotateCommit } from "../../writing/annotate/annotateCommit.ts"
import {
  type CarryInto,
  type CarryOutcome,
  carryInto,
  carryReceived,
  carryReceivedIfPossible,
  carryRewrites,
  carryUnrecorded,
  restoreLostNotes
} from "../../rewrite/carry/carry.ts"
import { contextFromEnvironment } from "../../writing/context/environment.ts"
import { decodeContext } from "../../writing/context/CommitContext.ts"
import { mergeAllFetched } from "../../notes/remotes/mergeFetched.ts"
import { push } from "../../sharing/sync/push.ts"
import { commitLines, readPart, listParts, type QueuedEvent } from "../../rewrite/hooks/queue.ts"
import { parseRebaseCommits, parseNamedCommits, parsePending, parseMessage } from "./parseSources.ts"
import type { Pair } from "../../rewrite/carry/rewrites/groupRewrites.ts"
import { followRewrites } from "../../writing/drafts/followRewrites.ts"
import { settleUndone } from "../../rewrite/hooks/settleUndone.ts"

/** Reads the environment variables of the hook; the event has a file for each. */
const readHookVariables = Effect.fnUntraced(function* (event: QueuedEvent) {
  const names = (yield* listParts(event)).filter((name) => name.startsWith("ULTRAGIT_"))
  const pairs = yield* Effect.forEach(names, (name) =>
    Effect.map(readPart(event, name), (text) => [name, Option.getOrElse(text, () => "")] as const)
  )
  return Object.fromEntries(pairs)
})

/** Reads the context of the commit: from the file that its hook claimed, else from the hook's environment. */
const readContext = Effect.fnUntraced(function* (event: QueuedEvent) {
  const context = yield* readPart(event, "context.json")
  return Option.isSome(context)
    ? Option.some(yield* decodeContext(context.value))
    : yield* contextFromEnvironment(yield* readHookVariables(event))
})

const describeCarry = ({ carried, written }: CarryOutcome): string => `${carried} carried, ${written.length} written`

const annotateFromEvent = Effect.fnUntraced(function* (event: QueuedEvent, commit: ObjectId) {
  const outcome = yield* annotateCommit(commit, yield* readContext(event))
  return Option.match(outcome, {
    onNone: () => "no context",
    onSome: ({ regions, warnings }) => [`regions noted: ${regions.length}`, ...warnings].join("; ")
  })
})

/** Carries notes into a commit. Returns one description, or none if no source has a note. */
const carryIntoCommit = Effect.fnUntraced(function* (commit: ObjectId, into: CarryInto | undefined) {
  if (into === undefined) return []
  const outcome = yield* carryInto(commit, into)
  return outcome.carried === 0 ? [] : [`${into.kind}: ${describeCarry(outcome)}`]
})

/** Whether all of these commits are missing from this repository. */
const areMissing = Effect.fnUntraced(function* (ids: ReadonlyArray<ObjectId>) {
  return (yield* (yield* Git).commits(ids)).every(Option.isNone)
})

/** Carries the notes of the commits that this one takes over. A recorded operation is certain; otherwise compares code. */
const carryTakenOver = Effect.fnUntraced(function* (event: QueuedEvent, commit: ObjectId, message: string) {
  const pending = Option.getOrElse(yield* readPart(event, "pending"), () => "")
  const fromPending = yield* carryIntoCommit(commit, parsePending(pending))
  if (fromPending.length > 0) return fromPending
  const fromMessage = parseMessage(message)
  const isPick = fromMessage?.kind === "cherry-pick"
  if (isPick && (yield* areMissing(fromMessage.sources))) return yield* carryIntoCommit(commit, fromMessage)
  const restored = yield* carryIntoCommit(commit, isPick ? undefined : fromMessage)
  const named = [...parseNamedCommits(pending), ...(isPick ? fromMessage.sources : [])]
  return [...restored, `unrecorded: ${describeCarry(yield* carryUnrecorded(commit, named))}`]
})

/** Annotates a new commit and carries notes into it. A failure of one does not prevent the other. */
const handlePostCommit = Effect.fnUntraced(function* (event: QueuedEvent) {
  const git = yield* Git
  const [commit] = commitLines(event.argument).flat()
  if (commit === undefined) return "no commit"
  const [metadata] = yield* git.commits([commit])
  if (metadata === undefined || Option.isNone(metadata)) {
    const left = yield* readContext(event)
    if (Option.isNone(left)) return "the commit is gone"
  }
  const message =
    metadata === undefined ? "" : Option.match(metadata, { onNone: () => "", onSome: (one) => one.message })
  const result = yield* Effect.result(annotateFromEvent(event, commit))
  const others = yield* carryTakenOver(event, commit, message)
  yield* settleUndone(commit)
  return [yield* Effect.fromResult(result), ...others].join("; ")
})

/** Moves drafts to the commits that replace theirs. They are no reason to handle an event again. */
const followIfPossible = (pairs: ReadonlyArray<Pair>) =>
  followRewrites(pairs).pipe(
    Effect.map((count) => (count === 0 ? "" : `, ${formatCount(count, "draft")} moved`)),
    Effect.catch(({ message }) => Effect.succeed(`, drafts not moved: ${message}`))
  )

/** Carries the notes of rewritten commits and of commits cherry-picked during a rebase, and restores lost notes. */
const handlePostRewrite = Effect.fnUntraced(function* (event: QueuedEvent) {
  const lines = commitLines(Option.getOrElse(yield* readPart(event, "stdin"), () => ""))
  const pairs = lines.flatMap(([from, to]) => (from === undefined || to === undefined ? [] : [{ from, to }]))
  const made = parseRebaseCommits(Option.getOrElse(yield* readPart(event, "made"), () => ""))
  const kind = event.argument === "rebase" ? "rebase" : "amend"
  const outcome = yield* carryRewrites(
    pairs,
    kind,
    made.map(({ commit }) => commit)
  )
  const moved = new Set(pairs.map(({ from }) => from))
  const picked = made.filter((one) => one.picked.some((id) => !moved.has(id)))
  for (const { commit, picked: sources } of picked) yield* carryInto(commit, { kind: "cherry-pick", sources })
  const restored = yield* restoreLostNotes
  const drafts = yield* followIfPossible(pairs)
  return `${kind}: ${pairs.length} commits, ${describeCarry(outcome)}, ${restored.length} brought back${drafts}`
})

/** Pushes notes to the remote of the push, if it is a sync remote. */
const handlePrePush = Effect.fnUntraced(function* (event: QueuedEvent) {
  const remote = Option.getOrElse(yield* readPart(event, "remote"), () => "")
  const { syncRemote } = yield* (yield* Settings).values
  if (!syncRemote.includes(remote)) return "notes are not shared with this remote"
  const { pushed } = yield* push({ remote: Option.some(remote) })
  return pushed ? "pushed" : "nothing to push"
})

/** Merges fetched notes and carries those of commits that were rewritten here, also those of earlier tries that failed. */
const bringIn = Effect.andThen(mergeAllFetched(carryReceivedIfPossible), carryReceived([]))

const handlePostMerge = Effect.as(bringIn, "fetched notes brought in")

/** Merges fetched notes, because git runs no hook after a pull that rebases or finds no new commit. Ignores failures. */
const mergeFetchedIfPossible = Effect.ignore(bringIn)

/** Handles an event and returns a short description for the log. Idempotent. */
export const handleEvent = Effect.fn("Hooks.work")(function* (event: QueuedEvent) {
  switch (event.hook) {
    case "post-commit":
    case "post-applypatch":
      return yield* Effect.tap(handlePostCommit(event), () => mergeFetchedIfPossible)
    case "post-rewrite":
      return yield* Effect.tap(handlePostRewrite(event), () => mergeFetchedIfPossible)
    case "pre-push":
      return yield* handlePrePush(event)
    case "post-merge":
      return yield* handlePostMerge
    case "prepare-commit-msg":
      return "nothing to do"
  }
})
