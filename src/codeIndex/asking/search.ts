import { Option, Result, Schema } from "effect"
import { compileGlob } from "../../config/Glob.ts"
import { decodeCursor, encodeCursor } from "../../store/cursor.ts"
import type { Snapshot } from "../../store/database/Snapshot.ts"
import { formatCount } from "../../domain/Text.ts"
import type { SearchAnswer, SearchHit } from "../model/answers.ts"
import { ArgumentInvalid, CodeError, LimitInvalid, TagsMissing, TagsTooMany } from "../model/CodeError.ts"
import type { SearchFilters, SearchInput } from "../model/inputs.ts"
import { toFolderPath } from "./filePaths.ts"
import { matchesTag, parseTag, type Tag } from "./tags.ts"
import type { Field } from "./matchFields.ts"
import { isPhrase, type ReadText, wordsOf } from "./phrases.ts"
import { isQuestion, takeTags } from "./sentences.ts"
import { type Ranked, rank } from "./ranking.ts"
import { chooseDefinitions } from "./chooseDefinitions.ts"
import { countDefinitions, readImports } from "./readBlob.ts"
import { neverIndexed, readState } from "./state.ts"
import { describeSparse, withWarnings } from "./sparse.ts"
import type { ViewFile, ViewFiles } from "./viewFiles.ts"

const defaultLimit = 20
/** The same where the words of a text are searched for, of which most files have some. */
const defaultTextLimit = 8
const maxLimit = 100
/** Where no limit is given, files after the first few that match less than this share of the best are left to the next page. */
const minScoreShare = 0.2
const minResults = 5
const maxTags = 5
/** Languages that a name takes in besides itself. */
const families: Readonly<Record<string, ReadonlyArray<string>>> = {
  typescript: ["typescript", "tsx", "javascript", "jsx"],
  javascript: ["javascript", "jsx"],
  "c++": ["cpp"],
  "c#": ["csharp"]
}

const fail = (reason: CodeError["reason"]) => Result.fail(new CodeError({ reason }))

/** `isTaken`: whether the tags are taken from a text, and not given by a caller. */
const checkTags = (tags: ReadonlyArray<string>, isTaken: boolean): Result.Result<ReadonlyArray<Tag>, CodeError> => {
  if (tags.length > maxTags && !isTaken) return fail(new TagsTooMany())
  const parsed = tags.flatMap((tag) => parseTag(tag) ?? [])
  return parsed.length === 0 ? fail(new TagsMissing()) : Result.succeed(parsed)
}

const checkLimit = (limit: number = defaultLimit): Result.Result<void, CodeError> =>
  limit >= 1 && limit <= maxLimit ? Result.void : fail(new LimitInvalid())

