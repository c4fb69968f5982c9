const special = /[.+^${}()|\\]/g

/** What a value of `notes.rewriteRef` covers: git's globs, in which `*` passes over `/` too. */
export const globPattern = (value: string): RegExp =>
  new RegExp(`^${value.replace(special, "\\$&").replaceAll("*", ".*").replaceAll("?", ".")}$`)
