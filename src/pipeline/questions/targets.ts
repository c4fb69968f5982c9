import { Effect, Option } from "effect"
import { lastSegment } from "../../domain/AnchorName.ts"
import type { Region, SemanticDependency } from "../../domain/Annotation.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import type { Outline } from "../../adapters/parser/Outline.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import { Trees } from "../../lineage/Trees.ts"
import type { Dependency, TargetChange } from "../answering/Freshness.ts"
import { dependenciesOnOthers } from "../answering/entries.ts"
import type { Question } from "../answering/Question.ts"
import { Outlines } from "../subject/Outlines.ts"
import { compareLines, countCommits, type Current, hasRun, significantIn } from "./freshness.ts"
import { findUnitsByName } from "./matching.ts"
import { dropLinesWithName, readRegionLines } from "./regionText.ts"

/** The anchor that a region relies on, and the annotated commit. */
interface Target extends Pick<SemanticDependency, "file" | "anchor"> {
  readonly commit: ObjectId
}

/** A file at one time. */
interface Version {
  readonly outline: Outline
  /** Its lines, from index 0. */
  readonly texts: ReadonlyArray<string>
  /** Its blame, for the queried file. */
  readonly hunks: ReadonlyArray<BlameHunk>
}

const wholeFile = { start: 1, end: Number.MAX_SAFE_INTEGER }

const readVersion = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
  const outline = yield* (yield* Outlines).at(commit, path)
  const [texts = Option.none()] = yield* readRegionLines([{ commit, region: { file: path, lines: wholeFile } }])
  return Option.zipWith(outline, texts, (found, lines): Version => ({ outline: found, texts: lines, hunks: [] }))
})

/** Returns the significant lines of the units that a name resolves to. */
const findLines = ({ outline, texts }: Version, anchor: string) =>
  findUnitsByName(anchor, outline.units).flatMap(({ lines }) => significantIn(texts, lines))

const textsOf = (lines: ReadonlyArray<{ readonly text: string }>): ReadonlyArray<string> =>
  lines.map(({ text }) => text)

/** What became of a target in one of today's files. */
type Comparison = "same" | "absent" | "unknown" | TargetChange

/** Compares the lines of a target with one of today's files. */
const compareTarget = (was: ReadonlyArray<string>, now: Version, { anchor, commit }: Target): Comparison => {
  const found = findLines(now, anchor)
  const texts = textsOf(found)
  if (found.length > 0) {
    if (texts.join("\n") === was.join("\n")) return "same"
    const commits = countCommits(now.hunks, compareLines(was, found).added, commit)
    return { state: "changed", ...(commits === 0 ? {} : { commits }) }
  }
  if (now.outline.partial || Option.isNone(now.outline.language)) return "unknown"
  const body = dropLinesWithName(was, lastSegment(anchor))
  return hasRun(textsOf(significantIn(now.texts, wholeFile)), body) ? { state: "changed" } : "absent"
}

/** Combines what became of a target in the files that its file may have become. */
const combine = (found: ReadonlyArray<Comparison>): Option.Option<TargetChange> => {
  if (found.includes("same")) return Option.none()
  const changed = found.find((each) => typeof each !== "string")
  if (changed !== undefined) return Option.some(changed)
  return found.includes("unknown") ? Option.none() : Option.some({ state: "gone" })
}

/** Finds what became of a target. Parses nothing if its file is as it was, and follows renames only if it is not there. */
const followTarget = Effect.fnUntraced(function* ({ subject }: Question, current: Version, target: Target) {
  const trees = yield* Trees
  const { anchor, commit, file } = target
  const isQueried = file === subject.path
  const [before, after] = [yield* trees.entry(commit, file), yield* trees.entry(subject.commit, file)]
  const blob = isQueried ? subject.blob : Option.map(after, ({ id }) => id)
  if (Option.isNone(before) || Option.contains(blob, before.value.id)) return Option.none()
  const was = textsOf(
    Option.match(yield* readVersion(commit, file), { onNone: () => [], onSome: (then) => findLines(then, anchor) })
  )
  if (was.length === 0) return Option.none()
  const compareIn = (path: string) =>
    Effect.map(
      path === subject.path ? Effect.succeedSome(current) : readVersion(subject.commit, path),
      Option.match({ onNone: (): Comparison => "unknown", onSome: (now) => compareTarget(was, now, target) })
    )
  const own = isQueried || Option.isSome(after) ? [yield* compareIn(file)] : []
  if (own.some((each) => each !== "absent")) return combine(own)
  const renamed = yield* (yield* Lineage).findPresentPaths(subject.commit, [file])
  return combine([
    ...own,
    ...(yield* Effect.forEach(
      [...renamed].filter((path) => path !== file),
      compareIn
    ))
  ])
})

/** Says of what regions rely on whether it has changed since the note (spec evidence). */
export const findTargets = Effect.fn("Pipeline.findTargets")(function* (
  question: Question,
  { hunks, scope, texts }: Current,
  regions: ReadonlyArray<{ readonly region: Region; readonly commit: ObjectId }>
) {
  const current = { outline: scope.outline, texts, hunks }
  const known = new Map<string, Option.Option<TargetChange>>()
  const follow = Effect.fnUntraced(function* (commit: ObjectId, dependency: SemanticDependency) {
    const { anchor, file } = dependency
    const key = `${commit}\0${file}\0${anchor}`
    const target = known.get(key) ?? (yield* followTarget(question, current, { anchor, file, commit }))
    known.set(key, target)
    return Option.match(target, {
      onNone: (): Dependency => dependency,
      onSome: (found) => ({ ...dependency, target: found })
    })
  })
  return yield* Effect.forEach(regions, ({ commit, region }) =>
    Effect.forEach(dependenciesOnOthers(region), (dependency) => follow(commit, dependency))
  )
})
