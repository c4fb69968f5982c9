import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

/** `ultragit export`: writes all notes as lines of JSON. */
export const exportCommand = Command.make(
  "export",
  {
    path: Flag.String("path").pipe(
      Flag.withMetavar("GLOB"),
      Flag.withDescription("Only notes about matching files; repeatable"),
      Flag.atLeast(0)
    ),
    since: Flag.String("since").pipe(
      Flag.withMetavar("DATE"),
      Flag.withDescription("Only notes of commits since a date: 2025-01-31, '2 weeks ago' (UTC)"),
      Flag.optional
    ),
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withMetavar("FILE"),
      Flag.withDescription("File to write or overwrite (default: standard output)"),
      Flag.optional
    ),
    patchIds: booleanFlag("patch-ids", "Add each commit's patch id, so that import finds rewritten commits (slower)"),
    json: jsonFlag,
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printExport } = yield* Effect.promise(() => import("./run.ts"))
    yield* printExport(input)
  })
).pipe(
  Command.withDescription("Write every note as one line of JSON; the same notes always give the same bytes"),
  Command.withShortDescription("Export all notes as JSON lines"),
  Command.withExamples([
    { command: "ultragit export --output notes.jsonl", description: "All notes" },
    { command: "ultragit export --path 'src/**' --since '6 months ago'", description: "Recent notes about some files" }
  ]),
  Command.provide((input) => authoringLayer(input))
)
