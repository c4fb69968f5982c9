import type { ChangedLines } from "./changedLines.ts"
import type { Session, SessionEntry, SkippedRecords } from "./Session.ts"

/** Maximum characters kept of one text. A longer prompt is a pasted log. */
const maxTextChars = 65_536
/** Maximum entries of one session. */
const maxEntries = 100_000
/** Maximum characters that the entries of one session keep. */
const maxSessionChars = 128 * 1024 * 1024

/** What git prints after a commit: `[main 1a2b3c4] Subject`, `[detached HEAD 1a2b3c4] Subject`. */
const commitLine = /^\[[^\]\n]{1,300}? ([0-9a-f]{7,40})\] (.{1,500})$/gm

const sizeOf = (lines: ReadonlyArray<string>): number => lines.reduce((sum, line) => sum + line.length + 1, 0)

interface Kept {
  readonly entry: SessionEntry
  /** Identifies the call of a tool. */
  readonly call: string
  readonly record: string
}

/** Adds the name unless it is the last known one. */
const addOnce = (names: Array<string>, name: string): void => {
  if (name !== "" && !names.includes(name) && names.length < 1000) names.push(name)
}

/** Collects what a transcript's records say, within bounds. */
export class Recorder {
  id = ""
  agent = ""
  readonly folders: Array<string> = []
  readonly branches: Array<string> = []
  readonly skipped: SkippedRecords = { invalid: 0, oversized: 0, unknown: 0 }
  /** Identifies the record being read, so that {@link rewindTo} can find it. */
  record = ""
  readonly #models = new Map<string, number>()
  readonly #toolCalls = new Map<string, number>()
  #kept: Array<Kept> = []
  #size = 0

  #keep(entry: SessionEntry, size: number, call = ""): void {
    if (this.#kept.length >= maxEntries || this.#size + size > maxSessionChars) return
    this.#size += size
    this.#kept.push({ entry, call, record: this.record })
  }

  folder(path: string): void {
    addOnce(this.folders, path)
  }

  branch(name: string): void {
    addOnce(this.branches, name)
  }

  model(name: string): void {
    if (name === "" || name.startsWith("<")) return
    this.#models.set(name, (this.#models.get(name) ?? 0) + 1)
  }

  tool(name: string): void {
    if (name !== "" && (this.#toolCalls.has(name) || this.#toolCalls.size < 1000)) {
      this.#toolCalls.set(name, (this.#toolCalls.get(name) ?? 0) + 1)
    }
  }

  text(kind: "prompt" | "said", text: string, time: number): void {
    const trimmed = text.trim()
    if (trimmed !== "") this.#keep({ kind, text: trimmed.slice(0, maxTextChars), time }, trimmed.length)
  }

  /** Records an edit. `call`: identifies the tool call, whose result comes later. */
  edit(path: string, { added, removed }: ChangedLines, time: number, call = ""): void {
    if (path === "" || added.length + removed.length === 0) return
    const entry = { kind: "edit", path: path.replaceAll("\\", "/"), added, removed, time } as const
    this.#keep(entry, sizeOf(added) + sizeOf(removed), call)
  }

  /** Forgets the edits of a call that failed. */
  fail(call: string): void {
    if (call !== "") this.#kept = this.#kept.filter((each) => each.call !== call)
  }

  /** Replaces the lines of a call's only edit by those that its result reports. */
  settle(call: string, { added, removed }: ChangedLines): void {
    const own = this.#kept.filter((each) => each.call === call && call !== "")
    const [only] = own
    if (own.length !== 1 || only?.entry.kind !== "edit") return
    const settled = { ...only, entry: { ...only.entry, added, removed } }
    this.#kept = this.#kept.map((each) => (each === only ? settled : each))
  }

  /** Records the commits that the output of a command reports. */
  output(text: string, time: number): void {
    for (const [, abbreviatedId = "", subject = ""] of text.slice(0, maxTextChars).matchAll(commitLine)) {
      this.#keep({ kind: "commit", abbreviatedId, subject, time }, subject.length)
    }
  }

  /** Forgets a record and everything after it. */
  rewindTo(record: string): void {
    const start = this.#kept.findIndex((each) => each.record === record)
    if (start !== -1) this.#kept = this.#kept.slice(0, start)
  }

  finish(origin: Pick<Session, "client" | "agent" | "file"> & { readonly id: string }): Session {
    const [model] = [...this.#models].toSorted(([, a], [, b]) => b - a)
    return {
      client: origin.client,
      agent: this.agent === "" ? origin.agent : this.agent,
      id: this.id === "" ? origin.id : this.id,
      file: origin.file,
      folders: this.folders,
      branches: this.branches,
      model: model?.[0],
      entries: this.#kept.map(({ entry }) => entry),
      toolCalls: Object.fromEntries(this.#toolCalls),
      skipped: this.skipped
    }
  }
}

/** Reads one record of a transcript. Returns whether its type is known. */
export type TakeRecord = (record: { readonly [key: string]: unknown }, recorder: Recorder) => boolean
