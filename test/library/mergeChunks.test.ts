import { assert, describe, it } from "@effect/vitest"
import type { OutputChunk } from "rolldown"
import { mergedModules } from "../../.build/mergeChunks.ts"

type Chunk = Pick<OutputChunk, "fileName" | "imports" | "moduleIds">

const chunk = (fileName: string, moduleIds: ReadonlyArray<string>, imports: ReadonlyArray<string> = []): Chunk => ({
  fileName,
  imports: [...imports],
  moduleIds: moduleIds.map((id) => `/any/${id}`)
})

const chunks = [
  chunk("start.js", ["src/start.ts"], ["core.js"]),
  chunk("core.js", ["effect/core.js"]),
  chunk("ask.js", ["src/ask.ts", "src/answer.ts"], ["core.js", "schema.js"]),
  chunk("schema.js", ["effect/schema.js"], ["core.js"]),
  chunk("rare.js", ["src/rare.ts"], ["schema.js"])
]

describe("files of the bundle that become one", () => {
  it("are those that are loaded with some, less those that others load without them", () => {
    const found = mergedModules(chunks, { name: "one", with: ["src/ask.ts"], without: ["src/start.ts"] })
    assert.deepStrictEqual([...found], ["/any/src/ask.ts", "/any/src/answer.ts", "/any/effect/schema.js"])
  })

  it("are named by source files that must be there", () => {
    assert.throws(() => mergedModules(chunks, { name: "one", with: ["src/gone.ts"], without: [] }), /src\/gone\.ts/)
  })
})
