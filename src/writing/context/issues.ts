import { SchemaIssue } from "effect"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const step = (key: PropertyKey | { readonly key: PropertyKey }, index: number): string => {
  const name = typeof key === "object" ? key.key : key
  if (typeof name === "number") return `[${name}]`
  return index === 0 ? String(name) : `.${String(name)}`
}

const words = (message: string): string => (message === "Missing key" ? "is missing" : `is wrong: ${message}`)

/** What is wrong with a decoded value: one sentence for each field. */
export const issueLines = (issue: SchemaIssue.Issue): ReadonlyArray<string> =>
  issuesOf(issue).issues.map(({ message, path }) => {
    const field = (path ?? []).map(step).join("")
    return `${field === "" ? "It" : field} ${words(message)}.`
  })
