import { parseSync } from "oxc-parser"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** As built before the tests. */
const dist = fileURLToPath(new URL("../../dist/", import.meta.url))

/** Everything that a built file imports when it is loaded, its chunks' imports included. */
export const loadedWith = (file: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (path: string): void => {
    const { staticExports, staticImports } = parseSync(path, readFileSync(join(dist, path), "utf8")).module
    const passedOn = staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.moduleRequest?.value ?? [])
    )
    for (const name of [...staticImports.map((one) => one.moduleRequest.value), ...passedOn]) {
      if (found.has(name)) continue
      found.add(name)
      if (name.startsWith("./")) visit(name)
    }
  }
  visit(file)
  return found
}
