/**
 * Serves copies of a repository in one process, asks each in turn, and prints what the process holds: memory, git processes,
 * pipes and open files. Then damages two of them and compares the answers of the others.
 *
 *     node bench/repositories/main.ts --repo PATH [--count 10] [--open 3] [--notes 1000] [--files 5]
 */
import { Effect, Exit, Scope } from "effect"
import { execFileSync } from "node:child_process"
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import { isDeepStrictEqual, parseArgs } from "node:util"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { serveRepositories } from "../../test/support/manyRepositories.ts"
import { runGitChecked } from "../../test/support/runGit.ts"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { quantile } from "../measure.ts"
import { memoryOf } from "../memory.ts"

const { values } = parseArgs({
  options: {
    repo: { type: "string", default: "." },
    count: { type: "string", default: "10" },
    open: { type: "string", default: "3" },
    notes: { type: "string", default: "1000" },
    files: { type: "string", default: "5" }
  }
})

setFlagsFromString("--expose-gc")
const collectGarbage: unknown = runInNewContext("gc")

/** Copies of the repository with notes, made by other processes, so that this one stays small. */
const makeCopies = Effect.fnUntraced(function* (count: number) {
  const folder = yield* makeFolder
  const first = join(folder, "original")
  const script = join(import.meta.dirname, "..", "syntheticNotes.ts")
  const args = [script, "--repo", resolve(values.repo), "--into", first, "--commits", values.notes]
  execFileSync(process.execPath, args)
  const copies = Array.from({ length: count }, (_, index) => join(folder, `copy ${index + 1}`))
  for (const copy of copies) cpSync(first, copy, { recursive: true })
  return copies
})

/** Source files, evenly spread over the tree. */
const chooseFiles = Effect.fnUntraced(function* (directory: string, count: number) {
  const patterns = ["*.js", "*.ts", "*.c", "*.py", "*.go", "*.rs", "*.java"]
  const all = (yield* runGitChecked(directory, ["ls-files", "--", ...patterns])).split("\n")
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, index) => index % step === 0).slice(0, count)
})

const countOf = (kind: string) => process.getActiveResourcesInfo().filter((each) => each === kind).length

/** Prints one row of the table, without the memory of the process that made the copies. */
const print = (what: string, helperMegabytes: number, times: ReadonlyArray<number> = []): void => {
  if (typeof collectGarbage === "function") Reflect.apply(collectGarbage, undefined, [])
  const { children, resident } = memoryOf(process.pid)
  const heap = process.memoryUsage().heapUsed / 2 ** 20
  const files = readdirSync("/proc/self/fd").length
  const held = [resident, heap, countOf("ProcessWrap"), children - helperMegabytes, countOf("PipeWrap"), files].map(
    Math.round
  )
  const time = times.length === 0 ? "" : quantile(times, 0.5).toFixed(1)
  process.stdout.write(`| ${[what, ...held, time].join(" | ")} |\n`)
}

const main = Effect.gen(function* () {
  const [count, maxOpen, files] = [Number(values.count), Number(values.open), Number(values.files)]
  const directories = yield* makeCopies(count)
  const [first, second] = directories
  if (first === undefined || second === undefined) return yield* Effect.die(new Error("--count must be at least 2"))
  const paths = yield* chooseFiles(first, files)
  const scope = yield* Scope.make()
  const { call } = yield* Scope.provide(serveRepositories(maxOpen), scope)

  /** Asks about each file, one after the other; the answers with their milliseconds. */
  const askOne = (directory: string) =>
    Effect.forEach(
      paths,
      Effect.fnUntraced(function* (path) {
        const start = performance.now()
        const answer = yield* call(directory, "ultragit_read", { path })
        return { answer, time: performance.now() - start }
      })
    )

  const { children: helper } = memoryOf(process.pid)
  const heads = ["", "resident MB", "heap MB", "git processes", "their MB", "pipes", "files", "median call ms"]
  process.stdout.write(`| ${heads.join(" | ")} |\n|${heads.map(() => "---|").join("")}\n`)
  print("before the first call", helper)
  for (const [index, directory] of directories.entries()) {
    const asked = yield* askOne(directory)
    yield* Effect.sleep("1 second")
    print(
      `first calls in repository ${index + 1}`,
      helper,
      asked.map(({ time }) => time)
    )
  }
  const warm = yield* Effect.replicateEffect(askOne(first), 20)
  print(
    "the first again, 20 times",
    helper,
    warm.flat().map(({ time }) => time)
  )

  const answersOf = Effect.forEach(directories, (directory) =>
    Effect.map(askOne(directory), (all) => all.map(({ answer }) => answer))
  )
  const before = yield* answersOf
  rmSync(join(second, ".git"), { recursive: true })
  writeFileSync(join(first, ".git", "refs", "notes", "ultragit"), "no object\n")
  const after = yield* answersOf
  print(".git of one deleted, notes ref of another damaged", helper)
  yield* Scope.close(scope, Exit.void)
  yield* Effect.sleep("1 second")
  print("all closed", helper)
  const same = directories.filter((_, index) => isDeepStrictEqual(before[index], after[index]))
  const failed = after.filter((answers) => answers.every(({ isError }) => isError === true))
  process.stdout.write(`\n${same.length} of ${count} answer as before, ${failed.length} with an error\n`)
}).pipe(Effect.scoped)

await Effect.runPromise(main)
