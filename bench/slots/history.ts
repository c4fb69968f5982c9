import { Effect } from "effect"
import { ask, measureFirstCalls, type Question, startWarmServer, measureWarmCalls } from "../calls.ts"
import { figureOf, type Row, rowOf } from "../measure.ts"
import { type Bench, Missing, type Slot } from "../Slot.ts"
import type { AnnotatedUnit, Subject } from "../Subject.ts"
import { tracing } from "../trace.ts"
import { lineLog } from "../yardsticks.ts"

const questionOf = (subject: Subject, { anchor, lines, path }: AnnotatedUnit): Question => ({
  tool: "history",
  args: { path, anchor },
  yardstick: lineLog(subject, path, lines)
})

/** Measures a file whose notes all have the name in the question, so that no line history is needed. */
const whereNamesDecide = Effect.fnUntraced(function* (bench: Bench, subject: Subject) {
  const { named } = subject
  if (named === undefined) return Array.of<Row>()
  const question = questionOf(subject, named)
  const commands = yield* tracing(
    Effect.scoped(Effect.flatMap(startWarmServer(bench, subject), (server) => ask(server, question)))
  )
  const walks = commands.filter((args) => args.includes("log") && args.some((arg) => arg.startsWith("-L"))).length
  const duel = yield* measureFirstCalls(bench, subject, [question])
  return [
    rowOf(`first call where names decide, \`${named.path}\` ${named.anchor}`, duel, "`git log -L` of its lines"),
    { what: "line history walks where names decide", ours: figureOf([walks], ""), goal: { max: 0 } } satisfies Row
  ]
})

/** `ultragit_history` of units against `git log -L` of their lines. */
export const history: Slot = {
  name: "history",
  about: "`ultragit_history` of units of the most changed files, first and warm, against `git log -L`",
  seconds: 60,
  measure: Effect.fn("history")(function* (bench) {
    const subject = yield* bench.subject
    const [unit] = subject.units
    if (unit === undefined) return yield* new Missing({ what: "No unit of HEAD has a note." })
    const questions = subject.units.map((each) => questionOf(subject, each))
    const first = yield* measureFirstCalls(bench, subject, questions)
    const warm = yield* measureWarmCalls(bench, subject, questionOf(subject, unit))
    return [
      rowOf(`first call on ${questions.length} units`, first, "`git log -L` of its lines"),
      rowOf(`warm, \`${unit.path}\` ${unit.anchor}`, warm, "`git log -L` of its lines"),
      ...(yield* whereNamesDecide(bench, subject))
    ]
  })
}
