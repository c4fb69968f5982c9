import { evidenceModes } from "../../config/evidenceModes.ts"
import type { AnyToolset } from "../../toolsets/tool/Toolset.ts"
import { toolsets } from "../../toolsets/toolsets.ts"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { booleanFlag } from "./booleanFlags.ts"

/** Select the repository and its notes ref. */
export const placeFlags = {
  repo: Flag.String("repo").pipe(
    Flag.withMetavar("PATH"),
    Flag.withDescription("Folder in the repository (default: GIT_DIR, else the working directory)"),
    Flag.withDefault("")
  ),
  noteref: Flag.String("noteref").pipe(
    Flag.withAlias("ref"),
    Flag.withMetavar("REF"),
    Flag.withDescription("Notes ref (default: refs/notes/ultragit)"),
    Flag.optional
  )
}

/** `--limit`, from 1. */
export const limitFlag = (byDefault: number, max: number) =>
  Flag.Int("limit").pipe(
    Flag.withAlias("n"),
    Flag.withMetavar("N"),
    Flag.withDescription(`Maximum results, 1 to ${max} (default: ${byDefault})`),
    Flag.withDefault(byDefault)
  )

/** `--limit` of searches for code. */
export const searchLimit = Flag.Int("limit").pipe(
  Flag.withAlias("n"),
  Flag.withMetavar("N"),
  Flag.withDescription("Maximum results, 1 to 100 (default: those that match well)"),
  Flag.optional
)

/** `--toolsets`, with the defaults among `all` in its description. */
export const toolsetsFlagFor = (all: ReadonlyArray<AnyToolset>) => {
  const served = all.filter((toolset) => toolset.default).map(({ name }) => name)
  return Flag.String("toolsets").pipe(
    Flag.withMetavar("LIST"),
    Flag.withDescription(`Toolsets to serve, separated by commas, or all (default: ${served.join(",")})`),
    Flag.map((list) => list.split(",")),
    Flag.optional
  )
}

/** `--toolsets` for all toolsets of the program. */
export const toolsetsFlag = toolsetsFlagFor(toolsets)

/** `--db`: the file of the commit index. */
export const dbFlag = Flag.String("db").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("Commit index file (default: ULTRAGIT_DB, COMMITMUX_DB, or the user's data folder)"),
  Flag.optional
)

/** `--root`: the folder of repositories. */
export const rootFlag = Flag.String("root").pipe(
  Flag.withMetavar("FOLDER"),
  Flag.withDescription("Folder of repositories (default: ULTRAGIT_GITBLIT_ROOT, or the setting gitblitRoot)"),
  Flag.optional
)

/** `--env-file`: the server and credentials of the toolset gitblit. */
export const envFileFlag = Flag.String("env-file").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("File with GITBLIT_URL and credentials (default: the environment, or a private untracked .env)"),
  Flag.optional
)

/** Flags of every question (`read`, `deps`, `history`, `summary`). */
export const questionFlags = {
  anchorFlag: Flag.String("anchor").pipe(
    Flag.withAlias("a"),
    Flag.withMetavar("NAME"),
    Flag.withDescription("Function or type, such as Pool.acquire or MqttClient::connect"),
    Flag.optional
  ),
  maxTokens: Flag.Int("max-tokens").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription("Token budget of the answer, 3 bytes per token (default: 10000)"),
    Flag.optional
  ),
  rev: Flag.String("rev").pipe(
    Flag.withMetavar("REV"),
    Flag.withDescription("Revision to read (default: the work tree)"),
    Flag.optional
  ),
  verbose: booleanFlag("verbose", "Keep empty and implied fields in JSON"),
  format: Flag.Literals("format", ["markdown", "json", "pretty"]).pipe(
    Flag.withMetavar("FORMAT"),
    Flag.withDescription("markdown (default), json (one line, as the MCP tool answers) or pretty (indented)"),
    Flag.withDefault("markdown")
  ),
  json: booleanFlag("json", "Same as --format json"),
  ...placeFlags
}

/** Filters of regions. Each question takes those that apply to it. */
export const filterFlags = {
  since: Flag.String("since").pipe(
    Flag.withMetavar("DATE|REV"),
    Flag.withDescription("Only notes since a date or revision: 2025-01-31, '2 weeks ago', v1.2.0"),
    Flag.optional
  ),
  tags: Flag.String("tags").pipe(
    Flag.withMetavar("LIST"),
    Flag.withDescription("Only regions with one of these tags, separated by commas"),
    Flag.map((list): ReadonlyArray<string> => list.split(",")),
    Flag.optional
  ),
  contextLevel: Flag.Literals("context-level", ["enhanced", "inferred"]).pipe(
    Flag.withMetavar("LEVEL"),
    Flag.withDescription("Only notes by authors (enhanced), or only those inferred from diffs (inferred)"),
    Flag.optional
  )
}

export const minConfidenceFlag = Flag.Finite("min-confidence").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("Only regions with at least this confidence, 0 to 1"),
  Flag.optional
)

export const depthFlag = Flag.Int("depth").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("Hops to follow through related annotations, 0 to 10 (default: 1)"),
  Flag.optional
)

export const pathArgument = Argument.String("path").pipe(
  Argument.withDescription("File, in the working directory or else from the repository root")
)

export const anchorArgument = Argument.String("anchor").pipe(
  Argument.withDescription("Function or type; same as --anchor"),
  Argument.optional
)

/** `--evidence`, whose effect on the answer `description` says. */
export const evidenceFlag = (description: string) =>
  Flag.Literals("evidence", evidenceModes).pipe(
    Flag.withMetavar("WHEN"),
    Flag.withDescription(`${description} (default: the setting)`),
    Flag.optional
  )
