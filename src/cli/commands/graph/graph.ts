import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { evolutionQueries } from "../../../codeGraph/model/inputs.ts"
import { analyze, ask, baseline, detectors, diff, findings, fix, report } from "./findings.ts"
import { limitFlag, placeFlags, questionFlags, searchLimit } from "../../kit/flags.ts"
import { graphLayer } from "../../kit/layers.ts"

const shared = { format: questionFlags.format, json: questionFlags.json, repo: placeFlags.repo }

const offset = Flag.Int("offset").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("Results to skip (default: 0)"),
  Flag.withDefault(0)
)

const name = Argument.String("name").pipe(
  Argument.withDescription("Definition as path:Name, or a name that only one has; or the path of a file")
)

const below = Flag.String("path").pipe(
  Flag.withMetavar("FOLDER"),
  Flag.withDescription("Only below this folder"),
  Flag.optional
)

const lines = {
  start: Flag.Int("start").pipe(Flag.withMetavar("LINE"), Flag.withDescription("First line"), Flag.optional),
  end: Flag.Int("end").pipe(Flag.withMetavar("LINE"), Flag.withDescription("Last line"), Flag.optional)
}

const loadRun = Effect.promise(() => import("./run.ts"))

const query = Command.make(
  "query",
  {
    type: Argument.Literals("type", ["functions", "classes", "files", "stats"]).pipe(
      Argument.withDescription("functions, classes, files or stats")
    ),
    name: Flag.String("name").pipe(
      Flag.withMetavar("TEXT"),
      Flag.withDescription("Only names with this part"),
      Flag.optional
    ),
    path: below,
    limit: limitFlag(100, 1000),
    offset,
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printQuery }) => printQuery(input))
).pipe(
  Command.withDescription("List the functions, classes or files of this project, or count them"),
  Command.withShortDescription("List functions, classes or files"),
  Command.withExamples([
    { command: "ultragit graph query functions --name connect", description: "Functions with connect in their names" },
    { command: "ultragit graph query stats", description: "Sizes of the graph" }
  ]),
  Command.provide((input) => graphLayer(input))
)

const callers = Command.make("callers", { name, limit: limitFlag(100, 1000), offset, ...shared }, (input) =>
  Effect.flatMap(loadRun, ({ printNextTo }) => printNextTo("callers", input))
).pipe(
  Command.withDescription("List what refers to a definition or imports a file, and how each is known"),
  Command.withShortDescription("List what refers to a definition"),
  Command.withExamples([{ command: "ultragit graph callers src/pool.ts:Pool.acquire", description: "Of a method" }]),
  Command.provide((input) => graphLayer(input))
)

const callees = Command.make("callees", { name, limit: limitFlag(100, 1000), offset, ...shared }, (input) =>
  Effect.flatMap(loadRun, ({ printNextTo }) => printNextTo("callees", input))
).pipe(
  Command.withDescription("List what a definition or file refers to, and how each is known"),
  Command.withShortDescription("List what a definition refers to"),
  Command.withExamples([{ command: "ultragit graph callees src/pool.ts:Pool.acquire", description: "Of a method" }]),
  Command.provide((input) => graphLayer(input))
)

const trace = Command.make(
  "trace",
  {
    name,
    direction: Flag.Literals("direction", ["upstream", "downstream", "both"]).pipe(
      Flag.withMetavar("DIRECTION"),
      Flag.withDescription("upstream: what depends on it; downstream: what it needs (default: both)"),
      Flag.withDefault("both")
    ),
    depth: Flag.Int("depth").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Maximum steps, 1 to 20 (default: 3)"),
      Flag.withDefault(3)
    ),
    kind: Flag.Literals("kind", ["calls", "imports", "inherits", "uses", "all"]).pipe(
      Flag.withMetavar("KIND"),
      Flag.withDescription("Which relations to follow (default: all)"),
      Flag.withDefault("all")
    ),
    limit: limitFlag(100, 1000),
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printTrace }) => printTrace(input))
).pipe(
  Command.withDescription(
    "Follow calls, imports, inheritance and other uses from a definition or file, with the way to each"
  ),
  Command.withShortDescription("Follow dependencies"),
  Command.withExamples([
    { command: "ultragit graph trace Pool.acquire --direction upstream", description: "What depends on a method" },
    { command: "ultragit graph trace src/pool.ts --kind imports", description: "Importers and imports of a file" }
  ]),
  Command.provide((input) => graphLayer(input))
)

