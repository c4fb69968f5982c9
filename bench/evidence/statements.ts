import { Schema } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseMessage } from "../../src/evidence/messages/parseMessage.ts"
import type { Stated } from "../../src/evidence/reasons/signs.ts"
import { splitStatements } from "../../src/evidence/reasons/statements.ts"

/** A line of `statements.jsonl`: a repository whose messages were judged, statement by statement. */
const Repository = Schema.Struct({
  /** Its address. */
  repository: Schema.String,
  /** Weights are learned from the tuned ones; the others are not looked at before they are final. */
  half: Schema.Literals(["tuned", "held out"]),
  entries: Schema.Array(
    Schema.Struct({
      commit: Schema.String,
      /** How many statements the message had, the subject among them. Statement 0 is the subject. */
      statements: Schema.Int,
      /** The statements that give a reason by themselves. */
      reasons: Schema.Array(Schema.Int),
      /** Those about which a careful second reader could decide otherwise, of either kind. */
      close: Schema.Array(Schema.Int)
    })
  )
})

/** A judged message. */
export interface JudgedMessage {
  readonly commit: string
  readonly subject: string
  readonly body: string
  readonly statements: ReadonlyArray<Stated>
  readonly reasons: ReadonlyArray<number>
  readonly close: ReadonlyArray<number>
}

export type Half = Schema.Schema.Type<typeof Repository>["half"]

/** The folder of a repository among clones: `OWNER/NAME`, as in its address. */
export const cloneOf = (clones: string, repository: string): string => join(clones, new URL(repository).pathname)

/** The message of a commit in a clone; undefined if it is not there. */
export const readMessage = (clone: string, commit: string): string | undefined => {
  const { status, stdout } = spawnSync("git", ["-C", clone, "log", "-1", "--format=%B", commit], { encoding: "utf8" })
  return status === 0 ? stdout.trimEnd() : undefined
}

const decode = Schema.decodeSync(Schema.fromJsonString(Repository))

const readRepositories = (half: Half) =>
  readFileSync(join(import.meta.dirname, "statements.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => decode(line))
    .filter((each) => each.half === half)

/** Lists the repositories of a half that have no clone. */
export const listMissing = (half: Half, clones: string): ReadonlyArray<string> =>
  readRepositories(half)
    .map(({ repository }) => repository)
    .filter((repository) => !existsSync(cloneOf(clones, repository)))

/**
 * Reads the judged messages of a half, by repository, with their texts from clones. Messages without a clone are left out, and
 * those that are split into another number of statements since.
 */
export const readJudgedMessages = (half: Half, clones: string) =>
  readRepositories(half)
    .filter(({ repository }) => existsSync(cloneOf(clones, repository)))
    .map(({ entries, repository }) => ({
      repository,
      messages: entries.flatMap(({ close, commit, reasons, statements: count }): ReadonlyArray<JudgedMessage> => {
        const message = readMessage(cloneOf(clones, repository), commit)
        if (message === undefined) return []
        const { body, subject } = parseMessage(message)
        const statements: ReadonlyArray<Stated> = [{ kind: "subject", text: subject }, ...splitStatements(body)]
        return statements.length === count ? [{ commit, subject, body, statements, reasons, close }] : []
      })
    }))
