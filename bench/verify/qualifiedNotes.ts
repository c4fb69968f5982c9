import { Effect } from "effect"
import type { Annotation, Region } from "../../src/domain/Annotation.ts"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import type { Unit } from "../../src/adapters/parser/Outline.ts"
import { notesStream } from "../../test/support/history.ts"
import { runGitChecked } from "../../test/support/runGit.ts"
import { type Change, readChanges } from "../notes/changes.ts"
import { filesOf } from "./oracle/facts.ts"
import { git, gitBytes, gitLines } from "./oracle/plainGit.ts"
import type { OutlineOf } from "./oracle/subject.ts"
import { makeRandom, type Random } from "./random.ts"

const ref = "refs/notes/ultragit"
const filesPerNote = 4
const unitsPerFile = 3
/** Commits with more files are considered mechanical. */
const maxHunks = 400

interface Place {
  readonly commit: string
  readonly file: string
  readonly anchor: string
}

const lastPart = (name: string): string => name.split(/::|[.#/]/).at(-1) ?? name

/** Lists the units that the commit changed, with the parser's anchors. */
const changedUnits = Effect.fnUntraced(function* (directory: string, change: Change, outlineOf: OutlineOf) {
  const files = new Set(filesOf(directory, change.commit))
  const paths = [...new Set(change.hunks.map(({ path }) => path))]
    .filter((path) => files.has(path))
    .slice(0, filesPerNote)
  const found: Array<{ readonly file: string; readonly unit: Unit }> = []
  for (const file of paths) {
    const { units } = yield* outlineOf(file, gitBytes(directory, ["cat-file", "blob", `${change.commit}:${file}`]))
    const touched = units.filter(({ lines }) =>
      change.hunks.some((hunk) => hunk.path === file && hunk.lines.start <= lines.end && lines.start <= hunk.lines.end)
    )
    found.push(...touched.slice(-unitsPerFile).map((unit) => ({ file, unit })))
  }
  return found
})

/** Makes the region of a unit. Its texts are unique per commit, so that it does not count as a copy. */
const regionOf = (
  random: Random,
  since: string,
  { file, unit }: { readonly file: string; readonly unit: Unit },
  places: ReadonlyArray<Place>
): Region => {
  const on = random.below(2) === 0 ? random.pick(places) : undefined
  const before = places.findLast((place) => place.file === file)
  const { name, signature, type } = unit
  return {
    file,
    ast_anchor: { type, name, ...(random.below(4) === 0 ? {} : { signature }) },
    lines: unit.lines,
    intent: `What ${name} is for since ${since.slice(0, 12)}.`,
    constraints: [{ text: `${name} keeps its order.`, source: "author" }],
    semantic_dependencies:
      on === undefined
        ? []
        : [
            {
              file: on.file,
              anchor: random.below(3) === 0 ? lastPart(on.anchor) : on.anchor,
              nature: `needs ${on.anchor} as it is`
            }
          ],
    related_annotations:
      before === undefined
        ? []
        : [{ commit: before.commit.slice(0, 16), anchor: before.anchor, relationship: "follows" }],
    tags: []
  }
}

const annotationOf = (random: Random, change: Change, regions: ReadonlyArray<Region>): Annotation => ({
  $schema: "ultragit/v1",
  commit: ObjectId.make(change.commit),
  timestamp: change.timestamp,
  summary: change.subject === "" ? "A change" : change.subject,
  context_level: random.below(2) === 0 ? "inferred" : "enhanced",
  regions,
  cross_cutting:
    random.below(6) === 0
      ? [
          {
            description: `One matter since ${change.commit.slice(0, 12)}.`,
            regions: regions.map(({ ast_anchor, file }) => `${file}:${ast_anchor.name}`),
            nature: "invariant"
          }
        ]
      : [],
  provenance: {
    operation: (["initial", "amend", "squash"] as const)[random.below(3)] ?? "initial",
    derived_from: [],
    original_annotations_preserved: false
  }
})

const write = (directory: string, annotations: ReadonlyArray<Annotation>) => {
  const notes = annotations.map((annotation) => [annotation.commit, JSON.stringify(annotation)] as const)
  const from = git(directory, ["rev-parse", ref]).trim()
  const stdin = notesStream(notes, { ref, from, date: 1_767_225_601 })
  return runGitChecked(directory, ["fast-import", "--quiet", "--done"], { stdin })
}

/**
 * Adds notes to `count` commits without one, spread over the history, with qualified anchors and signatures from the
 * parser. The synthetic notes have only unqualified names.
 */
export const addQualifiedNotes = Effect.fnUntraced(function* (
  directory: string,
  options: { readonly count: number; readonly seed: number },
  outlineOf: OutlineOf
) {
  const random = makeRandom(options.seed)
  const noted = new Set(gitLines(directory, ["notes", `--ref=${ref}`, "list"]).map((line) => line.split(" ")[1]))
  const all = gitLines(directory, ["rev-list", "--reverse", "--no-merges", "HEAD"]).filter((id) => !noted.has(id))
  const step = Math.max(1, Math.floor(all.length / options.count))
  const changes = yield* readChanges(
    directory,
    all.filter((_, index) => index % step === 0)
  )
  const annotations: Array<Annotation> = []
  const places: Array<Place> = []
  for (const change of changes.filter(({ hunks }) => hunks.length > 0 && hunks.length <= maxHunks)) {
    const units = yield* changedUnits(directory, change, outlineOf)
    const regions = units.map((found) => regionOf(random, change.commit, found, places.slice(-200)))
    if (regions.length === 0) continue
    annotations.push(annotationOf(random, change, regions))
    places.push(...regions.map(({ ast_anchor, file }) => ({ commit: change.commit, file, anchor: ast_anchor.name })))
  }
  yield* write(directory, annotations)
  return annotations.length
})

/** Adds newer copies of notes to commits outside the history of HEAD, which answers must ignore. */
export const addUnreachableNotes = Effect.fnUntraced(function* (directory: string, count: number) {
  const listed = gitLines(directory, ["notes", `--ref=${ref}`, "list"])
  const step = Math.max(1, Math.floor(listed.length / count))
  const annotations: Array<Annotation> = []
  for (const line of listed.filter((_, index) => index % step === 0)) {
    const copied: Annotation = JSON.parse(git(directory, ["cat-file", "blob", line.split(" ")[0] ?? ""]))
    const commit = yield* runGitChecked(directory, ["commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", line])
    annotations.push({ ...copied, commit: ObjectId.make(commit) })
  }
  yield* write(directory, annotations)
})
