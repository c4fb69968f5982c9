import { Option } from "effect"
import { isObject, type JsonObject, parseJson, textIn } from "../../domain/Json.ts"
import { determineSpeaker } from "../messages/speakers.ts"
import { findLinks } from "../messages/references.ts"
import { type ForeignQuote, type ForeignQuotes, maxRecords, toBoundedQuote } from "./ForeignQuote.ts"

/** Reads a note of Gerrit (`refs/notes/review`): where the change was reviewed. It gives no reason. */
export const readGerrit = (note: string): ForeignQuotes => {
  // Not by the rule of trailers: `Code-Review+2` is no key of one.
  const link = /^Reviewed-on:(.*)$/im.exec(note)?.[1]
  const links = link === undefined ? [] : findLinks(link)
  if (links.length === 0) return { quotes: [], skipped: 1 }
  return { quotes: [{ kind: "review", by: "tool", subject: "Gerrit", links }], skipped: 0 }
}

const locate = (location: unknown): Pick<ForeignQuote, "path" | "lines"> => {
  if (!isObject(location) || textIn(location, "path") === "") return {}
  const range = location["range"]
  const start = isObject(range) ? range["startLine"] : undefined
  const isLine = typeof start === "number" && Number.isInteger(start) && start > 0
  return { path: textIn(location, "path"), ...(isLine ? { lines: [{ start, end: start }] } : {}) }
}

const readEntry = (entry: JsonObject): ReadonlyArray<ForeignQuote> => {
  const text = toBoundedQuote(textIn(entry, "description"))
  const author = textIn(entry, "author") || textIn(entry, "requester")
  const speaker = determineSpeaker({ name: author.replace(/@.*$/, ""), email: author }, [])
  if (text === undefined || speaker === "tool") return []
  const time = Number(textIn(entry, "timestamp"))
  return [
    {
      kind: "review",
      by: speaker,
      ...(author === "" ? {} : { author }),
      ...(Number.isSafeInteger(time) && time > 0 ? { time } : {}),
      subject: "",
      text,
      ...locate(entry["location"]),
      links: findLinks(text)
    }
  ]
}

/**
 * Reads a note of git-appraise (`refs/notes/devtools/reviews` and `discuss`): a JSON document a line. Of requests only
 * the latest counts; words of bots are left out; lines that do not decode are counted.
 */
export const readAppraise = (note: string, kind: "reviews" | "discuss"): ForeignQuotes => {
  const lines = note.split("\n").filter((line) => line.trim() !== "")
  const entries = lines.flatMap((line) => Option.toArray(Option.filter(parseJson(line), isObject)))
  const ordered = entries.toSorted((a, b) => Number(textIn(a, "timestamp")) - Number(textIn(b, "timestamp")))
  const counted = ordered.slice(kind === "reviews" ? -1 : -maxRecords)
  const left = kind === "reviews" ? 0 : ordered.length - counted.length
  return { quotes: counted.flatMap(readEntry), skipped: lines.length - entries.length + left }
}
