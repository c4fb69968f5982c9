import { Clock, Effect, FileSystem, Option, Path, Schema } from "effect"
import { ObjectId } from "../../domain/ObjectId.ts"
import type { Repository } from "../../adapters/git/Git.ts"
import { type HookName, hookNames } from "./HookName.ts"

/** Where hooks and worker meet, in the private folder of a work tree's git directory. */
export interface QueuePlace {
  readonly root: string
  readonly queue: string
  readonly failed: string
  readonly lock: string
  readonly log: string
}

/** One run of a hook, as it lies in the queue. */
export interface QueuedEvent {
  /** Name of its folder. */
  readonly name: string
  /** Absolute. */
  readonly folder: string
  readonly hook: HookName
  /** Commit of a post-commit, `amend` or `rebase` of a post-rewrite, first argument of the others. */
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

/** The places of a repository's work tree. */
export const queuePlace = (repository: Repository, path: Path.Path): QueuePlace => {
  const root = path.join(repository.gitDirectory, "ultragit")
  return {
    root,
    queue: path.join(root, "queue"),
    failed: path.join(root, "failed"),
    lock: path.join(root, "worker.lock"),
    log: path.join(root, "log")
  }
}

/** A file's text, none when there is no such file. */
export const textOf = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  return yield* Effect.option(files.readFileString(file))
})

/** Names in a folder; none where there is no such folder. */
const namesIn = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  return yield* Effect.orElseSucceed(files.readDirectory(folder), (): ReadonlyArray<string> => [])
})

const hookNamed = (text: string): HookName | undefined => hookNames.find((name) => name === text)

const eventIn = Effect.fnUntraced(function* (queue: string, name: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = path.join(queue, name)
  const file = path.join(folder, "event")
  const read = yield* Effect.option(Effect.all([files.readFileString(file), files.stat(file)]))
  if (Option.isNone(read)) return Option.none<QueuedEvent>()
  const [text, info] = read.value
  const [, word = "", argument = ""] = /^(\S+) (.*)$/m.exec(text) ?? []
  const hook = hookNamed(word)
  if (hook === undefined) return Option.none<QueuedEvent>()
  const time = Option.match(info.mtime, { onNone: () => 0, onSome: (date) => date.getTime() })
  const event: QueuedEvent = { name, folder, hook, argument, time }
  if (!name.startsWith(".")) return Option.some(event)
  return time + abandonedAfter < (yield* Clock.currentTimeMillis) ? Option.some(event) : Option.none()
})

/** A commit is annotated before what a rewriting says of it is carried on. */
const rank = (event: QueuedEvent): number => (event.hook === "post-commit" ? 0 : 1)

/** The events that wait, first come first. */
export const waitingEvents = Effect.fnUntraced(function* (place: QueuePlace) {
  const events = yield* Effect.forEach(yield* namesIn(place.queue), (name) => eventIn(place.queue, name), {
    concurrency: 8
  })
  return events
    .flatMap(Option.toArray)
    .toSorted((a, b) => a.time - b.time || rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
})

/** The events that were given up. */
export const failedEvents = Effect.fnUntraced(function* (place: QueuePlace) {
  const path = yield* Path.Path
  return yield* Effect.forEach(yield* namesIn(place.failed), (name) =>
    Effect.map(textOf(path.join(place.failed, name, "reason")), (reason): FailedEvent => ({
      name,
      reason: Option.getOrElse(reason, () => "").trim()
    }))
  )
})

/** Counts one more try of an event, before it is worked on: a try that ends the worker counts too. */
export const countTry = Effect.fnUntraced(function* (event: QueuedEvent) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const file = path.join(event.folder, "tries")
  const before = Number(Option.getOrElse(yield* textOf(file), () => "0"))
  const tries = (Number.isSafeInteger(before) ? before : 0) + 1
  yield* files.writeFileString(file, `${tries}\n`)
  return tries
})

/** Takes an event out of the queue, its work done. */
export const finishEvent = Effect.fnUntraced(function* (event: QueuedEvent) {
  const files = yield* FileSystem.FileSystem
  yield* files.remove(event.folder, { recursive: true, force: true })
})

/**
 * Puts an event aside with the reason, so that it holds up no other. Of those that only repeat what the next one does
 * anyway (a push, a fetch) the newest is kept.
 */
export const setAside = Effect.fnUntraced(function* (place: QueuePlace, event: QueuedEvent, reason: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  yield* files.makeDirectory(place.failed, { recursive: true })
  yield* files.writeFileString(path.join(event.folder, "reason"), `${reason}\n`)
  const repeated = event.hook === "pre-push" || event.hook === "post-merge"
  const target = path.join(place.failed, repeated ? event.hook : event.name)
  yield* files.remove(target, { recursive: true, force: true })
  yield* files.rename(event.folder, target)
})

/** Puts the events that were given up back into the queue, their tries forgotten. */
export const retryFailed = Effect.fnUntraced(function* (place: QueuePlace) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  yield* files.makeDirectory(place.queue, { recursive: true })
  for (const name of yield* namesIn(place.failed)) {
    const folder = path.join(place.failed, name)
    yield* files.remove(path.join(folder, "tries"), { force: true })
    yield* files.rename(folder, path.join(place.queue, name))
  }
})

const asCommit = Schema.decodeUnknownOption(ObjectId)

/** The commits named in a text line by line, the words of each line in order; lines that name none are passed over. */
export const commitLines = (text: string): ReadonlyArray<ReadonlyArray<ObjectId>> =>
  text
    .split("\n")
    .map((line) => line.split(" ").flatMap((word) => Option.toArray(asCommit(word))))
    .filter((ids) => ids.length > 0)