/** Makes a test of files, from filters. `languages`: those of all grammars. */
const makeFilter = (
  filters: SearchFilters,
  languages: ReadonlyArray<string>
): Result.Result<(file: ViewFile) => boolean, CodeError> => {
  const language = filters.language?.toLowerCase()
  const family = language === undefined ? undefined : (families[language] ?? [language])
  if (family !== undefined && !family.every((each) => languages.includes(each))) {
    const expected = `one of ${languages.toSorted().join(", ")}`
    return fail(new ArgumentInvalid({ name: "filters.language", expected, value: filters.language ?? "" }))
  }
  const extension = filters.fileType?.replace(/^\.?/, ".").toLowerCase()
  const path = toFolderPath(filters.path ?? "")
  // A path without wildcards may be that of a folder.
  const globs = path === "" ? undefined : [path, ...(/[*?[{]/.test(path) ? [] : [`${path}/**`])].map(compileGlob)
  return Result.succeed(
    (file) =>
      (family === undefined || family.includes(file.language)) &&
      (extension === undefined || file.path.toLowerCase().endsWith(extension)) &&
      (globs === undefined || globs.some((glob) => glob(file.path.split("/")))) &&
      (filters.hasExports !== true || file.hasExports) &&
      (filters.hasTests !== false || !file.isTest)
  )
}

const round = (score: number): number => Math.round(score * 1000) / 1000

/** The fields that have the words of names of definitions. */
const nameFields: ReadonlyArray<Field> = ["definitions", "symbols"]

const toHit = (
  { connection }: Snapshot,
  { file, lines, matched, score }: Ranked,
  tags: ReadonlyArray<Tag>
): SearchHit => {
  const matchesIn = (fields: ReadonlyArray<Field>) =>
    tags.filter((_, number) => matched.get(number)?.some((field) => fields.includes(field)) === true)
  const inImports = matchesIn(["imports"])
  const isImported = (module: string) => inImports.some((tag) => matchesTag(tag, module))
  return {
    path: file.path,
    ...(file.language === "" ? {} : { language: file.language }),
    score: round(score),
    matched: tags.flatMap((tag, number) => {
      const where = matched.get(number)
      const line = lines.get(number)
      return where === undefined ? [] : [{ tag: tag.text, in: where, ...(line === undefined ? {} : { line }) }]
    }),
    definitions: chooseDefinitions(connection, file.blob, {
      tags: matchesIn(nameFields),
      lines: [...lines.values()],
      isByPath: matchesIn(["filename"]).length > 0
    }),
    definition_count: countDefinitions(connection, file.blob),
    imports: inImports.length === 0 ? [] : readImports(connection, file.links, isImported)
  }
}

/** Leaves out words of a text that a file only mentions, if it has others elsewhere. */
const withoutMentions = (hit: SearchHit): SearchHit => {
  const telling = hit.matched.filter(
    ({ in: where, line }) => line !== undefined || where.some((field) => field !== "body")
  )
  return telling.length === 0 ? hit : { ...hit, matched: telling }
}

const decodePosition = Schema.decodeUnknownOption(Schema.Tuple([Schema.Finite, Schema.String]))

/** A question with what the caller knows of the repository. */
export interface SearchQuestion {
  /** Name of the view. */
  readonly view: string
  /** Absolute path of its work tree. */
  readonly root: string
  readonly input: SearchInput
  /** What the tags are taken from, such as a query in words or a message. */
  readonly text?: string | undefined
  /** How well the titles of the commits that changed a file match what is asked, by its path. */
  readonly titles?: ReadonlyMap<string, number>
  /** Names of the languages with a grammar. */
  readonly languages: ReadonlyArray<string>
}

const withoutPaging = ({ filters, tags }: SearchInput): object => ({ filters, tags })

const findStart = (input: SearchInput, ranked: ReadonlyArray<Ranked>): Result.Result<number, CodeError> => {
  if (input.cursor === undefined || input.cursor === "") return Result.succeed(0)
  const found = Option.flatMap(decodeCursor(withoutPaging(input), input.cursor), decodePosition)
  if (Option.isNone(found)) {
    const expected = "next_cursor of the same search"
    return fail(new ArgumentInvalid({ name: "cursor", expected, value: input.cursor }))
  }
  const [score, path] = found.value
  const at = ranked.findIndex((each) => each.score < score || (each.score === score && each.file.path > path))
  return Result.succeed(at === -1 ? ranked.length : at)
}

/** Why a search finds nothing. `unfiltered`: files that it finds without the filters. */
const explainNothing = (unfiltered: number): string =>
  unfiltered === 0
    ? "No indexed file has any of the tags: try other words for it, or parts of names."
    : `${formatCount(unfiltered, "file")} match, but not the filters.`

/** What is asked of the files of a view, and what is found. */
interface Found {
  readonly tags: ReadonlyArray<Tag>
  readonly all: ReadonlyArray<Ranked>
  readonly warnings: ReadonlyArray<string>
  /** Whether the tags are words of a text. */
  readonly isByWords: boolean
}

/** Takes a page; without a limit, a first one ends before weak matches. */
const takePage = (
  ranked: ReadonlyArray<Ranked>,
  start: number,
  { isByWords, limit }: Pick<Found, "isByWords"> & { readonly limit: number | undefined }
): ReadonlyArray<Ranked> => {
  const usual = isByWords ? defaultTextLimit : defaultLimit
  const minScore = start === 0 && limit === undefined ? (ranked[0]?.score ?? 0) * minScoreShare : 0
  return ranked.slice(start, start + (limit ?? usual)).filter(({ score }, at) => at < minResults || score >= minScore)
}

/** Fewer words in one tag are a concept, whose words a file has. */
const minSentenceWords = 4

/**
 * The only tag, if it names no path and is a question about a name, a word or tests, or a sentence that no file has as it is, nor with other values
 * in it.
 */
const findUnplaced = ({ all, tags }: Found): Tag | undefined => {
  const [tag, ...others] = tags
  if (tag === undefined || others.length > 0 || !isPhrase(tag)) return undefined
  if (all.some(({ matched }) => matched.get(0)?.includes("filename") === true)) return undefined
  const { hasName, isAboutTests, tags: words } = takeTags(tag.text)
  if (isQuestion(tag.text) && (hasName || isAboutTests || words.length === 1)) return tag
  if (all.length > 0 && wordsOf(tag.text).length < minSentenceWords) return undefined
  return all.some(({ lines }) => lines.size > 0) ? undefined : tag
}

/** Searches for the words of a sentence that is no text of the code, such as a question. */
const findBySentence = (given: Omit<Parameters<typeof rank>[0], "prefersTests">): Found => {
  const asked = { ...given, prefersTests: false }
  const found: Found = { tags: asked.tags, all: rank(asked), warnings: [], isByWords: asked.text !== undefined }
  const sentence = asked.text === undefined ? findUnplaced(found) : undefined
  if (sentence === undefined) return found
  const { isAboutTests, tags: words } = takeTags(sentence.text)
  const tags = words.flatMap((word) => parseTag(word) ?? [])
  if (tags.length === 0) return found
  const all = rank({ ...asked, tags, prefersTests: isAboutTests })
  const warning = `No file has this as it is: found by ${words.join(", ")}.`
  return { tags, all, isByWords: true, warnings: all.length === 0 || isQuestion(sentence.text) ? [] : [warning] }
}

const toHits = (
  snapshot: Snapshot,
  page: ReadonlyArray<Ranked>,
  { isByWords, tags, text }: Pick<Found, "isByWords" | "tags"> & { readonly text: Tag | undefined }
): ReadonlyArray<SearchHit> => {
  const hits = page.map((each) => toHit(snapshot, each, text === undefined ? tags : [...tags, text]))
  return isByWords ? hits.map(withoutMentions) : hits
}

/** A question with what it reads files by. */
interface Asked extends Omit<SearchQuestion, "root" | "view"> {
  readonly readText: ReadText
}

/** Searches a view; `undefined` if it was never indexed. */
export const search = (
  snapshot: Snapshot,
  view: number | undefined,
  files: ViewFiles,
  { input, languages, readText, text: given = "", titles }: Asked
): Result.Result<SearchAnswer, CodeError> =>
  Result.gen(function* () {
    const text = parseTag(given)
    const tags = yield* checkTags(input.tags, text !== undefined)
    yield* checkLimit(input.limit)
    const filter = yield* makeFilter(input.filters ?? {}, languages)
    if (view === undefined) return { results: [], total: 0, index: neverIndexed }
    const found = findBySentence({
      connection: snapshot.connection,
      view: files,
      tags,
      text,
      titles,
      countsTests: input.filters?.hasTests === true,
      readText
    })
    const ranked = found.all.filter(({ file }) => filter(file))
    const start = yield* findStart(input, ranked)
    const page = takePage(ranked, start, { limit: input.limit, isByWords: found.isByWords })
    const last = page.at(-1)
    return {
      results: toHits(snapshot, page, { ...found, text }),
      total: ranked.length,
      index: readState(snapshot.connection, view),
      ...withWarnings(
        ranked.length === 0
          ? [explainNothing(found.all.length), ...describeSparse(snapshot.connection, view)]
          : found.warnings
      ),
      ...(last === undefined || start + page.length >= ranked.length
        ? {}
        : { next_cursor: encodeCursor(withoutPaging(input), [last.score, last.file.path]) })
    }
  })
