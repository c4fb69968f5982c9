import * as fs from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { install, type InstallOptions } from "../../../src/setup/clients/install.ts"
import { report } from "../../../src/setup/clients/report.ts"
import { makeMachine } from "../../support/installing.ts"

const url = "https://git.example.com/r/app/mcp"

const ready = Effect.map(makeMachine, (machine) => {
  machine.installProgram()
  const { repository } = machine
  return {
    ...machine,
    read: (path: string) => fs.readFileSync(join(repository, path), "utf8"),
    install: (options: Partial<InstallOptions>) =>
      install({ repository, ...options }).pipe(Effect.provide(machine.layer()))
  }
})

describe("an entry with an address", () => {
  it.effect.each<readonly [client: string, file: string, key: string, members: object]>([
    [
      "claude-code",
      ".mcp.json",
      "mcpServers",
      { type: "http", url, headers: { Authorization: "Bearer ${ULTRAGIT_TOKEN}" } }
    ],
    ["cursor", ".cursor/mcp.json", "mcpServers", { url, headers: { Authorization: "Bearer ${env:ULTRAGIT_TOKEN}" } }],
    [
      "vscode",
      ".vscode/mcp.json",
      "servers",
      { type: "http", url, headers: { Authorization: "Bearer ${env:ULTRAGIT_TOKEN}" } }
    ],
    [
      "gemini",
      ".gemini/settings.json",
      "mcpServers",
      { httpUrl: url, headers: { Authorization: "Bearer ${ULTRAGIT_TOKEN}" } }
    ],
    ["zed", ".zed/settings.json", "context_servers", { url }],
    [
      "opencode",
      "opencode.json",
      "mcp",
      { type: "remote", url, headers: { Authorization: "Bearer {env:ULTRAGIT_TOKEN}" } }
    ]
  ])("has the client's own form of the variable: %s", ([client, file, key, members]) =>
    Effect.gen(function* () {
      const machine = yield* ready
      const outcome = yield* machine.install({ client, url })
      assert.strictEqual(outcome.kind, "added")
      assert.deepStrictEqual(JSON.parse(machine.read(file))[key].ultragit, members)
      assert.match(report(outcome), client === "zed" ? /replaces no variables/ : /ULTRAGIT_TOKEN; set it/)
      assert.strictEqual((yield* machine.install({ client, url })).kind, "unchanged")
    })
  )

  it.effect("names the variable of Codex, and the address of Windsurf for the user", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      yield* machine.install({ client: "codex", url })
      const codex = machine.read(".codex/config.toml")
      assert.include(codex, `url = "${url}"`)
      assert.include(codex, 'bearer_token_env_var = "ULTRAGIT_TOKEN"')
      const outcome = yield* machine.install({ client: "windsurf", url })
      const second = yield* machine.install({ client: "windsurf", url: "https://git.example.com/r/lib/mcp" })
      assert.deepStrictEqual([outcome.name, second.name], ["ultragit", "ultragit-lib"])
      assert.isTrue(outcome.kind === "added")
      if (outcome.kind !== "added") return
      const { mcpServers } = JSON.parse(fs.readFileSync(outcome.file, "utf8"))
      assert.deepStrictEqual(mcpServers.ultragit, {
        serverUrl: url,
        headers: { Authorization: "Bearer ${env:ULTRAGIT_TOKEN}" }
      })
    })
  )

  it.effect("takes the place of a program, and gives it back", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      for (const client of ["claude-code", "codex"]) {
        yield* machine.install({ client })
        const file = client === "codex" ? ".codex/config.toml" : ".mcp.json"
        const before = machine.read(file)
        assert.strictEqual((yield* machine.install({ client, url })).kind, "replaced")
        assert.notInclude(machine.read(file), "command")
        assert.strictEqual((yield* machine.install({ client })).kind, "replaced")
        assert.strictEqual(machine.read(file), before)
      }
    })
  )

  it.effect("needs no token on this machine, and is printed for an unknown client", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      yield* machine.install({ url: "http://127.0.0.1:7337/r/app/mcp" })
      assert.notInclude(machine.read(".mcp.json"), "Authorization")
      const pasted = report(yield* machine.install({ client: "somebody-elses", url }))
      assert.include(pasted, "Bearer ${ULTRAGIT_TOKEN}")
      assert.notInclude(pasted, "command line")
    })
  )

  it.effect.each([
    ["https://user:secret@git.example.com/mcp", "address_invalid"],
    ["https://git.example.com/mcp?token=secret", "address_invalid"],
    ["http://git.example.com/mcp", "address_invalid"],
    ["ftp://git.example.com/mcp", "address_invalid"],
    ["nonsense", "address_invalid"]
  ])("is refused, and not repeated: %s", ([given, code]) =>
    Effect.gen(function* () {
      const machine = yield* ready
      const failure = yield* Effect.flip(machine.install({ url: given }))
      assert.strictEqual(failure.code, code)
      assert.notInclude(failure.message, "secret")
      assert.isFalse(fs.existsSync(join(machine.repository, ".mcp.json")))
    })
  )

  it.effect("is nothing for Claude Desktop", () =>
    Effect.gen(function* () {
      const machine = yield* ready
      const failure = yield* Effect.flip(machine.install({ client: "claude-desktop", url }))
      assert.strictEqual(failure.code, "remote_unsupported")
    })
  )
})
