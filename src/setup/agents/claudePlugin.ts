import { join } from "node:path"
import { Effect, FileSystem, Option, Result } from "effect"
import { readConfig } from "../clients/formats/configFile.ts"
import { ConfigInaccessible, FilesForeign, InstallError } from "../clients/InstallError.ts"
import { guidance } from "../skill/Guidance.ts"
import { removeEntries } from "./hookEntries.ts"
import { claudeHooks } from "./hookFiles.ts"
import { toolsets } from "./setUpAgents.ts"

const description = "Gives the recorded reasons for code before it is changed, and gathers new ones"

const skillHead = `---
name: ultragit
description: Read why code is as it is before changing it, and record the reasons of a change. Use before editing functions or types and when committing.
---
`

const toText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The files of a plugin of Claude Code, by path in its folder, from the same tables as the single files. */
const makeFiles = (version: string): Readonly<Record<string, string>> => ({
  ".claude-plugin/plugin.json": toText({ name: "ultragit", version, description, license: "MIT" }),
  "hooks/hooks.json": toText({ hooks: claudeHooks() }),
  ".mcp.json": toText({
    mcpServers: { ultragit: { command: "ultragit", args: ["mcp", "start", "--toolsets", toolsets.join(",")] } }
  }),
  "skills/ultragit/SKILL.md": `${skillHead}\n${guidance.replace(/^<!--.*-->\n|\n<!--.*-->$/g, "")}\n`
})

const withoutSpace = (text: string): string => text.replace(/\s+/g, "")

/** Whether a file holds nothing but what a version of {@link makeFiles} wrote there. */
const isWritten: Readonly<Record<string, (text: string) => boolean>> = {
  ".claude-plugin/plugin.json": (text) => withoutSpace(text).startsWith('{"name":"ultragit",'),
  "hooks/hooks.json": (text) => Result.getOrElse(removeEntries(text, {}), () => text) === "",
  ".mcp.json": (text) =>
    /^\{"mcpServers":\{"ultragit":\{"command":"ultragit","args":\["mcp","start"(?:,"[\w,-]+")*\]\}\}\}$/.test(
      withoutSpace(text)
    ),
  "skills/ultragit/SKILL.md": (text) => text.startsWith("---\nname: ultragit\n")
}

/**
 * Writes a plugin of Claude Code into a folder: hooks, MCP server and skill. Returns the paths of its files. Writes nothing
 * and fails with `FilesForeign` if one of them exists that this program did not write.
 */
export const writeClaudePlugin = Effect.fn("Agents.writeClaudePlugin")(function* (folder: string, version: string) {
  const files = yield* FileSystem.FileSystem
  const made = Object.entries(makeFiles(version)).map(([name, text]) => ({ name, path: join(folder, name), text }))
  const foreign = yield* Effect.filter(made, ({ name, path, text }) =>
    Effect.map(readConfig(path), (config) =>
      Option.exists(config.text, (found) => found !== text && isWritten[name]?.(found) !== true)
    )
  )
  if (foreign.length > 0) {
    return yield* new InstallError({ reason: new FilesForeign({ files: foreign.map(({ path }) => path) }) })
  }
  for (const { path, text } of made) {
    yield* files.makeDirectory(join(path, ".."), { recursive: true }).pipe(
      Effect.andThen(files.writeFileString(path, text)),
      Effect.mapError(
        (error) => new InstallError({ reason: new ConfigInaccessible({ file: path, detail: error.message }) })
      )
    )
  }
  return made.map(({ path }) => path)
})
