import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Failure } from "../../../src/domain/Failure.ts"
import { LocalHost, RepositoryRoot } from "../../../src/repositoryHost/local/LocalHost.ts"
import {
  commitSearchTool,
  filesTool,
  fileSearchTool,
  fileTool,
  findTool,
  listTool
} from "../../../src/toolsets/gitblit/tools.ts"
import { makeGitblitFolder } from "../../support/gitblitFolder.ts"

const host = LocalHost.layer.pipe(Layer.provide(Layer.effect(RepositoryRoot, makeGitblitFolder)))
const alpha = { repo: "alpha.git" }

const messageOf = <A, R>(asked: Effect.Effect<A, Failure, R>) =>
  Effect.map(Effect.flip(asked), ({ message }) => message)

describe("the tools of gitblit", () => {
  layer(host)((it) => {
    it.effect("begin what they refuse with its code, which MCP has no other place for", () =>
      Effect.gen(function* () {
        const expected = [
          [yield* messageOf(fileTool.program({ ...alpha, path: "nope" })), "NOT_FOUND: File not found: nope"],
          [
            yield* messageOf(filesTool.program({ repo: "alpa" })),
            "NOT_FOUND: Repository not found: alpa. Did you mean"
          ],
          [yield* messageOf(fileTool.program({ ...alpha, path: "size/large.txt" })), "FILE_TOO_LARGE: "],
          [yield* messageOf(fileTool.program({ ...alpha, path: "bytes/binary.gif" })), "BINARY_FILE: "],
          [yield* messageOf(fileTool.program({ ...alpha, path: "src/a.txt", startLine: 0 })), "INVALID_RANGE: "],
          [yield* messageOf(findTool.program({ pathPattern: "" })), "INVALID_REQUEST: "],
          [
            yield* messageOf(fileSearchTool.program({ query: '"open' })),
            "INVALID_QUERY: Malformed query at character 1"
          ],
          [yield* messageOf(commitSearchTool.program({ query: "x", repos: [] })), "INVALID_REQUEST: "]
        ] as const
        for (const [message, beginning] of expected) assert.strictEqual(message.slice(0, beginning.length), beginning)
        assert.strictEqual((yield* listTool.program({})).totalCount, 13)
      })
    )
  })
})
