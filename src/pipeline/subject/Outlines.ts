import { Context, Effect, Layer, Option, Schema } from "effect"
import { hash } from "node:crypto"
import * as Path from "node:path"
import process from "node:process"
import * as TypedCache from "../../store/TypedCache.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitError, ObjectMissing } from "../../adapters/git/GitError.ts"
import { joinOverloads } from "../../adapters/parser/joinOverloads.ts"
import { Parser } from "../../adapters/parser/Parser.ts"
import { type Outline } from "../../adapters/parser/Outline.ts"
import * as Memo from "../../lineage/Memo.ts"
import { packOutline, PackedOutline, unpackOutline } from "./packedOutline.ts"
import { isReproducible } from "./parseLimits.ts"

/** Maximum number of outlines in memory. */
const maxOutlines = 4_096
/** Maximum number of units in all of them. */
const maxUnits = 50_000
/** Source files larger than this are not parsed. */
const maxSourceBytes = 8 * 1024 * 1024

interface Source {
  readonly path: string
  readonly content: Uint8Array
}

const weight = { of: ({ units }: Outline) => units.length, maxTotal: maxUnits }

/**
 * Outlines of files. Parses each blob once, and caches complete outlines on disk by content, file name and the fingerprint
 * of the parser.
 */
export class Outlines extends Context.Service<
  Outlines,
  {
    /** Returns the outline of a file in a commit; none if the commit does not have the file. Fails if its content is missing. */
    at(commit: ObjectId, path: string): Effect.Effect<Option.Option<Outline>, GitError>
    /** Returns the outline of a file with this content. */
    of(path: string, content: Uint8Array): Effect.Effect<Outline>
  }
>()("ultragit/pipeline/subject/Outlines") {
  static readonly layerNoDeps = Layer.effect(
    Outlines,
    Effect.gen(function* () {
      const git = yield* Git
      const parser = yield* Parser
      const shelf = yield* TypedCache.make("outline-1", Schema.fromJsonString(PackedOutline))
      const parse = Effect.fnUntraced(function* ({ content, path }: Source, text: string) {
        if (parser.fingerprint === undefined) return yield* parser.outline(path, content)
        const key = `${parser.fingerprint}\0${process.versions["unicode"]}\0${text}`
        const kept = yield* shelf.get(key)
        if (Option.isSome(kept)) return unpackOutline(kept.value)
        const outline = yield* parser.outline(path, content)
        const packed = packOutline(outline)
        if (Option.isSome(packed)) yield* shelf.put(key, packed.value)
        return outline
      })
      const contents = yield* Memo.make({
        capacity: maxOutlines,
        weight,
        keep: isReproducible,
        // The file name can determine the language.
        text: ({ content, path }: Source) => `${hash("sha256", content)}\0${Path.basename(path)}`,
        lookup: Effect.fnUntraced(function* ({ content, path }, text) {
          return joinOverloads(yield* parse({ content, path }, text), content)
        })
      })
      const of = (path: string, content: Uint8Array) => contents.get({ path, content })
      const outlines = yield* Memo.make({
        capacity: maxOutlines,
        weight,
        keep: isReproducible,
        text: ({ blob, path }: { readonly blob: ObjectId; readonly path: string }) =>
          `${blob}${Path.extname(path) || Path.basename(path)}`,
        lookup: Effect.fnUntraced(function* ({ blob, path }) {
          const [content] = yield* git.objects([blob], { maxBytes: maxSourceBytes })
          if (content?._tag === "Missing") return yield* new GitError({ reason: new ObjectMissing({ id: blob }) })
          return yield* of(path, content?._tag === "Found" ? content.bytes : new Uint8Array())
        })
      })
      const files = yield* Memo.make({
        capacity: maxOutlines,
        keep: Option.match({ onNone: () => true, onSome: isReproducible }),
        text: ({ commit, path }: { readonly commit: ObjectId; readonly path: string }) => `${commit}\0${path}`,
        lookup: Effect.fnUntraced(function* ({ commit, path }) {
          const entry = yield* git.entry(commit, path)
          if (Option.isNone(entry) || (entry.value.kind !== "file" && entry.value.kind !== "executable")) {
            return Option.none<Outline>()
          }
          return Option.some(yield* outlines.get({ path, blob: entry.value.id }))
        })
      })
      return Outlines.of({ of, at: (commit, path) => files.get({ commit, path }) })
    })
  )
}
