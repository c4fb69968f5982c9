import { Effect, FileSystem, Option, Path, Result } from "effect"
import { countLines, isBinary } from "../../domain/lines.ts"
import { normalizePath } from "../../pipeline/subject/paths.ts"
import { nearPaths } from "../../domain/nearPaths.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { joinOverloads } from "../../adapters/parser/joinOverloads.ts"
import { Parser } from "../../adapters/parser/Parser.ts"
import type { SourceFile } from "../../writing/annotate/anchors.ts"
import { AnnotateError, PlacesRefused } from "../../writing/context/AnnotateError.ts"
import { changedUnits } from "../../writing/annotate/changedUnits.ts"
import { placesIn } from "../../writing/annotate/namedPlaces.ts"
import { changedRange } from "../../rewrite/carry/files/changedRange.ts"
import { isDisabled } from "../../writing/context/environment.ts"
import type { CommitContext } from "../../writing/context/CommitContext.ts"
import { type NamedPlace, formatPlace } from "../../writing/context/places.ts"

/** Larger files are checked only after the commit. */
const maxBytes = 16 * 1024 * 1024

/** Finds the commit to diff against: HEAD, or its parent for an amend; none before the first commit. */
const findBase = Effect.fnUntraced(function* (amend: boolean) {
  const git = yield* Git
  const head = yield* Effect.option(git.resolveCommit("HEAD"))
  if (!amend || Option.isNone(head)) return head
  const [metadata = Option.none()] = yield* git.commits([head.value])
  return Option.flatMap(metadata, ({ parents }) => Option.fromNullishOr(parents[0]))
})

const readBytesAt = Effect.fnUntraced(function* (base: Option.Option<ObjectId>, path: string) {
  const git = yield* Git
  const entry = Option.isNone(base) ? Option.none() : yield* git.entry(base.value, path)
  if (Option.isNone(entry)) return new Uint8Array()
  const [content] = yield* git.objects([entry.value.id], { maxBytes })
  return content?._tag === "Found" && content.type === "blob" ? content.bytes : new Uint8Array()
})

const describeUnknownFile = (path: string, known: ReadonlyArray<string>): string => {
  const near = nearPaths(path, known).map(escapeControls)
  return `The file does not exist.${near.length === 0 ? "" : ` Did you mean ${near.join(", ")}?`}`
}

/** Returns why no commit of the worktree can contain a place; none if one may. */
const findProblem = Effect.fnUntraced(function* (place: NamedPlace, base: Option.Option<ObjectId>, workTree: string) {
  const git = yield* Git
  const files = yield* FileSystem.FileSystem
  const parser = yield* Parser
  const found = normalizePath(place.file, Option.some(workTree))
  if (typeof found === "string") return Option.some("The path is outside the repository.")
  const now = yield* Effect.option(files.readFile((yield* Path.Path).join(workTree, found.path)))
  if (Option.isNone(now)) {
    const known = yield* git.indexPaths
    return known.includes(found.path) ? Option.none() : Option.some(describeUnknownFile(found.path, known))
  }
  if (now.value.length > maxBytes || isBinary(now.value)) return Option.none()
  const outline = joinOverloads(yield* parser.outline(found.path, now.value), now.value)
  const source: SourceFile = { path: found.path, outline, length: countLines(now.value) }
  // From the first to the last changed line: any part of the changes that is committed is within.
  const change = changedRange(yield* readBytesAt(base, found.path), now.value)
  const hunks = change.before.count + change.after.count === 0 ? [] : [change]
  return Result.getFailure(placesIn(place, source, hunks, changedUnits(hunks, source)))
})

/**
 * Rejects places that no commit of the current worktree can contain: unknown names and unchanged code. Runs before git
 * commits, when it is not known which of the changes will be committed; places outside the commit cause a warning
 * afterwards. Fails with `PlacesRefused`.
 */
export const checkPlaces = Effect.fn("Authoring.checkPlaces")(function* (context: CommitContext, amend: boolean) {
  const places = (context.placed ?? []).flatMap(({ at }) => at)
  const repository = yield* Effect.option((yield* Git).repository)
  if (places.length === 0 || Option.isNone(repository) || isDisabled(yield* GitEnvironment)) return
  const { workTree } = repository.value
  if (Option.isNone(workTree)) return
  const base = yield* findBase(amend)
  const problems = yield* Effect.forEach(places, (place) =>
    Effect.map(findProblem(place, base, workTree.value), (problem) =>
      Option.toArray(problem).map((sentence) => `--at ${escapeControls(formatPlace(place))}: ${sentence}`)
    )
  )
  if (problems.flat().length > 0) {
    return yield* new AnnotateError({ reason: new PlacesRefused({ problems: problems.flat() }) })
  }
})
