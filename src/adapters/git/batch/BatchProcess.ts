import { type Duration, Effect } from "effect"
import { type BatchAnswer, makeBatchParser } from "./BatchParser.ts"
import { type BatchCall, type BatchRequest, makeBatchQueue } from "./BatchQueue.ts"
import { GitTimeout } from "../Git.ts"
import { type GitChild, startGit } from "../process/GitChild.ts"
import type { GitError } from "../GitError.ts"
import { commandError, classifyFailure, signalError, startError, timeoutError } from "../process/GitFailure.ts"
import { signalGroup } from "../process/ProcessGroup.ts"
import { unexpectedOutput } from "../parse/Records.ts"

/** A long-lived `git cat-file`. Starts on first use and restarts after it dies. */
export interface BatchProcess {
  /**
   * Sends names (without newlines) and returns their answers in order. Callers share the process; interrupting one does
   * not affect the others. Fails with `ObjectMissing` if git would have to fetch an object, with `GitTimedOut`, and
   * with `CommandFailed` if the same name ended two processes.
   */
  request(lines: ReadonlyArray<Uint8Array>, maxBytes?: number): Effect.Effect<ReadonlyArray<BatchAnswer>, GitError>
  /** Ends the process. The next request starts a new one, which rereads the repository. */
  readonly renew: Effect.Effect<void>
}

/** Maximum number of names in flight: enough to keep git busy, few enough that small calls get through. */
const maxInFlight = 256
/** Unwanted content up to this size is skipped. Beyond it, a new process is cheaper. */
const maxSkipBytes = 32 * 1024 * 1024
const newline = Uint8Array.of(10)
const nothing = Uint8Array.of()
const verbs = { contents: Buffer.from("contents "), info: Buffer.from("info ") }

/** A process and its requests in flight. */
interface Running {
  readonly child: GitChild
  readonly inFlight: Array<BatchRequest>
  stderr: string
  /** It has ended or is being killed. Its open requests go to the next process, and any further output is ignored. */
  isOver: boolean
}

const finish = (call: BatchCall, result: Effect.Effect<ReadonlyArray<BatchAnswer>, GitError>) => {
  if (call.done) return
  call.done = true
  call.resume(result)
}

/*
 * Uses node:child_process instead of effect/process, whose queue, sink, stream and fibers cost several times as much as
 * the lookup itself. Also, answers must be matched to requests in order, even if callers are gone.
 */
