import { Effect } from "effect"
import { measureFirstCalls, type Question, measureWarmCalls } from "../calls.ts"
import { rowOf } from "../measure.ts"
import type { Slot } from "../Slot.ts"
import { blame } from "../yardsticks.ts"

/** `ultragit_summary` of a long file against `git blame` of it. */
export const summary: Slot = {
  name: "summary",
  about: "`ultragit_summary` of the file whose length is nearest to 2,000 lines, first and warm, against `git blame`",
  seconds: 30,
  measure: Effect.fn("summary")(function* (bench) {
    const subject = yield* bench.subject
    const { commits, path, size } = subject.long
    const question: Question = { tool: "summary", args: { path }, yardstick: blame(subject, path) }
    const first = yield* measureFirstCalls(bench, subject, [question])
    const warm = yield* measureWarmCalls(bench, subject, question)
    const place = `\`${path}\`, ${size} lines, ${commits} commits`
    return [
      rowOf(`first call on ${place}`, first, "`git blame` of the file"),
      rowOf("warm, the same file", warm, "`git blame` of the file")
    ]
  })
}
