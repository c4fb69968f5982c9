import { hash } from "node:crypto"
import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { joinOverloads } from "../../adapters/parser/joinOverloads.ts"
import { Parser } from "../../adapters/parser/Parser.ts"
import { isAsidePath } from "../../domain/pathConventions.ts"
import { isGenerated } from "../../codeIndex/extracting/isGenerated.ts"
import { formatAlternative } from "../../domain/Alternative.ts"
import type { Evidence } from "../../domain/Evidence.ts"
import { toEpochMillis } from "../../domain/Instant.ts"
import { type LineRange, overlaps, size, withWords } from "../../domain/LineRange.ts"
import { maskSecrets } from "../../domain/Masking.ts"
import { Notes } from "../../notes/Notes.ts"
import { incomingRefs } from "../../notes/remotes/RemoteNotes.ts"
import type { Dependent, ReadRegion } from "../../pipeline/answering/answers.ts"
import { Pipeline } from "../../pipeline/questions/Pipeline.ts"
import { describeCallers } from "./describeCallers.ts"
import { findNotesOfStrangers } from "./findStrangers.ts"
import { findStatements } from "./findStatements.ts"
import { mayBePushed } from "./mayBePushed.ts"
import {
  type CommitHistory,
  hashLines,
  type HistoryStatement,
  type ItemKind,
  itemKinds,
  type Plan,
  type PlanItem,
  type PlanUnit
} from "./Plan.ts"

const maxRegions = 1_000
const maxAnswerTokens = 1_000_000
/** Maximum units of a file whose dependents and callers are looked up. */
const maxUnits = 200
/** Maximum characters of one text. */
const maxTextChars = 600

/** A commit that changes more files says little of one of them. */
const maxFilesOfReason = 20

/** Evidence, with the number of files that its commit changed. */
interface SpecificEvidence extends Evidence {
  readonly files: number
}

/** Selects evidence of commits that are about few files. */
const selectSpecific = Effect.fnUntraced(function* (evidence: ReadonlyArray<Evidence>) {
  const filesOf = new Map<string, number>()
  yield* (yield* Git).changes([...new Set(evidence.map(({ commit }) => commit))], ({ files, id }) => {
    filesOf.set(id, files.length)
  })
  return evidence.flatMap((each): ReadonlyArray<SpecificEvidence> => {
    const files = filesOf.get(each.commit) ?? 0
    return files > maxFilesOfReason ? [] : [{ ...each, files }]
  })
})

const cutText = (text: string): string => {
  const masked = maskSecrets(text.trim())
  return masked.length > maxTextChars ? `${masked.slice(0, maxTextChars).replace(/[\ud800-\udbff]$/, "")}…` : masked
}

const formatSource = (commit: string, author: string, timestamp: string): string =>
  [commit.slice(0, 10), author, timestamp.slice(0, 10)].filter((part) => part !== "").join(", ")

interface Said {
  readonly kind: ItemKind
  readonly text: string
  readonly source: string
}

const makeItem = ({ kind, source, text }: Said, place: Pick<PlanItem, "lines" | "unit">): PlanItem => ({
  id: hash("sha256", JSON.stringify([kind, text, source])).slice(0, 16),
  kind,
  text: cutText(text),
  source,
  ...place
})

/** Finds the unit of a region: the one of its name that shares most lines with it. */
const findUnitIndex = (units: ReadonlyArray<Unit>, name: string, lines: LineRange | undefined) => {
  const named = units.flatMap((unit, index) =>
    unit.name === name && (lines === undefined || overlaps(unit.lines, lines)) ? [{ unit, index }] : []
  )
  return named.toSorted((a, b) => size(a.unit.lines) - size(b.unit.lines))[0]?.index
}

