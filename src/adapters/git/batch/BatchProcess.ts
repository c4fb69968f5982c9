import { type Duration, Effect } from "effect"
import { type BatchAnswer, makeBatchParser } from "./BatchParser.ts"
import { type BatchCall, type BatchRequest, makeBatchQueue } from "./BatchQueue.ts"
import { GitTimeout } from "../Git.ts"
import { type GitChild, startGit } from "../process/GitChild.ts"
import type { GitError } from "../GitError.ts"
import { commandError, classifyFailure, startError, timeoutError } from "../process/GitFailure.ts"
import { signalGroup } from "../process/ProcessGroup.ts"
import { unexpectedOutput } from "../parse/Records.ts"

/** A long-lived `git cat-file`, started at first need, started again when it died. */
export interface BatchProcess {
  /**
   * Answers to names (no newline in them), in their order. Many callers share the process; one that is interrupted
   * leaves the others undisturbed. Fails with `ObjectMissing` where git must fetch an object and may not, `GitTimedOut`,
   * and `CommandFailed` when two processes died of the same name.
   */
  ask(lines: ReadonlyArray<Uint8Array>, maxBytes?: number): Effect.Effect<ReadonlyArray<BatchAnswer>, GitError>
  /** Lets the process go; the next name starts another, which reads the repository afresh. */
  readonly renew: Effect.Effect<void>
}

/** Names sent and not answered yet. Enough to keep git busy, few enough for a small call to come through soon. */
const window = 256
/** Content that nobody wants is read to its end up to here; beyond it a new process costs less. */
const longestSkip = 32 * 1024 * 1024
const newline = Uint8Array.of(10)
const nothing = Uint8Array.of()
const verbs = { contents: Buffer.from("contents "), info: Buffer.from("info ") }

/** One process with what it was asked. */
interface Running {
  readonly child: GitChild
  readonly outstanding: Array<BatchRequest>
  stderr: string
  /** It has ended or was told to: what it owes is asked of the next one, whatever it may still write. */
  over: boolean
}

const finish = (call: BatchCall, result: Effect.Effect<ReadonlyArray<BatchAnswer>, GitError>) => {
  if (call.done) return
  call.done = true
  call.resume(result)
}

/*
 * Over node:child_process and not effect/process: a request and its answer pass there through a queue, a sink, a
 * stream and the fibers between them, which cost several times what git itself needs for a lookup; and answers that
 * belong to many callers must be dealt out in order whatever becomes of the callers.
 */
