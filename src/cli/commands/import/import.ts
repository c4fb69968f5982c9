import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

/** `ultragit import`: attaches exported notes to their commits. */
export const importCommand = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(Argument.withDescription("Exported file; - reads standard input")),
    force: booleanFlag("force", "Replace existing notes instead of merging"),
    dryRun: booleanFlag("dry-run", "Show what would change, write nothing"),
    allowSecret: booleanFlag("allow-secret", "Accept notes with text that looks like a credential"),
    map: Flag.String("map").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Commit map: old and new id on each line, as git filter-repo writes it"),
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
  Command.withDescription("Attach exported notes to their commits, merging with existing notes"),
  Command.withShortDescription("Attach exported notes, merging"),
  Command.withExamples([
    { command: "ultragit import notes.jsonl --dry-run", description: "Preview the import" },
    { command: "ultragit import notes.jsonl --map .git/filter-repo/commit-map", description: "After a rewrite" }
  ]),
  Command.provide((input) => authoringLayer(input))
)
