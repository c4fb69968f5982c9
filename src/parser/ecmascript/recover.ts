import type { Draft, Extract } from "../Language.ts"
import { draftsOf } from "./outline.ts"
import type { Dialect, Parse } from "./parse.ts"

/** Repairs tried on one piece before it is given up. */
const mostRepairs = 12
/** Text parsed while recovering, as a multiple of the file's length. */
const mostWork = 12
/** Pieces joined while an unclosed template literal may reach over them. */
const mostJoined = 8

const startsPiece = /^(?!(?:else|catch|finally|from|extends|implements|as|satisfies|of|in)\b)(?:[A-Za-z_$@]|\/[/*])/
const belongsToNext = /^(?:\/\/|\/\*|\*| \*|@)/

/** Cuts a text into pieces that begin at the start of a line, each one declaration with the comments above it. */
const pieces = (text: string): ReadonlyArray<string> => {
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

const blank = (text: string): string => text.replace(/[^\r\n]/g, " ")

/** A line with the error, or the nearest one above that has something on it, made blank; offsets stay. */
const withoutLineAt = (text: string, at: number): string | undefined => {
  const kept = text.slice(0, Math.max(text.indexOf("\n", at), 0) || text.length).trimEnd()
  if (kept === "") return undefined
  const start = kept.lastIndexOf("\n") + 1
  return text.slice(0, start) + blank(kept.slice(start)) + text.slice(kept.length)
}

/** What is missing at the end of a text is put there; anything else is taken out with its line. */
const repaired = (text: string, at: number, message: string): string | undefined => {
  const missing = /^Expected `([)\]}])`/.exec(message)?.[1]
  const atEnd = text.slice(at).trim() === ""
  if (atEnd && missing !== undefined) return `${text}${missing}`
  return withoutLineAt(text, at)
}

const hasOpenTemplate = (text: string): boolean => (text.split("`").length - 1) % 2 === 1

/**
 * Units of a text with syntax errors. The parser gives no tree for such a text, so each top-level piece is parsed by
 * itself; in a piece that does not parse, missing closing brackets are added and lines with errors are left out.
 */
export const recover = (parse: Parse, text: string, dialect: Dialect): Extract => {
  const work = { left: mostWork * text.length }
  const tryParse = (piece: string): ReturnType<Parse> => {
    work.left -= piece.length
    return parse(piece, dialect)
  }
  const draftsIn = (piece: string): ReadonlyArray<Draft> => {
    let attempt = piece
    for (let repair = 0; repair <= mostRepairs && work.left > 0; repair += 1) {
      const parsed = tryParse(attempt)
      if (parsed._tag === "Tree") return draftsOf(attempt, parsed.program, parsed.comments)
      const next = repaired(attempt, parsed.at, parsed.message)
      if (next === undefined) break
      attempt = next
    }
    return []
  }
  /** How many pieces from `first` on make one that parses, because a template literal reaches over their borders. */
  const joined = (all: ReadonlyArray<string>, first: number): number => {
    if (!hasOpenTemplate(all[first] ?? "")) return 1
    for (let count = 2; count <= mostJoined && first + count <= all.length; count += 1) {
      if (tryParse(all.slice(first, first + count).join(""))._tag === "Tree") return count
    }
    return 1
  }
  const all = pieces(text)
  const drafts: Array<Draft> = []
  let offset = 0
  for (let at = 0; at < all.length;) {
    const count = joined(all, at)
    const piece = all.slice(at, at + count).join("")
    for (const draft of draftsIn(piece)) {
      const end = Math.min(draft.end, piece.length)
      drafts.push({ ...draft, start: draft.start + offset, end: end + offset })
    }
    offset += piece.length
    at += count
  }
  return { drafts, partial: true }
}
