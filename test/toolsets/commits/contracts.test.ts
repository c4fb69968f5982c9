import { assert, describe, it } from "@effect/vitest"
import {
  commitContract,
  patchContract,
  repositoriesContract,
  searchContract,
  touchesContract
} from "../../../src/toolsets/commits/contracts.ts"
import { inputSchema, outputSchema } from "../../../src/toolsets/tool/jsonSchema.ts"

const contracts = [searchContract, touchesContract, commitContract, patchContract, repositoriesContract]
const listed = contracts.map((contract) => ({
  name: contract.name,
  title: contract.title,
  description: contract.description,
  hints: contract.hints,
  inputSchema: inputSchema(contract),
  outputSchema: outputSchema(contract)
}))

describe("the tools for commits as clients see them", () => {
  it("cost a session no more than 6.3 KB", () => {
    assert.isAtMost(Buffer.byteLength(JSON.stringify(listed)), 6.3 * 1024)
  })

  it("take what the schemas of the second seed have, by its names and types, and need no more", () => {
    const text = "string"
    const number = "integer"
    const documented = [
      { needed: ["query"], query: text, since: number, repos: "array", paths: "array", limit: number },
      { needed: ["path_glob"], path_glob: text, since: number, repos: "array", limit: number },
      { needed: ["repo", "sha"], repo: text, sha: text },
      { needed: ["repo", "sha"], repo: text, sha: text, max_bytes: number },
      { needed: undefined }
    ]
    assert.deepStrictEqual(
      listed.map(({ inputSchema: { properties, required } }, index) => ({
        needed: required,
        ...Object.fromEntries(
          Object.entries(properties)
            .filter(([name]) => name in (documented[index] ?? {}))
            .map(([name, { type }]) => [name, type])
        )
      })),
      documented
    )
  })
})
