import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { placeFlags, questionFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"

const commit = Argument.String("commit").pipe(
  Argument.withDescription("Revision (default: HEAD)"),
  Argument.withDefault("HEAD")
)

/** `ultragit show`: the annotation of one commit. */
export const show = Command.make(
  "show",
  { commit, format: questionFlags.format, json: questionFlags.json, ...placeFlags },
  Effect.fnUntraced(function* (input) {
    const { printNote } = yield* Effect.promise(() => import("./run.ts"))
    yield* printNote(input)
  })
).pipe(
  Command.withDescription("The annotation of one commit, as it reads or as JSON"),
  Command.withShortDescription("The annotation of one commit"),
  Command.withExamples([
    { command: "ultragit show HEAD", description: "What was said of the last commit" },
    { command: "ultragit show v1.2.0 --json", description: "As one line of JSON" }
  ]),
  Command.provide((input) => authoringLayer(input))
)
