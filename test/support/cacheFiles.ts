import { Effect } from "effect"
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join, relative } from "node:path"
import { crc32 } from "node:zlib"

/** The folder of the cache in a git common directory. */
export const cacheFolder = (commonDirectory: string): string => join(commonDirectory, "ultragit", "cache")

/** All files of entries in a cache's folder. */
export const entriesIn = (folder: string) =>
  Effect.promise(() =>
    readdir(folder, { recursive: true, withFileTypes: true }).then(
      (found) =>
        found
          .filter((entry) => entry.isFile() && entry.name !== "looked")
          .map((entry) => join(entry.parentPath, entry.name))
          .toSorted(),
      () => []
    )
  )

/** Kinds of which there are entries. */
export const kindsIn = (folder: string) =>
  Effect.map(entriesIn(folder), (files) => [
    ...new Set(files.map((file) => relative(folder, file).split(/[\\/]/)[0] ?? ""))
  ])

const changed = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))

/** The same entry with other bytes kept under its key, as a program with another idea of them would have written it. */
const resealed = (bytes: Buffer, data: string): Buffer => {
  const end = 16 + bytes.readUInt32LE(12)
  const sealed = Buffer.concat([bytes.subarray(0, end), Buffer.from(data)])
  sealed.writeUInt32LE(crc32(sealed.subarray(12)), 8)
  return sealed
}

type Damage = (file: string, bytes: Buffer, others: ReadonlyArray<Buffer>, index: number) => Promise<unknown>

/** What may befall a cache's files. */
export const damages: Readonly<Record<string, Damage>> = {
  "cut off": (file, bytes) => writeFile(file, bytes.subarray(0, Math.floor(bytes.length / 2))),
  emptied: (file) => writeFile(file, ""),
  "changed in one bit": (file, bytes, _, index) => writeFile(file, changed(bytes, (index * 7_919) % bytes.length)),
  "swapped with others": (file, _, others, index) =>
    writeFile(file, others[(index + 1) % others.length] ?? Buffer.alloc(0)),
  "of another layout": (file, bytes) => writeFile(file, changed(bytes, 7)),
  "of other values": (file, bytes) => writeFile(file, resealed(bytes, '{"commits":[1]}')),
  "not even JSON": (file, bytes) => writeFile(file, resealed(bytes, "\0")),
  unreadable: (file) => chmod(file, 0),
  deleted: (file) => rm(file),
  "a folder in its place": (file) => rm(file).then(() => mkdir(file))
}

/** Does these to the entries, in turns; how many entries there are. */
export const damage = (folder: string, done: ReadonlyArray<Damage>) =>
  Effect.flatMap(entriesIn(folder), (files) =>
    Effect.promise(() =>
      Promise.all(files.map((file) => readFile(file)))
        .then((contents) =>
          Promise.all(
            contents.map((bytes, index) =>
              Promise.resolve(done[index % done.length]?.(files[index] ?? "", bytes, contents, index))
            )
          )
        )
        .then(() => files.length)
    )
  )
