import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { placeFlags, questionFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"

const commit = Argument.String("commit").pipe(
  Argument.withDescription("Revision (default: HEAD)"),
  Argument.withDefault("HEAD")
)

/** `ultragit show`: shows the annotation of one commit. */
export const show = Command.make(
  "show",
  { commit, format: questionFlags.format, json: questionFlags.json, ...placeFlags },
  Effect.fnUntraced(function* (input) {
    const { printNote } = yield* Effect.promise(() => import("./run.ts"))
    yield* printNote(input)
  })
).pipe(
  Command.withDescription("Show the annotation of one commit, as Markdown or JSON"),
  Command.withShortDescription("Show the annotation of one commit"),
  Command.withExamples([
    { command: "ultragit show HEAD", description: "The last commit" },
    { command: "ultragit show v1.2.0 --json", description: "A tag, as one line of JSON" }
  ]),
  Command.provide((input) => authoringLayer(input))
)
