import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import process, { env } from "node:process"
import { fileURLToPath } from "node:url"
import { Effect, Layer, Option } from "effect"
import { basicHooks, type HookName } from "../../src/authoring/hooks/HookName.ts"
import { installHooks } from "../../src/authoring/hooks/installHooks.ts"
import { Program, type ProgramPlace } from "../../src/config/Program.ts"
import { GitDirectory } from "../../src/git/Git.ts"
import { GitEnvironment } from "../../src/git/GitEnvironment.ts"
import { authoringLayer, platform } from "../../src/Layers.ts"
import { isolation } from "./runGit.ts"
import { makeFolder, type TemporaryRepository } from "./TemporaryRepository.ts"

/** The program as built before the tests. */
export const builtProgram: ProgramPlace = {
  node: process.execPath,
  script: Option.some(fileURLToPath(new URL("../../dist/main.js", import.meta.url)))
}

const layerOf = (directory: string, program: ProgramPlace) =>
  Layer.merge(authoringLayer, platform).pipe(
    Layer.provideMerge(Layer.mergeAll(Layer.succeed(GitDirectory, directory), Layer.succeed(Program, program))),
    Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation }))
  )

/** Runs an effect on a repository through the program's own layers, as a program at this place would. */
export const settingUp =
  (repository: { readonly directory: string }, program: ProgramPlace = builtProgram) =>
  <A, E>(effect: Effect.Effect<A, E, Layer.Success<ReturnType<typeof layerOf>>>): Effect.Effect<A, E> =>
    effect.pipe(Effect.provide(layerOf(repository.directory, program), { local: true }))

/** A program for hooks to start that only notes how it was started, before it does what else the test wants. */
export const makeRecorder = Effect.fnUntraced(function* (more = "") {
  const folder = yield* makeFolder
  const script = join(folder, "recorder")
  const started = join(folder, "started")
  yield* Effect.promise(async () => {
    await writeFile(script, `printf '%s\\n' "$*" >>'${started}'\n${more}\n`)
    await chmod(script, 0o755)
  })
  const program: ProgramPlace = { node: "/bin/sh", script: Option.some(script) }
  /** How often it was started, with which arguments. */
  const starts = Effect.promise(() => readFile(started, "utf8").catch(() => "")).pipe(
    Effect.map((text) => text.split("\n").slice(0, -1))
  )
  return { folder, program, starts }
})

/** A file of the git directory, none where there is none. */
export const inGitDirectory = Effect.fnUntraced(function* (repository: TemporaryRepository, path: string) {
  const folder = yield* repository.git(["rev-parse", "--absolute-git-dir"])
  return yield* Effect.promise(() => readFile(join(folder, path), "utf8").catch(() => undefined))
})

/** The events in a repository's queue, file by file, in the order in which they were left. */
export const eventsIn = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const folder = join(yield* repository.git(["rev-parse", "--absolute-git-dir"]), "ultragit", "queue")
  return yield* Effect.promise(async () => {
    const names = await readdir(folder).catch(() => [])
    const events = names.map(async (name) => {
      const files = await readdir(join(folder, name))
      const pairs = files.map(async (file) => [file, await readFile(join(folder, name, file), "utf8")] as const)
      const { mtimeMs } = await stat(join(folder, name, "event"))
      return { name, time: mtimeMs, files: Object.fromEntries(await Promise.all(pairs)) }
    })
    return (await Promise.all(events)).toSorted((a, b) => a.time - b.time).map(({ files, name }) => ({ name, files }))
  })
})

/** Installs hooks that start this program. */
export const withHooks = (
  repository: TemporaryRepository,
  program: ProgramPlace,
  names: ReadonlyArray<HookName> = basicHooks
) => settingUp(repository, program)(installHooks(names))

/** Puts a hook there that is somebody else's. */
export const theirHook = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  name: string,
  text: string,
  mode = 0o755
) {
  const file = join(yield* repository.git(["rev-parse", "--path-format=absolute", "--git-path", "hooks"]), name)
  yield* Effect.promise(async () => {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    await chmod(file, mode)
  })
  return file
})
