import { assert, it } from "@effect/vitest"
import { type Definition, withinFiles } from "../../bench/anchors/definitions.ts"

const at = (file: string, line: number): Definition => ({ file, line, kind: "function", name: "f", qualified: "f" })

it("leaves out definitions that ctags puts behind the end of their file", () => {
  const files: Readonly<Record<string, string>> = { ended: "a\nb\n", open: "a\nb" }
  const found = withinFiles([at("ended", 2), at("ended", 3), at("open", 2), at("open", 3)], (file) => files[file] ?? "")
  assert.deepStrictEqual(found, [at("ended", 2), at("open", 2)])
})
