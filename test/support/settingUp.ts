import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import process, { env } from "node:process"
import { fileURLToPath } from "node:url"
import { Effect, Layer, Option } from "effect"
import { basicHooks, type HookName } from "../../src/rewrite/hooks/HookName.ts"
import { installHooks } from "../../src/rewrite/hooks/installHooks.ts"
import { Program, type ProgramLocation } from "../../src/config/Program.ts"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../src/adapters/git/GitEnvironment.ts"
import { authoringLayer, platform } from "../../src/Layers.ts"
import { isolation } from "./runGit.ts"
import { whenSettled } from "./settledClock.ts"
import { makeFolder, type TemporaryRepository } from "./TemporaryRepository.ts"

/** The program as built before the tests. */
export const builtProgram: ProgramLocation = {
  node: process.execPath,
  script: Option.some(fileURLToPath(new URL("../../dist/main.js", import.meta.url)))
}

const layerOf = (directory: string, program: ProgramLocation) =>
  Layer.merge(authoringLayer, platform).pipe(
    Layer.provideMerge(Layer.mergeAll(Layer.succeed(GitDirectory, directory), Layer.succeed(Program, program))),
    Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation }))
  )

/** Runs an effect on a repository with the layers of the program at this location. */
export const settingUp =
  (repository: { readonly directory: string }, program: ProgramLocation = builtProgram) =>
  <A, E>(effect: Effect.Effect<A, E, Layer.Success<ReturnType<typeof layerOf>>>): Effect.Effect<A, E> =>
    effect.pipe(Effect.provide(layerOf(repository.directory, program), { local: true }), whenSettled)

const textIn = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, "utf8") : undefined)

/** Makes a program for hooks to start. It records its arguments and then runs the test's shell commands. */
export const makeRecorder = Effect.fnUntraced(function* (more = "") {
  const folder = yield* makeFolder
  const script = join(folder, "recorder")
  const started = join(folder, "started")
  writeFileSync(script, `printf '%s\\n' "$*" >>'${started}'\n${more}\n`, { mode: 0o755 })
  const program: ProgramLocation = { node: "/bin/sh", script: Option.some(script) }
  /** Reads the arguments of each start. */
  const starts = Effect.sync(() => (textIn(started) ?? "").split("\n").slice(0, -1))
  return { folder, program, starts }
})

const gitDirectory = (repository: TemporaryRepository) => repository.git(["rev-parse", "--absolute-git-dir"])

/** Reads a file of the git directory; undefined if it does not exist. */
export const inGitDirectory = (repository: TemporaryRepository, path: string) =>
  Effect.map(gitDirectory(repository), (folder) => textIn(join(folder, path)))

const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]))

/** Lists the events in a repository's queue with their files, oldest first. */
export const eventsIn = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const queue = join(yield* gitDirectory(repository), "ultragit", "queue")
  const names = existsSync(queue) ? readdirSync(queue) : []
  return names
    .map((name) => ({ name, folder: join(queue, name) }))
    .map(({ folder, name }) => ({ name, time: statSync(join(folder, "event")).mtimeMs, files: filesIn(folder) }))
    .toSorted((a, b) => a.time - b.time)
    .map(({ files, name }) => ({ name, files }))
})

/** Installs hooks that start this program. */
export const withHooks = (
  repository: TemporaryRepository,
  program: ProgramLocation,
  names: ReadonlyArray<HookName> = basicHooks
) => settingUp(repository, program)(installHooks(names))

/** Writes a hook that does not come from this program. */
export const theirHook = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  name: string,
  text: string,
  mode = 0o755
) {
  const file = join(yield* repository.git(["rev-parse", "--path-format=absolute", "--git-path", "hooks"]), name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
})
