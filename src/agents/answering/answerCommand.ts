import { Clock, Effect, Option } from "effect"
import { type PrivateFiles, privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { readHead } from "../../adapters/git/process/StateProbe.ts"
import { countTokens } from "../../domain/Budget.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { AgentEvent } from "../events/AgentEvent.ts"
import { listEvents, listParts, type QueuedEvent } from "../../rewrite/hooks/queue.ts"
import { markShown } from "./marks.ts"
import type { WorkTree } from "./openWorkTree.ts"
import { readChangedUnits } from "./overview.ts"
import { prepare } from "./prepare.ts"

const maxTokens = 150
/** A commit older than this is not the command's. */
const maxAgeMillis = 120_000

/** Whether a command of the shell may have made a commit without giving its reason. */
export const mayCommit = (command: string): boolean =>
  /\bgit\b[^|;&\n]*\bcommit\b/.test(command) && !/\bultragit\s+(?:commit|annotate|context)\b/.test(command)

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

/** After a commit without a note, asks for one, once a commit. */
export const answerCommand = Effect.fn("Agents.answerCommand")(function* (
  tree: WorkTree,
  event: Pick<AgentEvent, "session" | "agent">,
  noteRef: string
) {
  const files = privateFiles(tree.gitDirectory)
  const head = yield* readHead(tree.workTree, noteRef)
  const now = yield* Clock.currentTimeMillis
  if (Option.isNone(head) || head.value.hasNote || now - head.value.committedMillis > maxAgeMillis) return undefined
  if (yield* awaitsNote(files, tree.head, head.value.message)) return undefined
  const own = yield* markShown(tree, event, [`commit-${tree.head.slice(0, 16)}`])
  if (own.size === 0) return undefined
  yield* prepare(tree, { paths: [], overview: false, commit: tree.head })
  const units = yield* readChangedUnits(tree.gitDirectory, tree.head)
  return {
    text: compose(
      tree.head,
      Option.getOrElse(units, () => [])
    ),
    isDenial: false
  }
})
