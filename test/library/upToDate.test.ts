import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { hashInputs, isUpToDate, writeStamp } from "../../.build/upToDate.ts"
import { makeFolder } from "../support/TemporaryRepository.ts"

const files = [
  "src/main.ts",
  ".build/build.ts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "dist/main.js",
  "made/main.js",
  "node_modules/a/index.js"
]

const makeSources = Effect.map(makeFolder, (root) => {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const path of files) write(path, "as it was")
  return { root, write }
})

describe("a build", () => {
  it.effect.each([
    ["nothing changed since it began", "node_modules/a/index.js", true],
    ["a source changed while it was made", "src/main.ts", false],
    ["a package changed while it was made", "package-lock.json", false],
    ["another build put its result in place", "dist/main.js", false]
  ] as const)("is up to date or not: %s", ([, path, expected]) =>
    Effect.gen(function* () {
      const { root, write } = yield* makeSources
      const inputs = hashInputs(root)
      write(path, "as it is")
      writeStamp(root, inputs, join(root, "made"))
      assert.strictEqual(isUpToDate(root, hashInputs(root)), expected)
    })
  )
})
