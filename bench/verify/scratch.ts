import { Effect } from "effect"
import { runGitChecked } from "../../test/support/runGit.ts"
import { syntheticNotes } from "../syntheticNotes.ts"
import { editFiles, removeFiles } from "./edits.ts"
import { type Files, sortFiles } from "./files.ts"
import { readFacts } from "./oracle/facts.ts"
import type { OutlineOf } from "./oracle/subject.ts"
import { addQualifiedNotes, addUnreachableNotes } from "./qualifiedNotes.ts"
import { makeRandom } from "./random.ts"
import { limits } from "./verify.ts"

const unreachable = 40
const editedFiles = 10

const grouped = (pairs: ReadonlyArray<readonly [string, string]>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const groups = new Map<string, Array<string>>()
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value])
  return groups
}

/** Updates the groups of files after some are deleted from the work tree but not from HEAD. */
const without = (files: Files, removed: ReadonlyArray<string>): Files => {
  const left = (paths: ReadonlyArray<string>) => paths.filter((path) => !removed.includes(path))
  return {
    recent: left(files.recent),
    old: left(files.old),
    renamed: left(files.renamed),
    busy: left(files.busy),
    all: left(files.all),
    deleted: [...removed, ...files.deleted]
  }
}

/**
 * Makes a clone with notes, without limits, and with some edited files. Never writes to the source. Adds `notes` notes,
 * one in five of them with the parser's anchors.
 */
export const makeScratch = Effect.fnUntraced(function* (
  options: { readonly source: string; readonly directory: string; readonly notes: number; readonly seed: number },
  outlineOf: OutlineOf
) {
  const { directory, notes, seed, source } = options
  yield* syntheticNotes({ source, directory, commits: Math.ceil(notes * 0.8) })
  yield* addQualifiedNotes(directory, { count: Math.ceil(notes * 0.2), seed }, outlineOf)
  yield* addUnreachableNotes(directory, unreachable)
  for (const [key, value] of Object.entries(limits)) yield* runGitChecked(directory, ["config", key, value])
  const facts = readFacts(directory)
  const regions = [...facts.notes.values()].flatMap((annotation) => annotation.regions)
  const files = sortFiles(
    directory,
    regions.map(({ file }) => file)
  )
  const random = makeRandom(seed)
  const wanted = Array.from({ length: editedFiles }, () => random.pick(files.busy) ?? "").filter((path) => path !== "")
  const edited = yield* editFiles(directory, wanted, random, outlineOf)
  const removed = files.busy.filter((path) => !edited.includes(path)).slice(-1)
  removeFiles(directory, removed)
  return {
    directory,
    facts,
    files: without(files, removed),
    edited,
    noted: grouped(regions.map(({ ast_anchor, file }) => [file, ast_anchor.name])),
    depended: regions.flatMap((region) => region.semantic_dependencies)
  }
})
