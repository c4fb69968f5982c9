import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { makeRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const script = fileURLToPath(new URL("../../../support/esGitCalls.ts", import.meta.url))
/** Maximum growth after ten thousand calls. Reading contents or notes by es-git leaks 23 MB or more. */
const bound = 8 * 1024 * 1024

describe("ten thousand questions to es-git", () => {
  it.effect(
    "leak little memory, and the process exits normally",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("one")
        yield* repository.note("HEAD", "note")
        const { code, stdout } = yield* Effect.callback<{ readonly code: number | null; readonly stdout: string }>(
          (resume) => {
            const args = ["--expose-gc", script, repository.directory, "10000", `${bound}`]
            const child = spawn(process.execPath, args, {
              stdio: ["ignore", "pipe", "inherit"]
            })
            let text = ""
            child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()))
            child.on("close", (ended) => resume(Effect.succeed({ code: ended, stdout: text })))
            return Effect.sync(() => child.kill("SIGKILL"))
          }
        )
        assert.strictEqual(code, 0)
        const grown: Readonly<Record<string, number>> = JSON.parse(stdout)
        assert.sameMembers(Object.keys(grown), ["resolveCommit", "resolveRef"])
        for (const [call, bytes] of Object.entries(grown)) assert.isBelow(bytes, bound, call)
      }),
    slow
  )
})
