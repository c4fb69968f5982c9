import { Option } from "effect"
import { asArray, isObject, type JsonObject, fieldOf, parseJson, textIn } from "../../domain/Json.ts"
import { type LineRange, parse } from "../../domain/LineRange.ts"
import { type ForeignQuote, type ForeignQuotes, maxRecords, toBoundedQuote } from "./ForeignQuote.ts"
import { groupOf } from "../../domain/MatchGroup.ts"

/** A line of the first part: who wrote which lines of a file. */
interface Attestation {
  readonly path: string
  readonly key: string
  readonly lines: ReadonlyArray<LineRange>
}

const readRanges = (text: string): ReadonlyArray<LineRange> =>
  text.split(",").flatMap((part) => Option.toArray(parse(part)))

const readPath = (line: string): string =>
  line.startsWith('"')
    ? Option.match(parseJson(line), {
        onNone: () => line,
        onSome: (value) => (typeof value === "string" ? value : line)
      })
    : line

const readAttestations = (lines: ReadonlyArray<string>): ReadonlyArray<Attestation> => {
  let path = ""
  return lines.flatMap((line) => {
    const found = /^ {1,8}(\S+) +([\d,: -]+)$/.exec(line)
    if (found === null) path = readPath(line.trim())
    return found === null ? [] : [{ path, key: groupOf(found, 1), lines: readRanges(groupOf(found, 2)) }]
  })
}

/** The session or prompt that a key names. Keys of persons have none. */
const findSession = (document: JsonObject, name: string): unknown =>
  name.startsWith("s_")
    ? fieldOf(document["sessions"], name.replace(/::.*$/, ""))
    : name.startsWith("h_")
      ? undefined
      : fieldOf(document["prompts"], name)

/** What a person asked for, else what the agent answered. */
const readMessages = (session: unknown): Pick<ForeignQuote, "by" | "text"> => {
  const messages = asArray(fieldOf(session, "messages"))
  const of = (type: string): string =>
    messages
      .filter((message) => textIn(message, "type") === type)
      .map((message) => textIn(message, "text"))
      .filter((text) => text.trim() !== "")
      .join("\n\n")
  const asked = toBoundedQuote(of("user"))
  if (asked !== undefined) return { by: "person", text: asked }
  const answered = toBoundedQuote(of("assistant"))
  return { by: "agent", ...(answered === undefined ? {} : { text: answered }) }
}

const describeAgent = (session: unknown): string => {
  const agent = fieldOf(session, "agent_id")
  return [textIn(agent, "tool"), textIn(agent, "model")].filter((part) => part !== "").join(", ")
}

/** Joins what the same session wrote in the same file. Persons' lines are left out. */
const joinAttestations = (attested: ReadonlyArray<Attestation>): ReadonlyArray<Attestation> => {
  const agents = attested.filter(({ key }) => !key.startsWith("h_"))
  const groups = Map.groupBy(agents, ({ key, path }) => `${key} ${path}`)
  return [...groups.values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({ ...first, lines: same.flatMap(({ lines }) => lines) }))
  )
}

const readSession = (session: unknown): ForeignQuote | undefined => {
  if (!isObject(session)) return undefined
  const url = textIn(session, "messages_url")
  const human = textIn(session, "human_author")
  const said = readMessages(session)
  return {
    kind: "session",
    ...said,
    ...(said.by === "person" && human !== "" ? { author: human } : {}),
    subject: describeAgent(session),
    links: url === "" ? [] : [url]
  }
}

/**
 * Reads a note of git-ai (`refs/notes/ai`): attestations, a line `---`, a JSON document. Gives a quote for each session
 * of each file; what does not decode is counted.
 */
export const readGitAi = (note: string): ForeignQuotes => {
  const lines = note.replaceAll("\r\n", "\n").split("\n")
  const divider = lines.indexOf("---")
  const document = Option.getOrUndefined(parseJson(lines.slice(divider + 1).join("\n")))
  if (divider === -1 || !isObject(document)) return { quotes: [], skipped: 1 }
  const attested = joinAttestations(readAttestations(lines.slice(0, divider)))
  const keys = [...new Set(attested.map(({ key }) => key))].slice(0, maxRecords)
  // A session may have written many files, and its conversation is long.
  const sessions = new Map(keys.map((key) => [key, readSession(findSession(document, key))]))
  const quotes = attested.flatMap(({ key, lines: ranges, path }): ReadonlyArray<ForeignQuote> => {
    const session = sessions.get(key)
    return session === undefined ? [] : [{ ...session, path, lines: ranges }]
  })
  return { quotes, skipped: attested.length - quotes.length }
}
