import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { annotateContract } from "../../../src/toolsets/authoring/contracts.ts"
import { annotateTool } from "../../../src/toolsets/authoring/tools.ts"
import { inputSchema, outputSchema } from "../../../src/toolsets/tool/jsonSchema.ts"
import { poolSource } from "../../support/annotated.ts"
import { authored } from "../../support/authored.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const listed = [annotateContract].map((contract) => ({
  name: contract.name,
  title: contract.title,
  description: contract.description,
  hints: contract.hints,
  inputSchema: inputSchema(contract),
  outputSchema: outputSchema(contract)
}))

describe("the tools for authors as clients see them", () => {
  it("limit the description to 1 KB and the list to 4 KB", () => {
    assert.isAtMost(Buffer.byteLength(annotateContract.description), 1024)
    assert.isAtMost(Buffer.byteLength(JSON.stringify(listed)), 4 * 1024)
  })

  it("have no option to allow credentials", () => {
    assert.notMatch(JSON.stringify(listed), /allow.?secret/i)
  })
})

describe("ultragit_annotate", () => {
  it.effect("annotates a commit and answers as specified in its contract", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("Add the pool", { files: { "src/pool.ts": poolSource } })
      const regions = [
        { file: "src/pool.ts", anchor: "acquire", intent: "One at a time.", constraints: ["Never wait."] }
      ]
      const run = (more: object) => authored(repository)(annotateTool.program({ summary: "A pool.", regions, ...more }))
      const dry = yield* run({ dry_run: true })
      assert.strictEqual(dry.note?.["commit"], commit)
      const answer = yield* Schema.encodeEffect(annotateContract.output)(yield* run({}))
      assert.deepStrictEqual(answer, {
        $schema: "ultragit-annotate/v1",
        commit,
        ref: "refs/notes/ultragit",
        kind: "written",
        regions: [
          {
            file: "src/pool.ts",
            anchor: { type: "method", name: "Pool.acquire", signature: "acquire(): string" },
            lines: { start: 2, end: 4 }
          }
        ]
      })
      assert.strictEqual((yield* run({})).kind, "unchanged")
    })
  )
})
