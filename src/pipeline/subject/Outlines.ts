import { Context, Effect, Layer, Option, Schema } from "effect"
import { hash } from "node:crypto"
import * as Path from "node:path"
import process from "node:process"
import * as TypedCache from "../../store/TypedCache.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitError, ObjectMissing } from "../../adapters/git/GitError.ts"
import { Parser } from "../../adapters/parser/Parser.ts"
import { type Outline } from "../../adapters/parser/Outline.ts"
import * as Memo from "../../lineage/Memo.ts"
import { packOutline, PackedOutline, unpackOutline } from "./packedOutline.ts"
import { isSettled } from "./unparsed.ts"

/** Outlines kept in memory, by blob. */
const keptOutlines = 4_096
/** Units of all of them. */
const keptUnits = 50_000
/** Source files larger than this are not parsed. */
const maxSourceBytes = 8 * 1024 * 1024

/** A file's name and content. */
interface Source {
  readonly path: string
  readonly content: Uint8Array
}

const weight = { of: ({ units }: Outline) => units.length, maxTotal: keptUnits }

/**
 * Outlines of files: a blob is read and parsed once, and what parsed whole is kept on disk by content, name and the
 * parser's fingerprint.
 */
export class Outlines extends Context.Service<
  Outlines,
  {
    /** Outline of a file of a commit; none where the commit has no such file. Fails where its content is not here. */
    at(commit: ObjectId, path: string): Effect.Effect<Option.Option<Outline>, GitError>
    /** Outline of a file with this content. */
    of(path: string, content: Uint8Array): Effect.Effect<Outline>
  }
>()("ultragit/pipeline/subject/Outlines") {
  static readonly layerNoDeps = Layer.effect(
    Outlines,
    Effect.gen(function* () {
      const git = yield* Git
      const parser = yield* Parser
      const shelf = yield* TypedCache.make("outline-1", Schema.fromJsonString(PackedOutline))
      const contents = yield* Memo.make({
        capacity: keptOutlines,
        weight,
        keep: isSettled,
        // The name decides on the language, where the content does not.
        text: ({ content, path }: Source) => `${hash("sha256", content)}\0${Path.basename(path)}`,
        lookup: Effect.fnUntraced(function* ({ content, path }, text) {
          if (parser.fingerprint === undefined) return yield* parser.outline(path, content)
          const key = `${parser.fingerprint}\0${process.versions["unicode"]}\0${text}`
          const kept = yield* shelf.get(key)
          if (Option.isSome(kept)) return unpackOutline(kept.value)
          const outline = yield* parser.outline(path, content)
          const packed = packOutline(outline)
          if (Option.isSome(packed)) yield* shelf.put(key, packed.value)
          return outline
        })
      })
      const of = (path: string, content: Uint8Array) => contents.get({ path, content })
      const outlines = yield* Memo.make({
        capacity: keptOutlines,
        weight,
        keep: isSettled,
        text: ({ blob, path }: { readonly blob: ObjectId; readonly path: string }) =>
          `${blob}${Path.extname(path) || Path.basename(path)}`,
        lookup: Effect.fnUntraced(function* ({ blob, path }) {
          const [content] = yield* git.objects([blob], { maxBytes: maxSourceBytes })
          if (content?._tag === "Missing") return yield* new GitError({ reason: new ObjectMissing({ id: blob }) })
          return yield* of(path, content?._tag === "Found" ? content.bytes : new Uint8Array())
        })
      })
      const places = yield* Memo.make({
        capacity: keptOutlines,
        keep: Option.match({ onNone: () => true, onSome: isSettled }),
        text: ({ commit, path }: { readonly commit: ObjectId; readonly path: string }) => `${commit}\0${path}`,
        lookup: Effect.fnUntraced(function* ({ commit, path }) {
          const entry = yield* git.entry(commit, path)
          if (Option.isNone(entry) || (entry.value.kind !== "file" && entry.value.kind !== "executable")) {
            return Option.none<Outline>()
          }
          return Option.some(yield* outlines.get({ path, blob: entry.value.id }))
        })
      })
      return Outlines.of({ of, at: (commit, path) => places.get({ commit, path }) })
    })
  )
}
