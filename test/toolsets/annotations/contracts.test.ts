import { assert, describe, it } from "@effect/vitest"
import {
  depsContract,
  historyContract,
  readContract,
  summaryContract
} from "../../../src/toolsets/annotations/contracts.ts"
import { inputSchema } from "../../../src/toolsets/tool/jsonSchema.ts"

const contracts = [readContract, depsContract, historyContract, summaryContract]

describe("the tools as clients see them", () => {
  it("take no argument that the schemas of the first seed do not have", () => {
    assert.deepStrictEqual(
      contracts.map((contract) => Object.keys(inputSchema(contract).properties)),
      [
        ["path", "anchor", "lines", "max_tokens"],
        ["path", "anchor"],
        ["path", "anchor", "limit"],
        ["path", "anchor"]
      ]
    )
  })
})
