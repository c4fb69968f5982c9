import { Result } from "effect"

const specialCharacters = /[.+^${}()|\\[\]]/g

const escapeGlob = (text: string): string =>
  text.replace(specialCharacters, "\\$&").replace(/\*+/g, ".*").replaceAll("?", ".")

/** A character set of git's globs: a leading `!` or `^` negates it, and a leading `]` is a member. */
const characterSet = /\[([!^]?)(\]?[^\]]*)\]/g

const matchesNothing = /(?!)/

/** Longer globs match no ref: git keeps refs in files. */
const maxChars = 4096

/** Converts a glob of `notes.rewriteRef` to a pattern. `*` also matches `/`. An invalid or very long glob matches nothing. */
export const globPattern = (value: string): RegExp => {
  if (value.length > maxChars) return matchesNothing
  const parts: Array<string> = []
  let end = 0
  for (const { 0: whole, 1: not = "", 2: characters = "", index } of value.matchAll(characterSet)) {
    parts.push(
      escapeGlob(value.slice(end, index)),
      `[${not === "" ? "" : "^"}${characters.replace(/[\\\]^[]/g, "\\$&")}]`
    )
    end = index + whole.length
  }
  const pattern = Result.try(() => new RegExp(`^${parts.join("")}${escapeGlob(value.slice(end))}$`))
  return Result.getOrElse(pattern, () => matchesNothing)
}

/**
 * Makes a glob that matches only this ref. Before the first note, git warns at every amend of a missing ref in
 * `notes.rewriteRef`, but not of a glob without matches.
 */
export const quietGlob = (ref: string): string => {
  const name = ref.replace(/^refs\/notes\//, "")
  const quiet = name.replace(/[A-Za-z0-9]/, "[$&]")
  // Without an ASCII letter or digit, the name gets a `*`: git's character sets match single bytes.
  return `refs/notes/${quiet === name ? `${name}*` : quiet}`
}
