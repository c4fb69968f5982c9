import { extractFacts } from "../ecmascript/facts/extractFacts.ts"
import type { FactsDraft } from "../facts/Facts.ts"
import { collectDefinitions, selectUnits } from "../ecmascript/outline.ts"
import { addTypes, noDocTypes } from "../ecmascript/jsdoc/addTypes.ts"
import { type Dialect, makeParse, type MakeWalk, notParsed, type Parse, type Parsed } from "../ecmascript/parse.ts"
import { extractByPieces } from "../ecmascript/recover.ts"
import { estimateStackBytes } from "../ecmascript/estimateStackBytes.ts"
import { countTokens } from "../ecmascript/countTokens.ts"
import {
  type Draft,
  type Extract,
  type Extractor,
  type FileNames,
  type Language,
  maxLightLength,
  once,
  outOfMemory
} from "../Language.ts"
import { workerLimits } from "../limits.ts"

/**
 * Maximum stack bytes, as estimated by `estimateStackBytes`, for parsing on the main thread, whose stack has 8 MiB (1
 * MiB on Windows).
 */
const maxMainStackBytes = process.platform === "win32" ? 0 : 2 * 1024 * 1024
/** Maximum estimated stack bytes in the worker, with a reserve for its other code. */
const maxWorkerStackBytes = (workerLimits.stackSizeMb - 16) * 1024 * 1024
/** Maximum tokens of a text parsed in one go. Ordinary source of 5 MB has up to 1.2 million. */
const maxTokens = 1_500_000

type Tree = Parsed & { readonly _tag: "Tree" }

/** The parser, and what visits its trees. */
interface Oxc {
  readonly parse: Parse
  readonly makeWalk: MakeWalk
}

const loadParser = once(() =>
  import("oxc-parser").then((oxc): Oxc => ({ parse: makeParse(oxc), makeWalk: (visitor) => new oxc.Visitor(visitor) }))
)

/** Whether a text may exceed the worker's stack or the memory for its tree. */
const exceedsLimits = (text: string): boolean =>
  estimateStackBytes(text) > maxWorkerStackBytes || countTokens(text) > maxTokens

/** Wraps a parser to reject texts that may exceed the worker's limits. */
const rejectTooLarge =
  (parse: Parse): Parse =>
  (text, dialect) =>
    exceedsLimits(text) ? { _tag: "Broken", at: notParsed, message: "too deep or too large" } : parse(text, dialect)

const findFacts = (
  { makeWalk, parse }: Oxc,
  text: string,
  { comments, program }: Tree,
  dialects: ReadonlyArray<Dialect>
) => {
  const found = collectDefinitions(text, program, comments, true)
  const isTyped = !dialects.includes("jsx")
  // Signatures are those of the text.
  const docTypes = isTyped ? noDocTypes : addTypes({ text, program, comments }, parse, makeWalk)
  return { found, facts: extractFacts({ text, program, comments, found, declaresFields: isTyped, docTypes }) }
}

/** Moves facts to where they are in the original text. */
const moveFacts = (facts: FactsDraft, toOriginal: (offset: number) => number): FactsDraft => {
  const moved = <A extends { readonly at: number }>(each: A): A => ({ ...each, at: toOriginal(each.at) })
  return {
    ...facts,
    definitions: facts.definitions.map((each) => ({
      ...moved(each),
      start: toOriginal(each.start),
      end: toOriginal(each.end)
    })),
    imports: facts.imports.map(moved),
    exports: facts.exports.map(moved),
    references: facts.references.map(moved)
  }
}

const placesOf = (units: ReadonlyArray<Draft>, toOriginal = (offset: number) => offset): string =>
  units
    .map(({ name, start }) => `${toOriginal(start)} ${name}`)
    .toSorted()
    .join("\n")

/**
 * Extracts what is left of a text with syntax errors; undefined if `shouldContinue` returned false. There are no facts if the
 * repaired text has other units than its pieces: a template literal may have taken in what follows it.
 */
const recover = (
  oxc: Oxc,
  text: string,
  dialects: readonly [Dialect, ...Array<Dialect>],
  { shouldContinue, wantsFacts }: { readonly shouldContinue: () => boolean; readonly wantsFacts: boolean }
): Extract | undefined => {
  const recovered = extractByPieces(oxc.parse, text, dialects[0], shouldContinue)
  if (recovered === undefined) return undefined
  const { drafts, repaired } = recovered
  const parsed = wantsFacts && shouldContinue() ? oxc.parse(repaired.text, dialects[0]) : undefined
  if (parsed?._tag !== "Tree") return { drafts, partial: true }
  const { facts, found } = findFacts(oxc, repaired.text, parsed, dialects)
  return placesOf(selectUnits(found), repaired.toOriginal) === placesOf(drafts)
    ? { drafts, partial: true, facts: moveFacts(facts, repaired.toOriginal) }
    : { drafts, partial: true }
}

const makeExtractor =
  (oxc: Oxc, dialects: readonly [Dialect, ...Array<Dialect>]): Extractor =>
  (text, shouldContinue, wantsFacts = false) => {
    if (exceedsLimits(text)) {
      const pieces = extractByPieces(rejectTooLarge(oxc.parse), text, dialects[0], shouldContinue)
      if (pieces === undefined) return undefined
      const { drafts, partial } = pieces
      return partial && drafts.length === 0 ? outOfMemory : { drafts, partial }
    }
    for (const dialect of dialects) {
      const parsed = oxc.parse(text, dialect)
      if (parsed._tag !== "Tree") continue
      if (!wantsFacts) {
        const found = collectDefinitions(text, parsed.program, parsed.comments, false)
        return { drafts: selectUnits(found), partial: false }
      }
      const { facts, found } = findFacts(oxc, text, parsed, dialects)
      return { drafts: selectUnits(found), partial: false, facts }
    }
    return recover(oxc, text, dialects, { shouldContinue, wantsFacts })
  }

const ecmascript = (
  name: string,
  extensions: ReadonlyArray<string>,
  dialects: readonly [Dialect, ...Array<Dialect>],
  files: FileNames = {}
): Language => ({
  name,
  extensions,
  files,
  resumes: false,
  isLight: (text) => text.length <= maxLightLength && estimateStackBytes(text) <= maxMainStackBytes,
  load: once(() => loadParser().then((oxc) => makeExtractor(oxc, dialects)))
})

/** TypeScript, including declarations allowed only in `.d.ts` files. */
export const typescript = ecmascript("typescript", [".ts", ".mts", ".cts"], ["ts", "dts"], {
  interpreters: ["ts-node", "tsx", "deno", "bun"]
})

export const tsx = ecmascript("tsx", [".tsx"], ["tsx"])

/** JavaScript, which often has JSX and sometimes type annotations in it. */
export const javascript = ecmascript("javascript", [".js", ".mjs", ".cjs"], ["jsx", "tsx", "ts"], {
  interpreters: ["node", "nodejs"]
})

export const jsx = ecmascript("jsx", [".jsx"], ["jsx", "tsx"])
