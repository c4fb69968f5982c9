import { hash } from "node:crypto"
import { Clock, Effect, Option, Result } from "effect"
import { type PrivateFiles, privateFiles } from "../../adapters/git/PrivateFiles.ts"
import type { AgentEvent } from "../events/AgentEvent.ts"
import type { WorkTree } from "./openWorkTree.ts"
import { recordError } from "./usage.ts"

const sessionsFolder = "agents/sessions"
/** A file for each commit whose reason was asked for, in the common directory. */
const askedFolder = "agents/asked"
/** Marks of sessions that have shown nothing for so long are removed. */
const maxAgeMillis = 7 * 24 * 60 * 60_000

/** What has a memory of its own: the main agent of a session, or one of its subagents. */
type Context = Pick<AgentEvent, "session" | "agent">

/** Short name of a session, for files and logs. */
export const nameSession = (session: string): string => hash("sha256", session).slice(0, 16)

const folderOf = ({ agent, session }: Context): string =>
  `${sessionsFolder}/${nameSession(agent === "" ? session : JSON.stringify([session, agent]))}`

/** Lists the ids of what an agent was shown. */
export const listShown = (files: PrivateFiles, context: Context) =>
  Effect.map(
    Effect.orElseSucceed(files.list(folderOf(context)), (): ReadonlyArray<string> => []),
    (ids): ReadonlySet<string> => new Set(ids)
  )

/** Sets marks of an agent. A mark is `own` if no other hook has set it; reports marks that cannot be written. */
const setMarks = Effect.fnUntraced(function* (tree: WorkTree, context: Context, ids: ReadonlyArray<string>) {
  const files = privateFiles(tree.gitDirectory)
  const created = yield* Effect.forEach(ids, (id) => Effect.result(files.create(`${folderOf(context)}/${id}`, "")), {
    concurrency: 8
  })
  const [failure] = created.flatMap((one) => (Result.isFailure(one) ? [one.failure] : []))
  if (failure !== undefined) yield* recordError(tree.commonDirectory, `what was shown: ${failure.message}`)
  const own = ids.filter((_, index) => Result.getOrElse(created[index] ?? Result.succeed(false), () => false))
  const failed = ids.filter((_, index) => Result.isFailure(created[index] ?? Result.succeed(false)))
  return { own, failed }
})

/**
 * Marks ids as shown to an agent, and returns those that no other hook has marked meanwhile. A session without a name, and
 * marks that cannot be written, prevent nothing.
 */
export const markShown = Effect.fnUntraced(function* (tree: WorkTree, context: Context, ids: ReadonlyArray<string>) {
  if (context.session === "") return new Set(ids)
  const { failed, own } = yield* setMarks(tree, context, ids)
  return new Set([...own, ...failed])
})

/** `claimed`: this hook denies; `taken`: another hook of the same event does; `failed`: nothing may be denied. */
export type Claim = "claimed" | "taken" | "failed"

/** Records a denial by marks, so that the next try passes. */
export const claimDenial = Effect.fnUntraced(function* (tree: WorkTree, context: Context, ids: ReadonlyArray<string>) {
  if (context.session === "") return "failed" satisfies Claim
  const { failed, own } = yield* setMarks(tree, context, ids)
  return (failed.length > 0 ? "failed" : own.length > 0 ? "claimed" : "taken") satisfies Claim
})

/**
 * Claims the request for the reason of the commit of HEAD. False if a session has been asked before. A claim that cannot
 * be recorded is reported, and prevents nothing.
 */
export const claimRequest = ({ commonDirectory, head }: WorkTree) =>
  privateFiles(commonDirectory)
    .create(`${askedFolder}/${head}`, "")
    .pipe(
      Effect.catch((failure) => Effect.as(recordError(commonDirectory, `what was asked: ${failure.message}`), true))
    )

const headName = "head"
const lastHeadOf = (session: string): string => `${folderOf({ session, agent: "" })}/${headName}`

/** Reads the commit of HEAD at a session's last event. None if that is not known. */
export const readLastHead = (files: PrivateFiles, session: string) =>
  Effect.orElseSucceed(files.readText(lastHeadOf(session), 128), Option.none<string>)

/** Keeps the commit of HEAD at an event of a session. */
export const keepHead = (files: PrivateFiles, session: string, head: string) =>
  Effect.ignore(files.write(lastHeadOf(session), head))

/** Marks the hook that answers a compaction, for others of the same event. */
const resetMark = "reset"
/** Hooks of one event start within this time. */
const sameEventMillis = 10_000

/** Forgets what an agent was shown, because the model no longer has it. */
export const forgetShown = Effect.fnUntraced(function* (files: PrivateFiles, context: Context) {
  const folder = folderOf(context)
  const shown = [...(yield* listShown(files, context))].filter((id) => id !== headName && id !== resetMark)
  yield* Effect.forEach(shown, (id) => Effect.ignore(files.remove(`${folder}/${id}`)), {
    concurrency: 8,
    discard: true
  })
})

/**
 * Forgets what an agent was shown when its conversation was compacted or cleared. False if another hook of the same event has done so, and
 * answers it.
 */
export const restart = Effect.fnUntraced(function* (files: PrivateFiles, context: Context) {
  if (context.session === "") return true
  const name = `${folderOf(context)}/${resetMark}`
  const now = yield* Clock.currentTimeMillis
  const found = yield* Effect.orElseSucceed(files.stat(name), Option.none)
  if (Option.exists(found, ({ mtimeMs }) => now - mtimeMs < sameEventMillis)) return false
  if (Option.isSome(found)) yield* Effect.ignore(files.remove(name))
  if (!(yield* Effect.orElseSucceed(files.create(name, ""), () => true))) return false
  yield* forgetShown(files, context)
  return true
})

/** Ends the time in which a compaction counts as answered: the agent works again. */
export const endRestart = Effect.fnUntraced(function* (
  files: PrivateFiles,
  context: Context,
  shown: ReadonlySet<string>
) {
  if (shown.has(resetMark)) yield* Effect.ignore(files.remove(`${folderOf(context)}/${resetMark}`))
})

/** Removes the marks of old sessions, and of commits that were asked about long ago. */
export const removeOldMarks = Effect.fnUntraced(function* (files: PrivateFiles, commonFiles: PrivateFiles) {
  const now = yield* Clock.currentTimeMillis
  const asked = yield* Effect.orElseSucceed(commonFiles.files(askedFolder), () => [])
  const longAgo = asked.filter(({ modifiedMillis }) => now - modifiedMillis > maxAgeMillis)
  yield* Effect.forEach(longAgo, ({ name }) => Effect.ignore(commonFiles.remove(name)), { discard: true })
  const marks = yield* Effect.orElseSucceed(files.files(sessionsFolder), () => [])
  const newest = new Map<string, number>()
  for (const { modifiedMillis, name } of marks) {
    const folder = name.slice(0, name.lastIndexOf("/"))
    newest.set(folder, Math.max(newest.get(folder) ?? 0, modifiedMillis))
  }
  const old = [...newest].filter(([, time]) => now - time > maxAgeMillis)
  yield* Effect.forEach(old, ([folder]) => Effect.ignore(files.remove(folder)), { discard: true })
})
