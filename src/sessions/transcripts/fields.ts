import { Option } from "effect"
import { type JsonObject, fieldOf, isObject, parseJson, textIn } from "../../domain/Json.ts"
import { toEpochMillis } from "../../domain/Instant.ts"

/** Parses a JSON object. None for anything else. */
export const parseObject = (text: string): Option.Option<JsonObject> => Option.filter(parseJson(text), isObject)

/** Returns the field of an object; an empty object if the field or the object is none. */
export const objectIn = (value: unknown, name: string): JsonObject => {
  const field = fieldOf(value, name)
  return isObject(field) ? field : {}
}

/** Returns the first text among several fields; empty if there is none. */
export const firstTextIn = (value: unknown, ...names: ReadonlyArray<string>): string =>
  names.map((name) => textIn(value, name)).find((text) => text !== "") ?? ""

/** Returns the time in a field, an ISO 8601 text or milliseconds, as milliseconds since 1970; 0 if there is none. */
export const timeIn = (value: unknown, name: string): number => {
  const field = fieldOf(value, name)
  const time = typeof field === "string" ? toEpochMillis(field) : field
  return typeof time === "number" && Number.isFinite(time) ? time : 0
}
