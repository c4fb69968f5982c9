import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  anthropicStream,
  makeModelServer,
  type ModelServer,
  type ReceivedRequest
} from "../../../support/ModelServer.ts"
import { run } from "../../../support/program.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const key = "sk-test-0123456789abcdef"

const environment = ({ url }: ModelServer) => ({
  ANTHROPIC_API_KEY: key,
  ANTHROPIC_BASE_URL: url,
  ULTRAGIT_LLM_MODEL: "m-1"
})

const reply = ({ text }: ReceivedRequest) =>
  text.includes("Add two")
    ? { pieces: [anthropicStream("I would rather not.")] }
    : { pieces: [anthropicStream({ summary: "A draft.", regions: [] })] }

describe("ultragit backfill", () => {
  it.live(
    "prints its result as JSON, without the key, one line of progress in a log, and exits with 1 if a commit failed",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("Add one", { files: { "one.ts": "export const one = 1\n" } })
        const two = yield* repository.commit("Add two", { files: { "two.ts": "export const two = 2\n" } })
        const server = yield* makeModelServer(reply)
        const { exitCode, stderr, stdout } = yield* run(["backfill", "--json"], {
          cwd: repository.directory,
          env: environment(server)
        })
        const document = JSON.parse(stdout)
        assert.strictEqual(exitCode, 1)
        assert.deepInclude(document, { $schema: "ultragit-backfill/v1", planned: 2, written: 1, model: "m-1" })
        assert.strictEqual(document.failed[0].commit, two)
        assert.match(stderr, /^2 calls, about \d+ tokens to send\.\n0\/2 …\n(?![\s\S]*\d\/2)/)
        assert.notInclude(stdout + stderr, key)
      }),
    slow
  )

  it.live("names the variables to set where no model is configured", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const { exitCode, stderr } = yield* run(["backfill"], {
        cwd: repository.directory,
        env: { ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "", ANTHROPIC_BASE_URL: "", OPENAI_BASE_URL: "" }
      })
      assert.strictEqual(exitCode, 1)
      assert.include(
        stderr,
        "Error: No language model is configured.\nHint: Set ULTRAGIT_LLM_MODEL, and ANTHROPIC_API_KEY"
      )
    })
  )
})
