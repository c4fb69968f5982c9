import { Effect } from "effect"
import { type Findings, timesOf, versus } from "../measure.ts"
import { type Command, startServer, timeOf } from "../processes.ts"
import type { Subject } from "../Subject.ts"

const blameOf = (path: string, ...range: ReadonlyArray<string>): Command => [
  "git",
  "blame",
  "--porcelain",
  ...range,
  "--",
  path
]

/** The first call on each of several files, in a server that has answered about another before. */
const firstCalls = Effect.fnUntraced(function* (subject: Subject) {
  const { directory, places, program } = subject
  const server = yield* startServer([...program, "mcp", "start"], directory)
  const [known, ...fresh] = places
  if (known !== undefined) yield* server.call("ultragit_read", { path: known.path })
  const ours: Array<number> = []
  const theirs: Array<number> = []
  for (const [at, { path }] of fresh.entries()) {
    if (at % 2 === 0) theirs.push(yield* timeOf(blameOf(path), directory))
    ours.push(yield* server.call("ultragit_read", { path }))
    if (at % 2 === 1) theirs.push(yield* timeOf(blameOf(path), directory))
  }
  return { ours: timesOf(ours), theirs: timesOf(theirs) }
}, Effect.scoped)

/** The same call over and over, about lines of the largest file. */
const warmCalls = Effect.fnUntraced(function* (subject: Subject) {
  const { directory, places, program, rounds } = subject
  const server = yield* startServer([...program, "mcp", "start"], directory)
  const place = places.at(-1)
  if (place === undefined) return yield* Effect.die(new Error("no annotated file in HEAD"))
  const range = `-L${place.lines.replace(":", ",")}`
  return yield* versus(
    rounds,
    server.call("ultragit_read", { path: place.path, lines: place.lines }),
    timeOf(blameOf(place.path, range), directory)
  )
}, Effect.scoped)

/** The first call of a fresh process, the index of all notes included. */
const freshProcess = Effect.fnUntraced(function* (subject: Subject) {
  const { directory, places, program, rounds } = subject
  const path = places.at(-1)?.path ?? ""
  const ask = Effect.scoped(
    Effect.flatMap(startServer([...program, "mcp", "start"], directory), (server) =>
      server.call("ultragit_read", { path })
    )
  )
  return yield* versus(Math.min(rounds, 5), ask, timeOf(blameOf(path), directory))
})

/** `ultragit_read` against `git blame` of the same file or lines. */
export const readTool = Effect.fn("readTool")(function* (subject: Subject) {
  const rows = [
    {
      what: "`ultragit_read`, first call on a file",
      ...(yield* firstCalls(subject)),
      against: "`git blame` of the file",
      reach: "≤ 1.15"
    },
    {
      what: "`ultragit_read`, warm",
      ...(yield* warmCalls(subject)),
      against: "`git blame` of the lines",
      reach: "≤ 0.05 and ≤ 10 ms"
    },
    {
      what: "`ultragit_read`, first call of a fresh server",
      ...(yield* freshProcess(subject)),
      against: "`git blame` of the file",
      reach: ""
    }
  ]
  return { rows, facts: [] } satisfies Findings
})
