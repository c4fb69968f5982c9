import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"

/** In `node_modules`, so that a new installation causes a new build. */
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

/** Hashes the current inputs of a build. */
export const hashInputs = (root: string): string => {
  const sources = ["src", ".build"].flatMap((folder) => filesIn(join(root, folder)))
  const settings = ["package.json", "package-lock.json", "tsconfig.json"].map((file) => join(root, file))
  return `${process.version} ${digest(root, [...sources, ...settings])}`
}

const makeStamp = (inputs: string, made: string): string => `${inputs} ${digest(made, filesIn(made))}\n`

/** Whether `dist/` is the unchanged result of a build of these inputs. */
export const isUpToDate = (root: string, inputs: string): boolean => {
  const [dist, stamp] = [join(root, "dist"), stampFile(root)]
  return existsSync(dist) && existsSync(stamp) && readFileSync(stamp, "utf8") === makeStamp(inputs, dist)
}

/** Records the result and its inputs. `inputs` is from before the build, because files may change during it. */
export const writeStamp = (root: string, inputs: string, made: string): void =>
  writeFileSync(stampFile(root), makeStamp(inputs, made))
