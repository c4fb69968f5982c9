import { Effect, FileSystem, Option, Path, Result } from "effect"
import { countLines, isBinary } from "../../domain/lines.ts"
import { nearPaths, normalizePath } from "../../pipeline/subject/paths.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { Parser } from "../../adapters/parser/Parser.ts"
import type { SourceFile } from "../../writing/annotate/anchors.ts"
import { AnnotateError, PlacesRefused } from "../../writing/context/AnnotateError.ts"
import { changedUnits } from "../../writing/annotate/changedUnits.ts"
import { placesIn } from "../../writing/annotate/namedPlaces.ts"
import { hull } from "../../rewrite/carry/changes.ts"
import { isDisabled } from "../../writing/context/environment.ts"
import type { Facts } from "../../writing/context/Facts.ts"
import { type NamedPlace, placeText } from "../../writing/context/places.ts"

/** Larger files are looked at after the commit only. */
const maxBytes = 16 * 1024 * 1024

/** What the commit will be compared with: HEAD, or of an amend its parent; none before the first commit. */
const baseOf = Effect.fnUntraced(function* (amend: boolean) {
  const git = yield* Git
  const head = yield* Effect.option(git.resolveCommit("HEAD"))
  if (!amend || Option.isNone(head)) return head
  const [facts = Option.none()] = yield* git.commits([head.value])
  return Option.flatMap(facts, ({ parents }) => Option.fromNullishOr(parents[0]))
})

const bytesAt = Effect.fnUntraced(function* (base: Option.Option<ObjectId>, path: string) {
  const git = yield* Git
  const entry = Option.isNone(base) ? Option.none() : yield* git.entry(base.value, path)
  if (Option.isNone(entry)) return new Uint8Array()
  const [content] = yield* git.objects([entry.value.id], { maxBytes })
  return content?._tag === "Found" && content.type === "blob" ? content.bytes : new Uint8Array()
})

const unknownFile = (path: string, known: ReadonlyArray<string>): string => {
  const near = nearPaths(path, known).map(escapeControls)
  return `There is no such file.${near.length === 0 ? "" : ` Did you mean ${near.join(", ")}?`}`
}

/** Why no commit of the work tree can have a place; none where one may. */
const problemOf = Effect.fnUntraced(function* (place: NamedPlace, base: Option.Option<ObjectId>, workTree: string) {
  const git = yield* Git
  const files = yield* FileSystem.FileSystem
  const parser = yield* Parser
  const found = normalizePath(place.file, Option.some(workTree))
  if (typeof found === "string") return Option.some("Its path is not one of the repository.")
  const now = yield* Effect.option(files.readFile((yield* Path.Path).join(workTree, found.path)))
  if (Option.isNone(now)) {
    const known = yield* git.indexPaths
    return known.includes(found.path) ? Option.none() : Option.some(unknownFile(found.path, known))
  }
  if (now.value.length > maxBytes || isBinary(now.value)) return Option.none()
  const outline = yield* parser.outline(found.path, now.value)
  const source: SourceFile = { path: found.path, outline, length: countLines(now.value) }
  // From the first to the last line that is another: whatever part of it is committed lies within.
  const change = hull(yield* bytesAt(base, found.path), now.value)
  const hunks = change.before.count + change.after.count === 0 ? [] : [change]
  return Result.getFailure(placesIn(place, source, hunks, changedUnits(hunks, source)))
})

/**
 * Refuses, before git commits, places that no commit of the work tree as it is can have: unknown names, code that is
 * unchanged. What part of the changes git will commit is not known here; places that it leaves out are warned of afterwards.
 * Fails with `PlacesRefused`.
 */
export const checkPlaces = Effect.fn("Authoring.checkPlaces")(function* (facts: Facts, amend: boolean) {
  const places = (facts.placed ?? []).flatMap(({ at }) => at)
  const repository = yield* Effect.option((yield* Git).repository)
  if (places.length === 0 || Option.isNone(repository) || isDisabled(yield* GitEnvironment)) return
  const { workTree } = repository.value
  if (Option.isNone(workTree)) return
  const base = yield* baseOf(amend)
  const problems = yield* Effect.forEach(places, (place) =>
    Effect.map(problemOf(place, base, workTree.value), (problem) =>
      Option.toArray(problem).map((sentence) => `--at ${escapeControls(placeText(place))}: ${sentence}`)
    )
  )
  if (problems.flat().length > 0) {
    return yield* new AnnotateError({ reason: new PlacesRefused({ problems: problems.flat() }) })
  }
})
