import { SchemaIssue } from "effect"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const formatKey = (key: PropertyKey | { readonly key: PropertyKey }, index: number): string => {
  const name = typeof key === "object" ? key.key : key
  if (typeof name === "number") return `[${name}]`
  return index === 0 ? String(name) : `.${String(name)}`
}

const describeIssue = (message: string): string => (message === "Missing key" ? "is missing" : `is wrong: ${message}`)

/** Describes each issue of a schema in a sentence that names the field. */
export const formatIssues = (issue: SchemaIssue.Issue): ReadonlyArray<string> =>
  issuesOf(issue).issues.map(({ message, path }) => {
    const field = (path ?? []).map(formatKey).join("")
    return `${field === "" ? "It" : field} ${describeIssue(message)}.`
  })
