import { createHash } from "node:crypto"
import { Context, Effect, FileSystem, Layer, Option, type PlatformError } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import { cacheWhileUnchanged } from "../../adapters/git/process/FileFingerprint.ts"

/** A file's bytes, and what git calls a blob of them. */
export interface WorkTreeFile {
  readonly content: Uint8Array
  readonly blob: string
}

/** Files kept in memory, those asked for lately. */
const keptFiles = 4
/** Larger ones are read each time. */
const largestKept = 1024 * 1024

/** Reads files of the work tree; those asked for lately only once, while they stay as they are. */
export class WorkTreeFiles extends Context.Service<
  WorkTreeFiles,
  {
    /** The file at an absolute path without links. */
    read(location: string): Effect.Effect<WorkTreeFile, PlatformError.PlatformError | GitError>
  }
>()("ultragit/pipeline/subject/WorkTreeFiles") {
  static readonly layerNoDeps = Layer.effect(
    WorkTreeFiles,
    Effect.gen(function* () {
      const git = yield* Git
      const files = yield* FileSystem.FileSystem
      const readAnew = Effect.fnUntraced(function* (location: string) {
        const { objectFormat } = yield* git.repository
        const content = yield* files.readFile(location)
        const blob = createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest("hex")
        return { content, blob } satisfies WorkTreeFile
      })
      const kept = new Map<string, Effect.Effect<WorkTreeFile, PlatformError.PlatformError | GitError>>()
      const read = (location: string) =>
        Effect.suspend(() => {
          const reading =
            kept.get(location) ??
            cacheWhileUnchanged(readAnew(location), ({ content }) =>
              content.length > largestKept ? Option.none() : Option.some([location])
            )
          kept.delete(location)
          kept.set(location, reading)
          for (const oldest of kept.keys()) {
            if (kept.size <= keptFiles) break
            kept.delete(oldest)
          }
          return reading
        })
      return WorkTreeFiles.of({ read })
    })
  )
}
