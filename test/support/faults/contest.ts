import { env } from "node:process"
import { Clock, Duration, Effect, Fiber, Layer } from "effect"
import type { Settings } from "../../../src/config/Settings.ts"
import type { Pipeline } from "../../../src/pipeline/questions/Pipeline.ts"
import { depsTool, historyTool, readTool, summaryTool } from "../../../src/toolsets/annotations/tools.ts"
import { MaxHistoryWait } from "../../../src/lineage/MaxHistoryWait.ts"
import { DiskCacheEnabled } from "../../../src/store/DiskCache.ts"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../../src/adapters/git/GitEnvironment.ts"
import { pipelineLayer } from "../../../src/Layers.ts"
import { bind, type BoundTool } from "../../../src/toolsets/tool/bind.ts"
import { isEarly } from "../isEarly.ts"
import { isolation } from "../runGit.ts"
import type { Serving } from "./serving.ts"

/** A question with the tool it is for. */
export interface Question {
  readonly tool: string
  readonly args: { readonly [name: string]: unknown }
}

const programs: Readonly<Record<string, BoundTool<Pipeline | Settings>>> = {
  ultragit_read: bind(readTool),
  ultragit_deps: bind(depsTool),
  ultragit_history: bind(historyTool),
  ultragit_summary: bind(summaryTool)
}

const answered = ({ args, tool }: Question) =>
  Effect.fromNullishOr(programs[tool]).pipe(
    Effect.flatMap((program) => program.accept(args)),
    Effect.flatten,
    Effect.map((answer) => JSON.stringify(answer.value))
  )

/** Answers of a process that has never seen the repository. It reads the caches on disk only with `kept`. */
export const freshly = (
  directory: string,
  questions: ReadonlyArray<Question>,
  kept = false
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.forEach(questions, answered).pipe(
    Effect.provide(
      pipelineLayer.pipe(
        Layer.provide(Layer.succeed(GitDirectory, directory)),
        Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation })),
        Layer.provide(Layer.succeed(DiskCacheEnabled, kept)),
        Layer.provide(Layer.succeed(MaxHistoryWait, Duration.infinity))
      ),
      { local: true }
    ),
    Effect.orDie
  )

/** One answer of a server, and the number of changes that were complete when it was asked and begun when it came. */
interface Answer {
  readonly question: number
  readonly text: string
  readonly from: number
  readonly to: number
}

/** What came of a contest. */
export interface Outcome {
  readonly answers: number
  readonly changes: number
  /** Answers that were true at no moment between question and answer. */
  readonly wrong: ReadonlyArray<string>
}

/** Bookkeeping of who asked what, and how far the writer was. */
const makeBook = () => {
  const answers: Array<Answer> = []
  /** Calls that wait for their answer, with what was complete when they began. */
  const open = new Map<symbol, number>()
  return { answers, open, begun: 0, complete: 0, over: false }
}

type Book = ReturnType<typeof makeBook>

const asking = Effect.fnUntraced(function* (
  server: Serving,
  questions: ReadonlyArray<Question>,
  book: Book,
  first: number
) {
  for (let n = first; !book.over; n += 1) {
    const question = n % questions.length
    const asked = questions[question]
    if (asked === undefined) return
    const call = Symbol("call")
    const from = book.complete
    book.open.set(call, from)
    const reply = yield* Effect.repeat(server.ask(asked.tool, asked.args), { while: isEarly })
    book.open.delete(call)
    book.answers.push({
      question,
      text: "answer" in reply ? JSON.stringify(reply.answer) : reply.failure,
      from,
      to: book.begun
    })
    // Leaves the machine some time for the writer.
    yield* Effect.sleep("25 millis")
  }
})

/** Waits until every question asked before the last change was complete is answered: no answer spans two changes. */
const untilCaughtUp = (book: Book): Effect.Effect<void> =>
  Effect.suspend(() =>
    [...book.open.values()].every((from) => from === book.complete)
      ? Effect.void
      : Effect.delay(untilCaughtUp(book), "1 millis")
  )

/**
 * Lets servers be asked over and over by two clients each, while changes are made one after the other, so many and for
 * so many milliseconds at least, and compares every answer with what a fresh process said between the changes.
 */
export const contend = Effect.fnUntraced(function* <E>(
  directory: string,
  servers: ReadonlyArray<Serving>,
  questions: ReadonlyArray<Question>,
  change: (number: number) => Effect.Effect<unknown, E>,
  least: { readonly changes: number; readonly millis: number }
) {
  const book = makeBook()
  const state = freshly(directory, questions)
  const states = [yield* state]
  const clients = servers.flatMap((server, n) => [
    asking(server, questions, book, n),
    asking(server, questions, book, n + Math.floor(questions.length / 2))
  ])
  const work = yield* Effect.forkChild(Effect.all(clients, { concurrency: "unbounded" }))
  const start = yield* Clock.currentTimeMillis
  while (book.complete < least.changes || (yield* Clock.currentTimeMillis) - start < least.millis) {
    yield* untilCaughtUp(book)
    book.begun += 1
    yield* change(book.begun)
    book.complete += 1
    states.push(yield* state)
  }
  book.over = true
  yield* Fiber.join(work)
  const isTrue = ({ from, question, text, to }: Answer) =>
    states.slice(from, to + 1).some((answers) => answers[question] === text)
  const wrong = book.answers
    .filter((answer) => !isTrue(answer))
    .map(({ from, question, text, to }) => `${JSON.stringify(questions[question])} at ${from} to ${to}: ${text}`)
  return { answers: book.answers.length, changes: book.complete, wrong } satisfies Outcome
})
