import { Effect, type Scope } from "effect"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { type Duel, figureOf, makeWatch, compareInTurn } from "./measure.ts"
import { type Server, startServer } from "./server.ts"
import type { Bench } from "./Slot.ts"
import type { Subject } from "./Subject.ts"

type Tool = "read" | "deps" | "history" | "summary"

/** A tool call, and the time of its yardstick in milliseconds. */
export interface Question {
  readonly tool: Tool
  readonly args: Readonly<Record<string, unknown>> & { readonly path: string }
  readonly yardstick: Effect.Effect<number>
}

/** Calls the tool and returns its time in milliseconds. */
export const ask = (server: Server, { args, tool }: Pick<Question, "args" | "tool">): Effect.Effect<number> =>
  server.call(`ultragit_${tool}`, args)

/** Starts our server on the repository. */
export const serve = ({ program }: Bench, { directory }: Subject): Effect.Effect<Server, never, Scope.Scope> =>
  startServer([...program, "mcp", "start"], directory)

/** Starts our server and reads the smallest file, so that the notes are loaded. */
export const startWarmServer = Effect.fnUntraced(function* (bench: Bench, subject: Subject) {
  const server = yield* serve(bench, subject)
  const [known] = subject.files
  if (known !== undefined) yield* ask(server, { tool: "read", args: { path: known.path } })
  return server
})

/** Asks one server each question once, and runs its yardstick before or after it, alternating. */
const askAll = Effect.fnUntraced(function* (
  bench: Bench,
  subject: Subject,
  questions: ReadonlyArray<Question>,
  turn: number
) {
  const server = yield* startWarmServer(bench, subject)
  return yield* Effect.forEach(
    questions,
    Effect.fnUntraced(function* (question, at) {
      const before = (at + turn) % 2 === 0 ? yield* question.yardstick : undefined
      const ours = yield* ask(server, question)
      return { ours, theirs: before ?? (yield* question.yardstick) }
    })
  )
}, Effect.scoped)

/** Measures the first calls about each place, in servers that have loaded the notes. */
export const measureFirstCalls = Effect.fnUntraced(function* (
  bench: Bench,
  subject: Subject,
  questions: ReadonlyArray<Question>
) {
  const fresh = questions.filter(({ args }) => args.path !== subject.files[0]?.path || questions.length === 1)
  const samples: Array<{ readonly ours: number; readonly theirs: number }> = []
  const isEnough = makeWatch(bench.rounds, Math.min(3, bench.rounds))
  for (let turn = 0; !isEnough(samples.length); turn += 1) samples.push(...(yield* askAll(bench, subject, fresh, turn)))
  return {
    ours: figureOf(samples.map(({ ours }) => ours)),
    theirs: figureOf(samples.map(({ theirs }) => theirs))
  } satisfies Duel
})

/** Measures repeated equal calls in one server. */
export const measureWarmCalls = Effect.fnUntraced(function* (bench: Bench, subject: Subject, question: Question) {
  const server = yield* startWarmServer(bench, subject)
  return yield* compareInTurn(bench.rounds, ask(server, question), question.yardstick)
}, Effect.scoped)

/** Measures the first call of new servers, without their start. Runs `before` each time without measuring it. */
export const measureNewServers = (
  bench: Bench,
  subject: Subject,
  question: Question,
  before: Effect.Effect<void> = Effect.void
): Effect.Effect<Duel> => {
  const ours = Effect.flatMap(serve(bench, subject), (server) => ask(server, question))
  return compareInTurn(bench.rounds, Effect.andThen(before, Effect.scoped(ours)), question.yardstick)
}

/** Deletes the on-disk cache of a repository. */
export const forget = (directory: string): Effect.Effect<void> =>
  Effect.promise(() => rm(join(directory, ".git", "ultragit"), { recursive: true, force: true }))
