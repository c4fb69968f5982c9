import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"

/** Beside the packages it was made with: a fresh installation builds anew. */
const stampFile = (root: string): string => join(root, "node_modules", ".built")

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()

const digest = (root: string, files: ReadonlyArray<string>): string => {
  const hash = createHash("sha256")
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update("\0")
  return hash.digest("hex")
}

/** What goes into a build, as it is now. */
export const inputsOf = (root: string): string => {
  const sources = ["src", ".build"].flatMap((folder) => filesIn(join(root, folder)))
  const settings = ["package.json", "package-lock.json", "tsconfig.json"].map((file) => join(root, file))
  return `${process.version} ${digest(root, [...sources, ...settings])}`
}

const stampOf = (inputs: string, made: string): string => `${inputs} ${digest(made, filesIn(made))}\n`

/** Whether `dist/` is what a build would make of these inputs. */
export const isUpToDate = (root: string, inputs: string): boolean => {
  const [dist, stamp] = [join(root, "dist"), stampFile(root)]
  return existsSync(dist) && existsSync(stamp) && readFileSync(stamp, "utf8") === stampOf(inputs, dist)
}

/** Remembers what was made, and of what: the inputs as they were before, for they may have changed meanwhile. */
export const markMade = (root: string, inputs: string, made: string): void =>
  writeFileSync(stampFile(root), stampOf(inputs, made))
