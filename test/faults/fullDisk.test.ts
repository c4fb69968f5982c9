import { readdirSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makePool } from "../support/annotated.ts"
import { run } from "../support/program.ts"
import { runCommand } from "../support/runCommand.ts"
import { isolation } from "../support/runGit.ts"

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url))

/** Runs the program with no room for a file of more than so many KiB: writing on fails as on a full disk. */
const runWithRoom = (kilobytes: number, cwd: string, args: ReadonlyArray<string>) =>
  runCommand({
    command: "bash",
    args: ["-c", `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$@"`, "bash", process.execPath, main, ...args],
    cwd,
    env: { ...process.env, ULTRAGIT_TESTS: undefined, ...isolation }
  })

const filesOf = (directory: string): ReadonlyArray<string> =>
  readdirSync(join(directory, ".git", "ultragit"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

describe("a question on a full disk", () => {
  it.live("is answered as usual, and leaves neither temporary nor partial files", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const ask = ["read", "src/pool.ts", "--json"]
      const full = yield* runWithRoom(0, repository.directory, ask)
      assert.strictEqual(full.exitCode, 0)
      assert.deepStrictEqual(
        filesOf(repository.directory).filter((name) => name !== "looked"),
        []
      )
      const roomy = yield* run(ask, { cwd: repository.directory })
      assert.strictEqual(full.stdout.toString(), roomy.stdout)
      assert.isAbove(filesOf(repository.directory).length, 1)
    })
  )
})
