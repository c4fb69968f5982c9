import { Effect } from "effect"
import type { HistoryAnswer, TimelineEntry } from "../../../src/pipeline/answering/answers.ts"
import type { HistoryQuery } from "../../../src/pipeline/answering/queries.ts"
import type { Annotation, Region } from "../../../src/domain/Annotation.ts"
import { isKnown, type Meant, meantBy } from "./deps.ts"
import { type Expected, type Failed, provenanceOf, relatedOf, shownRelated, textsOf } from "./entries.ts"
import { type Facts, timeOf } from "./facts.ts"
import { follow, isFileAt, isTouched, lineHistory, pathsOf } from "./lineage.ts"
import { isSame, isSuffix, matchNotedName } from "./names.ts"
import { committedUnits, type OutlineOf } from "./subject.ts"

interface Step {
  readonly commit: string
  readonly annotation: Annotation
  readonly region: Region
  readonly position: number
}

const stepsIn = (facts: Facts): ReadonlyArray<Step> =>
  [...facts.notes]
    .filter(([commit]) => facts.reachable.has(commit))
    .flatMap(([commit, annotation]) =>
      annotation.regions.map((region, position) => ({ commit, annotation, region, position }))
    )

/** Sorts oldest first; steps of one commit in the order of the note. */
const byTime =
  (facts: Facts) =>
  (a: Step, b: Step): number =>
    timeOf(facts, a.commit) - timeOf(facts, b.commit) ||
    (a.commit === b.commit ? a.position - b.position : a.commit < b.commit ? -1 : 1)

/** Lists every step about the units, or about the whole file without names. */
const storyOf = Effect.fnUntraced(function* (facts: Facts, path: string, meant: Meant, outlineOf: OutlineOf) {
  const units = yield* committedUnits(facts, path, outlineOf)
  const asked = units.filter((unit) => meant.names.some((name) => isSame(name, unit.name)))
  const lines = asked.flatMap((unit) => lineHistory(facts, path, unit.lines))
  const all = [...meant.all, ...meant.names]
  const paths = pathsOf(facts, path)
  return stepsIn(facts).filter(({ commit, region }) => {
    if (isTouched(region, commit, lines)) return true
    const named = meant.names.length === 0 || matchNotedName(region.ast_anchor.name, meant.names, all) !== undefined
    return named && paths.has(region.file) && isFileAt(facts, path, region.file, commit)
  })
})

const entryOf = (facts: Facts, query: HistoryQuery, step: Step, relation: TimelineEntry["relation"]): TimelineEntry => {
  const { annotation, commit, region } = step
  const written = facts.written.get(commit)
  const { name } = region.ast_anchor
  const { anchor } = query
  const isAsked = anchor !== undefined && (isSame(anchor, name) || isSuffix(anchor, name) || isSuffix(name, anchor))
  const related = relation === "direct" ? relatedOf(facts, commit, region).map(shownRelated) : []
  return {
    commit,
    timestamp: annotation.timestamp,
    commit_message: written?.subject ?? "",
    author: written?.author ?? "",
    ...(isAsked ? {} : { anchor: name }),
    context_level: annotation.context_level,
    provenance: provenanceOf(annotation),
    intent: region.intent,
    ...textsOf(region),
    constraints: region.constraints,
    relation,
    ...(related.length === 0 ? {} : { related_context: related })
  }
}

/** Lists the steps that direct steps refer to. */
const listRelatedSteps = (facts: Facts, direct: ReadonlyArray<Step>): ReadonlyArray<Step> => {
  const found = new Map(direct.map((step) => [`${step.commit} ${step.position}`, step]))
  for (const { commit, region } of direct) {
    for (const { commit: target, position } of relatedOf(facts, commit, region)) {
      const annotation = facts.notes.get(target)
      const key = `${target} ${position}`
      const pointed = annotation?.regions[position]
      if (annotation === undefined || pointed === undefined || found.has(key)) continue
      found.set(key, { commit: target, annotation, region: pointed, position })
    }
  }
  return [...found.values()].slice(direct.length)
}

/** Takes the newest `limit` steps, oldest first. Related steps fill the rest of the limit, newest first. */
const timelineOf = (facts: Facts, query: HistoryQuery, story: ReadonlyArray<Step>, configured: number) => {
  const limit = query.limit ?? configured
  const direct = story.toSorted(byTime(facts)).slice(-limit)
  const room = limit - direct.length
  const related = listRelatedSteps(facts, direct).toSorted(byTime(facts))
  const kept = room === 0 ? [] : related.slice(-room)
  return [...direct, ...kept]
    .toSorted(byTime(facts))
    .map((step) => entryOf(facts, query, step, direct.includes(step) ? "direct" : "related"))
}

/** Computes the expected answer of `history` from notes, `git log --follow` and `git log -L`. */
export const expectedHistory = Effect.fnUntraced(function* (
  facts: Facts,
  query: HistoryQuery,
  outlineOf: OutlineOf,
  configured: number
) {
  const { path } = query
  if (!isKnown(facts, path)) return { failure: "path_not_found" } satisfies Failed
  const changes = follow(facts, path)
  const meant: Meant = yield* meantBy(facts, query, pathsOf(facts, path), outlineOf)
  const story = yield* storyOf(facts, path, meant, outlineOf)
  const timeline = timelineOf(facts, query, story, configured)
  return {
    $schema: "ultragit-history/v1",
    query: { path, ...(query.anchor === undefined ? {} : { anchor: query.anchor }), rev: meant.rev },
    timeline,
    stats: {
      commits_examined: new Set([...changes, ...story].map(({ commit }) => commit)).size,
      commits_unannotated: changes.filter(({ commit }) => !facts.notes.has(commit)).length,
      entries_returned: timeline.length
    },
    ...(meant.ambiguous ? { ambiguous_anchor: true } : {}),
    warned: meant.warned
  } satisfies Expected<HistoryAnswer>
})
