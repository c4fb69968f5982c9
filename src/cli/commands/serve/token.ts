import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { scopes } from "../../../domain/Principal.ts"
import { jsonFlag } from "../../kit/booleanFlags.ts"
import { tokensFlag } from "./tokensFlag.ts"

const loadRun = Effect.promise(() => import("./tokenRun.ts"))

const name = Argument.String("name").pipe(Argument.withDescription("Name of the token: letters, digits and . _ @ + -"))

const add = Command.make(
  "add",
  {
    name,
    repositories: Flag.String("repo").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription(
        "Repository that the token is for, by its served name; 'team/*' for all below; '*' for all; repeatable (default: none)"
      ),
      Flag.atLeast(0)
    ),
    scopes: Flag.Literals("scope", scopes).pipe(
      Flag.withMetavar("SCOPE"),
      Flag.withDescription(
        "What it may: read; write notes as well; model to spend the server's language model; repeatable (default: read)"
      ),
      Flag.atLeast(0)
    ),
    expires: Flag.String("expires").pipe(
      Flag.withMetavar("TIME"),
      Flag.withDescription("When it expires: hours, days or weeks, such as 12h, 90d or 52w (default: 90d)"),
      Flag.withDefault("90d")
    ),
    tokens: tokensFlag,
    json: jsonFlag
  },
  Effect.fnUntraced(function* (input) {
    yield* (yield* loadRun).printAdded(input)
  })
).pipe(
  Command.withDescription("Make a token, and print it once: only its hash is kept"),
  Command.withExamples([
    { command: "ultragit serve token add ci --repo app --repo 'team/*'", description: "To read, for 90 days" },
    { command: "ultragit serve token add ann --repo '*' --scope write --expires 52w", description: "To write notes" }
  ])
)

const list = Command.make(
  "list",
  { tokens: tokensFlag, json: jsonFlag },
  Effect.fnUntraced(function* (input) {
    yield* (yield* loadRun).printTokens(input)
  })
).pipe(Command.withDescription("List the tokens: names, repositories, scopes, when they expire"))

const revoke = Command.make(
  "revoke",
  { name, tokens: tokensFlag, json: jsonFlag },
  Effect.fnUntraced(function* (input) {
    yield* (yield* loadRun).printRevoked(input)
  })
).pipe(Command.withDescription("Revoke a token: running servers refuse it from the next request on"))

/** `ultragit serve token …`: the tokens of `--auth tokens`. */
export const token = Command.make("token").pipe(
  Command.withDescription("Make, list and revoke the tokens of --auth tokens"),
  Command.withSubcommands([add, list, revoke])
)
