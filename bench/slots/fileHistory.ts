import { Effect } from "effect"
import { measureFirstCalls, type Question, measureWarmCalls } from "../calls.ts"
import { rowOf } from "../measure.ts"
import type { Slot } from "../Slot.ts"
import { followLog } from "../yardsticks.ts"

/** `ultragit_history` of a whole file against `git log --follow` of it. */
export const fileHistory: Slot = {
  name: "fileHistory",
  about: "`ultragit_history` of whole files, first and warm, against `git log --follow` of them",
  seconds: 30,
  measure: Effect.fn("fileHistory")(function* (bench) {
    const subject = yield* bench.subject
    const questionOf = (path: string): Question => ({
      tool: "history",
      args: { path },
      yardstick: followLog(subject, path)
    })
    const paths = subject.files.slice(-4).map(({ path }) => path)
    const first = yield* measureFirstCalls(bench, subject, paths.map(questionOf))
    const warm = yield* measureWarmCalls(bench, subject, questionOf(subject.long.path))
    return [
      rowOf(`first call on ${paths.length} whole files`, first, "`git log --follow` of the file"),
      rowOf(`warm, \`${subject.long.path}\``, warm, "`git log --follow` of the file")
    ]
  })
}
