import { Effect } from "effect"
import { forget, freshServers, type Question, warmCalls } from "../asking.ts"
import { rowOf } from "../measure.ts"
import { Missing, type Slot } from "../Slot.ts"
import { contents, noteBlobs } from "../yardsticks.ts"

/** `ultragit_deps` on what most depend on, against reading all notes. */
export const deps: Slot = {
  name: "deps",
  about: "`ultragit_deps` on the unit most regions depend on, warm and in fresh servers, against reading all notes",
  seconds: 40,
  measure: Effect.fn("deps")(function* (bench) {
    const subject = yield* bench.subject
    const [place] = subject.depended
    if (place === undefined) return yield* new Missing({ what: "nothing in HEAD is depended on" })
    const { anchor, dependents, path } = place
    const reading = contents(subject, yield* noteBlobs(subject))
    const question: Question = { tool: "deps", args: { path, anchor }, yardstick: reading }
    const against = `\`git cat-file --batch\` of ${subject.notes} notes`
    const warm = yield* warmCalls(bench, subject, question)
    const indexed = yield* freshServers(bench, subject, question)
    const bare = yield* freshServers(bench, subject, question, forget(subject.directory))
    return [
      rowOf(`warm, \`${path}\` ${anchor}, ${dependents} dependents`, warm, against, { most: 5 }),
      rowOf("first call of a fresh server, with what earlier ones kept", indexed, against, { most: 60 }),
      rowOf("first call of a fresh server, nothing kept", bare, against, { ratio: 1.5 })
    ]
  })
}