const impact = Command.make(
  "impact",
  {
    target: Argument.String("file").pipe(Argument.withDescription("File that is about to change")),
    name: Argument.String("name").pipe(
      Argument.withDescription("Function, method or type in the file"),
      Argument.optional
    ),
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printImpact }) => printImpact(input))
).pipe(
  Command.withDescription("Show what a change of a file or function may break, and what is noted about that"),
  Command.withShortDescription("Show what a change may break"),
  Command.withExamples([{ command: "ultragit graph impact src/pool.ts Pool.acquire", description: "Of a method" }]),
  Command.provide((input) => graphLayer(input))
)

const architecture = Command.make("architecture", shared, (input) =>
  Effect.flatMap(loadRun, ({ printArchitecture }) => printArchitecture(input))
).pipe(
  Command.withDescription("Show modules and what they depend on, import cycles, entry points and the largest classes"),
  Command.withShortDescription("Show how the project is built"),
  Command.withExamples([{ command: "ultragit graph architecture", description: "Of this project" }]),
  Command.provide((input) => graphLayer(input))
)

const file = Command.make(
  "file",
  {
    path: Argument.String("path").pipe(
      Argument.withDescription("File, in the working directory or else from the repository root")
    ),
    ...lines,
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printFile }) => printFile(input))
).pipe(
  Command.withDescription("Show a file of the project as the MCP tool reads it"),
  Command.withShortDescription("Show a file of the project"),
  Command.withExamples([{ command: "ultragit graph file src/pool.ts --start 10 --end 20", description: "Some lines" }]),
  Command.provide((input) => graphLayer(input))
)

const evolution = Command.make(
  "evolution",
  {
    type: Argument.Literals("type", evolutionQueries).pipe(Argument.withDescription(evolutionQueries.join(", "))),
    file: Argument.String("file").pipe(
      Argument.withDescription("File, for all but hottest_files and recent_commits"),
      Argument.optional
    ),
    name: Argument.String("name").pipe(
      Argument.withDescription("Function or type, for function_history and entity_blame"),
      Argument.optional
    ),
    ...lines,
    limit: limitFlag(20, 500),
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printEvolution }) => printEvolution(input))
).pipe(
  Command.withDescription("Ask history: how often files change, who wrote them, and which commits changed a function"),
  Command.withShortDescription("Ask history"),
  Command.withExamples([
    { command: "ultragit graph evolution hottest_files", description: "Files that change most" },
    { command: "ultragit graph evolution function_history src/pool.ts connect", description: "Commits of a function" },
    { command: "ultragit graph evolution file_ownership src/pool.ts", description: "Who wrote a file" }
  ]),
  Command.provide((input) => graphLayer(input))
)

const hotspots = Command.make("hotspots", { path: below, limit: limitFlag(10, 200), ...shared }, (input) =>
  Effect.flatMap(loadRun, ({ printHotspots }) => printHotspots(input))
).pipe(
  Command.withDescription("List the files that are changed often and hard to change: churn × complexity"),
  Command.withShortDescription("List files that are hard and frequent to change"),
  Command.withExamples([{ command: "ultragit graph hotspots --path src", description: "Below one folder" }]),
  Command.provide((input) => graphLayer(input))
)

const search = Command.make(
  "search",
  {
    words: Argument.String("word").pipe(
      Argument.withDescription("What the code is about"),
      Argument.variadic({ min: 1 })
    ),
    limit: searchLimit,
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printSearch }) => printSearch(input))
).pipe(
  Command.withDescription("Find files for a query in words; ultragit code search has filters and pages"),
  Command.withShortDescription("Find files by words"),
  Command.withExamples([
    { command: "ultragit graph search where sessions expire", description: "A question in words" }
  ]),
  Command.provide((input) => graphLayer(input))
)

/** `ultragit graph`: questions to the graph of the code and to its history. */
export const graph = Command.make("graph").pipe(
  Command.withDescription("Ask how the code of this project hangs together, and how it got there"),
  Command.withShortDescription("Ask how code hangs together"),
  Command.withSubcommands([
    query,
    callers,
    callees,
    trace,
    impact,
    architecture,
    file,
    hotspots,
    evolution,
    search,
    analyze,
    diff,
    findings,
    detectors,
    baseline,
    report,
    ask,
    fix
  ])
)
