import { Effect, Option } from "effect"
import * as Flag from "effect/cli/Flag"
import { Git } from "../../../adapters/git/Git.ts"
import { placeFlags } from "../../kit/flags.ts"
import { dryRunFlag } from "../../kit/booleanFlags.ts"

/** Whose configuration, for which repository, under which name. */
export const targetFlags = {
  config: Flag.String("config").pipe(
    Flag.withMetavar("PATH"),
    Flag.withDescription("Configuration file to write"),
    Flag.optional
  ),
  global: Flag.Boolean("global").pipe(
    Flag.withDescription("The client's file for the user, not the repository's; without --client Claude Desktop's"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  ),
  client: Flag.String("client").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription(
      "claude-code (default), claude-desktop, cursor, vscode, zed, windsurf, codex, gemini, opencode; for any other the entry is printed. Only for the user: claude-desktop, windsurf; only for the repository: claude-code"
    ),
    Flag.optional
  ),
  name: Flag.String("name").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("Name of the entry (default: ultragit)"),
    Flag.optional
  ),
  dryRun: dryRunFlag,
  repo: placeFlags.repo
}

interface TargetInput {
  readonly config: Option.Option<string>
  readonly global: boolean
  readonly client: Option.Option<string>
  readonly name: Option.Option<string>
  readonly dryRun: boolean
  readonly repo: string
}

/** The same with the repository's root: the work tree, or the git directory of a bare repository. */
export const targetOf = Effect.fnUntraced(function* (input: TargetInput) {
  const git = yield* Git
  const { gitDirectory, workTree } = yield* git.repository
  return {
    repository: Option.getOrElse(workTree, () => gitDirectory),
    config: Option.getOrUndefined(input.config),
    global: input.global,
    client: Option.getOrUndefined(input.client),
    name: Option.getOrUndefined(input.name),
    dryRun: input.dryRun
  }
})
