import type { Stats } from "node:fs"
import { Clock, Effect, Option, Schema } from "effect"
import { ObjectId } from "../../domain/ObjectId.ts"
import type { PrivateFiles } from "../../adapters/git/PrivateFiles.ts"
import { type HookName, hookNames } from "./HookName.ts"
import { groupOf } from "../../domain/MatchGroup.ts"

/** Folder for the events of hooks, in the private folder of a worktree's git directory. */
const queueFolder = "queue"
/** Folder for the events that were given up. */
export const failedFolder = "failed"
/** Log of the worker. */
export const logName = "log"

/** One run of a hook in the queue. */
export interface QueuedEvent {
  readonly files: PrivateFiles
  /** Name of the event's folder. */
  readonly name: string
  /** Path of that folder below the private folder. */
  readonly folder: string
  readonly hook: HookName
  /** Commit of a post-commit or post-applypatch, `amend` or `rebase` of a post-rewrite, first argument of the others. */
  readonly argument: string
  /** Milliseconds since 1970. */
  readonly time: number
}

/** An event that was given up, with its last failure. */
interface FailedEvent {
  readonly name: string
  readonly reason: string
}

/** An unfinished event of this age is handled, because its hook was interrupted. */
const abandonedAfterMillis = 60_000

/** Maximum size of an event's file; `post-rewrite` gets a line for each rewritten commit. */
const maxBytes = 256 * 1024 * 1024

/** Reads a file of an event; none if it does not exist or cannot be read. */
export const readPart = (event: QueuedEvent, name: string): Effect.Effect<Option.Option<string>> =>
  Effect.map(Effect.option(event.files.readText(`${event.folder}/${name}`, maxBytes)), Option.flatten)

/** Lists the names of an event's files. */
export const listParts = (event: QueuedEvent) => event.files.list(event.folder)

/** Lists the names in a folder; empty if the folder does not exist. */
const listNames = (files: PrivateFiles, folder: string) =>
  Effect.orElseSucceed(files.list(folder), (): ReadonlyArray<string> => [])

const findHookName = (text: string): HookName | undefined => hookNames.find((name) => name === text)

const readEvent = Effect.fnUntraced(function* (files: PrivateFiles, name: string) {
  const folder = `${queueFolder}/${name}`
  const file = `${folder}/event`
  const read = yield* Effect.option(Effect.all([files.readText(file, maxBytes), files.stat(file)]))
  const [text, info] = Option.getOrElse(read, () => [Option.none<string>(), Option.none<Stats>()] as const)
  if (Option.isNone(text) || Option.isNone(info)) return Option.none<QueuedEvent>()
  const found = /^(\S+) (.*)$/m.exec(text.value)
  const hook = found === null ? undefined : findHookName(groupOf(found, 1))
  if (found === null || hook === undefined) return Option.none<QueuedEvent>()
  const argument = groupOf(found, 2)
  const time = Math.floor(info.value.mtimeMs)
  const event: QueuedEvent = { files, name, folder, hook, argument, time }
  if (!name.startsWith(".")) return Option.some(event)
  return time + abandonedAfterMillis < (yield* Clock.currentTimeMillis) ? Option.some(event) : Option.none()
})

/** Handles commits first: a rewrite carries the note that the commit event writes. */
const priority = (event: QueuedEvent): number =>
  event.hook === "post-commit" || event.hook === "post-applypatch" ? 0 : 1

/** Lists the queued events, oldest first. */
export const listEvents = Effect.fnUntraced(function* (files: PrivateFiles) {
  const events = yield* Effect.forEach(yield* listNames(files, queueFolder), (name) => readEvent(files, name), {
    concurrency: 8
  })
  return events
    .flatMap(Option.toArray)
    .toSorted((a, b) => a.time - b.time || priority(a) - priority(b) || (a.name < b.name ? -1 : 1))
})

/** Lists the events that were given up. */
export const listFailedEvents = Effect.fnUntraced(function* (files: PrivateFiles) {
  return yield* Effect.forEach(yield* listNames(files, failedFolder), (name) =>
    Effect.map(Effect.option(files.readText(`${failedFolder}/${name}/reason`, maxBytes)), (reason): FailedEvent => ({
      name,
      reason: Option.getOrElse(Option.flatten(reason), () => "").trim()
    }))
  )
})

/** Counts a try before it starts, so that a try that kills the worker counts too. */
export const recordTry = Effect.fnUntraced(function* (event: QueuedEvent) {
  const before = Number(Option.getOrElse(yield* readPart(event, "tries"), () => "0"))
  const tries = (Number.isSafeInteger(before) ? before : 0) + 1
  yield* event.files.write(`${event.folder}/tries`, `${tries}\n`)
  return tries
})

/** Removes a handled event from the queue. */
export const finishEvent = (event: QueuedEvent) => event.files.remove(event.folder)

/**
 * Moves an event out of the queue with the reason, so that it does not block others. Keeps only the newest event of a
 * push or a merge, because the next one does the same work.
 */
export const giveUp = Effect.fnUntraced(function* (event: QueuedEvent, reason: string) {
  const { files, folder, hook, name } = event
  yield* files.makeFolder(failedFolder)
  yield* files.write(`${folder}/reason`, `${reason}\n`)
  const repeated = hook === "pre-push" || hook === "post-merge"
  const target = `${failedFolder}/${repeated ? hook : name}`
  yield* files.remove(target)
  yield* files.move(folder, target)
})

/** Moves the events that were given up back into the queue and resets their tries. */
export const retryFailed = Effect.fnUntraced(function* (files: PrivateFiles) {
  for (const name of yield* listNames(files, failedFolder)) {
    const folder = `${failedFolder}/${name}`
    yield* files.remove(`${folder}/tries`)
    yield* files.move(folder, `${queueFolder}/${name}`)
  }
})

const asCommit = Schema.decodeUnknownOption(ObjectId)

/** Parses the commit ids of each line, in order; skips lines without any. */
export const commitLines = (text: string): ReadonlyArray<ReadonlyArray<ObjectId>> =>
  text
    .split("\n")
    .map((line) => line.split(" ").flatMap((word) => Option.toArray(asCommit(word))))
    .filter((ids) => ids.length > 0)
