import { asArray, isObject, type JsonObject } from "../../domain/Json.ts"
import type { Facts } from "../../writing/context/Facts.ts"

const listOf = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined || value === null ? [] : Array.isArray(value) ? asArray(value) : [value]

const filled = (object: JsonObject, field: string, text: string | undefined): JsonObject =>
  text === undefined || listOf(object[field]).some((value) => value !== "") ? {} : { [field]: text }

const added = (object: JsonObject, field: string, entries: ReadonlyArray<unknown>): JsonObject =>
  entries.length === 0 ? {} : { [field]: [...listOf(object[field]), ...entries] }

/**
 * An annotation with the facts of its commit: where it says which code it speaks of, the facts belong to that code, and
 * fill in what it leaves unsaid.
 */
export const withFacts = (given: unknown, facts: Facts): unknown => {
  if (!isObject(given)) return given
  const regions = listOf(given["regions"]).map((region) =>
    isObject(region)
      ? {
          ...region,
          ...filled(region, "reasoning", facts.reason),
          ...filled(region, "risk_notes", facts.risk),
          ...added(region, "constraints", facts.constraints),
          ...added(region, "semantic_dependencies", facts.dependencies),
          ...added(region, "tags", facts.tags)
        }
      : region
  )
  return { ...given, ...filled(given, "task", facts.task), regions }
}