const makeEngine = (command: BatchCommand) => {
  const queue = makeBatchQueue()
  let running: Running | undefined
  let open = true
  const verb = ({ withContents }: BatchCall): Uint8Array =>
    command.mode === "command" ? verbs[withContents ? "contents" : "info"] : nothing

  /** Lets a process go. `failure`: it ended by itself, and the name it was working on is to blame. */
  const letGo = (process: Running, failure?: GitError) => {
    if (process.over) return
    process.over = true
    if (running === process) running = undefined
    const [head] = process.outstanding
    if (failure !== undefined && head !== undefined) {
      head.deaths += 1
      if (head.deaths > 1 || failure.reason._tag === "ObjectMissing") finish(head.call, Effect.fail(failure))
    }
    queue.putBack(process.outstanding.splice(0))
    pump()
  }
  /** Its end is not waited for: what it started may hold its output open for ever. */
  const end = (process: Running, failure?: GitError) => {
    signalGroup(process.child.process, "SIGKILL")
    process.child.process.stdin?.destroy()
    letGo(process, failure)
  }

  const settle = (process: Running, answer: BatchAnswer) => {
    if (process.over) return
    const request = process.outstanding.shift()
    if (request === undefined) return end(process)
    const { call, index } = request
    call.answers[index] = answer
    call.left -= 1
    if (call.left === 0) finish(call, Effect.succeed(call.answers))
  }

  const closed = (process: Running, exitCode: number | null, signal: string | null) =>
    letGo(process, classifyFailure("cat-file", exitCode ?? -1, process.stderr || `ended by ${signal ?? "itself"}`))
  const failAll = (process: Running, error: GitError) => {
    process.over = true
    if (running === process) running = undefined
    for (const { call } of process.outstanding.splice(0)) finish(call, Effect.fail(error))
    for (const call of queue.drain()) finish(call, Effect.fail(error))
  }

  const start = (): Running => {
    const child = command.early?.() ?? startGit(command.args, command.env, { stdin: "pipe" })
    child.process.stdin?.on("error", () => {})
    // What it started goes with it, or would hold its output open.
    child.process.on("exit", () => signalGroup(child.process, "SIGKILL"))
    return { child, outstanding: [], stderr: "", over: false }
  }

  /** Takes what a process says; one that was started early may be found to have ended long ago. */
  const listen = (process: Running): void => {
    const parser = makeBatchParser({
      withContents: () => process.outstanding[0]?.call.withContents ?? false,
      maxBytes: () => process.outstanding[0]?.call.maxBytes ?? 0,
      answer: (answer) => settle(process, answer),
      longestSkip,
      abandon: () => end(process),
      garbled: () => end(process, commandError("cat-file", 0, unexpectedOutput))
    })
    process.child.listen({
      output: (chunk) => {
        if (!process.over) parser.push(chunk)
        pump()
      },
      error: (chunk) => {
        process.stderr = (process.stderr + chunk.toString("utf8")).slice(-8192)
      },
      failed: (error) => failAll(process, startError("cat-file", error)),
      closed: (code, signal) => closed(process, code, signal)
    })
  }

  const pump = (): void => {
    const room = window - (running?.outstanding.length ?? 0)
    if (!open || room < window / 2) return
    const requests = queue.take(room)
    if (requests.length === 0) return
    const isNew = running === undefined
    const process = (running ??= start())
    process.outstanding.push(...requests)
    process.child.process.stdin?.write(
      Buffer.concat(requests.flatMap(({ call, index }) => [verb(call), call.lines[index] ?? newline, newline]))
    )
    if (isNew) listen(process)
  }

  return {
    submit: (call: BatchCall) => {
      queue.add(call)
      pump()
    },
    /** Ends a process that is still busy with this call, for others to go on with a new one. */
    giveUp: (call: BatchCall) => {
      if (running?.outstanding.some((request) => request.call === call) === true) end(running)
    },
    /** A process that works for nobody any more may be hanging: whoever asks next has another. */
    endIdle: () => {
      const outstanding = running?.outstanding ?? []
      if (running !== undefined && outstanding.length > 0 && outstanding.every(({ call }) => call.done)) end(running)
    },
    renew: () => {
      if (running !== undefined) end(running)
    },
    close: () => {
      open = false
      if (running !== undefined) end(running)
    }
  }
}

/** How one is started, and what it understands. */
interface BatchCommand {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  /** `command`: `cat-file --batch-command` (git 2.36), which is told of each name what is asked of it. */
  readonly mode: "contents" | "names" | "command"
  /** One that has been started already. */
  readonly early?: () => GitChild | undefined
}

/** Makes the places of one process; it ends with the scope. */
export const makeBatchProcess = Effect.fnUntraced(function* (command: BatchCommand) {
  const engine = yield* Effect.acquireRelease(
    Effect.sync(() => makeEngine(command)),
    (made) => Effect.sync(made.close)
  )

  const submit = (asked: Pick<BatchCall, "lines" | "maxBytes" | "withContents">, limit: Duration.Input) => {
    let call: BatchCall | undefined
    return Effect.callback<ReadonlyArray<BatchAnswer>, GitError>((resume) => {
      const submitted = { ...asked, answers: [], resume, next: 0, left: asked.lines.length, done: false }
      call = submitted
      engine.submit(submitted)
      return Effect.sync(() => {
        submitted.done = true
        engine.endIdle()
      })
    }).pipe(
      Effect.timeoutOrElse({
        duration: limit,
        orElse: () => {
          if (call !== undefined) engine.giveUp(call)
          return Effect.fail(timeoutError("cat-file", limit))
        }
      })
    )
  }

  const placeFor = (withContents: boolean): BatchProcess => ({
    ask: Effect.fnUntraced(function* (lines, maxBytes = Number.POSITIVE_INFINITY) {
      if (lines.length === 0) return []
      const answers = yield* submit({ lines, maxBytes, withContents }, yield* GitTimeout)
      // What is made of them is not for the moment in which the process is read.
      yield* Effect.yieldNow
      return answers
    }),
    renew: Effect.sync(engine.renew)
  })
  return { contents: placeFor(true), names: placeFor(false) }
})
