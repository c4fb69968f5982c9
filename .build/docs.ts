/**
 * Writes the generated tables, examples and schemas of README.md and docs/; with `--check` it only says which are out of date.
 *
 *     npm run docs
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { detectorInfos } from "../src/codeGraph/findings/detectorList.ts"
import { toolsets } from "../src/toolsets/toolsets.ts"
import { ServeConfig } from "../src/cli/commands/serve/ServeConfig.ts"
import { groups } from "../src/cli/ultragit.ts"
import { variableNames } from "../src/config/define.ts"
import { allDefinitions } from "../src/config/definitions.ts"
import { languages } from "../src/adapters/parser/languages.ts"
import { toolRows } from "./toolTable.ts"

const root = join(import.meta.dirname, "..")
const documents = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith(".md")
)

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")

const code = (text: string): string => `\`${text}\``

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map((item) => code(String(item))).join(", ")
  return value === "" ? "none" : code(String(value))
}

/** A table of the tools of each toolset, as `annotationsTools`. */
const tools = await Promise.all(
  toolsets.map(async (toolset) => {
    const rows = (await toolRows([toolset])).map(([name, command, ...rest]) => [code(name), code(command), ...rest])
    return [`${toolset.name}Tools`, table(["MCP tool", "command", "question", "when"], rows)] as const
  })
)

const commands = groups.flatMap(({ commands: members, group }) =>
  members.map((command, position) => [
    position === 0 ? group : "",
    code(`ultragit ${command.name}`),
    command.shortDescription ?? command.description ?? ""
  ])
)

const settings = allDefinitions.map((definition) => [
  code(`ultragit.${definition.name}`),
  code(variableNames(definition)[0] ?? ""),
  definition.description,
  definition.expected,
  shown(definition.fallback),
  definition.tracked ? "yes" : ""
])

/** Formats an example program, which the tests compile and run with the built library. */
const example = (name: string): string =>
  `\`\`\`ts\n${readFileSync(join(import.meta.dirname, "../test/library", name), "utf8")}\`\`\``

const sections: Readonly<Record<string, string>> = {
  ...Object.fromEntries(tools),
  commands: table(["", "command", "what it does"], commands),
  languages: table(
    ["language", "files"],
    languages.map(({ extensions, name }) => [name, extensions.map((extension) => code(extension)).join(" ")])
  ),
  detectors: table(
    ["category", "detector", "what it finds", "on"],
    [...detectorInfos.values()].map(({ category, finds, id, off }) => [
      category,
      code(id),
      finds,
      off === undefined ? "yes" : `no: ${off}`
    ])
  ),
  library: example("example.ts"),
  commitsLibrary: example("commits.ts"),
  graphLibrary: example("graph.ts"),
  settings: table(["git config", "environment", "what for", "value", "default", "in the tracked file"], settings)
}

const generated = (text: string): string =>
  text.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- \/generated -->)/g,
    (_, open: string, name: string, close: string) => `${open}${sections[name] ?? ""}\n${close}`
  )

const serveSchemaFile = "docs/serve.schema.json"

/** The JSON Schema of the file of `serve --config`. */
const serveSchema = (): string => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(ServeConfig, { onExcessProperty: "error" })
  const $schema = "https://json-schema.org/draft/2020-12/schema"
  const $defs = Object.keys(definitions).length === 0 ? {} : { $defs: definitions }
  return `${JSON.stringify({ $schema, title: "ultragit serve --config", ...schema, ...$defs }, undefined, 2)}\n`
}

for (const document of [...documents, serveSchemaFile]) {
  const file = join(root, document)
  const before = existsSync(file) ? readFileSync(file, "utf8") : ""
  const after = document === serveSchemaFile ? serveSchema() : generated(before)
  if (before === after) continue
  if (process.argv.includes("--check")) {
    process.stdout.write(`${document} is out of date: npm run docs\n`)
    process.exitCode = 1
  } else {
    writeFileSync(file, after)
  }
}