const makeEngine = (command: BatchCommand) => {
  const queue = makeBatchQueue()
  let running: Running | undefined
  let open = true
  const verb = ({ withContents }: BatchCall): Uint8Array =>
    command.mode === "command" ? verbs[withContents ? "contents" : "info"] : nothing

  /**
   * Requeues the open requests of a process and stops using it. `failure`: the process ended on its own, so the name it
   * was working on is suspect.
   */
  const detach = (process: Running, failure?: GitError) => {
    if (process.isOver) return
    process.isOver = true
    if (running === process) running = undefined
    const [head] = process.inFlight
    if (failure !== undefined && head !== undefined) {
      head.deaths += 1
      if (head.deaths > 1 || failure.reason._tag === "ObjectMissing") finish(head.call, Effect.fail(failure))
    }
    queue.requeue(process.inFlight.splice(0))
    pump()
  }
  /** Kills a process without waiting for its exit, because its children may hold the output open forever. */
  const end = (process: Running, failure?: GitError) => {
    signalGroup(process.child.process, "SIGKILL")
    process.child.process.stdin?.destroy()
    detach(process, failure)
  }

  const answerNext = (process: Running, answer: BatchAnswer) => {
    if (process.isOver) return
    const request = process.inFlight.shift()
    if (request === undefined) return end(process)
    const { call, index } = request
    call.answers[index] = answer
    call.left -= 1
    if (call.left === 0) finish(call, Effect.succeed(call.answers))
  }

  const closed = (process: Running, exitCode: number | null, signal: string | null) =>
    detach(
      process,
      signal === "SIGPIPE"
        ? signalError("cat-file", signal, process.stderr)
        : classifyFailure("cat-file", exitCode ?? -1, process.stderr || `ended by ${signal ?? "itself"}`)
    )
  const failAll = (process: Running, error: GitError) => {
    process.isOver = true
    if (running === process) running = undefined
    for (const { call } of process.inFlight.splice(0)) finish(call, Effect.fail(error))
    for (const call of queue.drain()) finish(call, Effect.fail(error))
  }

  const start = (): Running => {
    const child = command.early?.() ?? startGit(command.args, command.env, { stdin: "pipe" })
    const process: Running = { child, inFlight: [], stderr: "", isOver: false }
    child.process.stdin?.on("error", () => {})
    child.process.on("exit", () => {
      // Children that outlive it would hold its output open.
      signalGroup(child.process, "SIGKILL")
      // No name ended it, and none may be given to it any more.
      if (process.inFlight.length === 0) detach(process)
    })
    return process
  }

  /** Parses the output of a process. A process that was started early may already have ended. */
  const listen = (process: Running): void => {
    const parser = makeBatchParser({
      withContents: () => process.inFlight[0]?.call.withContents ?? false,
      maxBytes: () => process.inFlight[0]?.call.maxBytes ?? 0,
      answer: (answer) => answerNext(process, answer),
      maxSkipBytes,
      abandon: () => end(process),
      garbled: () => end(process, commandError("cat-file", 0, unexpectedOutput))
    })
    process.child.listen({
      output: (chunk) => {
        if (!process.isOver) parser.push(chunk)
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
    const room = maxInFlight - (running?.inFlight.length ?? 0)
    if (!open || room < maxInFlight / 2) return
    const requests = queue.take(room)
    if (requests.length === 0) return
    const isNew = running === undefined
    const process = (running ??= start())
    process.inFlight.push(...requests)
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
    /** Ends a process that is still working on this call, so that the other calls continue with a new one. */
    giveUp: (call: BatchCall) => {
      if (running?.inFlight.some((request) => request.call === call) === true) end(running)
    },
    /** Ends a process if all its open requests are abandoned, because it may be hanging. */
    endIdle: () => {
      const inFlight = running?.inFlight ?? []
      if (running !== undefined && inFlight.length > 0 && inFlight.every(({ call }) => call.done)) end(running)
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

/** How to start the process, and the protocol it uses. */
interface BatchCommand {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  /** `command`: `cat-file --batch-command` (git 2.36), where each request says whether it wants contents. */
  readonly mode: "contents" | "names" | "command"
  /** Takes a process that was started early. */
  readonly early?: () => GitChild | undefined
}

/** Creates the two services of one process: contents and names. The process ends with the scope. */
export const makeBatchProcess = Effect.fnUntraced(function* (command: BatchCommand) {
  const engine = yield* Effect.acquireRelease(
    Effect.sync(() => makeEngine(command)),
    (made) => Effect.sync(made.close)
  )

  const submit = (request: Pick<BatchCall, "lines" | "maxBytes" | "withContents">, limit: Duration.Input) => {
    let call: BatchCall | undefined
    return Effect.callback<ReadonlyArray<BatchAnswer>, GitError>((resume) => {
      const submitted = { ...request, answers: [], resume, next: 0, left: request.lines.length, done: false }
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

  const serviceFor = (withContents: boolean): BatchProcess => ({
    request: Effect.fnUntraced(function* (lines, maxBytes = Number.POSITIVE_INFINITY) {
      if (lines.length === 0) return []
      const answers = yield* submit({ lines, maxBytes, withContents }, yield* GitTimeout)
      // Yield, so that callers process the answers after the output handler has returned.
      yield* Effect.yieldNow
      return answers
    }),
    renew: Effect.sync(engine.renew)
  })
  return { contents: serviceFor(true), names: serviceFor(false) }
})
