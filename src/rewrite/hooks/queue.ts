import type { Stats } from "node:fs"
import { Clock, Effect, Option, Schema } from "effect"
import { ObjectId } from "../../domain/ObjectId.ts"
import type { PrivateFiles } from "../../adapters/git/PrivateFiles.ts"
import { type HookName, hookNames } from "./HookName.ts"

/** Where hooks leave their events, in the private folder of a work tree's git directory. */
const queueFolder = "queue"
/** Where events lie that were given up. */
export const failedFolder = "failed"
/** What the worker did, line by line. */
export const logName = "log"

/** One run of a hook, as it lies in the queue. */
export interface QueuedEvent {
  readonly files: PrivateFiles
  /** Name of its folder. */
  readonly name: string
  /** Below the private folder. */
  readonly folder: string
  readonly hook: HookName
  /** Commit of a post-commit or post-applypatch, `amend` or `rebase` of a post-rewrite, first argument of the others. */
  readonly argument: string
  /** Milliseconds since 1970. */
  readonly time: number
}

/** An event that was given up, with the last reason. */
export interface FailedEvent {
  readonly name: string
  readonly reason: string
}

/** Milliseconds after which a hook that has not finished its event will not do so any more. */
const abandonedAfter = 60_000

/** Largest file of an event, in bytes: what git tells a hook of a rewriting of many commits. */
const maxBytes = 256 * 1024 * 1024

/** The text of an event's file, none when there is no such file. */
export const partOf = (event: QueuedEvent, name: string): Effect.Effect<Option.Option<string>> =>
  Effect.map(Effect.option(event.files.readText(`${event.folder}/${name}`, maxBytes)), Option.flatten)

/** The names of an event's files. */
export const partsOf = (event: QueuedEvent) => event.files.list(event.folder)

/** Names in a folder; none where there is no such folder. */
const namesIn = (files: PrivateFiles, folder: string) =>
  Effect.orElseSucceed(files.list(folder), (): ReadonlyArray<string> => [])

const hookNamed = (text: string): HookName | undefined => hookNames.find((name) => name === text)

const eventIn = Effect.fnUntraced(function* (files: PrivateFiles, name: string) {
  const folder = `${queueFolder}/${name}`
  const file = `${folder}/event`
  const read = yield* Effect.option(Effect.all([files.readText(file, maxBytes), files.stat(file)]))
  const [text, info] = Option.getOrElse(read, () => [Option.none<string>(), Option.none<Stats>()] as const)
  if (Option.isNone(text) || Option.isNone(info)) return Option.none<QueuedEvent>()
  const [, word = "", argument = ""] = /^(\S+) (.*)$/m.exec(text.value) ?? []
  const hook = hookNamed(word)
  if (hook === undefined) return Option.none<QueuedEvent>()
  const time = Math.floor(info.value.mtimeMs)
  const event: QueuedEvent = { files, name, folder, hook, argument, time }
  if (!name.startsWith(".")) return Option.some(event)
  return time + abandonedAfter < (yield* Clock.currentTimeMillis) ? Option.some(event) : Option.none()
})

/** A commit is annotated before what a rewriting says of it is carried on. */
const rank = (event: QueuedEvent): number => (event.hook === "post-commit" || event.hook === "post-applypatch" ? 0 : 1)

/** The events that wait, first come first. */
export const waitingEvents = Effect.fnUntraced(function* (files: PrivateFiles) {
  const events = yield* Effect.forEach(yield* namesIn(files, queueFolder), (name) => eventIn(files, name), {
    concurrency: 8
  })
  return events
    .flatMap(Option.toArray)
    .toSorted((a, b) => a.time - b.time || rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
})

/** The events that were given up. */
export const failedEvents = Effect.fnUntraced(function* (files: PrivateFiles) {
  return yield* Effect.forEach(yield* namesIn(files, failedFolder), (name) =>
    Effect.map(Effect.option(files.readText(`${failedFolder}/${name}/reason`, maxBytes)), (reason): FailedEvent => ({
      name,
      reason: Option.getOrElse(Option.flatten(reason), () => "").trim()
    }))
  )
})

/** Counts one more try of an event, before it is worked on: a try that ends the worker counts too. */
export const countTry = Effect.fnUntraced(function* (event: QueuedEvent) {
  const before = Number(Option.getOrElse(yield* partOf(event, "tries"), () => "0"))
  const tries = (Number.isSafeInteger(before) ? before : 0) + 1
  yield* event.files.write(`${event.folder}/tries`, `${tries}\n`)
  return tries
})

/** Takes an event out of the queue, its work done. */
export const finishEvent = (event: QueuedEvent) => event.files.remove(event.folder)

/**
 * Puts an event aside with the reason, so that it holds up no other. Of those that only repeat what the next one does
 * anyway (a push, a fetch) the newest is kept.
 */
export const setAside = Effect.fnUntraced(function* (event: QueuedEvent, reason: string) {
  const { files, folder, hook, name } = event
  yield* files.makeFolder(failedFolder)
  yield* files.write(`${folder}/reason`, `${reason}\n`)
  const repeated = hook === "pre-push" || hook === "post-merge"
  const target = `${failedFolder}/${repeated ? hook : name}`
  yield* files.remove(target)
  yield* files.move(folder, target)
})

/** Puts the events that were given up back into the queue, their tries forgotten. */
export const retryFailed = Effect.fnUntraced(function* (files: PrivateFiles) {
  for (const name of yield* namesIn(files, failedFolder)) {
    const folder = `${failedFolder}/${name}`
    yield* files.remove(`${folder}/tries`)
    yield* files.move(folder, `${queueFolder}/${name}`)
  }
})

const asCommit = Schema.decodeUnknownOption(ObjectId)

/** The commits named in a text line by line, the words of each line in order; lines that name none are passed over. */
export const commitLines = (text: string): ReadonlyArray<ReadonlyArray<ObjectId>> =>
  text
    .split("\n")
    .map((line) => line.split(" ").flatMap((word) => Option.toArray(asCommit(word))))
    .filter((ids) => ids.length > 0)
