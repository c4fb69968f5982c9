import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import {
  depsContract,
  historyContract,
  readContract,
  summaryContract
} from "../../../src/toolsets/annotations/contracts.ts"
import { annotationsInstructions, toolNames } from "../../../src/toolsets/annotations/instructions.ts"
import { inputSchema, outputSchema } from "../../../src/serving/server/jsonSchema.ts"

const contracts = [readContract, depsContract, historyContract, summaryContract]
const listed = contracts.map((contract) => ({
  name: contract.name,
  title: contract.title,
  description: contract.description,
  hints: contract.hints,
  inputSchema: inputSchema(contract),
  outputSchema: outputSchema(contract)
}))

describe("the tools as clients see them", () => {
  it("are those of the committed snapshot", () => {
    const golden: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "contracts.golden.json"), "utf8"))
    assert.deepStrictEqual(listed, golden)
  })

  it("are named as the toolset names them, in its order", () => {
    assert.deepStrictEqual(
      contracts.map((contract) => contract.name),
      [...toolNames]
    )
  })

  it("cost a session no more than 8 KB, and their instructions no more than 1 KB", () => {
    assert.isAtMost(Buffer.byteLength(JSON.stringify(listed)), 8 * 1024)
    assert.isAtMost(Buffer.byteLength(annotationsInstructions), 1024)
  })

  it("take no argument that the schemas of the first seed do not have", () => {
    assert.deepStrictEqual(
      listed.map((tool) => Object.keys(tool.inputSchema.properties)),
      [
        ["path", "anchor", "lines", "max_tokens"],
        ["path", "anchor"],
        ["path", "anchor", "limit"],
        ["path", "anchor"]
      ]
    )
  })
})
