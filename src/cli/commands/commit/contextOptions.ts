import { Option } from "effect"
import type { ContextOptions, RationaleOptions } from "../../../writing/context/parseContextOptions.ts"
import { groupByPlace } from "../../../writing/context/places.ts"

/** Options of the commit context. Their order matters: `at` applies to those after it. */
export const contextOptionNames = ["task", "reason", "constraint", "rejected", "depends", "tags", "risk", "at"] as const
type ContextOptionName = (typeof contextOptionNames)[number]

/** One option with its value. */
export interface ContextOption {
  readonly name: ContextOptionName
  readonly value: string
}

const toWords = (options: ReadonlyArray<ContextOption>): RationaleOptions => {
  const values = (optionName: ContextOptionName) =>
    options.flatMap(({ name, value }) => (name === optionName ? [value] : []))
  const last = (name: ContextOptionName): Option.Option<string> => Option.fromNullishOr(values(name).at(-1))
  const tags = values("tags")
  return {
    reason: last("reason"),
    constraint: values("constraint"),
    rejected: values("rejected"),
    depends: values("depends"),
    tags: tags.length === 0 ? Option.none() : Option.some(tags.join(",")),
    risk: last("risk")
  }
}

/** Converts options, in their order, to a commit context. The task belongs to the whole commit, even after an `--at`. */
export const toCommitContext = (options: ReadonlyArray<ContextOption>): Omit<ContextOptions, "allowSecret"> => {
  const task = options.findLast(({ name }) => name === "task")?.value
  const { general, groups } = groupByPlace(
    options.filter(({ name }) => name !== "task"),
    ({ name, value }) => (name === "at" ? Option.some(value) : Option.none())
  )
  return {
    task: Option.fromNullishOr(task),
    ...toWords(general),
    placed: groups.map(({ at, entries }) => ({ at, ...toWords(entries) }))
  }
}
