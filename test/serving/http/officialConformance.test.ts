import { join } from "node:path"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fixtureTools } from "../../support/conformance/fixtureTools.ts"
import { startHttp } from "../../support/conformance/overHttp.ts"
import { runCommand } from "../../support/runCommand.ts"
import { slow } from "../../support/scale.ts"

const root = join(import.meta.dirname, "..", "..", "..")
const runner = join(root, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js")
const program = { name: "fixtures", version: "1.2.3", toolsets: [fixtureTools], repository: "" }

// The runner also fails where a scenario passes that the file says fails.
describe("the official conformance runner", () => {
  it.live.each(["2025-11-25", "2026-07-28"])(
    "finds in revision %s only the failures that are known",
    (revision) =>
      Effect.gen(function* () {
        const base = yield* startHttp(program)
        const known = join(root, "test", "fixtures", "conformance", `${revision}.yml`)
        const { exitCode, stdout, stderr } = yield* runCommand({
          command: process.execPath,
          args: [
            runner,
            "server",
            `--url=${base}/r/repo/mcp`,
            `--requirements=${revision}`,
            `--expected-failures=${known}`
          ],
          cwd: root,
          env: process.env
        })
        assert.strictEqual(exitCode, 0, `${String(stdout)}${String(stderr)}`)
      }),
    slow
  )
})
