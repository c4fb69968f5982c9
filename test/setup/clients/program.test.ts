import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { clients } from "../../../src/setup/clients/clients.ts"
import { run } from "../../support/program.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const namesOf = (some: typeof clients): string => some.map(({ name }) => name).join(", ")

describe("ultragit mcp install", () => {
  it.live("lists every client in its help", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const help = (yield* run(["mcp", "install", "--help"], { cwd: directory })).stdout.replaceAll(/\s+/g, " ")
      const named = /--client NAME ([^;]*);/.exec(help)?.[1]?.replace(" (default)", "")
      assert.strictEqual(named, namesOf(clients))
      const [forUser, forRepository] = [
        clients.filter(({ projectFiles }) => projectFiles.length === 0),
        clients.filter(({ userFile }) => userFile === undefined)
      ]
      assert.include(help, `Only for the user: ${namesOf(forUser)}; only for the repository: ${namesOf(forRepository)}`)
    })
  )

  it.live("writes a client's user file below the home folder", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const home = join(directory, "home")
      const args = ["mcp", "install", "--client", "codex", "--global"]
      const done = yield* run(args, { cwd: directory, env: { HOME: home, CODEX_HOME: "" } })
      assert.deepStrictEqual(done, {
        exitCode: 0,
        stdout: `Added ultragit (Codex) in ${join(home, ".codex/config.toml")}\n`,
        stderr: ""
      })
    })
  )
})
