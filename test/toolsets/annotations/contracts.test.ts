import { assert, describe, it } from "@effect/vitest"
import {
  depsContract,
  historyContract,
  readContract,
  summaryContract
} from "../../../src/toolsets/annotations/contracts.ts"
import { inputSchema, outputSchema } from "../../../src/toolsets/tool/jsonSchema.ts"

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
  it("cost a session no more than 8 KB", () => {
    assert.isAtMost(Buffer.byteLength(JSON.stringify(listed)), 8 * 1024)
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
