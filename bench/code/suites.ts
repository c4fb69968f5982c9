/**
 * Compares call edges of the code index with public suites of call graphs that others made.
 *
 *     node bench/code/suites.ts optave CLONE [--samples]
 *     node bench/code/suites.ts swarm CLONE [--samples]
 *     node bench/code/suites.ts jelly CLONE [--samples]
 *
 * `optave`: the fixtures of github.com/optave/ops-codegraph-tool in languages of the index. `swarm`: the cases of
 * github.com/secure-software-engineering/SWARM-CG in JavaScript and Python, what is built in left out. An edge counts by the names of
 * both ends, and the file of its target. `jelly`: the calls that ran in the tests of github.com/cs-au-dk/jelly, by where they
 * are and where the called function is. Each case is a repository of its own. `--samples`: prints what differs.
 *
 * The second pair of columns is about all that the program lists as callers: calls `through` an overridden method too, a definition
 * of C or C++ and its declaration are one, and where a case has no calls at the top level of files, those of the index are left out.
 */
import { Effect } from "effect"
import { relative } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { Extractor } from "../../src/codeIndex/extracting/Extractor.ts"
import { compareJelly } from "./suites/jelly.ts"
import { type LinkedEdge, LinkedFolder } from "./suites/linked.ts"
import { listThrough } from "./suites/listed.ts"
import {
  callsOf,
  eachOnce,
  isCompared,
  joinParts,
  nameAll,
  readOptave,
  readSwarm,
  withoutTopLevel
} from "./suites/named.ts"
import { type Call, type Case, isSame, showCall } from "./suites/names.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { samples: { type: "boolean", default: false } }
})
const [suite = "", clone = "."] = positionals
const print = (text: string): void => void process.stdout.write(`${text}\n`)
const ratio = (part: number, all: number): string => (all === 0 ? "–" : (part / all).toFixed(3))

/** What was compared, and how much of it was right. */
interface Tally {
  cases: number
  complete: number
  expected: number
  readonly strict: Counts
  readonly listed: Counts
}

interface Counts {
  found: number
  known: number
  right: number
}

const makeTally = (): Tally => ({
  cases: 0,
  complete: 0,
  expected: 0,
  strict: { found: 0, known: 0, right: 0 },
  listed: { found: 0, known: 0, right: 0 }
})

interface Difference {
  readonly missed: ReadonlyArray<Call>
  readonly wrong: ReadonlyArray<Call>
}

const compare = (counts: Counts, calls: ReadonlyArray<Call>, expected: ReadonlyArray<Call>): Difference => {
  const missed = expected.filter((each) => !calls.some((call) => isSame(call, each)))
  const wrong = calls.filter((call) => !expected.some((each) => isSame(call, each)))
  counts.found += expected.length - missed.length
  counts.known += calls.length
  counts.right += calls.length - wrong.length
  return { missed, wrong }
}

const show = (title: string, { missed, wrong }: Difference): void => {
  if (!values.samples || missed.length + wrong.length === 0) return
  print(title)
  for (const each of missed) print(`  missed ${showCall(each)}`)
  for (const each of wrong) print(`  other  ${showCall(each)}`)
}

const compareCase = Effect.fnUntraced(function* ({ expected: all, folder, group }: Case, tally: Tally) {
  const linked = new LinkedFolder(folder)
  const expected = nameAll(linked, all)
  const list = (edges: ReadonlyArray<LinkedEdge>): ReadonlyArray<Call> =>
    callsOf(linked, edges, suite === "swarm").filter(isCompared(expected))
  const strict = compare(tally.strict, list(linked.edges), expected)
  const listed = yield* listThrough(linked.texts)
  const calls = withoutTopLevel(eachOnce(joinParts(listed, list([...linked.edges, ...listed.through]))), expected)
  const left = compare(tally.listed, calls, joinParts(listed, expected))
  tally.cases += 1
  tally.complete += strict.missed.length + strict.wrong.length === 0 ? 1 : 0
  tally.expected += expected.length
  show(`${group} ${relative(clone, folder)}`, strict)
  show(`${group} ${relative(clone, folder)}, of all that is listed`, left)
})

const both = ({ found, known, right }: Counts, expected: number): string =>
  `${ratio(found, expected)} | ${ratio(right, known)}`

const compareNamed = Effect.gen(function* () {
  const tallies = new Map<string, Tally>()
  for (const each of suite === "optave" ? readOptave(clone) : readSwarm(clone)) {
    const tally = tallies.get(each.group) ?? makeTally()
    tallies.set(each.group, tally)
    yield* compareCase(each, tally)
  }
  print("| suite | cases | equal | edges | recall | precision | recall of all listed | precision |")
  print("|---|---|---|---|---|---|---|---|")
  for (const [group, { cases, complete, expected, listed, strict }] of tallies) {
    print(`| ${group} | ${cases} | ${complete} | ${expected} | ${both(strict, expected)} | ${both(listed, expected)} |`)
  }
})

const compareRan = (): void => {
  const compared = compareJelly(clone)
  const sum = (of: (each: (typeof compared)[number]) => number): number =>
    compared.reduce((total, each) => total + of(each), 0)
  for (const { calls, found, missed, name } of values.samples ? compared : []) {
    print(`${name} ${found} of ${calls}`)
    for (const each of missed) print(`  missed ${each}`)
  }
  const calls = sum((each) => each.calls)
  const own = sum((each) => each.jelly)
  print("| cases | calls that ran | found | recall | of Jelly itself |\n|---|---|---|---|---|")
  print(
    `| ${compared.length} | ${calls} | ${sum((each) => each.found)} | ${ratio(
      sum((each) => each.found),
      calls
    )} | ${ratio(own, calls)} |`
  )
}

if (suite === "jelly") compareRan()
else await Effect.runPromise(compareNamed.pipe(Effect.provide(Extractor.layer)))
