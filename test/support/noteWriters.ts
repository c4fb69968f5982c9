import { Effect, Fiber, Layer, Ref, Result } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import process, { env } from "node:process"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../src/adapters/git/GitEnvironment.ts"
import { authoringLayer } from "../../src/Layers.ts"
import type { Note, NoteProblem } from "../../src/notes/format/decode.ts"
import { Notes } from "../../src/notes/Notes.ts"
import { builtFolder } from "./builtFolder.ts"
import { isolation } from "./runGit.ts"
import type { TemporaryRepository } from "./TemporaryRepository.ts"

const script = join(builtFolder, "noteWriter.js")

/** What one writer is to do. */
interface Task {
  readonly directory: string
  readonly name: string
  readonly commits: ReadonlyArray<string>
}

/** A writer at work: what it said it had written so far, and how it ends. */
interface Writer {
  readonly child: ChildProcess
  readonly acknowledged: ReadonlyArray<string>
  /** Resolves when it has begun, or ended. */
  readonly ready: Promise<void>
  /** Its exit code, null when killed; and what it complained about. */
  readonly ended: Promise<{ readonly code: number | null; readonly complaint: string }>
}

const start = (task: Task): Writer => {
  const child = spawn(process.execPath, [script], {
    env: { ...env, ...isolation },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"]
  })
  const acknowledged: Array<string> = []
  let rest = ""
  let complaint = ""
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()))
  const ready = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const lines = `${rest}${chunk.toString()}`.split("\n")
      rest = lines.pop() ?? ""
      acknowledged.push(...lines.filter((line) => line !== "ready"))
      resolve()
    })
    child.on("close", () => resolve())
  })
  const ended = new Promise<{ readonly code: number | null; readonly complaint: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, complaint }))
  })
  child.stdin.on("error", () => {})
  child.stdin.end(JSON.stringify(task))
  return { child, acknowledged, ready, ended }
}

/** Kills a writer and every git process of it, as the power cut would. */
const killGroup = ({ child }: Writer): void => {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    process.kill(-child.pid, "SIGKILL")
  } catch {
    // Has ended by itself.
  }
}

const finished = Effect.fnUntraced(function* (writer: Writer) {
  const { code, complaint } = yield* Effect.promise(() => writer.ended)
  if (code !== 0) return yield* Effect.die(new Error(`writer ended with ${String(code)}: ${complaint}`))
  return writer.acknowledged
})

/** Starts writer after writer and kills each so many milliseconds after it began; all that they acknowledged. */
const killed = Effect.fnUntraced(function* (task: Task, kills: number, every: number) {
  const acknowledged: Array<string> = []
  for (let at = 0; at < kills; at += 1) {
    const writer = start({ ...task, name: `${task.name}.${at}` })
    yield* Effect.promise(() => writer.ready)
    // Not always at the same point of a write.
    yield* Effect.sleep(every + (at % 7) * 3)
    killGroup(writer)
    yield* Effect.promise(() => writer.ended)
    acknowledged.push(...writer.acknowledged)
  }
  return acknowledged
})

interface Reading {
  /** How often all notes were read. */
  readonly times: number
  /** Every note that could not be. */
  readonly broken: ReadonlyArray<string>
}

const readAll = Effect.fnUntraced(function* (commits: ReadonlyArray<ObjectId>) {
  const notes = yield* Notes
  const snapshot = yield* notes.snapshot
  return [...(yield* notes.read(snapshot, commits)).values()]
})

const broken = (notes: ReadonlyArray<Result.Result<Note, NoteProblem>>): ReadonlyArray<string> =>
  notes.filter(Result.isFailure).map(({ failure }) => `${failure.commit}: ${failure.field} ${failure.detail}`)

/** Reads all notes in a loop, until stopped. */
const reading = Effect.fnUntraced(function* (commits: ReadonlyArray<ObjectId>, stopped: Ref.Ref<boolean>) {
  const found = { times: 0, broken: Array.of<string>() }
  while (!(yield* Ref.get(stopped))) {
    found.broken.push(...broken(yield* readAll(commits)))
    found.times += 1
    yield* Effect.sleep("20 millis")
  }
  return found satisfies Reading
})

/** How many write how much at once. */
export interface Contest {
  readonly writers: number
  /** Notes that each of them writes. */
  readonly each: number
  /** How often one more writer is killed, and how many milliseconds after it began. */
  readonly kills: number
  readonly every: number
}

/** What came of it. */
export interface ContestOutcome {
  /** What the writers said was written, killed ones included. */
  readonly acknowledged: ReadonlyArray<string>
  /** What of it no note says. */
  readonly missing: ReadonlyArray<string>
  readonly reads: Reading
  /** Milliseconds until the last writer that was not killed finished, start-up included. */
  readonly took: number
}

/** One note in five is on a commit that all writers speak of. */
const sharedEvery = 5
const sharedCommits = 10

const tasks = (directory: string, commits: ReadonlyArray<ObjectId>, { each, writers }: Contest): ReadonlyArray<Task> =>
  Array.from({ length: writers + 1 }, (_, writer) => ({
    directory,
    name: `writer${writer}`,
    commits: Array.from({ length: each }, (__, at) => {
      const own = sharedCommits + ((writer * each + at) % (commits.length - sharedCommits))
      return commits[at % sharedEvery === 0 ? (at / sharedEvery) % sharedCommits : own] ?? ""
    })
  }))

const layerOf = (directory: string) =>
  authoringLayer.pipe(
    Layer.provide(Layer.succeed(GitDirectory, directory)),
    Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation }))
  )

/** Lets processes write notes of the same commits at once, one of them killed over and over, another reading. */
export const contend = Effect.fnUntraced(function* (repository: TemporaryRepository, contest: Contest) {
  const { every, kills, writers } = contest
  const count = sharedCommits + Math.min(1000, writers * contest.each)
  const commits = yield* repository.importHistory(
    Array.from({ length: count }, (_, at) => ({ message: `Change ${at}` }))
  )
  const all = tasks(repository.directory, commits, contest)
  const victim = all.slice(-1).map((task) => killed(task, kills, every))
  const started = performance.now()
  return yield* Effect.gen(function* () {
    const stopped = yield* Ref.make(false)
    const reader = yield* Effect.forkChild(reading(commits, stopped))
    const victims = yield* Effect.forkChild(Effect.all(victim))
    const work = all.slice(0, -1).map((task) => finished(start(task)))
    const done = yield* Effect.all(work, { concurrency: "unbounded" })
    const took = performance.now() - started
    const acknowledged = [...done, ...(yield* Fiber.join(victims))].flat()
    yield* Ref.set(stopped, true)
    const reads = yield* Fiber.join(reader)
    const notes = yield* readAll(commits)
    const said = new Set(
      notes.filter(Result.isSuccess).flatMap(({ success }) => success.recorded.regions.map(({ intent }) => intent))
    )
    const missing = acknowledged.filter((text) => !said.has(text))
    return { acknowledged, missing, reads, took } satisfies ContestOutcome
  }).pipe(Effect.provide(layerOf(repository.directory)))
})
