import { Result } from "effect"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { findSimilarNames } from "../src/domain/AnchorName.ts"
import { slots } from "./slots.ts"

/** What to measure, and on what. */
export interface Options {
  /** Paths or, for the whole report, addresses too; one unless it is for that. */
  readonly repos: ReadonlyArray<string>
  /** Commits that get a note, fewer in a shorter history. */
  readonly notes: number
  /** How often each contender runs. */
  readonly runs: number
  /** Notes that each writer of the contest writes. */
  readonly writes: number
  /** Names of slots; all when empty. */
  readonly slot: ReadonlyArray<string>
  /** A file that gets the findings as JSON. */
  readonly json: string | undefined
  /** The whole report on all repositories, into a file. */
  readonly full: boolean
  readonly out: string
  /** Notes of the last measurement of the whole report; none when 0. */
  readonly many: number
  /** Other MCP servers too, and where the time of a read goes. */
  readonly rivals: boolean
  readonly profile: boolean
  /** A folder that keeps clones and rivals for later runs. */
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
  "Measures the program against what its parts cost without it, side by side in one run; a Markdown table.",
  "",
  "  npm run bench [-- FLAGS]",
  "",
  "  --repo PATH   the repository, bare or not; only read: a clone is measured (default: this one)",
  `  --notes N     commits of it that get a note, all when there are fewer (default: ${defaults.notes})`,
  `  --runs N      how often each contender runs, less often where it takes long (default: ${defaults.runs})`,
  `  --writes N    notes that each writer of the contest writes (default: ${defaults.writes})`,
  "  --slot NAME   measure this alone; may be given several times (default: all)",
  "  --json FILE   write the findings there as JSON, too",
  "",
  "  --full        the whole report: every goal, on each --repo given, also with very many notes; about 20 minutes",
  "  --repo PLACE  with --full several times: paths, or addresses, which are cloned once; NAME=PLACE names one",
  `  --runs N      with --full: ${defaults.fullRuns} unless given`,
  `  --many N      notes of one more measurement on the deepest history, 0 for none (default: ${defaults.many})`,
  "  --rivals      other MCP servers from npm beside ours, installed into the cache",
  "  --profile     which functions take the time of a read",
  "  --out FILE    where the report goes (default: bench/RESULTS.md)",
  "  --cache DIR   keeps clones and rivals for later runs (default: a folder for temporary files)",
  "",
  "Slots, with the seconds each takes on two cores with 10,000 commits:",
  "",
  ...slots.map(({ about, name, seconds }) => `  ${name.padEnd(width)}  ${String(seconds).padStart(3)} s  ${about}`),
  ""
].join("\n")

const parsed = (args: ReadonlyArray<string>) =>
  Result.try({
    try: () => parseArgs({ args: [...args], options: flags }).values,
    catch: (error) => (error instanceof Error ? error.message : String(error))
  })

const countOf = (flag: string, text: string, least = 1): Result.Result<number, string> =>
  /^(?:0|[1-9]\d{0,6})$/.test(text) && Number(text) >= least
    ? Result.succeed(Number(text))
    : Result.fail(`--${flag} takes a whole number from ${least} on, not ${JSON.stringify(text)}.`)

const unknownSlot = (name: string): string => {
  const names = slots.map((slot) => slot.name)
  const [nearest] = findSimilarNames(name, names, 1)
  return `There is no slot ${name}.${nearest === undefined ? "" : ` Did you mean ${nearest}?`} Slots: ${names.join(", ")}.`
}

/** What the arguments say: options, a wish for help, or what is wrong with them. */
export const readOptions = (args: ReadonlyArray<string>): Result.Result<Options | "help", string> =>
  Result.gen(function* () {
    const values = yield* parsed(args)
    if (values.help) return "help"
    const unknown = values.slot.find((name) => slots.every((slot) => slot.name !== name))
    if (unknown !== undefined) return yield* Result.fail(unknownSlot(unknown))
    const { cache, full, out, profile, rivals } = values
    if (!full && values.repo.length > 1) return yield* Result.fail("Several repositories are measured with --full.")
    return {
      repos: values.repo,
      notes: yield* countOf("notes", values.notes),
      runs: yield* countOf("runs", values.runs ?? (full ? defaults.fullRuns : defaults.runs)),
      writes: yield* countOf("writes", values.writes),
      slot: values.slot,
      json: values.json,
      many: yield* countOf("many", values.many, 0),
      cache,
      full,
      out,
      profile,
      rivals
    }
  })
