import { Array as Arrays, Context, Effect, Hash, Layer, Option, Schema } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import { storeIfUnchanged } from "../../lineage/storeIfUnchanged.ts"
import * as TypedCache from "../../store/TypedCache.ts"

/** Hashes of all lines that are kept for one file: some megabytes. */
const maxKeptHashes = 1_000_000

const bytesPerHash = 4

/** Hashes by region, 32 bits each, little-endian. */
const Kept = Schema.Record(Schema.String, Schema.Uint8ArrayFromBase64)

/** Changes with the hash function, so that hashes by another one are not found. */
const hashVersion = `${Hash.string("ultragit")}`

/** Hashes a significant line. Different lines may have the same hash. */
export const hashLine = (line: string): number => Hash.string(line) >>> 0

const pack = (lines: ReadonlySet<string>): Uint8Array => {
  const bytes = Buffer.alloc(lines.size * bytesPerHash)
  for (const [at, line] of [...lines].entries()) bytes.writeUInt32LE(hashLine(line), at * bytesPerHash)
  return bytes
}

const unpack = (packed: Uint8Array): ReadonlySet<number> => {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const count = Math.floor(bytes.length / bytesPerHash)
  return new Set(Array.from({ length: count }, (_, at) => bytes.readUInt32LE(at * bytesPerHash)))
}

/** Takes regions in order, those that fit. */
const takeFitting = (packed: ReadonlyMap<string, Uint8Array>): Record<string, Uint8Array> => {
  let room = maxKeptHashes * bytesPerHash
  const fitting = [...packed].filter(([, { length }]) => (room -= length) >= 0)
  return Object.fromEntries(fitting)
}

/**
 * Hashes of the significant lines of regions in their commits, on disk: a file with common names has a thousand regions of
 * such names elsewhere, each in another version of another file.
 */
export class KeptLineHashes extends Context.Service<
  KeptLineHashes,
  {
    /**
     * Finds the hashes of regions, in the order of their keys, which name content that never changes. `path`: the file that
     * they are compared with. `read`: reads the lines of those at some positions; none where they cannot be read.
     */
    find<E, R>(
      path: string,
      keys: ReadonlyArray<string>,
      read: (positions: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Option.Option<ReadonlySet<string>>>, E, R>
    ): Effect.Effect<ReadonlyArray<ReadonlySet<number>>, E | GitError, R>
  }
>()("ultragit/pipeline/questions/KeptLineHashes") {
  static readonly layerNoDeps = Layer.effect(
    KeptLineHashes,
    Effect.gen(function* () {
      const git = yield* Git
      const cache = yield* TypedCache.make("line-hashes-1", Schema.fromJsonString(Kept))
      const find = Effect.fn("Pipeline.findLineHashes")(function* <E, R>(
        path: string,
        keys: ReadonlyArray<string>,
        read: (
          positions: ReadonlyArray<number>
        ) => Effect.Effect<ReadonlyArray<Option.Option<ReadonlySet<string>>>, E, R>
      ) {
        if (keys.length === 0) return []
        const context = yield* git.blameContext
        const name = [context, hashVersion, path].join("\0")
        const known = new Map(Object.entries(Option.getOrElse(yield* cache.get(name), () => ({}))))
        const unknown = [...keys.keys()].filter((at) => !known.has(keys[at] ?? ""))
        const lines = unknown.length === 0 ? [] : yield* read(unknown)
        for (const [at, found] of Arrays.zip(unknown, lines)) {
          if (Option.isSome(found)) known.set(keys[at] ?? "", pack(found.value))
        }
        const packed = keys.map((key) => [key, known.get(key)] as const)
        const asked = packed.flatMap(([key, bytes]) => (bytes === undefined ? [] : [[key, bytes] as const]))
        const keep = cache.put(name, takeFitting(new Map([...asked, ...known])))
        if (unknown.length > 0) yield* storeIfUnchanged(git, context, keep)
        return packed.map(([, bytes = new Uint8Array()]) => unpack(bytes))
      })
      return KeptLineHashes.of({ find })
    })
  )
}
