import { Effect, type Scope } from "effect"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { type Duel, figureOf, makeWatch, versus } from "./measure.ts"
import { type Server, startServer } from "./server.ts"
import type { Bench } from "./Slot.ts"
import type { Subject } from "./Subject.ts"

type Tool = "read" | "deps" | "history" | "summary"

/** A call of a tool, and how long what it is measured against takes. */
export interface Question {
  readonly tool: Tool
  readonly args: Readonly<Record<string, unknown>> & { readonly path: string }
  readonly yardstick: Effect.Effect<number>
}

/** Milliseconds that the tool takes. */
export const ask = (server: Server, { args, tool }: Pick<Question, "args" | "tool">): Effect.Effect<number> =>
  server.call(`ultragit_${tool}`, args)

/** A server of ours on the repository. */
export const serve = ({ program }: Bench, { directory }: Subject): Effect.Effect<Server, never, Scope.Scope> =>
  startServer([...program, "mcp", "start"], directory)

/** A server that has answered about the smallest file, and so knows the notes. */
export const serveKnowing = Effect.fnUntraced(function* (bench: Bench, subject: Subject) {
  const server = yield* serve(bench, subject)
  const [known] = subject.files
  if (known !== undefined) yield* ask(server, { tool: "read", args: { path: known.path } })
  return server
})

/** Each question once to one server, beside its yardstick, changing who goes first. */
const askAll = Effect.fnUntraced(function* (
  bench: Bench,
  subject: Subject,
  questions: ReadonlyArray<Question>,
  turn: number
) {
  const server = yield* serveKnowing(bench, subject)
  return yield* Effect.forEach(
    questions,
    Effect.fnUntraced(function* (question, at) {
      const before = (at + turn) % 2 === 0 ? yield* question.yardstick : undefined
      const ours = yield* ask(server, question)
      return { ours, theirs: before ?? (yield* question.yardstick) }
    })
  )
}, Effect.scoped)

/** First calls in servers that know the notes but have not been asked about these places before. */
export const firstCalls = Effect.fnUntraced(function* (
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

/** The same call over and over. */
export const warmCalls = Effect.fnUntraced(function* (bench: Bench, subject: Subject, question: Question) {
  const server = yield* serveKnowing(bench, subject)
  return yield* versus(bench.rounds, ask(server, question), question.yardstick)
}, Effect.scoped)

/** The first call of fresh servers, without their start; `before` is done first each time and not measured. */
export const freshServers = (
  bench: Bench,
  subject: Subject,
  question: Question,
  before: Effect.Effect<void> = Effect.void
): Effect.Effect<Duel> => {
  const ours = Effect.flatMap(serve(bench, subject), (server) => ask(server, question))
  return versus(bench.rounds, Effect.andThen(before, Effect.scoped(ours)), question.yardstick)
}

/** Takes away what servers derived from a repository and keep on disk; all of it may be deleted at any time. */
export const forget = (directory: string): Effect.Effect<void> =>
  Effect.promise(() => rm(join(directory, ".git", "ultragit"), { recursive: true, force: true }))
