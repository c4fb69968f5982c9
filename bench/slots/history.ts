import { Effect } from "effect"
import { ask, firstCalls, type Question, serveKnowing, warmCalls } from "../asking.ts"
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

/** Where every note of the file goes by the name asked for, nothing is left for line history to decide. */
const whereNamesDecide = Effect.fnUntraced(function* (bench: Bench, subject: Subject) {
  const { named } = subject
  if (named === undefined) return Array.of<Row>()
  const question = questionOf(subject, named)
  const commands = yield* tracing(
    Effect.scoped(Effect.flatMap(serveKnowing(bench, subject), (server) => ask(server, question)))
  )
  const walks = commands.filter((args) => args.includes("log") && args.some((arg) => arg.startsWith("-L"))).length
  const duel = yield* firstCalls(bench, subject, [question])
  return [
    rowOf(`first call where names decide, \`${named.path}\` ${named.anchor}`, duel, "`git log -L` of its lines"),
    { what: "line histories walked where names decide", ours: figureOf([walks], ""), goal: { most: 0 } } satisfies Row
  ]
})

/** `ultragit_history` of units against `git log -L` of their lines. */
export const history: Slot = {
  name: "history",
  about: "`ultragit_history` of a dozen units of the files changed most often, first and warm, against `git log -L`",
  seconds: 60,
  measure: Effect.fn("history")(function* (bench) {
    const subject = yield* bench.subject
    const [unit] = subject.units
    if (unit === undefined) return yield* new Missing({ what: "no unit of HEAD has a note" })
    const questions = subject.units.map((each) => questionOf(subject, each))
    const first = yield* firstCalls(bench, subject, questions)
    const warm = yield* warmCalls(bench, subject, questionOf(subject, unit))
    return [
      rowOf(`first call on ${questions.length} units`, first, "`git log -L` of its lines", { ratio: 1.15 }),
      rowOf(`warm, \`${unit.path}\` ${unit.anchor}`, warm, "`git log -L` of its lines", { most: 10 }),
      ...(yield* whereNamesDecide(bench, subject))
    ]
  })
}
