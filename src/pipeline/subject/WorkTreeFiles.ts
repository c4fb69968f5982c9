import { createHash } from "node:crypto"
import { Context, Effect, FileSystem, Layer, Option, type PlatformError } from "effect"
import { LRUCache } from "lru-cache"
import { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import { cacheWhileUnchanged } from "../../adapters/git/process/FileFingerprint.ts"

/** A file's bytes, and their blob id. */
export interface WorkTreeFile {
  readonly content: Uint8Array
  readonly blob: string
}

/** Maximum number of files in memory. */
const maxCachedFiles = 4
/** Maximum size of a cached file; larger ones are read each time. */
const maxCachedBytes = 1024 * 1024

/** Reads files of the work tree. Caches recently used ones while they are unchanged. */
export class WorkTreeFiles extends Context.Service<
  WorkTreeFiles,
  {
    /** Reads the file at an absolute path without links. */
    read(location: string): Effect.Effect<WorkTreeFile, PlatformError.PlatformError | GitError>
  }
>()("ultragit/pipeline/subject/WorkTreeFiles") {
  static readonly layerNoDeps = Layer.effect(
    WorkTreeFiles,
    Effect.gen(function* () {
      const git = yield* Git
      const files = yield* FileSystem.FileSystem
      const readFresh = Effect.fnUntraced(function* (location: string) {
        const { objectFormat } = yield* git.repository
        const content = yield* files.readFile(location)
        const blob = createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest("hex")
        return { content, blob } satisfies WorkTreeFile
      })
      const cached = new LRUCache<string, Effect.Effect<WorkTreeFile, PlatformError.PlatformError | GitError>>({
        max: maxCachedFiles
      })
      const read = (location: string) =>
        Effect.suspend(() => {
          const reading =
            cached.get(location) ??
            cacheWhileUnchanged(readFresh(location), ({ content }) =>
              content.length > maxCachedBytes ? Option.none() : Option.some([location])
            )
          cached.set(location, reading)
          return reading
        })
      return WorkTreeFiles.of({ read })
    })
  )
}
