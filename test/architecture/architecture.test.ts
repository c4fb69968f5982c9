import { assert, describe, it } from "@effect/vitest"
import { dirname } from "node:path"
import { measure } from "./functions.ts"
import { barrelFindings, faceFindings, fenceFindings, folderOf, orderFindings, purityFindings } from "./rules.ts"
import { filesUnder, source, sourcesUnder } from "./sources.ts"

const src = sourcesUnder("src")
const maxFile = 300
const maxFunction = 40

describe("the source tree", () => {
  it("has folders in a one-way order", () => {
    assert.deepStrictEqual(orderFindings(src), [])
  })

  it("opens only services, errors and types to other folders", () => {
    assert.deepStrictEqual(faceFindings(src), [])
  })

  it("keeps each dependency in its folder", () => {
    assert.deepStrictEqual(fenceFindings(src), [])
  })

  it("keeps the domain pure", () => {
    assert.deepStrictEqual(purityFindings(src), [])
  })

  it("has no barrel files", () => {
    assert.deepStrictEqual(barrelFindings(src), [])
  })

  it(`has files of fewer than ${maxFile} lines`, () => {
    const long = src.map((file) => ({ path: file.path, lines: file.text.split("\n").length - 1 }))
    assert.deepStrictEqual(
      long.filter(({ lines }) => lines >= maxFile),
      []
    )
  })

  it(`has functions of fewer than ${maxFunction} lines of their own`, () => {
    const long = src.flatMap((file) =>
      measure(file.path, file.text)
        .filter(({ lines }) => lines >= maxFunction)
        .map(({ line, lines }) => `${file.path}:${line}: ${lines} lines`)
    )
    assert.deepStrictEqual(long, [])
  })

  it("names every file for what it holds", () => {
    const vague = /(?:^|\/)(?:index|utils?|helpers?|common|misc|shared)(?:\/|\.ts$)/i
    assert.deepStrictEqual(
      [...filesUnder("src"), ...filesUnder("test"), ...filesUnder("bench")].filter((path) => vague.test(path)),
      []
    )
  })

  it("is mirrored by the folders of the tests", () => {
    const own = ["support", "architecture", "acceptance", "bench", "fixtures", "library"]
    const trials = ["authoring/operations", "authoring/model", "faults", "fuzz"]
    const folders = new Set([...trials, ...src.map((file) => dirname(file.path).slice("src/".length))])
    const strays = filesUnder("test").filter(
      (path) => !own.includes(folderOf(path)) && !folders.has(dirname(path).slice("test/".length))
    )
    assert.deepStrictEqual(strays, [])
  })
})

const findings = (path: string, text: string) => {
  const file = [source(path, text)]
  return [orderFindings, faceFindings, fenceFindings, purityFindings, barrelFindings].flatMap((rule) => rule(file))
}

describe("the rules", () => {
  it("let a file import its own folder, what is to its left, and what its folder may", () => {
    const text = `
      import { Effect } from "effect"
      import { ChildProcess } from "effect/process"
      import { parse } from "./parse.ts"
      import type { Region } from "../domain/Annotation.ts"`
    assert.deepStrictEqual(findings("src/adapters/git/GitProcess.ts", text), [])
  })

  it.each([
    ["a folder to the right", "src/git/A.ts", `import { Notes } from "../notes/Notes.ts"`],
    ["a folder at its side", "src/git/A.ts", `import { Parser } from "../parser/Parser.ts"`],
    ["a folder to the right, later", "src/git/A.ts", `export const a = () => import("../notes/Notes.ts")`],
    ["a type of a folder to the right", "src/git/A.ts", `import type { Notes } from "../notes/Notes.ts"`],
    ["a private file of another folder", "src/notes/A.ts", `import { split } from "../git/split.ts"`],
    ["a file outside src", "src/git/A.ts", `import { a } from "../../bench/a.ts"`],
    ["git's process from elsewhere", "src/notes/A.ts", `import { ChildProcess } from "effect/process"`],
    ["Node's processes from elsewhere", "src/mcp/A.ts", `import { spawn } from "node:child_process"`],
    ["the MCP SDK from elsewhere", "src/cli/A.ts", `import { Server } from "@modelcontextprotocol/server"`],
    ["a parser from elsewhere", "src/annotations/A.ts", `import { parseSync } from "oxc-parser"`],
    ["the platform from elsewhere", "src/git/A.ts", `import * as N from "@effect/platform-node/NodeServices"`],
    ["Effect's graphs from elsewhere", "src/code/A.ts", `import { Effect, Graph } from "effect"`],
    ["Node from the domain", "src/domain/A.ts", `import { join } from "node:path"`],
    ["the library's entry", "src/main.ts", `import { layer } from "./library.ts"`],
    ["what it only passes on", "src/git/A.ts", `export { b } from "./b.ts"`]
  ])("find a file that imports %s", (_, path, text) => {
    assert.strictEqual(findings(path, text).length, 1)
  })

  it("let the library's entry pass on what others may import", () => {
    assert.deepStrictEqual(findings("src/library.ts", `export { Notes } from "./notes/Notes.ts"`), [])
  })

  it("find a file in a folder without a place", () => {
    assert.strictEqual(findings("src/stuff/A.ts", "export {}").length, 1)
  })

  it("measure a function without its named inner functions, but with its callbacks", () => {
    const text = [
      "const layer = Effect.gen(function*() {", // 1
      "  const read = Effect.fn('read')(function*() {", // both ends shared with the outer
      "    yield* one",
      "    yield* two",
      "  })",
      "  // a comment",
      "",
      "  const all = items.map((item) => {",
      "    return item",
      "  })",
      "  return { read, all }",
      "})"
    ].join("\n")
    assert.deepStrictEqual(measure("src/a.ts", text), [
      { line: 1, lines: 8 },
      { line: 2, lines: 4 },
      { line: 8, lines: 3 }
    ])
  })
})
