import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import type { DepsQuery, HistoryQuery, ReadQuery, SummaryQuery } from "../../src/pipeline/answering/queries.ts"
import type { Unit } from "../../src/adapters/parser/Outline.ts"
import type { Files } from "./files.ts"
import { gitLines } from "./oracle/plainGit.ts"
import type { OutlineOf } from "./oracle/subject.ts"
import { makeRandom, type Random } from "./random.ts"

/** A question with its tool. */
export type Question =
  | { readonly tool: "read"; readonly query: ReadQuery }
  | { readonly tool: "deps"; readonly query: DepsQuery }
  | { readonly tool: "history"; readonly query: HistoryQuery }
  | { readonly tool: "summary"; readonly query: SummaryQuery }

interface Source {
  readonly directory: string
  readonly files: Files
  /** Files with uncommitted changes. */
  readonly edited: ReadonlyArray<string>
  /** Names in notes, by file. */
  readonly noted: ReadonlyMap<string, ReadonlyArray<string>>
  /** Targets of semantic dependencies. */
  readonly depended: ReadonlyArray<{ readonly file: string; readonly anchor: string }>
  readonly outlineOf: OutlineOf
}

/** The frequencies of questions. */
const tools = ["read", "read", "read", "read", "history", "history", "deps", "deps", "summary", "summary"] as const

const lastPart = (name: string): string => name.split(/::|[.#/]/).at(-1) ?? name

/** Misspells a name. */
const misspelled = (random: Random, name: string): string => {
  const at = random.below(name.length)
  return random.below(2) === 0 ? name.slice(0, at) + name.slice(at + 1) : `${name.slice(0, at)}q${name.slice(at)}`
}

const anchorFor = (random: Random, source: Source, path: string, units: ReadonlyArray<Unit>): string | undefined => {
  const unit = random.pick(units)?.name
  const noted = random.pick(source.noted.get(path) ?? [])
  const roll = random.below(20)
  if (roll < 4) return undefined
  if (roll === 4) return "nothingIsCalledSo"
  if (roll < 9 && noted !== undefined) return noted
  if (unit === undefined) return noted
  if (roll < 12) return lastPart(unit)
  return roll === 12 ? misspelled(random, unit) : unit
}

const pathFor = (random: Random, { edited, files }: Source): string => {
  const pools = [files.recent, files.old, files.renamed, files.renamed, files.busy, files.busy, files.all, edited]
  return random.pick(random.pick(pools.filter((pool) => pool.length > 0)) ?? files.all) ?? ""
}

const linesFor = (random: Random, length: number): string => {
  const start = 1 + random.below(length)
  return `${start}:${Math.min(length, start + random.below(Math.max(1, Math.min(60, length))))}`
}

/** Picks a parent folder of the file with a limited number of files. */
const folderOf = (source: Source, path: string): string | undefined => {
  const folder = path.split("/").slice(0, -1).join("/")
  const below = source.files.all.filter((file) => file.startsWith(`${folder}/`)).length
  return folder === "" || below > 30 ? undefined : folder
}

const past = (random: Random, source: Source): string | undefined =>
  random.pick(gitLines(source.directory, ["rev-list", "--max-count=400", "--first-parent", "HEAD"]))

const unitsAt = Effect.fnUntraced(function* (source: Source, path: string) {
  const content = readFileSync(join(source.directory, path))
  const { units } = yield* source.outlineOf(path, content)
  const breaks = content.filter((byte) => byte === 10).length
  return { units, length: breaks + (content.length > 0 && content.at(-1) !== 10 ? 1 : 0), binary: content.includes(0) }
})

/** Makes a question about a target of dependencies, because most units have no dependents. */
const depsQuestion = (random: Random, source: Source): Question => {
  const { anchor = "", file = "" } = random.pick(source.depended) ?? {}
  const whole = anchor === "" || random.below(3) === 0
  return { tool: "deps", query: { path: file, ...(whole ? {} : { anchor }) } }
}

const deletedQuestion = (random: Random, source: Source): Question | undefined => {
  const path = random.pick(source.files.deleted)
  if (path === undefined) return undefined
  const anchor = random.pick(source.noted.get(path) ?? [])
  const query = { path, ...(anchor === undefined || random.below(3) === 0 ? {} : { anchor }) }
  return { tool: random.pick(["read", "deps", "history", "summary"] as const) ?? "read", query }
}

const fileQuestion = Effect.fnUntraced(function* (random: Random, source: Source) {
  const path = pathFor(random, source)
  const { binary, length, units } = yield* unitsAt(source, path)
  if (length === 0 || binary) return undefined
  const tool = random.pick(tools) ?? "read"
  const anchor = anchorFor(random, source, path, units)
  const rev = !source.edited.includes(path) && random.below(12) === 0 ? past(random, source) : undefined
  const query = { path, ...(anchor === undefined ? {} : { anchor }), ...(rev === undefined ? {} : { rev }) }
  if (tool === "history") return { tool, query: { ...query, ...(random.below(4) === 0 ? { limit: 3 } : {}) } } as const
  if (tool === "read" && rev === undefined && random.below(4) === 0) {
    const named = random.below(4) === 0 && anchor !== undefined ? { anchor } : {}
    return { tool, query: { path, ...named, lines: linesFor(random, length) } } as const
  }
  const folder = tool === "summary" && random.below(4) === 0 ? folderOf(source, path) : undefined
  return folder === undefined ? ({ tool, query } as const) : ({ tool, query: { path: folder } } as const)
})

/** Makes `count` questions. Deterministic for a repository and seed. */
export const chooseQuestions = Effect.fnUntraced(function* (source: Source, count: number, seed: number) {
  const random = makeRandom(seed)
  const questions = new Map<string, Question>()
  for (let tries = 0; questions.size < count && tries < count * 20; tries += 1) {
    const roll = random.below(20)
    const chosen: Question | undefined =
      roll === 0
        ? deletedQuestion(random, source)
        : roll < 3
          ? depsQuestion(random, source)
          : yield* fileQuestion(random, source)
    if (chosen !== undefined) questions.set(JSON.stringify(chosen), chosen)
  }
  return [...questions.values()]
})
