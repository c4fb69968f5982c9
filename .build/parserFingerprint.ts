import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assetPath } from "../src/adapters/parser/assets.ts"
import { assets } from "../src/adapters/parser/languages.ts"

const packages = ["oxc-parser", "web-tree-sitter"]

const hashWith = (root: string, folders: ReadonlyArray<string>): string => {
  const sources = folders
    .flatMap((folder) => readdirSync(join(root, "src", folder), { recursive: true, withFileTypes: true }))
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

/** Hashes everything that determines the outline of a file: our code, the grammars, the parsers' versions. */
export const parserFingerprint = (root: string): string => hashWith(root, ["adapters/parser"])

/** Hashes everything that determines the facts about a file and its links. */
export const extractorFingerprint = (root: string): string =>
  hashWith(root, ["adapters/parser", "codeIndex/extracting", "codeIndex/linking", "domain"])
