import { Effect } from "effect"
import { forget, measureNewServers, type Question, measureWarmCalls } from "../calls.ts"
import { rowOf } from "../measure.ts"
import { Missing, type Slot } from "../Slot.ts"
import { contents, noteBlobs } from "../yardsticks.ts"

/** `ultragit_deps` of the unit with the most dependents, against reading all notes. */
export const deps: Slot = {
  name: "deps",
  about: "`ultragit_deps` of the unit with the most dependents, warm and in new servers, against reading all notes",
  seconds: 40,
  measure: Effect.fn("deps")(function* (bench) {
    const subject = yield* bench.subject
    const [place] = subject.depended
    if (place === undefined) return yield* new Missing({ what: "No unit of HEAD has dependents." })
    const { anchor, dependents, path } = place
    const reading = contents(subject, yield* noteBlobs(subject))
    const question: Question = { tool: "deps", args: { path, anchor }, yardstick: reading }
    const against = `\`git cat-file --batch\` of ${subject.notes} notes`
    const warm = yield* measureWarmCalls(bench, subject, question)
    const indexed = yield* measureNewServers(bench, subject, question)
    const bare = yield* measureNewServers(bench, subject, question, forget(subject.directory))
    return [
      rowOf(`warm, \`${path}\` ${anchor}, ${dependents} dependents`, warm, against, { max: 4 }),
      rowOf("first call of a new server, with cache", indexed, against, { max: 150 }),
      rowOf("first call of a new server, empty cache", bare, against)
    ]
  })
}