const describeRegion = (region: ReadRegion, units: ReadonlyArray<Unit>, author: string): ReadonlyArray<PlanItem> => {
  if (region.flags !== undefined && region.flags.length > 0) return []
  const unit = findUnitIndex(units, region.anchor.name, region.lines)
  const place = { lines: region.lines === undefined ? [] : [region.lines], ...(unit === undefined ? {} : { unit }) }
  const source = formatSource(region.commit, author, region.timestamp)
  const { alternatives = [], constraints, risk_notes } = region
  return [
    ...constraints.map(({ text }) => makeItem({ kind: "constraint", text, source }, place)),
    ...(risk_notes === undefined ? [] : [makeItem({ kind: "risk", text: risk_notes, source }, place)]),
    ...alternatives.map((one) => makeItem({ kind: "rejected", text: formatAlternative(one), source }, place))
  ]
}

/** What is said of lines by the message of the commit that made them, or by the request or record that came with it. */
const describeEvidence = (evidence: SpecificEvidence): ReadonlyArray<PlanItem> => {
  const {
    author,
    commit,
    constraints = [],
    files,
    lines,
    reason,
    rejected = [],
    risks = [],
    subject,
    timestamp
  } = evidence
  const place = { lines }
  const source = `${formatSource(commit, author, timestamp)}: ${cutText(subject)}`
  const makeHistory = (statements: ReadonlyArray<HistoryStatement>): CommitHistory => ({
    subject,
    time: Math.max(0, Math.floor(toEpochMillis(timestamp) / 1000)),
    files,
    statements: statements.map(({ passage, ...statement }) => ({ ...statement, passage: cutText(passage) }))
  })
  const isRevert = evidence.kind === "revert"
  const reverted = rejected.map((one) => {
    const text = formatAlternative(one)
    const item = makeItem({ kind: "rejected", text, source }, place)
    return isRevert ? { ...item, history: makeHistory([{ text: one.reason ?? "", passage: text, position: 0 }]) } : item
  })
  const statements = reason === undefined || isRevert ? [] : findStatements(subject, evidence.text ?? reason)
  return [
    ...constraints.map(({ text }) => makeItem({ kind: "constraint", text, source }, place)),
    ...risks.map((text) => makeItem({ kind: "risk", text, source }, place)),
    ...reverted,
    ...(statements.length === 0
      ? []
      : [{ ...makeItem({ kind: "evidence", text: reason ?? "", source }, place), history: makeHistory(statements) }])
  ]
}

const describeDependent = (
  { anchor, commit, file, nature, timestamp }: Dependent,
  unit: number,
  lines: LineRange
): PlanItem =>
  makeItem(
    { kind: "dependent", text: nature, source: `${file} ${anchor}; ${formatSource(commit, "", timestamp)}` },
    { unit, lines: [lines] }
  )

type Trust = <A extends { readonly commit: string }>(entries: ReadonlyArray<A>) => ReadonlyArray<A>

/** Looks up what other code assumes of each unit. */
const describeDependents = Effect.fnUntraced(function* (path: string, units: ReadonlyArray<Unit>, trusted: Trust) {
  const pipeline = yield* Pipeline
  const found = yield* Effect.forEach(units.slice(0, maxUnits).entries(), ([index, { lines, name }]) =>
    Effect.map(pipeline.deps({ path, anchor: name, max_tokens: maxAnswerTokens, callers: false }), ({ dependents }) =>
      trusted(dependents)
        .filter(({ flags = [] }) => flags.length === 0)
        .map((dependent) => describeDependent(dependent, index, lines))
    )
  )
  return found.flat()
})

const removeSpace = (text: string): string => text.replace(/\s+/g, "")

/** Finds the lines of a unit's head, between its doc comment and its body; the first one where it is not found. */
export const findHead = (unit: Unit, lines: ReadonlyArray<string>): LineRange => {
  const { end, start } = unit.lines
  const signature = removeSpace(unit.signature)
  const texts = lines.slice(start - 1, end).map(removeSpace)
  const code = texts.join("")
  const found = code.indexOf(signature)
  if (found === -1 || signature === "") return { start, end: start }
  let length = 0
  const ends = texts.map((text) => (length += text.length))
  const indexAt = (offset: number) => ends.findIndex((lineEnd) => lineEnd > offset)
  return { start: start + indexAt(found), end: start + indexAt(found + signature.length - 1) }
}

