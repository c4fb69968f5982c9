import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

/** `ultragit import`: notes of an export, merged with those here. */
export const importCommand = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(Argument.withDescription("An export; - reads standard input")),
    force: booleanFlag("force", "Replace notes that are here instead of merging"),
    dryRun: booleanFlag("dry-run", "Say what would be done and write nothing"),
    allowSecret: booleanFlag("allow-secret", "Take notes with text that looks like a credential"),
    map: Flag.String("map").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Where commits went: old and new id on each line, as git filter-repo writes it"),
      Flag.optional
    ),
    json: jsonFlag,
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printImport } = yield* Effect.promise(() => import("./run.ts"))
    yield* printImport(input)
  })
).pipe(
  Command.withDescription("Hang the notes of an export on their commits, merged with the notes that are there"),
  Command.withShortDescription("Take in notes of an export"),
  Command.withExamples([
    { command: "ultragit import notes.jsonl --dry-run", description: "See what it would do" },
    { command: "ultragit import notes.jsonl --map .git/filter-repo/commit-map", description: "After a rewrite" }
  ]),
  Command.provide((input) => authoringLayer(input))
)
