import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { type Definition, type SettingValue, variableNames } from "../../../config/define.ts"
import { allDefinitions } from "../../../config/definitions.ts"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer, settingsLayer } from "../../kit/layers.ts"
import { jsonFlag } from "../../kit/booleanFlags.ts"
import { formatValue } from "./formatValue.ts"

const formatDefinition = (definition: Definition<SettingValue>): string => {
  const { expected, fallback, description: meaning, name, tracked } = definition
  const [variable = ""] = variableNames(definition)
  return [
    `${tracked ? "*" : " "} ${name}  ${variable}`,
    `      ${meaning}.`,
    `      ${expected} (default: ${formatValue(fallback)})`
  ].join("\n")
}

const description = [
  "Show every setting with its value and source.",
  "",
  "Precedence, strongest first: flags, the environment, git's configuration (ultragit.<name>; the narrowest scope that " +
    "names a setting replaces all others), .ultragit-config.toml in the root of the work tree, the default. Anyone who " +
    "contributes can change that file, so it may only set the settings marked with *.",
  "",
  ...allDefinitions.map(formatDefinition)
].join("\n")

const loadRun = Effect.promise(() => import("./run.ts"))

const nameArgument = Argument.String("name").pipe(
  Argument.withDescription("Setting, such as maxTokens or ultragit.maxTokens")
)

const globalFlag = Flag.Boolean("global").pipe(
  Flag.withDescription("All your repositories instead of this one"),
  Flag.withoutNegation,
  Flag.withDefault(false)
)

const listFlags = { json: jsonFlag, ...placeFlags }

const printList = Effect.fnUntraced(function* (input: { readonly json: boolean }) {
  const { printSettings } = yield* loadRun
  yield* printSettings(input)
})

const list = Command.make("list", listFlags, printList).pipe(
  Command.withDescription("Show every setting with its value and source"),
  Command.withExamples([{ command: "ultragit config list --json", description: "As JSON" }]),
  Command.provide((input) => settingsLayer(input))
)

const get = Command.make(
  "get",
  { name: nameArgument, ...listFlags },
  Effect.fnUntraced(function* (input) {
    const { printSetting } = yield* loadRun
    yield* printSetting(input)
  })
).pipe(
  Command.withDescription("Print the value of a setting; the values of a list one per line"),
  Command.withShortDescription("Print the value of a setting"),
  Command.withExamples([{ command: "ultragit config get maxTokens", description: "The effective token budget" }]),
  Command.provide((input) => settingsLayer(input))
)

const set = Command.make(
  "set",
  {
    name: nameArgument,
    values: Argument.String("value").pipe(
      Argument.withDescription("Value; several for a list, an empty one for an empty list"),
      Argument.variadic({ min: 1 })
    ),
    add: Flag.Boolean("add").pipe(
      Flag.withDescription("Add to a list instead of replacing it"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    ),
    global: globalFlag,
    json: jsonFlag,
    repo: placeFlags.repo
  },
  Effect.fnUntraced(function* (input) {
    const { printSet } = yield* loadRun
    yield* printSet(input)
  })
).pipe(
  Command.withDescription("Write a setting to git's configuration; rejects invalid values"),
  Command.withShortDescription("Write a setting to git's configuration"),
  Command.withExamples([
    { command: "ultragit config set maxTokens 4000", description: "In this repository" },
    { command: "ultragit config set --global confidence.halfLifeDays 365", description: "In all your repositories" },
    { command: "ultragit config set --add exclude 'vendor/**' '*.min.js'", description: "Add to a list" }
  ]),
  Command.provide((input) => authoringLayer(input))
)

const unset = Command.make(
  "unset",
  { name: nameArgument, global: globalFlag, json: jsonFlag, repo: placeFlags.repo },
  Effect.fnUntraced(function* (input) {
    const { printUnset } = yield* loadRun
    yield* printUnset(input)
  })
).pipe(
  Command.withDescription(
    "Remove a setting, with all values of a list, from git's configuration; the next source then applies"
  ),
  Command.withShortDescription("Remove a setting from git's configuration"),
  Command.withExamples([{ command: "ultragit config unset maxTokens", description: "Restore the inherited value" }]),
  Command.provide((input) => authoringLayer(input))
)

/** `ultragit config`: shows and changes settings. */
export const config = Command.make("config", listFlags, printList).pipe(
  Command.withDescription(description),
  Command.withShortDescription("Show and change settings"),
  Command.withExamples([
    { command: "ultragit config", description: "All settings and their sources" },
    { command: "ultragit config set maxTokens 4000", description: "Smaller answers in this repository" },
    { command: "ULTRAGIT_MAX_TOKENS=2000 ultragit read src/pool.ts", description: "For one command" }
  ]),
  Command.provide((input) => settingsLayer(input)),
  Command.withSubcommands([list, get, set, unset])
)
