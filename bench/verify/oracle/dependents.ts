import { Effect } from "effect"
import type { ConcernEntry, Dependent } from "../../../src/pipeline/answering/answers.ts"
import type { Region } from "../../../src/domain/Annotation.ts"
import { type Facts, timeOf } from "./facts.ts"
import { pathsOf } from "./lineage.ts"
import { isSame, matchNotedName } from "./names.ts"
import { byRank, type Ranked, scoreOf, standing } from "./score.ts"
import { committedUnits, type OutlineOf } from "./subject.ts"

/** The target of dependencies: some units of a file, or the whole file without names. */
export interface Target {
  readonly path: string
  readonly names: ReadonlyArray<string>
  /** Names of all units of the file. */
  readonly all: ReadonlyArray<string>
}

interface Statement {
  readonly commit: string
  readonly region: Region
  readonly nature: string
}

/** Lists the paths of a file in notes: its own, and its past ones that no other file has now. */
export const namedPaths = (facts: Facts, path: string): ReadonlySet<string> =>
  new Set([...pathsOf(facts, path)].filter((other) => other === path || !facts.tracked.has(other)))

const statementsOn = (facts: Facts, target: Target): ReadonlyArray<Statement> => {
  const paths = namedPaths(facts, target.path)
  const isAsked = (anchor: string): boolean =>
    target.names.length === 0 || matchNotedName(anchor, target.names, target.all) !== undefined
  return [...facts.notes].flatMap(([commit, annotation]) =>
    facts.reachable.has(commit)
      ? annotation.regions.flatMap((region) =>
          region.semantic_dependencies.flatMap(({ anchor, file, nature }): ReadonlyArray<Statement> => {
            const itself = paths.has(region.file) && isSame(region.ast_anchor.name, anchor)
            return paths.has(file) && isAsked(anchor) && !itself ? [{ commit, region, nature }] : []
          })
        )
      : []
  )
}

const isNewer = (facts: Facts, a: Statement, b: Statement): boolean => {
  const [first, second] = [timeOf(facts, a.commit), timeOf(facts, b.commit)]
  return first === second ? a.commit > b.commit : first > second
}

/** Lists every dependent once, by its newest statement, highest confidence first (spec annotations §3, §5). */
export const dependentsOn = Effect.fnUntraced(function* (facts: Facts, target: Target, outlineOf: OutlineOf) {
  const newest = new Map<string, Statement>()
  for (const statement of statementsOn(facts, target)) {
    const key = `${statement.region.file}\0${statement.region.ast_anchor.name}`
    const other = newest.get(key)
    if (other === undefined || isNewer(facts, statement, other)) newest.set(key, statement)
  }
  const entries: Array<Ranked & { readonly shown: Dependent }> = []
  for (const { commit, nature, region } of newest.values()) {
    const annotation = facts.notes.get(commit)
    if (annotation === undefined) continue
    const { stability } = standing(region, yield* committedUnits(facts, region.file, outlineOf), [])
    const { confidence } = scoreOf(facts, commit, annotation, stability)
    const { context_level, timestamp } = annotation
    const { file } = region
    entries.push({
      shown: { file, anchor: region.ast_anchor.name, nature, commit, timestamp, confidence, context_level },
      confidence,
      written: timeOf(facts, commit),
      file,
      line: region.lines.start,
      commit
    })
  }
  return entries.toSorted(byRank).map(({ shown }) => shown)
})

/** Lists the concerns that include the target, newest first. */
export const concernsAbout = (facts: Facts, target: Target): ReadonlyArray<ConcernEntry> => {
  const paths = namedPaths(facts, target.path)
  const lists = (place: string): boolean => {
    const colon = /(?<!:):(?!:)/.exec(place)?.index ?? place.length
    const anchor = place.slice(colon + 1)
    if (!paths.has(place.slice(0, colon))) return false
    return target.names.length === 0 || anchor === "" || matchNotedName(anchor, target.names, target.all) !== undefined
  }
  return [...facts.notes]
    .filter(([commit]) => facts.reachable.has(commit))
    .toSorted(([a], [b]) => timeOf(facts, b) - timeOf(facts, a) || (a < b ? -1 : 1))
    .flatMap(([commit, annotation]) =>
      annotation.cross_cutting
        .filter(({ regions }) => regions.some(lists))
        .map((concern): ConcernEntry => ({ ...concern, commit }))
    )
}
