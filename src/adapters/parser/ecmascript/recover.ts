import type { Draft, Extract } from "../Language.ts"
import { collectDefinitions, selectUnits } from "./outline.ts"
import { type Dialect, notParsed, type Parse, type Parsed } from "./parse.ts"
import { takeIndent } from "../../../domain/Text.ts"

type Broken = Parsed & { readonly _tag: "Broken" }

/** Maximum repairs of one piece. */
const maxRepairs = 12
/** Maximum characters to parse during recovery: a multiple of the file's length, or at least `minWork`. */
const maxWorkFactor = 12
const minWork = 16 * 1024
/** Maximum pieces to join when a template literal may span them. */
const maxJoinedPieces = 8

const startsPiece = /^(?!(?:else|catch|finally|from|extends|implements|as|satisfies|of|in)\b)(?:[A-Za-z_$@]|\/[/*])/
const belongsToNext = /^(?:\/\/|\/\*|\*| \*|@)/

/** Splits a text at line starts into pieces, each one declaration with the comments above it. */
const splitIntoPieces = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let from = 0
  let previous = ""
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at) + 1 || text.length
    const line = text.slice(at, Math.min(end, at + 120))
    if (at > from && startsPiece.test(line) && !belongsToNext.test(previous)) {
      found.push(text.slice(from, at))
      from = at
    }
    if (line.trim() !== "") previous = line
    at = end
  }
  return [...found, text.slice(from)]
}

// By runs: a match for each character takes 30 times the size of the text.
const blank = (text: string): string => text.replace(/[^\r\n]+/g, ({ length }) => " ".repeat(length))

/** Blanks the line with the error, or the nearest non-empty line above it. Keeps offsets. */
const blankLineAt = (text: string, at: number): string | undefined => {
  const kept = text.slice(0, Math.max(text.indexOf("\n", at), 0) || text.length).trimEnd()
  if (kept === "") return undefined
  const start = kept.lastIndexOf("\n") + 1
  return text.slice(0, start) + blank(kept.slice(start)) + text.slice(kept.length)
}

/** Closes a block before the line with the error, using its indentation so that offsets stay. */
const closeBlockBeforeLine = (text: string, at: number): string | undefined => {
  const start = text.lastIndexOf("\n", at - 1) + 1
  const indentation = takeIndent(text.slice(start, at)).length
  if (indentation < 2) return undefined
  return `${text.slice(0, start + indentation - 2)}};${text.slice(start + indentation)}`
}

/** Appends the bracket that is missing at the end of a text. */
const appendMissingBracket = (text: string, at: number, message: string): string | undefined => {
  const missing = /^Expected `([)\]}])`/.exec(message)?.[1]
  return missing !== undefined && text.slice(at).trim() === "" ? `${text}${missing}` : undefined
}

const hasOpenTemplate = (text: string): boolean => (text.split("`").length - 1) % 2 === 1

/** Joins the pieces that belong together because a template literal spans them. */
const joinTemplates = (all: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joined: Array<string> = []
  let end = 0
  for (const [at, piece] of all.entries()) {
    if (at < end) continue
    const closing = hasOpenTemplate(piece) ? all.slice(at + 1, at + maxJoinedPieces).findIndex(hasOpenTemplate) : -1
    end = closing === -1 ? at + 1 : at + closing + 2
    joined.push(all.slice(at, end).join(""))
  }
  return joined
}

/** A text without its errors. */
export interface Repaired {
  readonly text: string
  /** Finds the offset in the original text: brackets were added to the ends of pieces. */
  readonly toOriginal: (offset: number) => number
}

/** The units of a text that does not parse as a whole. */
export interface Recovered extends Omit<Extract, "facts"> {
  readonly repaired: Repaired
}

/** Joins pieces that were repaired: ends of longer ones, and nothing else, are not those of the original. */
const joinRepaired = (pieces: ReadonlyArray<{ readonly original: string; readonly text: string }>): Repaired => {
  const starts: Array<{ readonly repaired: number; readonly original: number; readonly length: number }> = []
  const at = { repaired: 0, original: 0 }
  const texts = pieces.map(({ original, text }) => {
    const separated = text.length === original.length ? text : `${text}\n`
    starts.push({ ...at, length: original.length })
    at.repaired += separated.length
    at.original += original.length
    return separated
  })
  return {
    text: texts.join(""),
    toOriginal: (offset) => {
      const piece = starts.findLast(({ repaired }) => repaired <= offset)
      return piece === undefined ? offset : piece.original + Math.min(offset - piece.repaired, piece.length)
    }
  }
}

/**
 * Extracts the units of a text that does not parse as a whole; undefined if `shouldContinue` returned false. The parser
 * returns no tree on a syntax error, so each top-level piece is parsed separately. In a piece that does not parse,
 * missing closing brackets are added or lines with errors are blanked. The result is partial if a piece did not parse
 * as it is; the repaired text usually parses as a whole.
 */
export const extractByPieces = (
  parse: Parse,
  text: string,
  dialect: Dialect,
  shouldContinue: () => boolean
): Recovered | undefined => {
  let left = Math.max(maxWorkFactor * text.length, minWork)
  let partial = false
  const tryParse = (piece: string): Parsed => {
    left -= piece.length
    return parse(piece, dialect)
  }
  /** Repairs an error. Returns the repaired text and its parse result. */
  const repair = (piece: string, { at, message }: Broken): readonly [string, Parsed] | undefined => {
    if (at === notParsed) return undefined
    const whole = appendMissingBracket(piece, at, message)
    if (whole !== undefined) return [whole, tryParse(whole)]
    const closed = closeBlockBeforeLine(piece, at)
    const parsed = closed === undefined ? undefined : tryParse(closed)
    const lineEnd = piece.indexOf("\n", at)
    const isBetter = parsed !== undefined && (parsed._tag === "Tree" || (lineEnd !== -1 && parsed.at > lineEnd))
    if (closed !== undefined && isBetter) return [closed, parsed]
    const without = blankLineAt(piece, at)
    return without === undefined ? undefined : [without, tryParse(without)]
  }
  const repairs: Array<{ readonly original: string; readonly text: string }> = []
  const extractPiece = (piece: string): ReadonlyArray<Draft> => {
    let attempt: readonly [string, Parsed] | undefined = [piece, tryParse(piece)]
    for (let times = 0; attempt !== undefined; times += 1) {
      const [repaired, parsed]: readonly [string, Parsed] = attempt
      if (parsed._tag === "Tree") {
        repairs.push({ original: piece, text: repaired })
        return selectUnits(collectDefinitions(repaired, parsed.program, parsed.comments, false))
      }
      partial = true
      attempt = times < maxRepairs && left > 0 ? repair(repaired, parsed) : undefined
    }
    repairs.push({ original: piece, text: blank(piece) })
    return []
  }
  const drafts: Array<Draft> = []
  let offset = 0
  for (const piece of joinTemplates(splitIntoPieces(text))) {
    if (!shouldContinue()) return undefined
    for (const draft of extractPiece(piece)) {
      const end = Math.min(draft.end, piece.length)
      drafts.push({ ...draft, start: draft.start + offset, end: end + offset })
    }
    offset += piece.length
  }
  return { drafts, partial, repaired: joinRepaired(repairs) }
}
