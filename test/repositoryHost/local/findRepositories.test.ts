import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeTemporaryFolder } from "../../support/gitblitFolder.ts"
import { runCommand } from "../../support/runCommand.ts"
import { runGit } from "../../support/runGit.ts"

const script = fileURLToPath(new URL("../../support/fewDescriptors.ts", import.meta.url))

describe("folders of a root", () => {
  it.live("are read again once files can be opened, and then not before they change", () =>
    Effect.gen(function* () {
      const root = yield* makeTemporaryFolder
      yield* Effect.promise(() => mkdir(join(root, "team")))
      yield* runGit(root, ["init", "--quiet", "--bare", "team/one.git"])
      const { stdout } = yield* runCommand({
        command: "/bin/sh",
        args: ["-c", 'ulimit -n 128 && exec "$0" "$1" "$2"', process.execPath, script, root],
        cwd: process.cwd(),
        env: process.env
      })
      assert.deepStrictEqual(JSON.parse(stdout.toString()), {
        without: [""],
        withSome: ["team/one.git"],
        kept: ["team/one.git"],
        isUsedUp: true
      })
    })
  )
})
