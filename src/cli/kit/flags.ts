import type { AnyToolset } from "../../toolsets/tool/Toolset.ts"
import { toolsets } from "../../toolsets/toolsets.ts"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { booleanFlag } from "./booleanFlags.ts"

/** Which repository, and which notes in it. */
export const placeFlags = {
  repo: Flag.String("repo").pipe(
    Flag.withMetavar("PATH"),
    Flag.withDescription("Repository: a folder in or below it (default: GIT_DIR, else the working directory)"),
    Flag.withDefault("")
  ),
  noteref: Flag.String("noteref").pipe(
    Flag.withMetavar("REF"),
    Flag.withDescription("Notes ref (default: refs/notes/ultragit)"),
    Flag.optional
  )
}

/** Names of toolsets, separated by commas. */
export const toolsetsFlagFor = (all: ReadonlyArray<AnyToolset>) => {
  const served = all.filter((toolset) => toolset.default).map(({ name }) => name)
  return Flag.String("toolsets").pipe(
    Flag.withMetavar("LIST"),
    Flag.withDescription(`Toolsets to serve, separated by commas, or all (default: ${served.join(",")})`),
    Flag.map((list) => list.split(",")),
    Flag.optional
  )
}

/** {@link toolsetsFlagFor} every toolset there is. */
export const toolsetsFlag = toolsetsFlagFor(toolsets)

/** The file of the index of commits. */
export const dbFlag = Flag.String("db").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("Index of commits (default: ULTRAGIT_DB, COMMITMUX_DB, or the user's data folder)"),
  Flag.optional
)

/** What every question takes beside its path. */
export const questionFlags = {
  anchorFlag: Flag.String("anchor").pipe(
    Flag.withAlias("a"),
    Flag.withMetavar("NAME"),
    Flag.withDescription("Function or type, such as Pool.acquire or MqttClient::connect"),
    Flag.optional
  ),
  maxTokens: Flag.Int("max-tokens").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription("Budget of the answer in tokens of 3 bytes (default: 10000)"),
    Flag.optional
  ),
  rev: Flag.String("rev").pipe(
    Flag.withMetavar("REV"),
    Flag.withDescription("Revision to ask about (default: the work tree)"),
    Flag.optional
  ),
  verbose: booleanFlag("verbose", "Keep empty fields in JSON"),
  format: Flag.Literals("format", ["markdown", "json", "pretty"]).pipe(
    Flag.withMetavar("FORMAT"),
    Flag.withDescription("markdown (default), json (one line, as the MCP tool answers) or pretty (indented)"),
    Flag.withDefault("markdown")
  ),
  json: booleanFlag("json", "Short for --format json"),
  ...placeFlags
}

/** Which regions count; each question takes those that make sense for it. */
export const filterFlags = {
  since: Flag.String("since").pipe(
    Flag.withMetavar("DATE|REV"),
    Flag.withDescription("Only what was written since: 2025-01-31, '2 weeks ago', v1.2.0"),
    Flag.optional
  ),
  tags: Flag.String("tags").pipe(
    Flag.withMetavar("LIST"),
    Flag.withDescription("Only what has one of these tags, separated by commas"),
    Flag.map((list): ReadonlyArray<string> => list.split(",")),
    Flag.optional
  ),
  contextLevel: Flag.Literals("context-level", ["enhanced", "inferred"]).pipe(
    Flag.withMetavar("LEVEL"),
    Flag.withDescription("Only what authors said (enhanced), or only what was taken from diffs (inferred)"),
    Flag.optional
  )
}

export const minConfidenceFlag = Flag.Finite("min-confidence").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("Only what can be trusted that much, 0 to 1"),
  Flag.optional
)

export const depthFlag = Flag.Int("depth").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("Hops to follow along related annotations, 0 to 10 (default: 1)"),
  Flag.optional
)

export const pathArgument = Argument.String("path").pipe(
  Argument.withDescription("File, from the repository's root or from here")
)

export const anchorArgument = Argument.String("anchor").pipe(
  Argument.withDescription("Function or type; the same as --anchor"),
  Argument.optional
)
