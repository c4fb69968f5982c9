import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { registrations } from "../../../src/setup/doctor/registrations.ts"

/** Writes files and returns those in which an entry is found. */
const found = Effect.fnUntraced(function* (files: Record<string, string>) {
  const root = yield* Effect.acquireRelease(
    Effect.sync(() => fs.mkdtempSync(join(tmpdir(), "ultragit-registrations-"))),
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true }))
  )
  for (const [path, text] of Object.entries(files)) {
    fs.mkdirSync(dirname(join(root, path)), { recursive: true })
    fs.writeFileSync(join(root, path), text)
  }
  return yield* registrations(root).pipe(Effect.provide(NodeFileSystem.layer))
})

describe("the registrations in a repository", () => {
  it.effect("are found in the file of any client, below any key", () =>
    Effect.gen(function* () {
      const files = {
        ".mcp.json": '\ufeff{ "mcpServers": { "ultragit": {} } }',
        ".vscode/mcp.json": '{ "inputs": [], "servers": { "ultragit-app": {} } }',
        ".zed/settings.json": '{ // mine\n "context_servers": { "ultragit": {}, }, }',
        ".codex/config.toml": "[ mcp_servers . 'ultragit' ]\n",
        "opencode.jsonc": '{ "mcp": { "servers": { "ultragit": {} } } }'
      }
      assert.deepStrictEqual(yield* found(files), Object.keys(files))
    })
  )

  it.effect("are not found in files that only mention the name, or that are invalid", () =>
    Effect.gen(function* () {
      const files = {
        ".mcp.json": '{ "mcpServers": { "ultragit": {} ',
        ".cursor/mcp.json": '{ "mcpServers": { "ultragitlike": {}, "x": "ultragit" } } // "ultragit": {}',
        ".codex/config.toml": "# [mcp_servers.ultragit]\n",
        ".gemini/settings.json": "",
        "opencode.json": "[]"
      }
      assert.deepStrictEqual(yield* found(files), [])
    })
  )
})
