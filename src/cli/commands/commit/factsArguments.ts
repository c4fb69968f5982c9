import { Option } from "effect"
import type { GivenFacts, GivenWords } from "../../../writing/context/givenFacts.ts"
import { groupPlaced } from "../../../writing/context/places.ts"

/** The options that say something of a commit. Their order counts: `at` places those behind it. */
export const ownNames = ["task", "reason", "constraint", "depends", "tags", "risk", "at"] as const
type OwnName = (typeof ownNames)[number]

/** One of them with its value. */
export interface OwnOption {
  readonly name: OwnName
  readonly value: string
}

const wordsIn = (options: ReadonlyArray<OwnOption>): GivenWords => {
  const values = (wanted: OwnName) => options.flatMap(({ name, value }) => (name === wanted ? [value] : []))
  const last = (name: OwnName): Option.Option<string> => Option.fromNullishOr(values(name).at(-1))
  const tags = values("tags")
  return {
    reason: last("reason"),
    constraint: values("constraint"),
    depends: values("depends"),
    tags: tags.length === 0 ? Option.none() : Option.some(tags.join(",")),
    risk: last("risk")
  }
}

/** What options in their order say. The task is the commit's, wherever it stands. */
export const givenIn = (options: ReadonlyArray<OwnOption>): Omit<GivenFacts, "allowSecret"> => {
  const task = options.findLast(({ name }) => name === "task")?.value
  const { general, groups } = groupPlaced(
    options.filter(({ name }) => name !== "task"),
    ({ name, value }) => (name === "at" ? Option.some(value) : Option.none())
  )
  return {
    task: Option.fromNullishOr(task),
    ...wordsIn(general),
    placed: groups.map(({ at, entries }) => ({ at, ...wordsIn(entries) }))
  }
}
