import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import type { OutlineOf } from "./oracle/subject.ts"
import type { Random } from "./random.ts"

/**
 * Edits files in the work tree: inserts lines at the start, replaces a line inside a unit by two, and removes one at the
 * end. Returns the edited paths.
 */
export const editFiles = Effect.fnUntraced(function* (
  directory: string,
  paths: ReadonlyArray<string>,
  random: Random,
  outlineOf: OutlineOf
) {
  const edited: Array<string> = []
  for (const path of new Set(paths)) {
    const file = join(directory, path)
    const content = readFileSync(file)
    const { units } = yield* outlineOf(path, content)
    const unit = random.pick(units.filter(({ lines }) => lines.end - lines.start > 2))
    if (unit === undefined) continue
    const lines = content.toString("utf8").split("\n")
    const inside = unit.lines.start + 1
    lines.splice(inside, 1, `${lines[inside] ?? ""} // edited`, "  // and a line more")
    lines.splice(0, 0, "// one line above", "// and another")
    lines.splice(lines.length - 2, 1)
    writeFileSync(file, lines.join("\n"))
    edited.push(path)
  }
  return edited
})

/** Deletes files of HEAD from the work tree. */
export const removeFiles = (directory: string, paths: ReadonlyArray<string>): void => {
  for (const path of paths) rmSync(join(directory, path))
}
