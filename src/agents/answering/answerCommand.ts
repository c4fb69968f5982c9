import { Cause, Clock, Effect, Option } from "effect"
import { type PrivateFiles, privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { readHead } from "../../adapters/git/process/StateProbe.ts"
import { countTokens } from "../../domain/Budget.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { CommandRun } from "../events/AgentEvent.ts"
import { listMade } from "../events/findCommits.ts"
import { listEvents, listParts, type QueuedEvent } from "../../rewrite/hooks/queue.ts"
import { claimRequest } from "./marks.ts"
import type { WorkTree } from "./openWorkTree.ts"
import { readChangedUnits } from "./overview.ts"
import { prepare } from "./prepare.ts"

const maxTokens = 150
/** A commit older than this is not the command's. */
const maxAgeMillis = 120_000

const compose = (commit: string, units: ReadonlyArray<string>): string => {
  const id = commit.slice(0, 10)
  const asking = `Ultragit: ${id} has no recorded reason. If you know why, leave it: ultragit annotate --commit ${id} with JSON on standard input: {"summary":"..","regions":[{"file":"..","anchor":"..","intent":"..","constraints":[".."]}]}.`
  let text = asking
  for (const [index, unit] of units.entries()) {
    const next = `${index === 0 ? `${asking} Changed: ` : `${text}, `}${escapeControls(unit)}`
    if (countTokens(next) > maxTokens) break
    text = next
  }
  return text
}

/** Lines of a message from which the worker writes or carries a note. */
const notingLine = /^ultragit-[a-z-]*:|^This reverts commit |^\(cherry picked from commit /im
/** Files that each event of a commit has. What else it has are facts, or the operation that the commit ends. */
const partsOfAll = new Set(["event", "tries"])

/** Whether an event of a git hook will give a commit a note, or move one to it. Events without facts often wait. */
const bringsNote = Effect.fnUntraced(function* (event: QueuedEvent, commit: string, message: string) {
  if (event.hook === "post-rewrite") return true
  if (event.argument !== commit) return false
  const parts = yield* Effect.orElseSucceed(listParts(event), (): ReadonlyArray<string> => [])
  return notingLine.test(message) || parts.some((part) => !partsOfAll.has(part))
})

const awaitsNote = Effect.fnUntraced(function* (files: PrivateFiles, commit: string, message: string) {
  const events = yield* listEvents(files)
  const found = yield* Effect.forEach(events, (event) => bringsNote(event, commit, message))
  return found.includes(true)
})

/**
 * Whether a command has made the commit of HEAD: git says so, or printed nothing, and HEAD is new since the session's last
 * event. What git says of another commit is of another repository, or of a commit before.
 */
const hasMadeHead = ({ head }: WorkTree, { commits, output }: CommandRun, lastHead: Option.Option<string>): boolean => {
  const made = output === undefined ? [] : listMade(output)
  if (made.length > 0) return made.some((id) => head.startsWith(id))
  const isNew = Option.exists(lastHead, (last) => last !== head)
  return isNew && commits.some(({ isElsewhere, isQuiet }) => !isElsewhere && (isQuiet || output === undefined))
}

/** Whether a commit has a note or will get one, or is too old to be the command's. */
const hasReason = Effect.fnUntraced(function* (tree: WorkTree, noteRef: string) {
  const head = yield* readHead(tree.workTree, noteRef)
  const now = yield* Clock.currentTimeMillis
  if (Option.isNone(head) || head.value.hasNote || now - head.value.committedMillis > maxAgeMillis) return true
  return yield* awaitsNote(privateFiles(tree.gitDirectory), tree.head, head.value.message)
})

/** Lists the units that the commit of HEAD changed; none where they cannot be listed. */
const listUnits = Effect.fnUntraced(function* (tree: WorkTree) {
  yield* prepare(tree, { paths: [], overview: false, commit: tree.head })
  return Option.getOrElse(yield* readChangedUnits(tree.gitDirectory, tree.head), (): ReadonlyArray<string> => [])
})

/**
 * After a commit without a note by the agent, asks for one, once a commit; without the units that it changed where an
 * interruption comes before they are listed. `lastHead`: at the session's last event.
 */
export const answerCommand = Effect.fn("Agents.answerCommand")(function* (
  tree: WorkTree,
  event: CommandRun,
  noteRef: string,
  lastHead: Option.Option<string>
) {
  if (!hasMadeHead(tree, event, lastHead)) return undefined
  if (yield* Effect.interruptible(hasReason(tree, noteRef))) return undefined
  if (!(yield* claimRequest(tree))) return undefined
  const units = yield* Effect.catchCauseIf(
    Effect.interruptible(listUnits(tree)),
    Cause.hasInterruptsOnly,
    (): Effect.Effect<ReadonlyArray<string>> => Effect.succeed([])
  )
  return { text: compose(tree.head, units), isDenial: false }
})
