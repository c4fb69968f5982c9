import { Cache, Context, Effect, Equal, Exit, Hash, Layer, Option } from "effect"
import * as Path from "node:path"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../git/Git.ts"
import type { GitError } from "../git/GitError.ts"
import { type Outline, Parser } from "../parser/Parser.ts"

/** Outlines kept in memory, by blob. */
const keptOutlines = 4_096
/** Source files larger than this are not parsed. */
const maxSourceBytes = 8 * 1024 * 1024

class BlobKey implements Equal.Equal {
  readonly path: string
  readonly blob: ObjectId
  constructor(path: string, blob: ObjectId) {
    this.path = path
    this.blob = blob
  }
  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof BlobKey && that.blob === this.blob && Path.extname(that.path) === Path.extname(this.path)
  }
  [Hash.symbol](): number {
    return Hash.string(this.blob)
  }
}

/** Outlines of committed files; a blob is read and parsed once. */
export class Outlines extends Context.Service<Outlines, {
  /** Outline of a file of a commit; none where the commit has no such file. */
  at(commit: ObjectId, path: string): Effect.Effect<Option.Option<Outline>, GitError>
}>()("ultragit/annotations/Outlines") {
  static readonly layerNoDeps = Layer.effect(
    Outlines,
    Effect.gen(function* () {
      const git = yield* Git
      const parser = yield* Parser
      const outlines = yield* Cache.makeWith(
        Effect.fnUntraced(function* ({ blob, path }: BlobKey) {
          const [content] = yield* git.objects([blob], { maxBytes: maxSourceBytes })
          return yield* parser.outline(path, content?._tag === "Found" ? content.bytes : new Uint8Array())
        }),
        { capacity: keptOutlines, timeToLive: (exit) => (Exit.isSuccess(exit) ? "10000 days" : 0) }
      )
      const at = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
        const entry = yield* git.entry(commit, path)
        if (Option.isNone(entry) || (entry.value.kind !== "file" && entry.value.kind !== "executable")) {
          return Option.none<Outline>()
        }
        return Option.some(yield* Cache.get(outlines, new BlobKey(path, entry.value.id)))
      })
      return Outlines.of({ at })
    })
  )
}
