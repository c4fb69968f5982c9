import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { annotationsInstructions } from "../../../src/toolsets/annotations/instructions.ts"
import { authoringInstructions } from "../../../src/toolsets/authoring/instructions.ts"
import {
  commitContract,
  patchContract,
  repositoriesContract,
  searchContract,
  touchesContract
} from "../../../src/toolsets/commits/contracts.ts"
import { commitsInstructions, commitsToolNames } from "../../../src/toolsets/commits/instructions.ts"
import { inputSchema, outputSchema } from "../../../src/serving/server/jsonSchema.ts"

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
  it("are those of the committed snapshot", () => {
    const golden: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "contracts.golden.json"), "utf8"))
    assert.deepStrictEqual(listed, golden)
  })

  it("are named as the toolset names them, in its order", () => {
    assert.deepStrictEqual(
      contracts.map(({ name }) => name),
      [...commitsToolNames]
    )
  })

  it("cost a session no more than 6.25 KB, and the instructions of all toolsets together no more than 1 KB", () => {
    assert.isAtMost(Buffer.byteLength(JSON.stringify(listed)), 6.25 * 1024)
    const instructions = [annotationsInstructions, authoringInstructions, commitsInstructions].join("\n")
    assert.isAtMost(Buffer.byteLength(instructions), 1024)
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
