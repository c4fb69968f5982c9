import { join } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { readFile } from "../../rewrite/hooks/files.ts"

/** Counts the packs of one multi-pack-index file. */
const countIndexed = Effect.fnUntraced(function* (file: string) {
  const bytes = Option.map(yield* readFile(file), ({ text }) => Buffer.from(text, "latin1"))
  const index = Option.filter(bytes, (all) => all.length >= 12 && all.toString("latin1", 0, 4) === "MIDX")
  return Option.match(index, { onNone: () => 0, onSome: (all) => all.readUInt32BE(8) })
})

/** The files of the multi-pack-index: a single one, or from git 2.47 a chain of layers. */
const listIndexes = Effect.fnUntraced(function* (folder: string) {
  const chain = join(folder, "multi-pack-index.d")
  const listed = yield* readFile(join(chain, "multi-pack-index-chain"))
  const layers = Option.match(listed, { onNone: () => [], onSome: ({ text }) => text.split("\n") })
  return [
    join(folder, "multi-pack-index"),
    ...layers.filter((name) => /^[0-9a-f]+$/.test(name)).map((name) => join(chain, `multi-pack-index-${name}.midx`))
  ]
})

/** Counts the packs of a repository, and those in its multi-pack-index. */
export const countPacks = Effect.fnUntraced(function* (objects: string) {
  const files = yield* FileSystem.FileSystem
  const folder = join(objects, "pack")
  const names = yield* Effect.orElseSucceed(files.readDirectory(folder), (): ReadonlyArray<string> => [])
  const indexed = yield* Effect.forEach(yield* listIndexes(folder), countIndexed)
  return {
    packs: names.filter((name) => name.endsWith(".pack")).length,
    indexed: indexed.reduce((sum, count) => sum + count, 0)
  }
})
