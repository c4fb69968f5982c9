import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assetPath } from "../src/adapters/parser/assets.ts"
import { assets } from "../src/adapters/parser/languages.ts"

const packages = ["oxc-parser", "web-tree-sitter"]

/** Hashes everything that determines the outline of a file: our code, the grammars, the parsers' versions. */
export const parserFingerprint = (root: string): string => {
  const folder = join(root, "src", "adapters", "parser")
  const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const lock: { readonly packages: Readonly<Record<string, { readonly version?: string }>> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8")
  )
  const hash = createHash("sha256")
  for (const file of [...sources, ...assets.map(assetPath)]) hash.update(readFileSync(file)).update("\0")
  for (const name of packages) hash.update(`${name} ${lock.packages[`node_modules/${name}`]?.version}\0`)
  return hash.digest("hex").slice(0, 32)
}
