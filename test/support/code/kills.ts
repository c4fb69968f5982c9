import { spawn } from "node:child_process"
import { renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { Effect, Result } from "effect"
import { makeRandom, type Random } from "../../../bench/verify/random.ts"
import { isolation } from "../runGit.ts"
import { makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"
import { differencesOf, dumpIndex } from "./dumpIndex.ts"
import { changeWord, pickFile } from "./mixedProject.ts"

const main = fileURLToPath(new URL("../../../dist/main.js", import.meta.url))

/** Copies of the folders of the mixed project. */
const copies = 8
/** Files that are changed before a kill. */
const maxChanged = 12

/** Runs the program until it ends, or until it is killed after so many milliseconds. Returns how long it ran. */
const indexOnce = (directory: string, killAfter?: number): Effect.Effect<number> =>
  Effect.callback<number>((resume) => {
    const start = performance.now()
    const child = spawn(process.execPath, [main, "code", "index", "--repo", directory], {
      env: { ...process.env, ...isolation },
      stdio: "ignore"
    })
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter)
    child.on("exit", (code) => {
      clearTimeout(timer)
      if (code !== 0 && timer === undefined) resume(Effect.die(new Error(`code index ended with ${code}`)))
      else resume(Effect.succeed(performance.now() - start))
    })
  })

/** What a kill left behind. */
type Left = "no index" | "an unfinished index" | "a finished index"

const inspect = (path: string): Left => {
  const read = Result.try(() => {
    const database = new DatabaseSync(path, { readOnly: true })
    const open = database.prepare("SELECT count(*) AS count FROM views WHERE is_linked = 1").get()?.["count"]
    database.close()
    return open
  })
  if (Result.isFailure(read)) return "no index"
  return read.success === 1 ? "a finished index" : "an unfinished index"
}

const writeProject = Effect.fnUntraced(function* (repository: TemporaryRepository, random: Random) {
  const paths: Array<string> = []
  for (let copy = 0; copy < copies; copy += 1) {
    for (let file = 0; file < 40; file += 1) {
      const [path, content] = pickFile(random)
      if (path.includes(".git")) continue
      paths.push(`part${copy}/${path}`)
      yield* repository.write(`part${copy}/${path}`, content)
    }
  }
  yield* repository.write(".gitattributes", "part1/** linguist-vendored\n*.py linguist-generated\n")
  yield* repository.commit("First")
  return paths
})

/** A kill, and in what the index completed afterwards differs from one made anew. */
export interface Killed {
  readonly afterMillis: number
  readonly left: Left
  readonly differences: ReadonlyArray<string>
}

/**
 * Makes a repository whose indexing can be killed: by SIGKILL of the built program at a random moment, half of the times
 * while the index is made and otherwise while it is brought up to date after edits.
 */
export const makeKills = Effect.fnUntraced(function* (seed: number) {
  const random = makeRandom(seed)
  const repository = yield* makeRepository()
  const paths = yield* writeProject(repository, random)
  const { directory } = repository
  const folder = join(directory, ".git", "ultragit")
  let usual = yield* indexOnce(directory)
  const kill = Effect.gen(function* () {
    if (random.below(2) === 0) rmSync(folder, { recursive: true, force: true })
    for (let at = random.below(maxChanged); at >= 0; at -= 1) {
      const path = random.pick(paths) ?? ""
      if (random.below(4) === 0) yield* repository.remove(path)
      else yield* repository.write(path, changeWord(random, pickFile(random)[1]))
    }
    const afterMillis = random.below(Math.ceil(usual))
    yield* indexOnce(directory, afterMillis)
    const left = inspect(join(folder, "code.db"))
    yield* indexOnce(directory)
    const completed = dumpIndex(directory)
    const kept = `${folder}-kept`
    renameSync(folder, kept)
    usual = yield* indexOnce(directory)
    const differences = differencesOf(completed, dumpIndex(directory))
    rmSync(folder, { recursive: true })
    renameSync(kept, folder)
    const killed: Killed = { afterMillis, left, differences }
    return killed
  })
  return { kill }
})
