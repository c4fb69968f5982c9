import { Effect } from "effect"
import process from "node:process"
import { parseArgs } from "node:util"
import { Parser } from "../src/adapters/parser/Parser.ts"
import { choose } from "./choose.ts"
import { syntheticNotes } from "./syntheticNotes.ts"

// A separate process, because holding all notes makes a process large, and spawning git from it is slow.
const { values } = parseArgs({
  options: {
    repo: { type: "string", default: "" },
    into: { type: "string", default: "" },
    commits: { type: "string", default: "0" },
    total: { type: "string", default: "0" }
  }
})

const made = Effect.gen(function* () {
  const { into, repo } = values
  const [commits, total] = [Number(values.commits), Number(values.total)]
  const annotations = yield* syntheticNotes({ source: repo, directory: into, commits, total })
  return yield* choose(into, annotations, yield* Parser)
}).pipe(
  Effect.catchTag("Missing", ({ what }) => Effect.succeed({ missing: what })),
  Effect.provide(Parser.layer)
)

process.stdout.write(JSON.stringify(await Effect.runPromise(made)))
