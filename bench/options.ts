import { Result } from "effect"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { findSimilarNames } from "../src/domain/AnchorName.ts"
import { slots } from "./slots.ts"

/** Options of the bench. */
export interface Options {
  /** One path; with `full`, any number of paths or URLs. */
  readonly repos: ReadonlyArray<string>
  /** Maximum number of commits with a note. */
  readonly notes: number
  /** Number of runs per contender. */
  readonly runs: number
  /** Number of notes per writer in the slot `contest`. */
  readonly writes: number
  /** Names of slots; empty for all. */
  readonly slot: ReadonlyArray<string>
  /** File for the findings as JSON. */
  readonly json: string | undefined
  /** Whether to write the full report on all repositories. */
  readonly full: boolean
  /** File for the full report. */
  readonly out: string
  /** Number of notes in the last measurement of the full report; 0 to skip it. */
  readonly many: number
  /** Whether to measure other MCP servers. */
  readonly rivals: boolean
  /** Whether to profile reads. */
  readonly profile: boolean
  /** Folder that keeps clones and rivals for later runs. */
  readonly cache: string
}

const root = join(import.meta.dirname, "..")
const defaults = { notes: "10000", runs: "20", fullRuns: "10", writes: "100", many: "100000" } as const

const flags = {
  repo: { type: "string", multiple: true, default: Array.of(root) },
  notes: { type: "string", default: defaults.notes },
  runs: { type: "string" },
  writes: { type: "string", default: defaults.writes },
  slot: { type: "string", multiple: true, default: Array.of<string>() },
  json: { type: "string" },
  full: { type: "boolean", default: false },
  out: { type: "string", default: join(root, "bench", "RESULTS.md") },
  many: { type: "string", default: defaults.many },
  rivals: { type: "boolean", default: false },
  profile: { type: "boolean", default: false },
  cache: { type: "string", default: join(tmpdir(), "ultragit-bench") },
  help: { type: "boolean", short: "h", default: false }
} as const

const width = Math.max(...slots.map(({ name }) => name.length))

export const help = [
  "Measures the program against git and an SDK-only server, side by side in one run. Prints a Markdown table.",
  "",
  "  npm run bench [-- FLAGS]",
  "",
  "  --repo PATH   repository, bare or not; measured in a clone, never written (default: this one)",
  `  --notes N     maximum number of commits with a note (default: ${defaults.notes})`,
  `  --runs N      maximum number of runs per contender; slow ones get fewer (default: ${defaults.runs})`,
  `  --writes N    notes per writer in the slot contest (default: ${defaults.writes})`,
  "  --slot NAME   measure only this slot; repeatable (default: all)",
  "  --json FILE   also write the findings as JSON",
  "",
  "  --full        write the full report: every goal, on each --repo, and with very many notes; about 20 minutes",
  "  --repo PLACE  with --full, a path or a URL to clone; repeatable; NAME=PLACE sets its name in the report",
  `  --runs N      with --full, the default is ${defaults.fullRuns}`,
  `  --many N      notes in one more measurement on the deepest history, 0 to skip it (default: ${defaults.many})`,
  "  --rivals      also measure other MCP servers from npm, installed into the cache",
  "  --profile     also list the functions in which reads spend their time",
  "  --out FILE    file for the report (default: bench/RESULTS.md)",
  "  --cache DIR   folder that keeps clones and rivals for later runs (default: a temporary folder)",
  "",
  "Slots, with their approximate duration on two cores with 10,000 commits:",
  "",
  ...slots.map(({ about, name, seconds }) => `  ${name.padEnd(width)}  ${String(seconds).padStart(3)} s  ${about}`),
  ""
].join("\n")

const parsed = (args: ReadonlyArray<string>) =>
  Result.try({
    try: () => parseArgs({ args: [...args], options: flags }).values,
    catch: (error) => (error instanceof Error ? error.message : String(error))
  })

const parseCount = (flag: string, text: string, min = 1): Result.Result<number, string> =>
  /^(?:0|[1-9]\d{0,6})$/.test(text) && Number(text) >= min
    ? Result.succeed(Number(text))
    : Result.fail(`--${flag} must be a whole number of at least ${min}, not ${JSON.stringify(text)}.`)

const unknownSlot = (name: string): string => {
  const names = slots.map((slot) => slot.name)
  const [nearest] = findSimilarNames(name, names, 1)
  return `Unknown slot: ${name}.${nearest === undefined ? "" : ` Did you mean ${nearest}?`} Slots: ${names.join(", ")}.`
}

/** Parses the arguments: options, `help`, or an error message. */
export const readOptions = (args: ReadonlyArray<string>): Result.Result<Options | "help", string> =>
  Result.gen(function* () {
    const values = yield* parsed(args)
    if (values.help) return "help"
    const unknown = values.slot.find((name) => slots.every((slot) => slot.name !== name))
    if (unknown !== undefined) return yield* Result.fail(unknownSlot(unknown))
    const { cache, full, out, profile, rivals } = values
    if (!full && values.repo.length > 1) return yield* Result.fail("Several --repo options require --full.")
    return {
      repos: values.repo,
      notes: yield* parseCount("notes", values.notes),
      runs: yield* parseCount("runs", values.runs ?? (full ? defaults.fullRuns : defaults.runs)),
      writes: yield* parseCount("writes", values.writes),
      slot: values.slot,
      json: values.json,
      many: yield* parseCount("many", values.many, 0),
      cache,
      full,
      out,
      profile,
      rivals
    }
  })
