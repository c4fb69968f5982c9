import { Option, Result } from "effect"
import { formatAlternative, parseAlternative } from "../../domain/Alternative.ts"
import { findSimilarNames } from "../../domain/AnchorName.ts"
import type { Region, SemanticDependency } from "../../domain/Annotation.ts"
import { parseDependency } from "../context/dependencies.ts"
import { ActionUnfit, ValueMissing } from "./CorrectionError.ts"

/** Text fields of a region. */
const texts = ["intent", "reasoning", "risk_notes"] as const
/** List fields of a region. */
const lists = ["constraints", "alternatives", "tags", "semantic_dependencies"] as const

/** Fields of a region that can be corrected. */
const fields = [...texts, ...lists] as const
export type Field = (typeof fields)[number]

/** How a field is corrected. */
export type Action = "add" | "remove" | "set"

/** A change of a field. */
export interface Change {
  readonly field: Field
  readonly action: Action
  readonly value: string
}

const isText = (field: Field): field is (typeof texts)[number] => texts.some((name) => name === field)

const placeOf = ({ anchor, file }: SemanticDependency): string => `${file}:${anchor}`

/** Formats a dependency as on the command line. */
const dependencyText = (dependency: SemanticDependency): string => `${placeOf(dependency)}=${dependency.nature}`

/** Returns the entries of a list field, as on the command line. */
const entriesOf = (region: Region, field: (typeof lists)[number]): ReadonlyArray<string> => {
  switch (field) {
    case "constraints":
      return region.constraints.map(({ text }) => text)
    case "alternatives":
      return (region.alternatives ?? []).map(formatAlternative)
    case "tags":
      return region.tags
    case "semantic_dependencies":
      return region.semantic_dependencies.map(dependencyText)
  }
}

/** Returns all texts by which entries of a list field can be removed. */
const namesOf = (region: Region, field: (typeof lists)[number]): ReadonlyArray<string> => {
  if (field === "semantic_dependencies") {
    return region.semantic_dependencies.flatMap((entry) => [dependencyText(entry), placeOf(entry), entry.nature])
  }
  const names = field === "alternatives" ? (region.alternatives ?? []).map(({ text }) => text) : []
  return [...entriesOf(region, field), ...names]
}

const unfit = (field: Field, detail: string) => Result.fail(new ActionUnfit({ field, detail }))

/** Normalizes a change. Fails with `ActionUnfit` if the action or value does not fit the field. */
export const checkChange = (change: Change): Result.Result<Change, ActionUnfit> => {
  const { action, field, value } = change
  if (isText(field)) {
    if (action !== "set") return unfit(field, "it is a single text. Use --set to replace it.")
    return field === "intent" && value.trim() === "" ? unfit(field, "it must not be empty.") : Result.succeed(change)
  }
  if (action === "set") return unfit(field, "it is a list. Use --add or --remove.")
  if (value.trim() === "") return unfit(field, "the value is empty.")
  if (action === "remove") return Result.succeed(change)
  if (field === "alternatives") {
    return Option.match(parseAlternative(value), {
      onNone: () => unfit(field, "write TEXT: REASON, as in Poll the queue: too slow."),
      onSome: (alternative) => Result.succeed({ ...change, value: formatAlternative(alternative) })
    })
  }
  if (field !== "semantic_dependencies") return Result.succeed(change)
  const dependency = parseDependency(value)
  return dependency._tag === "None"
    ? unfit(field, "write FILE:ANCHOR=NATURE, as in src/pool.rs:Pool::acquire=never blocks.")
    : Result.succeed({ ...change, value: dependencyText(dependency.value) })
}

/** Maximum number of values in an error. */
const maxNamed = 3

/**
 * Whether a change alters a region. Fails with `ValueMissing` if the value to remove does not exist, unless an earlier
 * correction removed it (`lost`).
 */
export const changes = (
  region: Region,
  { action, field, value }: Change,
  lost: boolean
): Result.Result<boolean, ValueMissing> => {
  if (isText(field)) return Result.succeed((region[field] ?? "") !== value)
  if (action === "add") return Result.succeed(!entriesOf(region, field).includes(value))
  if (namesOf(region, field).includes(value)) return Result.succeed(true)
  if (lost) return Result.succeed(false)
  const entries = entriesOf(region, field)
  const alike = findSimilarNames(value, entries, maxNamed)
  return Result.fail(new ValueMissing({ field, value, near: alike.length > 0 ? alike : entries.slice(0, maxNamed) }))
}
