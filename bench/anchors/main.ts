/**
 * Checks whether reasons are found by the names of definitions: annotates definitions from universal-ctags in a real
 * repository, with git notes on the commits from git blame, and asks the built program for each.
 *
 *     node bench/anchors/main.ts --repo PATH --language NAME [--count 20] [--seed 1]
 *
 * With `--outline`, only compares the outlines of all files with the definitions from ctags.
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { basename, join, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { Parser } from "../../src/adapters/parser/Parser.ts"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { makeRandom, type Random } from "../verify/random.ts"
import { askFor } from "./ask.ts"
import { type Definition, definitionsIn, filesOf } from "./definitions.ts"
import { annotate } from "./notes.ts"
import { compareOutlines } from "./outline.ts"

const root = join(import.meta.dirname, "../..")
const { values } = parseArgs({
  options: {
    repo: { type: "string", default: root },
    language: { type: "string", default: "typescript" },
    count: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    outline: { type: "boolean", default: false }
  }
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Picks definitions at random from as many files as possible. */
const spread = (random: Random, all: ReadonlyArray<Definition>, count: number): ReadonlyArray<Definition> => {
  const piles = [...Map.groupBy(all, ({ file }) => file).values()].map((pile) => [...pile])
  const chosen: Array<Definition> = []
  while (chosen.length < count && piles.length > 0) {
    const round = [...piles]
    while (chosen.length < count && round.length > 0) {
      const pile = round.splice(random.below(round.length), 1)[0] ?? []
      chosen.push(...pile.splice(random.below(pile.length), 1))
      if (pile.length === 0) piles.splice(piles.indexOf(pile), 1)
    }
  }
  return chosen
}

const anchors = Effect.fnUntraced(function* (directory: string, all: ReadonlyArray<Definition>, of: string) {
  execFileSync(process.execPath, [join(root, ".build/build.ts")], { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
  const chosen = spread(makeRandom(Number(values.seed)), all, Number(values.count))
  const answers = yield* askFor(directory, annotate(directory, chosen))
  const lost = answers.filter(({ wrong }) => wrong?.startsWith("no region") ?? false)
  const wrong = answers.filter((answer) => answer.wrong !== undefined && !lost.includes(answer))
  const files = new Set(chosen.map(({ file }) => file)).size
  say("| language | repository | files | asked | found | wrong |\n|---|---|---|---|---|---|")
  say(`| ${of} | ${files} | ${answers.length} | ${answers.length - lost.length} | ${wrong.length} |`)
  for (const { anchor, wrong: why } of [...lost, ...wrong]) {
    say(`- ${anchor.file}:${anchor.line} ${anchor.kind} ${anchor.qualified}: ${why ?? ""}`)
  }
  return lost.length + wrong.length
})

const main = Effect.gen(function* () {
  const directory = join(yield* makeFolder, "repository")
  execFileSync("git", ["clone", "--quiet", resolve(values.repo), directory])
  const head = execFileSync("git", ["-C", directory, "rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim()
  const files = filesOf(directory, values.language)
  const definitions = definitionsIn(directory, values.language, files)
  const of = `${values.language} | ${basename(resolve(values.repo))} ${head}`
  if (!values.outline) return yield* anchors(directory, definitions, of)
  say(yield* compareOutlines(directory, files, definitions, of))
  return 0
}).pipe(Effect.provide(Parser.layer), Effect.scoped)

process.exit((await Effect.runPromise(main)) === 0 ? 0 : 1)
