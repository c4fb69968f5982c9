import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { booleanFlag, jsonFlag } from "../../kit/booleanFlags.ts"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"

const loadRun = Effect.promise(() => import("./run.ts"))

const commit = Argument.String("commit").pipe(Argument.withDescription("Revision of a commit with a draft"))
const commitOrAll = {
  commit: commit.pipe(Argument.optional),
  all: booleanFlag("all", "All drafts"),
  json: jsonFlag,
  ...placeFlags
}

const list = Command.make(
  "list",
  { json: jsonFlag, ...placeFlags },
  Effect.fnUntraced(function* (input) {
    yield* (yield* loadRun).printList(input.json)
  })
).pipe(
  Command.withDescription("List the commits with drafts"),
  Command.provide((input) => authoringLayer(input))
)

const show = Command.make(
  "show",
  { commit, json: jsonFlag, ...placeFlags },
  Effect.fnUntraced(function* (input) {
    yield* (yield* loadRun).printDraft(input)
  })
).pipe(
  Command.withDescription("Show a draft: the note that it would become"),
  Command.provide((input) => authoringLayer(input))
)

const accept = Command.make(
  "accept",
  commitOrAll,
  Effect.fnUntraced(function* (input) {
    yield* (yield* loadRun).printAccepted(input)
  })
).pipe(
  Command.withDescription("Write drafts as notes, merged with notes that are there, whose words stay"),
  Command.withShortDescription("Write drafts as notes"),
  Command.provide((input) => authoringLayer(input))
)

const edit = Command.make(
  "edit",
  {
    commit,
    file: Flag.String("file").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription(
        "The annotation, in the format of annotate; - is standard input (default: git's editor at a terminal, else -)"
      ),
      Flag.optional
    ),
    json: jsonFlag,
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    yield* (yield* loadRun).printEdited(input)
  })
).pipe(
  Command.withDescription("Replace the annotation of a draft with your own. Later imports leave an edited draft alone"),
  Command.withShortDescription("Replace the annotation of a draft"),
  Command.withExamples([
    { command: "ultragit drafts edit HEAD", description: "In git's editor" },
    {
      command: "ultragit drafts show HEAD --json > draft.json",
      description: "Its annotation is in the field annotation"
    },
    { command: "ultragit drafts edit HEAD --file draft.json", description: "Read it back after you have changed it" }
  ]),
  Command.provide((input) => authoringLayer(input))
)

const drop = Command.make(
  "drop",
  commitOrAll,
  Effect.fnUntraced(function* (input) {
    yield* (yield* loadRun).printDropped(input)
  })
).pipe(
  Command.withDescription("Delete drafts; the same sessions are not drafted again for these commits"),
  Command.withShortDescription("Delete drafts"),
  Command.provide((input) => authoringLayer(input))
)

/** `ultragit drafts`: what import sessions quoted, before it becomes notes. */
export const drafts = Command.make(
  "drafts",
  { json: jsonFlag, ...placeFlags },
  Effect.fnUntraced(function* (input) {
    yield* (yield* loadRun).printList(input.json)
  })
).pipe(
  Command.withDescription(
    "List the drafts of annotations that import sessions quoted from agents' sessions. They are files in the git " +
      "directory that only you can read, and become notes when you accept them"
  ),
  Command.withShortDescription("Review drafts quoted from agents' sessions"),
  Command.withExamples([
    { command: "ultragit drafts", description: "List them" },
    { command: "ultragit drafts show HEAD", description: "Read one" },
    { command: "ultragit drafts accept --all", description: "Write all as notes" }
  ]),
  Command.provide((input) => authoringLayer(input)),
  Command.withSubcommands([list, show, accept, edit, drop])
)
