import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { annotateCommit } from "../../writing/annotate/annotateCommit.ts"
import {
  type CarryInto,
  type CarryOutcome,
  carryInto,
  carryRewrites,
  carryUnrecorded,
  heal
} from "../../rewrite/carry/carry.ts"
import { factsFromEnvironment } from "../../writing/context/environment.ts"
import { decodeFacts } from "../../writing/context/Facts.ts"
import { mergeAllFetched } from "../../notes/remotes/mergeFetched.ts"
import { push } from "../../sharing/sync/push.ts"
import { commitLines, partOf, partsOf, type QueuedEvent } from "../../rewrite/hooks/queue.ts"
import { madeIn, namedIn, notedIn, toldIn } from "./sources.ts"
import { settleUndone } from "../../rewrite/hooks/undone.ts"

/** The variables that the hook saw: a file each. */
const variables = Effect.fnUntraced(function* (event: QueuedEvent) {
  const names = (yield* partsOf(event)).filter((name) => name.startsWith("ULTRAGIT_"))
  const pairs = yield* Effect.forEach(names, (name) =>
    Effect.map(partOf(event, name), (text) => [name, Option.getOrElse(text, () => "")] as const)
  )
  return Object.fromEntries(pairs)
})

/** The facts left for the commit: the context file that its hook claimed, else the environment it saw. */
const factsOf = Effect.fnUntraced(function* (event: QueuedEvent) {
  const context = yield* partOf(event, "context.json")
  return Option.isSome(context)
    ? Option.some(yield* decodeFacts(context.value))
    : yield* factsFromEnvironment(yield* variables(event))
})

const carriedWords = ({ carried, written }: CarryOutcome): string => `${carried} carried, ${written.length} written`

const annotated = Effect.fnUntraced(function* (event: QueuedEvent, commit: ObjectId) {
  const outcome = yield* annotateCommit(commit, yield* factsOf(event))
  return Option.match(outcome, {
    onNone: () => "nothing said",
    onSome: ({ regions, warnings }) => [`regions noted: ${regions.length}`, ...warnings].join("; ")
  })
})

/** What came of carrying into a commit; nothing where none of the sources has a note. */
const carriedInto = Effect.fnUntraced(function* (commit: ObjectId, into: CarryInto | undefined) {
  if (into === undefined) return []
  const outcome = yield* carryInto(commit, into)
  return outcome.carried === 0 ? [] : [`${into.kind}: ${carriedWords(outcome)}`]
})

/** Whether none of these commits is in this repository. */
const areElsewhere = Effect.fnUntraced(function* (ids: ReadonlyArray<ObjectId>) {
  return (yield* (yield* Git).commits(ids)).every(Option.isNone)
})

/** What git had under way is certain; what a message says, or nothing does, is looked for in the code. */
const takenOver = Effect.fnUntraced(function* (event: QueuedEvent, commit: ObjectId, message: string) {
  const pending = Option.getOrElse(yield* partOf(event, "pending"), () => "")
  const certain = yield* carriedInto(commit, notedIn(pending))
  if (certain.length > 0) return certain
  const told = toldIn(message)
  const isPick = told?.kind === "cherry-pick"
  if (isPick && (yield* areElsewhere(told.sources))) return yield* carriedInto(commit, told)
  const restored = yield* carriedInto(commit, isPick ? undefined : told)
  const named = [...namedIn(pending), ...(isPick ? told.sources : [])]
  return [...restored, `unrecorded: ${carriedWords(yield* carryUnrecorded(commit, named))}`]
})

/** What was said of a new commit, and what it took over from others: the one does not wait for the other. */
const afterCommit = Effect.fnUntraced(function* (event: QueuedEvent) {
  const git = yield* Git
  const [commit] = commitLines(event.argument).flat()
  if (commit === undefined) return "no commit"
  const [facts] = yield* git.commits([commit])
  if (facts === undefined || Option.isNone(facts)) {
    const left = yield* factsOf(event)
    if (Option.isNone(left)) return "the commit is gone"
  }
  const message = facts === undefined ? "" : Option.match(facts, { onNone: () => "", onSome: (one) => one.message })
  const said = yield* Effect.result(annotated(event, commit))
  const others = yield* takenOver(event, commit, message)
  yield* settleUndone(commit)
  return [yield* Effect.fromResult(said), ...others].join("; ")
})

/** Carries notes along, those of commits picked by hand meanwhile, and brings back what was thrown away. */
const afterRewrite = Effect.fnUntraced(function* (event: QueuedEvent) {
  const lines = commitLines(Option.getOrElse(yield* partOf(event, "stdin"), () => ""))
  const pairs = lines.flatMap(([from, to]) => (from === undefined || to === undefined ? [] : [{ from, to }]))
  const made = madeIn(Option.getOrElse(yield* partOf(event, "made"), () => ""))
  const kind = event.argument === "rebase" ? "rebase" : "amend"
  const outcome = yield* carryRewrites(
    pairs,
    kind,
    made.map(({ commit }) => commit)
  )
  const moved = new Set(pairs.map(({ from }) => from))
  const picked = made.filter((one) => one.picked.some((id) => !moved.has(id)))
  for (const { commit, picked: sources } of picked) yield* carryInto(commit, { kind: "cherry-pick", sources })
  const healed = yield* heal
  return `${kind}: ${pairs.length} commits, ${carriedWords(outcome)}, ${healed.length} brought back`
})

/** Notes go where the commits go, when sharing with that remote is on. */
const beforePush = Effect.fnUntraced(function* (event: QueuedEvent) {
  const remote = Option.getOrElse(yield* partOf(event, "remote"), () => "")
  const { syncRemote } = yield* (yield* Settings).values
  if (!syncRemote.includes(remote)) return "notes are not shared with this remote"
  const { pushed } = yield* push({ remote: Option.some(remote) })
  return pushed ? "pushed" : "nothing to push"
})

const afterMerge = Effect.map(mergeAllFetched(), () => "fetched notes brought in")

/** What git fetch brought waits for the next run of ours: a pull that rebases, or finds no new commit, has no hook. */
const takeInFetched = Effect.ignore(mergeAllFetched())

/** Does what an event asks for and says it in a few words. Doing it twice changes nothing. */
export const workOf = Effect.fn("Hooks.work")(function* (event: QueuedEvent) {
  switch (event.hook) {
    case "post-commit":
    case "post-applypatch":
      return yield* Effect.tap(afterCommit(event), () => takeInFetched)
    case "post-rewrite":
      return yield* Effect.tap(afterRewrite(event), () => takeInFetched)
    case "pre-push":
      return yield* beforePush(event)
    case "post-merge":
      return yield* afterMerge
    case "prepare-commit-msg":
      return "nothing to do"
  }
})
