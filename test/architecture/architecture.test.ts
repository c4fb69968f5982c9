import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { measure } from "./functions.ts"
import { circleFindings, type House, house, orderFindings, publicFindings, unusedFindings } from "./rooms.ts"
import { barrelFindings, exportFindings, fenceFindings, purityFindings } from "./rules.ts"
import { filesUnder, source, sourcesUnder } from "./sources.ts"

const src = sourcesUnder("src")
const maxFile = 300
const maxFunction = 40
const maxReadme = 150

describe("the source tree", () => {
  it("has rooms in a one-way order, at both levels", () => {
    assert.deepStrictEqual(orderFindings(house, src), [])
  })

  it("opens to other rooms only what a room declares public", () => {
    assert.deepStrictEqual(publicFindings(house, src), [])
  })

  it("declares nothing public that no other room imports", () => {
    assert.deepStrictEqual(unusedFindings(house, src), [])
  })

  it("has no circles, types included", () => {
    assert.deepStrictEqual(circleFindings(src), [])
  })

  it("keeps each dependency in its folder", () => {
    assert.deepStrictEqual(fenceFindings(src), [])
  })

  it("exports no value that no other file imports", () => {
    const users = ["test", "bench", ".build"].flatMap(sourcesUnder)
    assert.deepStrictEqual(exportFindings(src, users), [])
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

  it(`is introduced by a README of at most ${maxReadme} lines`, () => {
    const lines = readFileSync(join(import.meta.dirname, "..", "..", "README.md"), "utf8")
      .trimEnd()
      .split("\n")
    assert.isAtMost(lines.length, maxReadme)
  })

  it("is mirrored by the folders of the tests", () => {
    const own = ["support", "architecture", "bench", "fixtures", "library", "operations", "model", "faults", "fuzz"]
    const folders = new Set(src.map((file) => dirname(file.path).slice("src/".length)))
    const strays = filesUnder("test").filter((path) => {
      const [, top = ""] = path.split("/")
      return (
        !own.includes(top) && path !== "test/acceptance.test.ts" && !folders.has(dirname(path).slice("test/".length))
      )
    })
    assert.deepStrictEqual(strays, [])
  })
})

/** Two levels of rooms, as small as can be. */
const small: House = new Map([
  ["src", { about: "", rooms: ["domain", "adapters", "pipeline", "cli"] }],
  ["src/domain", { about: "", public: ["Annotation.ts"] }],
  ["src/adapters", { about: "", rooms: [["git", "parser"]] }],
  ["src/adapters/git", { about: "", public: ["Git.ts"] }],
  ["src/adapters/parser", { about: "", public: ["Parser.ts"] }],
  ["src/pipeline", { about: "", rooms: ["subject", "questions"] }],
  ["src/pipeline/subject", { about: "", public: ["Subject.ts"] }],
  ["src/pipeline/questions", { about: "", public: ["read.ts"] }],
  ["src/cli", { about: "", public: ["Cli.ts"] }]
])

const findings = (path: string, text: string) => {
  const file = [source(path, text)]
  return [
    ...orderFindings(small, file),
    ...publicFindings(small, file),
    ...[fenceFindings, purityFindings, barrelFindings].flatMap((rule) => rule(file))
  ]
}

describe("the rules", () => {
  it("let a file import its own folder, what is public to its left, and what its folder may", () => {
    const text = `
      import { Effect } from "effect"
      import { ChildProcess } from "effect/process"
      import { parse } from "./parse/parse.ts"
      import type { Region } from "../../domain/Annotation.ts"`
    assert.deepStrictEqual(findings("src/adapters/git/GitProcess.ts", text), [])
  })

  it.each([
    ["a room to the right", "src/domain/A.ts", `import { Git } from "../adapters/git/Git.ts"`],
    ["a room at its side", "src/adapters/git/A.ts", `import { Parser } from "../parser/Parser.ts"`],
    ["a room to the right, later", "src/adapters/git/A.ts", `export const a = () => import("../../cli/Cli.ts")`],
    ["a type of a room to the right", "src/adapters/git/A.ts", `import type { C } from "../../cli/Cli.ts"`],
    ["a room to the right within its own", "src/pipeline/subject/A.ts", `import { r } from "../questions/read.ts"`],
    ["a private file of another room", "src/cli/A.ts", `import { split } from "../adapters/git/split.ts"`],
    ["a private file of a sibling room", "src/pipeline/questions/A.ts", `import { s } from "../subject/notedPaths.ts"`],
    ["a private type of another room", "src/cli/A.ts", `import type { Split } from "../adapters/git/Split.ts"`],
    ["a file outside src", "src/domain/A.ts", `import { a } from "../../bench/a.ts"`],
    ["git's process from elsewhere", "src/cli/A.ts", `import { ChildProcess } from "effect/process"`],
    ["Node's processes from elsewhere", "src/cli/A.ts", `import { spawn } from "node:child_process"`],
    ["the MCP SDK from elsewhere", "src/cli/A.ts", `import { Server } from "@modelcontextprotocol/server"`],
    ["a parser from elsewhere", "src/cli/A.ts", `import { parseSync } from "oxc-parser"`],
    ["the platform from elsewhere", "src/cli/A.ts", `import * as N from "@effect/platform-node/NodeServices"`],
    ["Node from the domain", "src/domain/A.ts", `import { join } from "node:path"`],
    ["what it only passes on", "src/domain/A.ts", `export { b } from "./b.ts"`]
  ])("find a file that imports %s", (_, path, text) => {
    assert.strictEqual(findings(path, text).length, 1)
  })

  it("find what is declared public and used by no other room", () => {
    const file = source("src/cli/A.ts", `import { Git } from "../adapters/git/Git.ts"`)
    assert.include(
      unusedFindings(small, [file]),
      "src/cli/room.json: declares Cli.ts public, which no other room imports"
    )
    assert.lengthOf(unusedFindings(small, [file]), 5)
  })

  it("find a value that no other file imports, but no type", () => {
    const files = [
      source("src/domain/A.ts", "export const a = 1\nexport const b = 2\nexport interface C {}"),
      source("src/domain/B.ts", `import { b } from "./A.ts"\nexport const d = () => import("./E.ts")`),
      source("src/domain/E.ts", "export const e = 1"),
      source("src/library.ts", "export const layer = 1")
    ]
    const user = source("test/domain/B.test.ts", `import { d } from "../../src/domain/B.ts"`)
    assert.deepStrictEqual(exportFindings(files, [user]), ["src/domain/A.ts: exports a, which no other file imports"])
  })

  it("find a circle that only types close", () => {
    const files = [
      source("src/domain/A.ts", `import { b } from "./B.ts"`),
      source("src/domain/B.ts", `import type { A } from "./A.ts"`)
    ]
    assert.deepStrictEqual(circleFindings(files), ["src/domain/A.ts -> src/domain/B.ts -> src/domain/A.ts: a circle"])
  })

  it("let the library's entry pass on what others may import", () => {
    assert.deepStrictEqual(findings("src/library.ts", `export { Notes } from "./notes/Notes.ts"`), [])
  })

  it("find a file in no room", () => {
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
