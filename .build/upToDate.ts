import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"

const root = join(import.meta.dirname, "..")
const dist = join(root, "dist")
/** Beside the packages it was made with: a fresh installation builds anew. */
const stampFile = join(root, "node_modules", ".built")

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()

const digest = (files: ReadonlyArray<string>): string => {
  const hash = createHash("sha256")
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update("\0")
  return hash.digest("hex")
}

/** What goes into the build and what came of it. */
const stampNow = (): string => {
  const inputs = ["src", ".build"].flatMap((folder) => filesIn(join(root, folder)))
  const settings = ["package.json", "package-lock.json", "tsconfig.json"].map((file) => join(root, file))
  return `${process.version} ${digest([...inputs, ...settings])} ${digest(filesIn(dist))}\n`
}

/** Whether `dist/` is what a build would make of the sources as they are. */
export const isUpToDate = (): boolean =>
  existsSync(dist) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stampNow()

/** Remembers that `dist/` was made of the sources as they are. */
export const markUpToDate = (): void => writeFileSync(stampFile, stampNow())
