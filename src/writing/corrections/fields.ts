import { Result } from "effect"
import { findSimilarNames } from "../../domain/AnchorName.ts"
import type { Region, SemanticDependency } from "../../domain/Annotation.ts"
import { parseDependency } from "../context/dependencies.ts"
import { ActionUnfit, ValueMissing } from "./CorrectionError.ts"

/** Fields of a region that are one text. */
const texts = ["intent", "reasoning", "risk_notes"] as const
/** Fields of a region that are lists. */
const lists = ["constraints", "tags", "semantic_dependencies"] as const

/** Fields of a region that can be corrected. */
export const fields = [...texts, ...lists] as const
export type Field = (typeof fields)[number]

/** How a field is corrected. */
export type Action = "add" | "remove" | "set"

/** What is to be said of a field. */
export interface Change {
  readonly field: Field
  readonly action: Action
  readonly value: string
}

const isText = (field: Field): field is (typeof texts)[number] => texts.some((name) => name === field)

const placeOf = ({ anchor, file }: SemanticDependency): string => `${file}:${anchor}`

/** A dependency as it is written on the command line. */
export const dependencyText = (dependency: SemanticDependency): string => `${placeOf(dependency)}=${dependency.nature}`

/** What a list of a region has, as it is written on the command line. */
const entriesOf = (region: Region, field: (typeof lists)[number]): ReadonlyArray<string> => {
  switch (field) {
    case "constraints":
      return region.constraints.map(({ text }) => text)
    case "tags":
      return region.tags
    case "semantic_dependencies":
      return region.semantic_dependencies.map(dependencyText)
  }
}

/** All that an entry of a list goes by. */
const namesOf = (region: Region, field: (typeof lists)[number]): ReadonlyArray<string> =>
  field === "semantic_dependencies"
    ? region.semantic_dependencies.flatMap((entry) => [dependencyText(entry), placeOf(entry), entry.nature])
    : entriesOf(region, field)

const unfit = (field: Field, detail: string) => Result.fail(new ActionUnfit({ field, detail }))

/** The change as it is recorded, or why the field cannot be changed so, whatever it holds. */
export const checkChange = (change: Change): Result.Result<Change, ActionUnfit> => {
  const { action, field, value } = change
  if (isText(field)) {
    if (action !== "set") return unfit(field, "it is one text, which --set replaces.")
    return field === "intent" && value.trim() === "" ? unfit(field, "it is never empty.") : Result.succeed(change)
  }
  if (action === "set") return unfit(field, "it is a list, to which --add adds and from which --remove takes away.")
  if (value.trim() === "") return unfit(field, "the value is empty.")
  if (action === "remove" || field !== "semantic_dependencies") return Result.succeed(change)
  const dependency = parseDependency(value)
  return dependency._tag === "None"
    ? unfit(field, "write FILE:ANCHOR=NATURE, as in src/pool.rs:Pool::acquire=never blocks.")
    : Result.succeed({ ...change, value: dependencyText(dependency.value) })
}

/** How many values an error names. */
const named = 3

/**
 * Whether a region, as it reads now, is other after the change. Fails when it shall lose what it does not have and never
 * had (`lost` says so of what a correction took away).
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
  const alike = findSimilarNames(value, entries, named)
  return Result.fail(new ValueMissing({ field, value, near: alike.length > 0 ? alike : entries.slice(0, named) }))
}
