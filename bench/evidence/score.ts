import { Schema } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseMessage } from "../../src/evidence/messages/parseMessage.ts"
import { findReason } from "../../src/evidence/reasons/findReason.ts"
import { cloneOf, type JudgedMessage, readMessage } from "./statements.ts"

const Quote = Schema.Struct({
  commit: Schema.String,
  /** The line whose blame names the commit. */
  path: Schema.String,
  line: Schema.Int,
  kind: Schema.Literals(["commit", "changeset"]),
  /** Whether the quote is about the code in that line; absent where it was not judged. */
  about: Schema.optionalKey(Schema.Boolean),
  /** The beginnings, or other parts, of all sentences that give a reason; empty if the text states none. */
  reasons: Schema.Array(Schema.String),
  /** The message or changeset; absent where it is read from a clone, because it is not ours to copy. */
  text: Schema.optionalKey(Schema.String)
})
interface Quote extends Schema.Schema.Type<typeof Quote> {
  readonly text: string
}

const Judged = Schema.Struct({
  repository: Schema.String,
  tip: Schema.String,
  /** Whether the rules were tuned on these quotes, or errors in them were looked at; the others were judged when the rules were finished. */
  half: Schema.Literals(["tuned", "development", "held out"]),
  /** Who judged, and how. */
  judge: Schema.String,
  entries: Schema.Array(Quote)
})

const decode = Schema.decodeSync(Schema.fromJsonString(Judged))
const folder = join(import.meta.dirname, "judged")

/**
 * Reads the judged quotes, a set for each repository. Those without a text are left out, unless there is a clone of their
 * repository at `clones/OWNER/NAME`.
 */
export const readJudgedSets = (clones?: string) =>
  readdirSync(folder).map((file) => {
    const set = decode(readFileSync(join(folder, file), "utf8"))
    const clone = clones === undefined ? undefined : cloneOf(clones, set.repository)
    const entries = set.entries.flatMap((entry): ReadonlyArray<Quote> => {
      const text = entry.text ?? (clone === undefined ? undefined : readMessage(clone, entry.commit))
      return text === undefined ? [] : [{ ...entry, text }]
    })
    return { ...set, entries }
  })

export const flatten = (text: string): string => text.replaceAll(/\s+/g, " ")

const answer = ({ kind, text }: Quote): string | undefined => {
  if (kind === "changeset") return findReason({ body: text.replace(/^---\n[\s\S]*?\n---\n/, "") })
  const { body, subject } = parseMessage(text)
  return findReason({ subject, body })
}

/** Compares what the rules answer with the judgement. */
export const score = (entries: ReadonlyArray<Quote>) => {
  const answers = entries.map((entry) => ({ entry, reason: answer(entry) }))
  const isRight = ({ entry, reason }: (typeof answers)[number]): boolean =>
    reason !== undefined && entry.reasons.some((part) => flatten(reason).includes(flatten(part)))
  const given = answers.filter(({ reason }) => reason !== undefined)
  const stated = answers.filter(({ entry }) => entry.reasons.length > 0)
  const right = given.filter(isRight).length
  const judgedAbout = entries.filter(({ about }) => about !== undefined)
  return {
    given: given.length,
    stated: stated.length,
    precision: right / given.length,
    recall: right / stated.length,
    about: judgedAbout.filter(({ about }) => about).length / judgedAbout.length,
    wrong: given.filter((each) => !isRight(each)),
    missed: stated.filter(({ reason }) => reason === undefined)
  }
}

/** Compares what is found in messages with the statements that were judged. */
export const scoreMessages = (messages: ReadonlyArray<JudgedMessage>) => {
  const answers = messages.flatMap((message) => {
    const reason = findReason(message)
    return reason === undefined ? [] : [{ message, at: message.statements.findIndex(({ text }) => text === reason) }]
  })
  const right = answers.filter(({ at, message }) => message.reasons.includes(at)).length
  const clear = answers.filter(({ at, message }) => !message.close.includes(at))
  const clearRight = clear.filter(({ at, message }) => message.reasons.includes(at)).length
  const stated = messages.filter(({ reasons }) => reasons.length > 0)
  const clearlyStated = stated.filter(({ close, reasons }) => reasons.some((reason) => !close.includes(reason)))
  const found = answers.filter(({ at, message }) => clearlyStated.includes(message) && message.reasons.includes(at))
  return {
    given: answers.length,
    stated: stated.length,
    precision: right / answers.length,
    recall: right / stated.length,
    /** Without verdicts that the judge called close. */
    clearPrecision: clearRight / clear.length,
    clearRecall: found.length / clearlyStated.length
  }
}
