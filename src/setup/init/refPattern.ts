import { Result } from "effect"

const special = /[.+^${}()|\\[\]]/g

const literal = (text: string): string => text.replace(special, "\\$&").replaceAll("*", ".*").replaceAll("?", ".")

/** A set of characters; in git's globs `!` and `^` in front mean all others, and a `]` in front is one of the set. */
const set = /\[([!^]?)(\]?[^\]]*)\]/g

const nothing = /(?!)/

/** What a value of `notes.rewriteRef` covers: git's globs, in which `*` passes over `/` too. */
export const globPattern = (value: string): RegExp => {
  const parts: Array<string> = []
  let end = 0
  for (const { 0: whole, 1: not = "", 2: characters = "", index } of value.matchAll(set)) {
    parts.push(literal(value.slice(end, index)), `[${not === "" ? "" : "^"}${characters.replace(/[\\\]^[]/g, "\\$&")}]`)
    end = index + whole.length
  }
  const pattern = Result.try(() => new RegExp(`^${parts.join("")}${literal(value.slice(end))}$`))
  return Result.getOrElse(pattern, () => nothing)
}

/**
 * A glob that matches this ref alone. Git warns at every amend of a ref in `notes.rewriteRef` that does not exist, as
 * before the first note; of a glob that matches nothing it does not.
 */
export const quietGlob = (ref: string): string => {
  const name = ref.replace(/^refs\/notes\//, "")
  const quiet = name.replace(/[A-Za-z0-9]/, "[$&]")
  // A name without a plain letter or digit: git's sets are of bytes, so no other character can be one.
  return `refs/notes/${quiet === name ? `${name}*` : quiet}`
}
