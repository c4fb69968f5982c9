import { join } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { readFile } from "../../rewrite/hooks/files.ts"

const isIndex = (bytes: Buffer): boolean => bytes.length >= 12 && bytes.toString("latin1", 0, 4) === "MIDX"

/** Counts the packs of a repository, and those in its multi-pack-index. */
export const countPacks = Effect.fnUntraced(function* (objects: string) {
  const files = yield* FileSystem.FileSystem
  const folder = join(objects, "pack")
  const names = yield* Effect.orElseSucceed(files.readDirectory(folder), (): ReadonlyArray<string> => [])
  const index = Option.map(yield* readFile(join(folder, "multi-pack-index")), ({ text }) => Buffer.from(text, "latin1"))
  return {
    packs: names.filter((name) => name.endsWith(".pack")).length,
    indexed: Option.match(index, { onNone: () => 0, onSome: (bytes) => (isIndex(bytes) ? bytes.readUInt32BE(8) : 0) })
  }
})
