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
 */
import { basename, relative } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { compareJelly } from "./suites/jelly.ts"
import { LinkedFolder } from "./suites/linked.ts"
import { callsOf, isCompared, nameAll, readOptave, readSwarm } from "./suites/named.ts"
import { isSame, showCall } from "./suites/names.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { samples: { type: "boolean", default: false } }
})
const [suite = "", clone = "."] = positionals
const print = (text: string): void => void process.stdout.write(`${text}\n`)
const ratio = (part: number, all: number): string => (all === 0 ? "–" : (part / all).toFixed(3))

interface Tally {
  cases: number
  complete: number
  expected: number
  found: number
  known: number
  right: number
}

const compareNamed = (): void => {
  const tallies = new Map<string, Tally>()
  for (const { expected: listed, folder, group } of suite === "optave" ? readOptave(clone) : readSwarm(clone)) {
    const linked = new LinkedFolder(folder)
    const expected = nameAll(linked, listed)
    const calls = callsOf(linked, suite === "swarm").filter(isCompared(expected))
    const missed = expected.filter((each) => !calls.some((call) => isSame(call, each)))
    const wrong = calls.filter((call) => !expected.some((each) => isSame(call, each)))
    const tally = tallies.get(group) ?? { cases: 0, complete: 0, expected: 0, found: 0, known: 0, right: 0 }
    tallies.set(group, tally)
    tally.cases += 1
    tally.complete += missed.length + wrong.length === 0 ? 1 : 0
    tally.expected += expected.length
    tally.found += expected.length - missed.length
    tally.known += calls.length
    tally.right += calls.length - wrong.length
    if (values.samples && missed.length + wrong.length > 0) {
      print(`${group} ${relative(clone, folder)} ${basename(folder)}`)
      for (const each of missed) print(`  missed ${showCall(each)}`)
      for (const each of wrong) print(`  other  ${showCall(each)}`)
    }
  }
  print("| suite | cases | equal | edges | recall | precision |\n|---|---|---|---|---|---|")
  for (const [group, { cases, complete, expected, found, known, right }] of tallies) {
    print(`| ${group} | ${cases} | ${complete} | ${expected} | ${ratio(found, expected)} | ${ratio(right, known)} |`)
  }
}

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
else compareNamed()
