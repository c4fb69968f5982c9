import { Option } from "effect"
import { asArray, isObject, type JsonObject } from "../../domain/Json.ts"
import type { Trailer } from "../../adapters/git/Git.ts"
import { type ForeignQuote, parseForeignJson, toBoundedQuote } from "./ForeignQuote.ts"

/** Returns the checkpoints that the trailers of a commit name: 12 hex digits or a ULID. */
export const findCheckpoints = (trailers: ReadonlyArray<Trailer>): ReadonlyArray<string> =>
  trailers
    .filter(({ key }) => key.toLowerCase() === "entire-checkpoint")
    .map(({ value }) => value.trim())
    .filter((value) => /^(?:[0-9a-f]{12}|[0-9A-HJKMNP-TV-Z]{26})$/.test(value))

const textIn = (value: JsonObject, name: string): string => {
  const found = value[name]
  return typeof found === "string" ? found : ""
}

/** The first thing a person asked for, without what a shell printed. */
const readPrompt = (prompts: string): string | undefined =>
  prompts
    .split(/^---$/m)
    .map((prompt) => toBoundedQuote(prompt.replaceAll(/<(bash-[a-z]+)>[\s\S]*?(?:<\/\1>|$)/g, "")))
    .find((prompt) => prompt !== undefined)

/** Findings of the summary about a file. */
const findingsOn = (summary: JsonObject, path: string): ReadonlyArray<string> => {
  const learnings = summary["learnings"]
  return asArray(isObject(learnings) ? learnings["code"] : undefined)
    .filter(isObject)
    .filter((each) => textIn(each, "path") === path)
    .map((each) => textIn(each, "finding"))
    .filter((finding) => finding !== "")
}

/**
 * Reads a session of a checkpoint of Entire: the summary that a model made, with its findings on a file, else the first
 * prompt. None if the session's `metadata.json` does not decode or nothing is said.
 */
export const readEntireSession = (
  files: { readonly metadata: string; readonly prompts: string },
  path: string
): Option.Option<ForeignQuote> => {
  const metadata = Option.filter(parseForeignJson(files.metadata), isObject)
  if (Option.isNone(metadata)) return Option.none()
  const subject = textIn(metadata.value, "agent")
  const summary = metadata.value["summary"]
  const summed = isObject(summary)
    ? toBoundedQuote([textIn(summary, "intent"), ...findingsOn(summary, path)].filter((text) => text !== "").join("\n"))
    : undefined
  if (summed !== undefined) return Option.some({ kind: "session", by: "agent", subject, text: summed, links: [] })
  const prompt = readPrompt(files.prompts)
  return prompt === undefined
    ? Option.none()
    : Option.some({ kind: "session", by: "person", subject, text: prompt, links: [] })
}
