import { Context, Effect, Layer, Option } from "effect"
import * as Path from "node:path"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../git/Git.ts"
import { GitError, ObjectMissing } from "../git/GitError.ts"
import { type Outline, Parser } from "../parser/Parser.ts"
import * as Memo from "./Memo.ts"

/** Outlines kept in memory, by blob. */
const keptOutlines = 4_096
/** Source files larger than this are not parsed. */
const maxSourceBytes = 8 * 1024 * 1024

/** Outlines of committed files; a blob is read and parsed once. */
export class Outlines extends Context.Service<
  Outlines,
  {
    /** Outline of a file of a commit; none where the commit has no such file. Fails where its content is not here. */
    at(commit: ObjectId, path: string): Effect.Effect<Option.Option<Outline>, GitError>
  }
>()("ultragit/annotations/Outlines") {
  static readonly layerNoDeps = Layer.effect(
    Outlines,
    Effect.gen(function* () {
      const git = yield* Git
      const parser = yield* Parser
      const outlines = yield* Memo.make({
        capacity: keptOutlines,
        text: ({ blob, path }: { readonly blob: ObjectId; readonly path: string }) =>
          `${blob}${Path.extname(path) || Path.basename(path)}`,
        lookup: Effect.fnUntraced(function* ({ blob, path }) {
          const [content] = yield* git.objects([blob], { maxBytes: maxSourceBytes })
          if (content?._tag === "Missing") return yield* new GitError({ reason: new ObjectMissing({ id: blob }) })
          return yield* parser.outline(path, content?._tag === "Found" ? content.bytes : new Uint8Array())
        })
      })
      const places = yield* Memo.make({
        capacity: keptOutlines,
        text: ({ commit, path }: { readonly commit: ObjectId; readonly path: string }) => `${commit}\0${path}`,
        lookup: Effect.fnUntraced(function* ({ commit, path }) {
          const entry = yield* git.entry(commit, path)
          if (Option.isNone(entry) || (entry.value.kind !== "file" && entry.value.kind !== "executable")) {
            return Option.none<Outline>()
          }
          return Option.some(yield* outlines.get({ path, blob: entry.value.id }))
        })
      })
      return Outlines.of({ at: (commit, path) => places.get({ commit, path }) })
    })
  )
}
