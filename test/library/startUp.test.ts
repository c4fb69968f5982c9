import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Lists the files of the built program that one loads before it runs, itself first. */
const loadedWith = (entry: string): ReadonlyArray<string> => {
  const files = [entry]
  for (const file of files) {
    const code = readFileSync(fileURLToPath(new URL(`../../dist/${file}`, import.meta.url)), "utf8")
    for (const [, name = ""] of code.matchAll(/[ ,;]\w+=require\("\.\/([^"]+)"\)/g))
      if (!files.includes(name)) files.push(name)
  }
  return files
}

it("starts without the code of schemas, which takes a fifth of a server's start to load", () => {
  const start = loadedWith("program.js")
  assert.isTrue(start.some((file) => file.startsWith("Layers-")))
  assert.isFalse(start.some((file) => file.startsWith("Schema-")))
})
