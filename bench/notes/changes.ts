import { Effect } from "effect"
import { spawn } from "node:child_process"
import { env } from "node:process"
import type { LineRange } from "../../src/domain/LineRange.ts"
import { isolation } from "../../test/support/runGit.ts"

/** Consecutive lines that a commit added or changed. */
export interface Hunk {
  readonly path: string
  /** Lines in the file of the commit. */
  readonly lines: LineRange
  /** Git's function context of the hunk; may be empty. */
  readonly heading: string
  /** The first new lines, at most `maxSampleLines`. */
  readonly sample: ReadonlyArray<string>
}

/** The added and changed lines of one commit, without binary files. */
export interface Change {
  readonly commit: string
  /** Author time, ISO 8601. */
  readonly timestamp: string
  readonly subject: string
  readonly hunks: ReadonlyArray<Hunk>
}

const maxSampleLines = 20
const hunkLine = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/

/** Parses `git log -p -U0` with the header format below, in chunks of any size. */
class ChangeReader {
  readonly changes: Array<Change & { readonly hunks: Array<Hunk> }> = []
  private rest: Buffer = Buffer.alloc(0)
  private path: string | undefined
  private sample: Array<string> = []
  /** Remaining lines of the current hunk. */
  private removed = 0
  private added = 0

  push(chunk: Buffer): void {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      this.line(bytes.subarray(start, end))
      start = end + 1
    }
    this.rest = bytes.subarray(start)
  }

  private line(bytes: Buffer): void {
    if (this.removed > 0 || this.added > 0) return this.body(bytes)
    const text = bytes.toString("utf8")
    if (text.startsWith("\u0001")) this.header(text)
    else if (text.startsWith("+++ "))
      this.path = text.startsWith("+++ b/") ? text.slice(6).replace(/\t$/, "") : undefined
    else if (text.startsWith("@@ ")) this.hunk(text)
  }

  private header(text: string): void {
    const [commit = "", timestamp = "", ...subject] = text.slice(1).split("\u0000")
    this.changes.push({ commit, timestamp, subject: subject.join(" "), hunks: [] })
    this.path = undefined
  }

  private hunk(text: string): void {
    const found = hunkLine.exec(text)
    if (found === null) return
    const [, removed = "1", start = "0", added = "1", heading = ""] = found
    this.removed = Number(removed)
    this.added = Number(added)
    this.sample = []
    if (this.path === undefined || this.added === 0) return
    const lines = { start: Number(start), end: Number(start) + this.added - 1 }
    this.changes.at(-1)?.hunks.push({ path: this.path, lines, heading, sample: this.sample })
  }

  /** Reads a line of a hunk and ignores `\ No newline at end of file`. */
  private body(bytes: Buffer): void {
    if (bytes[0] === 45) this.removed -= 1
    if (bytes[0] !== 43) return
    this.added -= 1
    if (this.sample.length < maxSampleLines) this.sample.push(bytes.toString("utf8", 1, 400))
  }
}

const config = ["-c", "core.quotePath=false", "-c", "diff.noprefix=false", "-c", "diff.mnemonicPrefix=false"]
const header = "--format=%x01%H%x00%aI%x00%s"
const patch = ["--patch", "--unified=0", "--no-renames", "--src-prefix=a/", "--dst-prefix=b/"]
const plain = ["--no-color", "--no-ext-diff", "--no-textconv"]
const logArgs = [...config, "log", "--no-walk=unsorted", "--stdin", header, ...patch, ...plain]

/** Reads the changes of these commits, in their order. Skips paths that git quotes. */
export const readChanges = (directory: string, commits: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Change>> =>
  Effect.callback((resume) => {
    const reader = new ChangeReader()
    const child = spawn("git", ["-C", directory, ...logArgs], {
      env: { ...env, ...isolation },
      stdio: ["pipe", "pipe", "inherit"]
    })
    child.stdout.on("data", (chunk: Buffer) => reader.push(chunk))
    child.on("error", (error) => resume(Effect.die(error)))
    child.on("close", (code) =>
      resume(code === 0 ? Effect.succeed(reader.changes) : Effect.die(new Error(`git log ended with ${String(code)}`)))
    )
    child.stdin.on("error", () => {})
    child.stdin.end(`${commits.join("\n")}\n`)
    return Effect.sync(() => child.kill("SIGKILL"))
  })
