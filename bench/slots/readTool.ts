import { Effect } from "effect"
import { measureFirstCalls, measureNewServers, type Question, measureWarmCalls } from "../calls.ts"
import { rowOf } from "../measure.ts"
import type { Slot } from "../Slot.ts"
import { blame } from "../yardsticks.ts"

/** `ultragit_read` against `git blame` of the same file or lines. */
export const readTool: Slot = {
  name: "readTool",
  about: "`ultragit_read`, first call on a dozen files and warm on lines of the largest, against `git blame` of them",
  seconds: 45,
  measure: Effect.fn("readTool")(function* (bench) {
    const subject = yield* bench.subject
    const { files, long } = subject
    const { lines, path } = files.at(-1) ?? long
    const whole = (file: string): Question => ({ tool: "read", args: { path: file }, yardstick: blame(subject, file) })
    const some: Question = { tool: "read", args: { path, lines }, yardstick: blame(subject, path, lines) }
    const first = yield* measureFirstCalls(
      bench,
      subject,
      files.map((file) => whole(file.path))
    )
    const warm = yield* measureWarmCalls(bench, subject, some)
    const fresh = yield* measureNewServers(bench, subject, whole(path))
    return [
      rowOf(`first call on ${files.length} files`, first, "`git blame` of the file", { ratio: 1.5 }),
      rowOf(`warm, \`${path}\`, lines ${lines}`, warm, "`git blame` of the lines", { max: 5 }),
      rowOf(`first call of a new server, \`${path}\``, fresh, "`git blame` of the file")
    ]
  })
}
