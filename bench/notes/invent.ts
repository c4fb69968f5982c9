import type { Anchor, Annotation, Concern, Region } from "../../src/domain/Annotation.ts"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import type { Change, Hunk } from "./changes.ts"

/** A region of an earlier note, as a target for later notes. */
interface EarlierRegion {
  readonly commit: string
  readonly file: string
  readonly anchor: string
}

const maxRegionsPerCommit = 6
const maxEarlierRegions = 400

const declaration =
  /^(?!\s*(?:\*|\/\/|\/\*|#)).*?\b(function|class|interface|def|fn|func|struct|enum|trait|impl|type|module|namespace|const)\b\*?\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]*)/
const types: Readonly<Record<string, string>> = { def: "function", fn: "function", func: "function", const: "constant" }

/** Returns a number below `limit` that depends only on the arguments (FNV-1a). */
const pick = (limit: number, ...seeds: ReadonlyArray<string | number>): number => {
  let hash = 0x811c9dc5
  for (const character of seeds.join(" ")) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % limit
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Makes the anchor of a hunk: its first declaration with signature, otherwise git's function context, otherwise the file. */
const anchorOf = ({ heading, path, sample }: Hunk): Anchor => {
  for (const [line, own] of [...sample.map((text) => [text, true] as const), [heading, false] as const]) {
    const [, keyword = "", name] = declaration.exec(line) ?? []
    if (name === undefined) continue
    const signature = line.trim().replace(/\s*[{:]?\s*$/, "")
    return { type: types[keyword] ?? keyword, name, ...(own && signature !== "" ? { signature } : {}) }
  }
  return { type: "module", name: baseName(path) }
}

/** Groups the hunks of one file and anchor, each group for one region. */
const gather = (hunks: ReadonlyArray<Hunk>) => {
  const found = new Map<string, { readonly anchor: Anchor; readonly hunks: Array<Hunk> }>()
  for (const hunk of hunks) {
    const anchor = anchorOf(hunk)
    const key = `${hunk.path}\n${anchor.name}`
    const group = found.get(key) ?? { anchor, hunks: [] }
    group.hunks.push(hunk)
    found.set(key, group)
  }
  return [...found.values()].slice(0, maxRegionsPerCommit)
}

const constraintsFor = (name: string, roll: number): Region["constraints"] =>
  roll < 5
    ? [{ text: `${name} must keep the order of its input.`, source: roll < 3 ? "author" : "inferred" }]
    : [{ text: `${name} is called from several fibers at once.`, source: "author" }]

const region = (
  change: Change,
  group: ReturnType<typeof gather>[number],
  places: ReadonlyArray<EarlierRegion>
): Region => {
  const { anchor, hunks } = group
  const file = hunks[0]?.path ?? ""
  const roll = pick(10, change.commit, file, anchor.name)
  const elsewhere = places[pick(Math.max(1, places.length), change.commit, anchor.name)]
  const before = places.findLast((place) => place.file === file)
  return {
    file,
    ast_anchor: anchor,
    lines: {
      start: Math.min(...hunks.map((hunk) => hunk.lines.start)),
      end: Math.max(...hunks.map((hunk) => hunk.lines.end))
    },
    intent: `${change.subject || "Change"}: what ${anchor.name} is for.`,
    ...(roll < 7
      ? { reasoning: `${anchor.name} took this form because of ${file}. Another way was tried first.` }
      : {}),
    constraints: constraintsFor(anchor.name, roll),
    semantic_dependencies:
      elsewhere !== undefined && roll % 2 === 0
        ? [{ file: elsewhere.file, anchor: elsewhere.anchor, nature: `assumes that ${elsewhere.anchor} never throws` }]
        : [],
    related_annotations:
      before !== undefined && roll % 3 === 0
        ? [{ commit: before.commit.slice(0, 12), anchor: before.anchor, relationship: "builds on" }]
        : [],
    tags: roll < 4 ? ["performance"] : [],
    ...(roll === 9 ? { risk_notes: `Changing ${anchor.name} shows late. Watch its callers.` } : {})
  }
}

const concernsOf = (commit: string, regions: ReadonlyArray<Region>): ReadonlyArray<Concern> =>
  regions.length < 2 || pick(8, commit, "concern") > 0
    ? []
    : [
        {
          description: `These change together since ${commit.slice(0, 12)}.`,
          regions: regions.map(({ ast_anchor, file }) => `${file}:${ast_anchor.name}`),
          nature: "invariant"
        }
      ]

const operations = ["initial", "initial", "initial", "initial", "initial", "initial", "amend", "squash"] as const

/**
 * Makes a valid note for each change, oldest first. Regions are the changed lines; dependencies and relations refer to
 * regions of earlier notes. Deterministic.
 */
export const invent = (changes: ReadonlyArray<Change>): ReadonlyArray<Annotation> => {
  let places: ReadonlyArray<EarlierRegion> = []
  return changes.map((change) => {
    const regions = gather(change.hunks).map((group) => region(change, group, places))
    const operation = operations[pick(operations.length, change.commit, "operation")] ?? "initial"
    const earlier = places.at(-1)
    places = [
      ...places,
      ...regions.map(({ ast_anchor, file }) => ({ commit: change.commit, file, anchor: ast_anchor.name }))
    ].slice(-maxEarlierRegions)
    return {
      $schema: "ultragit/v1",
      commit: ObjectId.make(change.commit),
      timestamp: change.timestamp,
      summary: change.subject || "A change without a subject",
      context_level: pick(3, change.commit, "level") === 0 ? "inferred" : "enhanced",
      regions,
      cross_cutting: concernsOf(change.commit, regions),
      provenance: {
        operation,
        derived_from: operation === "initial" || earlier === undefined ? [] : [earlier.commit],
        original_annotations_preserved: operation !== "initial"
      }
    }
  })
}