const byKind = (a: PlanItem, b: PlanItem): number => itemKinds.indexOf(a.kind) - itemKinds.indexOf(b.kind)

/** Returns items without those that say the same about the same unit. */
const removeRepeated = (items: ReadonlyArray<PlanItem>): ReadonlyArray<PlanItem> => [
  ...new Map(items.map((item) => [`${item.id} ${item.unit ?? ""} ${JSON.stringify(item.lines)}`, item])).values()
]

/** Reads the authors of commits, by id. */
const readAuthors = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const git = yield* Git
  const resolved = yield* Effect.forEach(new Set(ids), (id) => git.resolveCommit(id))
  const commits = yield* git.commits(resolved)
  return new Map(commits.flatMap((commit) => Option.toArray(commit)).map(({ author, id }) => [String(id), author.name]))
})

/** Describes the units of a file: their heads, and what refers to them. */
const describeUnits = Effect.fnUntraced(function* (path: string, text: string, units: ReadonlyArray<Unit>) {
  const callers = yield* describeCallers(path, units.slice(0, maxUnits))
  const lines = text.split("\n")
  return units.map((unit, index): PlanUnit => {
    const referred = callers.get(index)
    const base = { name: unit.name, lines: unit.lines, head: findHead(unit, lines) }
    return referred === undefined ? base : { ...base, callers: referred }
  })
})

/** Returns a selection of what is not said by strangers. */
const makeTrust = Effect.fnUntraced(function* () {
  const git = yield* Git
  const snapshot = yield* (yield* Notes).snapshot
  const incoming = yield* git.refs([incomingRefs])
  const tips = [...Option.toArray(snapshot.tip), ...incoming.map(({ commit }) => commit)]
  const strangers: ReadonlySet<string> = yield* findNotesOfStrangers(tips, yield* git.resolveCommit("HEAD"))
  const trusted: Trust = (entries) => entries.filter(({ commit }) => !strangers.has(commit))
  return trusted
})

/**
 * Collects all that can be said of a file of the work tree before it is changed: constraints, risks and rejected
 * alternatives of annotations, what dependents assume, evidence that states a reason. Words of strangers are left out.
 * `state`: digest of the repository's state. Fails as the questions do.
 */
export const describeFile = Effect.fn("Agents.describeFile")(function* (
  path: string,
  content: Uint8Array,
  state: string
) {
  const parser = yield* Parser
  const pipeline = yield* Pipeline
  const text = Buffer.from(content).toString("utf8")
  const shown = formatPath(path)
  const [answer, { units }, trusted] = yield* Effect.all(
    [
      pipeline.read({ path: shown, max_regions: maxRegions, max_tokens: maxAnswerTokens, depth: 0, verbose: true }),
      Effect.map(parser.outline(path, content), (outline) => joinOverloads(outline, content)),
      makeTrust()
    ],
    { concurrency: 3 }
  )
  const regions = trusted(answer.regions)
  const dependencies = trusted(answer.dependencies_on_this)
  const authors = yield* readAuthors(regions.map(({ commit }) => commit))
  const isOwn = !isAsidePath(path) && !isGenerated(text)
  const evidence = isOwn ? yield* selectSpecific((answer.evidence ?? []).filter(mayBePushed)) : []
  const textLines = text.split("\n")
  const items = [
    ...regions.flatMap((region) => describeRegion(region, units, authors.get(region.commit) ?? "")),
    ...(dependencies.length === 0 ? [] : yield* describeDependents(shown, units, trusted)),
    ...evidence
      .map((each) => ({ ...each, lines: withWords(each.lines, textLines) }))
      .filter(({ lines }) => lines.length > 0)
      .flatMap(describeEvidence)
  ]
  const plan: Plan = {
    state,
    lineHashes: hashLines(text),
    units: yield* describeUnits(shown, text, units),
    items: removeRepeated(items).toSorted(byKind)
  }
  return plan
})
