import { Effect } from "effect"
import { existsSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { delimiter, join } from "node:path"
import process, { env } from "node:process"
import { type Command, Environment, outputOf } from "../processes.ts"
import { Missing } from "../Slot.ts"
import type { Rival } from "./Rival.ts"

const said = (defect: unknown): string => String(defect).replaceAll(/\s+/g, " ").slice(0, 300)

const orMissing =
  (what: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Missing, R> =>
    Effect.catchDefect(effect, (defect) => new Missing({ what: `${what}: ${said(defect)}` }))

/** Lists this Node and those on the search path, because native modules load only in the one that they were built for. */
const nodes = (): ReadonlyArray<string> => {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"))
  const found = folders.map((folder) => join(folder, "node")).filter((file) => existsSync(file))
  return [process.execPath, ...new Set(found)]
}

/** Installs a rival from npm into its own folder, unless an earlier run did. Returns the path of its script. */
export const install = Effect.fnUntraced(function* ({ package: name, script, version }: Rival, cache: string) {
  const folder = join(cache, "rivals", `${name.replaceAll(/[@/]/g, "_")}_${version}`)
  const file = join(folder, "node_modules", name, script)
  if (existsSync(file)) return file
  yield* Effect.promise(() => mkdir(folder, { recursive: true }))
  yield* Effect.promise(() => writeFile(join(folder, "package.json"), '{ "private": true }\n'))
  yield* outputOf(["npm", "install", "--no-audit", "--no-fund", `${name}@${version}`], folder).pipe(
    orMissing("Cannot install it")
  )
  return file
})

/**
 * Makes the index of a rival with the first Node that works. Returns the command, its environment and the seconds. Fails
 * with `Missing`.
 */
export const makeIndex = Effect.fnUntraced(function* (rival: Rival, script: string, directory: string) {
  const environment = { ...(yield* Environment), ...rival.environment }
  let why = "no Node found"
  for (const node of nodes()) {
    const command: Command = [node, script]
    const started = performance.now()
    const made = yield* outputOf([...command, ...(rival.index ?? ["--version"])], directory).pipe(
      Effect.provideService(Environment, environment),
      Effect.timeout("5 minutes"),
      Effect.as(undefined),
      Effect.orElseSucceed(() => "it took more than five minutes"),
      Effect.catchDefect((defect) => Effect.succeed(said(defect)))
    )
    const seconds = (performance.now() - started) / 1000
    // A rival without an index only has to start, even if it does not know `--version`.
    if (made === undefined || rival.index === undefined) return { command, environment, seconds }
    why = made
  }
  return yield* new Missing({ what: `Cannot make its index: ${why}` })
})
