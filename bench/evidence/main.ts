import { Console, Effect } from "effect"
import { parseArgs } from "node:util"
import { flatten, readJudgedSets, score, scoreMessages } from "./score.ts"
import { type Half, readJudgedMessages } from "./statements.ts"

const { values } = parseArgs({
  options: { errors: { type: "boolean", default: false }, clones: { type: "string" } }
})

type Entries = Parameters<typeof score>[0]

const describe = (name: string, entries: Entries): string => {
  const { about, given, precision, recall, stated } = score(entries)
  const figures = [precision, recall, about].map((ratio) => (Number.isNaN(ratio) ? "not judged" : ratio.toFixed(2)))
  return `${name} | ${entries.length} | ${stated} | ${given} | ${figures.join(" | ")}`
}

const listErrors = (entries: Entries): ReadonlyArray<string> => {
  const { missed, wrong } = score(entries)
  return [
    ...wrong.map(({ entry, reason = "" }) => `  wrong  ${entry.commit.slice(0, 8)} ${flatten(reason).slice(0, 150)}`),
    ...missed.map(({ entry }) => `  missed ${entry.commit.slice(0, 8)} ${entry.reasons.join(" | ").slice(0, 150)}`)
  ]
}

const judgedSets = readJudgedSets(values.clones)

const report = (["tuned", "development", "held out"] as const).flatMap((half) => {
  const sets = judgedSets.filter((set) => set.half === half && set.entries.length > 0)
  if (sets.length === 0) return []
  const all = sets.flatMap(({ entries }) => entries)
  const each = sets.map(({ entries, repository }) => describe(`  ${repository}`, entries))
  return [describe(half, all), ...each, ...(values.errors ? listErrors(all) : [])]
})

const reportMessages = (half: Half, clones: string): string => {
  const repositories = readJudgedMessages(half, clones)
  const messages = repositories.flatMap((each) => each.messages)
  const { clearPrecision, clearRecall, given, precision, recall, stated } = scoreMessages(messages)
  const figures = [precision, recall, clearPrecision, clearRecall].map((ratio) => ratio.toFixed(3))
  return `${half}, ${repositories.length} repositories | ${messages.length} | ${stated} | ${given} | ${figures.join(" | ")}`
}

const messageReport =
  values.clones === undefined
    ? []
    : [
        "",
        "messages | entries | state a reason | answers | precision | recall | without close verdicts: precision | recall",
        reportMessages("tuned", values.clones),
        reportMessages("held out", values.clones)
      ]

/**
 * Prints how well reasons are found in judged quotes and messages: `node bench/evidence/main.ts [--errors] [--clones FOLDER]`.
 * The folder has clones of the repositories whose texts are not kept here, as `OWNER/NAME`; without it, messages are left out.
 */
Effect.runSync(
  Console.log(
    [
      "quotes | entries | state a reason | answers | precision | recall | about the code",
      ...report,
      ...messageReport
    ].join("\n")
  )
)
