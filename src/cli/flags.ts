import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"

/** Which repository, and which notes in it. */
export const placeFlags = {
  repo: Flag.String("repo").pipe(
    Flag.withMetavar("PATH"),
    Flag.withDescription("Repository: a folder in or below it (default: the working directory)"),
    Flag.withDefault(".")
  ),
  noteref: Flag.String("noteref").pipe(
    Flag.withMetavar("REF"),
    Flag.withDescription("Notes ref (default: refs/notes/ultragit)"),
    Flag.optional
  )
}

/** Names of toolsets, separated by commas. */
export const toolsetsFlag = Flag.String("toolsets").pipe(
  Flag.withMetavar("LIST"),
  Flag.withDescription("Toolsets to serve, separated by commas, or all (default: annotations)"),
  Flag.map((list) => list.split(",")),
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
  verbose: Flag.Boolean("verbose").pipe(
    Flag.withDescription("Keep empty fields in JSON"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  ),
  format: Flag.Literals("format", ["markdown", "json", "pretty"]).pipe(
    Flag.withMetavar("FORMAT"),
    Flag.withDescription("markdown, json (one line, as the MCP tool answers) or pretty (indented)"),
    Flag.withDefault("markdown")
  ),
  json: Flag.Boolean("json").pipe(
    Flag.withDescription("Short for --format json"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  ),
  ...placeFlags
}

export const pathArgument = Argument.String("path").pipe(
  Argument.withDescription("File, from the repository's root or from here")
)

export const anchorArgument = Argument.String("anchor").pipe(
  Argument.withDescription("Function or type; the same as --anchor"),
  Argument.optional
)
