import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { booleanFlag } from "../../kit/booleanFlags.ts"
import { limitFlag, placeFlags, questionFlags, searchLimit } from "../../kit/flags.ts"
import { codeLayer } from "../../kit/layers.ts"

const shared = { format: questionFlags.format, json: questionFlags.json, repo: placeFlags.repo }

const inFile = Flag.String("path").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("Only definitions in this file"),
  Flag.optional
)

const name = Argument.String("name").pipe(
  Argument.withDescription("Name of a definition, qualified (Pool.acquire) or short (acquire)")
)

const loadRun = Effect.promise(() => import("./run.ts"))

const search = Command.make(
  "search",
  {
    tags: Argument.String("tag").pipe(
      Argument.withDescription("Words or names for what the code is about, 1 to 5"),
      Argument.variadic({ min: 1 })
    ),
    language: Flag.String("language").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("Only files in this language; typescript includes JavaScript"),
      Flag.optional
    ),
    fileType: Flag.String("type").pipe(
      Flag.withMetavar("EXTENSION"),
      Flag.withDescription("Only files with this extension, such as .ts"),
      Flag.optional
    ),
    path: Flag.String("path").pipe(
      Flag.withMetavar("GLOB"),
      Flag.withDescription("Only files with a matching path, such as 'src/**/*.ts'"),
      Flag.optional
    ),
    exports: booleanFlag("exports", "Only files that export something"),
    tests: booleanFlag("tests", "Rank tests like other files"),
    noTests: booleanFlag("no-tests", "Leave tests out"),
    cursor: Flag.String("cursor").pipe(
      Flag.withMetavar("CURSOR"),
      Flag.withDescription("Continue after the previous page"),
      Flag.optional
    ),
    limit: searchLimit,
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printSearch }) => printSearch(input))
).pipe(
  Command.withDescription("Find the files of this project that are about something, best first, with what matches"),
  Command.withShortDescription("Find files by what they are about"),
  Command.withExamples([
    { command: "ultragit code search session cookie", description: "Files about session cookies" },
    { command: "ultragit code search router --language typescript --no-tests", description: "Without tests" }
  ]),
  Command.provide((input) => codeLayer(input))
)

const symbol = Command.make("symbol", { name, path: inFile, limit: limitFlag(20, 1000), ...shared }, (input) =>
  Effect.flatMap(loadRun, ({ printSymbol }) => printSymbol(input))
).pipe(
  Command.withDescription("Show where a function, type or constant is defined"),
  Command.withShortDescription("Find definitions by name"),
  Command.withExamples([{ command: "ultragit code symbol Pool.acquire", description: "One method" }]),
  Command.provide((input) => codeLayer(input))
)

const callers = Command.make(
  "callers",
  {
    name,
    path: inFile,
    withNameOnly: booleanFlag("name-only", "Also calls whose receiver is not known, by the name of the method only"),
    limit: limitFlag(100, 10_000),
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printCallers }) => printCallers(input))
).pipe(
  Command.withDescription("List what refers to a definition, and how each reference is known"),
  Command.withShortDescription("List references to a definition"),
  Command.withExamples([{ command: "ultragit code callers Pool.acquire", description: "Who calls a method" }]),
  Command.provide((input) => codeLayer(input))
)

const outline = Command.make(
  "outline",
  {
    path: Argument.String("path").pipe(
      Argument.withDescription("File, in the working directory or else from the repository root")
    ),
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printOutline }) => printOutline(input))
).pipe(
  Command.withDescription("List the definitions of a file in source order"),
  Command.withShortDescription("List the definitions of a file"),
  Command.withExamples([{ command: "ultragit code outline src/pool.ts", description: "One file" }]),
  Command.provide((input) => codeLayer(input))
)

const index = Command.make("index", { force: booleanFlag("force", "Start over"), ...shared }, (input) =>
  Effect.flatMap(loadRun, ({ printIndex }) => printIndex(input))
).pipe(
  Command.withDescription("Bring the code index of this repository up to date; searches do so themselves"),
  Command.withShortDescription("Bring the index up to date"),
  Command.withExamples([{ command: "ultragit code index --force", description: "From scratch" }]),
  Command.provide((input) => codeLayer(input))
)

const status = Command.make("status", shared, (input) =>
  Effect.flatMap(loadRun, ({ printStatus }) => printStatus(input))
).pipe(
  Command.withDescription("Show what the code index has, by language, and which files could not be parsed"),
  Command.withShortDescription("Show what is indexed"),
  Command.withExamples([{ command: "ultragit code status", description: "Of this repository" }]),
  Command.provide((input) => codeLayer(input))
)

/** `ultragit code`: questions to the code index. */
export const code = Command.make("code").pipe(
  Command.withDescription("Find files, definitions and references in this project"),
  Command.withShortDescription("Find code in this project"),
  Command.withSubcommands([search, symbol, callers, outline, index, status])
)
