import { Option } from "effect"
import type { Trailer } from "../../adapters/git/Git.ts"
import { dependencyOf } from "./dependencies.ts"
import { type Facts, noFacts } from "./Facts.ts"

const prefix = "ultragit-"

/** Names in a list separated by commas. */
export const splitTags = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")

/** Several trailers of one name say one text, a line each. */
const textOf = (values: ReadonlyArray<string>): string | undefined => {
  const text = values.filter((value) => value !== "").join("\n")
  return text === "" ? undefined : text
}

/**
 * The facts that a commit message says in its trailers: `Ultragit-Task`, `-Reason` (or `-Reasoning`), `-Constraint`,
 * `-Depends` (`FILE:ANCHOR=NATURE`), `-Tags`, `-Risk`, in any case. A dependency that is none is a warning.
 */
export const factsOfTrailers = (trailers: ReadonlyArray<Trailer>) => {
  const own = trailers.map(({ key, value }) => ({ key: key.toLowerCase(), value: value.trim() }))
  const values = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
    own.filter(({ key }) => names.some((name) => key === prefix + name)).map(({ value }) => value)
  const [task, reason, risk] = [textOf(values("task")), textOf(values("reason", "reasoning")), textOf(values("risk"))]
  const depends = values("depends").map((value) => ({ value, found: dependencyOf(value) }))
  const facts: Facts = {
    ...noFacts,
    ...(task === undefined ? {} : { task }),
    ...(reason === undefined ? {} : { reason }),
    constraints: values("constraint", "constraints").filter((value) => value !== ""),
    dependencies: depends.flatMap(({ found }) => Option.toArray(found)),
    tags: values("tags", "tag").flatMap(splitTags),
    ...(risk === undefined ? {} : { risk })
  }
  const warnings = depends
    .filter(({ found }) => Option.isNone(found))
    .map(({ value }) => `The trailer Ultragit-Depends is not FILE:ANCHOR=NATURE: ${value}`)
  return { facts, warnings }
}
