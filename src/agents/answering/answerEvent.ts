import process from "node:process"
import { Effect, Option } from "effect"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { countTokens } from "../../domain/Budget.ts"
import type { AgentEvent, HookClient } from "../events/AgentEvent.ts"
import { formatReply, type Reply } from "../events/formatReply.ts"
import { parseEvent } from "../events/parseEvent.ts"
import { answerCommand } from "./answerCommand.ts"
import { type Answered, answerFileEvent } from "./answerFileEvent.ts"
import { answerSessionStart } from "./answerSessionStart.ts"
import { completeWithin } from "./completeWithin.ts"
import { isSetUp } from "./isSetUp.ts"
import { forgetShown, keepHead, nameSession, readLastHead } from "./marks.ts"
import { openWorkTree, resolvePlace, type WorkTree } from "./openWorkTree.ts"
import { queueSession, startImport } from "./queueSession.ts"
import { readHookSettings } from "./readHookSettings.ts"
import { recordError, recordUsage } from "./usage.ts"

/** Milliseconds that finding the repository may take at least: its own setting is read only then. */
const minOpenMillis = 1_500

type HookSettings = Effect.Success<ReturnType<typeof readHookSettings>>

const nothing: Answered = { reply: undefined, units: [] }

/** Events that history answers in any repository; the others introduce notes, or ask for them. */
const isAboutFiles = ({ kind }: AgentEvent): boolean => kind === "read" || kind === "edit" || kind === "compaction"

/** Keeps the commit of HEAD at this event of a session, and returns that at the last one. */
const noteHead = Effect.fnUntraced(function* ({ gitDirectory, head }: WorkTree, session: string) {
  if (session === "") return Option.none<string>()
  const files = privateFiles(gitDirectory)
  const last = yield* readLastHead(files, session)
  if (!Option.contains(last, head)) yield* keepHead(files, session, head)
  return last
})

const answerIn = Effect.fnUntraced(function* (tree: WorkTree, event: AgentEvent, settings: HookSettings) {
  const lastHead = yield* noteHead(tree, event.session)
  switch (event.kind) {
    case "session-start":
      if (settings.sessions !== "off") yield* startImport(tree.commonDirectory, tree.workTree)
      return { reply: yield* answerSessionStart(tree, event), units: [] } satisfies Answered
    case "compaction":
      yield* forgetShown(privateFiles(tree.gitDirectory), event)
      return nothing
    case "read":
    case "edit":
      return yield* answerFileEvent(tree, event, settings.gate)
    case "command":
      return {
        reply: yield* answerCommand(tree, event, settings.noteRef, lastHead),
        units: []
      } satisfies Answered
    case "session-end":
      if (settings.sessions !== "off") yield* queueSession(tree.commonDirectory, event)
      return nothing
  }
})

/** Returns the folder whose repository an event is about: that of its first file, otherwise the agent's. */
const findFolder = Effect.fnUntraced(function* (event: AgentEvent) {
  const [place] = event.kind === "read" || event.kind === "edit" ? event.places : []
  if (place === undefined) return Option.some(event.folder)
  return Option.map(yield* resolvePlace(event.folder, place.path), ({ folder }) => folder)
})

/** Opens the work tree of an event, within the time that the environment allows: what git says is found in it. */
const openTree = Effect.fnUntraced(function* (event: AgentEvent, version: string) {
  const folder = yield* findFolder(event)
  if (Option.isNone(folder)) return Option.none<WorkTree>()
  const { timeoutMillis } = yield* readHookSettings("")
  const opening = openWorkTree(folder.value, version)
  return Option.flatten(yield* Effect.timeoutOption(opening, Math.max(minOpenMillis, timeoutMillis)))
})

const describeOutcome = (reply: Reply | undefined, isTimeout: boolean) =>
  isTimeout ? "timeout" : reply === undefined ? "silent" : reply.isDenial ? "denied" : "told"

/**
 * Answers a hook of an agent (spec agents). Returns what to print: one JSON document in the client's form, or `""` where
 * there is nothing to say. Never fails: what goes wrong is recorded for `agents status`.
 *
 * @param client whose hook it is
 * @param fallbackEvent the event, of clients whose payloads do not name it
 * @param payload what the client writes to standard input
 * @param version of this program
 */
export const answerEvent = Effect.fn("Agents.answerEvent")(function* (
  { client, fallbackEvent }: { readonly client: HookClient; readonly fallbackEvent: string },
  payload: string,
  version: string
) {
  const event = parseEvent(client, payload, { event: fallbackEvent, folder: process.cwd() })
  if (event === undefined) return ""
  const tree = Option.getOrUndefined(yield* openTree(event, version))
  if (tree === undefined) return ""
  const settings = yield* readHookSettings(tree.config)
  if (!isAboutFiles(event) && !(yield* isSetUp(tree, settings.noteRef))) return ""
  const leftMillis = Math.max(1, settings.timeoutMillis - process.uptime() * 1000)
  const answered = yield* answerIn(tree, event, settings).pipe(
    completeWithin(leftMillis),
    Effect.catchCause((cause) =>
      Effect.as(
        recordError(tree.commonDirectory, `${event.kind} of ${event.client}: ${String(cause)}`),
        Option.some(nothing)
      )
    )
  )
  const { reply, units } = Option.getOrElse(answered, () => nothing)
  const output = reply === undefined ? "" : formatReply(event, reply)
  yield* recordUsage(tree.commonDirectory, {
    client: event.client,
    event: event.kind,
    outcome: describeOutcome(reply, Option.isNone(answered)),
    millis: Math.round(process.uptime() * 1000),
    tokens: reply === undefined ? 0 : countTokens(reply.text),
    units: units.slice(0, 50),
    session: nameSession(event.session)
  })
  return output === "" ? "" : `${output}\n`
})
