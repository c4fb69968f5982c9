import { assert, describe, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { golden, outlineOf, render, source } from "./outlines.ts"

const files = [
  ["connectionPool.ts", "typescript"],
  ["board.tsx", "tsx"],
  ["framework.js", "javascript"],
  ["scheduler.py", "python"],
  ["broker.rs", "rust"],
  ["gateway.go", "go"],
  ["JavaTimerManager.java", "java"],
  ["semversion.cs", "csharp"],
  ["ReadableMapBuffer.kt", "kotlin"],
  ["warehouse.scala", "scala"],
  ["SwiftUIVirtualView.swift", "swift"],
  ["scanner.c", "c"],
  ["subtree.h", "c"],
  ["jsi.cpp", "cpp"],
  ["nan_new.h", "cpp"],
  ["installer.rb", "ruby"],
  ["ProcessSupervisor.php", "php"],
  ["test_functions.bash", "bash"],
  ["Util.lua", "lua"]
] as const

const languageOf = (path: string) => Effect.map(outlineOf(path, ""), (outline) => outline.language)

layer(Parser.layer)("the outline of a whole file", (it) => {
  for (const [name, language] of files) {
    it.effect(`${name}: every unit with its type, name, signature and lines`, () =>
      Effect.gen(function* () {
        const outline = yield* outlineOf(name, source(name))
        assert.strictEqual(render(outline), golden(name))
        assert.deepStrictEqual(outline.language, Option.some(language))
        assert.isFalse(outline.partial)
      })
    )

    it.effect(`${name}: the same with CRLF line ends and a byte order mark`, () =>
      Effect.gen(function* () {
        const outline = yield* outlineOf(name, `\uFEFF${source(name).replaceAll("\n", "\r\n")}`)
        assert.strictEqual(render(outline), golden(name))
      })
    )
  }

  describe("which language a path has", () => {
    it.effect("is detected by its extension in any case", () =>
      Effect.gen(function* () {
        const expected = {
          "a.ts": "typescript",
          "a.mts": "typescript",
          "a.cts": "typescript",
          "src/a.d.ts": "typescript",
          "a.tsx": "tsx",
          "a.js": "javascript",
          "a.mjs": "javascript",
          "a.cjs": "javascript",
          "a.jsx": "jsx",
          "a.py": "python",
          "a.pyi": "python",
          "A.PY": "python",
          "a.rs": "rust",
          "-x/a.go": "go",
          "A.java": "java",
          "a.cs": "csharp",
          "a.csx": "csharp",
          "a.kt": "kotlin",
          "build.gradle.kts": "kotlin",
          "a.scala": "scala",
          "a.sc": "scala",
          "build.sbt": "scala",
          "a.swift": "swift"
        }
        for (const [path, language] of Object.entries(expected)) {
          assert.deepStrictEqual(yield* languageOf(path), Option.some(language), path)
        }
        for (const path of ["", ".ts", "src/.py", "Makefile", "a.cob", "a.ts/b", "a.ts.orig", "py", "a.\0ts", "a."]) {
          assert.deepStrictEqual(yield* languageOf(path), Option.none(), path)
        }
      })
    )

    it.effect("is listed with its extensions", () =>
      Effect.gen(function* () {
        const { languages } = yield* Parser
        assert.deepStrictEqual(
          languages.map(({ name }) => name),
          [
            "typescript",
            "tsx",
            "javascript",
            "jsx",
            "python",
            "rust",
            "go",
            "c",
            "cpp",
            "ruby",
            "php",
            "bash",
            "lua",
            "java",
            "csharp",
            "kotlin",
            "scala",
            "swift"
          ]
        )
        assert.deepStrictEqual(languages.find(({ name }) => name === "typescript")?.extensions, [".ts", ".mts", ".cts"])
      })
    )
  })
})
